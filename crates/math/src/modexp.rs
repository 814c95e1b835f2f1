//! base^exp mod modulus for integers of any size.

use crate::backend::backends;

backends! {
    "modular exponentiation";
    Portable = "portable",
}

/// A big-endian integer of `len` bytes; bytes past the end of `bytes` are zero (`bytes.len() <= len`).
#[derive(Debug, Clone, Copy)]
pub struct Operand<'a> {
    /// The leading bytes.
    pub bytes: &'a [u8],
    /// Length of the integer in bytes.
    pub len: usize,
}
/// out := base^exp mod modulus, big-endian over the whole of `out` (modulus.len bytes). 0^0 = 1; a modulus of 0 or 1 gives 0.
pub fn modexp(
    _backend: Backend,
    _base: Operand<'_>,
    _exp: Operand<'_>,
    _modulus: Operand<'_>,
    _out: &mut [u8],
) {
    unimplemented!()
}
