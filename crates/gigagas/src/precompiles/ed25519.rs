//! Ed25519 verification after CIP-25 (0xf3 on Celo, Donut to Gingerbread): the rule of ZIP-215.
//!
//! input  = public_key\[32\] | signature\[64\] | message
//! output = the number 0 in 32 bytes if the signature is valid, else the number 1
//! halts  = none; less than 96 bytes are an invalid signature

use gigagas_math::ed25519;

use crate::{
    codec::{self},
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::bytes(
    &[
        field("public_key", 32, "encoded point A"),
        field("signature", 64, "encoded point R, scalar S"),
    ],
    "message",
    OtherLengths::Negative,
);

/// CIP-25: 1500 for the curve, and SHA-512's 60 and 12 per 64 bytes of the whole input.
pub(crate) const PRICE: Price = Price::PerChunk { base: 1560, chunk: 12, chunk_len: 64 };

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let valid = split(input).is_some_and(|(key, signature, message)| {
        ed25519::verify_zip215(routes.ed25519.at(input.len()), key, signature, message)
    });
    Ok(codec::write_bool(!valid, out))
}

fn split(input: &[u8]) -> Option<(&[u8; 32], &[u8; 64], &[u8])> {
    let (key, rest) = input.split_first_chunk()?;
    let (signature, message) = rest.split_first_chunk()?;
    Some((key, signature, message))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{
        precompiles::testing::{call, hex, word},
        table::ED25519,
    };

    /// RFC 8032 section 7.1, tests 1 and 2: key, signature, message.
    const EMPTY_MESSAGE: &str = "
        d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
    const ONE_BYTE: &str = "
        3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
        72";
    /// L, little-endian.
    const L: &str = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

    fn valid(input: &[u8]) -> bool {
        let answer = call(&ED25519, input).unwrap();
        assert!(answer == word(0) || answer == word(1));
        answer == word(0)
    }

    fn joined(parts: &[&str]) -> Vec<u8> {
        hex(&parts.concat())
    }

    #[test]
    fn published_signatures_are_valid_and_changed_ones_are_not() {
        for text in [EMPTY_MESSAGE, ONE_BYTE] {
            let input = hex(text);
            assert!(valid(&input));
            for i in (0..input.len()).step_by(9).chain([input.len() - 1]) {
                let mut changed = input.clone();
                changed[i] ^= 1;
                assert!(!valid(&changed), "byte {i}");
            }
            let mut longer = input.clone();
            longer.push(0);
            assert!(!valid(&longer));
        }
    }

    #[test]
    fn less_than_96_bytes_are_no_signature() {
        let input = hex(EMPTY_MESSAGE);
        for len in [0, 1, 32, 95] {
            assert!(!valid(&input[..len]), "{len}");
        }
        assert!(!valid(&hex(ONE_BYTE)[..96]));
    }

    /// ZIP-215: small order, the sign of x = 0 and y in p..2^255 are all admitted; S must be below L.
    #[test]
    fn the_rule_of_zip_215() {
        let zeros = "00".repeat(32);
        let identity = alloc::format!("01{}", "00".repeat(31));
        let signed_identity = alloc::format!("01{}80", "00".repeat(30));
        let unreduced_identity = alloc::format!("ee{}7f", "ff".repeat(30));
        let order_four = zeros.clone();
        let order_two = alloc::format!("ec{}7f", "ff".repeat(30));
        let small = [identity, signed_identity, unreduced_identity, order_four, order_two];
        for key in &small {
            for r in &small {
                assert!(valid(&joined(&[key, r, &zeros, "616263"])), "{key} {r}");
                assert!(!valid(&joined(&[key, r, L, "616263"])), "S = L, {key} {r}");
            }
        }
        // y = 2 belongs to no point.
        let none = alloc::format!("02{}", "00".repeat(31));
        assert!(!valid(&joined(&[&none, &small[0], &zeros])));
        assert!(!valid(&joined(&[&small[0], &none, &zeros])));
    }
}
