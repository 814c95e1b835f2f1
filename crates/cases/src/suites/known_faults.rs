//! Faults that implementations are known to have had.

use std::path::Path;

use gigagas::{Address, Fork};
use serde::Deserialize;

use super::{Contents, LoadError, ed25519, json, target};
use crate::{
    case::{Case, Expected, HaltKind},
    dirs::Dirs,
    hex_text::Hex,
};

pub(super) const FILE: &str = "known-faults.json";

#[derive(Deserialize)]
struct File {
    cases: Vec<Call>,
    evm_cases: Vec<Bytecode>,
    ed25519_cases: Vec<Signature>,
}

#[derive(Deserialize)]
struct Call {
    name: String,
    address: String,
    fork: String,
    input: Hex,
    gas_limit: u64,
    gas: Option<u64>,
    expected: Option<Hex>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Signature {
    name: String,
    input: Hex,
    zip215: bool,
    strict_no_small_order: bool,
}

#[derive(Deserialize)]
struct Bytecode {
    name: String,
    fork: String,
    code: Hex,
    address: String,
    calldata: Hex,
    expected: Hex,
}

/// Code to run in an EVM, with no value, and what it must return.
#[derive(Debug, Clone)]
pub struct EvmCase {
    /// The case's name.
    pub name: String,
    /// The rules to run it under.
    pub fork: Fork,
    /// The account that has the code and is called.
    pub address: Address,
    /// Its code.
    pub code: Vec<u8>,
    /// The call data.
    pub calldata: Vec<u8>,
    /// The return data.
    pub expected: Vec<u8>,
}

/// The bytecode cases of the known faults.
///
/// # Errors
/// If the file is missing, has none, or is malformed.
pub fn evm_cases(dirs: &Dirs) -> Result<Vec<EvmCase>, LoadError> {
    let path = dirs.cases.join(FILE);
    if !path.is_file() {
        return Err(LoadError::Missing(path));
    }
    let cases = json::<File>(&path).and_then(|file| {
        file.evm_cases.into_iter().map(Bytecode::case).collect::<Result<Vec<_>, _>>()
    });
    match cases {
        Ok(cases) if cases.is_empty() => Err(LoadError::Empty(path)),
        Ok(cases) => Ok(cases),
        Err(why) => Err(LoadError::Malformed(path, why)),
    }
}

impl Bytecode {
    fn case(self) -> Result<EvmCase, String> {
        let Self {
            name,
            fork,
            code: Hex(code),
            address,
            calldata: Hex(calldata),
            expected: Hex(expected),
        } = self;
        let fork = fork.parse().map_err(|e| format!("{name}: {e}"))?;
        let address = address.parse().map_err(|e| format!("{name}: {e}"))?;
        Ok(EvmCase { name, fork, address, code, calldata, expected })
    }
}

pub(super) fn read(path: &Path) -> Result<Contents, String> {
    let file: File = json(path)?;
    let mut contents = file.cases.into_iter().map(Call::case).collect::<Result<Contents, _>>()?;
    for signature in &file.ed25519_cases {
        contents.cases.extend(signature.calls()?);
    }
    Ok(contents)
}

impl Call {
    fn case(self) -> Result<Case, String> {
        let name = self.name;
        let fork: Fork = self.fork.parse().map_err(|e| format!("{name}: {e}"))?;
        let address: Address = self.address.parse().map_err(|e| format!("{name}: {e}"))?;
        let target = target::find(fork, &address)
            .ok_or_else(|| format!("{name}: no precompile at {address} in {fork}"))?;
        let expected = match (self.expected, self.error.as_deref()) {
            (Some(Hex(output)), None) => Expected::Output(output),
            (None, Some("OutOfGas")) => Expected::Halt(HaltKind::OutOfGas),
            (None, Some("precompile-failure")) => Expected::Halt(HaltKind::Failure),
            other => return Err(format!("{name}: unknown outcome {:?}", other.1)),
        };
        let case = target.case(name, self.input.0, expected, self.gas);
        Ok(Case { gas_limit: self.gas_limit, ..case })
    }
}

impl Signature {
    /// The input is message, public key and signature, as EIP-665 has it.
    fn calls(&self) -> Result<[Case; 2], String> {
        let input = &self.input.0;
        let Some((message, rest)) = input.split_at_checked(32).filter(|(_, rest)| rest.len() == 96)
        else {
            return Err(format!("{}: the input is not 128 bytes long", self.name));
        };
        let cip25 = [rest, message].concat();
        Ok([
            ed25519::eip665(format!("{}, EIP-665", self.name), input, self.strict_no_small_order),
            ed25519::cip25(format!("{}, CIP-25", self.name), &cip25, self.zip215),
        ])
    }
}
