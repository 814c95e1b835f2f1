//! Runs every suite under every route and counts.

use std::{
    collections::{BTreeMap, HashSet},
    env,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

use gigagas::{Precompile, ROUTE_VARIABLE, RouteError, Routes};
use serde::Serialize;

use crate::{
    case::{Case, Mismatch, check},
    dirs::{Dirs, VECTORS_VARIABLE},
    suites::{LoadError, LoadedSuite, SUITES, Suite},
};

/// Routes with the name to report them by.
#[derive(Debug, Clone)]
pub struct NamedRoutes {
    /// What they were asked for as.
    pub name: String,
    /// The backends.
    pub routes: Routes,
}

impl NamedRoutes {
    /// The preferred backends, changed as [`Routes::with`] says.
    ///
    /// # Errors
    /// As [`Routes::with`].
    pub fn parse(overrides: &str) -> Result<Self, RouteError> {
        let routes = Routes::preferred().with(overrides)?;
        Ok(Self { name: overrides.into(), routes })
    }
}

/// The routes that matter: the preferred one, the portable one, and each backend wherever it exists;
/// or only the ones of `GIGAGAS_ROUTE`, if that is set.
///
/// # Errors
/// If `GIGAGAS_ROUTE` names what does not exist here.
pub fn routes() -> Result<Vec<NamedRoutes>, RouteError> {
    let active = *Routes::active().map_err(Clone::clone)?;
    if let Some(name) = env::var(ROUTE_VARIABLE).ok().filter(|name| !name.is_empty()) {
        return Ok(vec![NamedRoutes { name, routes: active }]);
    }
    let mut backends: Vec<_> =
        Routes::OPERATIONS.iter().flat_map(|operation| Routes::choices(operation)).collect();
    backends.sort_unstable();
    backends.dedup();
    let mut all = vec![NamedRoutes { name: "preferred".into(), routes: active }];
    all.push(NamedRoutes::parse("portable")?);
    for backend in backends.into_iter().filter(|&name| name != "portable") {
        all.push(NamedRoutes::parse(backend)?);
    }
    Ok(all)
}

/// All that was found.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// The folder of the vectors.
    pub vectors: PathBuf,
    /// What was read, by suite.
    pub suites: Vec<SuiteReport>,
    /// What was run, by route.
    pub routes: Vec<RouteReport>,
    /// Cases that came out as stated, over all routes.
    pub passed: usize,
    /// Cases that did not, and files that could not be understood.
    pub failed: usize,
    /// Files that are not there or hold no cases, in words.
    pub missing: Vec<String>,
    /// Suites of which every file is there.
    pub complete_suites: usize,
}

/// What was read of a suite.
#[derive(Debug, Serialize)]
pub struct SuiteReport {
    /// Its name.
    pub suite: &'static str,
    /// How many files gave cases.
    pub files: usize,
    /// How many cases there are.
    pub cases: usize,
    /// How many vectors are no call of a precompile, by reason.
    pub skipped: BTreeMap<&'static str, usize>,
    /// Files that could not be understood, in words.
    pub malformed: Vec<String>,
}

/// What was run under one route.
#[derive(Debug, Serialize)]
pub struct RouteReport {
    /// The route's name.
    pub route: String,
    /// By suite; suites without cases to run are left out.
    pub suites: Vec<Tally>,
}

/// Counts of one suite under one route.
#[derive(Debug, Serialize)]
pub struct Tally {
    /// The suite's name.
    pub suite: &'static str,
    /// Cases that came out as stated.
    pub passed: usize,
    /// The others.
    pub failed: Vec<Failure>,
}

/// A case that came out otherwise.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// Its file.
    pub file: &'static str,
    /// Its name.
    pub case: String,
    /// What differs, in words.
    pub what: String,
}

impl Report {
    /// Whether all ran that should and all of it passed; `required`: whether vectors must be there.
    #[must_use]
    pub fn is_good(&self, required: bool) -> bool {
        self.failed == 0 && (!required || self.missing.is_empty())
    }

    /// What to say of vectors that are not there, on one line; None if all are.
    #[must_use]
    pub fn missing_line(&self) -> Option<String> {
        let Self { complete_suites, suites, vectors, missing, .. } = self;
        (!missing.is_empty()).then(|| {
            format!(
                "VECTORS MISSING: {complete_suites} of {} suites run (looked in {}; set {VECTORS_VARIABLE})",
                suites.len(),
                vectors.display()
            )
        })
    }
}

/// Reads all suites, makes all calls, and writes what happens to `log` as it does. A case is made once
/// per combination of backends that its precompile uses, however many routes share it.
///
/// # Errors
/// If `log` cannot be written.
pub fn run(dirs: &Dirs, routes: &[NamedRoutes], log: &mut dyn Write) -> io::Result<Report> {
    run_suites(SUITES, dirs, routes, log)
}

fn run_suites(
    suites: &[Suite],
    dirs: &Dirs,
    routes: &[NamedRoutes],
    log: &mut dyn Write,
) -> io::Result<Report> {
    let loaded: Vec<_> = suites.iter().map(|suite| suite.load(dirs)).collect();
    let mut report = Report { vectors: dirs.vectors.clone(), ..Report::default() };
    writeln!(log, "vectors in {}", dirs.vectors.display())?;
    for suite in &loaded {
        log_suite(report.read(suite), log)?;
    }
    if report.suites.iter().any(|suite| suite.cases > 0) {
        let mut done = HashSet::new();
        for named in routes {
            report.run(named, &loaded, &mut done, log)?;
        }
    }
    log_missing(&report.missing, log)?;
    Ok(report)
}

/// Precompile and backends: what an earlier route need not be repeated for.
type Combination = (&'static str, Vec<Vec<(u64, &'static str)>>);

fn combination(precompile: &'static Precompile, routes: &Routes) -> Combination {
    let backends = precompile.operations.iter().map(|operation| routes.ranges(operation));
    (precompile.name, backends.collect())
}

impl Report {
    fn read(&mut self, suite: &LoadedSuite) -> &SuiteReport {
        let mut malformed = Vec::new();
        for error in suite.errors() {
            match error {
                LoadError::Malformed(..) => malformed.push(error.to_string()),
                LoadError::Missing(_) | LoadError::Empty(_) => self.missing.push(error.to_string()),
            }
        }
        self.failed += malformed.len();
        self.complete_suites += usize::from(suite.errors().next().is_none());
        let files = suite.files.iter().filter(|file| file.contents.is_ok()).count();
        let (cases, skipped) = (suite.cases().count(), suite.skipped());
        self.suites.push(SuiteReport { suite: suite.name, files, cases, skipped, malformed });
        self.suites.last().expect("just pushed")
    }

    fn run(
        &mut self,
        named: &NamedRoutes,
        suites: &[LoadedSuite],
        done: &mut HashSet<Combination>,
        log: &mut dyn Write,
    ) -> io::Result<()> {
        let mut fresh = HashSet::new();
        let mut tallies = Vec::new();
        for suite in suites {
            let mut tally = Tally { suite: suite.name, passed: 0, failed: Vec::new() };
            for (file, case) in suite.cases() {
                let combination = combination(case.entry.precompile, &named.routes);
                if !done.contains(&combination) {
                    fresh.insert(combination);
                    tally.add(file, case, &named.routes);
                }
            }
            tallies.extend((tally.passed + tally.failed.len() > 0).then_some(tally));
        }
        done.extend(fresh);
        for tally in &tallies {
            self.passed += tally.passed;
            self.failed += tally.failed.len();
        }
        log_route(&named.name, &tallies, log)?;
        self.routes.push(RouteReport { route: named.name.clone(), suites: tallies });
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, file: &'static str, case: &Case, routes: &Routes) {
        match check_without_panic(case, routes) {
            Ok(()) => self.passed += 1,
            Err(Mismatch { case, what }) => self.failed.push(Failure { file, case, what }),
        }
    }
}

/// A panic is a mismatch like another, and named.
fn check_without_panic(case: &Case, routes: &Routes) -> Result<(), Mismatch> {
    catch_unwind(AssertUnwindSafe(|| check(case, routes)))
        .unwrap_or_else(|_| Err(Mismatch { case: case.name.clone(), what: "panicked".into() }))
}

fn log_suite(suite: &SuiteReport, log: &mut dyn Write) -> io::Result<()> {
    let SuiteReport { suite, files, cases, skipped, malformed } = suite;
    writeln!(log, "  {suite:<20}{files:>3} files {cases:>6} cases")?;
    for (reason, count) in skipped {
        writeln!(log, "  {:<20}{count:>6} skipped: {reason}", "")?;
    }
    malformed.iter().try_for_each(|error| writeln!(log, "  FAILED {error}"))
}

fn log_route(name: &str, tallies: &[Tally], log: &mut dyn Write) -> io::Result<()> {
    if tallies.is_empty() {
        return writeln!(log, "route {name}: the same backends as before");
    }
    writeln!(log, "route {name}")?;
    for Tally { suite, passed, failed } in tallies {
        writeln!(log, "  {suite:<20}{passed:>6} passed {:>6} failed", failed.len())?;
        for Failure { file, case, what } in failed {
            writeln!(log, "  FAILED {file}: {case}: {}", shortened(what))?;
        }
    }
    log.flush()
}

/// Outputs may be kilobytes long.
fn shortened(what: &str) -> String {
    const MAX: usize = 400;
    if what.chars().count() <= MAX {
        return what.into();
    }
    what.chars().take(MAX).chain("...".chars()).collect()
}

fn log_missing(missing: &[String], log: &mut dyn Write) -> io::Result<()> {
    if missing.is_empty() {
        return Ok(());
    }
    let frame = "!".repeat(72);
    writeln!(log, "{frame}")?;
    for error in missing {
        writeln!(log, "! {error}")?;
    }
    writeln!(log, "! docs/vectors.md says where the vectors come from.")?;
    writeln!(log, "{frame}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nowhere() -> Dirs {
        Dirs { vectors: "nowhere".into(), cases: "nowhere".into() }
    }

    fn run_nowhere() -> (Report, String) {
        let mut log = Vec::new();
        let routes = [NamedRoutes::parse("").unwrap()];
        let report = run(&nowhere(), &routes, &mut log).unwrap();
        (report, String::from_utf8(log).unwrap())
    }

    #[test]
    fn missing_vectors_are_told_and_fail_where_they_are_required() {
        let (report, log) = run_nowhere();
        assert_eq!((report.passed, report.failed), (0, 0));
        assert!(report.is_good(false) && !report.is_good(true));
        let count = SUITES.iter().map(|suite| suite.files.len()).sum::<usize>();
        assert_eq!(report.missing.len(), count);
        assert_eq!(log.matches("no such file").count(), count);
        let line = report.missing_line().unwrap();
        let expected = format!("VECTORS MISSING: 0 of {} suites run", SUITES.len());
        assert!(line.starts_with(&expected) && line.contains("nowhere"), "{line}");
    }

    #[test]
    fn every_backend_is_reached_by_some_route() {
        let routes = routes().unwrap();
        if env::var_os(ROUTE_VARIABLE).is_some() {
            return assert_eq!(routes.len(), 1);
        }
        for operation in Routes::OPERATIONS {
            for backend in Routes::choices(operation) {
                let all = [(u64::MAX, backend)];
                let reached = |named: &NamedRoutes| named.routes.ranges(operation) == all;
                assert!(routes.iter().any(reached), "{operation} {backend}");
            }
        }
    }

    #[test]
    fn an_unknown_route_is_an_error() {
        assert!(NamedRoutes::parse("abacus").is_err());
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(401)).chars().count(), 403);
    }
}
