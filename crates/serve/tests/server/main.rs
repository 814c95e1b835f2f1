//! A real server on a port of its own, asked over real sockets.

mod abuse;
mod client;
mod limits;
mod methods;
mod shapes;
mod transactions;
mod websocket;
