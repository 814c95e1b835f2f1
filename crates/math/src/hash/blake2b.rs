//! The BLAKE2b compression function F (RFC 7693 section 3.2).

use crate::backend::backends;

backends! {
    "BLAKE2b F";
    Portable = "portable",
}

/// h := F(h, m, t, last) with `rounds` rounds.
pub fn compress(
    _backend: Backend,
    _rounds: u32,
    _h: &mut [u64; 8],
    _m: &[u64; 16],
    _t: [u64; 2],
    _last: bool,
) {
    unimplemented!()
}
