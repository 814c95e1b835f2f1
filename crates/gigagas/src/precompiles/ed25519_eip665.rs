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
    let valid =
        input.len() == 128 && ed25519::verify_eip665(routes.ed25519, &key, &signature, &message);
    out[..4].copy_from_slice(&[0, 0, 0, u8::from(!valid)]);
    Ok(4)
}
