//! `gigagas bench --worst`: the inputs with the lowest rate, and the floor.

use std::{io, process::ExitCode};

use gigagas::{Entry, Precompile, Price, Set};
use gigagas_cases::bench::{Case, entry};
use gigagas_measure::{
    Engine, Head, SystemClock, saved,
    worst::{self, Search},
};

use crate::{
    args::BenchArgs,
    price, target,
    ui::{Failure, Outcome, Ui},
};

/// Searches, prints what was found, and keeps it where the user says.
pub(super) fn run(
    args: &BenchArgs,
    cases: Vec<Case>,
    engines: &[Box<dyn Engine>],
    ui: &mut Ui,
) -> Outcome {
    let prices = prices(args)?;
    let set = (args.set.fork.is_some() || args.set.set.is_some())
        .then(|| target::set(&args.set))
        .transpose()?;
    let entry = |precompile: &'static Precompile| {
        let mut entry = placed(precompile, set)?;
        if let Some((_, price)) =
            prices.iter().find(|(repriced, _)| std::ptr::eq(*repriced, precompile))
        {
            entry.price = *price;
        }
        Some(entry)
    };
    let clock = SystemClock::new();
    // The library as it comes, or the first backend that was named: a search is for one.
    let engines = &engines[..1];
    // A precompile is searched on all of its cases, whichever of them the filter named.
    let precompiles = worst::precompiles(&cases, &args.filter);
    if precompiles.iter().all(|precompile| entry(precompile).is_none()) {
        return Err(Failure::usage("none of these precompiles is in the set"));
    }
    let search = Search {
        engines,
        target: 0,
        precompiles,
        entry: &entry,
        clock: &clock,
        explore: worst::explore(),
        confirm: worst::confirm(),
    };
    let head = Head::here(&clock, &super::command_line());
    let found = searched(args, &search, cases, &head, ui).map_err(|error| {
        Failure::usage(format!("cannot keep a journal in {}: {error}", saved::folder().display()))
    })?;
    let lines = worst::save(&found).map_err(io::Error::from)?;
    if let Some(name) = &args.save {
        let path = saved::path(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
        std::fs::write(path, &lines)?;
    }
    let text = if ui.json { lines } else { worst::render(&found) };
    ui.out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn searched(
    args: &BenchArgs,
    search: &Search<'_>,
    cases: Vec<Case>,
    head: &Head,
    ui: &mut Ui,
) -> io::Result<Vec<worst::Found>> {
    let mut journal = search.journal(head)?;
    if args.fresh {
        journal = journal.restart()?;
    }
    if !journal.is_empty() {
        ui.note("going on with an interrupted search; --fresh begins anew");
    }
    let bar = super::progress_bar();
    let found = search.run(cases, &mut journal, &mut |case| {
        bar.set_message(case.id());
        bar.inc_length(1);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    journal.finish()?;
    Ok(found)
}

/// The precompile in the set that was named, or else where it stands by default.
fn placed(precompile: &'static Precompile, set: Option<&'static Set>) -> Option<Entry> {
    match set {
        Some(set) => {
            set.entries().iter().find(|entry| std::ptr::eq(entry.precompile, precompile)).copied()
        }
        None => Some(entry(precompile)),
    }
}

/// The prices of `--price`.
fn prices(args: &BenchArgs) -> Result<Vec<(&'static Precompile, Price)>, Failure> {
    let parse = |text: &String| {
        let (name, numbers) = text.split_once('=').ok_or_else(|| {
            Failure::usage(format!("--price {text}: not NAME=GAS or NAME=BASE+UNIT"))
        })?;
        let precompile = Precompile::by_name(name).ok_or_else(|| {
            let known: Vec<_> = gigagas::PRECOMPILES.iter().map(|known| known.name).collect();
            Failure::usage(format!(
                "--price {text}: no precompile {name:?}; precompiles: {}",
                known.join(", ")
            ))
        })?;
        let price = price::with_numbers(entry(precompile).price, numbers)
            .map_err(|error| Failure::usage(format!("--price {text}: {error}")))?;
        Ok((precompile, price))
    };
    args.price.iter().map(parse).collect()
}
