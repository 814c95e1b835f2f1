//! x
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
