//! What was measured, as the routes and `gigagas route` read it.

#[rustfmt::skip]
mod measured;

use gigagas_math::cpu::CpuClass;

/// The circumstances of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The file of results, from the root of the repository.
    pub file: &'static str,
    /// The CPU that it was measured on.
    pub cpu: &'static str,
    /// The clock of its core.
    pub clock: &'static str,
    /// When, as `2026-01-31T23:59:00Z`.
    pub date: &'static str,
    /// The commit that was measured.
    pub commit: &'static str,
    /// The command line.
    pub command: &'static str,
}

/// One operation on one class of CPUs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The operation.
    pub operation: &'static str,
    /// The class of the CPU that it was measured on.
    pub class: CpuClass,
    /// The circumstances.
    pub source: &'static Source,
    /// The backends by speed, smallest calls first.
    pub rankings: &'static [Ranking],
    /// The measurements behind the rankings, smallest calls first.
    pub cells: &'static [Cell],
}

/// The backends by speed in a range of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranking {
    /// The greatest size of the range.
    pub upper: u64,
    /// The fastest first.
    pub backends: &'static [&'static str],
}

/// The measurements at one size: a case, or the geometric mean over several.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The size, in the operation's unit.
    pub size: u64,
    /// How many cases.
    pub cases: u32,
    /// The backends in the order of their names.
    pub times: &'static [Time],
}

/// A backend's time at one size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Time {
    /// The backend.
    pub backend: &'static str,
    /// ns per call.
    pub ns: f64,
    /// By how much `ns` may be off, as a fraction of it.
    pub noise: f64,
}

/// What is known about `operation` on CPUs of this one's class.
#[must_use]
pub fn measured(operation: &str) -> Option<&'static Measured> {
    let class = CpuClass::detect();
    of_operation(operation).find(|measured| measured.class == class)
}

/// What is known about `operation` from CPUs of another class but the same architecture.
#[must_use]
pub fn measured_elsewhere(operation: &str) -> Option<&'static Measured> {
    let class = CpuClass::detect();
    of_operation(operation)
        .find(|measured| measured.class != class && measured.class.arch() == class.arch())
}

fn of_operation(operation: &str) -> impl Iterator<Item = &'static Measured> {
    measured::MEASURED.iter().filter(move |measured| measured.operation == operation)
}

/// Everything that was measured, as the generator of the table needs it.
#[must_use]
pub fn everything_measured() -> &'static [Measured] {
    measured::MEASURED
}
