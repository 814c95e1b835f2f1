//! Tables on a terminal.

use std::fmt::Write as _;

use crate::{
    record::{Record, Standing},
    stats::geometric_mean,
};

/// On which side a column is flush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// Rows of cells, aligned by column.
#[derive(Debug, Clone)]
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            align: columns.iter().map(|column| column.1).collect(),
            rows: vec![columns.iter().map(|column| column.0.into()).collect()],
        }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The table as text, two spaces between columns.
    #[must_use]
    pub fn render(&self) -> String {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.align.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &width), align) in row.iter().zip(&widths).zip(&self.align) {
                let _ = match align {
                    Align::Left => write!(line, "{cell:<width$}  "),
                    Align::Right => write!(line, "{cell:>width$}  "),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A time with a unit and three or four digits.
#[must_use]
pub fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 1e4 => format!("{ns:.*} ns", digits(ns)),
        _ if ns < 1e7 => format!("{:.*} µs", digits(ns / 1e3), ns / 1e3),
        _ => format!("{:.*} ms", digits(ns / 1e6), ns / 1e6),
    }
}

/// A ratio, as `1.23x`.
#[must_use]
pub fn times(ratio: f64) -> String {
    format!("{ratio:.*}x", digits(ratio))
}

/// Decimals that leave about three digits.
fn digits(value: f64) -> usize {
    match value {
        _ if value < 10.0 => 2,
        _ if value < 100.0 => 1,
        _ => 0,
    }
}

/// All results, worst MGas/s first, with bars: one block for every doubling above 1 MGas/s.
#[must_use]
pub fn results(records: &[Record]) -> String {
    let mut sorted: Vec<&Record> = records.iter().filter(|record| !record.wrong).collect();
    let rate = |record: &Record| record.mgas_per_s.unwrap_or(f64::INFINITY);
    sorted.sort_by(|a, b| rate(a).total_cmp(&rate(b)));
    let mut table = Table::new(&[
        ("case", Align::Left),
        ("engine", Align::Left),
        ("time", Align::Right),
        ("±", Align::Right),
        ("cycles", Align::Right),
        ("allocs", Align::Right),
        ("gas", Align::Right),
        ("MGas/s", Align::Right),
        ("", Align::Left),
        ("to gigagas", Align::Left),
    ]);
    for record in sorted {
        table.row([
            record.id(),
            match &record.backend {
                Some(backend) if !record.engine.contains('/') => {
                    format!("{} ({backend})", record.engine)
                }
                _ => record.engine.clone(),
            },
            record.median_ns.map(nanoseconds).unwrap_or_default(),
            percent(record.noise) + if record.noisy { " noisy" } else { "" },
            record.cycles.map(|cycles| format!("{cycles:.0}")).unwrap_or_default(),
            record.allocations.map(|count| format!("{count:.0}")).unwrap_or_default(),
            record.gas.to_string(),
            record.mgas_per_s.map(|rate| format!("{rate:.*}", digits(rate))).unwrap_or_default(),
            bar(record.mgas_per_s.unwrap_or(0.0)),
            to_first(record),
        ]);
    }
    let mut text = table.render();
    for record in records.iter().filter(|record| record.wrong) {
        let error = record.error.as_deref().unwrap_or_default();
        text += &format!("WRONG  {}  {}: {error}\n", record.id(), record.engine);
    }
    text
}

/// How the rates of all batches spread, as gas-benchmarks sums up a family of cases: MGas/s of the fastest
/// batch, of the one that half, 95 % and 99 % of the batches reach, and of the slowest; for BLAKE2F also
/// the cycles of a round, from the quiet batches.
#[must_use]
pub fn spreads(records: &[Record]) -> String {
    let columns = ["max", "p50", "p95", "p99", "min"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[
        ("case", Align::Left),
        ("engine", Align::Left),
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        columns[4],
        ("cycles a round", Align::Right),
    ]);
    for record in records {
        let (Some(fastest), Some(spread)) = (record.low_ns, record.spread) else { continue };
        let (Some(median), Some(rate)) = (record.median_ns, record.mgas_per_s) else { continue };
        let mgas = |ns: f64| {
            let rate = rate * median / ns;
            format!("{rate:.*}", digits(rate))
        };
        table.row([
            record.id(),
            record.engine.clone(),
            mgas(fastest),
            mgas(spread.p50_ns),
            mgas(spread.p95_ns),
            mgas(spread.p99_ns),
            mgas(spread.max_ns),
            cycles_a_round(record).map(|cycles| format!("{cycles:.1}")).unwrap_or_default(),
        ]);
    }
    table.render()
}

/// BLAKE2F's price is its number of rounds.
#[expect(clippy::cast_precision_loss, reason = "at most 10 million rounds are measured")]
fn cycles_a_round(record: &Record) -> Option<f64> {
    let many = record.operation == "blake2f" && record.gas >= 1000;
    record.cycles.filter(|_| many).map(|cycles| cycles / record.gas as f64)
}

/// One line that says what to read.
pub const HOW_TO_READ: &str = "Read MGas/s: the gas that a second of work earns; the first rows are the work that the chain \
     sells cheapest, and a block full of it takes longest. A block of the bar is a doubling.";

/// How a row of another engine stands to the first one.
fn to_first(record: &Record) -> String {
    match (record.standing(), record.ratio) {
        (_, Some(1.0)) | (None, _) | (_, None) => String::new(),
        (Some(Standing::Tie), _) => "tie".into(),
        (Some(Standing::Slower), Some(ratio)) => format!("{ratio:.2} x the time"),
        (Some(Standing::Faster), Some(ratio)) => format!("{ratio:.2} x the time (faster)"),
    }
}

/// One block for every doubling above 1, at most 16.
#[must_use]
pub fn bar(rate: f64) -> String {
    let mut blocks = 0;
    let mut level = 2.0;
    while blocks < 16 && rate >= level {
        blocks += 1;
        level *= 2.0;
    }
    "█".repeat(blocks)
}

fn percent(fraction: Option<f64>) -> String {
    fraction.map(|fraction| format!("{:.1}%", 100.0 * fraction)).unwrap_or_default()
}

/// What the known comparisons summarise: Erigon's geometric mean, and CIP-25's cost of a word and ns
/// per gas beside ecrecover's. For the engine `engine`; empty if its cases are not all there.
#[must_use]
pub fn summaries(records: &[Record], engine: &str) -> String {
    let mut text = String::new();
    let of_engine = || records.iter().filter(|record| record.engine == engine);
    let times: Vec<f64> = of_engine()
        .filter(|record| record.family == "erigon17")
        .filter_map(|record| record.median_ns)
        .collect();
    if times.len() == 17 {
        let mean = nanoseconds(geometric_mean(times.into_iter()));
        text += &format!("modexp, 17 operand classes of Erigon: geometric mean {mean}\n");
    }
    let find = |operation: &str, case: &str| {
        of_engine().find(|record| record.operation == operation && record.case == case)
    };
    let time = |case| find("ed25519", case)?.median_ns;
    if let (Some(short), Some(long)) = (time("message=1024"), time("message=65536")) {
        // CIP-25's words are of 64 bytes.
        let words = f64::from((65_536 - 1024) / 64);
        text += &format!("ed25519: {} more for each word\n", nanoseconds((long - short) / words));
    }
    let per_gas = |operation, case| Some(1e3 / find(operation, case)?.mgas_per_s?);
    if let (Some(ed25519), Some(ecrecover)) =
        (per_gas("ed25519", "valid_input"), per_gas("ecrecover", "valid"))
    {
        text += &format!("ed25519: {ed25519:.2} ns per gas; ecrecover: {ecrecover:.2}\n");
    }
    text
}

/// Where each case stands beside the best of the others, worst first, a line each. A peer and its
/// build for this very CPU (`NAME+native`) are one, which counts with the faster; ours counts as it
/// comes.
#[must_use]
pub fn best_others(records: &[Record]) -> String {
    let mut lines: Vec<(f64, [String; 5])> = Vec::new();
    for ours in records.iter().filter(|record| record.engine == "gigagas") {
        let others = records.iter().filter(|record| {
            record.operation == ours.operation
                && record.case == ours.case
                && !record.engine.starts_with("gigagas")
        });
        let timed = others.filter_map(|record| Some((record, record.median_ns?)));
        let best = timed.min_by(|a, b| a.1.total_cmp(&b.1));
        let (Some((best, ns)), Some(own)) = (best, ours.median_ns) else { continue };
        let verdict = best.standing().map_or("", |standing| match standing {
            Standing::Faster => "behind",
            Standing::Tie => "tie",
            Standing::Slower => "ahead",
        });
        let row = [
            ours.id(),
            nanoseconds(own),
            format!("{} {}", best.engine, best.version),
            nanoseconds(ns),
            format!("{:.2} {verdict}", ns / own),
        ];
        lines.push((ns / own, row));
    }
    if lines.is_empty() {
        return String::new();
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut table = Table::new(&[
        ("case", Align::Left),
        ("gigagas", Align::Right),
        ("best other", Align::Left),
        ("time", Align::Right),
        ("to gigagas", Align::Left),
    ]);
    lines.into_iter().for_each(|(_, row)| table.row(row));
    table.render()
}
