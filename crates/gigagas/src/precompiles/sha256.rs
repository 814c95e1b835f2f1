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
    out[..32].copy_from_slice(&sha256::digest(routes.sha256.at(input.len()), input));
    Ok(32)
}

#[cfg(test)]
mod tests {
    use crate::{
        precompiles::testing::{call, hex},
        table::SHA256,
    };

    /// FIPS 180-2 appendix B and the empty message.
    #[test]
    fn published_digests() {
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let cases: [(&[u8], &str); 3] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        ];
        for (input, digest) in cases {
            assert_eq!(call(&SHA256, input), Ok(hex(digest)));
        }
    }
}
