//! `gigagas-bench`: our backends beside other people's implementations.
//!
//! The peers bring hundreds of packages and some need tools that not every machine has, so they are
//! a program of their own (`peers/`, a workspace of its own) in several builds. This program makes
//! those builds, notes what could not be built and why, and hands over to the program.

mod builds;
mod cip25;
mod measure;
mod route;

use std::{error::Error, process::ExitCode};

use clap::{Parser, Subcommand};

/// Measure gigagas beside other implementations of the EVM's precompiles.
#[derive(Debug, Parser)]
#[command(name = "gigagas-bench", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    measure: measure::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make the page of CIP-25's comparison from measured results.
    Cip25(cip25::Args),
    /// Make the routing table from measured results of our own backends.
    Route(route::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result: Result<ExitCode, Box<dyn Error>> = match &cli.command {
        Some(Command::Cip25(args)) => cip25::run(args),
        Some(Command::Route(args)) => route::run(args),
        None => measure::run(&cli.measure),
    };
    result.unwrap_or_else(|error| {
        eprintln!("gigagas-bench: {error}");
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        let cli = Cli::parse_from(["gigagas-bench", "modexp", "--quick", "bn254"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.measure.peers.filter, ["modexp", "bn254"]);
        let cli = Cli::parse_from(["gigagas-bench", "cip25", "a.csv"]);
        assert!(matches!(cli.command, Some(Command::Cip25(_))));
        let cli = Cli::parse_from(["gigagas-bench", "route", "--check"]);
        assert!(matches!(cli.command, Some(Command::Route(_))));
    }
}
