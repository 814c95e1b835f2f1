//! What every fuzz target asserts: no input panics, all backends give one answer, that of an independent
//! oracle on plain big integers, and what is known before the work (price, length of the answer) covers what
//! the work does.
//!
//! The targets are named after the precompiles. `cargo run --example seeds` fills their corpora.

use gigagas::{Address, CallError, Entry, Fork, Limits, PRECOMPILES, Routes, Set, table};
use gigagas_testkit::{kzg, oracle};

#[doc(hidden)]
pub use libfuzzer_sys;

/// Makes the crate the fuzz target of the precompile that it is named after.
#[macro_export]
macro_rules! target {
    () => {
        $crate::libfuzzer_sys::fuzz_target!(
            init: { std::hint::black_box(&*TARGET); },
            |data: &[u8]| TARGET.check(data)
        );

        static TARGET: std::sync::LazyLock<$crate::Target> =
            std::sync::LazyLock::new(|| $crate::Target::new(env!("CARGO_BIN_NAME")));
    };
}

/// Enough for everything but long MODEXPs and BLAKE2Fs, so that an execution stays short.
const GAS: u64 = 1 << 20;
/// One input in so many is put to the oracle, which takes a hundred times as long as the library.
const ASKED: usize = 8;
/// What a buffer holds before a call.
const OLD: u8 = 0xa5;

/// A precompile and all of its routes.
#[derive(Debug)]
pub struct Target {
    entry: Entry,
    routes: Vec<(String, Routes)>,
}

impl Target {
    /// The precompile of that name. MODEXP comes without the limit on operands.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let precompile = PRECOMPILES.into_iter().find(|precompile| precompile.name == name);
        let precompile = precompile.expect("targets are named after precompiles");
        let fork = if precompile.name == table::MODEXP.name { Fork::Berlin } else { Fork::Osaka };
        let address = Address::from_low(precompile.mainnet.unwrap_or(0xffff));
        let mut set = Set::mainnet(fork).to_builder();
        if precompile.mainnet.is_none() {
            set = set.put(address, precompile);
        }
        let entry = *set.build().get(&address).expect("put there");
        let each = |operation: &&'static str| {
            let operation = *operation;
            Routes::choices(operation).into_iter().map(move |name| format!("{operation}={name}"))
        };
        let names = precompile.operations.iter().flat_map(each);
        let set = |name: String| {
            let routes = Routes::preferred().with(&name).expect("a choice");
            (name, routes)
        };
        Self { entry, routes: names.map(set).collect() }
    }

    /// Panics if something is wrong.
    pub fn check(&self, data: &[u8]) {
        let mut input = data.to_vec();
        // Nobody finds a hash by trying; every other input gets the right one.
        if self.entry.precompile.name == "point_evaluation"
            && input.len() == 192
            && input[0] & 1 == 0
        {
            input[..32].copy_from_slice(&kzg::versioned_hash(&data[96..144]));
        }
        let Ok(price) = self.entry.charge(&input, GAS) else { return };
        let needed = self.entry.output_len(&input);
        let answers: Vec<_> =
            self.routes.iter().map(|(_, routes)| self.call(routes, &input, price)).collect();
        for ((name, _), answer) in self.routes.iter().zip(&answers) {
            assert_eq!(answer, &answers[0], "{name} against {}", self.routes[0].0);
        }
        if data.iter().map(|&byte| usize::from(byte)).sum::<usize>() % ASKED == 0 {
            self.ask_oracle(&input, &answers[0]);
        }
        if let Some(short) = price.checked_sub(1) {
            assert!(
                matches!(self.entry.charge(&input, short), Err(halt) if halt.code() == "out_of_gas")
            );
        }
        if let Some(short) = needed.checked_sub(1) {
            let result = self.entry.call(&self.routes[0].1, &input, price, &mut vec![0; short]);
            assert_eq!(result, Err(CallError::OutputTooSmall { needed }));
        }
    }

    fn ask_oracle(&self, input: &[u8], answer: &Result<Vec<u8>, CallError>) {
        let name = self.entry.precompile.name;
        // Lengths that cost nothing, as those of an exponent under a modulus of no bytes, can be any.
        let limits = Limits { operand: Some(1024), ..Limits::default() };
        if name == table::MODEXP.name
            && (Entry { limits, ..self.entry }).charge(input, GAS).is_err()
        {
            return;
        }
        let right = oracle::answer(name, input).map_err(|fault| (fault.code, fault.offset));
        let ours = match answer {
            Ok(bytes) => Ok(bytes.clone()),
            Err(CallError::Halt(halt)) => Err((halt.code(), halt.place().map(|at| at.offset))),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(ours, right, "against the oracle");
    }

    fn call(&self, routes: &Routes, input: &[u8], price: u64) -> Result<Vec<u8>, CallError> {
        let mut out = vec![OLD; self.entry.output_len(input)];
        let result = self.entry.call(routes, input, price, &mut out);
        let written = result.as_ref().map_or(0, |done| done.output_len);
        assert!(out[written..].iter().all(|&byte| byte == OLD), "written past the answer");
        out.truncate(written);
        let done = result?;
        assert_eq!(done.gas_used, price);
        Ok(out)
    }
}
