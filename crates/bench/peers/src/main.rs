//! What `gigagas-bench` builds and runs: our backends beside other people's implementations, at one boundary: call data in,
//! return data out, every check included. Answers are compared before anything is timed.

mod engines;
mod external;
mod peer;
mod wire;

use std::{
    error::Error,
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use clap::Parser;
use gigagas::Routes;
use gigagas_cases::bench::{Case, Tier, cases};
use gigagas_measure::{
    Engine, Head, Journal, Options, PeersArgs, Run, Saved, Step, SystemClock, json_lines,
    own_engines, pin_to_core, saved, table,
};

use crate::{external::External, peer::Peer};

/// Measure gigagas beside other implementations of the EVM's precompiles.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    #[command(flatten)]
    peers: PeersArgs,
    /// Every peer of another build of this program, e.g. one for this very CPU; their names get "+native".
    #[arg(long, value_name = "PROGRAM")]
    native: Option<String>,
    /// One peer of another build of this program, under its own name; may be repeated.
    #[arg(long, value_name = "ENGINE=PROGRAM")]
    variant: Vec<String>,
    /// An engine that could not be built and why, for the head of the results; may be repeated.
    #[arg(long, value_name = "ENGINE: ERROR")]
    not_built: Vec<String>,
    /// The command line for the head of the results; default: this one.
    #[arg(long, value_name = "TEXT")]
    command: Option<String>,
    /// Serve one peer by the protocol of external engines.
    #[arg(long, value_name = "ENGINE", hide = true)]
    serve: Option<String>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("gigagas-bench: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    if let Some(name) = &args.serve {
        return serve(name);
    }
    // Before engines are started, which stay on the same core then.
    if let Some(core) = args.peers.pin {
        pin_to_core(core).map_err(|error| format!("cannot stay on core {core}: {error}"))?;
    }
    let engines = engines_of(args)?;
    if args.peers.engines {
        for engine in &engines {
            println!("{:<24} {}", engine.name(), engine.version());
        }
        for line in &args.not_built {
            println!("not built: {line}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let results = measure(args, &engines)?;
    if let Some(name) = &args.peers.save {
        results.save(&saved::path(name))?;
    }
    let text = if args.peers.json {
        json_lines(&results.records)?
    } else if args.peers.csv {
        results.csv()
    } else {
        let summaries = table::summaries(&results.records, "gigagas");
        let mut text = format!(
            "{}\n{}\n{summaries}{}\n",
            table::results(&results.records),
            table::best_others(&results.records),
            table::HOW_TO_READ
        );
        for line in &results.head.not_built {
            text += &format!("not built: {line}\n");
        }
        text
    };
    io::stdout().write_all(text.as_bytes())?;
    let wrong = results.records.iter().any(|record| record.wrong);
    Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Ours first, since ratios are to the first engine.
fn engines_of(args: &Args) -> Result<Vec<Box<dyn Engine>>, Box<dyn Error>> {
    let routes = *Routes::active().map_err(Clone::clone)?;
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    engines.extend(own_engines(routes).into_iter().map(|e| Box::new(e) as Box<dyn Engine>));
    engines.extend(
        engines::PEERS
            .iter()
            .filter(|peer| !peer.alone)
            .map(|&peer| Box::new(*peer) as Box<dyn Engine>),
    );
    for command in &args.peers.external {
        engines.push(Box::new(External::start(command, "")?));
    }
    if let Some(program) = &args.native {
        for peer in engines::PEERS.iter().filter(|peer| !peer.alone) {
            let command = format!("{program} --serve {}", peer.name);
            engines.push(Box::new(External::start(&command, "+native")?));
        }
    }
    for variant in &args.variant {
        let (name, program) =
            variant.split_once('=').ok_or_else(|| format!("{variant}: not ENGINE=PROGRAM"))?;
        engines.push(Box::new(External::start(&format!("{program} --serve {name}"), "")?));
    }
    if args.peers.engine.is_empty() {
        return Ok(engines);
    }
    let names: Vec<String> = engines.iter().map(|engine| engine.name().to_owned()).collect();
    if let Some(unknown) = args.peers.engine.iter().find(|name| !names.contains(name)) {
        return Err(format!("no engine {unknown:?}; engines: {}", names.join(", ")).into());
    }
    engines.retain(|engine| {
        engine.name() == "gigagas" || args.peers.engine.iter().any(|name| name == engine.name())
    });
    Ok(engines)
}

fn measure(args: &Args, engines: &[Box<dyn Engine>]) -> Result<Saved, Box<dyn Error>> {
    let cases = cases_of(args)?;
    let options = if args.peers.quick { Options::quick_peers() } else { Options::full_peers() };
    let clock = SystemClock::new();
    let run = Run { cases: &cases, engines, options: &options, clock: &clock };
    let command = args.command.clone().unwrap_or_else(|| {
        let words: Vec<_> = std::env::args().skip(1).collect();
        format!("gigagas-peers {}", words.join(" "))
    });
    let mut head = Head::here(&clock, &command);
    head.not_built.clone_from(&args.not_built);
    let mut journal = Journal::of(&run, &head)?;
    if args.peers.fresh {
        journal = journal.restart()?;
    }
    if !journal.is_empty() {
        eprintln!("going on with an interrupted run; --fresh begins anew");
    }
    let records = run.run(Some(&mut journal), &mut show)?;
    journal.finish()?;
    Ok(Saved { head, records })
}

fn cases_of(args: &Args) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = cases(Some(&gigagas_cases::vectors_dir()))?;
    cases.retain(|case| {
        let wanted = args.peers.filter.iter().any(|filter| case.matches(filter));
        (args.peers.filter.is_empty() || wanted) && (!args.peers.quick || case.tier == Tier::Quick)
    });
    if cases.is_empty() {
        return Err("no case matches; `gigagas bench --list` shows them all".into());
    }
    Ok(cases)
}

/// A line that is written over, on a terminal only.
fn show(step: Step<'_>) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        let (done, total, lap) = (step.done, step.total, step.lap + 1);
        // A terminal that has gone away is no reason to stop measuring.
        let _ = write!(terminal, "\r\x1b[K{done}/{total}  lap {lap}  {}", step.case.id());
        let _ = terminal.flush();
    }
}

fn serve(name: &str) -> Result<ExitCode, Box<dyn Error>> {
    let peer: &Peer = engines::PEERS
        .iter()
        .find(|peer| peer.name == name)
        .ok_or_else(|| format!("no engine {name:?}"))?;
    let find = |operation: &str| {
        peer.calls.iter().find(|(known, _)| *known == operation).map(|(_, call)| *call)
    };
    let hello = format!("{} {}", peer.name, peer.version());
    external::serve(&hello, find, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
