//! Every public vector under every route. Without the vectors it says so, and fails only if
//! `GIGAGAS_VECTORS_REQUIRED=1`.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use gigagas_cases::{Dirs, conformance, is_asked_for, is_required};

fn main() -> io::Result<ExitCode> {
    if !is_asked_for("vectors", env::args().skip(1)) {
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = io::stdout();
    let routes = match conformance::routes() {
        Ok(routes) => routes,
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let report = conformance::run(&Dirs::find(), &routes, &mut out)?;
    writeln!(out, "{} passed, {} failed", report.passed, report.failed)?;
    if let Some(line) = report.missing_line() {
        writeln!(out, "{line}")?;
    }
    Ok(if report.is_good(is_required()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
