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

/// The most bytes that an answer can have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OutputLen {
    /// As many for every input.
    Fixed(usize),
    /// As many as the input.
    OfInput,
    /// MODEXP: the length of the modulus.
    OfModulus,
}

impl OutputLen {
    #[inline]
    pub(crate) fn of(self, input: &[u8]) -> usize {
        match self {
            Self::Fixed(len) => len,
            Self::OfInput => input.len(),
            Self::OfModulus => modexp::output_len(input),
        }
    }
}
