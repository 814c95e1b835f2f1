//! `gigagas bench`. Figures are not looked at, only what is said about whom.

use crate::program::{Folder, command, ok, ran, refused, run};
use gigagas::{PRECOMPILES, Routes};
use serde_json::Value;
use std::{process::Stdio, time::Duration};

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_list_has_cases_of_every_precompile() {
    let listed = rows(&run(&["bench", "--list", "--quick", "--json"]).stdout);
    for precompile in PRECOMPILES {
        assert!(
            listed.iter().any(|row| row["operation"] == precompile.name),
            "{}",
            precompile.name
        );
    }
    let text = ok(&["bench", "--list", "blake1krounds"]);
    // Where the public inputs are at hand, the filter finds theirs too.
    assert!(text.lines().any(|line| line.starts_with("blake2f/Blake1KRounds ")), "{text}");
    assert!(text.lines().all(|line| line.contains("Blake1KRounds")), "{text}");
}

#[test]
fn what_cannot_be_followed_is_refused_before_any_work() {
    let refused_for = |args: &[&str], word: &str| {
        let error = refused(&[&["bench"], args].concat());
        assert!(error.contains(word), "{error}");
    };
    refused_for(&["no-such-case"], "no case matches");
    refused_for(&["sha256", "--backend", "abacus"], "portable");
    refused_for(&["sha256", "--route", "sha256=abacus"], "abacus");
    refused_for(&["sha256", "--compare", "no-such-run"], "no-such-run");
    assert_eq!(run(&["bench", "sha256", "--csv", "--json"]).code, 2);
}

#[test]
fn a_run_is_printed_kept_and_compared() {
    let scratch = Folder::new("bench");
    let bench = |args: &[&str]| {
        let mut command = command(&[&["bench"], args].concat());
        ran(command.env("GIGAGAS_BENCH_DIR", scratch.path()).output().unwrap())
    };
    let first = bench(&["identity/len=32", "--laps", "1", "--save", "base", "--json"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let records = rows(&first.stdout);
    assert_eq!(records.len(), Routes::choices("identity").len());
    for record in &records {
        assert_eq!(record["operation"], "identity");
        assert_eq!(record["label"], "identity/len=32-Gas=18");
        assert_eq!((record["gas"].as_u64(), record["wrong"].as_bool()), (Some(18), Some(false)));
        assert!(record["mgas_per_s"].as_f64().unwrap() > 0.0);
        assert!(record["engine"].as_str().unwrap().starts_with("gigagas"));
    }
    // A run that ended leaves no journal behind.
    let kept: Vec<_> = std::fs::read_dir(scratch.path()).unwrap().collect();
    assert_eq!(kept.len(), 1, "{kept:?}");

    let same = bench(&["--compare", "base", "--head", "base"]);
    assert!(same.stdout.contains("0 faster, 0 slower"), "{}", same.stdout);
    let csv = bench(&["--compare", "base", "--head", "base", "--csv"]);
    assert!(csv.stdout.contains("# command: gigagas bench identity/len=32"), "{}", csv.stdout);
    assert!(csv.stderr.contains("geometric mean +0.0%"), "{}", csv.stderr);
}

#[test]
fn the_worst_inputs_are_found_kept_and_measured_again() {
    let scratch = Folder::new("worst");
    let bench = |args: &[&str]| {
        let mut command = command(&[&["bench"], args].concat());
        ran(command.env("GIGAGAS_BENCH_DIR", scratch.path()).output().unwrap())
    };
    let found =
        bench(&["--worst", "bn254_mul", "--price", "ecmul=100", "--save", "found", "--json"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let found = rows(&found.stdout);
    assert!(found.iter().all(|row| row["operation"] == "bn254_mul" && row["gas"] == 100));
    assert!(!found.is_empty());
    // The journal is gone, the inputs are kept; measured as cases of their own they cost what they do on chain.
    let path = scratch.path().join("found.jsonl");
    let again = bench(&[
        "--inputs",
        path.to_str().unwrap(),
        "--laps",
        "1",
        "--backend",
        "portable",
        "--json",
    ]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let again = rows(&again.stdout);
    assert_eq!(again.len(), found.len());
    assert!(again.iter().all(|row| row["gas"] == 6000 && row["family"] == "found"));
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
}

#[test]
fn a_search_that_cannot_be_made_is_refused_before_any_work() {
    let refused_for = |args: &[&str], word: &str| {
        let error = refused(&[&["bench"], args].concat());
        assert!(error.contains(word), "{error}");
    };
    refused_for(&["--worst", "--price", "ecmul"], "NAME=GAS");
    refused_for(&["--worst", "--price", "abacus=1"], "bn254_mul");
    refused_for(&["--worst", "--price", "modexp=1"], "--fork");
    refused_for(&["--worst", "p256verify/valid", "--fork", "istanbul"], "in the set");
    refused_for(&["--fork", "istanbul"], "--worst");
    refused_for(&["--inputs", "no-such-file"], "no-such-file");
    assert_eq!(run(&["bench", "--price", "ecmul=1"]).code, 2);
}

/// The lines of the one journal in the folder that are whole.
fn journal(folder: &std::path::Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let Some(path) = files.into_iter().find(|path| path.to_string_lossy().contains("journal"))
    else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).unwrap();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_stood() {
    let scratch = Folder::new("killed");
    let mut bench = command(&["bench", "ripemd160/len", "--laps", "4", "--json"]);
    bench.env("GIGAGAS_BENCH_DIR", scratch.path());
    bench.stdout(Stdio::piped()).stderr(Stdio::piped());
    // Killed as soon as so many lines are on disk: nothing of them may be lost, or measured anew.
    let mut known = Vec::new();
    for _ in 0..2 {
        let mut child = bench.spawn().unwrap();
        while journal(scratch.path()).len() < known.len() + 2 {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let now = journal(scratch.path());
        assert!(now.starts_with(&known), "{known:?}\n{now:?}");
        known = now;
    }
    let last = ran(bench.output().unwrap());
    assert_eq!(last.code, 0, "{}", last.stderr);
    assert!(last.stderr.contains("interrupted run"), "{}", last.stderr);
    let cases = ok(&["bench", "--list", "ripemd160/len", "--json"]).lines().count();
    assert_eq!(rows(&last.stdout).len(), cases * Routes::choices("ripemd160").len());
    assert!(journal(scratch.path()).is_empty());
}
