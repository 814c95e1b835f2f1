//! NEON: the BLAKE2b compression function.
//!
//! A row of four words is two vectors. Rotations by whole bytes are one shuffle (`rev64`, `tbl`), the one
//! by 63 a sum, a shift and an or. The diagonals are turned into columns by `ext`.

use core::arch::aarch64::*;

use crate::{
    cpu::Neon,
    hash::{blake2b::SIGMA, sha512::IV},
};

/// Two words for each column pair.
type Row = [uint64x2_t; 2];

/// F, as [`crate::hash::blake2b::compress`].
pub(crate) fn blake2b(_: Neon, rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    // SAFETY: the witness states NEON.
    unsafe { compress(rounds, hmt, last, out) }
}

#[target_feature(enable = "neon")]
fn compress(rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    let words = hmt.as_chunks().0;
    let word = |i: usize| u64::from_le_bytes(words[i]);
    let h = [row(word(0), word(1), word(2), word(3)), row(word(4), word(5), word(6), word(7))];
    let mut rows = [
        h[0],
        h[1],
        row(IV[0], IV[1], IV[2], IV[3]),
        row(IV[4] ^ word(24), IV[5] ^ word(25), IV[6] ^ u64::from(last).wrapping_neg(), IV[7]),
    ];
    let mut m = [0; 16];
    for (i, m) in m.iter_mut().enumerate() {
        *m = word(8 + i);
    }
    let mut left = rounds;
    'done: loop {
        for schedule in &SIGMA {
            if left == 0 {
                break 'done;
            }
            left -= 1;
            rows = round(rows, &m, schedule);
        }
    }
    let [a, b, c, d] = rows;
    let new = [xor(h[0], xor(a, c)), xor(h[1], xor(b, d))];
    let (out, _) = out.as_chunks_mut();
    for (pair, vector) in out.chunks_exact_mut(2).zip(new.as_flattened()) {
        pair[0] = vgetq_lane_u64::<0>(*vector).to_le_bytes();
        pair[1] = vgetq_lane_u64::<1>(*vector).to_le_bytes();
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn row(w0: u64, w1: u64, w2: u64, w3: u64) -> Row {
    [vcombine_u64(vcreate_u64(w0), vcreate_u64(w1)), vcombine_u64(vcreate_u64(w2), vcreate_u64(w3))]
}

#[inline]
#[target_feature(enable = "neon")]
fn xor(x: Row, y: Row) -> Row {
    [veorq_u64(x[0], y[0]), veorq_u64(x[1], y[1])]
}

#[inline]
#[target_feature(enable = "neon")]
fn add(x: Row, y: Row) -> Row {
    [vaddq_u64(x[0], y[0]), vaddq_u64(x[1], y[1])]
}

/// One round: the columns, then the diagonals (RFC 7693 section 3.2).
#[inline]
#[target_feature(enable = "neon")]
fn round(rows: [Row; 4], m: &[u64; 16], s: &[usize; 16]) -> [Row; 4] {
    let pick = |first: usize| [m[s[first]], m[s[first + 2]], m[s[first + 4]], m[s[first + 6]]];
    let message = |[w0, w1, w2, w3]: [u64; 4]| row(w0, w1, w2, w3);
    let [a, b, c, d] = half_round(rows, message(pick(0)), message(pick(1)));
    let diagonals = [a, left_1(b), [c[1], c[0]], left_3(d)];
    let [a, b, c, d] = half_round(diagonals, message(pick(8)), message(pick(9)));
    [a, left_3(b), [c[1], c[0]], left_1(d)]
}

/// (w0, w1, w2, w3) to (w1, w2, w3, w0).
#[inline]
#[target_feature(enable = "neon")]
fn left_1([low, high]: Row) -> Row {
    [vextq_u64::<1>(low, high), vextq_u64::<1>(high, low)]
}

/// (w0, w1, w2, w3) to (w3, w0, w1, w2).
#[inline]
#[target_feature(enable = "neon")]
fn left_3([low, high]: Row) -> Row {
    [vextq_u64::<1>(high, low), vextq_u64::<1>(low, high)]
}

/// Four G side by side (RFC 7693 section 3.1).
#[inline]
#[target_feature(enable = "neon")]
fn half_round([a, b, c, d]: [Row; 4], x: Row, y: Row) -> [Row; 4] {
    let a = add(add(a, x), b);
    let d = xor(d, a).map(|v| vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(v))));
    let c = add(c, d);
    let b = bytes_right::<3>(xor(b, c));
    let a = add(add(a, y), b);
    let d = bytes_right::<2>(xor(d, a));
    let c = add(c, d);
    let b = xor(b, c).map(|v| vsriq_n_u64::<63>(vaddq_u64(v, v), v));
    [a, b, c, d]
}

/// Each word rotated to the right by N bytes.
#[inline]
#[target_feature(enable = "neon")]
fn bytes_right<const N: usize>(row: Row) -> Row {
    const fn from<const N: usize>() -> [u8; 16] {
        let mut from = [0; 16];
        let mut i = 0;
        while i < 16 {
            from[i] = (i / 8 * 8 + (i + N) % 8) as u8;
            i += 1;
        }
        from
    }
    let [low, high] = const {
        let from = u128::from_le_bytes(from::<N>());
        [from as u64, (from >> 64) as u64]
    };
    let from = vcombine_u8(vcreate_u8(low), vcreate_u8(high));
    row.map(|v| vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(v), from)))
}
