//! Engines that are programs: both ends of the protocol in `external/PROTOCOL.md`.

use std::{
    cell::RefCell,
    fmt,
    io::{self, BufRead, BufReader, BufWriter, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    rc::Rc,
};

use gigagas_cases::bench::Case;
use gigagas_measure::{Calls, Clock, Elapsed, Engine, Outcome, Runner, SystemClock};

/// A program that serves as an engine; it ends when this is dropped.
pub(crate) struct External {
    name: String,
    version: String,
    process: Rc<RefCell<Process>>,
}

impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("External").field("name", &self.name).finish_non_exhaustive()
    }
}

struct Process {
    /// What a batch failed with.
    failure: Option<String>,
    child: Child,
    requests: Option<BufWriter<ChildStdin>>,
    answers: BufReader<ChildStdout>,
    /// The address and number of the inputs that the program holds: they are sent once per case.
    loaded: Option<(usize, usize)>,
}

impl External {
    /// Starts a command line (words separated by spaces) and asks for its name; `suffix` is put behind it.
    ///
    /// # Errors
    /// If it cannot be started or does not speak the protocol.
    pub(crate) fn start(command: &str, suffix: &str) -> io::Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| invalid("no program is named"))?;
        let mut command = Command::new(program);
        // An interrupt from the terminal is for the program that measures alone. If engines ended
        // first, what they failed to answer would be taken for a result.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
        let requests = child.stdin.take().map(BufWriter::new);
        let answers = child.stdout.take().ok_or_else(|| invalid("no standard output"))?;
        let mut process = Process {
            failure: None,
            child,
            requests,
            answers: BufReader::new(answers),
            loaded: None,
        };
        let hello = process.ask(&["hello".into()])?;
        let Some((name, version)) = hello.split_once(' ') else {
            return Err(invalid(&format!("{program}: \"{hello}\" is not NAME VERSION")));
        };
        Ok(Self {
            name: format!("{name}{suffix}"),
            version: version.into(),
            process: Rc::new(RefCell::new(process)),
        })
    }
}

impl Engine for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn failure(&self) -> Option<String> {
        Some(format!("{}: {}", self.name, self.process.borrow().failure.as_ref()?))
    }

    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>> {
        let operation = case.operation();
        let answer = self.process.borrow_mut().ask(&[format!("supports {operation}")]).ok()?;
        (answer == "yes").then(|| -> Box<dyn Runner> {
            Box::new(Remote { operation, process: Rc::clone(&self.process), loaded: Vec::new() })
        })
    }
}

/// A case on a program.
struct Remote {
    operation: &'static str,
    process: Rc<RefCell<Process>>,
    /// The single input of [`Runner::call`], kept so that its address is its own.
    loaded: Vec<Vec<u8>>,
}

impl Remote {
    fn try_call(&mut self, input: &[u8], out: &mut [u8]) -> io::Result<Outcome> {
        self.loaded = vec![input.to_vec()];
        let mut process = self.process.borrow_mut();
        process.load(&self.loaded)?;
        process.loaded = None;
        let answer = process.ask(&[format!("call {} 0", self.operation)])?;
        Ok(match answer.split_once(' ') {
            Some(("ok", hex)) => {
                let bytes = decode(hex).ok_or_else(|| invalid("an answer is not hex"))?;
                out.get_mut(..bytes.len())
                    .ok_or_else(|| invalid("an answer is too long"))?
                    .copy_from_slice(&bytes);
                Outcome::Output(bytes.len())
            }
            _ if answer == "halt" => Outcome::Halt,
            _ if answer == "unsupported" => Outcome::Unsupported,
            _ => return Err(invalid(&answer)),
        })
    }

    fn try_batch(&mut self, inputs: &[Vec<u8>], calls: Calls) -> io::Result<Elapsed> {
        let mut process = self.process.borrow_mut();
        process.load(inputs)?;
        let Calls { first, count } = calls;
        let request = format!("batch {} {} {count}", self.operation, first % inputs.len());
        let answer = process.ask(&[request])?;
        let times: Option<Vec<u64>> =
            answer.split_whitespace().map(|time| time.parse().ok()).collect();
        match times.as_deref() {
            Some(&[wall_ns]) => Ok(Elapsed { wall_ns, cpu_ns: None }),
            Some(&[wall_ns, cpu_ns]) => Ok(Elapsed { wall_ns, cpu_ns: Some(cpu_ns) }),
            _ => Err(invalid(&answer)),
        }
    }
}

impl Runner for Remote {
    fn call(&mut self, input: &[u8], out: &mut [u8]) -> Outcome {
        self.try_call(input, out).unwrap_or(Outcome::Unsupported)
    }

    fn batch(
        &mut self,
        inputs: &[Vec<u8>],
        calls: Calls,
        _out: &mut [u8],
        _clock: &dyn Clock,
    ) -> Elapsed {
        self.try_batch(inputs, calls).unwrap_or_else(|error| {
            // The run stops then, and this time is for nobody.
            self.process.borrow_mut().failure = Some(error.to_string());
            Elapsed { wall_ns: u64::MAX, cpu_ns: None }
        })
    }
}

impl Process {
    /// Sends the inputs, unless the program holds these already.
    fn load(&mut self, inputs: &[Vec<u8>]) -> io::Result<()> {
        let address = (inputs.as_ptr().addr(), inputs.len());
        if self.loaded == Some(address) {
            return Ok(());
        }
        let mut requests = vec!["clear".to_owned()];
        requests.extend(inputs.iter().map(|input| format!("input {}", encode(input))));
        let answer = self.ask(&requests)?;
        if answer != "ok" {
            return Err(invalid(&answer));
        }
        self.loaded = Some(address);
        Ok(())
    }

    /// Sends requests and returns the answer to the last one; the others must be answered with `ok`.
    fn ask(&mut self, requests: &[String]) -> io::Result<String> {
        let mut last = String::new();
        for (i, request) in requests.iter().enumerate() {
            let pipe = self.requests.as_mut().ok_or_else(|| invalid("the program has ended"))?;
            writeln!(pipe, "{request}")?;
            pipe.flush()?;
            last.clear();
            if self.answers.read_line(&mut last)? == 0 {
                return Err(invalid("the program has ended"));
            }
            last.truncate(last.trim_end().len());
            if i + 1 < requests.len() && last != "ok" {
                return Err(invalid(&last));
            }
        }
        Ok(last)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Closing its input ends the program; wait, so that no zombie stays.
        self.requests = None;
        let _ = self.child.wait();
    }
}

/// Serves `engines` of this build by the protocol until the input ends. `find` gives the runner for
/// an operation by name.
///
/// # Errors
/// If the input or the output fails.
pub(crate) fn serve(
    hello: &str,
    find: impl Fn(&str) -> Option<crate::peer::Call>,
    requests: impl BufRead,
    mut answers: impl Write,
) -> io::Result<()> {
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    let mut out = vec![0; 1 << 17];
    for request in requests.lines() {
        let request = request?;
        let words: Vec<_> = request.split_whitespace().collect();
        let answer = match words[..] {
            [] => continue,
            ["hello"] => hello.to_owned(),
            ["supports", operation] => {
                (if find(operation).is_some() { "yes" } else { "no" }).into()
            }
            ["clear"] => {
                inputs.clear();
                "ok".into()
            }
            ["input", hex] => match decode(hex) {
                Some(input) => {
                    inputs.push(input);
                    "ok".into()
                }
                None => "error not hex".into(),
            },
            ["call", operation, index] => {
                let input = index.parse().ok().and_then(|index: usize| inputs.get(index));
                match find(operation).zip(input).map(|(call, input)| call(input, &mut out)) {
                    Some(Outcome::Output(len)) => format!("ok {}", encode(&out[..len])),
                    Some(Outcome::Halt) => "halt".into(),
                    Some(Outcome::Unsupported) => "unsupported".into(),
                    None => "error no such operation or input".into(),
                }
            }
            ["batch", operation, first, count] => {
                let mut run = || {
                    let call = find(operation)?;
                    let (first, count): (usize, usize) = (first.parse().ok()?, count.parse().ok()?);
                    let mut next = first.checked_rem(inputs.len())?;
                    let clock = SystemClock::new();
                    let start = clock.now();
                    for _ in 0..count {
                        std::hint::black_box(call(&inputs[next], &mut out));
                        next += 1;
                        if next == inputs.len() {
                            next = 0;
                        }
                    }
                    let Elapsed { wall_ns, cpu_ns } = clock.since(start);
                    Some(match cpu_ns {
                        Some(cpu_ns) => format!("{wall_ns} {cpu_ns}"),
                        None => wall_ns.to_string(),
                    })
                };
                run().unwrap_or_else(|| "error no such operation or inputs".into())
            }
            _ => "error unknown request".into(),
        };
        writeln!(answers, "{answer}")?;
        answers.flush()?;
    }
    Ok(())
}

fn invalid(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.to_owned())
}

fn encode(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".into() } else { hex::encode(bytes) }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    if text == "-" { Some(Vec::new()) } else { hex::decode(text).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    fn find(operation: &str) -> Option<crate::peer::Call> {
        match operation {
            "identity" => Some(|input, out| wire::answer(input, out)),
            "blake2f" => Some(|_, _| Outcome::Halt),
            "modexp" => Some(|_, _| Outcome::Unsupported),
            _ => None,
        }
    }

    fn ask(requests: &str) -> Vec<String> {
        let mut answers = Vec::new();
        serve("test 1", find, requests.as_bytes(), &mut answers).unwrap();
        String::from_utf8(answers).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_server_follows_the_protocol() {
        let requests = "hello\nsupports identity\nsupports sha256\ninput 0a0b\ninput -\n\
            call identity 0\ncall identity 1\ncall blake2f 0\ncall modexp 0\nclear\ncall identity 0\n";
        let expected = [
            "test 1",
            "yes",
            "no",
            "ok",
            "ok",
            "ok 0a0b",
            "ok -",
            "halt",
            "unsupported",
            "ok",
            "error no such operation or input",
        ];
        assert_eq!(ask(requests), expected);
    }

    #[test]
    fn a_batch_answers_with_a_time_and_bad_requests_with_an_error() {
        let answers = ask(
            "input 00\nbatch identity 0 3\nbatch identity x 3\nbatch sha256 0 1\ninput 0\nrun\n",
        );
        assert!(answers[1].split(' ').all(|ns| ns.parse::<u64>().is_ok()), "{answers:?}");
        assert!(answers[2..].iter().all(|answer| answer.starts_with("error ")), "{answers:?}");
        assert!(ask("batch identity 0 1\n")[0].starts_with("error "), "no inputs");
    }
}
