//! SHA-256 (FIPS 180-4).

use crate::backend::backends;

backends! {
    "SHA-256";
    Portable = "portable",
}

/// SHA-256 of `input`, 32 bytes.
#[must_use]
pub fn digest(_backend: Backend, _input: &[u8]) -> [u8; 32] {
    unimplemented!()
}
