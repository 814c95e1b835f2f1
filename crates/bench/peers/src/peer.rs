//! A peer: a library under its name and version, with a function for each precompile that it can serve.

use gigagas_cases::bench::Case;
use gigagas_measure::{Engine, Outcome, Runner};

/// One call at the boundary: call data in, return data into the buffer.
pub(crate) type Call = fn(&[u8], &mut [u8]) -> Outcome;

/// A library.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// The package whose version counts.
    pub(crate) package: &'static str,
    /// The precompiles that it serves, under gigagas' names.
    pub(crate) calls: &'static [(&'static str, Call)],
    /// Whether it needs a process of its own, since the library holds state for the whole process.
    pub(crate) alone: bool,
}

impl Peer {
    /// A peer that shares the process with others.
    pub(crate) const fn new(
        name: &'static str,
        package: &'static str,
        calls: &'static [(&'static str, Call)],
    ) -> Self {
        Self { name, package, calls, alone: false }
    }
}

impl Engine for Peer {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> &str {
        version_of(self.package)
    }

    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
        let (_, call) = self.calls.iter().find(|(operation, _)| *operation == case.operation())?;
        Some(Box::new(*call))
    }
}

/// The version of a package in this workspace's lock file: the one that `package` asks for as
/// `name` or, where there are several, as `name@prefix`.
pub(crate) fn version_of(package: &str) -> &'static str {
    const LOCK: &str = include_str!("../Cargo.lock");
    let (name, prefix) = package.split_once('@').unwrap_or((package, ""));
    let quoted = |line: &'static str, key: &str| {
        line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')
    };
    let mut lines = LOCK.lines();
    while let Some(line) = lines.next() {
        if quoted(line, "name") == Some(name)
            && let Some(version) = lines.next().and_then(|line| quoted(line, "version"))
            && version.starts_with(prefix)
        {
            return version;
        }
    }
    "unknown"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_has_a_version() {
        for peer in crate::engines::PEERS {
            assert_ne!(peer.version(), "unknown", "{}", peer.name);
        }
        assert_eq!(version_of("no-such-package"), "unknown");
        assert!(version_of("sha2@0.11").starts_with("0.11"));
    }
}
