//! Builds, then measures.

use std::{
    error::Error,
    ffi::OsString,
    process::{Command, ExitCode},
};

use gigagas_measure::PeersArgs;

use crate::builds::{self, BUILDS, Role};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) peers: PeersArgs,
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
    command.args(args.peers.to_command_line()).args(others).args(not_built);
    // What a reader types to repeat it is this program's command line.
    let typed: Vec<String> = std::env::args().skip(1).collect();
    command.arg("--command").arg(format!("gigagas-bench {}", typed.join(" ")).trim_end());
    command.arg("--").args(&args.peers.filter);
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
