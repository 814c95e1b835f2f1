//! Powers from the low end of the exponent: a chain of squarings, and products beside it.
//!
//! With e = Σ d_i 2^(w i), base^e = Π_d (Π_{d_i = d} base^(2^(w i)))^d (Yao 1976; Knuth, TAOCP vol. 2,
//! 4.6.3, answer to exercise 9): bucket d collects the squares whose digit is d, and at the end the
//! buckets are joined by 2 (2^w - 2) products. What counts on a core that runs instructions out of order is
//! the chain of *dependent* products: the squarings and the last join. The products into the buckets
//! wait for nothing that follows and run in the shadow of the squarings. A window from the top has every
//! product in the chain.
//!
//! There is no branch on a digit: digit 0 has a bucket that nobody reads, and a mispredicted branch would
//! cost as much as a short product. Buckets begin at the base itself instead of 1, which spares a conversion;
//! the exponent is taken less 1 + 2 + ... + (2^w - 1) for that.
//!
//! On Zen 4 that gains 9 to 14 % with 1 limb and 3 to 7 % with 2. From 3 limbs on, a squaring fills the
//! schedulers by itself, nothing runs in its shadow, and windows are ahead (by 1 to 20 %).

use super::window::Exponent;

/// Room for digits of [`MAX_WIDTH`] bits.
pub(super) const BUCKETS: usize = 1 << MAX_WIDTH;

/// The widest digits.
const MAX_WIDTH: u32 = 4;

/// Digits are read from chunks of that many bits, a multiple of every width.
const CHUNK: u32 = 48;

/// What an exponentiation needs of its kernel.
pub(super) trait Ring {
    /// An element.
    type Element: Copy;
    /// a · b.
    fn multiply(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// a².
    fn square(&self, a: &Self::Element) -> Self::Element;
}

/// The longest modulus whose squarings leave room beside them.
const MAX_LIMBS: usize = 2;

/// The width of digits for `exponent` and a modulus of that many limbs; None if windows from the top are better.
///
/// Compares the chains: squarings and 2^w or so steps to join the buckets here, against squarings, windows
/// and the table there. `windows` is the latter two.
pub(super) fn width(limbs: usize, exponent: &Exponent<'_>, windows: u64) -> Option<u32> {
    if limbs > MAX_LIMBS {
        return None;
    }
    let width = match exponent.bit_len() {
        0..=23 => return None,
        24..=111 => 2,
        112..=399 => 3,
        _ => 4,
    };
    (windows > join_chain(width)).then_some(width)
}

/// The length of the chain that joins the buckets: each step waits for the one before.
const fn join_chain(width: u32) -> u64 {
    (1 << width) - 1
}

/// base^exponent, for an exponent of at least 24 significant bits.
#[inline(always)]
pub(super) fn pow<R: Ring>(
    ring: &R,
    base: R::Element,
    exponent: &Exponent<'_>,
    width: u32,
) -> R::Element {
    debug_assert!((1..=MAX_WIDTH).contains(&width) && exponent.bit_len() >= 24);
    let squared = |mut square, times| {
        for _ in 0..times {
            square = ring.square(&square);
        }
        square
    };
    let mut square = squared(base, exponent.tail_bits());
    let mut buckets = [square; BUCKETS];
    let mask = (1u64 << width) - 1;
    // What the buckets already hold.
    let mut borrow = mask * (mask + 1) / 2;
    let mut bits = exponent.bit_len();
    let mut low = 0;
    loop {
        let (mut chunk, under) =
            exponent.chunk::<{ CHUNK as usize / 8 }>(low).overflowing_sub(borrow);
        borrow = u64::from(under);
        let mut rest = bits.min(CHUNK.into());
        bits -= rest;
        loop {
            let digit = usize::try_from(chunk & mask).unwrap_or(0) % BUCKETS;
            buckets[digit] = ring.multiply(&buckets[digit], &square);
            chunk >>= width;
            rest = rest.saturating_sub(width.into());
            if rest == 0 {
                break;
            }
            square = squared(square, width.into());
        }
        if bits == 0 {
            break;
        }
        square = squared(square, width.into());
        low += CHUNK as usize / 8;
    }
    join(ring, &buckets[..1 << width])
}

/// Π buckets\[d\]^d.
#[inline(always)]
fn join<R: Ring>(ring: &R, buckets: &[R::Element]) -> R::Element {
    let mut running = buckets[buckets.len() - 1];
    let mut power = running;
    for bucket in buckets[1..buckets.len() - 1].iter().rev() {
        running = ring.multiply(&running, bucket);
        power = ring.multiply(&power, &running);
    }
    power
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    use super::super::{Operand, natural::Natural, window};
    use super::*;

    /// Exponents mod 2^128 instead of powers: a product adds.
    struct Log;

    impl Ring for Log {
        type Element = u128;
        fn multiply(&self, a: &u128, b: &u128) -> u128 {
            a.wrapping_add(*b)
        }
        fn square(&self, a: &u128) -> u128 {
            a.wrapping_mul(2)
        }
    }

    fn check(bytes: &[u8], pad: usize) {
        let exponent = Exponent::new(Natural::new(Operand { bytes, len: bytes.len() + pad }));
        if exponent.bit_len() < 24 {
            return;
        }
        let value = BigUint::from_bytes_be(bytes) << (8 * pad);
        let digits = value.to_u64_digits();
        let digit = |i: usize| u128::from(digits.get(i).copied().unwrap_or(0));
        let expected = digit(0) | (digit(1) << 64);
        for width in 1..=MAX_WIDTH {
            assert_eq!(pow(&Log, 1, &exponent, width), expected, "{value:x} width {width}");
        }
    }

    #[test]
    fn every_length_and_boundary() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for len in 3..=140 {
            for pad in [0, 1, 7, 8, 9] {
                let mut bytes = vec![0; len];
                rng.fill_bytes(&mut bytes);
                check(&bytes, pad);
                check(&vec![255; len], pad);
                // The borrow of what the buckets hold runs through all chunks.
                let mut bytes = vec![0; len];
                bytes[0] = 1;
                bytes[len - 1] = 1;
                check(&bytes, pad);
                bytes[0] = 0x80;
                check(&bytes, pad);
            }
        }
        for value in (1u32 << 23)..(1 << 23) + 4000 {
            check(&value.to_be_bytes(), 0);
        }
    }

    #[test]
    fn the_chain_is_never_longer_than_with_windows() {
        for bytes in window::tests::wide_exponents() {
            let exponent = Exponent::new(Natural::new(Operand { bytes: &bytes, len: bytes.len() }));
            let (_, products) = exponent.width_and_products(window::MAX_WIDTH);
            if let Some(width) = width(1, &exponent, products) {
                assert!(join_chain(width) < products);
                assert!(join_chain(width) < BigUint::from_bytes_be(&bytes).count_ones());
            }
        }
    }
}
