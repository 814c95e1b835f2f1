//! `gigagas conformance`.

use std::{env, io, process::ExitCode};

use gigagas_cases::{
    Dirs, REQUIRED_VARIABLE,
    conformance::{self, NamedRoutes, Report},
};
use serde::Serialize;

use crate::{
    args::ConformanceArgs,
    ui::{Failure, Outcome, Ui},
};

#[derive(Serialize)]
struct Object<'a> {
    status: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

pub(crate) fn run(args: ConformanceArgs, ui: &mut Ui) -> Outcome {
    let dirs = args.path.map_or_else(Dirs::find, Dirs::at);
    let routes = match &args.route {
        Some(route) => vec![NamedRoutes::parse(route).map_err(Failure::usage)?],
        None => conformance::routes().map_err(Failure::usage)?,
    };
    let required = args.require || env::var(REQUIRED_VARIABLE).is_ok_and(|value| value == "1");
    let report = if ui.json {
        conformance::run(&dirs, &routes, &mut io::sink())?
    } else {
        conformance::run(&dirs, &routes, ui.out())?
    };
    let good = report.is_good(required);
    if ui.json {
        let status = match good {
            true if report.missing.is_empty() => "ok",
            true => "missing",
            false => "fail",
        };
        ui.object(&Object { status, report: &report })?;
    } else {
        writeln!(ui.out(), "{} passed, {} failed", report.passed, report.failed)?;
        if let Some(line) = report.missing_line() {
            writeln!(ui.out(), "{line}")?;
        }
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
