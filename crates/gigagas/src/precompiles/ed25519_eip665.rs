//! Ed25519 verification after EIP-665 (never live; no address of its own).
//!
//! The EIP states no verification rule; ours: S < L, the key canonical and not of small order, R not
//! of small order, and the encoding of \[S\]B - \[k\]A equal to R byte for byte.
//!
//! input  = message\[32\] | public_key\[32\] | signature\[64\]
//! output = 4 zero bytes if the signature is valid, else 00000001
//! halts  = none; any other length than 128 is an invalid signature

use gigagas_math::ed25519;

use crate::{
    codec::Reader,
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("message", 32, "the signed bytes"),
        field("public_key", 32, "encoded point A"),
        field("signature", 64, "encoded point R, scalar S"),
    ],
    OtherLengths::Negative,
);

/// EIP-665.
pub(crate) const PRICE: Price = Price::Flat(2000);

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let (message, key, signature) =
        (reader.bytes::<32>(), reader.bytes::<32>(), reader.bytes::<64>());
    let valid = input.len() == 128
        && ed25519::verify_eip665(routes.ed25519.at(input.len()), &key, &signature, &message);
    out[..4].copy_from_slice(&[0, 0, 0, u8::from(!valid)]);
    Ok(4)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{
        precompiles::testing::{call, hex},
        table::ED25519_EIP665,
    };

    /// Of the private key 1 modulo torsion (A = B) with the nonce 1 (R = B): S = 1 + k, for the message
    /// of 32 zero bytes.
    const MESSAGE: &str = "0000000000000000000000000000000000000000000000000000000000000000";
    const B: &str = "5866666666666666666666666666666666666666666666666666666666666666";
    const S: &str = "b787f06d4559b280c83c47a602bae5789aa81ae5801e6f9314e4c1b39a5e3701";
    /// S + L.
    const S_PLUS_L: &str = "a45be6ca5fbcc4d89ed93e49e1b3c48d9aa81ae5801e6f9314e4c1b39a5e3711";

    fn valid(input: &[u8]) -> bool {
        let answer = call(&ED25519_EIP665, input).unwrap();
        assert!(answer == [0, 0, 0, 0] || answer == [0, 0, 0, 1]);
        answer == [0; 4]
    }

    fn joined(parts: &[&str]) -> Vec<u8> {
        hex(&parts.concat())
    }

    #[test]
    fn a_signature_is_valid_and_changed_ones_are_not() {
        let input = joined(&[MESSAGE, B, B, S]);
        assert!(valid(&input));
        for i in 0..128 {
            let mut changed = input.clone();
            changed[i] ^= 1;
            assert!(!valid(&changed), "byte {i}");
        }
    }

    #[test]
    fn other_lengths_are_invalid() {
        let mut input = joined(&[MESSAGE, B, B, S]);
        assert!(!valid(&[]));
        assert!(!valid(&input[..127]));
        input.push(0);
        assert!(!valid(&input));
    }

    #[test]
    fn s_is_canonical_and_no_point_is_small() {
        assert!(!valid(&joined(&[MESSAGE, B, B, S_PLUS_L])));
        let zeros = "00".repeat(32);
        let identity = alloc::format!("01{}", "00".repeat(31));
        for key in [&zeros, &identity] {
            assert!(!valid(&joined(&[MESSAGE, key, &identity, &zeros])), "{key}");
            // R = B and S = 1 satisfy the equation under the identity, but the key is small.
            assert!(!valid(&joined(&[MESSAGE, key, B, &identity])), "{key}");
        }
    }
}
