//! A real server on a port of its own, asked over real sockets.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod abuse;
mod client;
mod limits;
mod load;
mod methods;
mod remote;
mod shapes;
mod transactions;
mod websocket;
