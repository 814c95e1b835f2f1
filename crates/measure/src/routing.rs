//! From measurements to routes: which backend serves an operation at which size, on which class of CPUs.
//!
//! The cases of our own backends are put in cells of equal size. Over the cells of an operation at most
//! [`MAX_RANGES`] ranges are chosen so that the sum of the logarithms of (time / best time) is least, where
//! - a difference within the noise of both counts nothing,
//! - what serves now counts as faster by [`HYSTERESIS`], and
//! - a further range must gain [`HYSTERESIS`] in all.
//!
//! So noise can neither flip a choice nor break a range in pieces. A bound between two measured sizes stays
//! where it was; a new one is put at the smaller of the two.

use std::{collections::BTreeMap, fmt::Write as _, io};

use gigagas::route::{CpuClass, MAX_RANGES, Measured};
use gigagas_cases::bench::{Case, Expect, cases};

use crate::{record::Record, saved::Saved, stats::geometric_mean};

/// The advantage, as a fraction, that a backend needs to replace the one that serves.
pub const HYSTERESIS: f64 = 0.03;

/// Results and the name of the file that holds them.
#[derive(Debug, Clone)]
pub struct Input {
    /// The file, from the root of the repository.
    pub file: String,
    /// What it holds.
    pub saved: Saved,
}

/// The text of `crates/gigagas/src/route/table/measured.rs` after `inputs`, of which later ones replace
/// earlier ones operation by operation; `incumbents` is what serves now.
///
/// # Errors
/// If a file does not name a class of CPUs that this version knows.
pub fn generate(inputs: &[Input], incumbents: &[Measured]) -> io::Result<String> {
    let cases = routed_cases()?;
    let mut tables = BTreeMap::new();
    for (source, input) in inputs.iter().enumerate() {
        let class = class_of(input)?;
        for &operation in gigagas::Routes::OPERATIONS {
            let cells = cells(operation, &cases, &input.saved.records);
            if cells.is_empty() {
                continue;
            }
            let serving = incumbents.iter().find(|m| m.operation == operation && m.class == class);
            let ranges = choose(&cells, serving);
            let key = (class.name(), operation);
            tables.insert(key, Chosen { class, source, cells, ranges });
        }
    }
    Ok(write(inputs, &tables))
}

/// The results that `measured` was generated from, in its order. `read` brings a file's text.
///
/// # Errors
/// If a file cannot be read or is not a table of results.
pub fn inputs_of(
    measured: &[Measured],
    read: impl Fn(&str) -> io::Result<String>,
) -> io::Result<Vec<Input>> {
    let mut files: Vec<&str> = Vec::new();
    for measured in measured {
        if !files.contains(&measured.source.file) {
            files.push(measured.source.file);
        }
    }
    let input = |file: &str| Ok(Input { file: file.into(), saved: Saved::from_csv(&read(file)?)? });
    files.into_iter().map(input).collect()
}

fn class_of(input: &Input) -> io::Result<CpuClass> {
    let name = &input.saved.head.class;
    CpuClass::ALL.into_iter().find(|class| class.name() == name).ok_or_else(|| {
        let known: Vec<_> = CpuClass::ALL.iter().map(|class| class.name()).collect();
        let message =
            format!("{}: no class of CPUs {name:?}; classes: {}", input.file, known.join(", "));
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The cases that routes follow: successes, generated here and not read from files.
fn routed_cases() -> io::Result<BTreeMap<String, Case>> {
    let routed = cases(None)?.into_iter().filter(|case| case.expect == Expect::Success);
    Ok(routed.map(|case| (case.id(), case)).collect())
}

/// The times at one size.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    size: u64,
    cases: usize,
    times: Vec<Time>,
}

#[derive(Debug, Clone, PartialEq)]
struct Time {
    backend: String,
    ns: f64,
    noise: f64,
}

/// A range and its backends, the fastest first.
#[derive(Debug, Clone, PartialEq)]
struct Range {
    upper: u64,
    backends: Vec<String>,
}

struct Chosen {
    class: CpuClass,
    source: usize,
    cells: Vec<Cell>,
    ranges: Vec<Range>,
}

/// The operation's cells by size; only backends that every one of its cases has been measured with count.
fn cells(operation: &str, cases: &BTreeMap<String, Case>, records: &[Record]) -> Vec<Cell> {
    let mut by_case: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        let wanted = cases.get(&record.id()).is_some_and(|case| case.measures == operation);
        if wanted && record.engine.starts_with("gigagas") && record.median_ns.is_some() {
            by_case.entry(record.id()).or_default().push(record);
        }
    }
    let everywhere = |backend: &str| {
        let has =
            |records: &Vec<&Record>| records.iter().any(|r| r.backend.as_deref() == Some(backend));
        by_case.values().all(has)
    };
    let mut by_size: BTreeMap<u64, Vec<&Vec<&Record>>> = BTreeMap::new();
    for (id, records) in &by_case {
        by_size.entry(cases[id].size()).or_default().push(records);
    }
    let cell = |(size, group): (u64, Vec<&Vec<&Record>>)| {
        let mut by_backend: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in group.iter().copied().flatten() {
            let Some(backend) = record.backend.as_deref().filter(|name| everywhere(name)) else {
                continue;
            };
            by_backend.entry(backend).or_default().push(record);
        }
        let time = |(backend, records): (&str, Vec<&Record>)| Time {
            backend: backend.into(),
            ns: round(geometric_mean(records.iter().filter_map(|r| r.median_ns)), 10.0),
            noise: round(records.iter().filter_map(|r| r.noise).fold(0.0, f64::max), 1e4),
        };
        Cell { size, cases: group.len(), times: by_backend.into_iter().map(time).collect() }
    };
    by_size.into_iter().map(cell).collect()
}

/// As it is written, so that what is read back chooses the same.
fn round(value: f64, scale: f64) -> f64 {
    (value * scale).round() / scale
}

impl Cell {
    fn best(&self) -> Option<&Time> {
        self.times.iter().min_by(|a, b| a.ns.total_cmp(&b.ns))
    }

    /// What it costs to choose `backend` here: how much longer it takes, beyond noise and hysteresis;
    /// to the latter's last digits, how much longer it takes.
    fn cost(&self, backend: &str, serving: Option<&Measured>) -> f64 {
        const TO_BREAK_TIES: f64 = 1e-6;
        let (Some(best), Some(time)) =
            (self.best(), self.times.iter().find(|time| time.backend == backend))
        else {
            return f64::INFINITY;
        };
        let loss = (time.ns / best.ns).ln();
        let serves = serving.and_then(|measured| serving_at(measured, self.size)) == Some(backend);
        let allowed = time.noise.max(best.noise) + if serves { HYSTERESIS } else { 0.0 };
        let bonus = if serves { 0.0 } else { TO_BREAK_TIES };
        (loss - allowed.ln_1p()).max(0.0) + TO_BREAK_TIES * loss + bonus
    }
}

fn serving_at(measured: &Measured, size: u64) -> Option<&'static str> {
    let ranking = measured.rankings.iter().find(|ranking| size <= ranking.upper)?;
    ranking.backends.first().copied()
}

/// The ranges of least cost.
fn choose(cells: &[Cell], serving: Option<&Measured>) -> Vec<Range> {
    let backends: Vec<&str> = cells[0].times.iter().map(|time| time.backend.as_str()).collect();
    // best[b]: the least cost of the cells so far that ends with backend b, and the choices.
    let mut best: Vec<(f64, usize, Vec<usize>)> =
        (0..backends.len()).map(|b| (cells[0].cost(backends[b], serving), 1, vec![b])).collect();
    for cell in &cells[1..] {
        best = (0..backends.len())
            .map(|b| {
                let step = cell.cost(backends[b], serving);
                let extended = best.iter().map(|(cost, ranges, choices)| {
                    let same = choices.last() == Some(&b);
                    let ranges = ranges + usize::from(!same);
                    let penalty = if same { 0.0 } else { HYSTERESIS.ln_1p() };
                    let cost =
                        if ranges > MAX_RANGES { f64::INFINITY } else { cost + step + penalty };
                    (cost, ranges, choices)
                });
                let (cost, ranges, choices) = extended
                    .min_by(|x, y| x.0.total_cmp(&y.0))
                    .expect("there is at least one backend");
                let mut choices = choices.clone();
                choices.push(b);
                (cost, ranges, choices)
            })
            .collect();
    }
    let (_, _, choices) = best
        .into_iter()
        .min_by(|x, y| x.0.total_cmp(&y.0))
        .expect("a cell has at least one backend");
    ranges_of(cells, &choices, &backends, serving)
}

fn ranges_of(
    cells: &[Cell],
    choices: &[usize],
    backends: &[&str],
    serving: Option<&Measured>,
) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for end in 1..=cells.len() {
        if end < cells.len() && choices[end] == choices[start] {
            continue;
        }
        let upper = if end == cells.len() {
            u64::MAX
        } else {
            bound(cells[end - 1].size, cells[end].size, serving)
        };
        let backends = ranking(&cells[start..end], backends[choices[start]], serving);
        ranges.push(Range { upper, backends });
        start = end;
    }
    ranges
}

/// Between a size below and one above: where the bound was, else the size below.
fn bound(below: u64, above: u64, serving: Option<&Measured>) -> u64 {
    let bounds =
        serving.into_iter().flat_map(|measured| measured.rankings).map(|ranking| ranking.upper);
    bounds.into_iter().find(|upper| (below..above).contains(upper)).unwrap_or(below)
}

/// All backends by speed over `cells`, `first` first; who follows whom changes only beyond the hysteresis.
fn ranking(cells: &[Cell], first: &str, serving: Option<&Measured>) -> Vec<String> {
    let time = |backend: &str| {
        let times =
            cells.iter().flat_map(|cell| &cell.times).filter(|time| time.backend == backend);
        geometric_mean(times.map(|time| time.ns))
    };
    let before = serving
        .and_then(|measured| {
            measured.rankings.iter().find(|ranking| cells[0].size <= ranking.upper)
        })
        .map_or(&[][..], |ranking| ranking.backends);
    let rank = |backend: &str| before.iter().position(|name| *name == backend);
    let mut order: Vec<(String, f64)> =
        cells[0].times.iter().map(|t| (t.backend.clone(), time(&t.backend))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    // Neighbours within the hysteresis go back to the order in which they were.
    for i in (1..order.len()).rev() {
        let close = order[i].1 <= order[i - 1].1 * (1.0 + HYSTERESIS);
        if close
            && rank(&order[i].0)
                .zip(rank(&order[i - 1].0))
                .is_some_and(|(later, earlier)| later < earlier)
        {
            order.swap(i, i - 1);
        }
    }
    let mut names: Vec<String> = order.into_iter().map(|(name, _)| name).collect();
    names.sort_by_key(|name| name != first);
    names
}

fn write(inputs: &[Input], tables: &BTreeMap<(&str, &str), Chosen>) -> String {
    let mut text = String::from(
        "//! DO NOT EDIT: `gigagas-bench route` writes this file from the results that it names.\n\n\
         use super::{Cell, Measured, Ranking, Source, Time};\nuse gigagas_math::cpu::CpuClass;\n",
    );
    for (i, input) in inputs.iter().enumerate() {
        let head = &input.saved.head;
        let _ = write!(
            text,
            "\nstatic SOURCE_{i}: Source = Source {{\n    file: {:?},\n    cpu: {:?},\n    clock: {:?},\n    \
             date: {:?},\n    commit: {:?},\n    command: {:?},\n}};\n",
            input.file, head.cpu, head.clock, head.date, head.commit, head.command
        );
    }
    text += "\npub(super) static MEASURED: &[Measured] = &[\n";
    for ((_, operation), chosen) in tables {
        let Chosen { class, source, cells, ranges } = chosen;
        let _ = write!(
            text,
            "    Measured {{\n        operation: {operation:?},\n        class: CpuClass::{class:?},\n        \
             source: &SOURCE_{source},\n        rankings: &[\n"
        );
        for Range { upper, backends } in ranges {
            let upper = if *upper == u64::MAX { "u64::MAX".into() } else { upper.to_string() };
            let _ = writeln!(
                text,
                "            Ranking {{ upper: {upper}, backends: &{backends:?} }},"
            );
        }
        text += "        ],\n        cells: &[\n";
        for Cell { size, cases, times } in cells {
            let _ = writeln!(text, "            Cell {{ size: {size}, cases: {cases}, times: &[");
            for Time { backend, ns, noise } in times {
                let _ = writeln!(
                    text,
                    "                Time {{ backend: {backend:?}, ns: {ns:.1}, noise: {noise:.4} }},"
                );
            }
            text += "            ] },\n";
        }
        text += "        ],\n    },\n";
    }
    text + "];\n"
}

#[cfg(test)]
#[path = "routing_tests.rs"]
mod tests;
