//! What only the compiler and the repository know: which compiler, with which flags, at which commit.

use std::{env, process::Command};

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    set("GIGAGAS_RUSTC", output(&rustc, &["--version"]));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let profile = env::var("PROFILE").unwrap_or_default();
    let opt_level = env::var("OPT_LEVEL").unwrap_or_default();
    set("GIGAGAS_FLAGS", Some(format!("{profile} opt-level={opt_level} {flags}").trim().into()));
    set("GIGAGAS_TARGET", env::var("TARGET").ok());

    set("GIGAGAS_COMMIT", output("git", &["describe", "--always", "--dirty", "--abbrev=12"]));
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

fn set(name: &str, value: Option<String>) {
    println!("cargo::rustc-env={name}={}", value.unwrap_or_else(|| "unknown".into()));
}

/// What a command says on its first line; None if it fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.into())
}
