//! `gigagas evm run`.

use std::{
    fmt::Display,
    fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use gigagas::Fork;
use gigagas_evm::{
    Message, Outcome as Ended, PostState, Prestate, Rules, RunError, Status,
    revm::primitives::{Address, Log, U256},
};
use serde::Serialize;

use crate::{
    args::{EvmRunArgs, InputFormat, Own},
    input,
    target::Wanted,
    ui::{FAINT, Failure, HEADING, Outcome, Ui, WRONG, hex0x},
};

#[derive(Serialize)]
struct Object<'a> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    output: String,
    gas_used: u64,
    gas_refund: u64,
    fork: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<Address>,
    logs: &'a [Log],
    state_root: String,
    time_ns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a PostState>,
}

/// The last line of a trace (EIP-3155).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    state_root: String,
    output: String,
    gas_used: String,
    pass: bool,
    fork: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) fn run(args: &EvmRunArgs, ui: &mut Ui) -> Outcome {
    let prestate = args.prestate.as_deref().map(prestate).transpose()?.unwrap_or_default();
    let rules = rules(args, prestate.fork)?;
    let message = message(args, ui)?;
    let fork: &'static str = rules.spec.into();
    let start = Instant::now();
    let ended = execute(&rules, &prestate, &message, args).map_err(Failure::usage)?;
    let mut time = start.elapsed();
    if args.bench {
        time = shortest(&rules, &prestate, &message, time).map_err(Failure::usage)?;
    }
    if args.trace {
        summary(&ended, fork);
    }
    if ui.json {
        ui.object(&Object {
            status: match ended.status {
                Status::Success => "ok",
                Status::Revert => "revert",
                Status::Halt(_) => "halt",
            },
            error: code(&ended.status),
            message: words(&ended.status),
            output: hex0x(&ended.output),
            gas_used: ended.gas_used,
            gas_refund: ended.gas_refund,
            fork,
            created: ended.created,
            logs: &ended.logs,
            state_root: ended.state.root.to_string(),
            time_ns: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
            state: args.dump.then_some(&ended.state),
        })?;
    } else {
        print(&ended, args, time, ui)?;
    }
    let good = matches!(ended.status, Status::Success);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn execute(
    rules: &Rules,
    prestate: &Prestate,
    message: &Message,
    args: &EvmRunArgs,
) -> Result<Ended, RunError> {
    if args.trace {
        gigagas_evm::run_traced(rules, prestate, message, io::stderr(), args.trace_memory)
    } else {
        gigagas_evm::run(rules, prestate, message)
    }
}

/// The shortest time of runs over a second, `time` among them.
fn shortest(
    rules: &Rules,
    prestate: &Prestate,
    message: &Message,
    mut time: Duration,
) -> Result<Duration, RunError> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(1) {
        let start = Instant::now();
        gigagas_evm::run(rules, prestate, message)?;
        time = time.min(start.elapsed());
    }
    Ok(time)
}

fn print(ended: &Ended, args: &EvmRunArgs, time: Duration, ui: &mut Ui) -> Result<(), Failure> {
    let empty = if ended.output.is_empty() { " (empty)" } else { "" };
    let out = ui.out();
    writeln!(out, "{HEADING}output{HEADING:#}   {}{empty}", hex0x(&ended.output))?;
    if let Some(words) = words(&ended.status) {
        writeln!(out, "{WRONG}error{WRONG:#}    {words}")?;
    }
    writeln!(out, "{HEADING}gas{HEADING:#}      {}", ended.gas_used)?;
    if ended.gas_refund != 0 {
        writeln!(
            out,
            "{HEADING}refund{HEADING:#}   {} {FAINT}(not given){FAINT:#}",
            ended.gas_refund
        )?;
    }
    if let Some(created) = ended.created {
        writeln!(out, "{HEADING}created{HEADING:#}  {created}")?;
    }
    for Log { address, data } in &ended.logs {
        writeln!(out, "{HEADING}log{HEADING:#}      {address}")?;
        for topic in data.topics() {
            writeln!(out, "  topic  {topic}")?;
        }
        writeln!(out, "  data   {}", data.data)?;
    }
    if args.bench {
        let note = "(the shortest run, its state included)";
        writeln!(out, "{HEADING}time{HEADING:#}     {time:?} {FAINT}{note}{FAINT:#}")?;
    }
    if args.dump {
        let state = serde_json::to_string_pretty(&ended.state).map_err(io::Error::from)?;
        writeln!(out, "{state}")?;
    }
    Ok(())
}

fn summary(ended: &Ended, fork: &'static str) {
    let summary = Summary {
        state_root: ended.state.root.to_string(),
        output: hex0x(&ended.output),
        gas_used: format!("{:#x}", ended.gas_used),
        pass: matches!(ended.status, Status::Success),
        fork,
        error: words(&ended.status),
    };
    let text = serde_json::to_string(&summary).expect("strings and a truth value");
    // As with the rest of the trace, nobody is left to tell if this fails.
    let _ = writeln!(io::stderr(), "{text}");
}

/// The error in words; those of geth where it has the same.
fn words(status: &Status) -> Option<String> {
    match status {
        Status::Success => None,
        Status::Revert => Some("execution reverted".into()),
        Status::Halt(reason) => Some(reason.to_string()),
    }
}

/// The error as one word: revm's name for it in lower case with underscores.
fn code(status: &Status) -> Option<String> {
    let Status::Halt(reason) = status else {
        return matches!(status, Status::Revert).then(|| "revert".into());
    };
    let name = format!("{reason:?}");
    let name = name.split('(').next().unwrap_or_default();
    let letters: Vec<char> = name.strip_suffix("WithContext").unwrap_or(name).chars().collect();
    let mut code = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let is_lower = |i: usize| letters.get(i).is_some_and(char::is_ascii_lowercase);
        if i > 0 && letter.is_ascii_uppercase() && (is_lower(i - 1) || is_lower(i + 1)) {
            code.push('_');
        }
        code.push(letter.to_ascii_lowercase());
    }
    Some(code)
}

fn rules(args: &EvmRunArgs, genesis: Option<Fork>) -> Result<Rules, Failure> {
    let Wanted { fork, set, at } = Wanted::read(&args.rules)?;
    let fork = fork.or(genesis);
    match args.engine {
        Own::Gigagas => Ok(Rules::of(fork, set, &at)),
        Own::Revm if set.is_none() && at.is_empty() => {
            Ok(Rules::stock(fork.unwrap_or(Fork::LATEST)))
        }
        Own::Revm => Err(Failure::usage("--engine revm takes --fork, not --set or --at")),
    }
}

fn prestate(path: &Path) -> Result<Prestate, Failure> {
    let wrong = |error: &dyn Display| Failure::usage(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    Prestate::from_json(&text).map_err(|error| wrong(&error))
}

fn message(args: &EvmRunArgs, ui: &mut Ui) -> Result<Message, Failure> {
    let usual = Message::default();
    let code = bytes("code", args.code.as_deref(), args.codefile.as_deref(), ui)?;
    let input = bytes("input", args.input.as_deref(), args.inputfile.as_deref(), ui)?;
    if code.is_none() && (args.create || args.receiver.is_none() && args.prestate.is_none()) {
        return Err(Failure::usage("nothing to run: give --code, --codefile or --receiver"));
    }
    Ok(Message {
        sender: address("--sender", args.sender.as_deref(), usual.sender)?,
        receiver: address("--receiver", args.receiver.as_deref(), usual.receiver)?,
        code: code.map(Into::into),
        create: args.create,
        input: input.unwrap_or_default().into(),
        gas: args.gas,
        value: args.value.as_deref().map(wei).transpose()?.unwrap_or_default(),
        gas_price: args.price,
    })
}

/// From hex on the command line, or from a file.
fn bytes(
    what: &str,
    text: Option<&str>,
    file: Option<&str>,
    ui: &mut Ui,
) -> Result<Option<Vec<u8>>, Failure> {
    let text = match (text, file) {
        (Some(text), _) => text.to_string(),
        (None, Some("-")) => "-".into(),
        (None, Some(file)) => format!("@{file}"),
        (None, None) => return Ok(None),
    };
    match input::read_text(&text, InputFormat::Hex, ui) {
        Err(Failure::Usage(error)) if text != "-" && !text.starts_with('@') => {
            Err(Failure::Usage(error.replacen("the input", &format!("--{what}"), 1)))
        }
        read => read.map(Some),
    }
}

fn address(option: &str, text: Option<&str>, usual: Address) -> Result<Address, Failure> {
    let Some(text) = text else { return Ok(usual) };
    let address = text.parse::<gigagas::Address>();
    let address = address.map_err(|e| Failure::usage(format!("{option} {text:?}: {e}")))?;
    Ok(Address::from(address.0))
}

fn wei(text: &str) -> Result<U256, Failure> {
    let valid = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    let value = valid.then(|| text.parse::<U256>().ok()).flatten();
    value.ok_or_else(|| Failure::usage(format!("--value {text:?}: is no number of 256 bits")))
}
