//! Recovery by our own arithmetic.

use super::{N, P};
use crate::{
    curve::{
        Curve, FixedBase, Glv, Jacobian, Point, Stream, WIDTH, Wnaf, interleave,
        odd_multiples_shared_z,
    },
    field::{Arch, Fe, Field, Portable, Task},
    limb::{self, U256},
    point::Affine,
};

/// The field of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Coordinates;
impl Field for Coordinates {
    const P: U256 = P;
    const FOLD: u64 = 0x1_0000_03d1;
}

/// The field of scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Scalars;
impl Field for Scalars {
    const P: U256 = N;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Secp256k1;
impl Curve for Secp256k1 {
    type Field = Coordinates;
    const A_IS_MINUS_3: bool = false;
}

/// A cube root of one mod p: (βx, y) = λ (x, y) for
/// λ = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72.
const BETA: U256 =
    [0xc139_6c28_7195_01ee, 0x9cf0_4975_12f5_8995, 0x6e64_479e_ac34_34e9, 0x7ae9_6a2b_657c_0710];

/// |k1| < 1.6 · 2^127, |k2| < 1.4 · 2^127.
const GLV: Glv = Glv {
    a1: [0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd, 0, 0],
    b1: [0x6f54_7fa9_0abf_e4c3, 0xe443_7ed6_010e_8828, 0, 0],
    a2: [0x57c1_108d_9d44_cfd8, 0x14ca_50f7_a8e2_f3f6, 1, 0],
    quotients: [
        [
            0xe893_209a_45db_b031,
            0x3daa_8a14_71e8_ca7f,
            0xe86c_90e4_9284_eb15,
            0x3086_d221_a7d4_6bcd,
        ],
        [
            0x1571_b4ae_8ac4_7f71,
            0x2212_08ac_9df5_06c6,
            0x6f54_7fa9_0abf_e4c4,
            0xe443_7ed6_010e_8828,
        ],
    ],
    shift: 384,
};

/// G and 2^128 G.
const BASES: [(U256, U256); 2] = [
    (
        [
            0x59f2_815b_16f8_1798,
            0x029b_fcdb_2dce_28d9,
            0x55a0_6295_ce87_0b07,
            0x79be_667e_f9dc_bbac,
        ],
        [
            0x9c47_d08f_fb10_d4b8,
            0xfd17_b448_a685_5419,
            0x5da4_fbfc_0e11_08a8,
            0x483a_da77_26a3_c465,
        ],
    ),
    (
        [
            0x1b7b_444c_9ec4_c0da,
            0xe88c_5678_723e_a335,
            0x9239_c1ad_981f_162e,
            0x8f68_b9d2_f63b_5f33,
        ],
        [
            0xf23c_bf79_501f_ff82,
            0xbbea_2cfe_9551_0bfd,
            0xde1d_90c2_b6be_215d,
            0x662a_9f2d_ba06_3986,
        ],
    ),
];

/// Width of the tables of the fixed points: 2 × 64 KiB, which leaves most of a level-2 cache to others.
#[cfg(feature = "std")]
const G_WIDTH: u32 = 12;

/// The arguments of [`super::recover()`].
#[derive(Debug)]
pub(super) struct Recover<'a> {
    pub(super) z: &'a U256,
    pub(super) r: &'a U256,
    pub(super) s: &'a U256,
    pub(super) y_odd: bool,
}

impl Task for Recover<'_> {
    type Output = Option<Affine<U256>>;

    fn run<A: Arch>(self) -> Option<Affine<U256>> {
        let Self { z, r, s, y_odd } = self;
        if [r, s].iter().any(|x| limb::is_zero(x) || !limb::lt(x, &N)) {
            return None;
        }
        let point = lift::<A>(r, y_odd)?;
        let inverse = Fe::<Scalars, A>::new(r).invert();
        let u1 = Fe::new(z).mul(&inverse).neg().to_canonical();
        let u2 = Fe::new(s).mul(&inverse).to_canonical();
        let q = with_bases(|bases| multiply_add(bases, &u1, &u2, &point)).to_point()?;
        Some(Affine { x: q.x.to_canonical(), y: q.y.to_canonical() })
    }
}

/// The point of that x < p and that parity of y.
#[inline(always)]
fn lift<A: Arch>(x: &U256, odd: bool) -> Option<Point<Secp256k1, A>> {
    let x = Fe::new(x);
    let yy = x.square().mul(&x).add(&Fe::new(&[7, 0, 0, 0]));
    let y = power_of_root(&yy);
    if !yy.is_square_of(&y) {
        return None;
    }
    // y = 0 is impossible: the order is odd.
    Some(Point { x, y: if y.is_odd() == odd { y } else { y.neg() } })
}

/// a^((p + 1) / 4): 253 squarings and 13 products. The exponent is ones at 223 places, a zero, 22 ones,
/// then 00001100.
#[inline(always)]
fn power_of_root<A: Arch>(a: &Fe<Coordinates, A>) -> Fe<Coordinates, A> {
    // xk = a^(2^k - 1).
    let x2 = a.square().mul(a);
    let x3 = x2.square().mul(a);
    let x6 = x3.square_times(3).mul(&x3);
    let x9 = x6.square_times(3).mul(&x3);
    let x11 = x9.square_times(2).mul(&x2);
    let x22 = x11.square_times(11).mul(&x11);
    let x44 = x22.square_times(22).mul(&x22);
    let x88 = x44.square_times(44).mul(&x44);
    let x176 = x88.square_times(88).mul(&x88);
    let x220 = x176.square_times(44).mul(&x44);
    let x223 = x220.square_times(3).mul(&x3);
    x223.square_times(23).mul(&x22).square_times(6).mul(&x2).square_times(2)
}

/// u1 G + u2 p.
#[inline(always)]
fn multiply_add<A: Arch>(
    bases: &FixedBase<2>,
    u1: &U256,
    u2: &U256,
    p: &Point<Secp256k1, A>,
) -> Jacobian<Secp256k1, A> {
    let (table, scale) = odd_multiples_shared_z(p);
    let beta = Fe::new(&BETA);
    let endomorphic = table.map(|p| Point { x: p.x.mul(&beta), y: p.y });
    let [k1, k2] = GLV.split(u2).map(|half| Wnaf::new(&half.magnitude, half.negative, WIDTH));
    let own = [Stream { form: k1, table: &table }, Stream { form: k2, table: &endomorphic }];
    let fixed = [bases.stream(0, &[u1[0], u1[1], 0, 0]), bases.stream(1, &[u1[2], u1[3], 0, 0])];
    let mut sum = interleave(&own, &fixed, &scale);
    sum.z = sum.z.mul(&scale);
    sum
}

/// With the tables of the fixed points: made once where the standard library can keep them.
#[inline(always)]
fn with_bases<T>(f: impl FnOnce(&FixedBase<2>) -> T) -> T {
    #[cfg(feature = "std")]
    {
        static TABLES: std::sync::OnceLock<FixedBase<2>> = std::sync::OnceLock::new();
        f(TABLES.get_or_init(|| FixedBase::new::<Secp256k1, Portable>(&BASES, G_WIDTH)))
    }
    #[cfg(not(feature = "std"))]
    f(&FixedBase::new::<Secp256k1, Portable>(&BASES, WIDTH))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::secp256k1::model::{self, big, hex, limbs};

    fn lambda() -> BigUint {
        hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72")
    }

    #[test]
    fn scalars_split_into_halves() {
        crate::curve::check_glv(&GLV, &N, &lambda());
    }

    #[test]
    fn constants() {
        let curve = model::Curve::secp256k1();
        let (x, y) = curve.g.clone().unwrap();
        assert_eq!(BASES[0], (limbs(&x), limbs(&y)));
        let (shifted_x, shifted_y) = curve.mul(&(BigUint::from(1u32) << 128u32), &curve.g).unwrap();
        assert_eq!(BASES[1], (limbs(&shifted_x), limbs(&shifted_y)));
        let endomorphic = Some((x * big(&BETA) % &curve.p, y));
        assert_eq!(curve.mul(&lambda(), &curve.g), endomorphic);
    }
}
