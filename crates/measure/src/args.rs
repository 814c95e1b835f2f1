//! The options of a run beside peers, which two programs take: the one that makes the builds, and the
//! one that measures and is handed them.

use std::ffi::OsString;

/// What to measure beside peers, and how to show it.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct PeersArgs {
    /// Measure cases whose name (operation/case) or family has any of these in it; default: all.
    pub filter: Vec<String>,
    /// Measure the most telling cases only.
    #[arg(long)]
    pub quick: bool,
    /// Print a line of JSON for each engine and case.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV, with the circumstances as comments.
    #[arg(long)]
    pub csv: bool,
    /// Keep the results under this name (or at this path, if it ends in .jsonl).
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Measure these engines only, beside gigagas; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub engine: Vec<String>,
    /// An engine that is a program of its own (external/PROTOCOL.md), as a command line; may be repeated.
    #[arg(long, value_name = "COMMAND")]
    pub external: Vec<String>,
    /// List the engines with their versions, and those that could not be built, and measure nothing.
    #[arg(long)]
    pub engines: bool,
    /// Stay on the core of this number.
    #[arg(long, value_name = "CORE")]
    pub pin: Option<usize>,
    /// Begin anew, even if an interrupted run with the same parameters could go on.
    #[arg(long)]
    pub fresh: bool,
}

impl PeersArgs {
    /// The command line that says the same, without the filters, which go last.
    #[must_use]
    pub fn to_command_line(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = Vec::new();
        for (flag, given) in [
            ("--quick", self.quick),
            ("--json", self.json),
            ("--csv", self.csv),
            ("--engines", self.engines),
            ("--fresh", self.fresh),
        ] {
            if given {
                args.push(flag.into());
            }
        }
        let mut option = |name: &str, value: &str| args.extend([name.into(), value.into()]);
        if let Some(name) = &self.save {
            option("--save", name);
        }
        if let Some(core) = self.pin {
            option("--pin", &core.to_string());
        }
        self.engine.iter().for_each(|name| option("--engine", name));
        self.external.iter().for_each(|command| option("--external", command));
        args
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        args: PeersArgs,
    }

    #[test]
    fn a_command_line_says_all_that_was_given() {
        let all = "p --quick --csv --engines --fresh --save a --pin 3 --engine b --engine c --external d modexp sha";
        let parsed = Program::parse_from(all.split(' ')).args;
        let mut line: Vec<OsString> = vec!["p".into()];
        line.extend(parsed.to_command_line());
        line.extend(parsed.filter.iter().map(Into::into));
        assert_eq!(line, all.split(' ').map(OsString::from).collect::<Vec<_>>());
        let again = Program::parse_from(line).args;
        assert_eq!(format!("{again:?}"), format!("{parsed:?}"));
    }
}
