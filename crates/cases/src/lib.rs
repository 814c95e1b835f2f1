//! Public test vectors for the EVM's precompiled contracts, read into one neutral form and checked;
//! and what is measured.
//!
//! The vectors themselves are not part of this crate. [`vectors_dir`] says where they are looked for;
//! `docs/vectors.md` of the repository says where they come from.
//!
//! - [`Case`] is one call with what must come of it; [`check`] makes it under given routes.
//! - [`SUITES`] lists the files by origin; [`Suite::load`] reads them.
//! - [`conformance`] runs everything and counts: the test target `vectors` and `gigagas conformance`.
//! - [`evm_cases`] are bytecode cases, to be run by an EVM.
//! - [`mod@bench`] lists the cases that are measured, with seeded inputs.

pub mod bench;
mod case;
pub mod conformance;
mod dirs;
mod harness;
mod hex_text;
mod suites;

pub use case::{Case, Expected, HaltKind, Mismatch, check};
pub use dirs::{CASES_VARIABLE, Dirs, REQUIRED_VARIABLE, VECTORS_VARIABLE, vectors_dir};
pub use harness::{is_asked_for, is_required};
pub use suites::{
    Contents, EvmCase, LoadError, LoadedFile, LoadedSuite, SUITES, Skipped, Suite, SuiteFile,
    evm_cases,
};
