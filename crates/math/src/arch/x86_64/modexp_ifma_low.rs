//! Products mod 2^(52 D) with AVX-512 IFMA, radix 2^52, D = lanes · vectors digits.
//!
//! With A in vectors and digit j of block k of B broadcast, the product is a Horner scheme over the lane
//! offset j: accumulators move up one digit, then vector z times that digit is added at vector k + z;
//! vectors past the last are not computed. Low and high halves have accumulators of their own, joined at
//! the end. A lane takes at most 2 · D half products of 52 bits: below 2^59 for D ≤ 40.
//!
//! A squaring multiplies block k by vector k as it is and by the vectors above of the doubled number, as
//! in the Montgomery kernels.

use core::arch::x86_64::*;

use crate::cpu;
use crate::modexp::digits::{self, MASK};
use crate::modexp::window::{self, Exponent, Machine};

macro_rules! kernel {
    (
        $name:ident, $vector:ident, $lanes:literal, $vectors:literal,
        load $load:ident, store $store:ident, set1 $set1:ident, srl $srl:ident, and $and:ident,
        add $add:ident, align $align:ident, gt $gt:ident, or $or:ident, zero $zero:ident,
        low $low:ident, high $high:ident
    ) => {
        pub(crate) mod $name {
            use super::*;

            const DIGITS: usize = $lanes * $vectors;
            /// Bits of the longest modulus.
            pub(crate) const MAX_BITS: u64 = 52 * DIGITS as u64;

            type Vectors = [$vector; $vectors];

            #[derive(Clone, Copy)]
            #[repr(C, align(64))]
            struct Element([u64; DIGITS]);

            impl Element {
                #[inline]
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
                fn load(&self) -> Vectors {
                    let mut out = [$zero(); $vectors];
                    for (out, digits) in out.iter_mut().zip(self.0.as_chunks::<$lanes>().0) {
                        // SAFETY: reads the lanes of one chunk.
                        *out = unsafe { $load(digits.as_ptr().cast()) };
                    }
                    out
                }

                #[inline]
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
                fn store(&mut self, x: &Vectors) {
                    for (x, digits) in x.iter().zip(self.0.as_chunks_mut::<$lanes>().0) {
                        // SAFETY: writes the lanes of one chunk.
                        unsafe { $store(digits.as_mut_ptr().cast(), *x) };
                    }
                }
            }

            /// x moved up one digit.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn up(x: &mut Vectors) {
                let mut below = $zero();
                for x in x {
                    let current = *x;
                    *x = $align::<{ $lanes - 1 }>(current, below);
                    below = current;
                }
            }

            /// Canonical digits of low + high · 2^52; what runs out of the top is lost.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn join(mut x: Vectors, mut high: Vectors) -> Vectors {
                up(&mut high);
                for (x, high) in x.iter_mut().zip(high) {
                    *x = $add(*x, high);
                }
                let mask = $set1(MASK.cast_signed());
                loop {
                    let mut below = $zero();
                    let mut any = $zero();
                    for x in &mut x {
                        let carry = $srl::<52>(*x);
                        *x = $add($and(*x, mask), $align::<{ $lanes - 1 }>(carry, below));
                        below = carry;
                        any = $or(any, *x);
                    }
                    if $gt(any, mask) == 0 {
                        return x;
                    }
                }
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn product(a: &Vectors, b: &Element) -> Vectors {
                let (mut low, mut high) = ([$zero(); $vectors], [$zero(); $vectors]);
                for j in (0..$lanes).rev() {
                    up(&mut low);
                    up(&mut high);
                    for k in 0..$vectors {
                        let digit = $set1(b.0[$lanes * k + j].cast_signed());
                        for z in 0..$vectors - k {
                            low[k + z] = $low(low[k + z], a[z], digit);
                            high[k + z] = $high(high[k + z], a[z], digit);
                        }
                    }
                }
                join(low, high)
            }

            /// x², where `digits` holds x.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn square_once(x: &Vectors, digits: &Element) -> Vectors {
                let mask = $set1(MASK.cast_signed());
                let (mut doubled, mut apart) = (*x, *x);
                let mut below = $zero();
                for (doubled, apart) in doubled.iter_mut().zip(&mut apart) {
                    let twice = $add(*doubled, *doubled);
                    let carry = $srl::<52>(twice);
                    let low = $and(twice, mask);
                    *doubled = $add(low, $align::<{ $lanes - 1 }>(carry, below));
                    *apart = $add(low, $align::<{ $lanes - 1 }>(carry, $zero()));
                    below = carry;
                }
                let (mut low, mut high) = ([$zero(); $vectors], [$zero(); $vectors]);
                for j in (0..$lanes).rev() {
                    up(&mut low);
                    up(&mut high);
                    for k in 0..DIGITS.div_ceil(2 * $lanes) {
                        let digit = $set1(digits.0[$lanes * k + j].cast_signed());
                        for z in k..$vectors - k {
                            let factor = match z - k {
                                0 => x[z],
                                1 => apart[z],
                                _ => doubled[z],
                            };
                            low[k + z] = $low(low[k + z], factor, digit);
                            high[k + z] = $high(high[k + z], factor, digit);
                        }
                    }
                }
                join(low, high)
            }

            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn square(acc: &mut Element, times: u64) {
                let mut x = acc.load();
                for _ in 0..times {
                    x = square_once(&x, acc);
                    acc.store(&x);
                }
            }

            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn multiply(acc: &mut Element, b: &Element) {
                let x = product(&acc.load(), b);
                acc.store(&x);
            }

            struct State<'a> {
                witness: cpu::Avx512Ifma,
                acc: Element,
                table: &'a mut [Element],
            }

            impl Machine for State<'_> {
                fn load(&mut self, i: usize) {
                    self.acc = self.table[i];
                }

                fn store(&mut self, i: usize) {
                    self.table[i] = self.acc;
                }

                fn square(&mut self, times: u64) {
                    let _: cpu::Avx512Ifma = self.witness;
                    // SAFETY: the witness states the features.
                    unsafe { square(&mut self.acc, times) }
                }

                fn multiply(&mut self, i: usize) {
                    let _: cpu::Avx512Ifma = self.witness;
                    // SAFETY: the witness states the features.
                    unsafe { multiply(&mut self.acc, &self.table[i]) }
                }
            }

            /// x := x^exponent mod 2^(64 · limbs), for limbs of at most [`MAX_BITS`] bits that matter.
            pub(crate) fn power(witness: cpu::Avx512Ifma, exponent: &Exponent<'_>, x: &mut [u64]) {
                let width = exponent.width(window::MAX_WIDTH - 1);
                match width {
                    1..=4 => run::<8>(witness, exponent, width, x),
                    _ => run::<32>(witness, exponent, width, x),
                }
            }

            fn run<const T: usize>(
                witness: cpu::Avx512Ifma,
                exponent: &Exponent<'_>,
                width: u32,
                x: &mut [u64],
            ) {
                let mut base = Element([0; DIGITS]);
                digits::split(x, 0, &mut base.0);
                let mut table = [base; T];
                let mut state = State { witness, acc: base, table: &mut table };
                window::pow(&mut state, exponent, width);
                digits::join(&state.acc.0, x);
            }
        }
    };
}

macro_rules! ymm {
    ($name:ident, $vectors:literal) => {
        kernel!(
            $name, __m256i, 4, $vectors,
            load _mm256_loadu_si256, store _mm256_storeu_si256, set1 _mm256_set1_epi64x,
            srl _mm256_srli_epi64, and _mm256_and_si256, add _mm256_add_epi64,
            align _mm256_alignr_epi64, gt _mm256_cmpgt_epu64_mask, or _mm256_or_si256,
            zero _mm256_setzero_si256, low _mm256_madd52lo_epu64, high _mm256_madd52hi_epu64
        );
    };
}

macro_rules! zmm {
    ($name:ident, $vectors:literal) => {
        kernel!(
            $name, __m512i, 8, $vectors,
            load _mm512_loadu_si512, store _mm512_storeu_si512, set1 _mm512_set1_epi64,
            srl _mm512_srli_epi64, and _mm512_and_si512, add _mm512_add_epi64,
            align _mm512_alignr_epi64, gt _mm512_cmpgt_epu64_mask, or _mm512_or_si512,
            zero _mm512_setzero_si512, low _mm512_madd52lo_epu64, high _mm512_madd52hi_epu64
        );
    };
}

ymm!(ymm3, 3);
ymm!(ymm5, 5);
zmm!(zmm4, 4);
zmm!(zmm5, 5);

/// The longest modulus, in bits.
pub(crate) const MAX_BITS: u64 = zmm5::MAX_BITS;

/// x := x^exponent mod 2^k, bits from k on undefined; `x`: ⌈k/64⌉ limbs, k at most [`MAX_BITS`].
pub(crate) fn power(witness: cpu::Avx512Ifma, k: u64, exponent: &Exponent<'_>, x: &mut [u64]) {
    if k <= ymm3::MAX_BITS {
        ymm3::power(witness, exponent, x);
    } else if k <= ymm5::MAX_BITS {
        ymm5::power(witness, exponent, x);
    } else if k <= zmm4::MAX_BITS {
        zmm4::power(witness, exponent, x);
    } else {
        zmm5::power(witness, exponent, x);
    }
}
