//! gigagas inside revm: call semantics, gas, warm addresses, agreement with revm's own precompiles.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod crypto;
mod differential;
mod faults;
mod inputs;
mod probe;
mod sets;
