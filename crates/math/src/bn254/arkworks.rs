//! bn254 over the field arithmetic of `ark-bn254`.
//!
//! The Miller loop is our own: it needs no memory for line coefficients, shares its squarings among
//! pairs, and its last point tells whether Q is in the subgroup at no cost.

use super::{G1, G2, R};
use crate::{
    arkworks::{Arkworks, Endomorphism},
    limb::U256,
    msm::{Part, reduce, straus},
    point::{Affine, Defect, InvalidPoint},
};
use alloc::vec::Vec;
use ark_bn254::{Bn254, Config, Fq, Fq2, Fq12, G1Affine, G1Projective, G2Affine};
use ark_ec::{
    AffineRepr, CurveGroup,
    bn::BnConfig,
    pairing::{MillerLoopOutput, Pairing},
    short_weierstrass::SWCurveConfig,
};
use ark_ff::{AdditiveGroup, BigInt, Field, MontFp, One, PrimeField, Zero};

pub(super) fn add(p: &G1, q: &G1) -> Result<G1, InvalidPoint> {
    let (a, b) = (load_g1(p, 0)?, load_g1(q, 1)?);
    if a.is_zero() {
        return Ok(*q);
    }
    if b.is_zero() {
        return Ok(*p);
    }
    // Chord or tangent: affine formulas are the fastest where one inversion is due anyway.
    let (rise, run) = if a.x != b.x {
        (b.y - a.y, b.x - a.x)
    } else if a.y == b.y {
        (a.x.square() * Fq::from(3u64), a.y.double()) // y = 0 is impossible: the order is odd.
    } else {
        return Ok(G1::default());
    };
    let slope = rise * run.inverse().expect("not zero");
    let x = slope.square() - a.x - b.x;
    let y = slope * (a.x - x) - a.y;
    Ok(Affine { x: x.into_bigint().0, y: y.into_bigint().0 })
}

pub(super) fn mul(p: &G1, k: &U256) -> Result<G1, InvalidPoint> {
    let p = load_g1(p, 0)?;
    Ok(store(&straus::<Arkworks<_>>(&[(p, reduce(k, &R))])))
}

/// The pairs whose Miller loops share their squarings: bounds the memory (0.5 KiB a pair).
const CHUNK: usize = 32;

pub(super) fn pairing_check(pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    let mut product = Fq12::one();
    for (i, chunk) in pairs.chunks(CHUNK).enumerate() {
        product *=
            miller_loop(chunk).map_err(|e| InvalidPoint { item: CHUNK * i + e.item, ..e })?;
    }
    if product.is_one() {
        return Ok(true); // Only infinities, or no pair at all.
    }
    let result = Bn254::final_exponentiation(MillerLoopOutput(product));
    Ok(result.is_some_and(|e| e.0.is_one()))
}

/// The product of the Miller functions of `pairs`, which it validates.
fn miller_loop(pairs: &[(G1, G2)]) -> Result<Fq12, InvalidPoint> {
    let mut loops = Vec::with_capacity(pairs.len());
    // A point off the curve ends the input; what stands before it may still have an earlier defect.
    let mut defect = None;
    for (item, (p, q)) in pairs.iter().enumerate() {
        match load_g1(p, item).and_then(|p| Ok((p, load_g2(q, item)?))) {
            Ok((_, q)) if q.is_zero() => {}
            Ok((p, q)) => loops.push((item, Loop::new(p, q))),
            Err(e) => {
                defect = Some(e);
                break;
            }
        }
    }
    let f = accumulate(&mut loops);
    match loops.iter().find(|(_, l)| !l.ends_in_subgroup()) {
        Some(&(item, _)) => Err(InvalidPoint { item, part: 1, defect: Defect::NotInSubgroup }),
        None => defect.map_or(Ok(f), Err),
    }
}

/// f_{6u+2, Q}(P) with the two last lines of the optimal ate pairing, multiplied over all `loops`.
fn accumulate(loops: &mut [(usize, Loop)]) -> Fq12 {
    let mut f = Fq12::one();
    let any_line = loops.iter().any(|(_, l)| l.p.is_some());
    for (i, digit) in Config::ATE_LOOP_COUNT.iter().rev().skip(1).enumerate() {
        if i > 0 && any_line {
            f.square_in_place();
        }
        for (_, l) in loops.iter_mut() {
            l.double(&mut f);
            match digit {
                1 => l.add(&l.q.clone(), &mut f),
                -1 => l.add(&-l.q, &mut f),
                _ => {}
            }
        }
    }
    for (_, l) in loops {
        let psi = frobenius(&l.q);
        l.add(&psi, &mut f);
        l.add(&-frobenius(&psi), &mut f);
    }
    f
}

/// The Miller loop of one pair: the lines at P through the multiples T of Q.
struct Loop {
    /// P = (x, y), or nothing if it is at infinity: then no line counts.
    p: Option<(Fq, Fq)>,
    q: G2Affine,
    // T = (x/z, y/z). z = 0 once an addition met T = ±Q or T at infinity: this happens to no point of
    // the subgroup (T is [m]Q with 1 < m < r - 1), and z stays 0 from there on.
    x: Fq2,
    y: Fq2,
    z: Fq2,
}

impl Loop {
    fn new(p: G1Affine, q: G2Affine) -> Self {
        Self { p: p.xy(), q, x: q.x, y: q.y, z: Fq2::one() }
    }

    /// T := 2T, f := f · tangent(P). Costello, Lange, Naehrig 2010 (eprint 2009/615) section 4 in the
    /// form of eprint 2013/722 section 4, scaled by 4 to spare the halvings.
    fn double(&mut self, f: &mut Fq12) {
        let b = self.y.square();
        let c = self.z.square();
        let e = ark_bn254::g2::Config::COEFF_B * (c.double() + c);
        let e3 = e.double() + e;
        let h = (self.y + self.z).square() - (b + c);
        let xx = self.x.square();
        if let Some((px, py)) = &self.p {
            let (mut at_y, mut at_x) = (-h, xx.double() + xx);
            at_y.mul_assign_by_basefield(py);
            at_x.mul_assign_by_basefield(px);
            f.mul_by_034(&at_y, &at_x, &(e - b));
        }
        self.x = self.x * self.y.double() * (b - e3);
        self.y = (b + e3).square() - (e.square() * Fq2::from(12u64));
        self.z = (b * h).double().double();
    }

    /// T := T + q, f := f · line(P). eprint 2013/722 section 4.
    fn add(&mut self, q: &G2Affine, f: &mut Fq12) {
        let theta = self.y - q.y * self.z;
        let lambda = self.x - q.x * self.z;
        let d = lambda.square();
        let e = lambda * d;
        let g = self.x * d;
        let h = e + self.z * theta.square() - g.double();
        self.x = lambda * h;
        self.y = theta * (g - h) - e * self.y;
        self.z *= e;
        if let Some((px, py)) = &self.p {
            let (mut at_y, mut at_x) = (lambda, -theta);
            at_y.mul_assign_by_basefield(py);
            at_x.mul_assign_by_basefield(px);
            f.mul_by_034(&at_y, &at_x, &(theta * q.x - lambda * q.y));
        }
    }

    /// Whether Q is in the subgroup, after the loop: T = \[6u+2\]Q + ψ(Q) - ψ²(Q) must be -ψ³(Q).
    ///
    /// The kernel of 6u + 2 + ψ - ψ² + ψ³ has norm N with gcd(N, #E'(Fp2)) = r, so it meets the twist's
    /// group in exactly the subgroup of order r.
    fn ends_in_subgroup(&self) -> bool {
        let psi3 = frobenius(&frobenius(&frobenius(&self.q)));
        !self.z.is_zero() && self.x == psi3.x * self.z && self.y == -psi3.y * self.z
    }
}

/// ψ: the p-power Frobenius, carried to the twist.
fn frobenius(q: &G2Affine) -> G2Affine {
    let (mut x, mut y) = (q.x, q.y);
    x.conjugate_in_place();
    y.conjugate_in_place();
    G2Affine::new_unchecked(x * Config::TWIST_MUL_BY_Q_X, y * Config::TWIST_MUL_BY_Q_Y)
}

fn load_g1(p: &G1, item: usize) -> Result<G1Affine, InvalidPoint> {
    if *p == G1::default() {
        return Ok(G1Affine::zero());
    }
    let point = fq(&p.x).zip(fq(&p.y)).map(|(x, y)| G1Affine::new_unchecked(x, y));
    let point = point.filter(|p| p.y.square() == p.x.square() * p.x + Fq::from(3u64));
    point.ok_or(InvalidPoint { item, part: 0, defect: Defect::NotOnCurve })
}

fn load_g2(q: &G2, item: usize) -> Result<G2Affine, InvalidPoint> {
    if *q == G2::default() {
        return Ok(G2Affine::zero());
    }
    let point = fq2(&q.x).zip(fq2(&q.y)).map(|(x, y)| G2Affine::new_unchecked(x, y));
    let point = point.filter(G2Affine::is_on_curve);
    point.ok_or(InvalidPoint { item, part: 1, defect: Defect::NotOnCurve })
}

fn store(p: &G1Projective) -> G1 {
    p.into_affine()
        .xy()
        .map_or(G1::default(), |(x, y)| Affine { x: x.into_bigint().0, y: y.into_bigint().0 })
}

fn fq(x: &U256) -> Option<Fq> {
    Fq::from_bigint(BigInt(*x))
}

fn fq2(x: &[U256; 2]) -> Option<Fq2> {
    Some(Fq2::new(fq(&x[0])?, fq(&x[1])?))
}

/// A cube root of one in Fp; λ = 0xb3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd belongs to it.
const BETA: Fq = MontFp!("2203960485148121921418603742825762020974279258880205651966");

/// A short basis of {(a, b) : a + bλ = 0 mod r} is (A1, -B1), (A2, A1).
const A1: u128 = 0x89d3_2568_94d2_13e3;
const B1: u128 = 0x6f4d_8248_eeb8_59fc_8211_bbeb_7d4f_1128;
const A2: u128 = 0x6f4d_8248_eeb8_59fd_0be4_e154_1221_250b;

/// 2²⁵⁶ A1 / r and 2²⁵⁶ B1 / r, rounded down.
const G_A1: U256 = [0xd91d_232e_c7e0_b3d7, 2, 0, 0];
const G_B1: U256 = [0x7a7b_d9d4_391e_b18d, 0x4cce_f014_a773_d2cf, 2, 0];

/// (x, y) -> (βx, y), of eigenvalue λ.
impl Endomorphism for ark_bn254::g1::Config {
    /// k = k1 + k2 λ mod r with |k1|, |k2| < 2¹²⁷, for k < r (Gallant, Lambert, Vanstone, CRYPTO 2001).
    ///
    /// (k1, k2) = (k, 0) - c1 (A1, -B1) - c2 (A2, A1), where c1 and c2 are k A1 / r and k B1 / r rounded;
    /// with the truncated quotients above they err by at most 0.7, so both parts fit an i128 and may be
    /// computed mod 2¹²⁸.
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        let (c1, c2) = (rounded_high(k, &G_A1), rounded_high(k, &G_B1));
        let low = u128::from(k[0]) | u128::from(k[1]) << 64;
        let k1 = low.wrapping_sub(c1.wrapping_mul(A1)).wrapping_sub(c2.wrapping_mul(A2));
        let k2 = c1.wrapping_mul(B1).wrapping_sub(c2.wrapping_mul(A1));
        [k1, k2].into_iter().map(|part| {
            let part = part.cast_signed();
            Part { negative: part < 0, magnitude: part.unsigned_abs() }
        })
    }

    fn endomorphism(p: &G1Affine, i: usize) -> G1Affine {
        if i == 0 { *p } else { G1Affine::new_unchecked(p.x * BETA, p.y) }
    }
}

/// a b / 2²⁵⁶, rounded to the nearest; the result must be below 2¹²⁸.
fn rounded_high(a: &U256, b: &U256) -> u128 {
    let mut product = [0u64; 8];
    product[3] = 1 << 63; // One half.
    for (i, a) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, b) in b.iter().enumerate() {
            let sum = u128::from(*a) * u128::from(*b) + u128::from(product[i + j]) + carry;
            #[expect(clippy::cast_possible_truncation, reason = "the low limb")]
            {
                product[i + j] = sum as u64;
            }
            carry = sum >> 64;
        }
        product[i + 4] = u64::try_from(carry).expect("a limb");
    }
    u128::from(product[4]) | u128::from(product[5]) << 64
}
