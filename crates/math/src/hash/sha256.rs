//! SHA-256 (FIPS 180-4).
//!
//! The crate `sha2` has the SHA-2 instructions of ARMv8 and of x86; on x86 its fixed part for each call
//! (a copy for the padding, a test of the CPU, the initial state turned around) costs as much as a
//! block, hence `shani`.
//!
//! Tried and lost: the portable code compiled for BMI1 and BMI2 (a twentieth faster than without,
//! and every such CPU that is still made has SHA-NI).

use super::sha512;
use crate::backend::backends;
#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64, cpu};

backends! {
    "SHA-256";
    Portable = "portable",
    Sha2Crate = "sha2",
    #[cfg(target_arch = "x86_64")]
    ShaNi(cpu::ShaNi) = "shani",
}

/// SHA-256 of `input`, 32 bytes.
#[must_use]
pub fn digest(backend: Backend, input: &[u8]) -> [u8; 32] {
    match backend {
        Backend::Portable => digest_with(input, compress),
        Backend::Sha2Crate => digest_with(input, sha2::block_api::compress256),
        #[cfg(target_arch = "x86_64")]
        Backend::ShaNi(w) => x86_64::shani::sha256(w, input),
    }
}

/// The high half of each word: SHA-256 takes the first 32 bits of the fractions of which SHA-512
/// takes 64, of the same roots of the same primes (FIPS 180-4 sections 4.2.2 and 5.3.3).
const fn high_halves<const N: usize>(wide: &[u64]) -> [u32; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = (wide[i] >> 32) as u32;
        i += 1;
    }
    words
}

/// The initial state. BLAKE2s has the same.
pub(crate) const IV: [u32; 8] = high_halves(&sha512::IV);

/// The round constants.
pub(crate) const K: [u32; 64] = high_halves(&sha512::K);

#[inline(always)]
fn digest_with(input: &[u8], compress: impl Fn(&mut [u32; 8], &[[u8; 64]])) -> [u8; 32] {
    let mut state = IV;
    let (blocks, tail) = input.as_chunks();
    if !blocks.is_empty() {
        compress(&mut state, blocks);
    }
    let (blocks, n) = super::padded_tail(tail, (8 * input.len() as u64).to_be_bytes());
    compress(&mut state, &blocks[..n]);
    let mut out = [0; 32];
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    out
}

/// The compression function over whole blocks (FIPS 180-4 section 6.2.2).
fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    for block in blocks {
        let mut w = [0; 16];
        for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut v = *state;
        for k in K.as_chunks::<16>().0 {
            macro_rules! rounds {
                ($($t:literal)+) => {$(
                    round(&mut v, $t, k[$t].wrapping_add(w[$t]));
                    w[$t] = schedule(&w, $t);
                )+};
            }
            rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        for (s, v) in state.iter_mut().zip(v) {
            *s = s.wrapping_add(v);
        }
    }
}

/// W is kept as a ring: the word just used, t modulo 16, becomes the one 16 rounds later.
#[inline(always)]
fn schedule(w: &[u32; 16], t: usize) -> u32 {
    let a = w[(t + 1) % 16];
    let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
    let b = w[(t + 14) % 16];
    let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
    w[t].wrapping_add(a).wrapping_add(w[(t + 9) % 16]).wrapping_add(b)
}

/// Round t; instead of moving the eight variables, their places move by one each round.
#[inline(always)]
fn round(v: &mut [u32; 8], t: usize, kw: u32) {
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i + 8 - t % 8) % 8);
    let big1 = v[e].rotate_right(6) ^ v[e].rotate_right(11) ^ v[e].rotate_right(25);
    let choose = (v[e] & v[f]) ^ (!v[e] & v[g]);
    let t1 = v[h].wrapping_add(kw).wrapping_add(choose).wrapping_add(big1);
    let big0 = v[a].rotate_right(2) ^ v[a].rotate_right(13) ^ v[a].rotate_right(22);
    let majority = (v[a] & v[b]) ^ (v[c] & (v[a] ^ v[b]));
    v[d] = v[d].wrapping_add(t1);
    v[h] = t1.wrapping_add(big0).wrapping_add(majority);
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{
        backend::Backend as _,
        hash::testing::{bytes, lengths},
    };

    /// FIPS 180-2 appendix B and the empty message.
    #[test]
    fn published() {
        let million_a = vec![b'a'; 1_000_000];
        let cases: [(&[u8], &str); 4] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
            (&million_a, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ];
        for backend in Backend::available() {
            for (input, expected) in cases {
                assert_eq!(hex::encode(digest(backend, input)), expected, "{backend:?}");
            }
        }
    }

    #[test]
    fn backends_agree_at_every_length() {
        for len in lengths(64) {
            let input = bytes(len as u64, len);
            let expected: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(&input).into();
            for backend in Backend::available() {
                assert_eq!(digest(backend, &input), expected, "{backend:?}, {len} bytes");
            }
        }
    }

    #[test]
    fn every_alignment() {
        let input = bytes(1, 64 + 200);
        for backend in Backend::available() {
            for offset in 0..64 {
                let input = &input[offset..offset + 200];
                assert_eq!(digest(backend, input), digest(Backend::Portable, input), "{backend:?}");
            }
        }
    }
}
