use std::{fs, path::Path};

use gigagas::route::{Ranking, Source, everything_measured};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};

use super::*;

fn cell(size: u64, times: &[(&str, f64)]) -> Cell {
    let time = |&(backend, ns): &(&str, f64)| Time { backend: backend.into(), ns, noise: 0.005 };
    Cell { size, cases: 1, times: times.iter().map(time).collect() }
}

fn chosen(ranges: &[Range]) -> Vec<(u64, &str)> {
    ranges.iter().map(|range| (range.upper, range.backends[0].as_str())).collect()
}

/// A table that serves, leaked: tables are static.
fn serving(rankings: &[(u64, &[&'static str])]) -> Measured {
    static NOWHERE: Source =
        Source { file: "", cpu: "", clock: "", date: "", commit: "", command: "" };
    let ranking = |&(upper, backends): &(u64, &[&'static str])| Ranking {
        upper,
        backends: Box::leak(backends.to_vec().into_boxed_slice()),
    };
    Measured {
        operation: "sha256",
        class: CpuClass::Other,
        source: &NOWHERE,
        rankings: Box::leak(rankings.iter().map(ranking).collect()),
        cells: &[],
    }
}

#[test]
fn the_fastest_serves_each_range() {
    let cells = [
        cell(0, &[("a", 10.0), ("b", 14.0)]),
        cell(64, &[("a", 20.0), ("b", 22.0)]),
        cell(1024, &[("a", 200.0), ("b", 100.0)]),
        cell(4096, &[("a", 800.0), ("b", 390.0)]),
    ];
    let ranges = choose(&cells, None);
    assert_eq!(chosen(&ranges), [(64, "a"), (u64::MAX, "b")]);
    assert_eq!(ranges[0].backends, ["a", "b"]);
    assert_eq!(ranges[1].backends, ["b", "a"]);
    assert_eq!(chosen(&choose(&cells[..1], None)), [(u64::MAX, "a")]);
}

#[test]
fn a_bound_between_two_sizes_stays_where_it_was() {
    let cells = [cell(64, &[("a", 20.0), ("b", 22.0)]), cell(1024, &[("a", 200.0), ("b", 100.0)])];
    let with =
        |upper| choose(&cells, Some(&serving(&[(upper, &["a", "b"]), (u64::MAX, &["b", "a"])])));
    assert_eq!(with(300)[0].upper, 300);
    assert_eq!(with(63)[0].upper, 64);
    assert_eq!(with(1024)[0].upper, 64);
}

#[test]
fn a_small_gain_replaces_nothing_and_a_large_one_does() {
    let now = serving(&[(u64::MAX, &["a", "b"])]);
    let with = |b| chosen(&choose(&[cell(1, &[("a", 100.0), ("b", b)])], Some(&now)))[0].1 == "b";
    assert!(!with(98.0));
    assert!(!with(97.0));
    assert!(with(90.0));
    // Without anything that serves, the faster one is taken.
    assert_eq!(chosen(&choose(&[cell(1, &[("a", 100.0), ("b", 98.0)])], None))[0].1, "b");
}

#[test]
fn one_odd_cell_does_not_break_a_range() {
    let cells = [
        cell(1, &[("a", 10.0), ("b", 20.0)]),
        cell(2, &[("a", 10.2), ("b", 10.0)]),
        cell(3, &[("a", 10.0), ("b", 20.0)]),
    ];
    assert_eq!(chosen(&choose(&cells, None)), [(u64::MAX, "a")]);
}

#[test]
fn there_are_never_more_ranges_than_a_route_can_hold() {
    let cells: Vec<_> = (0..9_u32)
        .map(|i| cell(i.into(), &[("a", f64::from(1 + i % 2)), ("b", f64::from(2 - i % 2))]))
        .collect();
    assert_eq!(choose(&cells, None).len(), MAX_RANGES);
}

#[test]
fn noise_flips_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let exact = [
        cell(0, &[("a", 10.0), ("b", 11.0), ("c", 10.1)]),
        cell(64, &[("a", 20.0), ("b", 22.0), ("c", 20.0)]),
        cell(1024, &[("a", 200.0), ("b", 100.0), ("c", 198.0)]),
    ];
    let first = choose(&exact, None);
    let rankings: Vec<(u64, Vec<&'static str>)> = first
        .iter()
        .map(|range| {
            let names = range.backends.iter().map(|name| &*name.clone().leak());
            (range.upper, names.collect())
        })
        .collect();
    let rankings: Vec<_> = rankings.iter().map(|(upper, names)| (*upper, &names[..])).collect();
    let now = serving(&rankings);
    for _ in 0..500 {
        let mut cells = exact.clone();
        for time in cells.iter_mut().flat_map(|cell| &mut cell.times) {
            // By up to 1 % either way.
            time.ns *= 0.99 + 0.02 * f64::from(rng.next_u32()) / f64::from(u32::MAX);
        }
        assert_eq!(choose(&cells, Some(&now)), first);
    }
}

#[test]
fn the_committed_table_is_what_its_results_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let committed =
        fs::read_to_string(root.join("crates/gigagas/src/route/table/measured.rs")).unwrap();
    let inputs =
        inputs_of(everything_measured(), |file| fs::read_to_string(root.join(file))).unwrap();
    assert!(!inputs.is_empty());
    let generated = generate(&inputs, everything_measured()).unwrap();
    assert!(generated == committed, "stale: run `cargo run -p gigagas-bench -- route`");
}

/// Where the routes lead is never much slower than the best of our own, in any case of MODEXP.
#[test]
fn no_case_of_modexp_is_mispredicted_by_more_than_8_percent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = routed_cases().unwrap();
    let mut checked = 0;
    for measured in everything_measured().iter().filter(|m| m.operation == "modexp") {
        let text = fs::read_to_string(root.join(measured.source.file)).unwrap();
        let records = Saved::from_csv(&text).unwrap().records;
        for (id, case) in cases.iter().filter(|(_, case)| case.measures == "modexp") {
            let ours = || {
                let of_case = records.iter().filter(|record| record.id() == *id);
                of_case.filter(|record| record.engine.starts_with("gigagas"))
            };
            let routed = serving_at(measured, case.size());
            let time = ours().find(|record| record.backend.as_deref() == routed);
            let best = ours().filter_map(|record| record.median_ns).fold(f64::INFINITY, f64::min);
            let Some(time) = time.and_then(|record| record.median_ns) else { continue };
            assert!(time <= 1.08 * best, "{id}: {time} ns by {routed:?}, best {best} ns");
            checked += 1;
        }
    }
    assert!(checked >= 900, "{checked} cases");
}

/// What was measured is what is built: a backend that is added is measured before it can serve.
#[test]
#[cfg(target_arch = "x86_64")]
fn every_backend_is_ranked() {
    let operations = gigagas::Routes::OPERATIONS.iter();
    for operation in operations {
        let measured = everything_measured()
            .iter()
            .find(|m| m.operation == *operation && m.class == CpuClass::X86Avx512Ifma)
            .unwrap_or_else(|| panic!("{operation} is not measured"));
        for backend in gigagas::Routes::in_build(operation) {
            let ranked = |ranking: &Ranking| ranking.backends.contains(backend);
            assert!(measured.rankings.iter().all(ranked), "{operation} {backend} is not measured");
        }
    }
}
