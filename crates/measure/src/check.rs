//! Answers first: an engine that is wrong is reported as wrong, not as fast.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gigagas_cases::bench::{Case, Expect};

use crate::{
    clock::Clock,
    engine::{Outcome, Runner},
};

/// What [`check`] says of an engine that cannot answer an input of the case.
pub(crate) const UNSUPPORTED: &str = "unsupported";

/// What an engine said to each input: bytes, or None for a halt.
type Answers = Vec<Option<Vec<u8>>>;

/// The length of the output buffer for `case`, in bytes.
pub(crate) fn buffer_len(case: &Case) -> usize {
    case.output_len().max(256)
}

/// What came of asking one runner.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// What is wrong with its answers; None if nothing is.
    pub(crate) fault: Option<String>,
    /// How many inputs it was asked, from the first on.
    pub(crate) inputs: usize,
    /// The time of its longest call in ns.
    pub(crate) call_ns: u64,
}

/// Asks every runner the inputs: all of them, or as many as it begins within `limit_ns`.
///
/// The truth is what the case expects where it states bytes, else what the first runner says that
/// ends as the case expects.
pub(crate) fn check(
    case: &Case,
    runners: &mut [Box<dyn Runner>],
    clock: &dyn Clock,
    limit_ns: Option<u64>,
) -> Vec<Verdict> {
    let asked: Vec<_> =
        runners.iter_mut().map(|runner| ask(case, runner.as_mut(), clock, limit_ns)).collect();
    let faults: Vec<_> =
        asked.iter().map(|asked| fault_by_expectation(case, &asked.told)).collect();
    // Of those that were asked most, since others can be compared with no more than it said.
    let right = asked.iter().zip(&faults).filter(|(_, fault)| fault.is_none());
    let most = right.clone().map(|(asked, _)| asked.inputs).max();
    let truth = right
        .map(|(asked, _)| asked)
        .find(|asked| Some(asked.inputs) == most)
        .and_then(|asked| asked.told.as_ref().ok());
    let differs = |told: &Result<Answers, String>| match (told, truth) {
        (Ok(told), Some(truth)) => difference(told, truth),
        _ => None,
    };
    let verdict = |(asked, fault): (&Asked, Option<String>)| Verdict {
        fault: fault.or_else(|| differs(&asked.told)),
        inputs: asked.inputs,
        call_ns: asked.call_ns,
    };
    asked.iter().zip(faults).map(verdict).collect()
}

struct Asked {
    told: Result<Answers, String>,
    inputs: usize,
    call_ns: u64,
}

fn ask(case: &Case, runner: &mut dyn Runner, clock: &dyn Clock, limit_ns: Option<u64>) -> Asked {
    let mut out = vec![0; buffer_len(case)];
    let mut answers = Vec::new();
    let mut call_ns = 0;
    let start = clock.now();
    for (index, input) in case.inputs().iter().enumerate() {
        if index > 0 && limit_ns.is_some_and(|limit| clock.since(start).wall_ns > limit) {
            break;
        }
        // What a runner leaves unwritten must not pass for the last engine's or input's answer.
        out.fill(0xa5);
        let begin = clock.now();
        let outcome = catch_unwind(AssertUnwindSafe(|| runner.call(input, &mut out)));
        call_ns = call_ns.max(clock.since(begin).wall_ns);
        let answer = match outcome {
            Ok(Outcome::Output(len)) => match out.get(..len) {
                Some(bytes) => Ok(Some(bytes.to_vec())),
                None => Err(format!("input {index}: {len} bytes said to be written")),
            },
            Ok(Outcome::Halt) => Ok(None),
            Ok(Outcome::Unsupported) => Err(UNSUPPORTED.into()),
            Err(_) => Err(format!("input {index}: panicked")),
        };
        match answer {
            Ok(answer) => answers.push(answer),
            Err(fault) => return Asked { told: Err(fault), inputs: index + 1, call_ns },
        }
    }
    Asked { inputs: answers.len(), told: Ok(answers), call_ns }
}

fn fault_by_expectation(case: &Case, told: &Result<Answers, String>) -> Option<String> {
    let told = match told {
        Ok(told) => told,
        Err(fault) => return Some(fault.clone()),
    };
    match &case.expect {
        Expect::Answers(expected) => {
            let expected: Answers = expected.iter().cloned().map(Some).collect();
            difference(told, &expected).or_else(|| missing(told))
        }
        Expect::Negative(no) => difference(told, &vec![Some(no.to_vec()); told.len()]),
        Expect::Halt => difference(told, &vec![None; told.len()]),
        Expect::Any => None,
        _ => missing(told),
    }
}

fn missing(told: &Answers) -> Option<String> {
    let index = told.iter().position(Option::is_none)?;
    Some(format!("input {index}: failed, an answer was expected"))
}

fn difference(told: &Answers, truth: &Answers) -> Option<String> {
    let index = told.iter().zip(truth).position(|(told, truth)| told != truth)?;
    Some(format!("input {index}: {}, expected {}", say(&told[index]), say(&truth[index])))
}

fn say(answer: &Option<Vec<u8>>) -> String {
    match answer {
        None => "failed".into(),
        Some(bytes) if bytes.is_empty() => "empty".into(),
        Some(bytes) => {
            let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
            match bytes.len() {
                0..=32 => hex(bytes),
                len => format!("{}..{} ({len} bytes)", hex(&bytes[..8]), hex(&bytes[len - 8..])),
            }
        }
    }
}
