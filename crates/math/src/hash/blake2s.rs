//! BLAKE2s with a caller-supplied parameter block (RFC 7693; CIP-20).

use crate::backend::backends;

backends! {
    "BLAKE2s";
    Portable = "portable",
}

/// BLAKE2s under the 32-byte parameter block `config`. Returns 32 bytes of which the first
/// `config[0]` (the digest length) are the digest; None if the parameter block is not usable.
#[must_use]
pub fn digest_with_config(
    _backend: Backend,
    _config: &[u8; 32],
    _input: &[u8],
) -> Option<[u8; 32]> {
    unimplemented!()
}
