//! `gigagas evm statetest`.

use std::process::ExitCode;

use gigagas_evm::statetest::{self, Case, Engine, Folder, Options, Report, Verdict};
use regex_lite::Regex;
use serde::Serialize;

use crate::{
    args::{EngineName, StatetestArgs},
    target,
    ui::{Failure, HEADING, Outcome, Ui, WRONG},
};

#[derive(Serialize)]
struct Object<'a> {
    status: &'static str,
    #[serde(flatten)]
    total: &'a Folder,
    #[serde(flatten)]
    report: &'a Report,
}

pub(crate) fn run(args: &StatetestArgs, ui: &mut Ui) -> Outcome {
    let regex = args.run.as_deref().map(Regex::new).transpose().map_err(|error| {
        Failure::usage(format!("--run {:?}: {error}", args.run.as_deref().unwrap_or_default()))
    })?;
    let finds = |name: &str| regex.as_ref().is_none_or(|regex| regex.is_match(name));
    let options = Options {
        engine: match args.engine {
            EngineName::Gigagas => Engine::Gigagas,
            EngineName::Revm => Engine::Revm,
            EngineName::Both => Engine::Both,
        },
        fork: args.fork.as_deref().map(target::fork).transpose()?,
        select: Some(&finds),
        threads: args.jobs,
    };
    let files = statetest::files(&args.paths).map_err(Failure::usage)?;
    let report = statetest::run(&files, &options, |case| tell(case, ui))?;
    let total = report.total();
    if total.run == 0 && total.skipped.is_empty() {
        return Err(Failure::usage(format!("no case to run in {} files", files.len())));
    }
    let good = report.failures.is_empty();
    if ui.json {
        let status = if good { "ok" } else { "fail" };
        ui.object(&Object { status, total: &total, report: &report })?;
    } else {
        print(&report, &total, ui)?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Says at once what failed.
fn tell(case: &Case, ui: &mut Ui) -> Result<(), Failure> {
    if !ui.json && matches!(case.verdict, Verdict::Failed(_)) {
        writeln!(ui.out(), "{WRONG}FAIL{WRONG:#} {case}")?;
    }
    Ok(())
}

fn print(report: &Report, total: &Folder, ui: &mut Ui) -> Result<(), Failure> {
    const TOTAL: &str = "total";
    let width = report.folders.keys().map(String::len).max().unwrap_or(0).max(TOTAL.len());
    let out = ui.out();
    writeln!(
        out,
        "{HEADING}{:width$}  {:>6}  {:>6}  {:>6}  {:>7}{HEADING:#}",
        "folder", "run", "passed", "failed", "skipped"
    )?;
    let folders = report.folders.iter().map(|(name, folder)| (name.as_str(), folder));
    for (name, Folder { run, passed, skipped }) in folders.chain([(TOTAL, total)]) {
        let (failed, n) = (run - passed, skipped.values().sum::<usize>());
        writeln!(out, "{name:width$}  {run:>6}  {passed:>6}  {failed:>6}  {n:>7}")?;
        for (reason, n) in skipped {
            writeln!(out, "{:width$}  {n} skipped: {reason}", "")?;
        }
    }
    Ok(())
}
