//! Hash functions: one module each, portable code beside the fast backends.

pub mod blake2b;
pub mod blake2s;
pub mod keccak;
pub mod ripemd160;
pub mod sha256;
pub mod sha512;
