//! Celo's vectors of CIP-25 and CIP-20.

use std::path::Path;

use serde::Deserialize;

use super::{Contents, ed25519, json, target};
use crate::{case::Case, hex_text::Hex};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Verify {
    name: String,
    input: Hex,
    expected: Hex,
}

pub(super) fn ed25519(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Verify> = json(path)?;
    let case = |Verify { name, input: Hex(input), expected: Hex(expected) }| {
        let gas = ed25519::cip25_gas(&input);
        target::cip25().output(name, input, expected, gas)
    };
    Ok(cases.into_iter().map(case).collect())
}

#[derive(Deserialize)]
struct Digests {
    preimage: Hex,
    sha3_256: Hex,
    sha3_512: Hex,
    keccak512: Hex,
    sha2_512: Hex,
    blake2s: Hex,
}

/// BLAKE2s with a digest of 32 bytes, no key, sequential (RFC 7693, section 2.5).
const BLAKE2S_256: [u8; 32] = {
    let mut parameters = [0; 32];
    parameters[0] = 32;
    parameters[2] = 1;
    parameters[3] = 1;
    parameters
};

pub(super) fn cip20(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Digests> = json(path)?;
    Ok(cases.iter().flat_map(Digests::calls).collect())
}

impl Digests {
    fn calls(&self) -> [Case; 5] {
        let words = self.preimage.0.len().div_ceil(32) as u64;
        let (keccak_gas, sha2_gas) = (30 + 6 * words, 60 + 12 * words);
        [
            self.call("SHA3-256", &[0x00], &self.sha3_256, keccak_gas),
            self.call("SHA3-512", &[0x01], &self.sha3_512, keccak_gas),
            self.call("Keccak-512", &[0x02], &self.keccak512, keccak_gas),
            self.call("SHA-512", &[0x03], &self.sha2_512, sha2_gas),
            self.call("BLAKE2s", &[&[0x10], &BLAKE2S_256[..]].concat(), &self.blake2s, sha2_gas),
        ]
    }

    fn call(&self, hash: &str, prefix: &[u8], digest: &Hex, gas: u64) -> Case {
        let name = format!("{hash} of {} bytes", self.preimage.0.len());
        let input = [prefix, &self.preimage.0].concat();
        target::cip20().output(name, input, digest.0.clone(), gas)
    }
}
