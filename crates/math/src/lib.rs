//! Kernels of the EVM's precompiled contracts.
//!
//! This crate knows numbers, not the EVM: it has no gas, no byte layouts and no forks. Each operation
//! is a module with one `Backend` enum ([`backend::Backend`]) and plain functions that take the
//! backend to run; `gigagas` parses, prices and routes on top.
//!
//! Conventions: limbs are `u64`, least significant first; integers at this boundary are canonical
//! (below their modulus), never in Montgomery form; a point is [`point::Affine`], and `(0, 0)` is
//! infinity as on the wire. **Everything is variable-time**: inputs on a chain are public.
//!
//! `no_std` with `alloc`. All `unsafe` code is in `arch`.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

#[allow(unsafe_code, reason = "the only module of this crate that may use it")]
mod arch;

mod arkworks;
pub mod backend;
pub mod bls12_381;
pub mod bn254;
pub mod contracts;
pub mod cpu;
mod curve;
pub mod ed25519;
mod field;
pub mod hash;
pub mod identity;
pub mod limb;
pub mod modexp;
mod msm;
pub mod p256;
pub mod point;
pub mod secp256k1;
#[cfg(test)]
mod symbolic;

/// Entries of single kernels, to be proved from their object code.
#[cfg(all(feature = "proofs", target_arch = "x86_64"))]
pub use arch::x86_64::entries;
