//! `gigagas serve`: an Ethereum JSON-RPC server over HTTP and WebSocket on an in-memory chain, whose
//! precompiles are gigagas'.
//!
//! One block is made for each transaction, at once. Each block keeps its state, so that calls may look back
//! ([`Limits::history`]), and calls never wait for transactions, nor for one another: what takes long runs on
//! threads of its own, of which there are so many at most ([`Limits::executions`]).
//!
//! Errors have geth's codes and words: 3 with the data of a revert, -32000 and a reason, -32601, -32602.
//!
//! # Not what a node does
//!
//! - Signatures are checked, blobs are not: a blob transaction's hashes must fit its commitments, and that is all.
//! - There are no system calls (EIP-2935, EIP-4788), withdrawals or rewards; fees go to the beneficiary of
//!   the first block's header. Amsterdam's block access list is not made.
//! - The state root is right, and computed from the whole state for each block; on top of a remote state, and in
//!   `eth_simulateV1`, it is zero.

#![forbid(unsafe_code)]

mod call;
mod chain;
mod config;
mod error;
mod evm;
mod fees;
mod filters;
mod http;
mod methods;
mod node;
mod remote;
mod root;
mod rpc;
mod server;
mod signed;
mod simulate;
mod state;
mod subscribe;

pub use config::{Config, DEV_MNEMONIC, Limits, Log};
pub use server::{Server, StartError};
