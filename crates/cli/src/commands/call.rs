//! `gigagas gas` and `gigagas run`.

use std::{
    collections::BTreeMap,
    process::ExitCode,
    time::{Duration, Instant},
};

use gigagas::{CallError, Halt, Output, Routes, halt::Place, route};
use serde::Serialize;

use crate::{
    args::{GasArgs, RunArgs},
    input,
    target::{self, Target},
    ui::{FAINT, Failure, HEADING, Outcome, Ui, hex0x, hex0x_cut},
};

/// What was called, for JSON.
#[derive(Serialize)]
struct Subject<'a> {
    precompile: &'a str,
    address: Option<String>,
    set: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl<'a> Subject<'a> {
    fn new(target: &'a Target) -> Self {
        Self {
            precompile: target.entry.precompile.name,
            address: target.address(),
            set: target.set,
            note: target.remark(),
        }
    }
}

#[derive(Serialize)]
struct Price<'a> {
    status: &'static str,
    #[serde(flatten)]
    subject: Subject<'a>,
    gas: u64,
}

#[derive(Serialize)]
struct Success<'a> {
    status: &'static str,
    #[serde(flatten)]
    subject: Subject<'a>,
    output: String,
    gas_used: u64,
    #[serde(flatten)]
    run: Run<'a>,
}

/// How a call was run.
#[derive(Serialize)]
struct Run<'a> {
    backend: &'a str,
    backends: BTreeMap<&'a str, &'a str>,
    time_ns: u64,
}

#[derive(Serialize)]
struct Halted<'a> {
    status: &'static str,
    #[serde(flatten)]
    subject: Subject<'a>,
    error: &'static str,
    message: String,
    /// None: more than any gas limit can pay.
    gas_required: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gas_used: Option<u64>,
    #[serde(flatten)]
    place: Option<Where>,
    #[serde(flatten)]
    run: Option<Run<'a>>,
}

#[derive(Serialize)]
struct Where {
    argument: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<Item>,
    offset: usize,
    length: usize,
}

#[derive(Serialize)]
struct Item {
    name: &'static str,
    index: usize,
}

impl From<&Place> for Where {
    fn from(place: &Place) -> Self {
        let item = place.item.map(|(name, index)| Item { name, index });
        Self { argument: place.argument, item, offset: place.offset, length: place.len }
    }
}

pub(crate) fn gas(args: &GasArgs, ui: &mut Ui) -> Outcome {
    let target = target::find(&args.call.precompile, &args.call.set)?;
    let input = input::read(&args.call.input, ui)?;
    target.tell_remark(ui);
    match target.entry.charge(&input, u64::MAX) {
        Ok(gas) if ui.json => {
            ui.object(&Price { status: "ok", subject: Subject::new(&target), gas })?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(gas) => {
            writeln!(ui.out(), "{gas}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(halt) => halted(&halt, &target, &input, None, ui),
    }
}

pub(crate) fn run(args: &RunArgs, ui: &mut Ui) -> Outcome {
    let target = target::find(&args.call.precompile, &args.call.set)?;
    let routes = target::routes(args.backend.as_deref(), target.entry.precompile)?;
    let input = input::read(&args.call.input, ui)?;
    target.tell_remark(ui);
    let start = Instant::now();
    let result = target.entry.call_to_vec(&routes, &input, args.gas);
    let time = start.elapsed();
    match result {
        Ok(output) => succeeded(&output, &target, how(&target, &input, &routes, time), ui),
        Err(CallError::Halt(halt)) => {
            halted(&halt, &target, &input, Some((&routes, time, args.gas)), ui)
        }
        Err(error) => Err(Failure::usage(error)),
    }
}

fn how<'a>(target: &'a Target, input: &[u8], routes: &'a Routes, time: Duration) -> Run<'a> {
    let operations = target.entry.precompile.operations;
    let backend = |operation: &str| {
        routes.backend(operation, route::size(operation, input)).unwrap_or("none")
    };
    Run {
        backend: operations.first().map_or("none", |operation| backend(operation)),
        backends: operations.iter().map(|operation| (*operation, backend(operation))).collect(),
        time_ns: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
    }
}

fn succeeded(output: &Output, target: &Target, run: Run<'_>, ui: &mut Ui) -> Outcome {
    if ui.json {
        let (output, gas_used) = (hex0x(&output.bytes), output.gas_used);
        let subject = Subject::new(target);
        ui.object(&Success { status: "ok", subject, output, gas_used, run })?;
        return Ok(ExitCode::SUCCESS);
    }
    let empty = if output.bytes.is_empty() { " (empty)" } else { "" };
    let out = ui.out();
    writeln!(out, "{HEADING}output{HEADING:#}   {}{empty}", hex0x(&output.bytes))?;
    writeln!(out, "{HEADING}gas{HEADING:#}      {}", output.gas_used)?;
    writeln!(
        out,
        "{HEADING}time{HEADING:#}     {:?} {FAINT}(one call){FAINT:#}",
        Duration::from_nanos(run.time_ns)
    )?;
    writeln!(out, "{HEADING}backend{HEADING:#}  {}", backends(target, &run))?;
    Ok(ExitCode::SUCCESS)
}

/// The main backend, then those of the parts.
fn backends(target: &Target, run: &Run<'_>) -> String {
    let parts = target.entry.precompile.operations.iter().skip(1);
    let parts: Vec<_> = parts.map(|part| format!("{part}: {}", run.backends[part])).collect();
    match parts.is_empty() {
        true => run.backend.into(),
        false => format!("{} ({})", run.backend, parts.join(", ")),
    }
}

/// Reports a failed call; `run` is there if gas was offered.
fn halted(
    halt: &Halt,
    target: &Target,
    input: &[u8],
    run: Option<(&Routes, Duration, u64)>,
    ui: &mut Ui,
) -> Outcome {
    let price = Some(target.entry.gas(input)).filter(|&gas| gas != u64::MAX);
    let gas_used = run.map(|(_, _, limit)| limit);
    if ui.json {
        ui.object(&Halted {
            status: "halt",
            subject: Subject::new(target),
            error: halt.code(),
            message: halt.to_string(),
            gas_required: price,
            gas_used,
            place: halt.place().map(Where::from),
            run: run.map(|(routes, time, _)| how(target, input, routes, time)),
        })?;
        return Ok(ExitCode::FAILURE);
    }
    let mut message = halt.to_string();
    if let Some(place) = halt.place() {
        message += &quote(place, input);
    }
    if let Some(gas) = gas_used {
        message += &format!("\n  all of the {gas} gas is consumed, nothing is returned");
    }
    ui.wrong(&format!("{} halts", target.entry.precompile.name), &message);
    Ok(ExitCode::FAILURE)
}

/// The bytes at fault; what the input lacks is zero.
fn quote(place: &Place, input: &[u8]) -> String {
    const MAX: usize = 64;
    let end = place.offset.saturating_add(place.len);
    let mut bytes =
        input.get(place.offset.min(input.len())..end.min(input.len())).unwrap_or(&[]).to_vec();
    bytes.resize(place.len, 0);
    format!("\n  bytes {}..{end} are {}", place.offset, hex0x_cut(&bytes, MAX))
}
