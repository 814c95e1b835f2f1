//! The search for the inputs with the lowest rate, and the floor that they set.
//!
//! A chain's gas limit is bounded by its slowest call per gas. For each precompile the search measures
//! every case of the list and the starting shapes of its families, then climbs from the slowest shapes
//! to slower neighbours, by ever finer steps ([`gigagas_cases::bench::shapes`]). What it found slowest
//! is measured again, more closely. The way is the same in every run up to the figures measured; those
//! are in the journal, so that an interrupted search goes on.

mod found;

use std::{collections::HashSet, io};

use gigagas::{Entry, PRECOMPILES, Precompile};
use gigagas_cases::bench::{
    Case,
    shapes::{FAMILIES, Family, Shape},
};

use crate::{
    clock::Clock,
    engine::Engine,
    head::Head,
    journal::Journal,
    record::Record,
    run::{Options, Run},
};

pub use found::{Floor, Found, floor, load, render, save};

/// How many shapes of a family the search climbs from.
const CLIMBS: usize = 3;
/// How many shapes of a family are measured at most.
const SHAPES: usize = 400;
/// The finest step: a 64th of a parameter.
const FINEST: u32 = 6;
/// How many inputs of a precompile are measured again in the end, and how many of its cheap ones.
const FINALISTS: usize = 4;
/// A neighbour counts as slower from this on; closer is noise.
const GAIN: f64 = 0.99;

/// A search for one engine's slowest inputs.
pub struct Search<'a> {
    /// Who takes part: all answer and are compared; the search is for the one at `target`.
    pub engines: &'a [Box<dyn Engine>],
    /// The index of the engine whose slowest inputs are looked for.
    pub target: usize,
    /// The precompiles that are searched.
    pub precompiles: Vec<&'static Precompile>,
    /// What a call of a precompile costs and where; None: it is left out.
    pub entry: &'a dyn Fn(&'static Precompile) -> Option<Entry>,
    /// By which clock.
    pub clock: &'a dyn Clock,
    /// How to measure while searching.
    pub explore: Options,
    /// How to measure what was found.
    pub confirm: Options,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("target", &self.target).finish_non_exhaustive()
    }
}

/// Briefly: thousands of inputs are looked at.
#[must_use]
pub const fn explore() -> Options {
    Options {
        laps: 1,
        extra_laps: 0,
        least_ns: 0,
        rounds: 3,
        batch_ns: 200_000,
        case_ns: 20_000_000,
        ..Options::full()
    }
}

/// Closely: some dozens of inputs are left.
#[must_use]
pub const fn confirm() -> Options {
    Options { laps: 5, extra_laps: 6, rounds: 4, case_ns: 100_000_000, ..Options::full() }
}

/// Every precompile of which the filters match a case; all if there is no filter.
#[must_use]
pub fn precompiles(cases: &[Case], filter: &[String]) -> Vec<&'static Precompile> {
    let wanted = |precompile: &&'static Precompile| {
        let mut own = cases.iter().filter(|case| std::ptr::eq(case.entry.precompile, *precompile));
        filter.is_empty() || own.any(|case| filter.iter().any(|filter| case.matches(filter)))
    };
    PRECOMPILES.iter().copied().filter(wanted).collect()
}

impl Search<'_> {
    /// The journal of this search, continued by the same program on the same machine only.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn journal(&self, head: &Head) -> io::Result<Journal> {
        let engines: Vec<_> =
            self.engines.iter().map(|e| format!("{} {}", e.name(), e.version())).collect();
        let prices: Vec<_> = self
            .precompiles
            .iter()
            .map(|precompile| {
                format!("{} {:?}", precompile.name, (self.entry)(precompile).map(|e| e.price))
            })
            .collect();
        let parameters =
            format!("{} of {}; {}", self.target, engines.join(", "), prices.join(", "));
        Journal::named("worst", &parameters, head)
    }

    /// Searches among `cases` and all shapes. What it found, the slowest of each precompile by either
    /// rate first within their precompile.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn run(
        &self,
        cases: Vec<Case>,
        journal: &mut Journal,
        progress: &mut dyn FnMut(&Case),
    ) -> io::Result<Vec<Found>> {
        let mut finalists = Vec::new();
        let mut cases: Vec<_> = cases.into_iter().filter_map(|case| self.priced(case)).collect();
        for precompile in &self.precompiles {
            let own;
            (own, cases) = cases
                .into_iter()
                .partition(|case| std::ptr::eq(case.entry.precompile, *precompile));
            let mut pool = self.measured(own, &self.explore, journal, progress)?;
            for family in
                FAMILIES.iter().filter(|family| std::ptr::eq(family.precompile, *precompile))
            {
                pool.extend(self.climbs(family, journal, progress)?);
            }
            finalists.extend(slowest(pool, FINALISTS));
        }
        let finalists = finalists.into_iter().map(|found| found.case).collect();
        self.measured(finalists, &self.confirm, journal, progress)
    }

    /// The case at the price of the search; None if the precompile is left out.
    fn priced(&self, mut case: Case) -> Option<Case> {
        case.entry = (self.entry)(case.entry.precompile)?;
        Some(case)
    }

    /// What the engine takes on `cases`; those on which it is wrong, or that it cannot do, are dropped.
    fn measured(
        &self,
        cases: Vec<Case>,
        options: &Options,
        journal: &mut Journal,
        progress: &mut dyn FnMut(&Case),
    ) -> io::Result<Vec<Found>> {
        let run = Run { cases: &cases, engines: self.engines, options, clock: self.clock };
        let records = run.run(Some(journal), &mut |step| progress(step.case))?;
        let name = self.engines[self.target].name();
        let mut of_target: Vec<Record> = records
            .into_iter()
            .filter(|record| record.engine == name && record.median_ns.is_some())
            .collect();
        let with_record = |case: Case| {
            let at = of_target.iter().position(|record| {
                record.case == case.name && record.operation == case.operation()
            })?;
            Some(Found { record: of_target.swap_remove(at), case })
        };
        Ok(cases.into_iter().filter_map(with_record).collect())
    }

    /// Everything that was measured of a family.
    fn climbs(
        &self,
        family: &'static Family,
        journal: &mut Journal,
        progress: &mut dyn FnMut(&Case),
    ) -> io::Result<Vec<Found>> {
        let mut climb = Climb { seen: HashSet::new(), found: Vec::new() };
        let mut starts = climb.measure(self, family.starts(), journal, progress)?;
        starts.sort_by(|a, b| a.1.total_cmp(&b.1));
        for (mut shape, mut rate) in starts.into_iter().take(CLIMBS) {
            let mut fineness = 1;
            while fineness <= FINEST && climb.seen.len() < SHAPES {
                let around = climb.measure(self, shape.neighbours(fineness), journal, progress)?;
                match around.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)) {
                    Some((next, slower)) if slower < rate * GAIN => (shape, rate) = (next, slower),
                    _ => fineness += 1,
                }
            }
        }
        Ok(climb.found)
    }
}

/// A family under search.
struct Climb {
    seen: HashSet<String>,
    found: Vec<Found>,
}

impl Climb {
    /// Measures those shapes that were not measured before, and returns them with their rates.
    fn measure(
        &mut self,
        search: &Search<'_>,
        shapes: Vec<Shape>,
        journal: &mut Journal,
        progress: &mut dyn FnMut(&Case),
    ) -> io::Result<Vec<(Shape, f64)>> {
        let mut new: Vec<_> =
            shapes.into_iter().filter(|shape| self.seen.insert(shape.name())).collect();
        let cases = new.iter().filter_map(|shape| search.priced(shape.case())).collect();
        let found = search.measured(cases, &search.explore, journal, progress)?;
        let rated = found.iter().filter_map(|found| {
            let at = new.iter().position(|shape| shape.name() == found.case.name)?;
            Some((new.swap_remove(at), found.rate_with_call()))
        });
        let rated = rated.collect();
        self.found.extend(found);
        Ok(rated)
    }
}

/// The `n` slowest of those that set the floor and of the cheaper ones.
fn slowest(pool: Vec<Found>, n: usize) -> Vec<Found> {
    let (mut priced, mut cheap): (Vec<_>, Vec<_>) =
        pool.into_iter().partition(Found::sets_the_floor);
    for part in [&mut priced, &mut cheap] {
        part.sort_by(|a, b| a.rate_with_call().total_cmp(&b.rate_with_call()));
        part.truncate(n);
    }
    priced.extend(cheap);
    priced
}

#[cfg(test)]
mod tests;
