//! The BLAKE2b compression function F (RFC 7693 section 3.2).

use super::sha512::IV;
use crate::backend::backends;

backends! {
    "BLAKE2b F";
    Portable = "portable",
}

/// h := F(h, m, t, last) with `rounds` rounds.
///
/// t: the byte counter, low word first. 12 rounds are BLAKE2b's; the message schedule repeats after
/// 10. With 0 rounds h still changes: F ends with h ^ v\[..8\] ^ v\[8..\].
pub fn compress(
    backend: Backend,
    rounds: u32,
    h: &mut [u64; 8],
    m: &[u64; 16],
    t: [u64; 2],
    last: bool,
) {
    match backend {
        Backend::Portable => compress_portable(rounds, h, m, t, last),
    }
}

/// The message schedule (RFC 7693 section 2.7). BLAKE2s has the same.
pub(super) const SIGMA: [[usize; 16]; 10] = [
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

fn compress_portable(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: [u64; 2], last: bool) {
    let mut v = [0; 16];
    v[..8].copy_from_slice(h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t[0];
    v[13] ^= t[1];
    if last {
        v[14] = !v[14];
    }
    for sigma in SIGMA.iter().cycle().take(rounds as usize) {
        round(&mut v, m, sigma);
    }
    for i in 0..8 {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

#[inline(always)]
fn round(v: &mut [u64; 16], m: &[u64; 16], s: &[usize; 16]) {
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
        let mut h = IV;
        h[0] ^= 0x0101_0040;
        let n = input.len().div_ceil(128).max(1);
        for i in 0..n {
            let end = input.len().min(128 * (i + 1));
            let mut block = [0; 128];
            block[..end - 128 * i].copy_from_slice(&input[128 * i..end]);
            let m = core::array::from_fn(|j| u64::from_le_bytes(block.as_chunks().0[j]));
            compress(backend, 12, &mut h, &m, [end as u64, 0], i == n - 1);
        }
        let mut out = [0; 64];
        for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(h) {
            *bytes = word.to_le_bytes();
        }
        out
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
        let mut m = [0; 16];
        m[0] = 0x0063_6261;
        for backend in Backend::available() {
            for (rounds, last, expected) in cases {
                let mut h = IV;
                h[0] ^= 0x0101_0040;
                compress(backend, rounds, &mut h, &m, [3, 0], last);
                let got: Vec<u8> = h.iter().flat_map(|w| w.to_le_bytes()).collect();
                assert_eq!(hex::encode(got), expected, "{backend:?}, {rounds} rounds");
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
