//! `gigagas`: runs, prices, encodes, decodes and checks the EVM's precompiled contracts.
//!
//! Exit codes: 0 success, 1 a halted call or failed check, 2 bad usage.

mod args;
mod commands;
mod input;
mod number;
mod price;
mod target;
mod ui;

use std::{io, process::ExitCode};

use clap::Parser;

use crate::{
    args::{Cli, Command},
    ui::{Failure, Outcome, Ui},
};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return unparsed(&error),
    };
    let mut ui = Ui::new(cli.json);
    match run(cli.command, &mut ui).and_then(|code| ui.flush().map(|()| code)) {
        Ok(code) => code,
        Err(failure) => end(failure, &mut ui),
    }
}

fn run(command: Command, ui: &mut Ui) -> Outcome {
    match command {
        Command::List(args) => commands::list::run(&args, ui),
        Command::Gas(args) => commands::call::gas(&args, ui),
        Command::Run(args) => commands::call::run(&args, ui),
        Command::Encode(args) => commands::encode::run(&args, ui),
        Command::Decode(args) => commands::decode::run(&args, ui),
        Command::Conformance(args) => commands::conformance::run(args, ui),
        Command::Bench(args) => commands::bench::run(&args, ui),
        Command::Serve(args) => commands::serve::run(&args, ui),
        Command::Evm(args) => commands::evm::run(&args, ui),
        Command::Route(args) => commands::route::run(&args, ui),
        Command::Completions(args) => commands::completions::run(&args, ui),
    }
}

fn end(failure: Failure, ui: &mut Ui) -> ExitCode {
    match failure {
        Failure::Usage(message) => ui.usage_error(&message),
        // Who closed the pipe has read enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Failure::Output(error) => ui.usage_error(&format!("cannot write the output: {error}")),
    }
}

/// Help and version, which clap treats as errors, and arguments that it does not understand.
fn unparsed(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|arg| arg == "--json");
    if error.use_stderr() && json {
        let message = error.render().to_string();
        return Ui::new(true).usage_error(message.trim_start_matches("error: ").trim_end());
    }
    let _ = error.print();
    if error.use_stderr() { ui::usage_code() } else { ExitCode::SUCCESS }
}
