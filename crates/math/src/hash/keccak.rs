//! Keccak and SHA-3 (FIPS 202).

use crate::backend::backends;

backends! {
    "the Keccak permutation";
    Portable = "portable",
}

/// Keccak-256 of `input` (the pre-standard padding that Ethereum uses).
#[must_use]
pub fn keccak256(_backend: Backend, _input: &[u8]) -> [u8; 32] {
    unimplemented!()
}
/// Keccak-512 of `input` (pre-standard padding).
#[must_use]
pub fn keccak512(_backend: Backend, _input: &[u8]) -> [u8; 64] {
    unimplemented!()
}
/// SHA3-256 of `input`.
#[must_use]
pub fn sha3_256(_backend: Backend, _input: &[u8]) -> [u8; 32] {
    unimplemented!()
}
/// SHA3-512 of `input`.
#[must_use]
pub fn sha3_512(_backend: Backend, _input: &[u8]) -> [u8; 64] {
    unimplemented!()
}
