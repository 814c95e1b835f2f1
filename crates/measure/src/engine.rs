//! What is measured: engines, all at the same boundary.

use std::hint::black_box;

use gigagas_cases::bench::Case;

use crate::clock::{Clock, Elapsed};

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An answer; this many bytes of the buffer. An empty answer is one, too.
    Output(usize),
    /// A failed call, which takes all gas.
    Halt,
    /// The engine cannot answer this input, right or wrong: it takes no part in the case.
    Unsupported,
}

/// An implementation of some precompiles: bytes in, bytes out, parsing and every check included.
pub trait Engine {
    /// Its name: short, without spaces. Ours begin with `gigagas`.
    fn name(&self) -> &str;

    /// Its version, as its package says.
    fn version(&self) -> &str;

    /// What serves the calls of `case`, ready to run; None if the engine does not do them.
    ///
    /// Preparation must not look at the case's inputs: what an engine would do on chain at every
    /// call belongs into the call.
    fn prepare(&self, case: &Case) -> Option<Box<dyn Runner>>;

    /// Why the engine stopped working while it was timed, e.g. as its process ended: what it was
    /// last timed on does not count.
    fn failure(&self) -> Option<String> {
        None
    }

    /// The name of the backend inside the engine that serves `case`, if there are several.
    fn backend(&self, _case: &Case) -> Option<&str> {
        None
    }
}

/// Which calls make up a batch: `count` calls, on the inputs in turn from number `first` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    /// The index of the first input; counts modulo their number.
    pub first: usize,
    /// How many calls.
    pub count: usize,
}

/// An engine ready to serve a case. Closures from `(input, out)` to [`Outcome`] are runners.
pub trait Runner {
    /// One call. `out` is at least 256 bytes long and holds the longest answer to any of the
    /// case's inputs.
    fn call(&mut self, input: &[u8], out: &mut [u8]) -> Outcome;

    /// Many calls, timed. Engines that run elsewhere override it and return their own time.
    fn batch(
        &mut self,
        inputs: &[Vec<u8>],
        calls: Calls,
        out: &mut [u8],
        clock: &dyn Clock,
    ) -> Elapsed {
        let mut next = calls.first % inputs.len();
        let start = clock.now();
        for _ in 0..calls.count {
            let outcome = self.call(black_box(&inputs[next]), out);
            black_box((outcome, &mut *out));
            next += 1;
            if next == inputs.len() {
                next = 0;
            }
        }
        clock.since(start)
    }
}

impl<F: FnMut(&[u8], &mut [u8]) -> Outcome> Runner for F {
    fn call(&mut self, input: &[u8], out: &mut [u8]) -> Outcome {
        self(input, out)
    }
}
