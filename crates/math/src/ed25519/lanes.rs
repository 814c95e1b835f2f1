//! The group in four lanes: one coordinate of a point per lane of a vector, for any vector field arithmetic
//! that implements [`Lanes`].
//!
//! A point is (T, Y, X, Z) as a product that is not yet carried, with the offset of [`Lanes::offset`] on top of
//! Y. An addend is (Y - X, Y + X, 2dT, 2Z), reduced. Each operation is a product, sums of its lanes, and
//! another product of these sums with a permutation of themselves.
//!
//! Tried and lost: the power of a square root, with its dozen products, as straight code, and the products of
//! AVX2 inlined (both leave the instruction cache); operands that the compiler knows to be short, in AVX2
//! (it then emits 64-bit products, three instructions for one).

#[cfg(test)]
mod formulas;

use super::{
    curve::{BaseTables, Group, split_encoding},
    field::POWER_CHAIN,
};
use crate::limb::{self, U256};
use alloc::vec::Vec;

/// Field arithmetic on four elements at a time; a witness of the instructions.
///
/// Elements are *reduced*, fit for a product, or *wide*: products, and sums of up to four of them. Bounds are
/// the implementation's; it must allow what is said here.
pub(crate) trait Lanes: Copy {
    /// Four elements, limb by limb.
    type Limbs: Copy;
    /// Four reduced elements in memory.
    type Packed: Copy + 'static;

    /// 1 in all lanes.
    const ONE: Self::Packed;
    /// d in all lanes.
    const D: Self::Packed;
    /// The root of -1 in all lanes.
    const ROOT: Self::Packed;
    /// (1, 1, 2d, 2).
    const ADDEND: Self::Packed;
    /// (0, 1, 0, 1).
    const IDENTITY: Self::Packed;

    /// The base point's odd multiples, and those of 2^126 B, as addends.
    fn base_tables(self) -> &'static BaseTables<Self::Packed>;
    fn zero(self) -> Self::Limbs;
    fn load(self, packed: &Self::Packed) -> Self::Limbs;
    /// From four integers below 2^255; reduced.
    fn load_integers(self, x: &[U256; 4]) -> Self::Limbs;
    /// The four integers below p of reduced elements.
    fn integers(self, x: &Self::Limbs) -> [U256; 4];
    /// A multiple of p with limbs above those of any product, in the lanes of the mask (two bits each).
    fn offset<const MASK: i32>(self) -> Self::Limbs;
    /// Reduces a wide element, of up to four products and offsets.
    fn carry(self, x: &Self::Limbs) -> Self::Limbs;
    /// start + x y, wide, for reduced x and y, where y may also come from `flip`.
    fn mul(self, start: &Self::Limbs, x: &Self::Limbs, y: &Self::Limbs) -> Self::Limbs;
    /// start + x^2, wide, for reduced x.
    fn square(self, start: &Self::Limbs, x: &Self::Limbs) -> Self::Limbs;
    fn add(self, x: &Self::Limbs, y: &Self::Limbs) -> Self::Limbs;
    /// Limb by limb; y must not exceed x.
    fn sub(self, x: &Self::Limbs, y: &Self::Limbs) -> Self::Limbs;
    /// x + y in the lanes of the mask, `other` elsewhere.
    fn add_where<const MASK: i32>(
        self,
        other: &Self::Limbs,
        x: &Self::Limbs,
        y: &Self::Limbs,
    ) -> Self::Limbs;
    /// x - y in the lanes of the mask, `other` elsewhere.
    fn sub_where<const MASK: i32>(
        self,
        other: &Self::Limbs,
        x: &Self::Limbs,
        y: &Self::Limbs,
    ) -> Self::Limbs;
    /// The lanes named by [`order`].
    fn order<const ORDER: i32>(self, x: &Self::Limbs) -> Self::Limbs;
    /// Lanes 1, 0, 3, 2.
    fn swap_pairs(self, x: &Self::Limbs) -> Self::Limbs;
    /// y in the lanes of which `mask` has a bit, x elsewhere.
    fn choose(self, mask: u8, x: &Self::Limbs, y: &Self::Limbs) -> Self::Limbs;
    /// [`decode`], which is long, in a function of its own.
    fn decode<const N: usize>(
        self,
        encodings: &[[&[u8; 32]; 4]; N],
    ) -> Option<[[Self::Limbs; 4]; N]>;
    /// The opposite of a reduced addend, if `negative`: lanes 0 and 1 swapped, lane 2 from a multiple of p.
    fn flip(self, addend: &Self::Limbs, negative: bool) -> Self::Limbs;
}

/// The constant of a permutation, for lanes 0 to 3, two bits each.
const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | (lanes[1] << 2) | (lanes[2] << 4) | (lanes[3] << 6)
}

/// Masks of lanes, two bits each: one per 32 bits.
const ALL: i32 = 0xff;
const LANE_0: i32 = 0b11;
const LANE_1: i32 = LANE_0 << 2;
const LANE_2: i32 = LANE_0 << 4;
const LANE_3: i32 = LANE_0 << 6;

/// `N` times four field elements, whose products do not wait for each other.
#[derive(Clone, Copy)]
struct Elements<V: Lanes, const N: usize>(V, [V::Limbs; N]);

impl<V: Lanes, const N: usize> Elements<V, N> {
    #[inline(always)]
    fn splat(lanes: V, packed: &V::Packed) -> Self {
        Self(lanes, [lanes.load(packed); N])
    }

    #[inline(always)]
    fn mul(&self, y: &Self) -> Self {
        let mut out = *self;
        for (out, y) in out.1.iter_mut().zip(&y.1) {
            *out = self.0.carry(&self.0.mul(&self.0.zero(), out, y));
        }
        out
    }

    #[inline(always)]
    fn square(&self) -> Self {
        let mut out = *self;
        for out in &mut out.1 {
            *out = self.0.carry(&self.0.square(&self.0.zero(), out));
        }
        out
    }

    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        let mut out = *self;
        for (out, y) in out.1.iter_mut().zip(&y.1) {
            *out = self.0.carry(&self.0.add(out, y));
        }
        out
    }

    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        let mut out = *self;
        for (out, y) in out.1.iter_mut().zip(&y.1) {
            *out = self.0.carry(&self.0.sub(&self.0.add(out, &self.0.offset::<ALL>()), y));
        }
        out
    }

    /// y where the masks say so.
    #[inline(always)]
    fn choose(&self, masks: &[u8; N], y: &Self) -> Self {
        let mut out = *self;
        for ((out, y), &mask) in out.1.iter_mut().zip(&y.1).zip(masks) {
            *out = self.0.choose(mask, out, y);
        }
        out
    }

    #[inline(always)]
    fn integers(&self) -> [[U256; 4]; N] {
        let mut out = [[[0; 4]; 4]; N];
        for (out, x) in out.iter_mut().zip(&self.1) {
            *out = self.0.integers(x);
        }
        out
    }

    /// x^((p - 5) / 8).
    #[inline(always)]
    fn power_p58(&self) -> Self {
        let mut y = self.square();
        let mut values = [*self; 12];
        values[1] = y;
        for (i, &(n, factor)) in POWER_CHAIN.iter().chain(&[(2, 0)]).enumerate() {
            for _ in 0..n {
                y = y.square();
            }
            y = y.mul(&values[factor]);
            if let Some(value) = values.get_mut(i + 2) {
                *value = y;
            }
        }
        y
    }
}

/// The lanes of each four integers for which the test holds.
fn masks<const N: usize>(x: &[[U256; 4]; N], test: impl Fn(&U256) -> bool) -> [u8; N] {
    let mask = |x: &[U256; 4]| (0..4).fold(0, |mask, i| mask | (u8::from(test(&x[i])) << i));
    core::array::from_fn(|i| mask(&x[i]))
}

/// The group over lanes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parallel<V>(pub(crate) V);

impl<V: Lanes> Parallel<V> {
    /// E F, G H, F G, E H, in the lanes of T, Y, X, Z, from the factors and the order of their partners.
    #[inline(always)]
    fn complete<const ORDER: i32>(self, factors: &V::Limbs) -> V::Limbs {
        let factors = self.0.carry(factors);
        let partners = self.0.order::<ORDER>(&factors);
        self.0.mul(&self.0.offset::<LANE_1>(), &factors, &partners)
    }

    /// (Y - X, Y + X, T, Z), reduced.
    #[inline(always)]
    fn sum_and_difference(self, point: &V::Limbs) -> V::Limbs {
        let y = self.0.order::<{ order([1, 1, 0, 3]) }>(point);
        let x = self.0.order::<{ order([2, 2, 2, 2]) }>(point);
        let difference = self.0.sub_where::<LANE_0>(&y, &y, &x);
        self.0.carry(&self.0.add_where::<LANE_1>(&difference, &y, &x))
    }

    #[inline(always)]
    fn add_flipped(self, point: &V::Limbs, addend: &V::Limbs) -> V::Limbs {
        let operand = self.sum_and_difference(point);
        let product = self.0.mul(&self.0.offset::<{ LANE_1 | LANE_3 }>(), &operand, addend);
        // (A, B, C, D) to (E, H, F, G) = (B - A, B + A, D - C, D + C).
        let swapped = self.0.swap_pairs(&product);
        let sum = self.0.add(&product, &swapped);
        let factors = self.0.sub_where::<{ LANE_0 | LANE_2 }>(&sum, &swapped, &product);
        self.complete::<{ order([1, 3, 0, 2]) }>(&factors)
    }
}

/// The points of `4 N` encodings; None if one is not a point.
#[inline(always)]
pub(crate) fn decode<V: Lanes, const N: usize>(
    lanes: V,
    encodings: &[[&[u8; 32]; 4]; N],
) -> Option<[[V::Limbs; 4]; N]> {
    let mut y = Elements(lanes, [lanes.zero(); N]);
    let mut signs = [0; N];
    for i in 0..N {
        let parts = encodings[i].map(split_encoding);
        y.1[i] = lanes.load_integers(&parts.map(|(y, _)| y));
        signs[i] = masks(&[parts.map(|(_, sign)| [u64::from(sign), 0, 0, 0])], |x| x[0] == 1)[0];
    }
    let one = Elements::splat(lanes, &V::ONE);
    let yy = y.square();
    let (u, v) = (yy.sub(&one), yy.mul(&Elements::splat(lanes, &V::D)).add(&one));
    // x = u v^3 (u v^7)^((p - 5) / 8), or that times a root of -1 (RFC 8032, 5.1.3).
    let v3 = v.square().mul(&v);
    let uv3 = u.mul(&v3);
    let x = uv3.mul(&uv3.mul(&v3.mul(&v)).power_p58());
    let check = v.mul(&x.square());
    let roots = masks(&check.sub(&u).integers(), limb::is_zero);
    let other_roots = masks(&check.add(&u).integers(), limb::is_zero);
    let mut all = true;
    for i in 0..N {
        all &= roots[i] | other_roots[i] == 0b1111;
    }
    if !all {
        return None;
    }
    let x = x.mul(&Elements::splat(lanes, &V::ROOT)).choose(&roots, &x);
    let mut opposite = masks(&x.integers(), |x| x[0] & 1 == 1);
    for i in 0..N {
        opposite[i] ^= signs[i];
    }
    // Of x = 0 the opposite is 0 too.
    let x = x.choose(&opposite, &Elements(lanes, [lanes.zero(); N]).sub(&x));
    let t = x.mul(&y).integers();
    let (x, y) = (x.integers(), y.integers());
    let mut points = [[lanes.zero(); 4]; N];
    for i in 0..N {
        for j in 0..4 {
            let point = lanes.load_integers(&[t[i][j], y[i][j], x[i][j], [1, 0, 0, 0]]);
            points[i][j] = lanes.add(&point, &lanes.offset::<LANE_1>());
        }
    }
    Some(points)
}

impl<V: Lanes> Group for Parallel<V> {
    type Point = V::Limbs;
    type Cached = V::Limbs;
    type Base = V::Packed;

    #[inline(always)]
    fn identity(self) -> V::Limbs {
        self.0.add(&self.0.load(&V::IDENTITY), &self.0.offset::<LANE_1>())
    }

    #[inline(always)]
    fn decode_pair(self, [a, b]: [&[u8; 32]; 2]) -> Option<[V::Limbs; 2]> {
        let [[first, second, ..]] = self.0.decode(&[[a, b, a, b]])?;
        Some([first, second])
    }

    #[inline(always)]
    fn decode_all(self, encodings: &[&[u8; 32]], points: &mut Vec<V::Limbs>) -> bool {
        for chunk in encodings.chunks(8) {
            let mut eight = [[chunk[0]; 4]; 2];
            for (i, encoding) in chunk.iter().enumerate() {
                eight[i / 4][i % 4] = encoding;
            }
            let Some(decoded) = self.0.decode(&eight) else { return false };
            points.extend_from_slice(&decoded.as_flattened()[..chunk.len()]);
        }
        true
    }

    #[inline(always)]
    fn double(self, point: &V::Limbs) -> V::Limbs {
        // (X, Y, X + Y, Z).
        let operand = self.0.order::<{ order([2, 1, 1, 3]) }>(point);
        let operand = self.0.carry(&self.0.add_where::<LANE_2>(&operand, &operand, point));
        let squares = self.0.square(&self.0.offset::<LANE_0>(), &operand);
        // (A, B, D, C) to (H, G, E, F) = (A + B, A - B, A + B - D, A - B + 2C).
        let a = self.0.order::<{ order([0, 0, 0, 0]) }>(&squares);
        let b = self.0.order::<{ order([1, 1, 1, 1]) }>(&squares);
        let sum = self.0.sub_where::<LANE_2>(&a, &a, &squares);
        let twice = self.0.add(&squares, &squares);
        let sum = self.0.add_where::<LANE_3>(&sum, &a, &twice);
        let plus = self.0.add(&sum, &b);
        let factors = self.0.sub_where::<{ LANE_1 | LANE_3 }>(&plus, &sum, &b);
        self.complete::<{ order([2, 0, 3, 1]) }>(&factors)
    }

    #[inline(always)]
    fn add(self, point: &V::Limbs, addend: &V::Limbs, negative: bool) -> V::Limbs {
        self.add_flipped(point, &self.0.flip(addend, negative))
    }

    #[inline(always)]
    fn add_base(self, point: &V::Limbs, addend: &V::Packed, negative: bool) -> V::Limbs {
        self.add_flipped(point, &self.0.flip(&self.0.load(addend), negative))
    }

    #[inline(always)]
    fn cache(self, point: &V::Limbs) -> V::Limbs {
        let operand = self.sum_and_difference(point);
        let factor = self.0.load(&V::ADDEND);
        self.0.carry(&self.0.mul(&self.0.zero(), &operand, &factor))
    }

    #[inline(always)]
    fn base_tables(self) -> &'static BaseTables<V::Packed> {
        self.0.base_tables()
    }

    #[inline(always)]
    fn is_identity(self, point: &V::Limbs) -> bool {
        let [_, y, x, z] = self.0.integers(&self.0.carry(point));
        limb::is_zero(&x) && y == z
    }
}
