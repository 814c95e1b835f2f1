//! SHA-512 (FIPS 180-4).

use crate::backend::backends;

backends! {
    "SHA-512";
    Portable = "portable",
}

/// SHA-512 of the concatenated `parts`, 64 bytes.
#[must_use]
pub fn digest(_backend: Backend, _parts: &[&[u8]]) -> [u8; 64] {
    unimplemented!()
}
