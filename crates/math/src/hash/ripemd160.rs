//! RIPEMD-160.

use crate::backend::backends;

backends! {
    "RIPEMD-160";
    Portable = "portable",
}

/// RIPEMD-160 of `input`, 20 bytes.
#[must_use]
pub fn digest(_backend: Backend, _input: &[u8]) -> [u8; 20] {
    unimplemented!()
}
