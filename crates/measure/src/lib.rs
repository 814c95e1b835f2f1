//! Measures implementations of precompiles side by side: honestly, repeatably, readably.
//!
//! An [`Engine`] answers bytes with bytes, parsing and checks included. Engines are first compared
//! with each other and only timed where they agree. A [`Run`] times them in turns and makes a
//! [`Record`] of each engine on each case.

mod check;
mod clock;
mod cycles;
mod engine;
mod journal;
mod own;
mod record;
mod run;
pub mod stats;

pub use clock::{Clock, Elapsed, Instant, SystemClock};
pub use cycles::clock_ghz;
pub use engine::{Calls, Engine, Outcome, Runner};
pub use journal::Journal;
pub use own::{OwnEngine, own_engines};
pub use record::{Record, Standing, TIE, standing};
pub use run::{Options, Run, Step};
