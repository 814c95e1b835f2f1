//! `gigagas completions`.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::{
    args::{Cli, CompletionsArgs},
    ui::{Outcome, Ui},
};

pub(crate) fn run(args: &CompletionsArgs, ui: &mut Ui) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gigagas", &mut script);
    ui.out().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
