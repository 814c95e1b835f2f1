//! P256VERIFY (0x100), since Osaka — EIP-7951 (L2s: RIP-7212): ECDSA verification on NIST P-256.
//!
//! input  = hash\[32\] | r\[32\] | s\[32\] | x\[32\] | y\[32\]
//! output = the number 1 in 32 bytes if the signature is valid, else nothing
//! halts  = none; any other length than 160 is an invalid signature

use gigagas_math::{
    limb,
    p256::{self, N, P},
    point::Affine,
};

use crate::{
    codec::{self, Reader},
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("hash", 32, "message hash"),
        field("r", 32, "signature, 1 to n - 1"),
        field("s", 32, "signature, 1 to n - 1"),
        field("x", 32, "public key, below p"),
        field("y", 32, "public key, below p"),
    ],
    OtherLengths::Negative,
);

/// EIP-7951.
pub(crate) const PRICE: Price = Price::Flat(6900);
/// RIP-7212, as rollups charge it.
pub(crate) const PRICE_RIP7212: Price = Price::Flat(3450);

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    if input.len() != 160 {
        return Ok(0);
    }
    let mut reader = Reader::new(input);
    let [z, r, s, x, y] = core::array::from_fn(|_| reader.u256());
    let in_range = codec::is_nonzero_below(&r, &N)
        && codec::is_nonzero_below(&s, &N)
        && limb::lt(&x, &P)
        && limb::lt(&y, &P);
    if in_range && p256::verify(routes.p256verify, &z, &r, &s, &Affine { x, y }) {
        return Ok(codec::write_bool(true, out));
    }
    Ok(0)
}
