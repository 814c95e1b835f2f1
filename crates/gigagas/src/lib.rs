//! Every precompiled contract of the EVM, correct to the last byte and gas unit.
//!
//! ```
//! use gigagas::{Address, Fork, Set};
//!
//! let osaka = Set::mainnet(Fork::Osaka);
//! let mut out = [0; 32];
//! let done = osaka.call(&Address::from_low(0x02), b"abc", 100_000, &mut out)?;
//! assert_eq!(done.gas_used, 72);
//! assert_eq!(out[..4], [0xba, 0x78, 0x16, 0xbf]);
//!
//! // The same, owned; and a halt that says what is wrong.
//! let output = osaka.call_to_vec(&Address::from_low(0x02), b"abc", 100_000)?;
//! assert_eq!(output.bytes, out);
//! let error = osaka.call_to_vec(&Address::from_low(0x09), b"abc", 100_000).unwrap_err();
//! assert_eq!(error.to_string(), "the input is 3 bytes long; it must be exactly 213");
//! # Ok::<(), gigagas::CallError>(())
//! ```
//!
//! - [`table`] lists the precompiles; [`Set`] says which stand where, at what price, at each fork or on
//!   other chains; [`SetBuilder`] makes sets of your own.
//! - [`Halt`] is a failed call: it takes all gas and returns nothing. A *valid negative* answer
//!   (a signature that does not verify) is a success.
//! - [`Routes`] says which backend runs each operation. The default is the preferred one that the CPU has;
//!   the environment variable `GIGAGAS_ROUTE` or [`Routes::with`] choose others by name.
//!
//! No input makes a call panic, work or allocate before its gas is paid. Everything is variable-time:
//! inputs on a chain are public.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct ReadmeDoctests;

mod address;
mod call;
mod codec;
mod fork;
pub mod halt;
pub mod layout;
mod precompiles;
mod price;
pub mod route;
pub mod set;
pub mod table;

pub use address::{Address, BadAddress};
pub use call::{CallError, Done, Output};
pub use fork::{Fork, UnknownFork};
pub use halt::Halt;
pub use precompiles::modexp::Schedule as ModexpSchedule;
pub use price::Price;
pub use route::{ROUTE_VARIABLE, RouteError, Routes};
pub use set::{AbsentError, Entry, Limits, Set, SetBuilder};
pub use table::{PRECOMPILES, Precompile};
