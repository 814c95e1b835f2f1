//! The domain of co-simulation: the same rules on numbers.

use crate::machine::{Domain, Step, refuse};

/// Words are numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Numbers;

const LOW_52: u64 = (1 << 52) - 1;

impl Domain for Numbers {
    type Word = u64;

    fn next_sum(&mut self) {}

    fn number(&self, value: u64) -> u64 {
        value
    }

    fn known(&self, word: &u64) -> Option<u64> {
        Some(*word)
    }

    fn fits(&self, word: &u64, bits: u32) -> bool {
        bits >= 64 || word >> bits == 0
    }

    fn add(&mut self, a: &u64, b: &u64, carry: &u64) -> Step<(u64, u64)> {
        let sum = u128::from(*a) + u128::from(*b) + u128::from(*carry);
        Ok((low(sum), low(sum >> 64)))
    }

    fn sub(&mut self, a: &u64, b: &u64, borrow: &u64) -> Step<(u64, u64)> {
        let (difference, first) = a.overflowing_sub(*b);
        let (difference, second) = difference.overflowing_sub(*borrow);
        Ok((difference, u64::from(first | second)))
    }

    fn multiply(&mut self, a: &u64, b: &u64) -> Step<(u64, u64)> {
        let product = u128::from(*a) * u128::from(*b);
        Ok((low(product), low(product >> 64)))
    }

    fn multiply_low(&mut self, a: &u64, b: &u64) -> Step<u64> {
        Ok(a.wrapping_mul(*b))
    }

    fn split(&mut self, a: &u64, bits: u32) -> Step<(u64, u64)> {
        Ok((a >> bits, a & ((1 << bits) - 1)))
    }

    fn join(&mut self, a: &u64, bits: u32, b: &u64) -> Step<u64> {
        Ok(a << bits | b)
    }

    fn and(&mut self, a: &u64, b: &u64) -> Step<u64> {
        Ok(a & b)
    }

    fn mask(&mut self, bit: &u64) -> Step<u64> {
        if *bit > 1 { refuse("not a bit") } else { Ok(bit.wrapping_neg()) }
    }

    fn decide(&mut self, bit: &u64) -> Step<bool> {
        Ok(*bit == 1)
    }

    fn multiply_add_52(&mut self, sum: &u64, a: &u64, b: &u64, high: bool) -> Step<u64> {
        let product = u128::from(a & LOW_52) * u128::from(b & LOW_52);
        let part = if high { low(product >> 52) } else { low(product) & LOW_52 };
        Ok(sum.wrapping_add(part))
    }

    fn lane_sum(&mut self, a: &u64, b: &u64, subtract: bool) -> Step<u64> {
        Ok(if subtract { a.wrapping_sub(*b) } else { a.wrapping_add(*b) })
    }

    fn shift_signed(&mut self, a: &u64, bits: u32) -> Step<u64> {
        Ok((a.cast_signed() >> bits).cast_unsigned())
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low word is what is asked for")]
fn low(value: u128) -> u64 {
    value as u64
}
