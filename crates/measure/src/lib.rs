//! Measures implementations of precompiles side by side: honestly, repeatably, readably.
//!
//! An [`Engine`] answers bytes with bytes, parsing and checks included. Engines are first compared
//! with each other and only timed where they agree. A [`Run`] times them in turns and makes a
//! [`Record`] of each engine on each case; [`Saved`] keeps records with their circumstances,
//! [`compare`] sets two runs side by side and [`table`] prints one.

mod args;
mod check;
mod clock;
pub mod compare;
mod cycles;
mod engine;
mod head;
mod journal;
mod own;
pub mod readme;
mod record;
pub mod routing;
mod run;
pub mod saved;
pub mod stats;
pub mod table;
pub mod worst;

#[cfg(test)]
#[path = "output_tests.rs"]
mod tests;

pub use args::PeersArgs;
pub use clock::{Clock, Elapsed, Instant, SystemClock, pin_to_core};
pub use cycles::clock_ghz;
pub use engine::{Calls, Engine, Outcome, Runner};
pub use head::Head;
pub use journal::Journal;
pub use own::{OwnEngine, backends, own_engines};
pub use record::{Record, Spread, Standing, TIE, standing};
pub use run::{Options, Run, Step};
pub use saved::{Saved, json_lines};
pub use table::{Align, Table};
