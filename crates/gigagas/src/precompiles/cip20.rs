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
        0x00 => write(&keccak::sha3_256(routes.keccak.at(data.len()), data)),
        0x01 => write(&keccak::sha3_512(routes.keccak.at(data.len()), data)),
        0x02 => write(&keccak::keccak512(routes.keccak.at(data.len()), data)),
        0x03 => write(&sha512::digest(routes.sha512.at(data.len()), &[data])),
        0x10 => {
            let Some((parameters, message)) = data.split_first_chunk::<PARAMETERS>() else {
                return Err(Halt::input_length(input.len(), LengthRule::AtLeast(1 + PARAMETERS)));
            };
            match blake2s::digest_with_config(routes.blake2s.at(data.len()), parameters, message) {
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{
        precompiles::testing::{call, hex, message},
        table::CIP20,
    };

    /// Digest length 32, no key, sequential.
    const BLAKE2S: &str = "1020000101000000000000000000000000000000000000000000000000000000 00";

    fn input(head: &str, data: &[u8]) -> Vec<u8> {
        [hex(head).as_slice(), data].concat()
    }

    #[test]
    fn digests_of_abc() {
        let cases = [
            ("00", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
            (
                "01",
                "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e
                 10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
            ),
            (
                "02",
                "18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5
                 d0c69910739025372dc14ac9642629379540c17e2a65b19d77aa511a9d00bb96",
            ),
            (
                "03",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
                 2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
            (BLAKE2S, "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"),
        ];
        for (head, digest) in cases {
            assert_eq!(call(&CIP20, &input(head, b"abc")), Ok(hex(digest)), "{head}");
        }
    }

    #[test]
    fn blake2s_digests_have_the_length_that_is_asked_for() {
        let eight = BLAKE2S.replacen("1020", "1008", 1);
        assert_eq!(call(&CIP20, &input(&eight, b"abc")), Ok(hex("972e9d2cd6de6402")));
        let default = BLAKE2S.replacen("1020", "1000", 1);
        assert_eq!(call(&CIP20, &input(&default, b"abc")), call(&CIP20, &input(BLAKE2S, b"abc")));
        let keyed = BLAKE2S.replacen("102000", "102003", 1);
        let digest = "3f9723437b033bf0c1f4df43cafd0776068cb0a95912de13f3b2952a3aba764d";
        assert_eq!(call(&CIP20, &input(&keyed, b"keyabc")), Ok(hex(digest)));
    }

    #[test]
    fn what_selects_no_hash_halts() {
        assert_eq!(message(&CIP20, &[]), "the input is 0 bytes long; it must be at least 1");
        for selector in [0x04, 0x0f, 0x11, 0xff] {
            assert_eq!(
                message(&CIP20, &[selector, 1]),
                "selector (bytes 0..1) must be 00, 01, 02, 03 or 10"
            );
        }
        assert_eq!(
            message(&CIP20, &hex(BLAKE2S)[..32]),
            "the input is 32 bytes long; it must be at least 33"
        );
        let parameters = "parameter block (bytes 1..33) must be a valid BLAKE2s parameter block";
        for long in ["1021", "10ff"] {
            assert_eq!(message(&CIP20, &hex(&BLAKE2S.replacen("1020", long, 1))), parameters);
        }
        // The key is missing.
        assert_eq!(message(&CIP20, &hex(&BLAKE2S.replacen("102000", "102001", 1))), parameters);
    }

    #[test]
    fn prices() {
        let price =
            |selector: u8, len: usize| gas(&[&[selector][..], &alloc::vec![0; len]].concat());
        assert_eq!(gas(&[]), 200);
        assert_eq!(price(0x04, 1000), 200);
        for selector in [0x00, 0x01, 0x02] {
            assert_eq!([0, 1, 32, 33].map(|len| price(selector, len)), [30, 36, 36, 42]);
        }
        assert_eq!([0, 1, 32, 33].map(|len| price(0x03, len)), [60, 72, 72, 84]);
        assert_eq!([0, 32, 33, 64, 65].map(|len| price(0x10, len)), [60, 60, 72, 72, 84]);
    }
}
