//! `gigagas evm`.

use std::{num::NonZero, path::PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::RulesArgs;

#[derive(Debug, Args)]
pub(crate) struct EvmArgs {
    #[command(subcommand)]
    pub(crate) command: EvmCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvmCommand {
    /// Run bytecode, or call an account of a prestate
    #[command(after_help = RUN_HELP)]
    Run(Box<EvmRunArgs>),
    /// Run state tests (ethereum/tests, execution-spec-tests)
    #[command(after_help = STATETEST_HELP)]
    Statetest(StatetestArgs),
}

const RUN_HELP: &str = "\
As with geth's evm run, the code gets all the gas: nothing is charged for a transaction or its data, nobody
pays, and refunds are counted but not given. A sender that the prestate does not have has just the value that
it sends. Code and input are hex (0x is optional), @FILE or - for standard input.

Exit codes: 0 the code returned; 1 it reverted or halted; 2 bad usage.

Examples:
  gigagas evm run --code 0x5f5f5f5f60025afa3d5f5f3e3d5ff3 --trace
  gigagas evm run --receiver 0x0a --at 0x0a=ed25519 --fork istanbul --input @signature.hex
  gigagas evm run --codefile contract.hex --prestate genesis.json --sender 0xaa --value 7 --dump --json";

#[derive(Debug, Args)]
pub(crate) struct EvmRunArgs {
    /// The code of the receiver [default: what it has in the prestate]
    #[arg(long, value_name = "HEX")]
    pub(crate) code: Option<String>,
    /// A file with the code in hex; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "code")]
    pub(crate) codefile: Option<String>,
    /// The call data
    #[arg(long, value_name = "HEX")]
    pub(crate) input: Option<String>,
    /// A file with the call data in hex; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub(crate) inputfile: Option<String>,
    /// The gas that the code gets
    #[arg(long, value_name = "N", default_value_t = 10_000_000_000)]
    pub(crate) gas: u64,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Whose precompiles run
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Own::Gigagas)]
    pub(crate) engine: Own,
    /// Begin with these accounts: a genesis of geth, its alloc alone, or a state test
    #[arg(long, value_name = "FILE")]
    pub(crate) prestate: Option<PathBuf>,
    /// Who calls [default: the word "sender"]
    #[arg(long, value_name = "ADDR")]
    pub(crate) sender: Option<String>,
    /// Who is called [default: the word "receiver"]
    #[arg(long, value_name = "ADDR")]
    pub(crate) receiver: Option<String>,
    /// Wei sent along, decimal or 0x hex
    #[arg(long, value_name = "WEI")]
    pub(crate) value: Option<String>,
    /// What GASPRICE answers, in wei
    #[arg(long, value_name = "WEI", default_value_t = 0)]
    pub(crate) price: u128,
    /// Create a contract: the code (and then the input) is its init code
    #[arg(long, conflicts_with = "receiver")]
    pub(crate) create: bool,
    /// Write a line of JSON (EIP-3155) about each opcode to standard error
    #[arg(long)]
    pub(crate) trace: bool,
    /// With --trace: all memory in each line
    #[arg(long, requires = "trace")]
    pub(crate) trace_memory: bool,
    /// Print all accounts afterwards, as a prestate can be
    #[arg(long, visible_alias = "statedump")]
    pub(crate) dump: bool,
    /// Run it again and again for a second and print the shortest time
    #[arg(long, conflicts_with = "trace")]
    pub(crate) bench: bool,
}

/// Whose precompiles run code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Own {
    /// These
    Gigagas,
    /// revm's own, those of the fork
    Revm,
}

const STATETEST_HELP: &str = "\
A line per failing case, then counts per folder. With --engine both every case is run with gigagas' and with
revm's own precompiles; it fails if they differ in status, gas, output, logs or state.

Exit codes: 0 all cases passed; 1 a case failed; 2 bad usage, or nothing to run.";

#[derive(Debug, Args)]
pub(crate) struct StatetestArgs {
    /// Files, and folders of them
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Only the cases of this fork
    #[arg(long, value_name = "FORK")]
    pub(crate) fork: Option<String>,
    /// Only the tests whose names this regular expression finds
    #[arg(long, value_name = "REGEX")]
    pub(crate) run: Option<String>,
    /// Whose precompiles run
    #[arg(long, value_name = "NAME", value_enum, default_value_t = EngineName::Gigagas)]
    pub(crate) engine: EngineName,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZero<usize>>,
}

/// Whose precompiles run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// These
    Gigagas,
    /// revm's own
    Revm,
    /// Both, compared
    Both,
}
