//! Hashes: unrelated crates, and BLAKE2 written out from RFC 7693.

use ripemd::Digest as _;
use tiny_keccak::{Hasher as _, Keccak, Sha3};

/// FIPS 180-4.
#[must_use]
pub fn sha256(data: &[u8]) -> [u8; 32] {
    hmac_sha256::Hash::hash(data)
}

/// FIPS 180-4.
#[must_use]
pub fn sha512(data: &[u8]) -> [u8; 64] {
    hmac_sha512::Hash::hash(data)
}

/// RIPEMD-160.
#[must_use]
pub fn ripemd160(data: &[u8]) -> [u8; 20] {
    ripemd::Ripemd160::digest(data).into()
}

macro_rules! sponges {
    ($($name:ident: $start:expr, $len:literal, $about:literal;)+) => {
        $(
            #[doc = $about]
            #[must_use]
            pub fn $name(data: &[u8]) -> [u8; $len] {
                let mut out = [0; $len];
                let mut hasher = $start;
                hasher.update(data);
                hasher.finalize(&mut out);
                out
            }
        )+
    };
}

sponges! {
    keccak256: Keccak::v256(), 32, "Keccak-256 with the padding of before FIPS 202.";
    keccak512: Keccak::v512(), 64, "Keccak-512 with the padding of before FIPS 202.";
    sha3_256: Sha3::v256(), 32, "FIPS 202.";
    sha3_512: Sha3::v512(), 64, "FIPS 202.";
}

/// RFC 7693 section 2.7.
const SIGMA: [[usize; 16]; 10] = [
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

/// The square roots' fractions that SHA-512 and BLAKE2b start from; BLAKE2s takes the upper halves.
const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

macro_rules! compression {
    ($name:ident: $word:ty, rotations $rotations:expr, iv $iv:expr, $about:literal) => {
        #[doc = $about]
        pub fn $name(rounds: u32, h: &mut [$word; 8], m: &[$word; 16], t: [$word; 2], last: bool) {
            const COLUMNS_THEN_DIAGONALS: [[usize; 4]; 8] = [
                [0, 4, 8, 12],
                [1, 5, 9, 13],
                [2, 6, 10, 14],
                [3, 7, 11, 15],
                [0, 5, 10, 15],
                [1, 6, 11, 12],
                [2, 7, 8, 13],
                [3, 4, 9, 14],
            ];
            let mut v: Vec<$word> = h.iter().copied().chain($iv).collect();
            v[12] ^= t[0];
            v[13] ^= t[1];
            if last {
                v[14] = !v[14];
            }
            for round in 0..rounds {
                let s = &SIGMA[round as usize % 10];
                for (i, [a, b, c, d]) in COLUMNS_THEN_DIAGONALS.into_iter().enumerate() {
                    let [r1, r2, r3, r4] = $rotations;
                    for (x, to_d, to_b) in [(m[s[2 * i]], r1, r2), (m[s[2 * i + 1]], r3, r4)] {
                        v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
                        v[d] = (v[d] ^ v[a]).rotate_right(to_d);
                        v[c] = v[c].wrapping_add(v[d]);
                        v[b] = (v[b] ^ v[c]).rotate_right(to_b);
                    }
                }
            }
            for i in 0..8 {
                h[i] ^= v[i] ^ v[i + 8];
            }
        }
    };
}

compression!(blake2b_f: u64, rotations [32, 24, 16, 63], iv IV,
    "BLAKE2b's F with any number of rounds (RFC 7693 section 3.2, EIP-152).");
compression!(blake2s_f: u32, rotations [16, 12, 8, 7], iv IV.map(|word| (word >> 32) as u32),
    "BLAKE2s' F with any number of rounds (RFC 7693 section 3.2).");

/// The answer of BLAKE2F to 213 bytes whose last is 0 or 1.
#[must_use]
pub fn blake2f(input: &[u8; 213]) -> [u8; 64] {
    let word = |i: usize| {
        let at = 4 + 8 * i;
        input[at..at + 8].iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))
    };
    let rounds = input[..4].iter().fold(0, |n, &byte| (n << 8) | u32::from(byte));
    let mut h = std::array::from_fn(word);
    let m = std::array::from_fn(|i| word(8 + i));
    blake2b_f(rounds, &mut h, &m, [word(24), word(25)], input[212] == 1);
    let mut out = [0; 64];
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = h[i / 8].to_le_bytes()[i % 8];
    }
    out
}

/// BLAKE2s of `input` (key, then message) under a raw parameter block; None if a length in it is over
/// 32 or the key is missing. A digest length of 0 counts as 32, as in Celo's client.
#[must_use]
pub fn blake2s(parameters: &[u8; 32], input: &[u8]) -> Option<Vec<u8>> {
    let mut parameters = *parameters;
    if parameters[0] == 0 {
        parameters[0] = 32;
    }
    let key_len = usize::from(parameters[1]);
    if parameters[0] > 32 || key_len > 32 || parameters[15] > 32 || input.len() < key_len {
        return None;
    }
    let mut data = Vec::new();
    if key_len > 0 {
        data.extend(&input[..key_len]);
        data.resize(64, 0);
    }
    data.extend(&input[key_len..]);
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes
            .chunks(4)
            .map(|c| c.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte)))
            .collect()
    };
    let mut h: [u32; 8] = std::array::from_fn(|i| (IV[i] >> 32) as u32 ^ words(&parameters)[i]);
    let blocks = data.len().div_ceil(64).max(1);
    for i in 0..blocks {
        let mut block = data[64 * i..data.len().min(64 * i + 64)].to_vec();
        let t = u32::try_from(64 * i + block.len()).expect("a short message");
        block.resize(64, 0);
        let m: [u32; 16] = words(&block).try_into().expect("16 words");
        blake2s_f(10, &mut h, &m, [t, 0], i + 1 == blocks);
    }
    let digest: Vec<u8> = h.iter().flat_map(|word| word.to_le_bytes()).collect();
    Some(digest[..usize::from(parameters[0])].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use blake2::{Blake2b512, Blake2s256};

    #[test]
    fn abc() {
        let digests: [(&[u8], &str); 5] = [
            (&sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (&ripemd160(b"abc"), "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            (
                &keccak256(b"abc"),
                "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
            ),
            (&sha3_256(b"abc"), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
            (
                &sha512(b"abc"),
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                 2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
        ];
        for (digest, expected) in digests {
            assert_eq!(crate::field::from_be(digest), crate::field::hex(expected));
        }
    }

    /// The compression function of our own against the whole hash of an unrelated crate.
    #[test]
    fn blake2_of_many_lengths() {
        let mut parameters = [0; 32];
        (parameters[0], parameters[2], parameters[3]) = (32, 1, 1);
        for len in 0..300 {
            let data: Vec<u8> = (0..len).map(|i: u32| i.to_le_bytes()[0]).collect();
            let expected = Blake2s256::digest(&data);
            assert_eq!(blake2s(&parameters, &data).as_deref(), Some(expected.as_slice()));

            let mut h = IV;
            h[0] ^= 0x0101_0040;
            let blocks = data.len().div_ceil(128).max(1);
            for i in 0..blocks {
                let mut block = data[128 * i..data.len().min(128 * i + 128)].to_vec();
                let t = (128 * i + block.len()) as u64;
                block.resize(128, 0);
                let m = std::array::from_fn(|j| {
                    u64::from_le_bytes(block[8 * j..8 * j + 8].try_into().unwrap())
                });
                blake2b_f(12, &mut h, &m, [t, 0], i + 1 == blocks);
            }
            let digest: Vec<u8> = h.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(digest, Blake2b512::digest(&data).as_slice());
        }
    }
}
