//! Extra hashes after CIP-20 (0xe2 on Celo, Donut to Gingerbread).
//!
//! input  = selector\[1\] | data; for selector 10 data = parameter block\[32\] | message
//! output = the digest: 32 bytes (00 SHA3-256), 64 (01 SHA3-512, 02 Keccak-512, 03 SHA-512), or the
//!          digest length of the parameter block, 1 to 32 with 0 for 32 (10 BLAKE2s)
//! halts  = Length (empty input, or a short parameter block), Encoding (unknown selector, unusable
//!          parameter block)

use gigagas_math::hash::{blake2s, keccak, sha512};

use crate::{
    halt::{Halt, LengthRule, Place},
    layout::{Layout, OtherLengths, field},
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::bytes(
    &[field("selector", 1, "00 SHA3-256, 01 SHA3-512, 02 Keccak-512, 03 SHA-512, 10 BLAKE2s")],
    "data",
    OtherLengths::Halt,
);

/// What a call costs that selects no hash (and then halts).
const GAS_OF_NO_HASH: u64 = 200;
/// BLAKE2s has this many bytes of parameters before the message.
const PARAMETERS: usize = 32;

/// Gas: Keccak's 30 + 6 per word or SHA-2's 60 + 12 per word of data (BLAKE2s: of the message).
pub(crate) fn gas(input: &[u8]) -> u64 {
    let Some((selector, data)) = input.split_first() else { return GAS_OF_NO_HASH };
    let words = |len: usize| len.div_ceil(32) as u64;
    match selector {
        0x00..=0x02 => 30 + 6 * words(data.len()),
        0x03 => 60 + 12 * words(data.len()),
        0x10 => 60 + 12 * words(data.len().saturating_sub(PARAMETERS)),
        _ => GAS_OF_NO_HASH,
    }
}

pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let Some((selector, data)) = input.split_first() else {
        return Err(Halt::input_length(0, LengthRule::AtLeast(1)));
    };
    let mut write = |digest: &[u8]| {
        out[..digest.len()].copy_from_slice(digest);
        Ok(digest.len())
    };
    match selector {
        0x00 => write(&keccak::sha3_256(routes.keccak, data)),
        0x01 => write(&keccak::sha3_512(routes.keccak, data)),
        0x02 => write(&keccak::keccak512(routes.keccak, data)),
        0x03 => write(&sha512::digest(routes.sha512, &[data])),
        0x10 => {
            let Some((parameters, message)) = data.split_first_chunk::<PARAMETERS>() else {
                return Err(Halt::input_length(input.len(), LengthRule::AtLeast(1 + PARAMETERS)));
            };
            match blake2s::digest_with_config(routes.blake2s, parameters, message) {
                Some(digest) => write(&digest[..blake2s::digest_len(parameters)]),
                None => Err(encoding(1, PARAMETERS, "be a valid BLAKE2s parameter block")),
            }
        }
        _ => Err(encoding(0, 1, "be 00, 01, 02, 03 or 10")),
    }
}

const fn encoding(offset: usize, len: usize, must: &'static str) -> Halt {
    let argument = if offset == 0 { "selector" } else { "parameter block" };
    Halt::Encoding { at: Place { argument, item: None, offset, len }, must }
}
