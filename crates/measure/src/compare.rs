//! Two saved runs side by side, as benchstat shows them.

use std::collections::HashMap;

use crate::{
    record::{Record, Standing, standing},
    stats::geometric_mean,
    table::{Align, Table, nanoseconds},
};

/// One engine on one case in both runs.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The earlier figures.
    pub base: &'a Record,
    /// The later figures.
    pub head: &'a Record,
    /// The later time divided by the earlier one.
    pub ratio: f64,
    /// By how much the ratio may be off, as a fraction of it.
    pub noise: f64,
}

impl Change<'_> {
    /// Whether the later run is faster or slower, beyond the noise of both.
    #[must_use]
    pub fn standing(&self) -> Standing {
        standing(self.ratio, self.noise)
    }
}

/// What both runs have, in the order of the later one; wrong engines are left out.
#[must_use]
pub fn changes<'a>(base: &'a [Record], head: &'a [Record]) -> Vec<Change<'a>> {
    let key = |record: &'a Record| (&record.operation, &record.case, &record.engine);
    let before: HashMap<_, _> = base.iter().map(|record| (key(record), record)).collect();
    let change = |head: &'a Record| {
        let base = *before.get(&key(head))?;
        let ratio = head.median_ns? / base.median_ns?;
        // Independent errors add as squares.
        let noise = base.noise?.hypot(head.noise?);
        Some(Change { base, head, ratio, noise })
    };
    head.iter().filter_map(change).collect()
}

/// The table: base, head, and the change where it is beyond the noise.
#[must_use]
pub fn render(changes: &[Change<'_>]) -> String {
    if changes.is_empty() {
        return "The two runs have no case and engine in common.\n".into();
    }
    let mut table = Table::new(&[
        ("case", Align::Left),
        ("engine", Align::Left),
        ("base", Align::Right),
        ("head", Align::Right),
        ("change", Align::Right),
    ]);
    for change in changes {
        let verdict = match change.standing() {
            Standing::Tie => format!("~ (noise {:.1}%)", 100.0 * change.noise),
            Standing::Faster | Standing::Slower => percent(change.ratio),
        };
        let side = |record: &Record| {
            let (ns, noise) =
                (record.median_ns.unwrap_or(f64::NAN), record.noise.unwrap_or(f64::NAN));
            format!("{} ± {:.0}%", nanoseconds(ns), 100.0 * noise)
        };
        table.row([
            change.head.id(),
            change.head.engine.clone(),
            side(change.base),
            side(change.head),
            verdict,
        ]);
    }
    let mean = geometric_mean(changes.iter().map(|change| change.ratio));
    let count = |wanted| changes.iter().filter(|change| change.standing() == wanted).count();
    let (faster, slower) = (count(Standing::Faster), count(Standing::Slower));
    let ties = changes.len() - faster - slower;
    table.render()
        + &format!(
            "\ngeometric mean {}; {faster} faster, {slower} slower, {ties} within the noise (~)\n",
            percent(mean)
        )
}

/// `+12.3%`: more time; `-12.3%`: less.
fn percent(ratio: f64) -> String {
    format!("{:+.1}%", 100.0 * (ratio - 1.0))
}
