//! Proofs of the field kernels from their object code, for all inputs.
//!
//! The code of a kernel is read from the executable that runs ([`code`]), run on exact integer polynomials
//! ([`machine`], [`symbols`]) and compared with its contract ([`statement`], [`prove`]). What does not follow
//! by calculation alone, inequalities, is in certificates that are committed as text and checked with integers
//! ([`certificate`]); who found them does not matter ([`find`]). What that means, and what it does not:
//! `SOUNDNESS.md`.

pub mod certificate;
pub mod code;
pub mod find;
pub mod machine;
pub mod mutants;
pub mod numbers;
pub mod poly;
pub mod prove;
pub mod statement;
pub mod symbols;
mod vectors;
