//! `gigagas serve`.

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use gigagas::Routes;
use gigagas_serve::{Config, DEV_MNEMONIC, Limits, Log, Server};
use serde::Serialize;
use tokio::runtime::Builder;

use crate::{
    args::ServeArgs,
    target::Wanted,
    ui::{Failure, Outcome, Ui},
};

/// Lines that wait to be written; beyond that they are dropped, since no request waits for its line.
const LINES: usize = 4096;

/// Serves until the process is told to end.
pub(crate) fn run(args: &ServeArgs, ui: &mut Ui) -> Outcome {
    // A route that does not exist is found out now rather than with the first call.
    Routes::active().map_err(Failure::usage)?;
    let mut config = config(args)?;
    let (log, flush) = logger();
    config.log = (!args.quiet).then_some(log);
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(serve(config, ui));
    runtime.shutdown_timeout(Duration::from_secs(1));
    flush();
    ended
}

async fn serve(config: Config, ui: &mut Ui) -> Outcome {
    let is_genesis = config.genesis.is_some();
    // Before the port is open, so that no signal is missed.
    let told_to_end = told_to_end()?;
    let server = Server::start(config).await.map_err(Failure::usage)?;
    let url = format!("http://{}", server.address());
    if ui.json {
        ui.object(&Listening { status: "listening", url: &url })?;
    } else {
        writeln!(ui.out(), "listening on {url} (HTTP and WebSocket)")?;
        if !is_genesis {
            writeln!(ui.out(), "accounts of the phrase \"{DEV_MNEMONIC}\": 10000 ether each")?;
        }
    }
    ui.flush()?;
    told_to_end.await;
    server.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// Waits for SIGINT or SIGTERM.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[derive(Serialize)]
struct Listening<'a> {
    status: &'static str,
    url: &'a str,
}

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let Wanted { fork, set, at } = Wanted::read(&args.rules)?;
    let genesis = match &args.genesis {
        None => None,
        Some(path) => {
            let wrong = |error: &dyn std::fmt::Display| {
                Failure::usage(format!("{}: {error}", path.display()))
            };
            let text = std::fs::read(path).map_err(|error| wrong(&error))?;
            Some(serde_json::from_slice(&text).map_err(|error| wrong(&error))?)
        }
    };
    Ok(Config {
        host: args.host,
        port: args.port,
        fork,
        set: set.cloned(),
        at,
        genesis,
        fork_url: args.fork_url.clone(),
        limits: Limits {
            gas: args.gas_cap,
            time: Duration::from_secs(args.timeout),
            history: args.history,
            ..Limits::default()
        },
        log: None,
    })
}

/// Writes lines to standard error on a thread of its own; what comes back waits until all are written, or a second.
fn logger() -> (Log, impl FnOnce()) {
    let (send, receive) = mpsc::sync_channel::<Option<String>>(LINES);
    let (written, all_written) = mpsc::channel();
    thread::spawn(move || {
        // There is nobody left to tell if any of this fails.
        while let Ok(Some(line)) = receive.recv() {
            let _ = writeln!(io::stderr(), "{line}");
        }
        let _ = written.send(());
    });
    let end = send.clone();
    let flush = move || {
        if end.try_send(None).is_ok() {
            let _ = all_written.recv_timeout(Duration::from_secs(1));
        }
    };
    let log = Log(Arc::new(move |line| {
        let _ = send.try_send(Some(line.into()));
    }));
    (log, flush)
}
