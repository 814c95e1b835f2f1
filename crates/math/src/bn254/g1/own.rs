//! G1 by our own arithmetic.

use crate::{
    bn254::{G1, P, R},
    curve::{Curve, Glv, Point, Stream, WIDTH, Wnaf, interleave, odd_multiples_shared_z},
    field::{Arch, Fe, Field, Task},
    limb::{self, U256},
    msm::reduce,
    point::{Affine, Defect, InvalidPoint},
};

/// The field of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Coordinates;
impl Field for Coordinates {
    const P: U256 = P;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bn254;
impl Curve for Bn254 {
    type Field = Coordinates;
    const A_IS_MINUS_3: bool = false;
}

/// A cube root of one mod p: (βx, y) = λ (x, y) for
/// λ = 0xb3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd.
const BETA: U256 = [0x5763_4731_77ff_fffe, 0xd4f2_63f1_acdb_5c4f, 0x59e2_6bce_a0d4_8bac, 0];

/// |k1| and |k2| < 2^127.
const GLV: Glv = Glv {
    a1: [0x89d3_2568_94d2_13e3, 0, 0, 0],
    b1: [0x8211_bbeb_7d4f_1128, 0x6f4d_8248_eeb8_59fc, 0, 0],
    a2: [0x0be4_e154_1221_250b, 0x6f4d_8248_eeb8_59fd, 0, 0],
    quotients: [
        [0xd91d_232e_c7e0_b3d7, 2, 0, 0],
        [0x7a7b_d9d4_391e_b18e, 0x4cce_f014_a773_d2cf, 2, 0],
    ],
    shift: 256,
};

/// The arguments of [`super::add`].
#[derive(Debug)]
pub(super) struct Add<'a> {
    pub(super) p: &'a G1,
    pub(super) q: &'a G1,
}

impl Task for Add<'_> {
    type Output = Result<G1, InvalidPoint>;

    fn run<A: Arch>(self) -> Self::Output {
        let (a, b) = (load::<A>(self.p, 0)?, load::<A>(self.q, 1)?);
        let Some(a) = a else { return Ok(*self.q) };
        let Some(b) = b else { return Ok(*self.p) };
        // Chord or tangent: affine formulas are the fastest where one inversion is due anyway.
        let mut run = b.x.sub(&a.x);
        let mut rise = b.y.sub(&a.y);
        if run.is_zero() {
            if !rise.is_zero() {
                return Ok(G1::default());
            }
            let square = a.x.square();
            rise = square.double().add(&square);
            run = a.y.double(); // y = 0 is impossible: the order is odd.
        }
        let slope = rise.mul(&run.invert());
        let x = slope.square().sub(&a.x).sub(&b.x);
        let y = slope.mul(&a.x.sub(&x)).sub(&a.y);
        Ok(store(Point { x, y }))
    }
}

/// The arguments of [`super::mul`].
#[derive(Debug)]
pub(super) struct Mul<'a> {
    pub(super) p: &'a G1,
    pub(super) k: &'a U256,
}

impl Task for Mul<'_> {
    type Output = Result<G1, InvalidPoint>;

    fn run<A: Arch>(self) -> Self::Output {
        let Some(point) = load::<A>(self.p, 0)? else { return Ok(G1::default()) };
        let halves = GLV.split(&reduce(self.k, &R));
        let [k1, k2] = halves.map(|half| Wnaf::new(&half.magnitude, half.negative, WIDTH));
        let (table, scale) = odd_multiples_shared_z(&point);
        let beta = Fe::new(&BETA);
        let endomorphic = table.map(|p| Point { x: p.x.mul(&beta), y: p.y });
        let own = [Stream { form: k1, table: &table }, Stream { form: k2, table: &endomorphic }];
        let mut product = interleave(&own, &[], &scale);
        product.z = product.z.mul(&scale);
        Ok(product.to_point().map_or(G1::default(), store))
    }
}

/// The point, None if it is infinity; an error if it is not on the curve.
#[inline(always)]
fn load<A: Arch>(p: &G1, item: usize) -> Result<Option<Point<Bn254, A>>, InvalidPoint> {
    if *p == G1::default() {
        return Ok(None);
    }
    let (x, y) = (Fe::new(&p.x), Fe::new(&p.y));
    let right = x.square().mul(&x).add(&Fe::new(&[3, 0, 0, 0]));
    if limb::lt(&p.x, &P) && limb::lt(&p.y, &P) && right.is_square_of(&y) {
        return Ok(Some(Point { x, y }));
    }
    Err(InvalidPoint { item, part: 0, defect: Defect::NotOnCurve })
}

#[inline(always)]
fn store<A: Arch>(p: Point<Bn254, A>) -> G1 {
    Affine { x: p.x.to_canonical(), y: p.y.to_canonical() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secp256k1::model::{self, big, hex};

    #[test]
    fn scalars_split_into_halves_by_the_endomorphism() {
        let lambda = hex("b3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd");
        crate::curve::check_glv(&GLV, &R, &lambda);
        let curve = model::Curve {
            p: big(&P),
            n: big(&R),
            a: 0u32.into(),
            b: 3u32.into(),
            g: Some((1u32.into(), 2u32.into())),
        };
        assert_eq!(curve.mul(&lambda, &curve.g), Some((big(&BETA), 2u32.into())));
    }
}
