//! ECRECOVER (0x01), since Frontier: the signer's address of an ECDSA signature on secp256k1.
//!
//! input  = hash\[32\] | v\[32\] | r\[32\] | s\[32\]     zero-extended; bytes past 128 are ignored
//! output = 12 zero bytes | address\[20\], or nothing if no key can be recovered
//! halts  = none

use gigagas_math::{
    hash::keccak,
    limb,
    secp256k1::{self, N},
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
        field("v", 32, "27 or 28: parity of the y coordinate of the signature's point"),
        field("r", 32, "signature, 1 to n - 1"),
        field("s", 32, "signature, 1 to n - 1"),
    ],
    OtherLengths::ZeroExtended,
);

/// Yellow paper, appendix E.
pub(crate) const PRICE: Price = Price::Flat(3000);

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let [z, v, r, s] = core::array::from_fn(|_| reader.u256());
    let y_odd = match v {
        [27, 0, 0, 0] => false,
        [28, 0, 0, 0] => true,
        _ => return Ok(0),
    };
    if !codec::is_nonzero_below(&r, &N) || !codec::is_nonzero_below(&s, &N) {
        return Ok(0);
    }
    let Some(key) = secp256k1::recover(routes.ecrecover, &z, &r, &s, y_odd) else {
        return Ok(0);
    };
    let mut bytes = [0; 64];
    limb::to_be_bytes(&key.x, &mut bytes[..32]);
    limb::to_be_bytes(&key.y, &mut bytes[32..]);
    let hash = keccak::keccak256(routes.keccak, &bytes);
    out[..12].fill(0);
    out[12..32].copy_from_slice(&hash[12..]);
    Ok(32)
}
