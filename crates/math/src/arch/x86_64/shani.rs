//! SHA-NI: SHA-256.
//!
//! A block is a chain of 32 `sha256rnds2`, 4 cycles each; all else is beside it. What is left to gain
//! is around the blocks: the padding is made in registers ([`super::sse2`]), the initial state is in
//! the order that the instructions want, and there is no test of the CPU, no buffer and no call.

use core::arch::x86_64::*;

use super::sse2::{self, Block, store_128};
use crate::{
    cpu::ShaNi,
    hash::sha256::{IV, K},
};

/// SHA-256 of `input`.
pub(crate) fn sha256(_: ShaNi, input: &[u8]) -> [u8; 32] {
    // SAFETY: the witness says that this CPU has SHA-NI, SSSE3 and SSE4.1.
    unsafe { digest(input) }
}

/// The state as the instructions have it: the words f, e, b, a and h, g, d, c, from low to high.
type State = [__m128i; 2];

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn digest(input: &[u8]) -> [u8; 32] {
    let [a, b, c, d, e, f, g, h] = IV.map(u32::cast_signed);
    let mut state = [_mm_set_epi32(a, b, e, f), _mm_set_epi32(c, d, g, h)];
    let (blocks, tail) = input.as_chunks();
    for block in blocks {
        state = compress(state, sse2::load(block));
    }
    let length = (8 * input.len() as u64).to_be_bytes();
    let (mut block, mut second) = sse2::last_blocks(tail, length);
    loop {
        state = compress(state, block);
        let Some(next) = second.take() else { break };
        block = next;
    }

    // To a, b, c, d and e, f, g, h, big-endian: pairs of words are already together, reversed.
    let reverse = _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
    let [feba, hgdc] = state;
    let mut out = [0; 32];
    let halves = out.as_chunks_mut().0;
    store_128(&mut halves[0], _mm_shuffle_epi8(_mm_unpackhi_epi64(feba, hgdc), reverse));
    store_128(&mut halves[1], _mm_shuffle_epi8(_mm_unpacklo_epi64(feba, hgdc), reverse));
    out
}

/// The compression function (FIPS 180-4 section 6.2.2).
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress([feba, hgdc]: State, block: Block) -> State {
    let swap = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    let [mut w0, mut w1, mut w2, mut w3] = block.map(|words| _mm_shuffle_epi8(words, swap));
    let [mut v, mut u] = [feba, hgdc];
    for k in K.as_chunks().0 {
        let [k0, k1, k2, k3] = k.map(u32::cast_signed);
        let sum = _mm_add_epi32(w0, _mm_set_epi32(k3, k2, k1, k0));
        u = _mm_sha256rnds2_epu32(u, v, sum);
        v = _mm_sha256rnds2_epu32(v, u, _mm_shuffle_epi32::<0x0e>(sum));
        // The words 16 later; those after the last round are not used.
        let next = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8::<4>(w3, w2));
        (w0, w1, w2, w3) = (w1, w2, w3, _mm_sha256msg2_epu32(next, w3));
    }
    [_mm_add_epi32(feba, v), _mm_add_epi32(hgdc, u)]
}
