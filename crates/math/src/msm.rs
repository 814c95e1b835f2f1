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
/// Odd multiples per point: p, 3p, ... (2^(WIDTH - 1) - 1) p.
const MULTIPLES: usize = 1 << (WIDTH - 2);
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
    let mut multiples = Vec::with_capacity(terms.len() * MULTIPLES);
    for (point, _) in terms {
        push_odd_multiples::<G>(point, &mut multiples);
    }
    let tables = G::batch_to_affine(&multiples);
    drop(multiples);

    let mut streams = Vec::new();
    for ((_, k), table) in terms.iter().zip(tables.chunks_exact(MULTIPLES)) {
        let parts = G::split(k);
        streams.reserve_exact(parts.len());
        streams.extend(parts.enumerate().map(|(i, part)| (table, i, non_adjacent_form(part))));
    }
    let mut sum = G::infinity();
    let mut started = false;
    for position in (0..DIGITS).rev() {
        if started {
            G::double(&mut sum);
        }
        for (table, i, digits) in &streams {
            let digit = digits[position];
            if digit != 0 {
                started = true;
                let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
                let point = G::endomorphism(multiple, *i);
                G::add_affine(&mut sum, &if digit < 0 { G::neg(&point) } else { point });
            }
        }
    }
    sum
}

fn push_odd_multiples<G: Group>(point: &G::Affine, multiples: &mut Vec<G::Projective>) {
    let mut multiple = G::to_projective(point);
    let mut twice = multiple;
    G::double(&mut twice);
    multiples.push(multiple);
    for _ in 1..MULTIPLES {
        G::add(&mut multiple, &twice);
        multiples.push(multiple);
    }
}

/// The width-`WIDTH` non-adjacent form, least significant digit first.
fn non_adjacent_form(part: Part) -> [i8; DIGITS] {
    let mut digits = [0; DIGITS];
    let mut rest = part.magnitude;
    // 2^128 that a negative digit carried out of `rest`.
    let mut carry = false;
    let mut position = 0;
    while rest != 0 || carry {
        // An odd `rest` follows at once; zeros are skipped in one step.
        let zeros = if rest == 0 { 128 } else { rest.trailing_zeros() };
        if zeros > 0 {
            rest = rest.checked_shr(zeros).unwrap_or(0);
            if carry {
                rest |= 1u128.checked_shl(128 - zeros).unwrap_or(0);
                carry = false;
            }
            position += zeros as usize;
            continue;
        }
        let window = i8::try_from(rest & ((1 << WIDTH) - 1)).expect("WIDTH < 8");
        let digit = if window >> (WIDTH - 1) != 0 { window - (1 << WIDTH) } else { window };
        (rest, carry) = if digit < 0 {
            rest.overflowing_add(u128::from(digit.unsigned_abs()))
        } else {
            (rest - u128::from(digit.unsigned_abs()), false)
        };
        digits[position] = if part.negative { -digit } else { digit };
    }
    digits
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
                let digits = non_adjacent_form(Part { negative, magnitude });
                let value = digits.iter().rev().fold(BigInt::ZERO, |sum, d| sum * 2 + *d);
                let expected = BigInt::from(magnitude);
                assert_eq!(value, if negative { -expected } else { expected });
                assert!(digits.iter().all(|d| *d == 0 || (d % 2 != 0 && d.unsigned_abs() < 16)));
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
