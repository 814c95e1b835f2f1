//! The command line.

mod evm;

use std::{net::IpAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use evm::{EngineName, EvmArgs, EvmCommand, EvmRunArgs, Own, StatetestArgs};

/// The EVM's precompiled contracts: run, price, encode, decode, check.
#[derive(Debug, Parser)]
#[command(name = "gigagas", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Print JSON, one object a line, on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 the call halted, or a check failed; 2 bad usage.
GIGAGAS_ROUTE chooses backends for the whole process, e.g. sha256=portable,bls12_pairing=blst.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the precompiles of a set with prices and backends
    List(ListArgs),
    /// Price a call without running it
    Gas(GasArgs),
    /// Run a precompile
    Run(RunArgs),
    /// Build an input from its fields
    #[command(after_help = ENCODE_HELP)]
    Encode(EncodeArgs),
    /// Take an input apart into its fields
    Decode(DecodeArgs),
    /// Run the public test vectors under every route
    Conformance(ConformanceArgs),
    /// Measure the backends: time, cycles, gas per second, allocations
    Bench(BenchArgs),
    /// Answer Ethereum JSON-RPC (HTTP and WebSocket) on an in-memory chain, one block per transaction
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    /// Run bytecode and state tests in an EVM (revm) with these precompiles
    Evm(EvmArgs),
    /// Show which backend runs each operation
    Route(RouteArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

/// Which precompiles there are, and at which prices.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// A fork of mainnet [default: osaka]
    #[arg(long, value_name = "FORK")]
    pub(crate) fork: Option<String>,
    /// A set by name: a fork, or celo-donut
    #[arg(long, value_name = "SET", conflicts_with = "fork")]
    pub(crate) set: Option<String>,
}

/// A precompile and an input.
#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    /// Name, alias (ecadd, bn256_add, ...) or address (0x06)
    #[arg(value_name = "NAME|ADDR")]
    pub(crate) precompile: String,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) set: SetArgs,
}

/// The call data.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Hex (0x is optional), @FILE, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) input: String,
    /// What a file or standard input holds; auto takes hex digits and white space as hex, else raw bytes
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = InputFormat::Auto)]
    pub(crate) input_format: InputFormat,
}

/// What a file or standard input holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// Hex if it looks like it, else raw
    Auto,
    /// Hex, with or without 0x and white space
    Hex,
    /// The bytes themselves
    Raw,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Also list precompiles that have no address in the set
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GasArgs {
    #[command(flatten)]
    pub(crate) call: CallArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) call: CallArgs,
    /// The gas limit
    #[arg(long, value_name = "N", default_value_t = 1 << 24)]
    pub(crate) gas: u64,
    /// Run on this backend: its name, or operation=backend,...
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
}

const ENCODE_HELP: &str = "\
Values:
  integers     decimal or 0x hex, padded on the left (a 48-byte BLS12-381 coordinate is one, too)
  byte fields  (hashes, keys, signatures, compressed points, BLAKE2 words) 0x hex of exactly their length;
               t0 and t1 of blake2f may be decimal and become little-endian
  data         0x hex, @FILE or -
Repeated items (pairs, terms): give the fields of one after the other; a field that is already set begins
the next item. modexp: base_len, exp_len and mod_len are derived from the operands (hex as it is written,
decimal without leading zeros) or pad them.

Examples:
  gigagas encode ecadd x1=1 y1=2 x2=1 y2=2
  gigagas encode modexp base=3 exp=65537 mod=0xfff1
  gigagas encode bls12_g1msm x=0x17f1... y=0x08b3... scalar=2 x=0 y=0 scalar=1 | gigagas run bls12_g1msm -

`gigagas decode NAME 0x` names the fields.";

#[derive(Debug, Args)]
pub(crate) struct EncodeArgs {
    /// Name, alias or address
    #[arg(value_name = "NAME|ADDR")]
    pub(crate) precompile: String,
    /// The fields
    #[arg(value_name = "FIELD=VALUE")]
    pub(crate) fields: Vec<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) call: CallArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ConformanceArgs {
    /// The folder of the vectors [default: GIGAGAS_VECTORS, or shared/vectors beside the checkout]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Fail if a suite is missing or empty (as GIGAGAS_VECTORS_REQUIRED=1)
    #[arg(long)]
    pub(crate) require: bool,
    /// Only this route, e.g. portable or bls12_pairing=blst
    #[arg(long, value_name = "ROUTE")]
    pub(crate) route: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Measure the cases that have any of these in their name (operation/case) or family
    #[arg(value_name = "FILTER")]
    pub(crate) filter: Vec<String>,
    /// Measure the most telling cases only
    #[arg(long)]
    pub(crate) quick: bool,
    /// Print CSV, with the circumstances as comments
    #[arg(long)]
    pub(crate) csv: bool,
    /// Print how the rates of all batches spread: max, p50, p95, p99, min
    #[arg(long, conflicts_with_all = ["csv", "compare"])]
    pub(crate) spread: bool,
    /// Keep the results under this name (or at this path, if it ends in .jsonl)
    #[arg(long, value_name = "NAME")]
    pub(crate) save: Option<String>,
    /// Compare with the results kept under this name
    #[arg(long, value_name = "NAME")]
    pub(crate) compare: Option<String>,
    /// With --compare: take these kept results and measure nothing
    #[arg(long, value_name = "NAME", requires = "compare", conflicts_with = "save")]
    pub(crate) head: Option<String>,
    /// List the cases and measure nothing
    #[arg(long)]
    pub(crate) list: bool,
    /// Measure this backend only; may be repeated
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Vec<String>,
    /// Routes of the engine gigagas, as in GIGAGAS_ROUTE
    #[arg(long, value_name = "ROUTE")]
    pub(crate) route: Option<String>,
    /// Search the inputs with the lowest MGas/s of each precompile, and print the floor that they set
    #[arg(long, conflicts_with_all = ["quick", "csv", "spread", "compare", "list", "laps", "inputs"])]
    pub(crate) worst: bool,
    /// With --worst: what if a call cost this much? For a price per item, BASE+UNIT; may be repeated
    #[arg(long, value_name = "NAME=GAS", requires = "worst")]
    pub(crate) price: Vec<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Measure the inputs that --worst --save kept at this path, in place of the list of cases
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// Stay on this core
    #[arg(long, value_name = "N")]
    pub(crate) pin: Option<usize>,
    /// Visit the cases so often; more is steadier [default: 9, and on for at least 10 s]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) laps: Option<u16>,
    /// Begin anew, even if an interrupted run with the same parameters could go on
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// What code runs under.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The rules of the EVM: a fork of mainnet [default: as the genesis or the set says, else osaka]
    #[arg(long, value_name = "FORK")]
    pub(crate) fork: Option<String>,
    /// The precompiles: a fork, or celo-donut [default: those of the fork]
    #[arg(long, value_name = "SET")]
    pub(crate) set: Option<String>,
    /// Put a precompile at an address, in place of what stands there; may be repeated
    #[arg(long, value_name = "ADDR=NAME")]
    pub(crate) at: Vec<String>,
}

const SERVE_HELP: &str = "\
Without --genesis, ten accounts of the usual development phrase (\"test test ... junk\") have 10000 ether each;
the server signs for them (eth_sendTransaction). Everybody knows their keys.

Examples:
  gigagas serve
  gigagas serve --fork istanbul --at 0x0a=ed25519
  gigagas serve --fork-url http://127.0.0.1:8545 --port 8546";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Listen on this port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8545)]
    pub(crate) port: u16,
    /// Listen on this address
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Begin with this genesis (geth's format)
    #[arg(long, value_name = "FILE", conflicts_with = "fork_url")]
    pub(crate) genesis: Option<PathBuf>,
    /// Begin with the state of this node, read as it is needed
    #[arg(long, value_name = "URL")]
    pub(crate) fork_url: Option<String>,
    /// The gas that a call gets at most
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    pub(crate) gas_cap: u64,
    /// Seconds that a call may take
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Blocks that are kept, with their state
    #[arg(long, value_name = "N", default_value_t = 8192)]
    pub(crate) history: usize,
    /// Do not write a line about each request
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RouteArgs {
    /// Only this operation, or the operations of this precompile
    #[arg(value_name = "OP")]
    pub(crate) operation: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
