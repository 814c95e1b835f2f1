//! Our own engines: the library as it comes, and every other backend by name.

use gigagas::Routes;
use gigagas_cases::bench::Case;

use crate::engine::{Engine, Outcome, Runner};

/// This library, under the routes of the process (`gigagas`) or with one backend by name
/// (`gigagas/portable`).
#[derive(Debug, Clone)]
pub struct OwnEngine {
    name: String,
    routes: Routes,
    /// The backend of the case's main operation; None: what `routes` has.
    backend: Option<&'static str>,
    /// Whether to leave the cases alone in which `routes` has that backend anyway.
    only_others: bool,
}

impl OwnEngine {
    /// The library with `routes`.
    #[must_use]
    pub fn routed(routes: Routes) -> Self {
        Self { name: "gigagas".into(), routes, backend: None, only_others: false }
    }

    /// The library with `routes` but for one backend, in the cases whose main operation has it.
    #[must_use]
    pub fn with_backend(routes: Routes, backend: &'static str) -> Self {
        let name = format!("gigagas/{backend}");
        Self { name, routes, backend: Some(backend), only_others: false }
    }

    /// The backend that the routes have for `case`.
    fn routed_backend(&self, case: &Case) -> Option<&'static str> {
        match self.routes.ranges(case.measures)[..] {
            [(_, backend)] => Some(backend),
            _ => self.routes.backend(case.measures, case.size()),
        }
    }

    /// The routes for `case`.
    fn routes(&self, case: &Case) -> Option<Routes> {
        let Some(backend) = self.backend else { return Some(self.routes) };
        if self.only_others && self.routed_backend(case) == Some(backend) {
            return None;
        }
        self.routes.with(&format!("{}={backend}", case.measures)).ok()
    }
}

impl Engine for OwnEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
        let routes = self.routes(case)?;
        let entry = case.entry;
        Some(Box::new(move |input: &[u8], out: &mut [u8]| {
            match entry.call(&routes, input, u64::MAX, out) {
                Ok(done) => Outcome::Output(done.output_len),
                Err(_) => Outcome::Halt,
            }
        }))
    }

    fn backend(&self, case: &Case) -> Option<&str> {
        self.backend.or_else(|| self.routed_backend(case))
    }
}

/// The names of all backends that any operation has here.
#[must_use]
pub fn backends() -> Vec<&'static str> {
    let mut backends: Vec<&'static str> = Vec::new();
    for name in Routes::OPERATIONS.iter().flat_map(|operation| Routes::choices(operation)) {
        if !backends.contains(&name) {
            backends.push(name);
        }
    }
    backends
}

/// The library under `routes`, then one engine for every backend that any operation has; each serves
/// the cases that the first one serves by another.
#[must_use]
pub fn own_engines(routes: Routes) -> Vec<OwnEngine> {
    let other =
        |backend| OwnEngine { only_others: true, ..OwnEngine::with_backend(routes, backend) };
    let mut engines = vec![OwnEngine::routed(routes)];
    engines.extend(backends().into_iter().map(other));
    engines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_backend_is_measured_once_in_a_case() {
        let engines = own_engines(Routes::preferred());
        assert_eq!(engines[0].name(), "gigagas");
        for case in &gigagas_cases::bench::cases(None).unwrap() {
            let serving = engines.iter().filter(|engine| engine.prepare(case).is_some());
            let mut names: Vec<_> = serving.filter_map(|engine| engine.backend(case)).collect();
            names.sort_unstable();
            let mut choices = Routes::choices(case.measures);
            choices.sort_unstable();
            assert_eq!(names, choices, "{}", case.id());
        }
    }

    #[test]
    fn a_call_answers_or_halts() {
        let cases = gigagas_cases::bench::cases(None).unwrap();
        let run = |id: &str| {
            let case = cases.iter().find(|case| case.id() == id).unwrap();
            let mut runner = OwnEngine::routed(Routes::portable()).prepare(case).unwrap();
            runner.call(&case.inputs()[0], &mut [0; 256])
        };
        assert_eq!(run("sha256/len=32"), Outcome::Output(32));
        assert_eq!(run("blake2f/fail/final-flag"), Outcome::Halt);
    }
}
