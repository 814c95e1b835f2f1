//! SSE2, which every x86-64 has: the end of a message in registers.
//!
//! The portable way, to copy the rest of the message to a buffer and to hash that, costs a call of
//! `memcpy` and loads that wait for narrower stores; for one block that is a tenth of RIPEMD-160 and
//! more of SHA-256.

use core::arch::x86_64::*;

/// A block of 64 bytes.
pub(super) type Block = [__m128i; 4];

/// The block, from memory.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load(block: &[u8; 64]) -> Block {
    let [a, b, c, d] = core::array::from_fn(|i| load_128(&block.as_chunks().0[i]));
    [a, b, c, d]
}

/// The last block or two of a message hashed in blocks of 64 bytes: `tail` ‖ 0x80 ‖ 0…0 ‖ `length`,
/// where `tail` has less than 64 bytes.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn last_blocks(tail: &[u8], length: [u8; 8]) -> (Block, Option<Block>) {
    let zero = _mm_setzero_si128();
    let length = _mm_set_epi64x(i64::from_le_bytes(length), 0);
    let [a, b, c, d] = padded(tail);
    if tail.len() < 56 {
        ([a, b, c, _mm_or_si128(d, length)], None)
    } else {
        ([a, b, c, d], Some([zero, zero, zero, length]))
    }
}

/// `tail` ‖ 0x80 ‖ 0…0.
#[inline]
#[target_feature(enable = "sse2")]
fn padded(tail: &[u8]) -> Block {
    let zero = _mm_setzero_si128();
    let (lanes, rest) = tail.as_chunks();
    let last = padded_lane(rest);
    match lanes {
        [] => [last, zero, zero, zero],
        [a] => [load_128(a), last, zero, zero],
        [a, b] => [load_128(a), load_128(b), last, zero],
        [a, b, c, ..] => [load_128(a), load_128(b), load_128(c), last],
    }
}

/// `rest` ‖ 0x80 ‖ 0…0 for less than 16 bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn padded_lane(rest: &[u8]) -> __m128i {
    let mark = |bytes: usize| 0x80_u64 << (8 * bytes);
    let (low, high) = match (rest.first_chunk(), rest.last_chunk()) {
        (Some(first), Some(last)) => {
            // The second load overlaps the first by 16 - len bytes, of at least 1.
            let high = u64::from_le_bytes(*last) >> (8 * (15 - rest.len())) >> 8;
            (u64::from_le_bytes(*first), high | mark(rest.len() - 8))
        }
        _ => (short(rest) | mark(rest.len()), 0),
    };
    _mm_set_epi64x(high.cast_signed(), low.cast_signed())
}

/// Less than 8 bytes as a little-endian integer.
#[inline]
fn short(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u64::from(first) | u64::from(last) << (8 * (bytes.len() - 4));
    }
    let [.., last] = bytes else { return 0 };
    // 1, 2 or 3 bytes: the first, the middle and the last, which may be the same.
    let middle = bytes.len() / 2;
    u64::from(bytes[0])
        | u64::from(bytes[middle]) << (8 * middle)
        | u64::from(*last) << (8 * (bytes.len() - 1))
}

/// 16 bytes from memory.
#[inline]
#[target_feature(enable = "sse2")]
fn load_128(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 readable bytes; the load asks for no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// 16 bytes to memory.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn store_128(bytes: &mut [u8; 16], value: __m128i) {
    // SAFETY: 16 writable bytes; the store asks for no alignment.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), value) }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn padding_is_that_of_the_text() {
        let message: Vec<u8> = (1..64).collect();
        for len in 0..64 {
            let length = [0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8];
            let mut expected = message[..len].to_vec();
            expected.push(0x80);
            while expected.len() % 64 != 56 {
                expected.push(0);
            }
            expected.extend(length);
            // SAFETY: every x86-64 has SSE2.
            let (first, second) = unsafe { last_blocks(&message[..len], length) };
            let mut got = Vec::new();
            for lane in [Some(first), second].into_iter().flatten().flatten() {
                let mut bytes = [0; 16];
                // SAFETY: every x86-64 has SSE2.
                unsafe { store_128(&mut bytes, lane) };
                got.extend(bytes);
            }
            assert_eq!(got, expected, "{len} bytes");
        }
    }
}
