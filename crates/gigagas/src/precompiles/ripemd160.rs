//! RIPEMD160 (0x03), since Frontier.
//!
//! input  = data     any length
//! output = 12 zero bytes | digest\[20\]
//! halts  = none

use gigagas_math::hash::ripemd160;

use crate::{
    halt::Halt,
    layout::{Layout, OtherLengths},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::bytes(&[], "data", OtherLengths::Halt);

/// Yellow paper, appendix E.
pub(crate) const PRICE: Price = Price::PerChunk { base: 600, chunk: 120, chunk_len: 32 };

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    out[..12].fill(0);
    out[12..32].copy_from_slice(&ripemd160::digest(routes.ripemd160, input));
    Ok(32)
}
