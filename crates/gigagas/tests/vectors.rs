//! Every public vector under every route. Without the vectors it says so, and fails only if
//! `GIGAGAS_VECTORS_REQUIRED=1`.
//!
//! Of libtest's arguments it knows what it must: `--list` lists nothing, and a filter that is not part of
//! `vectors` runs nothing.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use gigagas_cases::{Dirs, REQUIRED_VARIABLE, conformance};

fn main() -> io::Result<ExitCode> {
    if !is_asked_for(env::args().skip(1)) {
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
    let required = env::var(REQUIRED_VARIABLE).is_ok_and(|value| value == "1");
    Ok(if report.is_good(required) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What libtest would make of the arguments, were there one test named `vectors`.
fn is_asked_for(mut arguments: impl Iterator<Item = String>) -> bool {
    const WITH_VALUE: [&str; 7] =
        ["--format", "--test-threads", "--color", "--logfile", "-Z", "--shuffle-seed", "--skip"];
    let mut filters = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--list" | "--ignored" => return false,
            option if WITH_VALUE.contains(&option) => drop(arguments.next()),
            option if option.starts_with('-') => {}
            _ => filters.push(argument),
        }
    }
    filters.is_empty() || filters.iter().any(|filter| "vectors".contains(filter.as_str()))
}
