//! SHA256 (0x02), since Frontier: FIPS 180-4.
//!
//! input  = data     any length
//! output = digest\[32\]
//! halts  = none

use gigagas_math::hash::sha256;

use crate::{
    halt::Halt,
    layout::{Layout, OtherLengths},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::bytes(&[], "data", OtherLengths::Halt);

/// Yellow paper, appendix E.
pub(crate) const PRICE: Price = Price::PerChunk { base: 60, chunk: 12, chunk_len: 32 };

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    out[..32].copy_from_slice(&sha256::digest(routes.sha256, input));
    Ok(32)
}
