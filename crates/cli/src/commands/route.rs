//! `gigagas route`: which backend runs an operation, and the measurements that say so.

use std::{io::Write, process::ExitCode};

use gigagas::{
    Precompile, ROUTE_VARIABLE, Routes,
    route::{CpuClass, Measured, inside, measured, measured_elsewhere, size_unit},
};
use gigagas_measure::{
    Align, Table,
    table::{nanoseconds, times},
};
use serde::Serialize;

use crate::{
    args::RouteArgs,
    ui::{ACTIVE, FAINT, Failure, HEADING, Outcome, Ui},
};

#[derive(Serialize)]
struct Listing {
    status: &'static str,
    cpu_class: &'static str,
    routes: Vec<Route>,
}

#[derive(Serialize)]
struct Route {
    operation: &'static str,
    size_unit: &'static str,
    /// Smallest calls first.
    active: Vec<Range>,
    why: Why,
    /// What runs here, in the order of preference, the preferred one last.
    choices: Vec<&'static str>,
    /// What is in this build but needs another CPU.
    unavailable: Vec<&'static str>,
    /// What the active backends do inside, by the size of their own unit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inside: Vec<Inside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Evidence>,
}

#[derive(Serialize)]
struct Inside {
    backend: &'static str,
    /// Bits of the odd part of the modulus; None: all above.
    up_to_bits: Option<u64>,
    engine: &'static str,
}

#[derive(Serialize)]
struct Range {
    /// The greatest size that it serves; None: all above.
    up_to: Option<u64>,
    backend: &'static str,
}

/// Where a choice comes from.
#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Why {
    /// It was measured on a CPU of this one's class.
    Measured,
    /// It was measured on CPUs of another class of this architecture.
    MeasuredElsewhere,
    /// Nothing is measured: the order of preference in the source.
    Unmeasured,
    /// The environment asks for it.
    Override,
}

#[derive(Serialize)]
struct Evidence {
    class: &'static str,
    cpu: &'static str,
    clock: &'static str,
    date: &'static str,
    commit: &'static str,
    command: &'static str,
    file: &'static str,
    sizes: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    size: u64,
    cases: u32,
    /// The fastest first.
    times: Vec<Time>,
}

#[derive(Serialize)]
struct Time {
    backend: &'static str,
    ns: f64,
    /// As a multiple of the fastest one's time.
    ratio: f64,
    noise: f64,
}

pub(crate) fn run(args: &RouteArgs, ui: &mut Ui) -> Outcome {
    let active = Routes::active().map_err(Failure::usage)?;
    let names = operations(args.operation.as_deref())?;
    let routes = names.iter().map(|&operation| route(operation, active)).collect();
    let listing = Listing { status: "ok", cpu_class: CpuClass::detect().name(), routes };
    if ui.json {
        ui.object(&listing)?;
    } else if args.operation.is_some() {
        listing.explain(ui.out())?;
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

fn route(operation: &'static str, active: &Routes) -> Route {
    let ranges = active.ranges(operation);
    let (here, elsewhere) = (measured(operation), measured_elsewhere(operation));
    let why = match (here, elsewhere) {
        _ if ranges != Routes::preferred().ranges(operation) => Why::Override,
        (Some(_), _) => Why::Measured,
        (None, Some(_)) => Why::MeasuredElsewhere,
        (None, None) => Why::Unmeasured,
    };
    let choices = Routes::choices(operation);
    let engines = |backend: &'static str| {
        let engines = inside(operation, backend).into_iter();
        engines.map(move |(upper, engine)| Inside {
            backend,
            up_to_bits: (upper != u64::MAX).then_some(upper),
            engine,
        })
    };
    let inside = ranges.iter().flat_map(|range| engines(range.1)).collect();
    let others = Routes::in_build(operation).iter().copied();
    Route {
        operation,
        size_unit: size_unit(operation),
        active: ranges
            .into_iter()
            .map(|(upper, backend)| Range { up_to: (upper != u64::MAX).then_some(upper), backend })
            .collect(),
        why,
        unavailable: others.filter(|name| !choices.contains(name)).collect(),
        choices,
        inside,
        measured: here.or(elsewhere).map(Evidence::of),
    }
}

impl Evidence {
    fn of(measured: &'static Measured) -> Self {
        let source = measured.source;
        let cell = |cell: &gigagas::route::Cell| {
            let best = cell.times.iter().map(|time| time.ns).fold(f64::INFINITY, f64::min);
            let time = |time: &gigagas::route::Time| Time {
                backend: time.backend,
                ns: time.ns,
                ratio: time.ns / best,
                noise: time.noise,
            };
            let mut times: Vec<_> = cell.times.iter().map(time).collect();
            times.sort_by(|a, b| a.ns.total_cmp(&b.ns));
            Cell { size: cell.size, cases: cell.cases, times }
        };
        Self {
            class: measured.class.name(),
            cpu: source.cpu,
            clock: source.clock,
            date: source.date,
            commit: source.commit,
            command: source.command,
            file: source.file,
            sizes: measured.cells.iter().map(cell).collect(),
        }
    }
}

impl Route {
    /// `portable to 64 bytes of input, then bmi2`.
    fn in_words(&self) -> String {
        let words = self.active.iter().map(|range| match range.up_to {
            Some(size) => format!("{} to {size} {}", range.backend, self.size_unit),
            None => range.backend.to_owned(),
        });
        words.collect::<Vec<_>>().join(", then ")
    }

    /// By how much each backend that serves nothing loses, and the margin of those that serve.
    fn verdict(&self, evidence: &Evidence) -> Vec<String> {
        let mut backends: Vec<&str> = Vec::new();
        for time in evidence.sizes.iter().flat_map(|cell| &cell.times) {
            if !backends.contains(&time.backend) {
                backends.push(time.backend);
            }
        }
        let line = |backend: &str| {
            let ratios = evidence.sizes.iter().flat_map(|cell| &cell.times);
            let ratios = ratios.filter(|time| time.backend == backend).map(|time| time.ratio);
            let (low, high) = ratios.fold((f64::INFINITY, 0_f64), |(low, high), ratio| {
                (low.min(ratio), high.max(ratio))
            });
            let serves = self.active.iter().any(|range| range.backend == backend);
            let runs = self.choices.contains(&backend);
            let standing = match (serves, runs) {
                (true, _) => "serves",
                (false, true) => "loses",
                (false, false) => "needs another CPU",
            };
            let span = if times(low) == times(high) {
                times(low)
            } else {
                format!("{} to {}", times(low), times(high))
            };
            format!("{backend} {standing}: {span} the best time")
        };
        backends.into_iter().map(line).collect()
    }

    fn reason(&self) -> String {
        let class = CpuClass::detect().name();
        match self.why {
            Why::Measured => format!("measured on a CPU of this one's class, {class}"),
            Why::MeasuredElsewhere => format!(
                "not measured on {class}; the order measured on another class serves, as far as this CPU has it"
            ),
            Why::Unmeasured => {
                format!("not measured on {class}: the order of preference in the source")
            }
            Why::Override => format!("asked for by {ROUTE_VARIABLE}"),
        }
    }
}

impl Listing {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rows: Vec<_> = self.routes.iter().map(|route| (route, route.in_words())).collect();
        let name =
            rows.iter().map(|(route, _)| route.operation.len()).max().unwrap_or(0).max(9) + 2;
        let width = rows.iter().map(|(_, words)| words.len()).max().unwrap_or(0).max(6) + 2;
        writeln!(
            out,
            "{HEADING}{:<name$}{:<width$}{:<10}choices{HEADING:#}",
            "operation", "in use", "margin"
        )?;
        for (route, words) in &rows {
            let choices = route.choices.join(", ");
            write!(out, "{:<name$}{ACTIVE}{words:<width$}{ACTIVE:#}", route.operation)?;
            writeln!(out, "{:<10}{choices}", route.margin())?;
        }
        writeln!(
            out,
            "{FAINT}margin: how much longer the next best takes, least over the sizes; \
             gigagas route OPERATION shows the measurements{FAINT:#}"
        )?;
        Ok(())
    }

    fn explain(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for (i, route) in self.routes.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            route.explain(out)?;
        }
        Ok(())
    }
}

impl Route {
    /// The least advantage of what serves over the next best one that runs here; empty if there is none.
    fn margin(&self) -> String {
        let Some(evidence) = &self.measured else { return String::new() };
        let advantage = |cell: &Cell| {
            let runs = |time: &&Time| self.choices.contains(&time.backend);
            let mut times = cell.times.iter().filter(runs);
            Some(times.next()?.ns)
                .zip(times.next().map(|next| next.ns))
                .map(|(best, next)| next / best)
        };
        let least = evidence.sizes.iter().filter_map(advantage).fold(f64::INFINITY, f64::min);
        if least.is_finite() && self.why != Why::Override { times(least) } else { String::new() }
    }

    fn explain(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(
            out,
            "{HEADING}{}{HEADING:#}  {ACTIVE}{}{ACTIVE:#}",
            self.operation,
            self.in_words()
        )?;
        writeln!(out, "  {}", self.reason())?;
        if let Some(evidence) = &self.measured {
            evidence.print(self.size_unit, out)?;
            for line in self.verdict(evidence) {
                writeln!(out, "  {line}")?;
            }
        }
        let measured = |name: &&&str| {
            let cells = self.measured.iter().flat_map(|evidence| &evidence.sizes);
            cells.flat_map(|cell| &cell.times).any(|time| time.backend == **name)
        };
        for name in self.choices.iter().filter(|name| !measured(name)) {
            writeln!(out, "  {name} is not measured")?;
        }
        for Inside { backend, up_to_bits, engine } in &self.inside {
            let bits = up_to_bits.map_or("above".into(), |bits| format!("to {bits} bits"));
            writeln!(out, "  {backend}, odd part of the modulus {bits}: {engine}")?;
        }
        for name in &self.unavailable {
            writeln!(out, "  {FAINT}{name} needs another CPU{FAINT:#}")?;
        }
        Ok(())
    }
}

impl Evidence {
    fn print(&self, unit: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { cpu, clock, date, commit, command, file, class, .. } = self;
        writeln!(out, "  {FAINT}{date} on {cpu}, {clock} ({class}), commit {commit}{FAINT:#}")?;
        writeln!(out, "  {FAINT}`{command}`, {file}{FAINT:#}")?;
        let mut table = Table::new(&[
            (unit, Align::Right),
            ("backend", Align::Left),
            ("time", Align::Right),
            ("±", Align::Right),
            ("to the best", Align::Right),
        ]);
        for cell in &self.sizes {
            for (i, time) in cell.times.iter().enumerate() {
                table.row([
                    if i == 0 { cell.size.to_string() } else { String::new() },
                    time.backend.to_owned(),
                    nanoseconds(time.ns),
                    format!("{:.1}%", 100.0 * time.noise),
                    times(time.ratio),
                ]);
            }
        }
        for line in table.render().lines() {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }
}
