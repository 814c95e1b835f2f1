//! Keccak and SHA-3 (FIPS 202).
//!
//! `bmi2` is the portable code with `andn` and `rorx`. Hand-scheduled assembly is known to be a seventh
//! faster, which is less than a hundredth of what an `ecrecover` costs.

use crate::backend::backends;
#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64, cpu};

backends! {
    "the Keccak permutation";
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Bmi2(cpu::Bmi2) = "bmi2",
}

/// The byte after the message: the first bit of the padding alone.
const KECCAK: u8 = 0x01;
/// The byte after the message in SHA-3: the suffix 01, then the first bit of the padding.
const SHA3: u8 = 0x06;

/// Keccak-256 of `input` (the pre-standard padding that Ethereum uses).
#[must_use]
pub fn keccak256(backend: Backend, input: &[u8]) -> [u8; 32] {
    sponge::<136, 32>(backend, KECCAK, input)
}

/// Keccak-512 of `input` (pre-standard padding).
#[must_use]
pub fn keccak512(backend: Backend, input: &[u8]) -> [u8; 64] {
    sponge::<72, 64>(backend, KECCAK, input)
}

/// SHA3-256 of `input`.
#[must_use]
pub fn sha3_256(backend: Backend, input: &[u8]) -> [u8; 32] {
    sponge::<136, 32>(backend, SHA3, input)
}

/// SHA3-512 of `input`.
#[must_use]
pub fn sha3_512(backend: Backend, input: &[u8]) -> [u8; 64] {
    sponge::<72, 64>(backend, SHA3, input)
}

#[inline(always)]
fn sponge<const RATE: usize, const OUT: usize>(
    backend: Backend,
    suffix: u8,
    input: &[u8],
) -> [u8; OUT] {
    match backend {
        Backend::Portable => sponge_with::<RATE, OUT>(suffix, input, permute),
        #[cfg(target_arch = "x86_64")]
        Backend::Bmi2(w) => {
            sponge_with::<RATE, OUT>(suffix, input, |state| x86_64::bmi2::keccak(w, state))
        }
    }
}

/// The sponge with a rate of RATE bytes and one squeeze of OUT <= RATE bytes (FIPS 202 section 4).
#[inline(always)]
fn sponge_with<const RATE: usize, const OUT: usize>(
    suffix: u8,
    input: &[u8],
    permute: impl Fn(&mut [u64; 25]),
) -> [u8; OUT] {
    let mut state = [0; 25];
    let (blocks, tail) = input.as_chunks::<RATE>();
    for block in blocks {
        absorb(&mut state, block);
        permute(&mut state);
    }
    let mut last = [0; RATE];
    last[..tail.len()].copy_from_slice(tail);
    last[tail.len()] = suffix;
    last[RATE - 1] |= 0x80;
    absorb(&mut state, &last);
    permute(&mut state);
    let mut out = [0; OUT];
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    out
}

#[inline(always)]
fn absorb(state: &mut [u64; 25], block: &[u8]) {
    for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
        *word ^= u64::from_le_bytes(*bytes);
    }
}

/// The round constants (FIPS 202 section 3.2.5): bit 2ʲ − 1 of constant i is the bit number 7·i + j
/// that the register x⁸ + x⁶ + x⁵ + x⁴ + 1 puts out.
const ROUND_CONSTANTS: [u64; 24] = {
    let mut constants = [0; 24];
    let mut register = 1_u16;
    let mut n = 0;
    while n < 24 * 7 {
        if register & 1 != 0 {
            constants[n / 7] |= 1 << ((1_u32 << (n % 7)) - 1);
        }
        register <<= 1;
        if register & 0x100 != 0 {
            register ^= 0x171;
        }
        n += 1;
    }
    constants
};

/// How far ρ rotates each lane x + 5·y (FIPS 202 section 3.2.2).
const ROTATIONS: [u32; 25] = {
    let mut rotations = [0; 25];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        rotations[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    rotations
};

/// Keccak-f\[1600\] on the lanes x + 5·y, portable (FIPS 202 section 3.3).
#[inline(always)]
pub(crate) fn permute(state: &mut [u64; 25]) {
    let mut a = *state;
    for constant in ROUND_CONSTANTS {
        // θ
        let mut c = [0; 5];
        for x in 0..5 {
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        }
        let mut d = [0; 5];
        for x in 0..5 {
            d[x] = c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
        }
        // ρ and π
        let mut b = [0; 25];
        for y in 0..5 {
            for x in 0..5 {
                let i = x + 5 * y;
                b[y + 5 * ((2 * x + 3 * y) % 5)] = (a[i] ^ d[x]).rotate_left(ROTATIONS[i]);
            }
        }
        // χ
        for y in [0, 5, 10, 15, 20] {
            for x in 0..5 {
                a[y + x] = b[y + x] ^ (!b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
            }
        }
        // ι
        a[0] ^= constant;
    }
    *state = a;
}

#[cfg(test)]
mod tests {
    use sha3::Digest as _;

    use super::*;
    use crate::{
        backend::Backend as _,
        hash::testing::{bytes, lengths},
    };

    /// FIPS 202's examples of the empty message and "abc", and Ethereum's hashes of nothing and of
    /// the encoding of nothing.
    #[test]
    fn published() {
        for backend in Backend::available() {
            let keccak256 = |input: &[u8]| hex::encode(keccak256(backend, input));
            let sha3_256 = |input: &[u8]| hex::encode(sha3_256(backend, input));
            let sha3_512 = |input: &[u8]| hex::encode(sha3_512(backend, input));
            assert_eq!(
                keccak256(b""),
                "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
            );
            assert_eq!(
                keccak256(&[0x80]),
                "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"
            );
            assert_eq!(
                sha3_256(b""),
                "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"
            );
            assert_eq!(
                sha3_256(b"abc"),
                "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
            );
            assert_eq!(
                sha3_512(b"abc"),
                "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e\
                 10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"
            );
            assert_eq!(
                hex::encode(keccak512(backend, b"")),
                "0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304\
                 c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e"
            );
        }
    }

    #[test]
    fn backends_agree_at_every_length() {
        for len in lengths(136).chain(lengths(72)) {
            let input = bytes(len as u64, len);
            let expected = (
                <[u8; 32]>::from(sha3::Keccak256::digest(&input)),
                <[u8; 64]>::from(sha3::Keccak512::digest(&input)),
                <[u8; 32]>::from(sha3::Sha3_256::digest(&input)),
                <[u8; 64]>::from(sha3::Sha3_512::digest(&input)),
            );
            for backend in Backend::available() {
                let got = (
                    keccak256(backend, &input),
                    keccak512(backend, &input),
                    sha3_256(backend, &input),
                    sha3_512(backend, &input),
                );
                assert_eq!(got, expected, "{backend:?}, {len} bytes");
            }
        }
    }
}
