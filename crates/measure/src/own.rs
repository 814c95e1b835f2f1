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
}

impl OwnEngine {
    /// The library with `routes`.
    #[must_use]
    pub fn routed(routes: Routes) -> Self {
        Self { name: "gigagas".into(), routes, backend: None }
    }

    /// The library with `routes` but for one backend, in the cases whose main operation has it and
    /// does not use it anyway.
    #[must_use]
    pub fn with_backend(routes: Routes, backend: &'static str) -> Self {
        Self { name: format!("gigagas/{backend}"), routes, backend: Some(backend) }
    }

    /// The routes for `case`.
    fn routes(&self, case: &Case) -> Option<Routes> {
        let Some(backend) = self.backend else { return Some(self.routes) };
        let operation = case.entry.precompile.operations[0];
        if self.routes.backend(operation) == Some(backend) {
            return None;
        }
        self.routes.with(&format!("{operation}={backend}")).ok()
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
        self.backend.or_else(|| self.routes.backend(case.entry.precompile.operations[0]))
    }
}

/// The library under `routes`, then one engine for every backend that any operation has.
#[must_use]
pub fn own_engines(routes: Routes) -> Vec<OwnEngine> {
    let mut backends: Vec<&'static str> = Vec::new();
    for name in Routes::OPERATIONS.iter().flat_map(|operation| Routes::choices(operation)) {
        if !backends.contains(&name) {
            backends.push(name);
        }
    }
    let mut engines = vec![OwnEngine::routed(routes)];
    engines.extend(backends.into_iter().map(|backend| OwnEngine::with_backend(routes, backend)));
    engines
}
