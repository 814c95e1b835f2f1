//! The subcommands, one file each.

pub(crate) mod bench;
pub(crate) mod call;
pub(crate) mod completions;
pub(crate) mod conformance;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod evm;
mod fields;
pub(crate) mod list;
pub(crate) mod route;
pub(crate) mod serve;
