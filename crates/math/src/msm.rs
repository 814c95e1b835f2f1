//! Sums of scalar multiples: Straus' interleaving over an efficient endomorphism.
//!
//! Each scalar is split into a few short parts, one per power of the endomorphism (GLV for G1, GLS for
//! G2); all parts of all terms share one chain of doublings, and each part adds odd multiples of its
//! point as its width-`WIDTH` non-adjacent form asks (Möller, "Algorithms for multi-exponentiation",
//! SAC 2001).

use crate::limb::{self, U256};
use alloc::vec::Vec;

/// A group with an efficient endomorphism, as a backend provides it.
///
/// The addition laws are complete: they also hold for equal, opposite and infinite operands.
pub(crate) trait Group: Sized {
    /// A point in affine form, or infinity.
    type Affine: Copy;
    /// A point in projective form of any kind, or infinity.
    type Projective: Copy;

    fn infinity() -> Self::Projective;
    fn double(p: &mut Self::Projective);
    fn add(p: &mut Self::Projective, q: &Self::Projective);
    fn add_affine(p: &mut Self::Projective, q: &Self::Affine);
    fn neg(p: &Self::Affine) -> Self::Affine;
    fn to_projective(p: &Self::Affine) -> Self::Projective;
    fn batch_to_affine(points: &[Self::Projective]) -> Vec<Self::Affine>;

    /// The parts of k, where k p = Σ partᵢ endomorphism(p, i) for p in the subgroup of prime order.
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part>;
    fn endomorphism(p: &Self::Affine, i: usize) -> Self::Affine;
}

/// A part of a scalar: sign and magnitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) negative: bool,
    pub(crate) magnitude: u128,
}

/// Width of the non-adjacent form: digits are odd and below 2^(WIDTH - 1) in magnitude.
const WIDTH: u32 = 5;
/// The same for short scalars, which need no multiples but the point itself.
const SHORT_WIDTH: u32 = 2;
/// Bits, summed over all parts of all terms, up to which a table does not pay.
const SHORT_BITS: u32 = 64;
/// Terms that share one chain of doublings: bounds the memory of the tables (about 3 KiB a term).
const CHUNK: usize = 16;
/// Digits of a 128-bit part, the carry out of the top window included.
const DIGITS: usize = 129;

/// Σ k p over `terms`; the points are in the subgroup of prime order.
pub(crate) fn straus<G: Group>(terms: &[(G::Affine, U256)]) -> G::Projective {
    let mut sum = G::infinity();
    for chunk in terms.chunks(CHUNK) {
        G::add(&mut sum, &straus_chunk::<G>(chunk));
    }
    sum
}

fn straus_chunk<G: Group>(terms: &[(G::Affine, U256)]) -> G::Projective {
    let mut parts = Vec::new();
    for (term, (_, k)) in terms.iter().enumerate() {
        let split = G::split(k);
        parts.reserve_exact(split.len());
        parts.extend(split.enumerate().map(|(power, part)| (term, power, part)));
    }
    let bits = || parts.iter().map(|(_, _, part)| 128 - part.magnitude.leading_zeros());
    let short = bits().sum::<u32>() <= SHORT_BITS;
    let (width, tables) = if short {
        (SHORT_WIDTH, terms.iter().map(|(point, _)| *point).collect())
    } else {
        (WIDTH, odd_multiples::<G>(terms))
    };
    let length = bits().max().map_or(0, |bits| bits as usize + 1);
    let streams: Vec<_> = (parts.iter())
        .map(|(term, power, part)| (&tables[term << (width - 2)..], *power, part.digits(width)))
        .collect();

    let mut sum = G::infinity();
    for position in (0..length).rev() {
        G::double(&mut sum);
        for (table, power, digits) in &streams {
            let digit = digits[position];
            if digit != 0 {
                let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
                let point = G::endomorphism(multiple, *power);
                G::add_affine(&mut sum, &if digit < 0 { G::neg(&point) } else { point });
            }
        }
    }
    sum
}

/// p, 3p, ... (2^(WIDTH - 1) - 1) p for each point.
fn odd_multiples<G: Group>(terms: &[(G::Affine, U256)]) -> Vec<G::Affine> {
    let mut tables = Vec::with_capacity(terms.len() << (WIDTH - 2));
    // By batches: one inversion for some terms each, and the projective forms of those only.
    for batch in terms.chunks(CHUNK / 2) {
        let mut multiples = Vec::with_capacity(batch.len() << (WIDTH - 2));
        for (point, _) in batch {
            let mut multiple = G::to_projective(point);
            let mut twice = multiple;
            G::double(&mut twice);
            multiples.push(multiple);
            for _ in 1..1 << (WIDTH - 2) {
                G::add(&mut multiple, &twice);
                multiples.push(multiple);
            }
        }
        tables.extend(G::batch_to_affine(&multiples));
    }
    tables
}

impl Part {
    /// The width-`width` non-adjacent form, least significant digit first; one digit more than bits at most.
    fn digits(self, width: u32) -> [i8; DIGITS] {
        let mut digits = [0; DIGITS];
        let mut rest = self.magnitude;
        // 2^128 that a negative digit carried out of `rest`.
        let mut carry = false;
        let mut position = 0;
        while rest != 0 || carry {
            // An odd `rest` follows at once; zeros are skipped in one step.
            let zeros = rest.trailing_zeros();
            if zeros > 0 {
                rest = rest.checked_shr(zeros).unwrap_or(0);
                if carry {
                    rest |= 1u128.checked_shl(128 - zeros).unwrap_or(0);
                    carry = false;
                }
                position += zeros as usize;
                continue;
            }
            let window = i8::try_from(rest & ((1 << width) - 1)).expect("width < 8");
            let digit = if window >> (width - 1) != 0 { window - (1 << width) } else { window };
            let magnitude = u128::from(digit.unsigned_abs());
            (rest, carry) =
                if digit < 0 { rest.overflowing_add(magnitude) } else { (rest - magnitude, false) };
            digits[position] = if self.negative { -digit } else { digit };
        }
        digits
    }
}

/// k mod q, by subtractions: for moduli not much below 2^256.
pub(crate) fn reduce(k: &U256, q: &U256) -> U256 {
    let mut k = *k;
    while !limb::lt(&k, q) {
        (k, _) = limb::sub(&k, q);
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn non_adjacent_form_has_the_value() {
        for magnitude in
            [0, 1, 2, 15, 16, 17, 31, 1 << 64, (1 << 127) - 1, 1 << 127, u128::MAX - 1, u128::MAX]
        {
            for negative in [false, true] {
                for width in [SHORT_WIDTH, WIDTH] {
                    let digits = Part { negative, magnitude }.digits(width);
                    let value = digits.iter().rev().fold(BigInt::ZERO, |sum, d| sum * 2 + *d);
                    let expected = BigInt::from(magnitude);
                    assert_eq!(value, if negative { -expected } else { expected });
                    let bound = 1 << (width - 1);
                    assert!(
                        digits.iter().all(|d| *d == 0 || d % 2 != 0 && d.unsigned_abs() < bound)
                    );
                }
            }
        }
    }

    #[test]
    fn reduction() {
        let q = [5, 0, 0, 1 << 63];
        assert_eq!(reduce(&[4, 0, 0, 1 << 63], &q), [4, 0, 0, 1 << 63]);
        assert_eq!(reduce(&q, &q), [0; 4]);
        assert_eq!(reduce(&[u64::MAX; 4], &q), [u64::MAX - 5, u64::MAX, u64::MAX, (1 << 63) - 1]);
    }
}
