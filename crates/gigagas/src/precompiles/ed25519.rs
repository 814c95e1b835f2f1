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
        ed25519::verify_zip215(routes.ed25519, key, signature, message)
    });
    Ok(codec::write_bool(!valid, out))
}

fn split(input: &[u8]) -> Option<(&[u8; 32], &[u8; 64], &[u8])> {
    let (key, rest) = input.split_first_chunk()?;
    let (signature, message) = rest.split_first_chunk()?;
    Some((key, signature, message))
}
