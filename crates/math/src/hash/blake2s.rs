//! BLAKE2s with a caller-supplied parameter block (RFC 7693; CIP-20).

use super::{blake2b::SIGMA, sha256::IV};
use crate::backend::backends;

backends! {
    "BLAKE2s";
    Portable = "portable",
}

/// The length in bytes of the digest that the parameter block `config` asks for.
///
/// Celo's client took a length of 0 for "the default", 32.
#[must_use]
pub const fn digest_len(config: &[u8; 32]) -> usize {
    match config[0] {
        0 => 32,
        len => len as usize,
    }
}

/// BLAKE2s under the 32-byte parameter block `config`. Returns 32 bytes of which the first
/// [`digest_len`] are the digest, the others zero; None if the parameter block is not usable.
///
/// config (BLAKE2 specification section 2.8, little-endian): digest length, key length, fanout,
/// depth; leaf length\[4\]; node offset\[6\], node depth, inner length; salt\[8\]; personalization\[8\].
/// `input`: the key, as long as `config` says, then the message.
///
/// None as in Celo's client, which is what CIP-20 meant on that chain: if the digest length, the key
/// length or the inner length is over 32, or `input` is shorter than the key. A digest length of 0
/// means 32, also in the block that is hashed. All other fields are taken as they come; the node is
/// never the last of its layer.
#[must_use]
pub fn digest_with_config(backend: Backend, config: &[u8; 32], input: &[u8]) -> Option<[u8; 32]> {
    let (len, key_len, inner_len) = (digest_len(config), usize::from(config[1]), config[15]);
    if len > 32 || key_len > 32 || inner_len > 32 {
        return None;
    }
    let (key, message) = input.split_at_checked(key_len)?;
    let mut out = match backend {
        Backend::Portable => digest(config, key, message),
    };
    out[len..].fill(0);
    Some(out)
}

fn digest(config: &[u8; 32], key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut config = *config;
    if config[0] == 0 {
        config[0] = 32;
    }
    let mut h = IV;
    for (word, bytes) in h.iter_mut().zip(config.as_chunks().0) {
        *word ^= u32::from_le_bytes(*bytes);
    }
    let mut t = 0;
    if !key.is_empty() {
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(key);
        t = 64;
        compress(&mut h, &block, t, message.is_empty());
    }
    // The last block is the one that ends the message, full or not; it is compressed apart.
    let whole = message.len().saturating_sub(1) / 64;
    let (blocks, tail) = message.split_at(64 * whole);
    for block in blocks.as_chunks().0 {
        t += 64;
        compress(&mut h, block, t, false);
    }
    if !tail.is_empty() || key.is_empty() {
        let mut block = [0; 64];
        block[..tail.len()].copy_from_slice(tail);
        compress(&mut h, &block, t + tail.len() as u64, true);
    }
    let mut out = [0; 32];
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(h) {
        *bytes = word.to_le_bytes();
    }
    out
}

/// h := F(h, block, t, last) (RFC 7693 section 3.2).
fn compress(h: &mut [u32; 8], block: &[u8; 64], t: u64, last: bool) {
    let mut m = [0; 16];
    for (word, bytes) in m.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let mut v = [0; 16];
    v[..8].copy_from_slice(h);
    v[8..].copy_from_slice(&IV);
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the counter")]
    let [low, high] = [t as u32, (t >> 32) as u32];
    v[12] ^= low;
    v[13] ^= high;
    if last {
        v[14] = !v[14];
    }
    for s in &SIGMA {
        for i in 0..4 {
            g(&mut v, [i, i + 4, i + 8, i + 12], m[s[2 * i]], m[s[2 * i + 1]]);
        }
        for i in 0..4 {
            let diagonal = [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12];
            g(&mut v, diagonal, m[s[8 + 2 * i]], m[s[8 + 2 * i + 1]]);
        }
    }
    for i in 0..8 {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

/// The mixing function G (RFC 7693 section 3.1).
#[inline(always)]
fn g(v: &mut [u32; 16], [a, b, c, d]: [usize; 4], x: u32, y: u32) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use blake2::{
        Blake2s256, Blake2sMac,
        digest::{Digest as _, FixedOutput as _, Update as _, consts::U20},
    };

    use super::*;
    use crate::{backend::Backend as _, hash::testing::bytes};

    /// BLAKE2s-256: no key, sequential.
    const DEFAULT: [u8; 32] = {
        let mut config = [0; 32];
        (config[0], config[2], config[3]) = (32, 1, 1);
        config
    };

    /// RFC 7693 appendix B.
    #[test]
    fn published() {
        for backend in Backend::available() {
            let digest = digest_with_config(backend, &DEFAULT, b"abc").unwrap();
            assert_eq!(
                hex::encode(digest),
                "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"
            );
        }
    }

    /// Official BLAKE2s vectors: the key 00 01 … 1f, messages of the bytes 00 01 ….
    #[test]
    fn published_keyed() {
        let cases = [
            (0, "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49"),
            (1, "40d15fee7c328830166ac3f918650f807e7e01e177258cdc0a39b11f598066f1"),
            (255, "3fb735061abc519dfe979e54c1ee5bfad0a9d858b3315bad34bde999efd724dd"),
        ];
        let input: Vec<u8> = (0..32).chain(0..=255).collect();
        let mut config = DEFAULT;
        config[1] = 32;
        for backend in Backend::available() {
            for (len, expected) in cases {
                let digest = digest_with_config(backend, &config, &input[..32 + len]).unwrap();
                assert_eq!(hex::encode(digest), expected, "{len} bytes");
            }
        }
    }

    #[test]
    fn equals_an_unrelated_one_at_every_length() {
        for len in 0..=600 {
            let input = bytes(len as u64, len);
            let expected: [u8; 32] = Blake2s256::digest(&input).into();
            for backend in Backend::available() {
                assert_eq!(digest_with_config(backend, &DEFAULT, &input), Some(expected));
            }
        }
    }

    #[test]
    fn key_salt_and_personalization_equal_an_unrelated_one() {
        let salt = *b"saltsalt";
        let person = *b"person!!";
        let mut config = DEFAULT;
        config[0] = 20;
        config[16..24].copy_from_slice(&salt);
        config[24..].copy_from_slice(&person);
        for key_len in 1..=32_u8 {
            config[1] = key_len;
            let key_len = usize::from(key_len);
            for len in [0, 1, 32, 63, 64, 65, 127, 128, 129, 200] {
                let input = bytes(len as u64, key_len + len);
                let (key, message) = input.split_at(key_len);
                let mut mac =
                    Blake2sMac::<U20>::new_with_salt_and_personal(Some(key), &salt, &person)
                        .unwrap();
                mac.update(message);
                let mut expected = [0; 32];
                expected[..20].copy_from_slice(&mac.finalize_fixed());
                for backend in Backend::available() {
                    let got = digest_with_config(backend, &config, &input);
                    assert_eq!(got, Some(expected), "key {key_len}, message {len}");
                }
            }
        }
    }

    #[test]
    fn refused_parameter_blocks() {
        let input = [7; 64];
        let with = |place: usize, value: u8| {
            let mut config = DEFAULT;
            config[place] = value;
            digest_with_config(Backend::Portable, &config, &input)
        };
        for place in [0, 1, 15] {
            assert!(with(place, 32).is_some(), "byte {place}");
            assert!(with(place, 33).is_none(), "byte {place}");
            assert!(with(place, 255).is_none(), "byte {place}");
        }
        for place in (2..15).chain(16..32) {
            assert!(with(place, 255).is_some(), "byte {place}");
        }
        let mut config = DEFAULT;
        config[1] = 32;
        assert!(digest_with_config(Backend::Portable, &config, &input[..31]).is_none());
        assert!(digest_with_config(Backend::Portable, &config, &input[..32]).is_some());
    }

    #[test]
    fn a_digest_length_of_zero_is_32() {
        let mut config = DEFAULT;
        config[0] = 0;
        assert_eq!(digest_len(&config), 32);
        assert_eq!(
            digest_with_config(Backend::Portable, &config, b"abc"),
            digest_with_config(Backend::Portable, &DEFAULT, b"abc")
        );
    }
}
