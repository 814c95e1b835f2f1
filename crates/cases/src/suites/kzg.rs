//! KZG proofs of the consensus layer's libraries, made inputs of the point evaluation.

use std::path::Path;

use gigagas::{Address, Fork, Set};
use serde::Deserialize;

use super::{Contents, json, target};
use crate::{
    case::{Case, Expected, HaltKind},
    hex_text::Hex,
};

#[derive(Deserialize)]
struct Proof {
    commitment: Hex,
    z: Hex,
    y: Hex,
    proof: Hex,
}

#[derive(Deserialize)]
struct CKzg {
    name: String,
    #[serde(flatten)]
    proof: Proof,
    output: Option<bool>,
    precompile_input: Option<Hex>,
    precompile_output: Option<Hex>,
}

#[derive(Deserialize)]
struct GoKzg {
    name: String,
    input: Proof,
    output: Option<bool>,
}

pub(super) fn c_kzg(path: &Path) -> Result<Contents, String> {
    let cases: Vec<CKzg> = json(path)?;
    cases.into_iter().map(c_kzg_case).collect()
}

pub(super) fn go_kzg(path: &Path) -> Result<Contents, String> {
    let cases: Vec<GoKzg> = json(path)?;
    cases.into_iter().map(|c| case(c.name, &c.input, c.output)).collect()
}

/// The file's own input and output are used; that they follow from its fields is checked as well.
fn c_kzg_case(c: CKzg) -> Result<Case, String> {
    let mut case = case(c.name, &c.proof, c.output)?;
    if let Some(Hex(input)) = c.precompile_input {
        if input != case.input {
            return Err(format!("{}: precompile_input does not follow from the fields", case.name));
        }
        case.input = input;
    }
    if let Some(Hex(output)) = c.precompile_output {
        case.expected = Expected::Output(output);
    }
    Ok(case)
}

/// `output`: the proof holds, does not hold, or is malformed (None).
fn case(name: String, proof: &Proof, output: Option<bool>) -> Result<Case, String> {
    let input = [versioned_hash(&proof.commitment.0)?, proof.rest()].concat();
    let expected = match output {
        Some(true) => Expected::Output(success()),
        Some(false) => Expected::Halt(HaltKind::Code("verification")),
        // A field of another length makes an input of another length.
        None if input.len() != 192 => Expected::Halt(HaltKind::Code("length")),
        None => Expected::Halt(HaltKind::Failure),
    };
    Ok(target::mainnet(Fork::Cancun, 0x0a).case(name, input, expected, 50_000))
}

impl Proof {
    fn rest(&self) -> Vec<u8> {
        [&self.z, &self.y, &self.commitment, &self.proof].map(|Hex(bytes)| &bytes[..]).concat()
    }
}

/// EIP-4844: 01 and the last 31 bytes of SHA-256.
fn versioned_hash(commitment: &[u8]) -> Result<Vec<u8>, String> {
    let mut hash = sha256(commitment)?;
    hash[0] = 0x01;
    Ok(hash)
}

/// By the library itself, whose SHA-256 other suites check.
pub(super) fn sha256(data: &[u8]) -> Result<Vec<u8>, String> {
    let sha256 = Address::from_low(0x02);
    let output = Set::mainnet(Fork::Frontier).call_to_vec(&sha256, data, u64::MAX - 1);
    output.map(|output| output.bytes).map_err(|error| error.to_string())
}

/// EIP-4844: FIELD_ELEMENTS_PER_BLOB and BLS_MODULUS.
fn success() -> Vec<u8> {
    let mut bytes = vec![0; 32];
    bytes[30] = 0x10;
    bytes.extend([
        0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8,
        0x05, 0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
        0x00, 0x01,
    ]);
    bytes
}
