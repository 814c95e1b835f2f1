//! Engines, answers and time are all made up here; nothing waits for a real clock.

use std::{cell::Cell, rc::Rc};

use gigagas::{Address, Fork, Set};
use gigagas_cases::bench::Expect;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};

use super::*;
use crate::{Outcome, Standing, clock::Instant};

/// A clock that only moves when an engine moves it.
#[derive(Debug, Clone, Default)]
struct FakeClock(Rc<Cell<u64>>);

impl Clock for FakeClock {
    fn now(&self) -> Instant {
        Instant { wall_ns: self.0.get(), cpu_ns: Some(self.0.get()) }
    }
}

/// A machine with a neighbour that comes and goes, and slows everything down while it is there.
struct Machine {
    clock: FakeClock,
    rng: ChaCha8Rng,
    load: f64,
}

impl Machine {
    /// Spends `ns` and what the load adds.
    #[expect(clippy::cast_possible_truncation, reason = "ns, far below 2^64")]
    fn work(&mut self, ns: f64) {
        let mut uniform = || f64::from(self.rng.next_u32()) / f64::from(u32::MAX);
        if uniform() < 0.0005 {
            self.load = if self.load > 1.0 { 1.0 } else { 1.1 + 0.8 * uniform() };
        }
        // On every call there is some jitter, and rarely an interrupt.
        let jitter = 1.0 + 0.04 * uniform();
        let hiccup = if uniform() < 0.001 { 20_000.0 } else { 0.0 };
        let spent = ns * self.load * jitter + hiccup;
        self.clock.0.set(self.clock.0.get() + spent as u64);
    }
}

#[derive(Clone)]
struct Bench(Rc<std::cell::RefCell<Machine>>);

impl Bench {
    fn new(seed: u64) -> (Self, FakeClock) {
        let clock = FakeClock::default();
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let machine = Machine { clock: clock.clone(), rng, load: 1.0 };
        (Self(Rc::new(std::cell::RefCell::new(machine))), clock)
    }

    /// An engine that copies its input in `ns` per call.
    fn engine(&self, name: &'static str, ns: f64) -> Box<dyn Engine> {
        self.answering(name, ns, |input, out| {
            out[..input.len()].copy_from_slice(input);
            Outcome::Output(input.len())
        })
    }

    fn answering(
        &self,
        name: &'static str,
        ns: f64,
        answer: fn(&[u8], &mut [u8]) -> Outcome,
    ) -> Box<dyn Engine> {
        Box::new(Fake { name, bench: self.clone(), ns, answer })
    }
}

struct Fake {
    name: &'static str,
    bench: Bench,
    ns: f64,
    answer: fn(&[u8], &mut [u8]) -> Outcome,
}

impl Engine for Fake {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> &str {
        "1"
    }

    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
        if case.name == "unsupported" && self.name != "gigagas" {
            return None;
        }
        let (bench, ns, answer) = (self.bench.clone(), self.ns, self.answer);
        Some(Box::new(move |input: &[u8], out: &mut [u8]| {
            bench.0.borrow_mut().work(ns);
            answer(input, out)
        }))
    }
}

fn case(name: &str) -> Case {
    let identity = *Set::mainnet(Fork::Osaka).get(&Address::from_low(4)).unwrap();
    Case::new(identity, "test", name, |rng| {
        (0..5).map(|_| rng.next_u64().to_le_bytes().to_vec()).collect()
    })
}

/// Batches of few calls, so that the tests are quick.
fn options() -> Options {
    Options { batch_ns: 50_000, least_ns: 0, ..Options::full() }
}

fn run(cases: &[Case], engines: &[Box<dyn Engine>], clock: &FakeClock) -> Vec<Record> {
    let run = Run { cases, engines, options: &options(), clock };
    run.run(None, &mut |_| {}).unwrap()
}

fn by_engine<'a>(records: &'a [Record], engine: &str) -> &'a Record {
    records.iter().find(|record| record.engine == engine).unwrap()
}

#[test]
fn a_slowed_engine_is_detected_and_an_equal_one_is_a_tie() {
    let (bench, clock) = Bench::new(1);
    let engines = [
        bench.engine("gigagas", 1000.0),
        bench.engine("twin", 1000.0),
        bench.engine("slowed", 1060.0),
        bench.engine("fast", 900.0),
    ];
    let records = run(&[case("a")], &engines, &clock);
    let standing = |name| by_engine(&records, name).standing();
    assert_eq!(standing("slowed"), Some(Standing::Slower));
    assert_eq!(standing("fast"), Some(Standing::Faster));
    assert_eq!(standing("twin"), Some(Standing::Tie));
    assert_eq!(standing("gigagas"), Some(Standing::Tie));
    let slowed = by_engine(&records, "slowed");
    assert!((slowed.ratio.unwrap() - 1.06).abs() < 0.01, "{slowed:?}");
    let ours = by_engine(&records, "gigagas");
    assert!((ours.median_ns.unwrap() - 1020.0).abs() < 20.0, "{ours:?}");
    // 15 + 3 gas for 8 bytes.
    assert_eq!(ours.gas, 18);
    let rate = 18e3 / ours.median_ns.unwrap();
    assert!((ours.mgas_per_s.unwrap() - rate).abs() < 1e-9);
    assert_eq!(ours.label, "identity/a-Gas=18");
}

#[test]
fn a_wrong_engine_is_refused() {
    let (bench, clock) = Bench::new(2);
    let engines = [
        bench.engine("gigagas", 1000.0),
        bench.answering("flips", 1.0, |input, out| {
            out[..input.len()].copy_from_slice(input);
            out[0] ^= 1;
            Outcome::Output(input.len())
        }),
        bench.answering("lazy", 1.0, |input, _| Outcome::Output(input.len())),
        bench.answering("halts", 1.0, |_, _| Outcome::Halt),
        bench.answering("boasts", 1.0, |_, out| Outcome::Output(out.len() + 1)),
        bench.answering("panics", 1.0, |_, _| panic!("on purpose")),
        bench.engine("right", 2000.0),
    ];
    let records = run(&[case("a")], &engines, &clock);
    for name in ["flips", "lazy", "halts", "boasts", "panics"] {
        let record = by_engine(&records, name);
        assert!(record.wrong && record.error.is_some(), "{record:?}");
        assert_eq!((record.median_ns, record.mgas_per_s, record.ratio), (None, None, None));
    }
    assert!(by_engine(&records, "panics").error.as_ref().unwrap().contains("panicked"));
    assert!((by_engine(&records, "right").ratio.unwrap() - 2.0).abs() < 0.02);
}

#[test]
fn our_own_engine_is_refused_when_it_is_the_wrong_one() {
    let (bench, clock) = Bench::new(3);
    let engines =
        [bench.answering("gigagas", 1000.0, |_, _| Outcome::Halt), bench.engine("right", 2000.0)];
    let records = run(&[case("a")], &engines, &clock);
    assert!(by_engine(&records, "gigagas").wrong);
    let right = by_engine(&records, "right");
    assert!(!right.wrong && right.median_ns.is_some() && right.ratio.is_none());

    // Where the case states the answer, agreement among the engines does not help.
    let wrong = case("a").expect(Expect::Answers(vec![vec![0]; 5]));
    let records = run(&[wrong], &engines[1..], &clock);
    assert!(by_engine(&records, "right").wrong);
    let halts = case("a").expect(Expect::Halt);
    let records = run(&[halts], &engines, &clock);
    assert!(!by_engine(&records, "gigagas").wrong && by_engine(&records, "right").wrong);
}

#[test]
fn engines_without_the_operation_are_left_out() {
    let (bench, clock) = Bench::new(4);
    let engines = [bench.engine("gigagas", 1000.0), bench.engine("other", 1000.0)];
    let records = run(&[case("unsupported"), case("a")], &engines, &clock);
    let who: Vec<_> = records.iter().map(|r| (r.case.as_str(), r.engine.as_str())).collect();
    assert_eq!(who, [("unsupported", "gigagas"), ("a", "gigagas"), ("a", "other")]);
}

/// The promise to the reader: on a machine with busy neighbours, at least 95 % of the ratios of two
/// runs agree within 5 % or are marked as noisy, and at most 10 % are marked.
#[test]
fn an_engine_that_cannot_answer_an_input_takes_no_part() {
    let (bench, clock) = Bench::new(3);
    let engines = [
        bench.engine("gigagas", 100.0),
        bench.answering("narrow", 10.0, |_, _| Outcome::Unsupported),
    ];
    let records = run(&[case("a")], &engines, &clock);
    assert!(!by_engine(&records, "gigagas").wrong);
    assert!(records.iter().all(|record| record.engine != "narrow"));
}

#[test]
fn two_runs_agree() {
    let cases: Vec<_> = (0..40).map(|i| case(&i.to_string())).collect();
    let measure = |seed| {
        let (bench, clock) = Bench::new(seed);
        let engines = [
            bench.engine("gigagas", 1000.0),
            bench.engine("twin", 1000.0),
            bench.engine("slow", 1700.0),
        ];
        run(&cases, &engines, &clock)
    };
    let (one, two) = (measure(5), measure(6));
    let pairs = || one.iter().zip(&two).filter(|(record, _)| record.engine != "gigagas");
    let noisy = pairs().filter(|(a, b)| a.noisy || b.noisy).count();
    let agree = pairs().filter(|(a, b)| {
        a.noisy || b.noisy || (a.ratio.unwrap() / b.ratio.unwrap() - 1.0).abs() < 0.05
    });
    assert!(noisy * 10 <= pairs().count(), "{noisy} noisy");
    assert!(agree.count() * 20 >= pairs().count() * 19);
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let path = std::env::temp_dir().join(format!("gigagas-journal-{}", std::process::id()));
    let cases = [case("a"), case("b")];
    let (bench, clock) = Bench::new(7);
    let engines = [bench.engine("gigagas", 1000.0), bench.engine("other", 1000.0)];
    let options = Options { extra_laps: 0, ..options() };
    let run = Run { cases: &cases, engines: &engines, options: &options, clock: &clock };
    let parameters = run.parameters();
    let go = |journal: &mut Journal| run.run(Some(journal), &mut |_| {}).unwrap();

    let mut journal = Journal::open(&path, &parameters).unwrap();
    assert!(journal.is_empty());
    go(&mut journal);
    let complete = journal.laps.clone();

    // A second run finds everything done, and its figures are those of the first.
    let time = clock.0.get();
    let mut journal = Journal::open(&path, &parameters).unwrap();
    assert_eq!(journal.laps, complete);
    let whole = go(&mut journal);
    assert_eq!(clock.0.get(), time);

    // The last two lines are lost, the second to last in part.
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let cut = lines[..lines.len() - 2].join("\n") + "\n" + &lines[lines.len() - 2][..20];
    std::fs::write(&path, cut).unwrap();
    let mut journal = Journal::open(&path, &parameters).unwrap();
    assert_eq!(journal.laps, complete[..complete.len() - 2]);
    let resumed = go(&mut journal);
    assert!(clock.0.get() > time);
    assert_eq!(journal.len(), complete.len());
    assert_eq!(resumed.len(), whole.len());

    // Other parameters, another run.
    let journal = Journal::open(&path, "something else").unwrap();
    assert!(journal.is_empty());
    journal.finish().unwrap();
    assert!(!path.exists());
}

#[test]
fn few_cases_get_further_laps() {
    let (bench, clock) = Bench::new(10);
    let engines = [bench.engine("gigagas", 1000.0)];
    let options = Options { least_ns: 100_000_000, ..options() };
    let run = Run { cases: &[case("a")], engines: &engines, options: &options, clock: &clock };
    let records = run.run(None, &mut |_| {}).unwrap();
    assert!(clock.0.get() >= options.least_ns);
    assert!(records[0].rounds > options.rounds * (options.laps + options.extra_laps));
}

/// Many engines, most cases quick and some with calls of seconds: the run keeps to its time, measures
/// everything at least once and marks what it could not repeat.
#[test]
fn a_run_keeps_to_its_time() {
    let (bench, clock) = Bench::new(11);
    let mut engines: Vec<_> = (0..8).map(|_| bench.engine("gigagas", 200_000.0)).collect();
    engines.push(bench.engine("slow", 300_000_000.0));
    let cases: Vec<_> = (0..30).map(|i| case(&i.to_string())).collect();
    let total = 60_000_000_000;
    let options = Options { total_ns: Some(total), ..Options::full() };
    let go = |total_ns| {
        let options = Options { total_ns, ..options.clone() };
        let run = Run { cases: &cases, engines: &engines, options: &options, clock: &clock };
        let start = clock.0.get();
        (run.run(None, &mut |_| {}).unwrap(), clock.0.get() - start)
    };
    let (records, spent) = go(Some(total));
    assert!(spent <= total, "{spent}");
    let slow: Vec<_> = records.iter().filter(|record| record.engine == "slow").collect();
    assert_eq!(slow.len(), cases.len());
    assert!(slow.iter().all(|record| record.median_ns.is_some()));
    assert!(slow.iter().all(|record| record.rounds >= 3 || record.noisy));
    assert!(go(None).1 > total, "the limit is what keeps it");
}

#[test]
fn an_engine_that_ends_stops_the_run_and_leaves_nothing_behind() {
    struct Ends(Box<dyn Engine>, Cell<usize>);
    impl Engine for Ends {
        fn name(&self) -> &str {
            self.0.name()
        }
        fn version(&self) -> &str {
            self.0.version()
        }
        fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
            self.0.prepare(case)
        }
        fn failure(&self) -> Option<String> {
            self.1.set(self.1.get() + 1);
            (self.1.get() == 4).then(|| "ended".into())
        }
    }
    let path = std::env::temp_dir().join(format!("gigagas-ends-{}", std::process::id()));
    let cases = [case("a"), case("b")];
    let (bench, clock) = Bench::new(12);
    let engines: [Box<dyn Engine>; 1] =
        [Box::new(Ends(bench.engine("gigagas", 1000.0), Cell::new(0)))];
    let options = options();
    let run = Run { cases: &cases, engines: &engines, options: &options, clock: &clock };
    let mut journal = Journal::open(&path, &run.parameters()).unwrap();
    let error = run.run(Some(&mut journal), &mut |_| {}).unwrap_err().to_string();
    assert_eq!((error.as_str(), journal.len()), ("identity/b: ended", 3));
    // The same again goes on.
    let mut journal = Journal::open(&path, &run.parameters()).unwrap();
    assert_eq!(journal.len(), 3);
    assert_eq!(run.run(Some(&mut journal), &mut |_| {}).unwrap().len(), 2);
    journal.finish().unwrap();
}

#[test]
fn allocations_are_counted_per_call() {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (bench, clock) = Bench::new(8);
    let engines = [bench.answering("gigagas", 1000.0, |input, out| {
        COUNT.fetch_add(3, Ordering::Relaxed);
        out[..input.len()].copy_from_slice(input);
        Outcome::Output(input.len())
    })];
    let options =
        Options { count_allocations: Some(|| COUNT.load(Ordering::Relaxed)), ..options() };
    let run = Run { cases: &[case("a")], engines: &engines, options: &options, clock: &clock };
    let records = run.run(None, &mut |_| {}).unwrap();
    assert_eq!(records[0].allocations, Some(3.0));
}

#[test]
fn batches_hold_whole_cycles_of_the_inputs() {
    let (bench, clock) = Bench::new(9);
    let cases = [case("a")];
    let inputs = cases[0].inputs();
    for (ns, most) in [(10.0, 6000), (1000.0, 60), (30_000.0, 5)] {
        let engines = [bench.engine("gigagas", ns)];
        let run = Run { cases: &cases, engines: &engines, options: &options(), clock: &clock };
        let mut runner = engines[0].prepare(&cases[0]).unwrap();
        let count = run.calls(inputs, runner.as_mut(), &mut [0; 256]);
        assert!(count.is_multiple_of(inputs.len()) && (5..=most).contains(&count), "{count}");
    }
}
