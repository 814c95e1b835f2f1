//! `gigagas evm`.

mod message;
mod statetest;

use gigagas::Routes;

use crate::{
    args::{EvmArgs, EvmCommand},
    ui::{Failure, Outcome, Ui},
};

pub(crate) fn run(args: &EvmArgs, ui: &mut Ui) -> Outcome {
    // A route that does not exist is found out now rather than with the first call.
    Routes::active().map_err(Failure::usage)?;
    match &args.command {
        EvmCommand::Run(args) => message::run(args, ui),
        EvmCommand::Statetest(args) => statetest::run(args, ui),
    }
}
