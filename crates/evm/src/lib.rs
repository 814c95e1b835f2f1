//! Bytecode and state tests in revm with gigagas' precompiles.
//!
//! - [`Rules`]: a fork of revm and the precompiles that run in it, gigagas' (any [`gigagas::Set`]) or revm's own.
//! - [`Prestate`]: accounts and a block, read from a genesis of geth, its `alloc` alone, or a state test.
//! - [`Message`]: one call or creation, run as geth's `evm run` does: no intrinsic gas, no fee, no refund.
//! - [`statetest`]: state tests in the format of ethereum/tests and execution-spec-tests, under the same rules.
//!
//! ```
//! use gigagas::Fork;
//! use gigagas_evm::{Message, Prestate, Rules, Status};
//!
//! // PUSH1 0, PUSH1 0, PUSH1 0, PUSH1 0, PUSH1 2 (SHA256), GAS, STATICCALL; its return data.
//! let code = [0x5f, 0x5f, 0x5f, 0x5f, 0x60, 0x02, 0x5a, 0xfa, 0x3d, 0x5f, 0x5f, 0x3e, 0x3d, 0x5f, 0xf3];
//! let message = Message { code: Some(code.to_vec().into()), ..Message::default() };
//! let outcome = gigagas_evm::run(&Rules::mainnet(Fork::Osaka), &Prestate::default(), &message)?;
//! assert!(matches!(outcome.status, Status::Success));
//! assert_eq!(outcome.output.len(), 32);
//! # Ok::<(), gigagas_evm::RunError>(())
//! ```

#![forbid(unsafe_code)]

mod message;
mod poststate;
mod prestate;
mod rules;
pub mod statetest;

pub use message::{Message, Outcome, RunError, Status, run, run_traced};
pub use poststate::PostState;
pub use prestate::{Prestate, PrestateError, genesis_fork};
pub use rules::{Precompiles, Rules, resolve, spec};

pub use revm;
