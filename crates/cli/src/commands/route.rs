//! `gigagas route`.

use std::{io::Write, process::ExitCode};

use gigagas::{Precompile, Routes};
use serde::Serialize;

use crate::{
    args::RouteArgs,
    ui::{ACTIVE, FAINT, Failure, HEADING, Outcome, Ui},
};

#[derive(Serialize)]
struct Listing {
    status: &'static str,
    routes: Vec<Route>,
}

#[derive(Serialize)]
struct Route {
    operation: &'static str,
    active: &'static str,
    /// The reference first, the preferred last.
    choices: Vec<&'static str>,
}

pub(crate) fn run(args: &RouteArgs, ui: &mut Ui) -> Outcome {
    let active = Routes::active().map_err(Failure::usage)?;
    let route = |operation: &'static str| Route {
        operation,
        active: active.backend(operation).unwrap_or("none"),
        choices: Routes::choices(operation),
    };
    let routes = operations(args.operation.as_deref())?.iter().copied().map(route).collect();
    let listing = Listing { status: "ok", routes };
    if ui.json {
        ui.object(&listing)?;
    } else {
        listing.print(ui.out())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All, one by name, or a precompile's.
fn operations(name: Option<&str>) -> Result<&'static [&'static str], Failure> {
    let Some(name) = name else { return Ok(Routes::OPERATIONS) };
    if let Some(index) = Routes::OPERATIONS.iter().position(|operation| *operation == name) {
        return Ok(&Routes::OPERATIONS[index..=index]);
    }
    let precompile = Precompile::by_name(name);
    precompile.map(|precompile| precompile.operations).ok_or_else(|| {
        let known = Routes::OPERATIONS.join(", ");
        Failure::usage(format!("no operation {name:?}; operations: {known}"))
    })
}

impl Listing {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let width =
            self.routes.iter().map(|route| route.operation.len()).max().unwrap_or(0).max(9) + 2;
        writeln!(out, "{HEADING}{:<width$}{:<16}choices{HEADING:#}", "operation", "active")?;
        for Route { operation, active, choices } in &self.routes {
            let choices = choices.join(", ");
            writeln!(out, "{operation:<width$}{ACTIVE}{active:<16}{ACTIVE:#}{choices}")?;
        }
        writeln!(out, "{FAINT}choices: the reference first, the preferred last{FAINT:#}")?;
        Ok(())
    }
}
