//! AVX2: the BLAKE2b compression function.
//!
//! A row of four words is a vector. F is one chain of dependent operations, and its length is the
//! cost: on Zen 4, where `vpshufb` takes 2 cycles, 30 cycles a round, which this and the best other
//! AVX2 code reach. Row b is what a half-round ends with, so it stays in place; a, c and d are ready
//! earlier and are permuted around it. The rounds are `asm!` because LLVM reassociates the sum
//! (a + x) + b to a + (x + b), which puts x on the chain (half as slow again).

use core::arch::{asm, x86_64::*};

use crate::{
    cpu::Avx2,
    hash::{blake2b::SIGMA, sha512::IV},
};

/// The function `compress` (F) and its parts for one extension.
///
/// `$half_round!(pa, pc)` is the text of four G side by side (RFC 7693 section 3.1) on the rows a, b,
/// c, d with the message vectors x and y, and then the permutations of a, c and d, of which those of
/// a and c are given; `$operands` are what it uses besides. Up to `$few` rounds it is not worth while
/// to lay out the message.
macro_rules! blake2b_rounds {
    ($features:literal, $few:literal, $half_round:ident, { $($operands:tt)* }) => {
        #[target_feature(enable = $features)]
        fn compress(rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
            if rounds <= $few {
                finish(hmt, few_rounds(start(hmt, last), rounds, hmt), out);
            } else {
                compress_long(rounds, hmt, last, out);
            }
        }

        /// Apart because of its stack frame.
        #[inline(never)]
        #[target_feature(enable = $features)]
        fn compress_long(rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
            finish(hmt, many_rounds(start(hmt, last), rounds, hmt), out);
        }

        /// The rows before the first round.
        #[inline]
        #[target_feature(enable = $features)]
        fn start(hmt: &[u8; 208], last: bool) -> [__m256i; 4] {
            let words = |i: usize| i64::from_le_bytes(hmt.as_chunks().0[i]);
            let iv = IV.map(u64::cast_signed);
            let h = hmt.as_chunks().0;
            let flags = _mm256_set_epi64x(0, -i64::from(last), words(25), words(24));
            [
                load_256(&h[0]),
                load_256(&h[1]),
                _mm256_set_epi64x(iv[3], iv[2], iv[1], iv[0]),
                _mm256_xor_si256(_mm256_set_epi64x(iv[7], iv[6], iv[5], iv[4]), flags),
            ]
        }

        /// The new h from the rows after the last round.
        #[inline]
        #[target_feature(enable = $features)]
        fn finish(hmt: &[u8; 208], [a, b, c, d]: [__m256i; 4], out: &mut [u8; 64]) {
            let (h, out) = (hmt.as_chunks().0, out.as_chunks_mut().0);
            store_256(&mut out[0], _mm256_xor_si256(load_256(&h[0]), _mm256_xor_si256(a, c)));
            store_256(&mut out[1], _mm256_xor_si256(load_256(&h[1]), _mm256_xor_si256(b, d)));
        }

        /// Rounds that take their message words from where they are.
        #[inline]
        #[target_feature(enable = $features)]
        fn few_rounds(rows: [__m256i; 4], rounds: u32, hmt: &[u8; 208]) -> [__m256i; 4] {
            let mut rows = rows;
            let mut left = rounds;
            macro_rules! round_if_left {
                ($round:literal) => {
                    if left == 0 {
                        break;
                    }
                    left -= 1;
                    rows = round_in_place::<$round>(rows, hmt);
                };
            }
            loop {
                round_if_left!(0);
                round_if_left!(1);
                round_if_left!(2);
                round_if_left!(3);
                round_if_left!(4);
                round_if_left!(5);
                round_if_left!(6);
                round_if_left!(7);
                round_if_left!(8);
                round_if_left!(9);
            }
            rows
        }

        /// One round, number ROUND of the schedule. Each lane of a message vector is filled by a
        /// load of which it alone counts, so that the message costs no shuffle.
        #[inline]
        #[target_feature(enable = $features)]
        fn round_in_place<const ROUND: usize>(
            [mut a, mut b, mut c, mut d]: [__m256i; 4],
            hmt: &[u8; 208],
        ) -> [__m256i; 4] {
            /// The offset in hmt of the 32 bytes that have word i of m in this lane. Lane 0 is loaded
            /// alone, so these begin at 64 - 24 or later and end at 184 - 8 + 32 = 208 or before.
            const fn at(i: usize, lane: usize) -> usize {
                64 + 8 * i - 8 * lane
            }
            // SAFETY: reads bytes 40 to 207 of the 208 of hmt (see `at`), with no alignment asked
            // for; else registers only, by instructions that this function has enabled.
            unsafe {
                asm!(
                    "vmovq {x:x}, [{hmt} + {x0}]",
                    "vpblendd {x}, {x}, [{hmt} + {x1}], 0x0c",
                    "vpblendd {x}, {x}, [{hmt} + {x2}], 0x30",
                    "vpblendd {x}, {x}, [{hmt} + {x3}], 0xc0",
                    "vmovq {y:x}, [{hmt} + {y0}]",
                    "vpblendd {y}, {y}, [{hmt} + {y1}], 0x0c",
                    "vpblendd {y}, {y}, [{hmt} + {y2}], 0x30",
                    "vpblendd {y}, {y}, [{hmt} + {y3}], 0xc0",
                    $half_round!("0x93", "0x39"),
                    "vmovq {x:x}, [{hmt} + {x4}]",
                    "vpblendd {x}, {x}, [{hmt} + {x5}], 0x0c",
                    "vpblendd {x}, {x}, [{hmt} + {x6}], 0x30",
                    "vpblendd {x}, {x}, [{hmt} + {x7}], 0xc0",
                    "vmovq {y:x}, [{hmt} + {y4}]",
                    "vpblendd {y}, {y}, [{hmt} + {y5}], 0x0c",
                    "vpblendd {y}, {y}, [{hmt} + {y6}], 0x30",
                    "vpblendd {y}, {y}, [{hmt} + {y7}], 0xc0",
                    $half_round!("0x39", "0x93"),
                    a = inout(ymm_reg) a,
                    b = inout(ymm_reg) b,
                    c = inout(ymm_reg) c,
                    d = inout(ymm_reg) d,
                    x = out(ymm_reg) _,
                    y = out(ymm_reg) _,
                    hmt = in(reg) hmt,
                    x0 = const at(SIGMA[ROUND][0], 0),
                    x1 = const at(SIGMA[ROUND][2], 1),
                    x2 = const at(SIGMA[ROUND][4], 2),
                    x3 = const at(SIGMA[ROUND][6], 3),
                    y0 = const at(SIGMA[ROUND][1], 0),
                    y1 = const at(SIGMA[ROUND][3], 1),
                    y2 = const at(SIGMA[ROUND][5], 2),
                    y3 = const at(SIGMA[ROUND][7], 3),
                    // Lane i holds b[i] and so works on the diagonal that starts at a[i - 1].
                    x4 = const at(SIGMA[ROUND][14], 0),
                    x5 = const at(SIGMA[ROUND][8], 1),
                    x6 = const at(SIGMA[ROUND][10], 2),
                    x7 = const at(SIGMA[ROUND][12], 3),
                    y4 = const at(SIGMA[ROUND][15], 0),
                    y5 = const at(SIGMA[ROUND][9], 1),
                    y6 = const at(SIGMA[ROUND][11], 2),
                    y7 = const at(SIGMA[ROUND][13], 3),
                    $($operands)*
                    options(pure, readonly, nostack, preserves_flags),
                );
            }
            [a, b, c, d]
        }

        /// Lays out the message of all ten different rounds first.
        #[inline]
        #[target_feature(enable = $features)]
        fn many_rounds(rows: [__m256i; 4], rounds: u32, hmt: &[u8; 208]) -> [__m256i; 4] {
            let mut rows = rows;
            let messages = [
                $crate::arch::x86_64::avx2::message::<0>(hmt),
                $crate::arch::x86_64::avx2::message::<1>(hmt),
                $crate::arch::x86_64::avx2::message::<2>(hmt),
                $crate::arch::x86_64::avx2::message::<3>(hmt),
                $crate::arch::x86_64::avx2::message::<4>(hmt),
                $crate::arch::x86_64::avx2::message::<5>(hmt),
                $crate::arch::x86_64::avx2::message::<6>(hmt),
                $crate::arch::x86_64::avx2::message::<7>(hmt),
                $crate::arch::x86_64::avx2::message::<8>(hmt),
                $crate::arch::x86_64::avx2::message::<9>(hmt),
            ];
            for _ in 0..rounds / 10 {
                for message in &messages {
                    rows = round(rows, message);
                }
            }
            for message in &messages[..rounds as usize % 10] {
                rows = round(rows, message);
            }
            rows
        }

        /// One round on message vectors that are laid out.
        #[inline]
        #[target_feature(enable = $features)]
        fn round(
            [mut a, mut b, mut c, mut d]: [__m256i; 4],
            message: &[__m256i; 4],
        ) -> [__m256i; 4] {
            // SAFETY: reads the 128 bytes of `message`; else registers only, by instructions that
            // this function has enabled.
            unsafe {
                asm!(
                    "vmovdqu {x}, [{message}]",
                    "vmovdqu {y}, [{message} + 32]",
                    $half_round!("0x93", "0x39"),
                    "vmovdqu {x}, [{message} + 64]",
                    "vmovdqu {y}, [{message} + 96]",
                    $half_round!("0x39", "0x93"),
                    a = inout(ymm_reg) a,
                    b = inout(ymm_reg) b,
                    c = inout(ymm_reg) c,
                    d = inout(ymm_reg) d,
                    x = out(ymm_reg) _,
                    y = out(ymm_reg) _,
                    message = in(reg) message,
                    $($operands)*
                    options(pure, readonly, nostack, preserves_flags),
                );
            }
            [a, b, c, d]
        }
    };
}
pub(super) use blake2b_rounds;

macro_rules! half_round {
    ($pa:literal, $pc:literal) => {
        concat!(
            "vpaddq {a}, {a}, {x}\n",
            "vpaddq {a}, {a}, {b}\n",
            "vpxor {d}, {d}, {a}\n",
            "vpshufd {d}, {d}, 0xb1\n",
            "vpaddq {c}, {c}, {d}\n",
            "vpxor {b}, {b}, {c}\n",
            "vpshufb {b}, {b}, {rotate_24}\n",
            "vpaddq {a}, {a}, {y}\n",
            "vpaddq {a}, {a}, {b}\n",
            "vpxor {d}, {d}, {a}\n",
            "vpermq {a}, {a}, ",
            $pa,
            "\n",
            "vpshufb {d}, {d}, {rotate_16}\n",
            "vpaddq {c}, {c}, {d}\n",
            "vpermq {d}, {d}, 0x4e\n",
            "vpxor {b}, {b}, {c}\n",
            "vpermq {c}, {c}, ",
            $pc,
            "\n",
            "vpaddq {t}, {b}, {b}\n",
            "vpsrlq {b}, {b}, 63\n",
            "vpor {b}, {b}, {t}\n",
        )
    };
}

blake2b_rounds!("avx2", 64, half_round, {
    // Byte i of a word rotated by n is byte i + n / 8 of the word.
    rotate_24 = in(ymm_reg) _mm256_broadcastsi128_si256(
        _mm_set_epi64x(0x0a09_080f_0e0d_0c0b, 0x0201_0007_0605_0403),
    ),
    rotate_16 = in(ymm_reg) _mm256_broadcastsi128_si256(
        _mm_set_epi64x(0x0908_0f0e_0d0c_0b0a, 0x0100_0706_0504_0302),
    ),
    t = out(ymm_reg) _,
});

/// `out` := F(h, m, t, last) with `rounds` rounds; `hmt`: the words of h, m and t, little-endian.
pub(crate) fn blake2b(_: Avx2, rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    // SAFETY: the witness says that this CPU has AVX2.
    unsafe { compress(rounds, hmt, last, out) }
}

/// The four message vectors of a round: x and y of the column step, then of the diagonal step.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn message<const ROUND: usize>(hmt: &[u8; 208]) -> [__m256i; 4] {
    let words = hmt.as_chunks().0;
    let word = |i: usize| i64::from_le_bytes(words[8 + SIGMA[ROUND][i]]);
    [
        _mm256_set_epi64x(word(6), word(4), word(2), word(0)),
        _mm256_set_epi64x(word(7), word(5), word(3), word(1)),
        _mm256_set_epi64x(word(12), word(10), word(8), word(14)),
        _mm256_set_epi64x(word(13), word(11), word(9), word(15)),
    ]
}

/// 32 bytes from memory.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_256(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 readable bytes; the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// 32 bytes to memory.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_256(bytes: &mut [u8; 32], value: __m256i) {
    // SAFETY: 32 writable bytes; the store asks for no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), value) }
}
