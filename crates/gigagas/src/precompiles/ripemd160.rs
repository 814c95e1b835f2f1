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
    out[12..32].copy_from_slice(&ripemd160::digest(routes.ripemd160.at(input.len()), input));
    Ok(32)
}

#[cfg(test)]
mod tests {
    use crate::{
        precompiles::testing::{call, hex},
        table::RIPEMD160,
    };

    /// The authors' own examples; 12 zero bytes come first.
    #[test]
    fn published_digests() {
        let cases: [(&[u8], &str); 3] = [
            (b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
            (b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            (b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
        ];
        for (input, digest) in cases {
            let expected = hex(&alloc::format!("{} {digest}", "00".repeat(12)));
            assert_eq!(call(&RIPEMD160, input), Ok(expected));
        }
    }
}
