//! The field of 2^255 - 19: what a curve engine needs of it, and the portable representation.
//!
//! Radix 2^51, five limbs. A *tight* element has limbs below 2^51 + 2^13 and comes out of a product; a
//! *loose* one has limbs below 2^54 and may go into one. Sums and differences are not carried: the sum of two
//! tight elements is below 2^52.1, and a difference adds 4p, so it is below 2^53.6 for a tight or
//! twice-tight minuend. Products of loose elements: 77 2^108 < 2^115, with carries below 2^64.

#![expect(clippy::cast_possible_truncation, reason = "limbs are cut out of wider sums")]

use crate::limb::{self, U256};

/// p = 2^255 - 19.
pub(crate) const P: U256 = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];

/// A representation of the field, by value: products take the results of one or two sums or differences.
///
/// What may be added to what before a product is for the curve formulas in [`super::curve`], which are
/// written once for all representations and keep to the bounds of the tightest, [`Fe51`].
pub(crate) trait Field: Copy + 'static {
    /// From the portable representation, at compile time or where time does not matter.
    fn from_fe51(x: &Fe51) -> Self;
    /// From an integer below 2^255.
    fn from_limbs(x: &U256) -> Self;
    /// The integer below p.
    fn to_limbs(self) -> U256;
    /// x + y. Both tight.
    fn add(self, y: Self) -> Self;
    /// x - y, with y tight or the sum of two tight ones.
    fn sub(self, y: Self) -> Self;
    /// x y; tight. Both loose.
    fn mul(self, y: Self) -> Self;
    /// x^2; tight. x loose.
    fn square(self) -> Self;

    /// x_i^2 of independent x_i, whose latencies may overlap.
    #[inline(always)]
    fn square_pair([x, y]: [Self; 2]) -> [Self; 2] {
        [x.square(), y.square()]
    }
}

/// Runs the addition chain for x^(2^250 - 1) with given operations; evaluates to that and x^11.
///
/// 249 squarings and 11 products with those of the two users below (the chain of Bernstein's Curve25519, 2006).
macro_rules! power_chain {
    ($x:expr, $mul:path, $square_n:path) => {{
        let x = $x;
        let x2 = $square_n(x, 1);
        let x9 = $mul(&$square_n(&x2, 2), x);
        let x11 = $mul(&x9, &x2);
        let e5 = $mul(&$square_n(&x11, 1), &x9);
        let e10 = $mul(&$square_n(&e5, 5), &e5);
        let e20 = $mul(&$square_n(&e10, 10), &e10);
        let e40 = $mul(&$square_n(&e20, 20), &e20);
        let e50 = $mul(&$square_n(&e40, 10), &e10);
        let e100 = $mul(&$square_n(&e50, 50), &e50);
        let e200 = $mul(&$square_n(&e100, 100), &e100);
        let e250 = $mul(&$square_n(&e200, 50), &e50);
        (e250, x11)
    }};
}
pub(crate) use power_chain;

/// Five limbs of radix 2^51.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fe51(pub(crate) [u64; 5]);

/// 2^51 - 1.
pub(crate) const MASK: u64 = (1 << 51) - 1;

impl Fe51 {
    pub(crate) const ZERO: Self = Self([0; 5]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0, 0]);

    pub(crate) const fn small(x: u32) -> Self {
        Self([x as u64, 0, 0, 0, 0])
    }

    /// From an integer below 2^255; tight.
    pub(crate) const fn unpack(x: &U256) -> Self {
        Self([
            x[0] & MASK,
            ((x[0] >> 51) | (x[1] << 13)) & MASK,
            ((x[1] >> 38) | (x[2] << 26)) & MASK,
            ((x[2] >> 25) | (x[3] << 39)) & MASK,
            (x[3] >> 12) & MASK,
        ])
    }

    /// The integer below p, of a loose element.
    pub(crate) const fn pack(&self) -> U256 {
        // Twice carried the value is below 2^255 + 2^13; adding 19 shows at bit 255 whether it is >= p.
        let [a, b, c, d, e] = self.carried().carried().0;
        let mut over = (a + 19) >> 51;
        over = (b + over) >> 51;
        over = (c + over) >> 51;
        over = (d + over) >> 51;
        over = (e + over) >> 51;
        let a = a + 19 * over;
        let b = b + (a >> 51);
        let c = c + (b >> 51);
        let d = d + (c >> 51);
        let e = e + (d >> 51);
        let (a, b, c, d, e) = (a & MASK, b & MASK, c & MASK, d & MASK, e & MASK);
        [a | (b << 51), (b >> 13) | (c << 38), (c >> 26) | (d << 25), (d >> 39) | (e << 12)]
    }

    /// One pass of carries: limbs below 2^51 + 2^17 for any input.
    pub(crate) const fn carried(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([
            (a & MASK) + 19 * (e >> 51),
            (b & MASK) + (a >> 51),
            (c & MASK) + (b >> 51),
            (d & MASK) + (c >> 51),
            (e & MASK) + (d >> 51),
        ])
    }

    pub(crate) const fn plus(&self, y: &Self) -> Self {
        let (x, y) = (&self.0, &y.0);
        Self([x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4]])
    }

    pub(crate) const fn minus(&self, y: &Self) -> Self {
        // 4p, limb by limb above any sum of two tight elements.
        const OFFSET: [u64; 5] = [4 * (MASK - 18), 4 * MASK, 4 * MASK, 4 * MASK, 4 * MASK];
        let (x, y) = (&self.0, &y.0);
        Self([
            x[0] + OFFSET[0] - y[0],
            x[1] + OFFSET[1] - y[1],
            x[2] + OFFSET[2] - y[2],
            x[3] + OFFSET[3] - y[3],
            x[4] + OFFSET[4] - y[4],
        ])
    }

    #[inline(always)]
    pub(crate) const fn times(&self, y: &Self) -> Self {
        const fn m(x: u64, y: u64) -> u128 {
            x as u128 * y as u128
        }
        let ([a, b, c, d, e], [f, g, h, i, j]) = (self.0, y.0);
        let (g19, h19, i19, j19) = (19 * g, 19 * h, 19 * i, 19 * j);
        carry_wide([
            m(a, f) + m(b, j19) + m(c, i19) + m(d, h19) + m(e, g19),
            m(a, g) + m(b, f) + m(c, j19) + m(d, i19) + m(e, h19),
            m(a, h) + m(b, g) + m(c, f) + m(d, j19) + m(e, i19),
            m(a, i) + m(b, h) + m(c, g) + m(d, f) + m(e, j19),
            m(a, j) + m(b, i) + m(c, h) + m(d, g) + m(e, f),
        ])
    }

    #[inline(always)]
    pub(crate) const fn squared(&self) -> Self {
        const fn m(x: u64, y: u64) -> u128 {
            x as u128 * y as u128
        }
        let [a, b, c, d, e] = self.0;
        let (a2, b2, d19, e19) = (2 * a, 2 * b, 19 * d, 19 * e);
        carry_wide([
            m(a, a) + m(b2, e19) + m(2 * c, d19),
            m(a2, b) + m(2 * c, e19) + m(d, d19),
            m(a2, c) + m(b, b) + m(2 * d, e19),
            m(a2, d) + m(b2, c) + m(e, e19),
            m(a2, e) + m(b2, d) + m(c, c),
        ])
    }

    /// x^(2^n).
    const fn square_n(&self, n: u32) -> Self {
        let mut x = self.squared();
        let mut i = 1;
        while i < n {
            x = x.squared();
            i += 1;
        }
        x
    }

    /// x^((p - 5) / 8) = x^(2^252 - 3).
    pub(crate) const fn power_p58(&self) -> Self {
        let (e250, _) = power_chain!(self, Self::times, Self::square_n);
        e250.square_n(2).times(self)
    }

    /// x^(p - 2) = x^(2^255 - 21): the inverse, or 0 of 0.
    pub(crate) const fn inverse(&self) -> Self {
        let (e250, x11) = power_chain!(self, Self::times, Self::square_n);
        e250.square_n(5).times(&x11)
    }

    pub(crate) const fn equals(&self, y: &Self) -> bool {
        let (x, y) = (self.pack(), y.pack());
        limb::is_zero(&[x[0] ^ y[0], x[1] ^ y[1], x[2] ^ y[2], x[3] ^ y[3]])
    }
}

/// Carries column sums below 2^115 (the last one below 2^111, as it has no multiples of 19).
#[inline(always)]
const fn carry_wide(columns: [u128; 5]) -> Fe51 {
    let [a, mut b, mut c, mut d, mut e] = columns;
    b += (a >> 51) as u64 as u128;
    c += (b >> 51) as u64 as u128;
    d += (c >> 51) as u64 as u128;
    e += (d >> 51) as u64 as u128;
    let first = (a as u64 & MASK) + 19 * (e >> 51) as u64;
    Fe51([
        first & MASK,
        (b as u64 & MASK) + (first >> 51),
        c as u64 & MASK,
        d as u64 & MASK,
        e as u64 & MASK,
    ])
}

impl Field for Fe51 {
    #[inline(always)]
    fn from_fe51(x: &Self) -> Self {
        *x
    }
    #[inline(always)]
    fn from_limbs(x: &U256) -> Self {
        Self::unpack(x)
    }
    #[inline(always)]
    fn to_limbs(self) -> U256 {
        self.pack()
    }
    #[inline(always)]
    fn add(self, y: Self) -> Self {
        self.plus(&y)
    }
    #[inline(always)]
    fn sub(self, y: Self) -> Self {
        self.minus(&y)
    }
    #[inline(always)]
    fn mul(self, y: Self) -> Self {
        self.times(&y)
    }
    #[inline(always)]
    fn square(self) -> Self {
        self.squared()
    }
}
