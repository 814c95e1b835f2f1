//! RIPEMD-160 (Dobbertin, Bosselaers, Preneel: "RIPEMD-160: a strengthened version of RIPEMD", 1996).
//!
//! Each of the two lines of a block is a chain of 352 cycles: a step takes 4 after b is there, or 5
//! where the Boolean function has b under two operations. So the lines are interleaved step by step,
//! and then the number of operations counts: 592 a line, at four a cycle.
//! - The two terms of a selection have no bit in common: they are added one after the other, and the
//!   first is off the chain.
//! - The functions with a complement, (x | !y) ^ z and x ^ (y | !z), are complements of
//!   (!x & y) ^ z and x ^ (!y & z), of one operation less; a + !u is (a - 1) - u, and the 1 goes into
//!   the constant.
//! - The sums of message words and constants come from a table that is made four at a time.
//!
//! Tried and lost: the two lines as the halves of a vector (rotations and shuffles take twice as long).
//! With `andn` and `rorx` (`bmi2`) there are fewer instructions but hardly fewer cycles; what that
//! backend gains it gains for short inputs, by padding in registers.

use crate::backend::backends;
#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64, cpu};

backends! {
    "RIPEMD-160";
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Bmi2(cpu::Bmi2) = "bmi2",
}

/// RIPEMD-160 of `input`, 20 bytes.
#[must_use]
pub fn digest(backend: Backend, input: &[u8]) -> [u8; 20] {
    match backend {
        Backend::Portable => portable(input),
        #[cfg(target_arch = "x86_64")]
        Backend::Bmi2(w) => x86_64::bmi2::ripemd160(w, input),
    }
}

/// The initial state (the first 16 bytes are those of MD4).
pub(crate) const IV: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

/// What is added to the message words: the constants of the left line, 2³⁰ times the square roots of
/// 0, 2, 3, 5, 7, and of the right line, 2³⁰ times the cube roots of 2, 3, 5, 7 and the 0 again;
/// less 1 where the function is taken complemented, 2 and 4 of each line.
pub(crate) const CONSTANTS: [u32; 9] = [
    0,
    0x5a82_7999,
    0x6ed9_eba1 - 1,
    0x8f1b_bcdc,
    0xa953_fd4e - 1,
    0x50a2_8be6 - 1,
    0x5c4d_d124,
    0x6d70_3ef3 - 1,
    0x7a6d_76e9,
];

/// Which message word each step of the left line takes.
const WORD_LEFT: [[usize; 16]; 5] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8],
    [3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12],
    [1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2],
    [4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13],
];
/// Which message word each step of the right line takes.
const WORD_RIGHT: [[usize; 16]; 5] = [
    [5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12],
    [6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2],
    [15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13],
    [8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14],
    [12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11],
];
/// How far each step of the left line rotates.
const ROTATE_LEFT: [[u32; 16]; 5] = [
    [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
    [7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12],
    [11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5],
    [11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12],
    [9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6],
];
/// How far each step of the right line rotates.
const ROTATE_RIGHT: [[u32; 16]; 5] = [
    [8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6],
    [9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11],
    [9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5],
    [15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8],
    [8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11],
];

fn portable(input: &[u8]) -> [u8; 20] {
    let mut state = IV;
    let (blocks, tail) = input.as_chunks();
    for block in blocks {
        compress(&mut state, block);
    }
    let (blocks, n) = super::padded_tail(tail, (8 * input.len() as u64).to_le_bytes());
    for block in &blocks[..n] {
        compress(&mut state, block);
    }
    encode(&state)
}

/// The state as bytes.
pub(crate) fn encode(state: &[u32; 5]) -> [u8; 20] {
    let mut out = [0; 20];
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    out
}

#[inline(never)]
fn compress(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut x = [0; 16];
    for (word, bytes) in x.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let sums = CONSTANTS.map(|k| x.map(|x: u32| x.wrapping_add(k)));
    // Else the compiler goes back to adding one at a time.
    lines(state, core::hint::black_box(&sums));
}

/// The compression function from the sums of the [`CONSTANTS`] and the message words on.
#[inline(always)]
pub(crate) fn lines(state: &mut [u32; 5], sums: &[[u32; 16]; 9]) {
    let mut left = *state;
    let mut right = *state;
    group::<0, 0, 4>(&mut left, &mut right, &sums[0], &sums[5]);
    group::<1, 1, 3>(&mut left, &mut right, &sums[1], &sums[6]);
    group::<2, 2, 2>(&mut left, &mut right, &sums[2], &sums[7]);
    group::<3, 3, 1>(&mut left, &mut right, &sums[3], &sums[8]);
    group::<4, 4, 0>(&mut left, &mut right, &sums[4], &sums[0]);
    let sum = |i: usize| {
        let (i, j, k) = ((i + 1) % 5, (i + 2) % 5, (i + 3) % 5);
        state[i].wrapping_add(left[j]).wrapping_add(right[k])
    };
    *state = [sum(0), sum(1), sum(2), sum(3), sum(4)];
}

/// Steps 16·R to 16·R + 15 of both lines, the left with function F, the right with G.
#[inline(always)]
fn group<const R: usize, const F: usize, const G: usize>(
    left: &mut [u32; 5],
    right: &mut [u32; 5],
    left_sums: &[u32; 16],
    right_sums: &[u32; 16],
) {
    macro_rules! steps {
        ($($i:literal)+) => {$(
            let sum = left_sums[WORD_LEFT[R][$i]];
            step::<F>(left, 16 * R + $i, sum, ROTATE_LEFT[R][$i]);
            let sum = right_sums[WORD_RIGHT[R][$i]];
            step::<G>(right, 16 * R + $i, sum, ROTATE_RIGHT[R][$i]);
        )+};
    }
    steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Step t of one line with the Boolean function number F; `sum` is the message word and the constant.
/// Instead of moving the five variables, their places move by one each step.
#[inline(always)]
fn step<const F: usize>(v: &mut [u32; 5], t: usize, sum: u32, rotate: u32) {
    let place = |i: usize| (i + 5 - t % 5) % 5;
    let (a, b, c, d, e) = (place(0), place(1), place(2), place(3), place(4));
    let (x, y, z) = (v[b], v[c], v[d]);
    let sum = v[a].wrapping_add(sum);
    let sum = match F {
        0 => sum.wrapping_add(x ^ (y ^ z)),
        1 => sum.wrapping_add(!x & z).wrapping_add(x & y),
        2 => sum.wrapping_sub((!x & y) ^ z),
        3 => sum.wrapping_add(y & !z).wrapping_add(x & z),
        _ => sum.wrapping_sub(x ^ (!y & z)),
    };
    v[a] = sum.rotate_left(rotate).wrapping_add(v[e]);
    v[c] = y.rotate_left(10);
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{
        backend::Backend as _,
        hash::testing::{bytes, lengths},
    };

    /// The test values of the authors' paper.
    #[test]
    fn published() {
        let eighty = b"1234567890".repeat(8);
        let million_a = vec![b'a'; 1_000_000];
        let cases: [(&[u8], &str); 9] = [
            (b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
            (b"a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
            (b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            (b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
            (b"abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
            ),
            (
                b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "b0e20b6e3116640286ed3a87a5713079b21f5189",
            ),
            (&eighty, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
            (&million_a, "52783243c1697bdbe16d37f97f68f08325dc1528"),
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
            let expected: [u8; 20] = <ripemd::Ripemd160 as ripemd::Digest>::digest(&input).into();
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
