//! Verification by our own arithmetic.

use super::{N, P};
use crate::{
    curve::{Curve, FixedBase, Jacobian, Point, Stream, WIDTH, Wnaf, interleave, odd_multiples},
    field::{Arch, Fe, Field, Portable, Task},
    limb::{self, U256},
    modexp::limbs::adc,
    point::Affine,
};

/// The field of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Coordinates;
impl Field for Coordinates {
    const P: U256 = P;
}

/// The field of scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Scalars;
impl Field for Scalars {
    const P: U256 = N;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct P256;
impl Curve for P256 {
    type Field = Coordinates;
    const A_IS_MINUS_3: bool = true;
}

const B: U256 =
    [0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc, 0x5ac6_35d8_aa3a_93e7];
const G: (U256, U256) = (
    [0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247],
    [0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b],
);

/// Width of the table of G: 128 KiB.
#[cfg(feature = "std")]
const G_WIDTH: u32 = 13;

/// The arguments of [`super::verify()`].
#[derive(Debug)]
pub(super) struct Verify<'a> {
    pub(super) z: &'a U256,
    pub(super) r: &'a U256,
    pub(super) s: &'a U256,
    pub(super) key: &'a Affine<U256>,
}

impl Task for Verify<'_> {
    type Output = bool;

    fn run<A: Arch>(self) -> bool {
        let Self { z, r, s, key } = self;
        if [r, s].iter().any(|x| limb::is_zero(x) || !limb::lt(x, &N)) {
            return false;
        }
        let Some(key) = load::<A>(key) else { return false };
        let w = Fe::<Scalars, A>::new(s).invert();
        let u1 = Fe::new(z).mul(&w).to_canonical();
        let u2 = Fe::new(r).mul(&w).to_canonical();
        let table = odd_multiples(&key);
        let own = [Stream { form: Wnaf::new(&u2, false, WIDTH), table: &table }];
        let sum = with_base(|base| interleave(&own, &[base.stream(0, &u1)], &Fe::ONE));
        x_is(&sum, r)
    }
}

/// The point, if it is on the curve (and so not infinity).
#[inline(always)]
fn load<A: Arch>(p: &Affine<U256>) -> Option<Point<P256, A>> {
    if ![p.x, p.y].iter().all(|c| limb::lt(c, &P)) {
        return None;
    }
    let (x, y) = (Fe::new(&p.x), Fe::new(&p.y));
    let three = x.double().add(&x);
    let right = x.square().mul(&x).sub(&three).add(&Fe::new(&B));
    right.is_square_of(&y).then_some(Point { x, y })
}

/// Whether the point is finite and its x mod n is r: x is r or r + n, and no division tells.
#[inline(always)]
fn x_is<A: Arch>(point: &Jacobian<P256, A>, r: &U256) -> bool {
    if point.is_infinity() {
        return false;
    }
    let zz = point.z.square();
    if Fe::new(r).mul(&zz) == point.x {
        return true;
    }
    let (mut over, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        (over[i], carry) = adc(r[i], N[i], carry);
    }
    carry == 0 && limb::lt(&over, &P) && Fe::new(&over).mul(&zz) == point.x
}

/// With the table of G: made once where the standard library can keep it.
#[inline(always)]
fn with_base<T>(f: impl FnOnce(&FixedBase<1>) -> T) -> T {
    #[cfg(feature = "std")]
    {
        static TABLE: std::sync::OnceLock<FixedBase<1>> = std::sync::OnceLock::new();
        f(TABLE.get_or_init(|| FixedBase::new::<P256, Portable>(&[G], G_WIDTH)))
    }
    #[cfg(not(feature = "std"))]
    f(&FixedBase::new::<P256, Portable>(&[G], WIDTH))
}
