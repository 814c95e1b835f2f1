//! `gigagas evm`.

mod code;
mod host_rules;
mod known_faults;
mod options;
mod statetest;
