//! Copying bytes.

use crate::backend::backends;

backends! {
    "IDENTITY";
    Portable = "portable",
}

/// out\[..input.len()\] := input.
///
/// # Panics
/// If `out` is shorter than `input` (a caller's fault, never the input's).
pub fn copy(_backend: Backend, input: &[u8], out: &mut [u8]) {
    out[..input.len()].copy_from_slice(input);
}
