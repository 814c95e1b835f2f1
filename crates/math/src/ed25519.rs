//! Ed25519 verification under two rules: ZIP-215 (CIP-25) and EIP-665.

use crate::backend::backends;

backends! {
    "ed25519 verification";
    Portable = "portable",
}

/// ZIP-215: cofactored, lenient decoding (CIP-25).
#[must_use]
pub fn verify_zip215(
    _backend: Backend,
    _key: &[u8; 32],
    _signature: &[u8; 64],
    _message: &[u8],
) -> bool {
    unimplemented!()
}
/// EIP-665 as fixed by this project: canonical S and key, no small order, bytewise comparison of R.
#[must_use]
pub fn verify_eip665(
    _backend: Backend,
    _key: &[u8; 32],
    _signature: &[u8; 64],
    _message: &[u8],
) -> bool {
    unimplemented!()
}
