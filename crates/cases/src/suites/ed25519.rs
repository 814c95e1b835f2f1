//! Ed25519 signatures with verdicts, as calls of CIP-25 (ZIP-215) and of EIP-665.

use std::path::Path;

use serde::Deserialize;

use super::{
    Contents, json,
    target::{self, word},
    text,
};
use crate::{case::Case, hex_text::Hex};

/// A signature and its verdict under ZIP-215; the files name things differently.
#[derive(Deserialize)]
struct Verdict {
    #[serde(alias = "key")]
    vk: Hex,
    sig: Hex,
    /// Hex, unless `msg_hex` is there.
    msg: String,
    msg_hex: Option<Hex>,
    valid_zip215: bool,
}

pub(super) fn verdicts(path: &Path) -> Result<Contents, String> {
    let mut contents = Contents::default();
    for (i, verdict) in json::<Vec<Verdict>>(path)?.into_iter().enumerate() {
        let name = format!("#{i}");
        let message = match verdict.msg_hex {
            Some(Hex(message)) => message,
            None => crate::hex_text::decode(&verdict.msg).map_err(|e| format!("{name}: {e}"))?,
        };
        let signature = (&verdict.vk.0[..], &verdict.sig.0[..], &message[..]);
        push_cip25(&mut contents, name, signature, verdict.valid_zip215);
    }
    Ok(contents)
}

/// Adds a call of CIP-25, if the signature has the only length that the input can express.
pub(super) fn push_cip25(
    contents: &mut Contents,
    name: String,
    (key, signature, message): (&[u8], &[u8], &[u8]),
    valid: bool,
) {
    if key.len() == 32 && signature.len() == 64 {
        contents.cases.push(cip25(name, &[key, signature, message].concat(), valid));
    } else {
        contents.skip(name, "the signature is not 64 bytes long, which the input cannot express");
    }
}

pub(super) fn cip25(name: impl Into<String>, input: &[u8], valid: bool) -> Case {
    let gas = cip25_gas(input);
    target::cip25().output(name, input.to_vec(), word(u8::from(!valid)), gas)
}

/// CIP-25: 1500, and 60 + 12 per 64 bytes begun.
pub(super) fn cip25_gas(input: &[u8]) -> u64 {
    1560 + 12 * input.len().div_ceil(64) as u64
}

/// `input` is message, public key and signature.
pub(super) fn eip665(name: impl Into<String>, input: &[u8], valid: bool) -> Case {
    let output = vec![0, 0, 0, u8::from(!valid)];
    target::eip665().output(name, input.to_vec(), output, 2000)
}

#[derive(Deserialize)]
struct Speccheck {
    message: Hex,
    pub_key: Hex,
    signature: Hex,
}

/// The verdicts stand in a table of libraries beside the file: Zebra's are ZIP-215's, and LibSodium's
/// rule is the one that is used for EIP-665.
pub(super) fn speccheck(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Speccheck> = json(path)?;
    let table = text(&path.with_file_name("results.md"))?;
    let (zip215, strict) = (row(&table, "Zebra")?, row(&table, "LibSodium")?);
    if zip215.len() != cases.len() || strict.len() != cases.len() {
        return Err("results.md has not as many columns as there are cases".into());
    }
    let mut contents = Contents::default();
    for (i, case) in cases.iter().enumerate() {
        let (message, key, signature) =
            (&case.message.0[..], &case.pub_key.0[..], &case.signature.0[..]);
        push_cip25(&mut contents, format!("#{i}, ZIP-215"), (key, signature, message), zip215[i]);
        let input = [message, key, signature].concat();
        contents.cases.push(eip665(format!("#{i}, EIP-665"), &input, strict[i]));
    }
    Ok(contents)
}

/// The verdicts of one library: `| name | V | X | ...`.
fn row(table: &str, library: &str) -> Result<Vec<bool>, String> {
    let mut rows =
        table.lines().map(|line| line.split('|').map(str::trim).filter(|c| !c.is_empty()));
    let found = rows.find_map(|mut cells| (cells.next() == Some(library)).then_some(cells));
    found
        .ok_or_else(|| format!("results.md has no row {library}"))
        .map(|cells| cells.map(|c| c == "V").collect())
}
