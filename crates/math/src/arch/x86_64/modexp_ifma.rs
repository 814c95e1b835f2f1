//! Digit-serial almost-Montgomery arithmetic with AVX-512 IFMA, radix 2^52, up to 2076 bits.
//!
//! An element is n digits of 52 bits in Z vectors, with n = ⌈(bits + 4) / 52⌉ and R = 2^(52 n) ≥ 16 N.
//! One step of Montgomery reduction adds a multiple of N that clears the lowest digit x of the
//! accumulator, and drops that digit. With k = -1/N mod 2^52 and M = (k N + 1) / 2^52,
//!
//! (X + x k N) / 2^52 = ⌊X / 2^52⌋ + x M,
//!
//! so that the multiplier is the digit itself: no product by k is in the chain from digit to digit, and
//! since the multiply-add instructions ignore bits 52.. of their factors, the digit need not even be
//! separated from its carry. The last step is an ordinary one, with N, because x M is only below
//! 2^52 N: after it,
//!
//! result ≤ A B / R + 2 N + N / 2^51.
//!
//! With A, B ≤ 2.35 N this is ≤ (2.35² / 16 + 2 + 2^-51) N < 2.35 N: the bound is stable. A lane takes at
//! most four half products a step for n ≤ 40 steps, below 160 · 2^52 < 2^60: lanes never overflow.
//! High halves belong one digit up; they are added after the shift, hence no digit n + 1 is needed.
//!
//! The inner loop is assembly: LLVM keeps the shift and the product of lane 0 in one chain of
//! multiply-adds, and spills from 4 vectors on.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::cpu;
use crate::modexp::digits::{self, Converted, MASK};
use crate::modexp::fixed::Call;
use crate::modexp::window::{self, Machine};

/// The longest modulus, in bits.
pub(crate) const MAX_BITS: u64 = 40 * 52 - 4;

macro_rules! one_of {
    ($one:ident $name:ident) => {
        $one
    };
}

macro_rules! kernel {
    (
        $name:ident, $vector:ident, $width:literal $prefix:literal, $lanes:literal, $vectors:literal,
        load $load:ident, store $store:ident, set1 $set1:ident, srl $srl:ident, and $and:ident,
        add $add:ident, align $align:ident, gt $gt:ident, or $or:ident, zero $zero:ident,
        first ($a0:ident $m0:ident $x0:ident $q0:ident $next0:literal $offset0:literal),
        rest $(($z:literal $a:ident $m:ident $x:ident $q:ident $next:literal $offset:literal))*
    ) => {
        pub(crate) mod $name {
            use super::*;

            /// Digits of an element, zero above the n-th, and a vector of zeros after them.
            pub(crate) const DIGITS: usize = $lanes * $vectors;

            #[derive(Clone, Copy)]
            #[repr(C, align(64))]
            struct Element([u64; DIGITS + $lanes]);

            impl Element {
                #[inline]
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
                fn load(&self) -> [$vector; $vectors] {
                    let mut out = [$zero(); $vectors];
                    for (out, digits) in out.iter_mut().zip(self.0.as_chunks::<$lanes>().0) {
                        // SAFETY: reads the lanes of one chunk.
                        *out = unsafe { $load(digits.as_ptr().cast()) };
                    }
                    out
                }

                #[inline]
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
                fn store(&mut self, x: &[$vector; $vectors]) {
                    for (x, digits) in x.iter().zip(self.0.as_chunks_mut::<$lanes>().0) {
                        // SAFETY: writes the lanes of one chunk.
                        unsafe { $store(digits.as_mut_ptr().cast(), *x) };
                    }
                }
            }

            /// The modulus; the assembly reads k and N by their offsets.
            #[repr(C, align(64))]
            struct Modulus {
                k: [u64; $lanes],
                n: [u64; DIGITS],
                m: Element,
                digits: usize,
            }

            /// The digits of x as canonical ones: carries are moved up until no lane exceeds 52 bits.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn normalise(mut x: [$vector; $vectors]) -> [$vector; $vectors] {
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
                    // A second round is needed for one random input in 2^40, or by design.
                    if $gt(any, mask) == 0 {
                        return x;
                    }
                }
            }

            /// a · b / R + at most 2 N, mod N; `a` in registers, `b` in memory.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn product(
                a: &[$vector; $vectors],
                b: &Element,
                modulus: &Modulus,
                m: &[$vector; $vectors],
            ) -> [$vector; $vectors] {
                let zero = $zero();
                let (mut $x0, $(mut $x),*) = (zero, $(one_of!(zero $x)),*);
                // SAFETY: reads digits 0..=n of `b`, of which there are DIGITS + 1 at least and n is at
                // most DIGITS, and k and N of `modulus`; the features are enabled.
                unsafe {
                    asm!(
                        concat!("vpbroadcastq {b", $width, "}, [{bp}]"),
                        concat!("vpbroadcastq {bn", $width, "}, [{bp} + 8]"),
                        concat!("vpmadd52luq ", $prefix, "mm0, {", stringify!($a0), "", $width, "}, {b", $width, "}"),
                        concat!("vpmadd52huq {", stringify!($q0), "", $width, "}, {", stringify!($a0), "", $width, "}, {b", $width, "}"),
                        concat!("vpmadd52luq {", stringify!($q0), "", $width, "}, {", stringify!($a0), "", $width, "}, {bn", $width, "}"),
                        $(
                            concat!("vpmadd52luq {", stringify!($x), "", $width, "}, {", stringify!($a), "", $width, "}, {b", $width, "}"),
                            concat!("vpmadd52huq {", stringify!($q), "", $width, "}, {", stringify!($a), "", $width, "}, {b", $width, "}"),
                            concat!("vpmadd52luq {", stringify!($q), "", $width, "}, {", stringify!($a), "", $width, "}, {bn", $width, "}"),
                        )*
                        // Steps 0 to n - 2.
                        ".p2align 5",
                        "2:",
                        concat!("vpbroadcastq {d", $width, "}, xmm0"),
                        concat!("vpsrlq {c", $width, "} {{{lane0}}} {{z}}, ", $prefix, "mm0, 52"),
                        concat!("vmovdqa64 ", $prefix, "mm1, {zr", $width, "}"),
                        concat!("vpmadd52luq ", $prefix, "mm1, {", stringify!($m0), "", $width, "}, {d", $width, "}"),
                        concat!("valignq ", $prefix, "mm0, {", $next0, "", $width, "}, ", $prefix, "mm0, 1"),
                        concat!("vpaddq {c", $width, "}, {c", $width, "}, {", stringify!($q0), "", $width, "}"),
                        concat!("vpaddq ", $prefix, "mm0, ", $prefix, "mm0, {c", $width, "}"),
                        $(
                            concat!("valignq {", stringify!($x), "", $width, "}, {", $next, "", $width, "}, {", stringify!($x), "", $width, "}, 1"),
                        )*
                        concat!("vpbroadcastq {b", $width, "}, [{bp} + 8]"),
                        concat!("vpbroadcastq {bn", $width, "}, [{bp} + 16]"),
                        $(
                            concat!("vpaddq {", stringify!($x), "", $width, "}, {", stringify!($x), "", $width, "}, {", stringify!($q), "", $width, "}"),
                            concat!("vmovdqa64 {", stringify!($q), "", $width, "}, {zr", $width, "}"),
                            concat!("vpmadd52luq {", stringify!($x), "", $width, "}, {", stringify!($m), "", $width, "}, {d", $width, "}"),
                            concat!("vpmadd52huq {", stringify!($q), "", $width, "}, {", stringify!($a), "", $width, "}, {b", $width, "}"),
                        )*
                        concat!("vmovdqa64 {", stringify!($q0), "", $width, "}, {zr", $width, "}"),
                        concat!("vpmadd52huq {", stringify!($q0), "", $width, "}, {", stringify!($a0), "", $width, "}, {b", $width, "}"),
                        $(
                            concat!("vpmadd52luq {", stringify!($q), "", $width, "}, {", stringify!($a), "", $width, "}, {bn", $width, "}"),
                        )*
                        concat!("vpmadd52luq {", stringify!($q0), "", $width, "}, {", stringify!($a0), "", $width, "}, {bn", $width, "}"),
                        concat!("vpaddq ", $prefix, "mm0, ", $prefix, "mm0, ", $prefix, "mm1"),
                        $(
                            concat!("vpmadd52huq {", stringify!($q), "", $width, "}, {", stringify!($m), "", $width, "}, {d", $width, "}"),
                        )*
                        concat!("vpmadd52huq {", stringify!($q0), "", $width, "}, {", stringify!($m0), "", $width, "}, {d", $width, "}"),
                        "add {bp}, 8",
                        "dec {steps:e}",
                        "jnz 2b",
                        // The last step, with N.
                        concat!("vmovdqa64 ", $prefix, "mm1, {zr", $width, "}"),
                        concat!("vpmadd52luq ", $prefix, "mm1, ", $prefix, "mm0, [{np}]"),
                        concat!("vpbroadcastq {d", $width, "}, xmm1"),
                        concat!("vpmadd52luq ", $prefix, "mm0, {d", $width, "}, [{np} + ", $offset0, "]"),
                        $(
                            concat!("vpmadd52luq {", stringify!($x), "", $width, "}, {d", $width, "}, [{np} + ", $offset, "]"),
                            concat!("vpmadd52huq {", stringify!($q), "", $width, "}, {d", $width, "}, [{np} + ", $offset, "]"),
                        )*
                        concat!("vpmadd52huq {", stringify!($q0), "", $width, "}, {d", $width, "}, [{np} + ", $offset0, "]"),
                        concat!("vpsrlq {c", $width, "} {{{lane0}}} {{z}}, ", $prefix, "mm0, 52"),
                        concat!("valignq ", $prefix, "mm0, {", $next0, "", $width, "}, ", $prefix, "mm0, 1"),
                        concat!("vpaddq ", $prefix, "mm0, ", $prefix, "mm0, {", stringify!($q0), "", $width, "}"),
                        concat!("vpaddq ", $prefix, "mm0, ", $prefix, "mm0, {c", $width, "}"),
                        $(
                            concat!("valignq {", stringify!($x), "", $width, "}, {", $next, "", $width, "}, {", stringify!($x), "", $width, "}, 1"),
                            concat!("vpaddq {", stringify!($x), "", $width, "}, {", stringify!($x), "", $width, "}, {", stringify!($q), "", $width, "}"),
                        )*
                        bp = inout(reg) b.0.as_ptr() => _,
                        np = in(reg) &raw const *modulus,
                        steps = inout(reg) modulus.digits - 1 => _,
                        lane0 = in(kreg) 1u8,
                        zr = in(zmm_reg) zero,
                        b = inout(zmm_reg) zero => _,
                        bn = inout(zmm_reg) zero => _,
                        c = inout(zmm_reg) zero => _,
                        d = inout(zmm_reg) zero => _,
                        inout("zmm1") zero => _,
                        $a0 = in(zmm_reg) a[0],
                        $m0 = in(zmm_reg) m[0],
                        inout("zmm0") $x0,
                        $q0 = inout(zmm_reg) zero => _,
                        $(
                            $a = in(zmm_reg) a[$z],
                            $m = in(zmm_reg) m[$z],
                            $x = inout(zmm_reg) $x,
                            $q = inout(zmm_reg) zero => _,
                        )*
                        options(pure, readonly, nostack),
                    );
                }
                normalise([$x0, $($x),*])
            }

            /// acc := acc^(2^times) in Montgomery form.
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn square(acc: &mut Element, times: u64, modulus: &Modulus) {
                let m = modulus.m.load();
                let mut x = acc.load();
                for _ in 0..times {
                    x = product(&x, acc, modulus, &m);
                    acc.store(&x);
                }
            }

            /// acc := acc · b in Montgomery form.
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn multiply(acc: &mut Element, b: &Element, modulus: &Modulus) {
                let m = modulus.m.load();
                let x = product(&acc.load(), b, modulus, &m);
                acc.store(&x);
            }

            struct State<'a> {
                witness: cpu::Avx512Ifma,
                modulus: &'a Modulus,
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
                    unsafe { square(&mut self.acc, times, self.modulus) }
                }

                fn multiply(&mut self, i: usize) {
                    let _: cpu::Avx512Ifma = self.witness;
                    // SAFETY: the witness states the features.
                    unsafe { multiply(&mut self.acc, &self.table[i], self.modulus) }
                }
            }

            /// base^exponent mod N into the limbs of `q`, which are the modulus on entry.
            pub(crate) fn power(witness: cpu::Avx512Ifma, call: &Call<'_>, q: &mut [u64]) {
                let width = call.exponent.width(window::MAX_WIDTH);
                match width {
                    1 => run::<1>(witness, call, width, q),
                    2..=4 => run::<8>(witness, call, width, q),
                    _ => run::<64>(witness, call, width, q),
                }
            }

            fn run<const T: usize>(
                witness: cpu::Avx512Ifma,
                call: &Call<'_>,
                width: u32,
                q: &mut [u64],
            ) {
                let mut modulus = Modulus {
                    k: [0; $lanes],
                    n: [0; DIGITS],
                    m: Element([0; DIGITS + $lanes]),
                    digits: 0,
                };
                let mut base = Element([0; DIGITS + $lanes]);
                let converted = Converted {
                    n: &mut modulus.n,
                    m: &mut modulus.m.0,
                    base: &mut base.0,
                };
                let (n, k) = digits::set_up(call, q, converted);
                modulus.digits = n;
                modulus.k = [k; $lanes];
                let mut table = [base; T];
                let mut state = State { witness, modulus: &modulus, acc: base, table: &mut table };
                window::pow(&mut state, call.exponent, width);
                // Out of Montgomery form: a product by 1.
                let mut one = Element([0; DIGITS + $lanes]);
                one.0[0] = 1;
                state.table[0] = one;
                state.multiply(0);
                digits::leave(&state.acc.0[..DIGITS], q);
            }
        }
    };
}

macro_rules! ymm {
    ($name:ident, $vectors:literal, $($list:tt)*) => {
        kernel!(
            $name, __m256i, ":y" "y", 4, $vectors,
            load _mm256_loadu_si256, store _mm256_storeu_si256, set1 _mm256_set1_epi64x,
            srl _mm256_srli_epi64, and _mm256_and_si256, add _mm256_add_epi64,
            align _mm256_alignr_epi64, gt _mm256_cmpgt_epu64_mask, or _mm256_or_si256,
            zero _mm256_setzero_si256, $($list)*
        );
    };
}

macro_rules! zmm {
    ($name:ident, $vectors:literal, $($list:tt)*) => {
        kernel!(
            $name, __m512i, ":z" "z", 8, $vectors,
            load _mm512_loadu_si512, store _mm512_storeu_si512, set1 _mm512_set1_epi64,
            srl _mm512_srli_epi64, and _mm512_and_si512, add _mm512_add_epi64,
            align _mm512_alignr_epi64, gt _mm512_cmpgt_epu64_mask, or _mm512_or_si512,
            zero _mm512_setzero_si512, $($list)*
        );
    };
}

ymm!(ymm2, 2, first (a0 m0 x0 q0 "x1" 32), rest (1 a1 m1 x1 q1 "zr" 64));
ymm!(ymm3, 3, first (a0 m0 x0 q0 "x1" 32), rest (1 a1 m1 x1 q1 "x2" 64) (2 a2 m2 x2 q2 "zr" 96));
ymm!(
    ymm4, 4, first (a0 m0 x0 q0 "x1" 32),
    rest (1 a1 m1 x1 q1 "x2" 64) (2 a2 m2 x2 q2 "x3" 96) (3 a3 m3 x3 q3 "zr" 128)
);
ymm!(
    ymm5, 5, first (a0 m0 x0 q0 "x1" 32),
    rest (1 a1 m1 x1 q1 "x2" 64) (2 a2 m2 x2 q2 "x3" 96) (3 a3 m3 x3 q3 "x4" 128)
        (4 a4 m4 x4 q4 "zr" 160)
);
ymm!(
    ymm6, 6, first (a0 m0 x0 q0 "x1" 32),
    rest (1 a1 m1 x1 q1 "x2" 64) (2 a2 m2 x2 q2 "x3" 96) (3 a3 m3 x3 q3 "x4" 128)
        (4 a4 m4 x4 q4 "x5" 160) (5 a5 m5 x5 q5 "zr" 192)
);
zmm!(
    zmm4, 4, first (a0 m0 x0 q0 "x1" 64),
    rest (1 a1 m1 x1 q1 "x2" 128) (2 a2 m2 x2 q2 "x3" 192) (3 a3 m3 x3 q3 "zr" 256)
);
zmm!(
    zmm5, 5, first (a0 m0 x0 q0 "x1" 64),
    rest (1 a1 m1 x1 q1 "x2" 128) (2 a2 m2 x2 q2 "x3" 192) (3 a3 m3 x3 q3 "x4" 256)
        (4 a4 m4 x4 q4 "zr" 320)
);
/// base^exponent mod q; `q`: the limbs of the modulus on entry, the power on return. The modulus has
/// more than 64 bits and at most [`MAX_BITS`].
pub(crate) fn power(witness: cpu::Avx512Ifma, call: &Call<'_>, q: &mut [u64]) {
    match digits::count(q) {
        0..=8 => ymm2::power(witness, call, q),
        9..=12 => ymm3::power(witness, call, q),
        13..=16 => ymm4::power(witness, call, q),
        17..=20 => ymm5::power(witness, call, q),
        21..=24 => ymm6::power(witness, call, q),
        25..=32 => zmm4::power(witness, call, q),
        _ => zmm5::power(witness, call, q),
    }
}
