//! BLS12-381 over the field arithmetic of `ark-bls12-381`.

use super::{
    Fp2, G1, G2, X,
    engine::{self, Curve, Engine},
};
use crate::{
    arkworks::{Arkworks as Group, Endomorphism},
    limb::{U256, U384},
    msm::Part,
    point::Affine,
};
use alloc::vec::Vec;
use ark_bls12_381::{Bls12_381, Fq, Fq2, Fq12, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::{
    AffineRepr, CurveGroup,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
    pairing::{MillerLoopOutput, Pairing},
};
use ark_ff::{AdditiveGroup, BigInt, Field, MontFp, One, PrimeField};

type Config1 = ark_bls12_381::g1::Config;
type Config2 = ark_bls12_381::g2::Config;

/// The backend.
pub(super) struct Arkworks;

impl Engine for Arkworks {
    type G1 = Group<Config1>;
    type G2 = Group<Config2>;
    type Fp12 = Fq12;

    fn fp12_mul(f: &Fq12, g: &Fq12) -> Fq12 {
        f * g
    }

    fn miller_loop(p: &[G1Affine], q: &[G2Affine]) -> Fq12 {
        let mut loops: Vec<_> = p.iter().zip(q).map(|(p, q)| Loop::new(p, q)).collect();
        let mut f = Fq12::one();
        for bit in (0..X.ilog2()).rev() {
            f.square_in_place();
            for l in &mut loops {
                l.double(&mut f);
                if X >> bit & 1 == 1 {
                    l.add(&mut f);
                }
            }
        }
        f // Its conjugate, to be exact, as the parameter is negative: no matter for a test against one.
    }

    fn is_one_in_gt(f: &Fq12) -> bool {
        Bls12_381::final_exponentiation(MillerLoopOutput(*f)).is_some_and(|e| e.0.is_one())
    }

    fn decompress(x: &U384, y_is_larger: bool) -> Option<G1Affine> {
        G1Affine::get_point_from_x_unchecked(fq(x)?, y_is_larger)
    }

    fn map_to_g1(u: &U384) -> G1Projective {
        let u = fq(u).expect("checked by the caller");
        let point = WBMap::<Config1>::map_to_curve(u).expect("the map is total");
        point.clear_cofactor().into_group()
    }

    fn map_to_g2(u: &Fp2) -> G2Projective {
        let u = fq2(u).expect("checked by the caller");
        let point = WBMap::<Config2>::map_to_curve(u).expect("the map is total");
        point.clear_cofactor().into_group()
    }
}

/// The Miller loop of one pair: the lines at P = (px, py) through the multiples T of Q.
struct Loop {
    px: Fq,
    py: Fq,
    q: G2Affine,
    // T = (x/z, y/z).
    x: Fq2,
    y: Fq2,
    z: Fq2,
}

impl Loop {
    fn new(p: &G1Affine, q: &G2Affine) -> Self {
        Self { px: p.x, py: p.y, q: *q, x: q.x, y: q.y, z: Fq2::one() }
    }

    /// T := 2T, f := f · tangent(P). eprint 2013/722 section 4, scaled by 4 to spare the halvings.
    fn double(&mut self, f: &mut Fq12) {
        let b = self.y.square();
        let c = self.z.square();
        let c12 = (c.double() + c).double().double();
        let e = Fq2::new(c12.c0 - c12.c1, c12.c0 + c12.c1); // 3 · 4(1 + u) c
        let e3 = e.double() + e;
        let h = (self.y + self.z).square() - (b + c);
        let xx = self.x.square();
        let (mut at_y, mut at_x) = (-h, xx.double() + xx);
        at_y.mul_assign_by_basefield(&self.py);
        at_x.mul_assign_by_basefield(&self.px);
        f.mul_by_014(&(e - b), &at_x, &at_y);
        let ee4 = e.square().double().double();
        self.x = self.x * self.y.double() * (b - e3);
        self.y = (b + e3).square() - (ee4.double() + ee4);
        self.z = (b * h).double().double();
    }

    /// T := T + Q, f := f · line(P). eprint 2013/722 section 4.
    fn add(&mut self, f: &mut Fq12) {
        let theta = self.y - self.q.y * self.z;
        let lambda = self.x - self.q.x * self.z;
        let d = lambda.square();
        let e = lambda * d;
        let g = self.x * d;
        let h = e + self.z * theta.square() - g.double();
        self.x = lambda * h;
        self.y = theta * (g - h) - e * self.y;
        self.z *= e;
        let (mut at_y, mut at_x) = (lambda, -theta);
        at_y.mul_assign_by_basefield(&self.py);
        at_x.mul_assign_by_basefield(&self.px);
        f.mul_by_014(&(theta * self.q.x - lambda * self.q.y), &at_x, &at_y);
    }
}

impl Curve for Group<Config1> {
    type Coordinate = U384;

    fn load(p: &G1) -> Option<G1Affine> {
        let point = G1Affine::new_unchecked(fq(&p.x)?, fq(&p.y)?);
        point.is_on_curve().then_some(point) // (0, 0) is arkworks' infinity, too.
    }
    fn store(p: &G1Projective) -> G1 {
        p.into_affine()
            .xy()
            .map_or(G1::default(), |(x, y)| Affine { x: x.into_bigint().0, y: y.into_bigint().0 })
    }
    fn is_infinity(p: &G1Affine) -> bool {
        p.is_zero()
    }
    /// φ(P) = -\[X²\]P (Scott, eprint 2021/1130).
    fn in_subgroup(p: &G1Affine) -> bool {
        times_x(&times_x(&p.into_group())) == -Config1::endomorphism(p, 1).into_group()
    }
}

impl Curve for Group<Config2> {
    type Coordinate = Fp2;

    fn load(p: &G2) -> Option<G2Affine> {
        let point = G2Affine::new_unchecked(fq2(&p.x)?, fq2(&p.y)?);
        point.is_on_curve().then_some(point)
    }
    fn store(p: &G2Projective) -> G2 {
        p.into_affine().xy().map_or(G2::default(), |(x, y)| Affine {
            x: [x.c0.into_bigint().0, x.c1.into_bigint().0],
            y: [y.c0.into_bigint().0, y.c1.into_bigint().0],
        })
    }
    fn is_infinity(p: &G2Affine) -> bool {
        p.is_zero()
    }
    /// ψ(Q) = -\[X\]Q (Scott, eprint 2021/1130).
    fn in_subgroup(p: &G2Affine) -> bool {
        times_x(&p.into_group()) == -Config2::endomorphism(p, 1).into_group()
    }
}

/// \[X\]p: X has six bits set.
fn times_x<G: AdditiveGroup>(p: &G) -> G {
    let mut multiple = *p;
    for bit in (0..X.ilog2()).rev() {
        multiple.double_in_place();
        if X >> bit & 1 == 1 {
            multiple += p;
        }
    }
    multiple
}

/// The cube root of one β of φ: (x, y) -> (βx, y).
const BETA: Fq = MontFp!(
    "793479390729215512621379701633421447060886740281060493010456487427281649075476305620758731620350"
);
/// ψ: (x, y) -> (PSI_X u conj(x), PSI_Y conj(y)), where PSI_X u = (1 + u)^((1 - p)/3), PSI_Y = (1 + u)^((1 - p)/2).
const PSI_X: Fq = MontFp!(
    "4002409555221667392624310435006688643935503118305586438271171395842971157480381377015405980053539358417135540939437"
);
const PSI_Y: Fq2 = Fq2::new(
    MontFp!(
        "2973677408986561043442465346520108879172042883009249989176415018091420807192182638567116318576472649347015917690530"
    ),
    MontFp!(
        "1028732146235106349975324479215795277384839936929757896155643118032610843298655225875571310552543014690878354869257"
    ),
);
/// ψ²: (x, y) -> (PSI2_X x, -y).
const PSI2_X: Fq = MontFp!(
    "4002409555221667392624310435006688643935503118305586438271171395842971157480381377015405980053539358417135540939436"
);

impl Endomorphism for Config1 {
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        engine::split_g1(k)
    }
    fn endomorphism(p: &G1Affine, i: usize) -> G1Affine {
        if i == 0 { *p } else { G1Affine::new_unchecked(p.x * BETA, p.y) }
    }
}

impl Endomorphism for Config2 {
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        engine::split_g2(k)
    }
    fn endomorphism(p: &G2Affine, i: usize) -> G2Affine {
        let mut point = *p;
        if i >= 2 {
            point.x.mul_assign_by_basefield(&PSI2_X);
            point.y = -point.y;
        }
        if i % 2 == 1 {
            point.x = Fq2::new(point.x.c1 * PSI_X, point.x.c0 * PSI_X);
            point.y.conjugate_in_place();
            point.y *= PSI_Y;
        }
        point
    }
}

fn fq(x: &U384) -> Option<Fq> {
    Fq::from_bigint(BigInt(*x))
}

fn fq2(x: &Fp2) -> Option<Fq2> {
    Some(Fq2::new(fq(&x[0])?, fq(&x[1])?))
}
