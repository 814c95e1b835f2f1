//! Where output goes, and how.

use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

/// Headings of tables.
pub(crate) const HEADING: Style = Style::new().bold();
/// What is in use.
pub(crate) const ACTIVE: Style = AnsiColor::Green.on_default();
/// What is wrong.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();
/// What is beside the point.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// A command's end.
pub(crate) type Outcome = Result<ExitCode, Failure>;

/// Why a command did not run.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was asked for in a way that cannot be followed.
    Usage(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The exit code of bad usage.
pub(crate) fn usage_code() -> ExitCode {
    ExitCode::from(2)
}

/// Both streams; colours go to terminals only (and `NO_COLOR` is heard).
pub(crate) struct Ui {
    /// Whether to print JSON objects, one a line.
    pub(crate) json: bool,
    out: anstream::Stdout,
    err: anstream::Stderr,
}

impl Ui {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, out: anstream::stdout(), err: anstream::stderr() }
    }

    /// Standard output.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Prints one JSON object.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(object).map_err(io::Error::from)?;
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Says something on standard error that no result depends on.
    pub(crate) fn note(&mut self, note: &str) {
        let _ = writeln!(self.err, "{FAINT}note: {note}{FAINT:#}");
    }

    /// Says on standard error what went wrong.
    pub(crate) fn wrong(&mut self, label: &str, message: &str) {
        let _ = writeln!(self.err, "{WRONG}{label}:{WRONG:#} {message}");
    }

    /// Reports bad usage and returns its exit code.
    pub(crate) fn usage_error(&mut self, message: &str) -> ExitCode {
        if self.json {
            let object = UsageError { status: "error", error: "usage", message };
            // There is nobody left to tell if this fails.
            let _ = self.object(&object);
        } else {
            self.wrong("error", message);
        }
        usage_code()
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

#[derive(Serialize)]
struct UsageError<'a> {
    status: &'static str,
    error: &'static str,
    message: &'a str,
}

/// `0x` and the bytes in hex.
pub(crate) fn hex0x(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// As [`hex0x`], but long values are cut, with the number of bytes left out.
pub(crate) fn hex0x_cut(bytes: &[u8], max: usize) -> String {
    match bytes.split_at_checked(max) {
        Some((shown, rest)) if !rest.is_empty() => {
            format!("{}... ({} more bytes)", hex0x(shown), rest.len())
        }
        _ => hex0x(bytes),
    }
}
