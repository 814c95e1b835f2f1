//! A run: laps over the cases, rounds over the engines.
//!
//! Engines take turns within a round, and the order turns from round to round, so that neither the
//! clock of the core nor a neighbour's load favours one. All cases are visited in every lap, so that
//! the rounds of a case are spread over the whole run and some of them meet a quiet machine
//! ([`crate::stats`]). Cases that are still noisy get further laps.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, hint::black_box, io};

use gigagas_cases::bench::Case;

use crate::{
    check::{UNSUPPORTED, Verdict, buffer_len, check},
    clock::Clock,
    cycles,
    engine::{Calls, Engine, Runner},
    journal::{Checked, Journal, Lap},
    record::{Record, Spread},
    stats::{LEAST, Rounds, as_f64, median},
};

/// How long and how closely to measure.
#[derive(Debug, Clone)]
pub struct Options {
    /// Laps over all cases.
    pub laps: usize,
    /// Further laps over the cases that are still noisy.
    pub extra_laps: usize,
    /// The least time for all laps in ns: few cases get further laps, since laps within a second meet
    /// the same neighbours.
    pub least_ns: u64,
    /// Rounds of a case in a lap.
    pub rounds: usize,
    /// The length of a batch in ns that is aimed for; a longer call is a batch of its own.
    pub batch_ns: u64,
    /// The time for a case in a lap in ns, after which no further round is begun.
    pub case_ns: u64,
    /// The noise, as a fraction, above which a figure is marked as noisy.
    pub precision: f64,
    /// The time in ns after which no further lap of a case that has been measured at least once is
    /// begun, interruptions not counted; None: no limit.
    pub total_ns: Option<u64>,
    /// Reads how many allocations this process has made so far.
    pub count_allocations: Option<fn() -> u64>,
}

impl Options {
    /// A full run.
    #[must_use]
    pub const fn full() -> Self {
        Self {
            laps: 9,
            extra_laps: 9,
            least_ns: 10_000_000_000,
            rounds: 4,
            batch_ns: 1_000_000,
            case_ns: 300_000_000,
            precision: 0.05,
            total_ns: None,
            count_allocations: None,
        }
    }

    /// A full run with peers: at most 38 minutes.
    #[must_use]
    pub const fn full_peers() -> Self {
        Self { rounds: 2, case_ns: 100_000_000, total_ns: Some(2_280_000_000_000), ..Self::full() }
    }

    /// A quick run with peers: at most 4 minutes and a half.
    #[must_use]
    pub const fn quick_peers() -> Self {
        Self { rounds: 3, total_ns: Some(270_000_000_000), ..Self::quick() }
    }

    /// A quick run.
    #[must_use]
    pub const fn quick() -> Self {
        Self { rounds: 6, case_ns: 150_000_000, ..Self::full() }
    }

    /// What a saved journal depends on, in words.
    fn describe(&self) -> String {
        let Self { laps, extra_laps, least_ns, rounds, batch_ns, case_ns, precision, .. } = self;
        let limit = self.total_ns.map(|ns| format!("{ns} ns at most, ")).unwrap_or_default();
        format!(
            "{limit}{laps} + {extra_laps} laps, {least_ns} ns at least, {rounds} rounds of {batch_ns} ns, \
             {case_ns} ns a case, {precision}"
        )
    }
}

/// Where a run is.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The lap, from 0.
    pub lap: usize,
    /// How many steps are done.
    pub done: usize,
    /// How many there are as far as is known now.
    pub total: usize,
    /// The case that comes next.
    pub case: &'a Case,
}

/// Everything that takes part in a run.
pub struct Run<'a> {
    /// What is measured.
    pub cases: &'a [Case],
    /// Who is measured; ratios are to the first.
    pub engines: &'a [Box<dyn Engine>],
    /// How.
    pub options: &'a Options,
    /// By which clock.
    pub clock: &'a dyn Clock,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let engines: Vec<_> = self.engines.iter().map(|engine| engine.name()).collect();
        f.debug_struct("Run")
            .field("cases", &self.cases.len())
            .field("engines", &engines)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Run<'_> {
    /// What the results depend on, in words: a journal is only continued if this is the same.
    #[must_use]
    pub fn parameters(&self) -> String {
        let engines: Vec<_> =
            self.engines.iter().map(|e| format!("{} {}", e.name(), e.version())).collect();
        let cases: Vec<_> = self.cases.iter().map(Case::id).collect();
        format!("{}; {}; {}", self.options.describe(), engines.join(", "), cases.join(" "))
    }

    /// Measures everything that `journal` does not have yet, and returns the results case by case.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn run(
        &self,
        mut journal: Option<&mut Journal>,
        progress: &mut dyn FnMut(Step<'_>),
    ) -> io::Result<Vec<Record>> {
        let mut measured: Vec<Vec<Lap>> = vec![Vec::new(); self.cases.len()];
        let mut known = HashSet::new();
        for lap in journal.iter().flat_map(|journal| &journal.laps) {
            if let Some(index) = self.cases.iter().position(|case| case.id() == lap.case) {
                known.insert((index, lap.lap));
                measured[index].push(lap.clone());
            }
        }
        let Options { laps, extra_laps, least_ns, .. } = *self.options;
        let start = self.clock.now();
        let mut done = 0;
        for lap in 0.. {
            let all = lap < laps || self.clock.since(start).wall_ns < least_ns;
            if !all && lap >= laps + extra_laps {
                break;
            }
            let wanted: Vec<usize> = (0..self.cases.len())
                .filter(|&index| all || self.is_noisy(index, &measured[index]))
                .filter(|&index| {
                    known.contains(&(index, lap)) || self.affords(lap, &measured, index)
                })
                .collect();
            if wanted.is_empty() {
                break;
            }
            let rest = laps.saturating_sub(lap + 1) * self.cases.len();
            let total = done + wanted.len() + rest;
            for index in wanted {
                let case = &self.cases[index];
                progress(Step { lap, done, total, case });
                done += 1;
                if known.contains(&(index, lap)) || !self.affords(lap, &measured, index) {
                    continue;
                }
                let result = self.lap(case, lap, &measured[index]);
                if let Some(failure) = self.engines.iter().find_map(|engine| engine.failure()) {
                    return Err(io::Error::other(format!("{}: {failure}", case.id())));
                }
                if let Some(journal) = journal.as_deref_mut() {
                    journal.push(&result)?;
                }
                measured[index].push(result);
            }
        }
        Ok(self
            .cases
            .iter()
            .zip(&measured)
            .flat_map(|(case, laps)| self.records(case, laps))
            .collect())
    }

    /// Whether there is time for a lap of a case. The first lap always is: no case goes unmeasured.
    /// Up to the last regular lap each case has the same share of the time, so that a few long ones
    /// do not take it all; noisy ones share what is left.
    fn affords(&self, lap: usize, measured: &[Vec<Lap>], index: usize) -> bool {
        let (Some(total), Some(last)) = (self.options.total_ns, measured[index].last()) else {
            return true;
        };
        let sum = |laps: &[Lap]| laps.iter().map(|lap| lap.spent_ns).sum::<u64>();
        // The first lap makes the inputs and asks everybody; another one takes no longer.
        let spent: u64 = measured.iter().map(|laps| sum(laps)).sum();
        spent + last.spent_ns <= total
            && (lap >= self.options.laps
                || sum(&measured[index]) + last.spent_ns <= total / self.cases.len() as u64)
    }

    /// The time in ns that an engine may take to be asked the inputs of a case: a quarter of the
    /// case's share, divided among the engines.
    fn check_ns(&self, engines: usize) -> Option<u64> {
        let parts = 4 * self.cases.len() * engines.max(1);
        Some(self.options.total_ns? / parts as u64)
    }

    fn is_noisy(&self, index: usize, laps: &[Lap]) -> bool {
        self.records(&self.cases[index], laps).iter().any(|record| record.noisy)
    }

    /// One lap of one case. Answers are compared before the first one; `before` are the earlier ones.
    fn lap(&self, case: &Case, lap: usize, before: &[Lap]) -> Lap {
        let start = self.clock.now();
        let (names, mut runners): (Vec<_>, Vec<_>) = self
            .engines
            .iter()
            .filter_map(|engine| Some((engine.name().to_owned(), engine.prepare(case)?)))
            .unzip();
        let engines = match before.first() {
            Some(before) => before.engines.clone(),
            None => self.check(case, names, &mut runners),
        };
        let mut right: Vec<Timed<'_>> = runners
            .into_iter()
            .zip(&engines)
            .filter(|(_, checked)| checked.error.is_none())
            .map(|(runner, checked)| Timed {
                runner,
                inputs: &case.inputs()[..checked.inputs.clamp(1, case.inputs().len())],
                call_ns: checked.call_ns,
            })
            .collect();
        let (mut rounds, mut ghz) = (Vec::new(), Vec::new());
        at_depth(lap % 4, &mut || (rounds, ghz) = self.rounds(case, lap, &mut right));
        let spent_ns = self.clock.since(start).wall_ns;
        Lap { case: case.id(), lap, engines, rounds, ghz, spent_ns }
    }

    fn check(
        &self,
        case: &Case,
        names: Vec<String>,
        runners: &mut [Box<dyn Runner>],
    ) -> Vec<Checked> {
        let verdicts = check(case, runners, self.clock, self.check_ns(runners.len()));
        let engines = names.into_iter().zip(verdicts).zip(runners);
        let checked = |((name, verdict), runner): ((_, Verdict), &mut Box<dyn Runner>)| {
            let Verdict { fault: error, inputs, call_ns } = verdict;
            let right = error.is_none();
            let allocations = right.then(|| self.allocations(case, runner.as_mut())).flatten();
            Checked { name, error, allocations, inputs, call_ns }
        };
        engines.map(checked).collect()
    }

    /// Allocations per call, the inputs taken in turn.
    fn allocations(&self, case: &Case, runner: &mut dyn Runner) -> Option<f64> {
        let count = self.options.count_allocations?;
        let mut out = vec![0; buffer_len(case)];
        let before = count();
        for input in case.inputs() {
            runner.call(input, &mut out);
        }
        let allocations = usize::try_from(count().saturating_sub(before)).ok()?;
        Some(as_f64(allocations) / as_f64(case.inputs().len()))
    }

    /// Times in ns per call by round and engine, and the clock in GHz by round.
    fn rounds(
        &self,
        case: &Case,
        lap: usize,
        runners: &mut [Timed<'_>],
    ) -> (Vec<Vec<f64>>, Vec<Option<f64>>) {
        let n = runners.len();
        let (mut rounds, mut ghz) = (Vec::new(), Vec::new());
        if n == 0 {
            return (rounds, ghz);
        }
        let mut out = vec![0; buffer_len(case)];
        let mut count = |timed: &mut Timed<'_>| match timed.call_ns < self.options.batch_ns {
            true => self.calls(timed.inputs, timed.runner.as_mut(), &mut out),
            // A call fills a batch: no need to try.
            false => timed.inputs.len(),
        };
        let counts: Vec<usize> = runners.iter_mut().map(&mut count).collect();
        let start = self.clock.now();
        for round in 0..self.options.rounds {
            if round >= 1 && self.clock.since(start).wall_ns > self.options.case_ns {
                break;
            }
            let mut times = vec![0.0; n];
            let round = lap * self.options.rounds + round;
            for turn in 0..n {
                // Odd rounds go backwards, so that nobody always follows the same engine.
                let engine = match round % 2 {
                    0 => (round + turn) % n,
                    _ => (round + n - turn) % n,
                };
                let calls = Calls { first: round, count: counts[engine] };
                let Timed { runner, inputs, .. } = &mut runners[engine];
                times[engine] = self.batch(inputs, calls, runner.as_mut(), &mut out);
            }
            ghz.push(cycles::clock_ghz(self.clock));
            rounds.push(times);
        }
        (rounds, ghz)
    }

    /// ns per call of a batch; once more if others took the core meanwhile.
    fn batch(
        &self,
        inputs: &[Vec<u8>],
        calls: Calls,
        runner: &mut dyn Runner,
        out: &mut [u8],
    ) -> f64 {
        if calls.count > 8 {
            // Code and data of this engine come back into the caches first.
            runner.batch(
                inputs,
                Calls { count: calls.count.div_ceil(16), ..calls },
                out,
                self.clock,
            );
        }
        let mut elapsed = runner.batch(inputs, calls, out, self.clock);
        if elapsed.interrupted() {
            let again = runner.batch(inputs, calls, out, self.clock);
            if again.ns() < elapsed.ns() {
                elapsed = again;
            }
        }
        // A clock that stands still must not divide by zero later on.
        as_f64(usize::try_from(elapsed.ns()).unwrap_or(usize::MAX).max(1)) / as_f64(calls.count)
    }

    /// How many calls fill a batch: each input as often as every other, at least once.
    fn calls(&self, inputs: &[Vec<u8>], runner: &mut dyn Runner, out: &mut [u8]) -> usize {
        let mut cycles = 1;
        let aim = self.options.batch_ns;
        loop {
            let calls = Calls { first: 0, count: cycles * inputs.len() };
            let ns = runner.batch(inputs, calls, out, self.clock).ns().max(1);
            if ns >= aim / 8 || cycles >= 1 << 24 {
                let needed = u128::from(aim) * cycles as u128 / u128::from(ns);
                let cycles = usize::try_from(needed).unwrap_or(usize::MAX).clamp(1, 1 << 26);
                return cycles.saturating_mul(inputs.len());
            }
            cycles *= 2;
        }
    }

    /// The results of a case from its laps.
    fn records(&self, case: &Case, laps: &[Lap]) -> Vec<Record> {
        let Some(first) = laps.first() else { return Vec::new() };
        let right: Vec<&str> = first
            .engines
            .iter()
            .filter(|checked| checked.error.is_none())
            .map(|checked| checked.name.as_str())
            .collect();
        let mut rounds = Rounds::default();
        for lap in laps {
            rounds.times.extend(lap.rounds.iter().cloned());
            rounds.laps.extend(lap.rounds.iter().map(|_| lap.lap));
        }
        let ghz: Vec<f64> = laps.iter().flat_map(|lap| &lap.ghz).copied().flatten().collect();
        let ghz = (!ghz.is_empty()).then(|| median(ghz.into_iter()));
        let reference =
            self.engines.first().and_then(|e| right.iter().position(|n| *n == e.name()));
        let record = |checked: &Checked| {
            let engine = self.engines.iter().find(|engine| engine.name() == checked.name)?;
            let mut record = blank(case, engine.as_ref(), checked);
            if let Some(column) = right.iter().position(|name| *name == checked.name) {
                self.fill(&mut record, &rounds, column, reference, ghz);
            }
            Some(record)
        };
        let takes_part = |checked: &&Checked| checked.error.as_deref() != Some(UNSUPPORTED);
        first.engines.iter().filter(takes_part).filter_map(record).collect()
    }

    fn fill(
        &self,
        record: &mut Record,
        rounds: &Rounds,
        column: usize,
        reference: Option<usize>,
        ghz: Option<f64>,
    ) {
        if rounds.times.is_empty() {
            return;
        }
        let time = rounds.time(column);
        let [low, high] = rounds.quantiles(column, [0.0, 0.9]);
        let [p50_ns, p95_ns, p99_ns, max_ns] = rounds.quantiles(column, [0.5, 0.95, 0.99, 1.0]);
        let gas_per_ns = gas_as_f64(record.gas) / time.median;
        record.median_ns = Some(time.median);
        record.noise = Some(time.noise);
        (record.low_ns, record.high_ns) = (Some(low), Some(high));
        record.spread = Some(Spread { p50_ns, p95_ns, p99_ns, max_ns });
        record.mgas_per_s = Some(gas_per_ns * 1e3);
        record.gas_rate = Some(gas_per_ns * 1e9);
        record.cycles = ghz.map(|ghz| ghz * time.median);
        record.rounds = rounds.times.len();
        let mut noise = time.noise;
        if let Some(reference) = reference {
            let ratio = rounds.ratio(column, reference);
            record.ratio = Some(ratio.median);
            record.ratio_noise = Some(ratio.noise);
            if column != reference {
                noise = ratio.noise;
            }
        }
        // Fewer batches than three confirm nothing.
        record.noisy = noise > self.options.precision || rounds.times.len() < LEAST;
    }
}

/// An engine ready to be timed.
struct Timed<'a> {
    runner: Box<dyn Runner>,
    inputs: &'a [Vec<u8>],
    /// The time of its longest call in ns when it was asked.
    call_ns: u64,
}

/// Runs `f` that many KiB further down the stack. Where the stack lies towards the inputs, modulo the
/// length of a page, differs from process to process and can cost a call 70 ns (loads that seem to
/// depend on stores to the same place of another page); so the laps of one process differ as well.
#[inline(never)]
fn at_depth(depth: usize, f: &mut dyn FnMut()) {
    let room = black_box([0_u8; 1024]);
    match depth {
        0 => f(),
        _ => at_depth(depth - 1, f),
    }
    black_box(&room);
}

fn blank(case: &Case, engine: &dyn Engine, checked: &Checked) -> Record {
    Record {
        operation: case.operation().into(),
        case: case.name.clone(),
        family: case.family.into(),
        label: case.geth_label(),
        engine: engine.name().into(),
        version: engine.version().into(),
        backend: engine.backend(case).map(Into::into),
        median_ns: None,
        low_ns: None,
        high_ns: None,
        spread: None,
        noise: None,
        cycles: None,
        gas: case.gas(),
        mgas_per_s: None,
        gas_rate: None,
        ratio: None,
        ratio_noise: None,
        allocations: checked.allocations,
        rounds: 0,
        noisy: false,
        wrong: checked.error.is_some(),
        error: checked.error.clone(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "prices are far below 2^53 where they are measured")]
fn gas_as_f64(gas: u64) -> f64 {
    gas as f64
}
