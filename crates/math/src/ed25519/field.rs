//! The field of 2^255 - 19: what a curve engine needs of it, and the portable representation.
//!
//! Radix 2^51, five limbs. A *tight* element has limbs below 2^51 + 2^13 and comes out of a product; a
//! *loose* one has limbs below 2^54 and may go into one. Sums and differences are not carried: the sum of two
//! tight elements is below 2^52.1, and a difference adds 4p, so it is below 2^53.9 for a minuend of three tight
//! elements. Products of loose elements: 77 2^108 < 2^115, with carries below 2^64.

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
    /// x + y, of at most three tight elements in all.
    fn add(self, y: Self) -> Self;
    /// x - y, with x the sum of at most three and y of at most two tight elements.
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

/// An addition chain for x^(2^250 - 1) (Bernstein, Curve25519, 2006): beginning with y = x^2, for each (n, i)
/// y becomes y^(2^n) times value i, where the values are x, x^2 and then every y. Value 3 is x^11.
///
/// As data, so that there is one square and one product in the code of it.
pub(crate) const POWER_CHAIN: [(u32, usize); 10] = [
    (2, 0), // x^9
    (0, 1), // x^11
    (1, 2), // x^(2^5 - 1)
    (5, 4),
    (10, 5),
    (20, 6),
    (10, 5), // x^(2^50 - 1)
    (50, 8),
    (100, 9),
    (50, 8),
];

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

    /// x^(2^250 - 1) to the power of 2^n, times value i of the chain.
    const fn power(&self, n: u32, i: usize) -> Self {
        let mut y = self.squared();
        let mut values = [*self; 12];
        values[1] = y;
        let mut step = 0;
        while step <= POWER_CHAIN.len() {
            let (mut squarings, factor) =
                if step < POWER_CHAIN.len() { POWER_CHAIN[step] } else { (n, i) };
            while squarings > 0 {
                y = y.squared();
                squarings -= 1;
            }
            y = y.times(&values[factor]);
            if step < POWER_CHAIN.len() {
                values[step + 2] = y;
            }
            step += 1;
        }
        y
    }

    /// x^((p - 5) / 8) = x^(2^252 - 3).
    pub(crate) const fn power_p58(&self) -> Self {
        self.power(2, 0)
    }

    /// x^(p - 2) = x^(2^255 - 21): the inverse, or 0 of 0.
    pub(crate) const fn inverse(&self) -> Self {
        self.power(5, 3)
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

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::{One, Zero};
    use rand_chacha::ChaCha20Rng;
    use rand_core::{RngCore, SeedableRng};

    use super::*;
    use crate::secp256k1::model::{big, limbs};

    fn modulus() -> BigUint {
        (BigUint::one() << 255u32) - 19u32
    }

    fn value(x: &Fe51) -> BigUint {
        (0..5).fold(BigUint::zero(), |sum, i| sum + (BigUint::from(x.0[i]) << (51 * i)))
    }

    /// Limbs up to and often at `maximum`.
    fn draw(rng: &mut ChaCha20Rng, maximum: u64) -> Fe51 {
        Fe51(core::array::from_fn(|_| match rng.next_u32() % 3 {
            0 => maximum,
            1 => 0,
            _ => rng.next_u64() % (maximum + 1),
        }))
    }

    const TIGHT: u64 = (1 << 51) + (1 << 13) - 1;
    const LOOSE: u64 = (1 << 54) - 1;

    #[test]
    fn packing() {
        let p = modulus();
        assert_eq!(big(&P), p);
        let zero = BigUint::zero();
        for x in [zero, BigUint::one(), &p - 1u32, p.clone(), &p + 18u32, &p - 19u32] {
            let element = Fe51::unpack(&limbs(&x));
            assert_eq!(big(&element.pack()), x % &p);
        }
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        for _ in 0..2000 {
            let x = draw(&mut rng, LOOSE);
            assert_eq!(big(&x.pack()), value(&x) % &p, "{x:x?}");
        }
    }

    #[test]
    fn arithmetic_at_the_bounds() {
        let p = modulus();
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        for _ in 0..2000 {
            let (x, y) = (draw(&mut rng, LOOSE), draw(&mut rng, LOOSE));
            for (product, expected) in
                [(x.times(&y), value(&x) * value(&y)), (x.squared(), value(&x) * value(&x))]
            {
                assert!(product.0.iter().all(|&limb| limb <= TIGHT));
                assert_eq!(value(&product) % &p, expected % &p);
            }
            let [a, b, c, d, e] = core::array::from_fn(|_| draw(&mut rng, TIGHT));
            let difference = a.plus(&b).plus(&c).minus(&d.plus(&e));
            assert!(difference.0.iter().all(|&limb| limb <= LOOSE));
            let expected = value(&a) + value(&b) + value(&c) + &p * 4u32;
            assert_eq!(value(&difference) % &p, (expected - value(&d) - value(&e)) % &p);
        }
    }

    #[test]
    fn powers() {
        let p = modulus();
        let mut rng = ChaCha20Rng::seed_from_u64(6);
        for _ in 0..20 {
            let x = draw(&mut rng, TIGHT);
            let expected = value(&x).modpow(&((&p - 5u32) / 8u32), &p);
            assert_eq!(big(&x.power_p58().pack()), expected);
            assert_eq!(big(&x.inverse().pack()), value(&x).modpow(&(&p - 2u32), &p));
        }
    }
}
