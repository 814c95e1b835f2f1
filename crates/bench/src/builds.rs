//! The builds of the peers' program, each in a target folder of its own.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// How the peers of a build are called beside those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The program that measures, and most of the peers.
    Main,
    /// Every peer once more, for this very CPU.
    Native,
    /// These peers only, which other builds cannot hold.
    Only(&'static [&'static str]),
}

/// A build of the peers' program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Build {
    /// Its name, also of its target folder.
    pub(crate) name: &'static str,
    /// What it brings.
    pub(crate) role: Role,
    features: &'static [&'static str],
}

/// Every build. Cargo unifies features, so peers that differ in them need builds of their own, and so
/// do those that may fail.
pub(crate) const BUILDS: &[Build] = &[
    Build { name: "default", role: Role::Main, features: &[] },
    Build { name: "native", role: Role::Native, features: &[] },
    Build { name: "revm-alt", role: Role::Only(&["revm-alt"]), features: &["revm-alt"] },
    Build {
        name: "openssl-on-aws-lc",
        role: Role::Only(&["aws-lc-bn"]),
        features: &["openssl-on-aws-lc"],
    },
    Build { name: "mcl", role: Role::Only(&["mcl-bn254", "mcl-bls12-381"]), features: &["mcl"] },
];

/// The folder of this package.
pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Build {
    /// Builds the program and returns its path, or the last telling lines of what went wrong. Cargo
    /// shows its progress on standard error, which is the user's.
    ///
    /// # Errors
    /// What cargo said.
    pub(crate) fn make(&self) -> Result<PathBuf, String> {
        let peers = folder().join("peers");
        let target = match self.role {
            Role::Main => peers.join("target"),
            _ => peers.join("target").join(self.name),
        };
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["build", "--release", "--locked", "--manifest-path"])
            .arg(peers.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target);
        if !self.features.is_empty() {
            cargo.arg("--features").arg(self.features.join(","));
        }
        if self.role == Role::Native {
            cargo.env("RUSTFLAGS", native_flags());
        }
        let output = cargo.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = output.map_err(|error| format!("cargo: {error}"))?;
        let told = child.stderr.take().map(echo).unwrap_or_default();
        let status = child.wait().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(telling(&told));
        }
        Ok(target.join("release").join(format!("gigagas-peers{}", env::consts::EXE_SUFFIX)))
    }
}

/// Shows the lines as they come, and returns them.
fn echo(from: impl std::io::Read) -> Vec<String> {
    use std::io::{BufRead as _, BufReader};
    let mut lines = Vec::new();
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        eprintln!("{line}");
        lines.push(line);
    }
    lines
}

/// The flags with which the peers are at their best on this CPU: dalek takes its AVX-512 IFMA
/// backend only if it is named.
fn native_flags() -> String {
    let mut flags = "-C target-cpu=native".to_owned();
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512ifma")
        && std::arch::is_x86_feature_detected!("avx512vl")
    {
        flags += " --cfg curve25519_dalek_backend=\"avx512\"";
    }
    flags
}

/// What a failed build said, on one line: the first error, and what a tool that is not there said.
fn telling(lines: &[String]) -> String {
    let is_telling = |line: &&str| {
        let line = line.to_lowercase();
        // Packages have such names too, and cargo tells its environment.
        let of_cargo = line.starts_with("compiling ") || line.starts_with("cargo:");
        let signs = ["error", "not found", "no such file", "could not find", "unable to find"];
        !of_cargo
            && (signs.iter().any(|sign| line.contains(sign))
                || line.contains("is `cmake` not installed"))
    };
    let mut told: Vec<&str> = lines.iter().map(|line| line.trim()).filter(is_telling).collect();
    if told.is_empty() {
        told = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    }
    told.dedup();
    let last = &told[told.len().saturating_sub(3)..];
    let text: String = last.join("; ");
    text.chars().take(400).collect()
}

/// Builds the engine in Go, if there is a Go.
///
/// # Errors
/// What went wrong.
pub(crate) fn make_go() -> Result<PathBuf, String> {
    let program =
        folder().join("peers/target/go").join(format!("engine-go{}", env::consts::EXE_SUFFIX));
    let output = Command::new("go")
        .current_dir(folder().join("external/go"))
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("go: {error}"))?;
    if output.status.success() {
        return Ok(program);
    }
    let told: Vec<_> = String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
    Err(telling(&told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_build_is_told_on_one_line() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let told = telling(&lines(
            "   Compiling a\nerror: failed to run cmake\n\n  is `cmake` not installed?\n",
        ));
        assert_eq!(told, "error: failed to run cmake; is `cmake` not installed?");
        let told = telling(&lines(
            "   Compiling thiserror v2\nUnable to find libclang\n  cargo:rerun=error\n",
        ));
        assert_eq!(told, "Unable to find libclang");
        assert_eq!(telling(&lines("one\ntwo\n")), "one; two");
        assert_eq!(telling(&[]), "");
    }

    #[test]
    fn one_build_measures() {
        assert_eq!(BUILDS[0].role, Role::Main);
        assert_eq!(BUILDS.iter().filter(|build| build.role == Role::Main).count(), 1);
        assert!(folder().join("peers/Cargo.toml").exists());
    }
}
