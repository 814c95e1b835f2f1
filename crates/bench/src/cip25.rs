//! The page of CIP-25's comparison: Ed25519 verifiers over the cases that its benchmarks name.

use std::{
    error::Error,
    fmt::{Display, Write as _},
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use gigagas_measure::{Record, Saved};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The results, as `gigagas-bench --csv ed25519 ecrecover` prints them.
    results: PathBuf,
    /// Results of our own backends, as `gigagas bench --csv ed25519` prints them: they have the allocations.
    #[arg(long, value_name = "FILE")]
    own: Option<PathBuf>,
    /// Where to write the page; default: standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The engines of the page, ours first.
const ENGINES: &[&str] = &[
    "gigagas",
    "ed25519-dalek",
    "ed25519-zebra",
    "ed25519-consensus",
    "ring",
    "aws-lc",
    "graviola",
    "openssl",
    "go",
];

const CASES: &[&str] = &[
    "valid_input",
    "valid_input_2_word_msg",
    "valid_input_4_word_msg",
    "valid_input_with_empty_message",
    "invalid_input_malformed_public_key",
    "invalid_input_malformed_signature",
    "invalid_input_msg_too_short",
    "invalid_input_empty",
];

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let own = args.own.as_deref().map(load).transpose()?;
    let page = page(&load(&args.results)?, own.as_ref())?;
    match &args.out {
        Some(path) => fs::write(path, page)?,
        None => print!("{page}"),
    }
    Ok(ExitCode::SUCCESS)
}

fn load(path: &Path) -> Result<Saved, String> {
    let said = |error: &dyn Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| said(&error))?;
    Saved::from_csv(&text).map_err(|error| said(&error))
}

/// The faster of an engine's builds; None if neither was timed.
fn fastest<'a>(saved: &'a Saved, operation: &str, case: &str, engine: &str) -> Option<&'a Record> {
    let native = format!("{engine}+native");
    let ours = |record: &&Record| {
        record.operation == operation
            && record.case == case
            && (record.engine == engine || record.engine == native)
            && record.median_ns.is_some()
    };
    let time = |record: &Record| record.median_ns.unwrap_or(f64::INFINITY);
    saved.records.iter().filter(ours).min_by(|a, b| time(a).total_cmp(&time(b)))
}

fn page(saved: &Saved, own: Option<&Saved>) -> Result<String, String> {
    let time = |operation: &str, case: &str, engine: &str| {
        fastest(saved, operation, case, engine)?.median_ns
    };
    let engines: Vec<&str> = ENGINES
        .iter()
        .copied()
        .filter(|engine| time("ed25519", "valid_input", engine).is_some())
        .collect();
    if !engines.contains(&"gigagas") {
        return Err("ed25519/valid_input of gigagas is not among the results".into());
    }
    let head = &saved.head;
    let mut text = format!(
        "# CIP-25: Ed25519 verification\n\n\
         Made by `gigagas-bench cip25` from a run of {} on {}, {}, {}; `{}`. Times are ns per call at the \
         precompile's boundary; a peer counts with the faster of its builds, default and for this very CPU.\n\n",
        &head.date[..head.date.len().min(10)],
        head.cpu,
        head.clock,
        head.compiler,
        head.command,
    );
    let row = |name: &str, cell: &dyn Fn(&str) -> String| {
        let cells: String = engines.iter().map(|engine| format!(" {} |", cell(engine))).collect();
        format!("| {name} |{cells}\n")
    };
    text += &row("ns per call", &|engine| {
        let version = fastest(saved, "ed25519", "valid_input", engine);
        format!("{engine} {}", version.map_or("", |record| record.version.as_str()))
    });
    let _ = writeln!(text, "|---|{}", "---|".repeat(engines.len()));
    let figure = |value: Option<f64>, digits: usize| {
        value.map_or("-".into(), |value| format!("{value:.digits$}"))
    };
    for case in CASES {
        text += &row(case, &|engine| figure(time("ed25519", case, engine), 1));
    }
    text += &row("stream of distinct keys and messages", &|engine| {
        figure(time("ed25519", "stream/valid", engine), 1)
    });
    let per_word = |engine: &str| {
        let (short, long) =
            (time("ed25519", "message=1024", engine)?, time("ed25519", "message=65536", engine)?);
        // CIP-25's words are of 64 bytes.
        Some((long - short) / f64::from((65_536 - 1024) / 64))
    };
    text += &row("more for each 64-byte word", &|engine| figure(per_word(engine), 2));
    text += &row("ns per gas, valid_input", &|engine| {
        let record = fastest(saved, "ed25519", "valid_input", engine);
        figure(record.and_then(|record| Some(1e3 / record.mgas_per_s?)), 2)
    });
    let ecrecover = fastest(saved, "ecrecover", "valid", "gigagas");
    if let Some(rate) = ecrecover.and_then(|record| record.mgas_per_s) {
        let _ = writeln!(text, "\ngigagas' ecrecover beside it: {:.2} ns per gas.", 1e3 / rate);
    }
    let counted =
        CASES.iter().filter_map(|case| fastest(own?, "ed25519", case, "gigagas")?.allocations);
    if let Some(most) = counted.reduce(f64::max) {
        let _ = writeln!(text, "\nAllocations of gigagas per call, at most: {most:.0}.");
    }
    for line in &head.not_built {
        let _ = writeln!(text, "\nNot built: {line}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# date: 2026-01-01T00:00:00Z\n# cpu: C\n# clock: 1 GHz\n# governor: g\n\
        # target: t\n# compiler: r\n# flags: f\n# commit: c\n# version: 1\n# command: x\n\
        operation,case,family,engine,backend,version,gas,median_ns,low_ns,high_ns,noise,cycles,\
        mgas_per_s,ratio,ratio_noise,allocations,rounds,noisy,wrong\n";

    fn line(case: &str, engine: &str, ns: u32) -> String {
        let rate = 1_584_000 / ns;
        format!("ed25519,{case},cip25,{engine},,2,1584,{ns},1,1,0,,{rate},1,0,0,9,0,0\n")
    }

    #[test]
    fn the_page_has_every_case_and_the_faster_build() {
        let csv = HEAD.to_owned()
            + &line("valid_input", "gigagas", 1000)
            + &line("valid_input", "ring", 4000)
            + &line("valid_input", "ring+native", 3000)
            + &line("message=1024", "gigagas", 2000)
            + &line("message=65536", "gigagas", 12_080);
        let text = page(&Saved::from_csv(&csv).unwrap(), None).unwrap();
        assert!(!text.contains("Allocations"), "{text}");
        assert!(text.contains("| valid_input | 1000.0 | 3000.0 |"), "{text}");
        assert!(text.contains("| more for each 64-byte word | 10.00 | - |"), "{text}");
        assert!(CASES.iter().all(|case| text.contains(case)), "{text}");
        let own =
            Saved::from_csv(&(HEAD.to_owned() + &line("valid_input", "gigagas", 900))).unwrap();
        let text = page(&own, Some(&own)).unwrap();
        assert!(text.contains("at most: 0."), "{text}");
        let none = HEAD.to_owned() + &line("valid_input", "ring", 4000);
        assert!(page(&Saved::from_csv(&none).unwrap(), None).is_err());
    }
}
