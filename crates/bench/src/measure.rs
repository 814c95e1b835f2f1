//! Builds, then measures.

use std::{
    error::Error,
    ffi::OsString,
    process::{Command, ExitCode},
};

use crate::builds::{self, BUILDS, Role};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Measure cases whose name (operation/case) or family has any of these in it; default: all.
    pub(crate) filter: Vec<String>,
    /// Measure the most telling cases only.
    #[arg(long)]
    quick: bool,
    /// Print a line of JSON for each engine and case.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV, with the circumstances as comments.
    #[arg(long)]
    csv: bool,
    /// Keep the results under this name (or at this path, if it ends in .jsonl).
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Measure these engines only, beside gigagas; may be repeated.
    #[arg(long, value_name = "NAME")]
    engine: Vec<String>,
    /// An engine that is a program of its own (external/PROTOCOL.md), as a command line; may be repeated.
    #[arg(long, value_name = "COMMAND")]
    external: Vec<String>,
    /// List the engines with their versions, and those that could not be built, and measure nothing.
    #[arg(long)]
    engines: bool,
    /// Stay on the core of this number.
    #[arg(long, value_name = "CORE")]
    pin: Option<usize>,
    /// Begin anew, even if an interrupted run with the same parameters could go on.
    #[arg(long)]
    fresh: bool,
    /// Leave out the build for this very CPU.
    #[arg(long)]
    no_native: bool,
    /// Leave out every build but the default one, and the engine in Go.
    #[arg(long)]
    no_variants: bool,
    /// Build and measure nothing.
    #[arg(long)]
    build_only: bool,
}

impl Args {
    /// What the program that measures is to be told.
    fn forwarded(&self) -> Vec<OsString> {
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

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut main = None;
    let mut others: Vec<OsString> = Vec::new();
    let mut not_built: Vec<OsString> = Vec::new();
    let wanted: Vec<_> = BUILDS
        .iter()
        .filter(|build| match build.role {
            Role::Main => true,
            Role::Native => !args.no_native && !args.no_variants,
            Role::Only(_) => !args.no_variants,
        })
        .collect();
    for (i, build) in wanted.iter().enumerate() {
        eprintln!("build {} of {}: {}", i + 1, wanted.len(), build.name);
        match (build.make(), build.role) {
            (Ok(program), Role::Main) => main = Some(program),
            // Nothing can be measured without it.
            (Err(error), Role::Main) => return Err(error.into()),
            (Ok(program), Role::Native) => {
                others.extend(["--native".into(), program.into_os_string()]);
            }
            (Ok(program), Role::Only(names)) => {
                for name in names {
                    let mut value = OsString::from(format!("{name}="));
                    value.push(&program);
                    others.extend(["--variant".into(), value]);
                }
            }
            (Err(error), Role::Native) => {
                not_built.extend(["--not-built".into(), format!("*+native: {error}").into()]);
            }
            (Err(error), Role::Only(names)) => {
                for name in names {
                    not_built.extend(["--not-built".into(), format!("{name}: {error}").into()]);
                }
            }
        }
    }
    if !args.no_variants {
        match builds::make_go() {
            Ok(program) => others.extend(["--external".into(), program.into_os_string()]),
            Err(error) => not_built.extend(["--not-built".into(), format!("go: {error}").into()]),
        }
    }
    if args.build_only {
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = Command::new(main.ok_or("no build measures")?);
    command.args(args.forwarded()).args(others).args(not_built);
    // What a reader types to repeat it is this program's command line.
    let typed: Vec<String> = std::env::args().skip(1).collect();
    command.arg("--command").arg(format!("gigagas-bench {}", typed.join(" ")).trim_end());
    command.arg("--").args(&args.filter);
    hand_over(command)
}

/// The program takes this one's place: signals and exit codes are its own.
#[cfg(unix)]
fn hand_over(mut command: Command) -> Result<ExitCode, Box<dyn Error>> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn hand_over(mut command: Command) -> Result<ExitCode, Box<dyn Error>> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
