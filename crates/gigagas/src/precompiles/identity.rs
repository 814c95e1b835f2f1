//! IDENTITY (0x04), since Frontier: a copy of the input.
//!
//! input  = data     any length
//! output = data
//! halts  = none

use gigagas_math::identity;

use crate::{
    halt::Halt,
    layout::{Layout, OtherLengths},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::bytes(&[], "data", OtherLengths::Halt);

/// Yellow paper, appendix E.
pub(crate) const PRICE: Price = Price::PerChunk { base: 15, chunk: 3, chunk_len: 32 };

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    identity::copy(routes.identity.at(input.len()), input, out);
    Ok(input.len())
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{precompiles::testing::call, table::IDENTITY};

    #[test]
    fn the_input_comes_back() {
        for len in [0, 1, 31, 32, 33, 1000] {
            let input: Vec<u8> = (0..len).map(|i: u32| i.to_le_bytes()[0]).collect();
            assert_eq!(call(&IDENTITY, &input), Ok(input));
        }
    }
}
