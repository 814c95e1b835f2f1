//! `gigagas bench`: how fast the library's backends are here.

mod worst;

use std::{
    alloc::System,
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use gigagas::Routes;
use gigagas_cases::bench::{Case, Tier, cases};
use gigagas_measure::{
    Engine, Head, Journal, Options, OwnEngine, Record, Run, Saved, Step, SystemClock, backends,
    compare, json_lines, own_engines, pin_to_core, saved, table,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

use crate::{
    args::BenchArgs,
    ui::{Failure, Outcome, Ui},
};

/// Counts allocations, so that a run can tell how many a call makes.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Serialize)]
struct Listed<'a> {
    operation: &'a str,
    case: &'a str,
    family: &'a str,
    tier: &'static str,
}

/// Runs the command; a failure if an engine was wrong.
pub(crate) fn run(args: &BenchArgs, ui: &mut Ui) -> Outcome {
    if args.csv && ui.json {
        return Err(Failure::usage(
            "--csv and --json are two forms of the same output; choose one",
        ));
    }
    if args.list {
        list(&cases_of(args)?, ui)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.worst {
        pin(args)?;
        return worst::run(args, all_cases(args)?, &engines(args)?, ui);
    }
    if args.set.fork.is_some() || args.set.set.is_some() {
        return Err(Failure::usage(
            "--fork and --set are for --worst: the cases have prices of their own",
        ));
    }
    // Before the work: a name that does not exist must not cost a whole run.
    let base = args.compare.as_deref().map(load).transpose()?;
    let results = match &args.head {
        Some(name) => load(name)?,
        None => measure(args, ui)?,
    };
    if let Some(name) = &args.save {
        let path = saved::path(name);
        results.save(&path).map_err(|error| {
            Failure::usage(format!("cannot keep the results at {}: {error}", path.display()))
        })?;
    }
    print(args, ui, &results, base.as_ref())?;
    let wrong = results.records.iter().any(|record| record.wrong);
    Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn load(name: &str) -> Result<Saved, Failure> {
    Saved::load(&saved::path(name)).map_err(Failure::usage)
}

/// The list, or what a search found before.
fn all_cases(args: &BenchArgs) -> Result<Vec<Case>, Failure> {
    match &args.inputs {
        Some(path) => gigagas_measure::worst::load(path)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display()))),
        None => cases(Some(&gigagas_cases::vectors_dir())).map_err(Failure::usage),
    }
}

fn cases_of(args: &BenchArgs) -> Result<Vec<Case>, Failure> {
    let mut cases = all_cases(args)?;
    cases.retain(|case| {
        let wanted = args.filter.iter().any(|filter| case.matches(filter));
        (args.filter.is_empty() || wanted) && (!args.quick || case.tier == Tier::Quick)
    });
    if cases.is_empty() {
        return Err(Failure::usage("no case matches; `gigagas bench --list` shows them all"));
    }
    Ok(cases)
}

fn list(cases: &[Case], ui: &mut Ui) -> Result<(), Failure> {
    for case in cases {
        let tier = if case.tier == Tier::Quick { "quick" } else { "full" };
        if ui.json {
            let (operation, family) = (case.operation(), case.family);
            ui.object(&Listed { operation, case: &case.name, family, tier })?;
        } else {
            writeln!(ui.out(), "{:<60} {:<24} {tier}", case.id(), case.family)?;
        }
    }
    Ok(())
}

fn engines(args: &BenchArgs) -> Result<Vec<Box<dyn Engine>>, Failure> {
    let routes = match &args.route {
        Some(overrides) => Routes::preferred().with(overrides).map_err(Failure::usage)?,
        None => *Routes::active().map_err(Failure::usage)?,
    };
    if args.backend.is_empty() {
        let engines = own_engines(routes).into_iter();
        return Ok(engines.map(|engine| Box::new(engine) as Box<dyn Engine>).collect());
    }
    let known = backends();
    let engine = |name: &String| {
        let found = known.iter().find(|backend| *backend == name);
        let backend = found.ok_or_else(|| {
            Failure::usage(format!("no backend {name:?} here; backends: {}", known.join(", ")))
        })?;
        Ok(Box::new(OwnEngine::with_backend(routes, backend)) as Box<dyn Engine>)
    };
    args.backend.iter().map(engine).collect()
}

/// Stays on a core if that is asked for.
fn pin(args: &BenchArgs) -> Result<(), Failure> {
    let Some(core) = args.pin else { return Ok(()) };
    pin_to_core(core)
        .map_err(|error| Failure::usage(format!("cannot stay on core {core}: {error}")))
}

fn measure(args: &BenchArgs, ui: &mut Ui) -> Result<Saved, Failure> {
    let (cases, engines) = (cases_of(args)?, engines(args)?);
    pin(args)?;
    let mut options = Options {
        count_allocations: Some(|| ALLOCATOR.stats().allocations as u64),
        ..if args.quick { Options::quick() } else { Options::full() }
    };
    if let Some(laps) = args.laps {
        (options.laps, options.least_ns) = (laps.into(), 0);
    }
    let clock = SystemClock::new();
    let run = Run { cases: &cases, engines: &engines, options: &options, clock: &clock };
    let head = Head::here(&clock, &command_line());
    let records = measure_with_journal(args, ui, &run, &head).map_err(|error| {
        Failure::usage(format!("cannot keep a journal in {}: {error}", saved::folder().display()))
    })?;
    if records.is_empty() {
        return Err(Failure::usage("none of these backends does any of these cases"));
    }
    Ok(Saved { head, records })
}

fn measure_with_journal(
    args: &BenchArgs,
    ui: &mut Ui,
    run: &Run<'_>,
    head: &Head,
) -> io::Result<Vec<Record>> {
    let mut journal = Journal::of(run, head)?;
    if args.fresh {
        journal = journal.restart()?;
    }
    if !journal.is_empty() {
        ui.note("going on with an interrupted run; --fresh begins anew");
    }
    let bar = progress_bar();
    let records = run.run(Some(&mut journal), &mut |step| show(&bar, step))?;
    bar.finish_and_clear();
    journal.finish()?;
    Ok(records)
}

fn print(
    args: &BenchArgs,
    ui: &mut Ui,
    results: &Saved,
    base: Option<&Saved>,
) -> Result<(), Failure> {
    let changes = base.map(|base| compare::changes(&base.records, &results.records));
    let comparison = changes.map(|changes| compare::render(&changes));
    let text = match (&comparison, ui.json, args.csv) {
        (_, true, _) => json_lines(&results.records)?,
        (_, _, true) => results.csv(),
        _ if args.spread => table::spreads(&results.records),
        (Some(comparison), ..) => comparison.clone(),
        (None, ..) => report(&results.records),
    };
    ui.out().write_all(text.as_bytes())?;
    // Beside a table for programs, the comparison is for people.
    if let Some(comparison) = comparison.filter(|_| ui.json || args.csv) {
        ui.note(&comparison);
    }
    Ok(())
}

fn report(records: &[Record]) -> String {
    let noisy = records.iter().filter(|record| record.noisy).count();
    let mut text = table::results(records);
    text += "\n";
    text += &table::summaries(records, "gigagas");
    if noisy > 0 {
        text +=
            &format!("{noisy} of {} figures are noisy: this machine was busy.\n", records.len());
    }
    text + table::HOW_TO_READ + "\n"
}

/// What the user typed, with the program by its name.
fn command_line() -> String {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    format!("gigagas {}", arguments.join(" "))
}

/// On a terminal only. It has no thread of its own: it moves between measurements, not during them.
fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} of {duration}  {wide_msg}");
    let bar = ProgressBar::new(0);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn show(bar: &ProgressBar, step: Step<'_>) {
    bar.set_length(step.total as u64);
    bar.set_message(format!("lap {} {}", step.lap + 1, step.case.id()));
    bar.set_position(step.done as u64);
    bar.tick();
}
