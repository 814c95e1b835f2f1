//! What came of cases.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use revm::primitives::{B256, Bytes};
use serde::Serialize;

/// A test at a fork with one of its transactions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The file.
    pub file: PathBuf,
    /// The test; empty if the file cannot be read.
    pub name: String,
    /// The fork, as the file names it.
    pub fork: String,
    /// Which of the fork's entries.
    pub index: usize,
    /// What came of it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "why", rename_all = "snake_case")]
pub enum Verdict {
    /// As the test says.
    Passed,
    /// Not run, or not counted, for this reason.
    Skipped(String),
    /// Not as the test says.
    Failed(Failure),
}

/// Why a case failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Failure {
    /// The file is no file of state tests.
    Unreadable(String),
    /// The entry cannot be followed.
    Malformed(String),
    /// Another state came of it.
    StateRoot {
        /// Seen.
        got: B256,
        /// Expected.
        expected: B256,
    },
    /// Other logs came of it.
    Logs {
        /// Keccak-256 of the logs' RLP, as seen.
        got: B256,
        /// The same as expected.
        expected: B256,
    },
    /// Another output came of it.
    Output {
        /// Seen.
        got: Bytes,
        /// Expected.
        expected: Bytes,
    },
    /// The transaction should have been refused for this reason.
    NotRefused(String),
    /// The transaction was refused for this reason and should not have been.
    Refused(String),
    /// The transaction was not executed, through no fault of its own.
    NotExecuted(String),
    /// gigagas and revm's own precompiles do not do the same.
    Differs {
        /// What gigagas did.
        gigagas: String,
        /// What revm's own did.
        revm: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "no file of state tests: {error}"),
            Self::Malformed(error) => write!(f, "malformed: {error}"),
            Self::StateRoot { got, expected } => {
                write!(f, "the state root is {got}, expected {expected}")
            }
            Self::Logs { got, expected } => {
                write!(f, "the hash of the logs is {got}, expected {expected}")
            }
            Self::Output { got, expected } => write!(f, "the output is {got}, expected {expected}"),
            Self::NotRefused(exception) => write!(f, "executed, expected {exception}"),
            Self::Refused(error) => write!(f, "refused: {error}"),
            Self::NotExecuted(error) => write!(f, "not executed: {error}"),
            Self::Differs { gigagas, revm } => write!(f, "gigagas: {gigagas}; revm: {revm}"),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, name, fork, index, verdict } = self;
        write!(f, "{}", file.display())?;
        if !name.is_empty() {
            write!(f, " {name} {fork}[{index}]")?;
        }
        match verdict {
            Verdict::Passed => f.write_str(": passed"),
            Verdict::Skipped(reason) => write!(f, ": skipped: {reason}"),
            Verdict::Failed(failure) => write!(f, ": {failure}"),
        }
    }
}

/// Counts of one folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Folder {
    /// Cases that were run: passed and failed.
    pub run: usize,
    /// Cases that passed.
    pub passed: usize,
    /// Cases that were not counted, by reason.
    pub skipped: BTreeMap<String, usize>,
}

/// What came of all cases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Counts per folder.
    pub folders: BTreeMap<String, Folder>,
    /// Those that failed.
    pub failures: Vec<Case>,
}

impl Report {
    pub(super) fn add(&mut self, folder: &str, case: Case) {
        let folder = self.folders.entry(folder.into()).or_default();
        match &case.verdict {
            Verdict::Skipped(reason) => *folder.skipped.entry(reason.clone()).or_default() += 1,
            Verdict::Passed => {
                folder.run += 1;
                folder.passed += 1;
            }
            Verdict::Failed(_) => {
                folder.run += 1;
                self.failures.push(case);
            }
        }
    }

    /// The counts of all folders together.
    #[must_use]
    pub fn total(&self) -> Folder {
        let mut total = Folder::default();
        for folder in self.folders.values() {
            total.run += folder.run;
            total.passed += folder.passed;
            for (reason, n) in &folder.skipped {
                *total.skipped.entry(reason.clone()).or_default() += n;
            }
        }
        total
    }
}
