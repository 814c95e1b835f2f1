//! One file per precompile (or family): what it is, its layout and prices, and how it runs.
//!
//! The order within each file: doc header, layout, prices, output length, run, tests. `run` parses
//! with [`crate::codec`], calls a kernel and writes the answer; it is only called when gas is paid
//! and `out` holds at least `output_len(input)` bytes.

pub(crate) mod blake2f;
pub(crate) mod bls12_381;
pub(crate) mod bn254;
pub(crate) mod cip20;
pub(crate) mod ecrecover;
pub(crate) mod ed25519;
pub(crate) mod ed25519_eip665;
pub(crate) mod identity;
pub(crate) mod modexp;
pub(crate) mod p256verify;
pub(crate) mod point_evaluation;
pub(crate) mod ripemd160;
pub(crate) mod sha256;
#[cfg(test)]
pub(crate) mod testing;

/// The length of an answer of `N` bytes.
pub(crate) const fn output_len<const N: usize>(_input: &[u8]) -> usize {
    N
}
