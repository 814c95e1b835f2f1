//! Set-up of the kernels in radix 2^52, and the way back to limbs.

use super::fixed::Call;
use super::limbs::{self, mac};
use super::odd;

/// A digit.
pub(crate) const MASK: u64 = (1 << 52) - 1;

/// Digits for the modulus `q` with the 4 spare bits that the kernels' bounds need.
pub(crate) fn count(q: &[u64]) -> usize {
    let top = q.last().map_or(0, |top| top.leading_zeros() as usize);
    (64 * q.len() - top + 4).div_ceil(52)
}

/// Where [`set_up`] puts its results, as digits; zero on entry.
#[derive(Debug)]
pub(crate) struct Converted<'a> {
    /// The modulus.
    pub(crate) n: &'a mut [u64],
    /// (k N + 1) / 2^52.
    pub(crate) m: &'a mut [u64],
    /// base · 2^(52 n) mod N.
    pub(crate) base: &'a mut [u64],
}

/// Limbs of the longest modulus here.
const MAX_LIMBS: usize = 33;

/// The number n of digits, and k = -1/N mod 2^52; `q`: the modulus, at most 2076 bits.
pub(crate) fn set_up(call: &Call<'_>, q: &[u64], converted: Converted<'_>) -> (usize, u64) {
    let n = count(q);
    let k = limbs::inverse(q[0]).wrapping_neg() & MASK;
    split(q, 0, converted.n);
    // k N + 1, from its digit 1.
    let mut multiple = [0; MAX_LIMBS + 1];
    let mut carry = 1;
    for (limb, &q) in multiple.iter_mut().zip(q) {
        (*limb, carry) = mac(0, q, k, carry);
    }
    multiple[q.len()] = carry;
    split(&multiple[..=q.len()], 52, converted.m);
    let (mut shifted, mut base) = ([0; MAX_LIMBS], [0; MAX_LIMBS]);
    let base = &mut base[..q.len()];
    let bits = 52 * n;
    let zeros = call.base.tail / 8 + bits / 64;
    let rest = u32::try_from(bits % 64).unwrap_or(0);
    odd::reduce(q, call.base, zeros, rest, &mut shifted[..q.len()], base);
    split(base, 0, converted.base);
    (n, k)
}

/// The digits of `limbs` >> shift.
pub(crate) fn split(limbs: &[u64], shift: usize, digits: &mut [u64]) {
    let limb = |i: usize| limbs.get(i).copied().unwrap_or(0);
    for (i, digit) in digits.iter_mut().enumerate() {
        let at = 52 * i + shift;
        let (index, bit) = (at / 64, at % 64);
        let mut value = limb(index) >> bit;
        if bit > 12 {
            value |= limb(index + 1) << (64 - bit);
        }
        *digit = value & MASK;
    }
}

/// The value of canonical digits, as far as the limbs reach.
pub(crate) fn join(digits: &[u64], limbs: &mut [u64]) {
    limbs.fill(0);
    for (i, &digit) in digits.iter().enumerate() {
        let (index, bit) = (52 * i / 64, 52 * i % 64);
        if let Some(limb) = limbs.get_mut(index) {
            *limb |= digit << bit;
        }
        if bit > 12
            && let Some(limb) = limbs.get_mut(index + 1)
        {
            *limb |= digit >> (64 - bit);
        }
    }
}

/// q := the value of canonical digits mod q, for a value below 4 q.
pub(crate) fn leave(digits: &[u64], q: &mut [u64]) {
    let mut value = [0; MAX_LIMBS + 1];
    join(digits, &mut value);
    let n = q.len();
    while value[n] != 0 || !limbs::lt(&value[..n], q) {
        let borrow = limbs::sub(&mut value[..n], q);
        value[n] -= borrow;
    }
    q.copy_from_slice(&value[..n]);
}

/// Whether canonical digits have a value of at most 3 N: the bound of the kernels is 2.35 N.
pub(crate) fn in_bounds(digits: &[u64], n: &[u64]) -> bool {
    let mut rest = 0i128;
    for (&digit, &n) in digits.iter().zip(n) {
        rest = (rest + 3 * i128::from(n) - i128::from(digit)) >> 52;
    }
    rest >= 0 && digits.iter().all(|&digit| digit <= MASK)
}
