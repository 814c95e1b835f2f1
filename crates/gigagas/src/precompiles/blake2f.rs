//! BLAKE2F (0x09), since Istanbul — EIP-152: the compression function F of BLAKE2b (RFC 7693 §3.2).
//!
//! input  = rounds\[4, big-endian\] | h\[64\] | m\[128\] | t0\[8\] | t1\[8\] | f\[1\]     words little-endian
//! output = h\[64\]
//! halts  = Length (not 213 bytes), Encoding (f is neither 0 nor 1)

use gigagas_math::hash::blake2b;

use crate::{
    codec::{self, Reader},
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("rounds", 4, "number of rounds, big-endian"),
        field("h", 64, "state: 8 words of 8 bytes, little-endian"),
        field("m", 128, "message block: 16 words of 8 bytes, little-endian"),
        field("t0", 8, "offset counter, low word, little-endian"),
        field("t1", 8, "offset counter, high word, little-endian"),
        field("f", 1, "1 for the final block, else 0"),
    ],
    OtherLengths::Halt,
);

/// EIP-152.
pub(crate) const PRICE: Price = Price::PerRound { base: 0, round: 1 };

pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 213)?;
    let mut reader = Reader::new(input);
    let rounds = u32::from_be_bytes(reader.bytes());
    let hmt = reader.in_place();
    let [f] = reader.bytes::<1>();
    reader.require(f <= 1, "f", 1, "be 0 or 1")?;
    let (out, _) = out.split_first_chunk_mut().expect("the table reserves 64 bytes");
    blake2b::compress(routes.blake2f, rounds, hmt, f == 1, out);
    Ok(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_final_flag_is_placed_at_the_last_byte() {
        let mut input = [0; 213];
        input[212] = 2;
        let halt = run(&Routes::preferred(), &input, &mut [0; 64]).unwrap_err();
        assert_eq!(alloc::format!("{halt}"), "f (bytes 212..213) must be 0 or 1");
    }
}
