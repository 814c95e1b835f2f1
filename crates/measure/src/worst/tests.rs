//! The landscape is made up here, and so is the time.

use std::{cell::Cell, rc::Rc};

use gigagas::table::{IDENTITY, SHA256};
use gigagas_cases::bench::{cases, entry};

use super::*;
use crate::{
    clock::Instant,
    engine::{Outcome, Runner},
};

#[derive(Clone, Default)]
struct FakeClock(Rc<Cell<u64>>);

impl Clock for FakeClock {
    fn now(&self) -> Instant {
        Instant { wall_ns: self.0.get(), cpu_ns: Some(self.0.get()) }
    }
}

/// An engine whose rate is lowest at one length of the input, and falls towards it from all sides.
struct Valley {
    clock: FakeClock,
    bottom: usize,
    calls: Rc<Cell<u64>>,
}

impl Engine for Valley {
    fn name(&self) -> &str {
        "valley"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
        let (clock, bottom, calls, entry) =
            (self.clock.clone(), self.bottom, self.calls.clone(), case.entry);
        Some(Box::new(move |input: &[u8], _: &mut [u8]| {
            calls.set(calls.get() + 1);
            let gas = entry.charge(input, u64::MAX).unwrap();
            let away = input.len().abs_diff(bottom) as u64;
            clock.0.set(clock.0.get() + gas * 1_000_000 / (4096 + away));
            Outcome::Output(32)
        }))
    }
}

fn search<T>(
    precompile: &'static Precompile,
    engines: &[Box<dyn Engine>],
    clock: &FakeClock,
    f: impl FnOnce(&Search<'_>) -> T,
) -> T {
    let entry = |precompile: &'static Precompile| Some(entry(precompile));
    f(&Search {
        engines,
        target: 0,
        precompiles: vec![precompile],
        entry: &entry,
        clock,
        explore: explore(),
        confirm: Options { least_ns: 0, ..confirm() },
    })
}

fn journal(name: &str) -> (std::path::PathBuf, Journal) {
    let name = format!("gigagas-worst-{}-{name}.jsonl", std::process::id());
    let path = std::env::temp_dir().join(name);
    let journal = Journal::open(&path, "test").unwrap();
    (path, journal)
}

#[test]
fn it_finds_the_bottom_that_no_case_knows_and_remembers_the_way() {
    let (clock, calls) = (FakeClock::default(), Rc::new(Cell::new(0)));
    let engine = Valley { clock: clock.clone(), bottom: 3000, calls: calls.clone() };
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(engine)];
    let (path, mut first) = journal("valley");
    let run = |journal: &mut Journal| {
        search(&SHA256, &engines, &clock, |search| {
            search.run(cases(None).unwrap(), journal, &mut |_| {}).unwrap()
        })
    };
    let found = run(&mut first);
    let Floor { priced, with_call } = floor(&found);
    let slowest = priced.unwrap();
    let len = slowest.case.inputs()[0].len();
    assert!(len.abs_diff(3000) < 200, "{len}: {}", slowest.record.id());
    assert!(with_call.unwrap().rate_with_call() <= slowest.rate());
    let listed = found.iter().filter(|found| found.record.family != "shape");
    assert!(
        listed.into_iter().all(|found| !found.sets_the_floor() || found.rate() >= slowest.rate())
    );
    // All of it is on disk: the search goes the same way without a call.
    let before = calls.get();
    let again = run(&mut Journal::open(&path, "test").unwrap());
    assert_eq!(calls.get(), before);
    let records = |found: &[Found]| found.iter().map(|f| f.record.clone()).collect::<Vec<_>>();
    assert_eq!(records(&again), records(&found));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn cheap_inputs_stand_apart_and_found_ones_can_be_measured_again() {
    let clock = FakeClock::default();
    let engine = Valley { clock: clock.clone(), bottom: 0, calls: Rc::default() };
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(engine)];
    let (path, mut journal) = journal("cheap");
    let found = search(&IDENTITY, &engines, &clock, |search| {
        search.run(cases(None).unwrap(), &mut journal, &mut |_| {}).unwrap()
    });
    std::fs::remove_file(&path).unwrap();
    let (priced, cheap): (Vec<&Found>, Vec<_>) =
        found.iter().partition(|found| found.sets_the_floor());
    assert!(!priced.is_empty() && !cheap.is_empty());
    for found in &cheap {
        assert!(found.rate_with_call() > found.rate());
    }
    assert!(priced.iter().all(|found| found.rate_with_call() == found.rate()));
    let text = render(&found);
    assert!(
        text.contains("floor (inputs of 100 gas and more): ") && text.contains("cheaper inputs"),
        "{text}"
    );

    std::fs::write(&path, save(&found).unwrap()).unwrap();
    let loaded = load(&path).unwrap();
    assert_eq!(loaded.len(), found.len());
    for (loaded, found) in loaded.iter().zip(&found) {
        assert_eq!((loaded.id(), loaded.inputs()), (found.case.id(), found.case.inputs()));
    }
    std::fs::write(&path, "{}").unwrap();
    assert!(load(&path).unwrap_err().to_string().contains("line 1"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_has_no_price_is_left_out_and_another_price_is_another_floor() {
    let clock = FakeClock::default();
    let engine = Valley { clock: clock.clone(), bottom: 0, calls: Rc::default() };
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(engine)];
    let floor_at = |entry: &dyn Fn(&'static Precompile) -> Option<Entry>| {
        let (path, mut journal) = journal("price");
        let search = Search {
            engines: &engines,
            target: 0,
            precompiles: vec![&SHA256],
            entry,
            clock: &clock,
            explore: explore(),
            confirm: explore(),
        };
        let found = search.run(cases(None).unwrap(), &mut journal, &mut |_| {}).unwrap();
        std::fs::remove_file(path).unwrap();
        floor(&found).priced.map(|found| found.record.gas)
    };
    assert_eq!(floor_at(&|_| None), None);
    let flat = |precompile| Some(Entry { price: gigagas::Price::Flat(777), ..entry(precompile) });
    assert_eq!(floor_at(&flat), Some(777));
}
