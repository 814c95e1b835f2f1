//! Sums of multiples: interleaved non-adjacent forms over tables of odd multiples (Möller, "Algorithms
//! for multi-exponentiation", SAC 2001).

use alloc::vec::Vec;

use super::{Curve, Jacobian, Point, Wnaf};
use crate::{
    field::{Arch, Fe},
    limb::U256,
};

/// Width of the forms whose tables are made for one call.
pub(crate) const WIDTH: u32 = 5;
/// p, 3p, ... 15p.
pub(crate) const ODD_MULTIPLES: usize = 1 << (WIDTH - 2);

/// Odd multiples p, 3p, ... on a curve whose order is prime and above 2^6.
pub(crate) type OddMultiples<C, A> = [Point<C, A>; ODD_MULTIPLES];

/// A scalar's form and where its multiples are.
#[derive(Debug)]
pub(crate) struct Stream<'a, T: ?Sized> {
    pub(crate) form: Wnaf,
    pub(crate) table: &'a T,
}

/// Σ over `own` + Σ over `fixed`, where the tables of `fixed` count scaled by `scale`.
pub(crate) fn interleave<C: Curve, A: Arch, const M: usize, const N: usize>(
    own: &[Stream<'_, OddMultiples<C, A>>; M],
    fixed: &[Stream<'_, [Entry]>; N],
    scale: &Fe<C::Field, A>,
) -> Jacobian<C, A> {
    let lengths = own.iter().map(|s| s.form.len()).chain(fixed.iter().map(|s| s.form.len()));
    let mut sum = Jacobian::INFINITY;
    for position in (0..lengths.max().unwrap_or(0)).rev() {
        sum = sum.double();
        for Stream { form, table } in own {
            let digit = form.digit(position);
            if digit != 0 {
                let point = &table[usize::from(digit.unsigned_abs() / 2)];
                sum = sum.add_point(&if digit < 0 { point.neg() } else { *point });
            }
        }
        for Stream { form, table } in fixed {
            let digit = form.digit(position);
            if digit != 0 {
                let point = table[usize::from(digit.unsigned_abs() / 2)].point();
                sum = sum.add_scaled(&if digit < 0 { point.neg() } else { point }, scale);
            }
        }
    }
    sum
}

/// Odd multiples of p by one inversion.
pub(crate) fn odd_multiples<C: Curve, A: Arch>(p: &Point<C, A>) -> OddMultiples<C, A> {
    let mut multiples = [Jacobian::from(*p); ODD_MULTIPLES];
    fill(&mut multiples);
    let mut points = [*p; ODD_MULTIPLES];
    to_points(&multiples, &mut points);
    points
}

/// p, 3p, 5p, ... from p in the first place.
fn fill<C: Curve, A: Arch>(multiples: &mut [Jacobian<C, A>]) {
    let twice = multiples[0].double();
    for i in 1..multiples.len() {
        multiples[i] = multiples[i - 1].add(&twice);
    }
}

/// The affine points of finite ones, by one inversion (Montgomery's trick).
fn to_points<C: Curve, A: Arch>(points: &[Jacobian<C, A>], out: &mut [Point<C, A>]) {
    let mut product = Fe::ONE;
    for (point, out) in points.iter().zip(out.iter_mut()) {
        out.x = product;
        product = product.mul(&point.z);
    }
    let mut inverse = product.invert();
    for (point, out) in points.iter().zip(out).rev() {
        let z_inverse = inverse.mul(&out.x);
        inverse = inverse.mul(&point.z);
        *out = Point { x: point.x, y: point.y }.scaled(&z_inverse);
    }
}

/// Odd multiples of p without an inversion: as (x z², y z³) for the z that comes with them.
///
/// On a curve with a = 0 these are points of an isomorphic curve, with the same formulas: 2p = (X, Y, Z)
/// serves as the affine (X, Y) there, and the points get one denominator at the end.
pub(crate) fn odd_multiples_shared_z<C: Curve, A: Arch>(
    p: &Point<C, A>,
) -> (OddMultiples<C, A>, Fe<C::Field, A>) {
    const { assert!(!C::A_IS_MINUS_3, "the isomorphic curve has another a") }
    let twice = Jacobian::from(*p).double();
    let step = Point { x: twice.x, y: twice.y };
    let mut sum = Jacobian::from(p.scaled(&twice.z));
    let mut points = [Point { x: sum.x, y: sum.y }; ODD_MULTIPLES];
    let mut ratios = [Fe::ONE; ODD_MULTIPLES];
    for i in 1..ODD_MULTIPLES {
        (sum, ratios[i]) = sum.add_finite(&step, &sum.z);
        points[i] = Point { x: sum.x, y: sum.y };
    }
    let mut scale = Fe::ONE;
    for i in (1..ODD_MULTIPLES).rev() {
        scale = scale.mul(&ratios[i]);
        points[i - 1] = points[i - 1].scaled(&scale);
    }
    (points, sum.z.mul(&twice.z))
}

/// A point of a table that every instruction set shares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    x: U256,
    y: U256,
}

impl Entry {
    #[inline(always)]
    fn point<C: Curve, A: Arch>(&self) -> Point<C, A> {
        Point { x: Fe::from_form(self.x), y: Fe::from_form(self.y) }
    }
}

/// Odd multiples of fixed points.
#[derive(Debug)]
pub(crate) struct FixedBase<const N: usize> {
    pub(crate) width: u32,
    tables: [Vec<Entry>; N],
}

impl<const N: usize> FixedBase<N> {
    /// For forms of that width, of the points of those coordinates.
    pub(crate) fn new<C: Curve, A: Arch>(points: &[(U256, U256); N], width: u32) -> Self {
        let tables = points.each_ref().map(|(x, y)| {
            let point = Point::<C, A> { x: Fe::new(x), y: Fe::new(y) };
            let mut multiples = alloc::vec![Jacobian::from(point); 1 << (width - 2)];
            fill(&mut multiples);
            let mut affine = alloc::vec![point; multiples.len()];
            to_points(&multiples, &mut affine);
            affine.iter().map(|p| Entry { x: p.x.form(), y: p.y.form() }).collect()
        });
        Self { width, tables }
    }

    /// The stream of k times point i.
    #[inline(always)]
    pub(crate) fn stream(&self, i: usize, k: &U256) -> Stream<'_, [Entry]> {
        Stream { form: Wnaf::new(k, false, self.width), table: &self.tables[i] }
    }
}
