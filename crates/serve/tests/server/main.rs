//! A real server on a port of its own, asked over real sockets.

mod abuse;
mod client;
mod limits;
mod load;
mod methods;
mod remote;
mod shapes;
mod transactions;
mod websocket;
