//! Answers first: an engine that is wrong is reported as wrong, not as fast.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gigagas_cases::bench::{Case, Expect};

use crate::engine::{Outcome, Runner};

/// What [`check`] says of an engine that cannot answer an input of the case.
pub(crate) const UNSUPPORTED: &str = "unsupported";

/// What an engine said to each input: bytes, or None for a halt.
type Answers = Vec<Option<Vec<u8>>>;

/// The length of the output buffer for `case`, in bytes.
pub(crate) fn buffer_len(case: &Case) -> usize {
    case.output_len().max(256)
}

/// Asks every runner all inputs and says, for each, what is wrong with its answers; None if nothing is.
///
/// The truth is what the case expects where it states bytes, else what the first runner says that
/// ends as the case expects.
pub(crate) fn check(case: &Case, runners: &mut [Box<dyn Runner>]) -> Vec<Option<String>> {
    let told: Vec<_> = runners.iter_mut().map(|runner| ask(case, runner.as_mut())).collect();
    let faults: Vec<_> = told.iter().map(|told| fault_by_expectation(case, told)).collect();
    let truth = told.iter().zip(&faults).find_map(|(told, fault)| match fault {
        None => told.as_ref().ok(),
        Some(_) => None,
    });
    let differs = |told: &Result<Answers, String>| match (told, truth) {
        (Ok(told), Some(truth)) => difference(told, truth),
        _ => None,
    };
    told.iter().zip(faults).map(|(told, fault)| fault.or_else(|| differs(told))).collect()
}

fn ask(case: &Case, runner: &mut dyn Runner) -> Result<Answers, String> {
    let mut out = vec![0; buffer_len(case)];
    let mut answers = Vec::new();
    for (index, input) in case.inputs().iter().enumerate() {
        // What a runner leaves unwritten must not pass for the last engine's or input's answer.
        out.fill(0xa5);
        let outcome = catch_unwind(AssertUnwindSafe(|| runner.call(input, &mut out)));
        answers.push(match outcome {
            Ok(Outcome::Output(len)) => match out.get(..len) {
                Some(bytes) => Some(bytes.to_vec()),
                None => return Err(format!("input {index}: {len} bytes said to be written")),
            },
            Ok(Outcome::Halt) => None,
            Ok(Outcome::Unsupported) => return Err(UNSUPPORTED.into()),
            Err(_) => return Err(format!("input {index}: panicked")),
        });
    }
    Ok(answers)
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
