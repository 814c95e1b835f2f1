//! Big-endian operands as they come from outside, read in place: nothing is copied, and nothing has
//! the length that the caller declares.

use super::Operand;

/// sig · 256^tail, where `sig` neither begins nor ends with a zero byte; zero has an empty `sig`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Natural<'a> {
    /// The significant bytes, big-endian.
    pub(super) sig: &'a [u8],
    /// How many zero bytes follow them.
    pub(super) tail: usize,
}

impl<'a> Natural<'a> {
    pub(super) fn new(operand: Operand<'a>) -> Self {
        let Operand { bytes, len } = operand;
        let bytes = &bytes[..bytes.len().min(len)];
        let Some(last) = bytes.iter().rposition(|&byte| byte != 0) else {
            return Self { sig: &[], tail: 0 };
        };
        let first = bytes.iter().position(|&byte| byte != 0).unwrap_or(last);
        Self { sig: &bytes[first..=last], tail: len - 1 - last }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.sig.is_empty()
    }

    pub(super) fn is_one(&self) -> bool {
        self.sig == [1] && self.tail == 0
    }

    /// The number of trailing zero bits; 0 for zero.
    pub(super) fn trailing_zeros(&self) -> u64 {
        let low = self.sig.last().map_or(0, |byte| byte.trailing_zeros());
        8 * self.tail as u64 + u64::from(low)
    }

    /// Bits of the value; 0 for zero.
    pub(super) fn bit_len(&self) -> u64 {
        let Some(first) = self.sig.first() else { return 0 };
        8 * (self.sig.len() as u64 + self.tail as u64) - u64::from(first.leading_zeros())
    }

    /// Limbs that hold `sig` · 256^(tail mod 8); the other tail / 8 limbs, all zero, lie below them.
    pub(super) fn upper_limbs(&self) -> usize {
        (self.sig.len() + self.tail % 8).div_ceil(8)
    }

    /// Limb `i` of the value, 0 past its end.
    pub(super) fn limb(&self, i: usize) -> u64 {
        match i.checked_sub(self.tail / 8) {
            Some(i) => self.upper_limb(i),
            None => 0,
        }
    }

    /// Limb `i` of `sig` · 256^(tail mod 8).
    pub(super) fn upper_limb(&self, i: usize) -> u64 {
        let tail = self.tail % 8;
        let Some(end) = i.checked_mul(8).and_then(|low| (self.sig.len() + tail).checked_sub(low))
        else {
            return 0;
        };
        // The limb is bytes end - 8 .. end of `sig` followed by `tail` zero bytes.
        if (8..=self.sig.len()).contains(&end)
            && let Some(bytes) = self.sig[..end].last_chunk()
        {
            return u64::from_be_bytes(*bytes);
        }
        let mut limb = 0;
        for at in end.saturating_sub(8)..end {
            limb = (limb << 8) | u64::from(self.sig.get(at).copied().unwrap_or(0));
        }
        limb
    }

    /// Limbs 0.. of (self >> shift) into `out`, which may be shorter or longer than the value.
    pub(super) fn shifted_limbs(&self, shift: u64, out: &mut [u64]) {
        let (skip, bits) = (usize::try_from(shift / 64).unwrap_or(usize::MAX), shift % 64);
        let limb = |i: usize| skip.checked_add(i).map_or(0, |i| self.limb(i));
        let mut low = limb(0);
        for (i, out) in out.iter_mut().enumerate() {
            let high = limb(i + 1);
            *out = if bits == 0 { low } else { (low >> bits) | (high << (64 - bits)) };
            low = high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn limbs_match_the_value() {
        let bytes: Vec<u8> = (0..41).map(|i: u8| i.wrapping_mul(77)).collect();
        for from in 0..20 {
            for to in from..41 {
                for pad in [0, 1, 5, 8, 13, 16, 23] {
                    let bytes = &bytes[from..to];
                    let operand = Operand { bytes, len: bytes.len() + pad };
                    let natural = Natural::new(operand);
                    let value = BigUint::from_bytes_be(bytes) << (8 * pad);
                    let limbs = value.to_u64_digits();
                    assert_eq!(natural.bit_len(), value.bits());
                    assert_eq!(natural.trailing_zeros(), value.trailing_zeros().unwrap_or(0));
                    for i in 0..10 {
                        assert_eq!(natural.limb(i), limbs.get(i).copied().unwrap_or(0));
                    }
                    for shift in [0, 1, 63, 64, 65, 200] {
                        let mut out = [0; 9];
                        natural.shifted_limbs(shift, &mut out);
                        let mut expected = (&value >> shift).to_u64_digits();
                        expected.resize(9, 0);
                        assert_eq!(out[..], expected);
                    }
                }
            }
        }
    }
}
