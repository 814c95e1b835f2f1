//! Measures implementations of precompiles side by side: honestly, repeatably, readably.
//!
//! An [`Engine`] answers bytes with bytes, parsing and checks included. Engines are first compared
//! with each other and only timed where they agree.

mod clock;
mod engine;
mod own;

pub use clock::{Clock, Elapsed, Instant, SystemClock};
pub use engine::{Calls, Engine, Outcome, Runner};
pub use own::{OwnEngine, own_engines};
