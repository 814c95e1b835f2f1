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

/// The number of rounds that the call data asks for.
pub(crate) fn rounds(input: &[u8]) -> u32 {
    let mut rounds = [0; 4];
    let given = input.len().min(4);
    rounds[..given].copy_from_slice(&input[..given]);
    u32::from_be_bytes(rounds)
}

pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 213)?;
    let mut reader = Reader::new(input);
    let rounds = u32::from_be_bytes(reader.bytes());
    let hmt = reader.in_place();
    let [f] = reader.bytes::<1>();
    reader.require(f <= 1, "f", 1, "be 0 or 1")?;
    let (out, _) = out.split_first_chunk_mut().expect("the table reserves 64 bytes");
    blake2b::compress(routes.blake2f.at(rounds as usize), rounds, hmt, f == 1, out);
    Ok(64)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{
        precompiles::testing::{call, hex, message},
        table::BLAKE2F,
    };

    /// EIP-152's test vectors: "abc" under an unkeyed BLAKE2b-512.
    fn abc(rounds: u32, f: u8) -> Vec<u8> {
        let h = "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5
                 d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b";
        let m = alloc::format!("616263{}", "00".repeat(125));
        hex(&alloc::format!("{rounds:08x} {h} {m} 0300000000000000 0000000000000000 {f:02x}"))
    }

    #[test]
    fn the_vectors_of_eip_152() {
        let cases = [
            (
                (0, 1),
                "08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5
                 d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b",
            ),
            (
                (12, 1),
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1
                 7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
            ),
            (
                (12, 0),
                "75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752
                 98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735",
            ),
            (
                (1, 1),
                "b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb
                 a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421",
            ),
        ];
        for ((rounds, f), expected) in cases {
            assert_eq!(call(&BLAKE2F, &abc(rounds, f)), Ok(hex(expected)), "{rounds} {f}");
        }
    }

    #[test]
    fn other_lengths_halt() {
        for len in [0, 1, 212, 214, 426] {
            let expected = alloc::format!("the input is {len} bytes long; it must be exactly 213");
            assert_eq!(message(&BLAKE2F, &alloc::vec![0; len]), expected);
        }
    }

    #[test]
    fn a_bad_final_flag_is_placed_at_the_last_byte() {
        for f in [2, 0x80, 0xff] {
            assert_eq!(message(&BLAKE2F, &abc(1, f)), "f (bytes 212..213) must be 0 or 1");
        }
    }
}
