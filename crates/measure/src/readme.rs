//! The table of speeds in the README, made from results and never typed.

use std::{fmt::Write as _, io};

use crate::{head::Head, record::Record, saved::Saved, table::nanoseconds};

const BEGIN: &str = "<!-- speeds from ";
const END: &str = "<!-- end of speeds -->";

/// The text of a README with its table made anew: what stands between the lines
/// `<!-- speeds from results/OWN.csv -->` and `<!-- end of speeds -->`. The first line may name a second
/// file, `<!-- speeds from results/OWN.csv results/PEERS.csv -->`, whose engines fill the last column.
///
/// # Errors
/// If the lines are missing, or if `read` does not bring a file or it holds something else.
pub fn refresh(readme: &str, read: impl Fn(&str) -> io::Result<String>) -> io::Result<String> {
    let missing =
        || io::Error::new(io::ErrorKind::InvalidData, "the README has no place for speeds");
    let begin = readme.find(BEGIN).ok_or_else(missing)?;
    let (line, rest) = readme[begin..].split_once('\n').ok_or_else(missing)?;
    let mut files = line[BEGIN.len()..].trim_end_matches("-->").split_whitespace();
    let (own, peers) = (files.next().ok_or_else(missing)?, files.next());
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let load = |file: &str| Saved::from_csv(&read(file)?);
    let saved = load(own)?;
    let table = match peers {
        Some(file) => speeds(&saved, own, Some((&load(file)?, file))),
        None => speeds(&saved, own, None),
    };
    Ok(format!("{}{line}\n{table}{END}{after}", &readme[..begin]))
}

/// For each precompile the measured success that earns the least gas per second, with the best other
/// engine beside it where there is one.
fn speeds(saved: &Saved, file: &str, peers: Option<(&Saved, &str)>) -> String {
    let head = &saved.head;
    let mut text = format!(
        "Measured {} on {}, {}, {}; `{}`; all figures: [{file}]({file}).",
        &head.date[..head.date.len().min(10)],
        head.cpu,
        head.clock,
        head.compiler,
        head.command,
    );
    if let Some((peers, file)) = peers {
        let Head { date, command, .. } = &peers.head;
        let _ = write!(
            text,
            " Others: {}, `{command}`, [{file}]({file}); each with the faster of its builds, default \
             and for this very CPU.",
            &date[..date.len().min(10)],
        );
    }
    text += "\n\n";
    let others = peers.map_or(saved, |(peers, _)| peers);
    text += "| precompile | its worst quick case | backend | time | MGas/s | best other |\n";
    text += "|---|---|---|---|---|---|\n";
    for precompile in gigagas::PRECOMPILES {
        let ours = saved.records.iter().filter(|record| {
            record.operation == precompile.name && record.engine == "gigagas" && !failing(record)
        });
        let rate = |record: &Record| record.mgas_per_s.unwrap_or(f64::INFINITY);
        let Some(worst) = ours.min_by(|a, b| rate(a).total_cmp(&rate(b))) else { continue };
        let (Some(ns), Some(rate)) = (worst.median_ns, worst.mgas_per_s) else { continue };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {rate:.1} | {} |",
            worst.operation,
            worst.case,
            worst.backend.as_deref().unwrap_or_default(),
            nanoseconds(ns),
            best_other(&others.records, worst),
        );
    }
    text
}

fn failing(record: &Record) -> bool {
    record.family == "failing" || record.case.starts_with("invalid_")
}

/// The fastest engine on the case of `ours` that is not ours, and its time as a multiple of ours in
/// the same run. A peer's build for this very CPU counts as the peer.
fn best_other(records: &[Record], ours: &Record) -> String {
    let same = |record: &&Record| record.operation == ours.operation && record.case == ours.case;
    let own = records.iter().filter(same).find(|record| record.engine == ours.engine);
    let others = records.iter().filter(same).filter(|record| !record.engine.starts_with("gigagas"));
    let timed = others.filter_map(|record| Some((record, record.median_ns?)));
    match (timed.min_by(|a, b| a.1.total_cmp(&b.1)), own.and_then(|own| own.median_ns)) {
        (Some((other, ns)), Some(own)) => {
            format!("{} {}: {:.2} x the time", other.engine, other.version, ns / own)
        }
        _ => String::new(),
    }
}
