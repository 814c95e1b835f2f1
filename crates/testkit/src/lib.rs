//! What the tests of gigagas hold its answers against, and the inputs that they try.
//!
//! The oracles are plain schoolbook arithmetic on big integers, written from the specifications and
//! slow on purpose: nothing is shared with the code under test, not even a constant. Where a pairing,
//! a map to a curve or a hash would take long to write, an unrelated crate stands in that no backend
//! is made of.
//!
//! - [`oracle::answer`]: what a precompile must answer to any input.
//! - [`inputs::Inputs`]: seeded inputs of a precompile, most of them at the edge of something.
//!
//! This crate is only ever a dev-dependency.

#![expect(clippy::missing_panics_doc, reason = "test code: where it panics, a test is wrong")]

pub mod curve;
pub mod ecdsa;
pub mod edwards;
pub mod field;
pub mod hash;
pub mod inputs;
pub mod kzg;
pub mod modexp;
pub mod oracle;
pub mod pairing;
pub mod random;
