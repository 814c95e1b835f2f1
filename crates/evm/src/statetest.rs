//! State tests in the format of ethereum/tests (GeneralStateTests) and execution-spec-tests.
//!
//! A file holds tests by name; a test has an entry per fork and transaction, called a case here. Types and
//! transaction rules are revm's (`revm-statetest-types`); the precompiles are gigagas', revm's own, or both
//! in turn ([`Engine`]).

mod case;
mod report;

use std::{
    collections::BTreeMap,
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use gigagas::Fork;
use revm::statetest_types::{SpecName, TestSuite, TestUnit};
use walkdir::WalkDir;

pub use report::{Case, Failure, Folder, Report, Verdict};

/// Whose precompiles run the cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// gigagas'.
    #[default]
    Gigagas,
    /// revm's own.
    Revm,
    /// Both. A case passes if gigagas passes it, and fails if the two differ in status, gas, output, logs,
    /// state root or the reason of a refusal. What revm's own fail in the same way is skipped.
    Both,
}

/// What is run.
#[derive(Default)]
pub struct Options<'a> {
    /// The precompiles.
    pub engine: Engine,
    /// Only the cases of this fork.
    pub fork: Option<Fork>,
    /// Only the tests whose names this accepts.
    pub select: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
    /// Threads; none means one per core.
    pub threads: Option<NonZero<usize>>,
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { engine, fork, select, threads } = self;
        f.debug_struct("Options")
            .field("engine", engine)
            .field("fork", fork)
            .field("select", &select.is_some())
            .field("threads", threads)
            .finish()
    }
}

/// A file of state tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// The folder that its counts go to: its own, from the last part of the path that was asked for.
    pub folder: String,
}

/// Files whose tests revm cannot pass, with the reason.
const KNOWN: &[(&str, &str)] = &[
    ("RevertInCreateInInit", COLLISION),
    ("RevertInCreateInInit_Paris", COLLISION),
    ("RevertInCreateInInitCreate2", COLLISION),
    ("RevertInCreateInInitCreate2Paris", COLLISION),
    ("create2collisionStorage", COLLISION),
    ("create2collisionStorageParis", COLLISION),
    ("dynamicAccountOverwriteEmpty", COLLISION),
    ("dynamicAccountOverwriteEmpty_Paris", COLLISION),
    ("InitCollision", COLLISION),
    ("InitCollisionParis", COLLISION),
    ("test_init_collision_create_opcode", COLLISION),
    ("ValueOverflow", "the value is malformed on purpose"),
    ("ValueOverflowParis", "the value is malformed on purpose"),
];
const COLLISION: &str = "a new contract with old storage (EIP-7610), which revm does not know";

/// The files at `paths`: a file as it is; of a folder all that end in `.json`, sorted, hidden ones apart.
///
/// # Errors
/// If a path does not exist or cannot be read.
pub fn files(paths: &[impl AsRef<Path>]) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for root in paths.iter().map(AsRef::as_ref) {
        fs::metadata(root).map_err(|error| named(root, &error))?;
        let above =
            if root.is_dir() { root.parent() } else { root.parent().and_then(Path::parent) };
        let visible = |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
        };
        for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(visible) {
            let entry = entry.map_err(|error| named(root, &error.into()))?;
            let path = entry.path();
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            if !entry.file_type().is_file() || !(is_json || entry.depth() == 0) {
                continue;
            }
            let folder = path.parent().unwrap_or(path);
            let folder = above.and_then(|above| folder.strip_prefix(above).ok()).unwrap_or(folder);
            files.push(File { path: path.into(), folder: folder.display().to_string() });
        }
    }
    Ok(files)
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Runs the cases of `files` and hands each to `each` as it comes, in the order of the files. If `each` fails,
/// so does this, and nothing further is begun.
///
/// # Errors
/// Those of `each`.
pub fn run<E>(
    files: &[File],
    options: &Options<'_>,
    mut each: impl FnMut(&Case) -> Result<(), E>,
) -> Result<Report, E> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = options.threads.map_or_else(cores, NonZero::get).min(files.len()).max(1);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Bounded, so that a slow reader does not make results pile up.
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { break };
                    if sender.send((index, run_file(file, options))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut report, mut waiting, mut due) = (Report::default(), BTreeMap::new(), 0);
        for (index, cases) in receiver {
            waiting.insert(index, cases);
            while let Some(cases) = waiting.remove(&due) {
                for case in cases {
                    each(&case).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    report.add(&files[due].folder, case);
                }
                due += 1;
            }
        }
        Ok(report)
    })
}

/// The cases of one file. A file that cannot be read is one failed case without a name.
#[must_use]
pub fn run_file(file: &File, options: &Options<'_>) -> Vec<Case> {
    let suite =
        fs::read_to_string(&file.path).map_err(|error| error.to_string()).and_then(|text| {
            serde_json::from_str::<TestSuite>(&text).map_err(|error| error.to_string())
        });
    let stem = file.path.file_stem().unwrap_or_default();
    let known = KNOWN.iter().find(|(name, _)| stem == *name).map(|(_, reason)| *reason);
    let whole = |verdict| Case {
        file: file.path.clone(),
        name: String::new(),
        fork: String::new(),
        index: 0,
        verdict,
    };
    match (suite, known) {
        (Ok(suite), _) => {
            let selected =
                suite.0.iter().filter(|(name, _)| options.select.is_none_or(|select| select(name)));
            selected.flat_map(|(name, unit)| run_test(file, name, unit, known, options)).collect()
        }
        (Err(_), Some(reason)) => vec![whole(Verdict::Skipped(reason.into()))],
        (Err(error), None) => vec![whole(Verdict::Failed(Failure::Unreadable(error)))],
    }
}

fn run_test(
    file: &File,
    name: &str,
    unit: &TestUnit,
    known: Option<&'static str>,
    options: &Options<'_>,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for (fork, tests) in &unit.post {
        let spec = known.map_or_else(|| case::spec(fork), Err);
        let asked = options.fork.is_none_or(|only| is_of(fork, only));
        for (index, test) in tests.iter().enumerate().filter(|_| asked) {
            let verdict = match spec {
                Ok(spec) => case::verdict(unit, test, spec, options.engine),
                Err(reason) => Verdict::Skipped(reason.into()),
            };
            let (file, name, fork) = (file.path.clone(), name.into(), format!("{fork:?}"));
            cases.push(Case { file, name, fork, index, verdict });
        }
    }
    cases
}

/// Whether a test's fork is the one that was asked for, by the name that ethereum/tests give it.
fn is_of(name: &SpecName, fork: Fork) -> bool {
    format!("{name:?}").parse() == Ok(fork)
}
