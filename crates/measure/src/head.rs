//! Under what circumstances figures were measured: without them they mean nothing.

use std::{
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use gigagas::route::CpuClass;
use serde::{Deserialize, Serialize};

use crate::{clock::Clock, cycles::clock_ghz};

/// The circumstances of a run, one line each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// When the run began: `2026-01-31T23:59:00Z`.
    pub date: String,
    /// The CPU's name.
    pub cpu: String,
    /// The CPU's class, as [`gigagas::route::CpuClass`] has it.
    pub class: String,
    /// The clock of the core as estimated at the start, e.g. `3.70 GHz`.
    pub clock: String,
    /// The frequency governor of the operating system.
    pub governor: String,
    /// The compilation target.
    pub target: String,
    /// The compiler's version.
    pub compiler: String,
    /// The profile and the compiler's flags.
    pub flags: String,
    /// The commit of this library that was built.
    pub commit: String,
    /// The version of this library.
    pub version: String,
    /// The command line.
    pub command: String,
    /// Engines that could not be built, each as `NAME: error`.
    #[serde(default)]
    pub not_built: Vec<String>,
}

const UNKNOWN: &str = "unknown";
const NOT_BUILT: &str = "not built";

impl Head {
    /// The circumstances of this process. `command` is what a reader types to repeat it.
    #[must_use]
    pub fn here(clock: &dyn Clock, command: &str) -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self {
            date: date(seconds),
            cpu: cpu().unwrap_or_else(|| UNKNOWN.into()),
            class: CpuClass::detect().name().into(),
            clock: clock_ghz(clock).map_or(UNKNOWN.into(), |ghz| format!("{ghz:.2} GHz")),
            governor: fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
                .map_or(UNKNOWN.into(), |text| text.trim().into()),
            target: env!("GIGAGAS_TARGET").into(),
            compiler: env!("GIGAGAS_RUSTC").into(),
            flags: env!("GIGAGAS_FLAGS").into(),
            commit: env!("GIGAGAS_COMMIT").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            command: command.into(),
            not_built: Vec::new(),
        }
    }

    /// The head with these [`Head::lines`]; None if one is missing.
    pub(crate) fn from_lines(lines: &[(&str, &str)]) -> Option<Self> {
        let value = |name| Some(lines.iter().find(|line| line.0 == name)?.1.to_owned());
        Some(Self {
            date: value("date")?,
            cpu: value("cpu")?,
            // Older files do not name it.
            class: value("class").unwrap_or_default(),
            clock: value("clock")?,
            governor: value("governor")?,
            target: value("target")?,
            compiler: value("compiler")?,
            flags: value("flags")?,
            commit: value("commit")?,
            version: value("version")?,
            command: value("command")?,
            not_built: lines
                .iter()
                .filter(|line| line.0 == NOT_BUILT)
                .map(|line| line.1.into())
                .collect(),
        })
    }

    /// Names and values, in order.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, &str)> {
        let mut lines: Vec<(_, &str)> = vec![
            ("date", &self.date),
            ("cpu", &self.cpu),
            ("class", &self.class),
            ("clock", &self.clock),
            ("governor", &self.governor),
            ("target", &self.target),
            ("compiler", &self.compiler),
            ("flags", &self.flags),
            ("commit", &self.commit),
            ("version", &self.version),
            ("command", &self.command),
        ];
        lines.extend(self.not_built.iter().map(|line| (NOT_BUILT, line.as_str())));
        lines
    }
}

fn cpu() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let value = |key: &str| {
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let name = value("model name").or_else(|| value("Model"))?;
    // Virtual machines hide the name but not the family and model.
    match (value("cpu family"), value("model\t")) {
        (Some(family), Some(model)) => Some(format!("{name} (family {family} model {model})")),
        _ => Some(name),
    }
}

/// Seconds since 1970 as a date in UTC, by the proleptic Gregorian calendar.
fn date(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_798_761_600), "2027-01-01T00:00:00Z");
    }
}
