use super::*;
use crate::table::{bar, nanoseconds, results, spreads, summaries};

fn record(case: &str, engine: &str, ns: f64, noise: f64) -> Record {
    Record {
        operation: "modexp".into(),
        case: case.into(),
        family: "erigon17".into(),
        label: format!("modexp/{case}-Gas=500"),
        engine: engine.into(),
        version: "1".into(),
        backend: None,
        median_ns: Some(ns),
        low_ns: Some(ns * 0.9),
        high_ns: Some(ns * 1.5),
        spread: Some(Spread { p50_ns: ns, p95_ns: ns * 2.0, p99_ns: ns * 4.0, max_ns: ns * 5.0 }),
        noise: Some(noise),
        cycles: None,
        gas: 500,
        mgas_per_s: Some(5e5 / ns),
        gas_rate: Some(5e11 / ns),
        ratio: Some(1.0),
        ratio_noise: Some(0.0),
        allocations: Some(0.0),
        rounds: 20,
        noisy: false,
        wrong: false,
        error: None,
    }
}

fn saved(records: Vec<Record>) -> Saved {
    Saved { head: Head::here(&SystemClock::new(), "gigagas bench"), records }
}

#[test]
fn a_run_is_saved_loaded_and_compared() {
    let base = saved(vec![record("a", "g", 100.0, 0.01), record("b", "g", 100.0, 0.2)]);
    let path = std::env::temp_dir().join(format!("gigagas-saved-{}.jsonl", std::process::id()));
    base.save(&path).unwrap();
    assert_eq!(Saved::load(&path).unwrap(), base);
    std::fs::remove_file(&path).unwrap();
    assert!(Saved::load(&path).unwrap_err().to_string().contains("gigagas-saved"));

    let head =
        [record("b", "g", 110.0, 0.01), record("a", "g", 110.0, 0.01), record("c", "g", 1.0, 0.0)];
    let found = compare::changes(&base.records, &head);
    let told: Vec<_> = found.iter().map(|c| (c.head.case.as_str(), c.standing())).collect();
    // The same 10 %: within the noise of one case and beyond that of the other.
    assert_eq!(told, [("b", Standing::Tie), ("a", Standing::Slower)]);
    let text = compare::render(&found);
    assert!(text.contains("+10.0%") && text.contains("1 slower, 1 within"), "{text}");
    assert!(compare::render(&[]).contains("no case and engine in common"));
}

#[test]
fn csv_states_the_circumstances_and_every_record() {
    let mut wrong = record("b", "x", 1.0, 0.0);
    (wrong.median_ns, wrong.wrong, wrong.error) = (None, true, Some("said 1, not \"0\"".into()));
    let csv = saved(vec![record("a", "g", 100.0, 0.01), wrong]).csv();
    let comments = csv.lines().take_while(|line| line.starts_with('#')).count();
    assert_eq!(comments, 11);
    assert!(csv.contains("# command: gigagas bench\n"), "{csv}");
    let rows: Vec<_> = csv.lines().skip(comments).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1].split(',').count(), rows[0].split(',').count());
    assert_eq!(
        rows[1],
        "modexp,a,erigon17,g,,1,500,100.0,90.0,150.0,0.0100,,5000.00,1.0000,0.0000,0.00,20,0,0,\
         100.0,200.0,400.0,500.0"
    );
    assert!(rows[2].contains(",0,\"said 1, not \"\"0\"\"\","), "{}", rows[2]);

    let read = Saved::from_csv(&csv).unwrap();
    assert_eq!(read.csv(), csv);
    assert_eq!(read.records[1].error.as_deref(), Some("said 1, not \"0\""));
    assert_eq!(read.records[0].label, "modexp/a-Gas=500");
    // Files of older versions lack the last columns.
    let older: String = csv.lines().fold(String::new(), |text, line| {
        let columns =
            if line.starts_with('#') { line } else { line.rsplitn(5, ',').last().unwrap() };
        text + columns + "\n"
    });
    let older = Saved::from_csv(&older).unwrap();
    assert_eq!((older.records.len(), older.records[0].spread), (2, None));
    assert_eq!(older.records[0].median_ns, Some(100.0));
    let mut partial = read.clone();
    partial.head.not_built = vec!["mcl-bn254: no `cmake`".into(), "go: not found".into()];
    assert!(partial.csv().contains("# not built: mcl-bn254: no `cmake`\n# not built: go: not"));
    assert_eq!(Saved::from_csv(&partial.csv()).unwrap().head, partial.head);
    for broken in [csv.replace("# cpu", "# gpu"), csv.replace(",gas,", ",gus,"), csv + "x,y\n"] {
        assert!(Saved::from_csv(&broken).is_err(), "{broken}");
    }
}

#[test]
fn json_lines_have_the_promised_names() {
    let text = json_lines(&[record("a", "g", 100.0, 0.01)]).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for name in ["operation", "case", "engine", "version", "median_ns", "low_ns", "high_ns", "gas"]
    {
        assert!(!value[name].is_null(), "{name}");
    }
    assert_eq!(value["mgas_per_s"], 5000.0);
    assert_eq!((value["wrong"].as_bool(), value["noisy"].as_bool()), (Some(false), Some(false)));
}

#[test]
fn the_worst_rate_comes_first_and_wrong_engines_last() {
    let mut wrong = record("w", "x", 1.0, 0.0);
    (wrong.wrong, wrong.error) = (true, Some("input 0: empty".into()));
    let mut slower = record("b", "y", 400.0, 0.0);
    slower.ratio = Some(4.0);
    let text = results(&[wrong, record("a", "g", 100.0, 0.01), slower]);
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[1].starts_with("modexp/b") && lines[1].contains("4.00 x the time"), "{text}");
    assert!(lines[2].starts_with("modexp/a"), "{text}");
    assert_eq!(lines[3], "WRONG  modexp/w  x: input 0: empty");
}

#[test]
fn a_readme_gets_its_table_from_the_results() {
    let mut peer = record("b", "peer", 900.0, 0.0);
    peer.version = "7".into();
    let mut failing = record("f", "gigagas", 9e9, 0.0);
    failing.family = "failing".into();
    let records = vec![
        record("a", "gigagas", 100.0, 0.0),
        record("b", "gigagas", 300.0, 0.0),
        record("b", "gigagas/other", 200.0, 0.0),
        peer,
        failing,
    ];
    let csv = saved(records).csv();
    let readme =
        "Before.\n<!-- speeds from results/x.csv -->\nold\n<!-- end of speeds -->\nAfter.\n";
    let read = |file: &str| {
        assert_eq!(file, "results/x.csv");
        Ok(csv.clone())
    };
    let fresh = readme::refresh(readme, read).unwrap();
    let row = "| modexp | b |  | 300 ns | 1666.7 | peer 7: 3.00 x the time |\n<!-- end of speeds -->\nAfter.";
    assert!(fresh.contains(row) && !fresh.contains("old"), "{fresh}");
    assert_eq!(readme::refresh(&fresh, read).unwrap(), fresh);
    assert!(readme::refresh("Nothing.", read).is_err());
}

#[test]
fn peers_of_another_file_count_with_their_faster_build() {
    let own = saved(vec![record("a", "gigagas", 300.0, 0.0)]).csv();
    let peers = vec![
        record("a", "gigagas", 200.0, 0.0),
        record("a", "peer", 900.0, 0.0),
        record("a", "peer+native", 500.0, 0.0),
        record("a", "other", 600.0, 0.0),
    ];
    let text = table::best_others(&peers);
    assert!(text.contains("peer+native 1") && text.contains("2.50"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    let peers = saved(peers).csv();
    let readme = "<!-- speeds from own.csv peers.csv -->\n<!-- end of speeds -->\n";
    let read = |file: &str| Ok(if file == "own.csv" { own.clone() } else { peers.clone() });
    let fresh = readme::refresh(readme, read).unwrap();
    // The ratio is of one run: 500 / 200, not 500 / 300.
    assert!(fresh.contains("| 300 ns | 1666.7 | peer+native 1: 2.50 x the time |"), "{fresh}");
    assert_eq!(readme::refresh(&fresh, read).unwrap(), fresh);
}

#[test]
fn figures() {
    assert_eq!(nanoseconds(12.34), "12.3 ns");
    assert_eq!(nanoseconds(9999.0), "9999 ns");
    assert_eq!(nanoseconds(12_345.0), "12.3 µs");
    assert_eq!(nanoseconds(12_345_678.0), "12.3 ms");
    assert_eq!((bar(1.0), bar(2.0), bar(40.0)), ("".into(), "█".into(), "█████".into()));
    let records: Vec<_> = (0..17).map(|i| record(&i.to_string(), "g", 250.0, 0.0)).collect();
    assert!(summaries(&records, "g").contains("geometric mean 250 ns"));
    assert_eq!(summaries(&records[1..], "g"), "");
}

#[test]
fn spreads_are_rates_from_the_fastest_batch_to_the_slowest() {
    let mut record = record("Blake1MRounds", "g", 1000.0, 0.0);
    (record.operation, record.gas) = ("blake2f".into(), 1_000_000);
    (record.mgas_per_s, record.cycles) = (Some(1e6), Some(26.4e6));
    let text = spreads(&[record]);
    let row: Vec<_> = text.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(
        row,
        ["blake2f/Blake1MRounds", "g", "1111111", "1000000", "500000", "250000", "200000", "26.4"]
    );
}
