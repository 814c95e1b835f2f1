//! Non-adjacent forms.

use crate::limb::U256;

/// Digits of the longest form: of 256 bits, and a carry out of them.
const DIGITS: usize = 257;

/// k = Σ digitᵢ 2^i, where digits are zero or odd and below 2^(width - 1) in magnitude, and of any
/// `width` in sequence one at most is not zero.
#[derive(Debug)]
pub(crate) struct Wnaf {
    digits: [i16; DIGITS],
    len: usize,
}

impl Wnaf {
    /// The form of k, or of -k; 2 ≤ width ≤ 15.
    pub(crate) fn new(k: &U256, negative: bool, width: u32) -> Self {
        let mut form = Self { digits: [0; DIGITS], len: 0 };
        // What the digits so far leave is ⌊k / 2^position⌋, plus one after a negative digit.
        let (mut position, mut carry) = (0, false);
        loop {
            let bits = bits_at(k, position);
            let zeros = if carry { bits.trailing_ones() } else { bits.trailing_zeros() };
            position += zeros as usize;
            if position >= DIGITS {
                return form;
            }
            if zeros == 64 {
                continue;
            }
            let window = (bits_at(k, position) & ((1 << width) - 1)) + u64::from(carry);
            carry = window >> (width - 1) != 0;
            let window = i16::try_from(window).expect("at most 2^15 - 1");
            let digit = if carry { window.wrapping_sub(1 << width) } else { window };
            form.digits[position] = if negative { -digit } else { digit };
            form.len = position + 1;
            position += width as usize;
        }
    }

    /// Digits up to the highest that is not zero.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn digit(&self, position: usize) -> i16 {
        self.digits[position]
    }
}

/// 64 bits of k from `position` on, with zeros above.
#[inline(always)]
fn bits_at(k: &U256, position: usize) -> u64 {
    let (limb, shift) = (position / 64, position % 64);
    let low = k.get(limb).map_or(0, |word| word >> shift);
    let high = k.get(limb + 1).map_or(0, |word| word << 1 << (63 - shift));
    low | high
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use rand_chacha::ChaCha20Rng;
    use rand_core::{RngCore, SeedableRng};

    use super::*;
    use crate::secp256k1::model::big;

    #[test]
    fn digits_sum_to_the_number() {
        let mut numbers =
            vec![[0; 4], [u64::MAX; 4], [0, 0, 0, 1 << 63], [u64::MAX, u64::MAX, 0, 0]];
        numbers.extend((0..300).map(|k| [k, 0, 0, 0]));
        numbers.extend([[0, 1, 0, 0], [u64::MAX, 0, u64::MAX, 0], [0, u64::MAX, 0, u64::MAX]]);
        numbers
            .extend((0..256).map(|i| core::array::from_fn(|j| u64::from(j == i / 64) << (i % 64))));
        let mut rng = ChaCha20Rng::seed_from_u64(7);
        numbers.extend((0..200).map(|_| core::array::from_fn(|_| rng.next_u64())));
        for k in &numbers {
            for (width, negative) in [(2, false), (5, true), (5, false), (12, false), (15, true)] {
                let form = Wnaf::new(k, negative, width);
                let value = BigInt::from(big(k));
                let sum = form.digits.iter().rev().fold(BigInt::ZERO, |sum, d| sum * 2 + *d);
                assert_eq!(sum, if negative { -value } else { value }, "{k:x?} {width}");
                let bound = 1 << (width - 1);
                assert!(
                    form.digits.iter().all(|d| *d == 0 || d % 2 != 0 && d.unsigned_abs() < bound)
                );
                let used = form.digits.iter().rposition(|d| *d != 0).map_or(0, |i| i + 1);
                assert_eq!(used, form.len);
                let sparse = |w: &[i16]| w.iter().filter(|d| **d != 0).count() <= 1;
                assert!(form.digits.windows(width as usize).all(sparse));
            }
        }
    }
}
