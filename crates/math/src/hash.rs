//! Hash functions: one module each, portable code beside the fast backends.

pub mod blake2b;
pub mod blake2s;
pub mod keccak;
pub mod ripemd160;
pub mod sha256;
pub mod sha512;

/// The end of a Merkle–Damgård message, padded: `tail` ‖ 0x80 ‖ 0…0 ‖ `length`.
///
/// `tail` is shorter than a block; `length` is the encoded bit length of the whole message.
/// Returns two blocks and how many of them count (FIPS 180-4 section 5.1).
fn padded_tail<const BLOCK: usize, const LENGTH: usize>(
    tail: &[u8],
    length: [u8; LENGTH],
) -> ([[u8; BLOCK]; 2], usize) {
    let mut blocks = [[0; BLOCK]; 2];
    let n = if tail.len() + 1 + LENGTH <= BLOCK { 1 } else { 2 };
    let bytes = &mut blocks.as_flattened_mut()[..n * BLOCK];
    bytes[..tail.len()].copy_from_slice(tail);
    bytes[tail.len()] = 0x80;
    bytes[n * BLOCK - LENGTH..].copy_from_slice(&length);
    (blocks, n)
}

#[cfg(test)]
mod testing {
    use alloc::vec::Vec;

    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    /// `len` bytes, the same in every run.
    pub(super) fn bytes(seed: u64, len: usize) -> Vec<u8> {
        let mut bytes = alloc::vec![0; len];
        ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
        bytes
    }

    /// Lengths that a hash of `block`-byte blocks can get wrong: all up to 600, then the neighbours
    /// of some larger multiples; under miri, which takes a thousand times as long, the first two blocks.
    pub(super) fn lengths(block: usize) -> impl Iterator<Item = usize> {
        let near = move |k: usize| k * block - 20..=k * block + 20;
        let (all, far) = if cfg!(miri) { (2 * block, &[][..]) } else { (600, &[10, 32, 100][..]) };
        (0..=all).chain(far.iter().copied().flat_map(near))
    }
}
