//! One call and what must come of it.

use std::fmt;

use gigagas::{CallError, Done, Entry, Fork, Halt, Routes};

/// One call of a precompile with the answer that a vector states.
#[derive(Debug, Clone)]
pub struct Case {
    /// The vector's name, unique enough to find it in its file.
    pub name: String,
    /// What is called, at which price and within which limits.
    pub entry: Entry,
    /// The fork of mainnet whose set holds just this entry; None if no such set does.
    pub fork: Option<Fork>,
    /// The call data.
    pub input: Vec<u8>,
    /// The gas offered.
    pub gas_limit: u64,
    /// The price, where the vector states one.
    pub gas: Option<u64>,
    /// The outcome.
    pub expected: Expected,
}

/// The outcome that a vector states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The call succeeds with these bytes.
    Output(Vec<u8>),
    /// The call fails and takes all gas.
    Halt(HaltKind),
}

/// How much a vector says about why a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HaltKind {
    /// For lack of gas.
    OutOfGas,
    /// For anything but lack of gas.
    Failure,
    /// For the reason of this [`Halt::code`].
    Code(&'static str),
}

impl HaltKind {
    fn admits(self, halt: &Halt) -> bool {
        let out_of_gas = matches!(halt, Halt::OutOfGas { .. });
        match self {
            Self::OutOfGas => out_of_gas,
            Self::Failure => !out_of_gas,
            Self::Code(code) => halt.code() == code,
        }
    }
}

/// A case whose outcome is another than the vector states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The case's name.
    pub case: String,
    /// What differs, in words.
    pub what: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.case, self.what)
    }
}

impl std::error::Error for Mismatch {}

/// What output buffers hold before a call, so that bytes written where none belong are seen.
const FILL: u8 = 0xa5;
/// Bytes of the output buffer past the longest answer.
const SPARE: usize = 40;

/// Makes the call and compares output, gas and kind of halt, and the bytes that must be left alone.
///
/// # Errors
/// The first difference.
pub fn check(case: &Case, routes: &Routes) -> Result<(), Mismatch> {
    outcome(case, routes).map_err(|what| Mismatch { case: case.name.clone(), what })
}

fn outcome(case: &Case, routes: &Routes) -> Result<(), String> {
    let Case { entry, input, gas_limit, .. } = case;
    // A call that is not paid for may declare an answer of any length.
    let paid_for = entry.charge(input, *gas_limit).is_ok();
    let longest = if paid_for { entry.output_len(input) } else { 0 };
    let mut out = vec![FILL; longest + SPARE];
    let result = entry.call(routes, input, *gas_limit, &mut out);
    let written = result.as_ref().map_or(0, |done| done.output_len);
    if out[written..].iter().any(|&byte| byte != FILL) {
        return Err("bytes past the answer were written".into());
    }
    match (&case.expected, result) {
        (Expected::Output(bytes), Ok(done)) => {
            compare_output(bytes, &out[..written])?;
            compare_gas(case, done)
        }
        (Expected::Halt(kind), Err(CallError::Halt(halt))) if kind.admits(&halt) => Ok(()),
        (Expected::Halt(kind), Err(error)) => Err(format!("{kind:?} expected, got: {error}")),
        (Expected::Halt(kind), Ok(_)) => {
            Err(format!("{kind:?} expected, got 0x{}", hex::encode(&out[..written])))
        }
        (Expected::Output(bytes), Err(error)) => {
            Err(format!("0x{} expected, got: {error}", hex::encode(bytes)))
        }
    }
}

fn compare_output(expected: &[u8], got: &[u8]) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("0x{} expected, got 0x{}", hex::encode(expected), hex::encode(got)))
}

/// The gas used, the price alone, and that one unit less does not suffice.
fn compare_gas(case: &Case, Done { gas_used, .. }: Done) -> Result<(), String> {
    let Case { entry, input, .. } = case;
    if let Some(gas) = case.gas.filter(|&gas| gas != gas_used) {
        return Err(format!("{gas} gas expected, got {gas_used}"));
    }
    if entry.gas(input) != gas_used {
        return Err(format!("the price is {} and {gas_used} gas was used", entry.gas(input)));
    }
    let Some(limit) = gas_used.checked_sub(1) else { return Ok(()) };
    match entry.charge(input, limit) {
        Err(Halt::OutOfGas { .. }) => Ok(()),
        _ => Err(format!("a gas limit of {limit} pays for {gas_used}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::{Address, Set};

    fn case(address: u64, input: &[u8], expected: Expected) -> Case {
        let fork = Fork::Osaka;
        let entry = *Set::mainnet(fork).entry(&Address::from_low(address)).unwrap();
        let input = input.to_vec();
        let name = "case".into();
        Case { name, entry, fork: Some(fork), input, gas_limit: 100_000, gas: None, expected }
    }

    fn what(case: &Case) -> String {
        check(case, &Routes::preferred()).unwrap_err().what
    }

    #[test]
    fn the_right_outcomes_pass() {
        let mut identity = case(0x04, b"abc", Expected::Output(b"abc".to_vec()));
        identity.gas = Some(18);
        assert_eq!(check(&identity, &Routes::preferred()), Ok(()));
        for kind in [HaltKind::Failure, HaltKind::Code("length")] {
            let blake2f = case(0x09, b"abc", Expected::Halt(kind));
            assert_eq!(check(&blake2f, &Routes::preferred()), Ok(()));
        }
        identity.gas_limit = 17;
        identity.expected = Expected::Halt(HaltKind::OutOfGas);
        assert_eq!(check(&identity, &Routes::preferred()), Ok(()));
    }

    #[test]
    fn every_kind_of_difference_is_seen() {
        let wrong_output = case(0x04, b"abc", Expected::Output(b"abd".to_vec()));
        assert_eq!(what(&wrong_output), "0x616264 expected, got 0x616263");
        let mut wrong_gas = case(0x04, b"abc", Expected::Output(b"abc".to_vec()));
        wrong_gas.gas = Some(15);
        assert_eq!(what(&wrong_gas), "15 gas expected, got 18");
        let no_halt = case(0x04, b"", Expected::Halt(HaltKind::Failure));
        assert_eq!(what(&no_halt), "Failure expected, got 0x");
        let halts = case(0x09, b"", Expected::Output(vec![1]));
        assert!(what(&halts).starts_with("0x01 expected, got: the input is 0 bytes long"));
        for kind in [HaltKind::OutOfGas, HaltKind::Code("encoding")] {
            let other_halt = case(0x09, b"", Expected::Halt(kind));
            assert!(what(&other_halt).contains("expected, got: the input is 0 bytes long"));
        }
    }

    #[test]
    fn calls_that_no_gas_pays_for_need_no_buffer() {
        let mut input = [0; 96];
        input[64..].fill(0xff); // A modulus of 2^256 - 1 bytes, within Berlin's limits.
        let mut case = case(0x05, &input, Expected::Halt(HaltKind::OutOfGas));
        case.entry = *Set::mainnet(Fork::Berlin).entry(&Address::from_low(0x05)).unwrap();
        assert_eq!(check(&case, &Routes::preferred()), Ok(()));
    }
}
