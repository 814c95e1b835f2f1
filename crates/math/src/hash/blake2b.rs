//! The BLAKE2b compression function F (RFC 7693 section 3.2).
//!
//! `neon` is there by name and tested, but not preferred: with 64-bit rotations of one cycle and registers
//! enough for the whole state, aarch64 runs the portable code near the length of its chain, and vectors of
//! two words have slower rotations. That is an argument; no aarch64 machine has been measured.

use super::sha512::IV;
use crate::backend::backends;
#[cfg(target_arch = "aarch64")]
use crate::{arch::aarch64, cpu};
#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64, cpu};

backends! {
    "BLAKE2b F";
    #[cfg(target_arch = "aarch64")]
    Neon(cpu::Neon) = "neon",
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2) = "avx2",
    #[cfg(target_arch = "x86_64")]
    Avx512Vl(cpu::Avx512Vl) = "avx512vl",
}

/// `out` := F(h, m, t, last) with `rounds` rounds.
///
/// `hmt`: the 8 words of h, the 16 of m and the 2 of t (the byte counter, low word first), each 8
/// bytes, little-endian, one after the other as in EIP-152; `out`: 8 words alike. 12 rounds are BLAKE2b's; the message schedule repeats after 10. With 0 rounds `out` is
/// not h: F ends with h ^ v\[..8\] ^ v\[8..\].
pub fn compress(backend: Backend, rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    match backend {
        #[cfg(target_arch = "aarch64")]
        Backend::Neon(w) => aarch64::neon::blake2b(w, rounds, hmt, last, out),
        Backend::Portable => portable(rounds, hmt, last, out),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(w) => x86_64::avx2::blake2b(w, rounds, hmt, last, out),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vl(w) => x86_64::avx512vl::blake2b(w, rounds, hmt, last, out),
    }
}

/// The message schedule (RFC 7693 section 2.7). BLAKE2s has the same.
pub(crate) const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

fn portable(rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    let h: [u64; 8] = words(&hmt[..64]);
    let m = words(&hmt[64..192]);
    let [t_low, t_high] = words(&hmt[192..]);
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t_low;
    v[13] ^= t_high;
    if last {
        v[14] = !v[14];
    }
    let mut left = rounds;
    macro_rules! round_if_left {
        ($($round:literal)+) => {$(
            if left == 0 {
                break;
            }
            left -= 1;
            round::<$round>(&mut v, &m);
        )+};
    }
    loop {
        round_if_left!(0 1 2 3 4 5 6 7 8 9);
    }
    for (i, bytes) in out.as_chunks_mut().0.iter_mut().enumerate() {
        *bytes = (h[i] ^ v[i] ^ v[i + 8]).to_le_bytes();
    }
}

#[inline(always)]
fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let bytes = bytes.as_chunks().0;
    core::array::from_fn(|i| u64::from_le_bytes(bytes[i]))
}

#[inline(always)]
fn round<const ROUND: usize>(v: &mut [u64; 16], m: &[u64; 16]) {
    let s = SIGMA[ROUND];
    for i in 0..4 {
        g(v, [i, i + 4, i + 8, i + 12], m[s[2 * i]], m[s[2 * i + 1]]);
    }
    for i in 0..4 {
        let diagonal = [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12];
        g(v, diagonal, m[s[8 + 2 * i]], m[s[8 + 2 * i + 1]]);
    }
}

/// The mixing function G (RFC 7693 section 3.1).
#[inline(always)]
fn g(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(x).wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(y).wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use blake2::Digest as _;

    use super::*;
    use crate::{backend::Backend as _, hash::testing::bytes};

    /// Unkeyed BLAKE2b-512 on top of F.
    fn blake2b_512(backend: Backend, input: &[u8]) -> [u8; 64] {
        let mut h = initial();
        let n = input.len().div_ceil(128).max(1);
        for i in 0..n {
            let end = input.len().min(128 * (i + 1));
            let hmt = hmt(&h, &input[128 * i..end], end as u128);
            compress(backend, 12, &hmt, i == n - 1, &mut h);
        }
        h
    }

    /// The argument of F; `m` is zero-extended.
    fn hmt(h: &[u8; 64], m: &[u8], t: u128) -> [u8; 208] {
        let mut hmt = [0; 208];
        hmt[..64].copy_from_slice(h);
        hmt[64..64 + m.len()].copy_from_slice(m);
        hmt[192..].copy_from_slice(&t.to_le_bytes());
        hmt
    }

    /// The state before the first block of unkeyed BLAKE2b-512.
    fn initial() -> [u8; 64] {
        let mut h = [0; 64];
        for (bytes, word) in h.as_chunks_mut().0.iter_mut().zip(IV) {
            *bytes = word.to_le_bytes();
        }
        for (byte, parameter) in h.iter_mut().zip([64, 0, 1, 1]) {
            *byte ^= parameter;
        }
        h
    }

    /// RFC 7693 appendix A.
    #[test]
    fn published() {
        for backend in Backend::available() {
            assert_eq!(
                hex::encode(blake2b_512(backend, b"abc")),
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                 7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
            );
        }
    }

    /// EIP-152, vectors 4 to 7: 0 rounds, 12, 12 without the flag, 1.
    #[test]
    fn eip_152() {
        let cases = [
            (
                0,
                true,
                "08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5\
                 d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b",
            ),
            (
                12,
                true,
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                 7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
            ),
            (
                12,
                false,
                "75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752\
                 98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735",
            ),
            (
                1,
                true,
                "b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb\
                 a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421",
            ),
        ];
        let hmt = hmt(&initial(), b"abc", 3);
        for backend in Backend::available() {
            for (rounds, last, expected) in cases {
                let mut out = [0; 64];
                compress(backend, rounds, &hmt, last, &mut out);
                assert_eq!(hex::encode(out), expected, "{backend:?}, {rounds} rounds");
            }
        }
    }

    /// RFC 7693 section 3.2 word for word.
    fn model(rounds: u32, hmt: &[u8; 208], last: bool) -> [u8; 64] {
        let hmt: [u64; 26] = words(hmt);
        let (h, m) = (&hmt[..8], &hmt[8..24]);
        let mut v: Vec<u64> = h.iter().copied().chain(IV).collect();
        v[12] ^= hmt[24];
        v[13] ^= hmt[25];
        v[14] ^= if last { u64::MAX } else { 0 };
        for i in 0..rounds as usize {
            let s = SIGMA[i % 10];
            let mut g = |a: usize, b: usize, c: usize, d: usize, x: u64, y: u64| {
                for (word, r1, r2) in [(x, 32, 24), (y, 16, 63)] {
                    v[a] = v[a].wrapping_add(v[b]).wrapping_add(word);
                    v[d] = (v[d] ^ v[a]).rotate_right(r1);
                    v[c] = v[c].wrapping_add(v[d]);
                    v[b] = (v[b] ^ v[c]).rotate_right(r2);
                }
            };
            g(0, 4, 8, 12, m[s[0]], m[s[1]]);
            g(1, 5, 9, 13, m[s[2]], m[s[3]]);
            g(2, 6, 10, 14, m[s[4]], m[s[5]]);
            g(3, 7, 11, 15, m[s[6]], m[s[7]]);
            g(0, 5, 10, 15, m[s[8]], m[s[9]]);
            g(1, 6, 11, 12, m[s[10]], m[s[11]]);
            g(2, 7, 8, 13, m[s[12]], m[s[13]]);
            g(3, 4, 9, 14, m[s[14]], m[s[15]]);
        }
        let mut out = [0; 64];
        for (i, bytes) in out.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = (h[i] ^ v[i] ^ v[i + 8]).to_le_bytes();
        }
        out
    }

    #[test]
    fn backends_agree_with_the_text_at_every_number_of_rounds() {
        for rounds in (0..=140).chain([999, 1000, 4096, 10_009]) {
            for last in [false, true] {
                let mut hmt: [u8; 208] = bytes(u64::from(rounds), 208).try_into().unwrap();
                // Full, almost full and random counters.
                match rounds % 3 {
                    0 => hmt[192..].fill(0xff),
                    1 => hmt[192..].copy_from_slice(&(u128::MAX - 1).to_le_bytes()),
                    _ => {}
                }
                let expected = model(rounds, &hmt, last);
                for backend in Backend::available() {
                    let mut out = [0; 64];
                    compress(backend, rounds, &hmt, last, &mut out);
                    assert_eq!(out, expected, "{backend:?}, {rounds} rounds, last: {last}");
                }
            }
        }
    }

    #[test]
    fn bytes_of_one_bit_pattern() {
        for byte in [0x00, 0xff, 0x80, 0x01] {
            for rounds in [0, 1, 10, 11, 12, 30, 100] {
                let hmt = [byte; 208];
                for backend in Backend::available() {
                    let mut out = [0; 64];
                    compress(backend, rounds, &hmt, true, &mut out);
                    assert_eq!(out, model(rounds, &hmt, true), "{backend:?}, {rounds} rounds");
                }
            }
        }
    }

    #[test]
    fn every_alignment() {
        let input = bytes(1, 64 + 208);
        for backend in Backend::available() {
            for offset in 0..64 {
                for rounds in [0, 1, 12, 100] {
                    let hmt = input[offset..].first_chunk().unwrap();
                    let mut out = [0xa5; 64 + 64 + 1];
                    let (place, _) = out[offset..].split_first_chunk_mut().unwrap();
                    compress(backend, rounds, hmt, true, place);
                    assert_eq!(*place, model(rounds, hmt, true), "{backend:?}, offset {offset}");
                    let outside = out[..offset].iter().chain(&out[offset + 64..]);
                    assert!(outside.copied().all(|byte| byte == 0xa5), "{backend:?} wrote outside");
                }
            }
        }
    }

    #[test]
    fn whole_hash_equals_an_unrelated_one() {
        for len in 0..=600 {
            let input = bytes(len as u64, len);
            let expected: [u8; 64] = blake2::Blake2b512::digest(&input).into();
            for backend in Backend::available() {
                assert_eq!(blake2b_512(backend, &input), expected, "{backend:?}, {len} bytes");
            }
        }
    }
}
