//! MODEXP by square-and-multiply, and its three price lists in exact integers.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::field::{be_bytes, from_be};

/// base^exp mod modulus; a modulus of 0 gives 0.
#[must_use]
pub fn power(base: &BigUint, exp: &BigUint, modulus: &BigUint) -> BigUint {
    if modulus.is_zero() {
        return BigUint::zero();
    }
    let base = base % modulus;
    let mut result = BigUint::one() % modulus;
    for i in (0..exp.bits()).rev() {
        result = &result * &result % modulus;
        if exp.bit(i) {
            result = result * &base % modulus;
        }
    }
    result
}

/// `len` bytes from `offset` of the input followed by endless zeros.
fn field(input: &[u8], offset: usize, len: usize) -> Vec<u8> {
    (offset..offset + len).map(|i| input.get(i).copied().unwrap_or(0)).collect()
}

fn lengths(input: &[u8]) -> [BigUint; 3] {
    [0, 32, 64].map(|offset| from_be(&field(input, offset, 32)))
}

/// The answer to an input whose lengths are small enough to run.
///
/// # Panics
/// If a length is not.
#[must_use]
pub fn answer(input: &[u8]) -> Vec<u8> {
    let [base_len, exp_len, mod_len] = lengths(input);
    if mod_len.is_zero() {
        return Vec::new();
    }
    let [base_len, exp_len, mod_len] =
        [base_len, exp_len, mod_len].map(|len| len.to_usize().expect("an affordable length"));
    let base = from_be(&field(input, 96, base_len));
    let exp = from_be(&field(input, 96 + base_len, exp_len));
    let modulus = from_be(&field(input, 96 + base_len + exp_len, mod_len));
    be_bytes(&power(&base, &exp, &modulus), mod_len)
}

/// A price list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// EIP-198.
    Byzantium,
    /// EIP-2565.
    Berlin,
    /// EIP-7883.
    Osaka,
}

/// The price, however large.
#[must_use]
pub fn gas(schedule: Schedule, input: &[u8]) -> BigUint {
    let [base_len, exp_len, mod_len] = lengths(input);
    let x = base_len.clone().max(mod_len);
    let word = BigUint::from(32u32);
    let head_len = exp_len.clone().min(word.clone()).to_usize().unwrap_or(32);
    let head = match base_len.to_usize() {
        Some(base_len) if base_len < input.len() => from_be(&field(input, 96 + base_len, head_len)),
        _ => BigUint::zero(),
    };
    let head_bits = head.bits().saturating_sub(1);
    let tail = if exp_len > word { exp_len - word } else { BigUint::zero() };
    let per_byte = if schedule == Schedule::Osaka { 16u32 } else { 8 };
    let iterations = (tail * per_byte + head_bits).max(BigUint::one());
    let words = (&x + 7u32) / 8u32;
    let square = &x * &x;
    match schedule {
        Schedule::Byzantium => {
            let complexity = if x <= 64u32.into() {
                square
            } else if x <= 1024u32.into() {
                square / 4u32 + 96u32 * x - 3072u32
            } else {
                square / 16u32 + 480u32 * x - 199_680u32
            };
            complexity * iterations / 20u32
        }
        Schedule::Berlin => (&words * &words * iterations / 3u32).max(200u32.into()),
        Schedule::Osaka => {
            let complexity = if x <= 32u32.into() { 16u32.into() } else { 2u32 * &words * &words };
            (complexity * iterations).max(500u32.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_powers() {
        for modulus in 0u32..20 {
            for base in 0u32..20 {
                let mut expected: u32 = 1;
                for exp in 0u32..7 {
                    let got = power(&base.into(), &exp.into(), &modulus.into());
                    assert_eq!(got, expected.checked_rem(modulus).unwrap_or(0).into());
                    expected = expected.wrapping_mul(base);
                }
            }
        }
    }

    /// EIP-198's first example.
    #[test]
    fn fermat() {
        let mut input = vec![0; 96];
        (input[31], input[63], input[95]) = (1, 32, 32);
        let p = (BigUint::one() << 256) - (BigUint::one() << 32) - 977u32;
        input.push(3);
        input.extend(be_bytes(&(&p - 1u32), 32));
        input.extend(be_bytes(&p, 32));
        assert_eq!(from_be(&answer(&input)), BigUint::one());
        assert_eq!(gas(Schedule::Byzantium, &input), 13_056u32.into());
        assert_eq!(gas(Schedule::Berlin, &input), 1360u32.into());
        assert_eq!(gas(Schedule::Osaka, &input), 4080u32.into());
    }
}
