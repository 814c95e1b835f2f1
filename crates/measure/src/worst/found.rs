//! What a search found: the floor, the inputs as text, and inputs read back.

use std::{fs, io, path::Path};

use gigagas::Precompile;
use gigagas_cases::bench::{Case, Expect, entry};
use serde::{Deserialize, Serialize};

use crate::{
    record::Record,
    table::{Align, Table, bar, nanoseconds},
};

/// Inputs of this price in gas and more set the floor.
const PRICED: u64 = 100;

/// What the EVM charges for the warm call around a precompile, in gas (EIP-2929).
const WARM_CALL: u64 = 100;

/// Inputs, and what they cost an engine.
#[derive(Debug)]
pub struct Found {
    /// The inputs.
    pub case: Case,
    /// The times.
    pub record: Record,
}

impl Found {
    /// Whether the price is high enough to count for the floor by itself.
    #[must_use]
    pub fn sets_the_floor(&self) -> bool {
        self.record.gas >= PRICED
    }

    /// MGas/s by the price alone.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.per_second(self.record.gas)
    }

    /// MGas/s by the price; with the gas of the call around it if the price is below 100 gas.
    #[must_use]
    pub fn rate_with_call(&self) -> f64 {
        let call = if self.sets_the_floor() { 0 } else { WARM_CALL };
        self.per_second(self.record.gas.saturating_add(call))
    }

    #[expect(clippy::cast_precision_loss, reason = "prices that are paid are far below 2^53")]
    fn per_second(&self, gas: u64) -> f64 {
        self.record.median_ns.map_or(f64::INFINITY, |ns| gas as f64 / ns * 1e3)
    }
}

/// The one number that bounds a chain's gas limit, by either definition.
#[derive(Debug, Clone, Copy)]
pub struct Floor<'a> {
    /// The slowest of the inputs that cost 100 gas or more.
    pub priced: Option<&'a Found>,
    /// The slowest of all inputs, 100 gas of a warm call added to the price of the cheaper ones.
    pub with_call: Option<&'a Found>,
}

/// The floor of what was found.
#[must_use]
pub fn floor(found: &[Found]) -> Floor<'_> {
    let least = |a: &&Found, b: &&Found| a.rate_with_call().total_cmp(&b.rate_with_call());
    Floor {
        priced: found.iter().filter(|found| found.sets_the_floor()).min_by(least),
        with_call: found.iter().min_by(least),
    }
}

/// Tables of the slowest inputs, those that set the floor before the cheap ones, each slowest first; then
/// the floor by either definition.
#[must_use]
pub fn render(found: &[Found]) -> String {
    let mut sorted: Vec<&Found> = found.iter().collect();
    sorted.sort_by(|a, b| a.rate_with_call().total_cmp(&b.rate_with_call()));
    let (priced, cheap): (Vec<&Found>, Vec<_>) =
        sorted.into_iter().partition(|found| found.sets_the_floor());
    let mut text = format!("inputs of {PRICED} gas and more, slowest first\n{}", table(&priced));
    if !cheap.is_empty() {
        text += &format!(
            "\ncheaper inputs, with the {WARM_CALL} gas of a warm call added\n{}",
            table(&cheap)
        );
    }
    text.push('\n');
    let Floor { priced, with_call } = floor(found);
    let told = |what: &str, found: Option<&Found>| match found {
        Some(found) => {
            format!("{what}: {:.1} MGas/s, {}\n", found.rate_with_call(), found.record.id())
        }
        None => String::new(),
    };
    text += &told(&format!("floor (inputs of {PRICED} gas and more)"), priced);
    text += &told(
        &format!("floor of all inputs (cheaper ones with {WARM_CALL} gas for the call)"),
        with_call,
    );
    text
}

fn table(found: &[&Found]) -> String {
    let mut table = Table::new(&[
        ("precompile", Align::Left),
        ("input", Align::Left),
        ("gas", Align::Right),
        ("time", Align::Right),
        ("MGas/s", Align::Right),
        ("", Align::Left),
    ]);
    for found in found {
        let Record { operation, case, gas, median_ns, noisy, .. } = &found.record;
        let mark = if *noisy { " ~" } else { "" };
        let rate = found.rate_with_call();
        table.row([
            operation.clone(),
            case.clone(),
            gas.to_string(),
            nanoseconds(median_ns.unwrap_or(f64::NAN)),
            format!("{rate:.1}{mark}"),
            bar(rate),
        ]);
    }
    table.render()
}

/// A line of a file of found inputs.
#[derive(Serialize, Deserialize)]
struct Line {
    operation: String,
    case: String,
    gas: u64,
    median_ns: Option<f64>,
    mgas_per_s: f64,
    mgas_per_s_with_call: f64,
    noisy: bool,
    /// Hex, without 0x.
    inputs: Vec<String>,
}

impl From<&Found> for Line {
    fn from(found: &Found) -> Self {
        let Found { case, record } = found;
        Self {
            operation: record.operation.clone(),
            case: record.case.clone(),
            gas: record.gas,
            median_ns: record.median_ns,
            mgas_per_s: found.rate(),
            mgas_per_s_with_call: found.rate_with_call(),
            noisy: record.noisy,
            inputs: case.inputs().iter().map(hex::encode).collect(),
        }
    }
}

/// The inputs with their figures: a line of JSON each, as [`load`] reads them.
///
/// # Errors
/// If a figure has no form in JSON.
pub fn save(found: &[Found]) -> serde_json::Result<String> {
    let mut text = String::new();
    for found in found {
        text += &serde_json::to_string(&Line::from(found))?;
        text.push('\n');
    }
    Ok(text)
}

/// The inputs of a file, as cases of their own: to measure them again, elsewhere or later.
///
/// # Errors
/// If the file cannot be read, or a line of it is not what [`save`] writes.
pub fn load(path: &Path) -> io::Result<Vec<Case>> {
    let text = fs::read_to_string(path)?;
    let case = |(i, line): (usize, &str)| {
        let wrong = |error: &dyn std::fmt::Display| {
            io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {error}", i + 1))
        };
        let line: Line = serde_json::from_str(line).map_err(|error| wrong(&error))?;
        let precompile = Precompile::by_name(&line.operation)
            .ok_or_else(|| wrong(&format!("no precompile {:?}", line.operation)))?;
        let inputs: Result<Vec<_>, _> = line.inputs.iter().map(hex::decode).collect();
        let inputs = inputs.map_err(|error| wrong(&error))?;
        if inputs.is_empty() {
            return Err(wrong(&"no inputs"));
        }
        let case = Case::new(entry(precompile), "found", line.case, move |_| inputs.clone());
        Ok(case.expect(Expect::Any))
    };
    text.lines().filter(|line| !line.trim().is_empty()).enumerate().map(case).collect()
}
