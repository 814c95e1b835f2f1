//! MODEXP: evmone's cases, and shapes chosen to be slow.

use std::path::Path;

use gigagas::Fork;
use serde::Deserialize;

use super::{Contents, json, target::mainnet};
use crate::{case::Case, hex_text::Hex};

#[derive(Deserialize)]
struct Evmone {
    base: Hex,
    exp: Hex,
    r#mod: Hex,
    expected: Hex,
}

pub(super) fn evmone(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Evmone> = json(path)?;
    let case = |(i, case): (usize, Evmone)| {
        let operands = [&case.base.0[..], &case.exp.0, &case.r#mod.0];
        let input = [&operands.map(length).concat()[..], &operands.concat()].concat();
        mainnet(Fork::Osaka, 0x05).output(format!("#{i}"), input, case.expected.0, None)
    };
    Ok(cases.into_iter().enumerate().map(case).collect())
}

fn length(operand: &[u8]) -> [u8; 32] {
    let mut word = [0; 32];
    word[24..].copy_from_slice(&(operand.len() as u64).to_be_bytes());
    word
}

#[derive(Deserialize)]
struct WorstCase {
    name: String,
    gas_byzantium: u64,
    gas_berlin: u64,
    gas_osaka: u64,
    input: Hex,
    expected: Hex,
}

pub(super) fn worst_cases(path: &Path) -> Result<Contents, String> {
    let cases: Vec<WorstCase> = json(path)?;
    Ok(cases.iter().flat_map(WorstCase::calls).collect())
}

impl WorstCase {
    /// One call under each price list.
    fn calls(&self) -> [Case; 3] {
        [
            (Fork::Byzantium, self.gas_byzantium),
            (Fork::Berlin, self.gas_berlin),
            (Fork::Osaka, self.gas_osaka),
        ]
        .map(|(fork, gas)| {
            let name = format!("{} at {fork}", self.name);
            mainnet(fork, 0x05).output(name, self.input.0.clone(), self.expected.0.clone(), gas)
        })
    }
}
