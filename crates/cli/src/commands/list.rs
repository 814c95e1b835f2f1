//! `gigagas list`.

use std::{io::Write, process::ExitCode};

use gigagas::{Entry, PRECOMPILES, Routes, Set};
use serde::Serialize;

use crate::{
    args::ListArgs,
    price, target,
    target::Target,
    ui::{ACTIVE, FAINT, Failure, HEADING, Outcome, Ui},
};

#[derive(Serialize)]
struct Listing {
    status: &'static str,
    set: &'static str,
    precompiles: Vec<Row>,
    not_offered: Vec<NotOffered>,
}

#[derive(Serialize)]
struct Row {
    /// None: it has none in this set.
    address: Option<String>,
    name: &'static str,
    aliases: &'static [&'static str],
    specs: &'static [&'static str],
    price: String,
    output: &'static str,
    /// In use, smallest calls first.
    active: Vec<&'static str>,
    backends: Vec<&'static str>,
}

#[derive(Serialize)]
struct NotOffered {
    address: String,
    name: &'static str,
}

pub(crate) fn run(args: &ListArgs, ui: &mut Ui) -> Outcome {
    let set = target::set(&args.set)?;
    let routes = Routes::active().map_err(Failure::usage)?;
    let listing = Listing {
        status: "ok",
        set: set.name(),
        precompiles: rows(set, args.all, routes),
        not_offered: set
            .not_offered()
            .map(|(address, name)| NotOffered { address: address.to_string(), name })
            .collect(),
    };
    if ui.json {
        ui.object(&listing)?;
    } else {
        listing.print(ui.out())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn rows(set: &'static Set, all: bool, routes: &Routes) -> Vec<Row> {
    let placed =
        set.entries().iter().map(|entry| row(Some(entry.address.to_string()), entry, routes));
    let others = PRECOMPILES
        .into_iter()
        .map(|precompile| target::by_precompile(precompile, set))
        .filter(|target| all && !target.placed)
        .map(|Target { entry, .. }| row(None, &entry, routes));
    placed.chain(others).collect()
}

fn row(address: Option<String>, entry: &Entry, routes: &Routes) -> Row {
    let precompile = entry.precompile;
    let operation = precompile.operations.first().copied().unwrap_or_default();
    Row {
        address,
        name: precompile.name,
        aliases: precompile.aliases,
        specs: precompile.specs,
        price: price::describe(entry),
        output: precompile.output,
        active: routes.ranges(operation).into_iter().map(|range| range.1).collect(),
        backends: Routes::choices(operation),
    }
}

impl Listing {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rows = &self.precompiles;
        let width = |cell: fn(&Row) -> usize| rows.iter().map(cell).max().unwrap_or(0) + 2;
        let (name, price) = (width(|row| row.name.len()), width(|row| row.price.chars().count()));
        let specs = width(|row| row.specs.join(", ").len());
        writeln!(
            out,
            "{HEADING}{:<9}{:<name$}{:<price$}{:<specs$}backends{HEADING:#}",
            self.set, "", "gas", "defined by"
        )?;
        for row in rows {
            let address = row.address.as_deref().unwrap_or("-");
            write!(out, "{address:<9}{:<name$}{:<price$}", row.name, row.price)?;
            writeln!(out, "{:<specs$}{}", row.specs.join(", "), backends(row))?;
        }
        for NotOffered { address, name } in &self.not_offered {
            writeln!(out, "{FAINT}{address:<9}{name} (not offered here){FAINT:#}")?;
        }
        writeln!(
            out,
            "{FAINT}* marks what is in use; gigagas route shows all operations{FAINT:#}"
        )?;
        Ok(())
    }
}

fn backends(row: &Row) -> String {
    let mark = |&name: &&str| match row.active.contains(&name) {
        true => format!("{ACTIVE}{name}*{ACTIVE:#}"),
        false => name.to_string(),
    };
    row.backends.iter().map(mark).collect::<Vec<_>>().join(" ")
}
