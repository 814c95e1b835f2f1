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
//! A squaring takes each product of different digits once: with digit i of block k = ⌊i / lanes⌋ it
//! multiplies vector k of the number as it is, vectors above k of the doubled number, and none below.
//! The doubled number is canonical too; what its vector k + 1 has got from block k, the lowest bit of
//! its first digit, is left out. This saves nearly half of the products and no step of the reduction.
//!
//! The steps are assembly: LLVM keeps the shift and the product of lane 0 in one chain of
//! multiply-adds, and spills from 4 vectors on. Registers (x, y or zmm), z the number of a vector:
//! 0 + z the accumulator X; 8 + z what is added to it after the next shift; 16 + z M; 24 + z the
//! multiplicand; 6 the last quotient digit; 7 the digit of the reduction; 14 the carry of lane 0;
//! 15 and 22 two digits of the multiplier; 23 zero. k1 selects lane 0.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::cpu;
use crate::modexp::digits::{self, Converted, MASK};
use crate::modexp::fixed::Call;
use crate::modexp::window::{self, Machine};

/// The longest modulus, in bits.
pub(crate) const MAX_BITS: u64 = 40 * 52 - 4;

/// One instruction on three registers of a vector width.
macro_rules! op {
    ($p:literal $op:literal $a:literal $b:literal $c:literal) => {
        concat!($op, " ", $p, "mm", $a, ", ", $p, "mm", $b, ", ", $p, "mm", $c, "\n")
    };
}

/// X := X without its lowest digit, all vectors.
macro_rules! shift {
    ($p:literal [($z:literal $x:literal $($r:literal)*)]) => {
        concat!("valignq ", $p, "mm", $x, ", ", $p, "mm23, ", $p, "mm", $x, ", 1\n")
    };
    ($p:literal [($z:literal $x:literal $($r:literal)*) ($z1:literal $x1:literal $($r1:literal)*) $($rest:tt)*]) => {
        concat!(
            "valignq ", $p, "mm", $x, ", ", $p, "mm", $x1, ", ", $p, "mm", $x, ", 1\n",
            shift!($p [($z1 $x1 $($r1)*) $($rest)*])
        )
    };
}

/// The multiplicands of these vectors times a digit, low or high halves, into what is added next.
macro_rules! multiplicand {
    ($p:literal $op:literal $digit:literal [$(($z:literal $x:literal $q:literal $m:literal $d:literal $($r:literal)*))*]) => {
        concat!($(op!($p $op $q $d $digit)),*)
    };
}

/// A step up to the products by the multiplicand.
macro_rules! reduce_low {
    ($p:literal $all:tt
        [($z0:literal $x0:literal $q0:literal $m0:literal $($r0:literal)*)
        $(($z:literal $x:literal $q:literal $m:literal $($r:literal)*))*]
    ) => {
        concat!(
            "vpbroadcastq ", $p, "mm7, xmm0\n",
            "vpsrlq ", $p, "mm14 {{k1}} {{z}}, ", $p, "mm0, 52\n",
            op!($p "vpmadd52luq" $q0 $m0 "7"),
            shift!($p $all),
            op!($p "vpaddq" $x0 $x0 "14"),
            $(op!($p "vpmadd52luq" $q $m "7"),)*
            op!($p "vpaddq" $x0 $x0 $q0),
            $(op!($p "vpaddq" $x $x $q),)*
            "vpbroadcastq ", $p, "mm15, [{bp} + 8]\n",
            "vpbroadcastq ", $p, "mm22, [{bp} + 16]\n",
            "vmovdqa64 ", $p, "mm", $q0, ", ", $p, "mm23\n",
            $("vmovdqa64 ", $p, "mm", $q, ", ", $p, "mm23\n",)*
        )
    };
}

/// The end of a step, after the products by the multiplicand; leaves at 9 when all steps are done.
macro_rules! reduce_high {
    ($p:literal [$(($z:literal $x:literal $q:literal $m:literal $($r:literal)*))*]) => {
        concat!(
            $(op!($p "vpmadd52huq" $q $m "7"),)*
            "add {bp}, 8\n",
            "dec {steps:e}\n",
        )
    };
}

/// Steps 0 to n - 2 of a product.
macro_rules! product_steps {
    ($p:literal $all:tt) => {
        concat!(
            ".p2align 5\n",
            "2:\n",
            reduce_low!($p $all $all),
            multiplicand!($p "vpmadd52huq" "15" $all),
            multiplicand!($p "vpmadd52luq" "22" $all),
            reduce_high!($p $all),
            "jnz 2b\n",
        )
    };
}

/// Steps 0 to n - 2 of a squaring, by block; the high halves of a digit are taken one step after its
/// low ones, so that the last step of a block has multiplicands of two kinds.
macro_rules! square_steps {
    ($p:literal $w:literal $all:tt [$label:literal $($labels:literal)*] [$last:tt]) => {
        concat!(
            $label, ":\n",
            reduce_low!($p $all $all),
            multiplicand!($p "vpmadd52huq" "15" [$last]),
            multiplicand!($p "vpmadd52luq" "22" [$last]),
            reduce_high!($p $all),
            "jnz ", $label, "b\n",
        )
    };
    ($p:literal $w:literal $all:tt [$label:literal $($labels:literal)*] [$v:tt $($rest:tt)*]) => {
        concat!(
            $label, ":\n",
            reduce_low!($p $all $all),
            multiplicand!($p "vpmadd52huq" "15" [$v $($rest)*]),
            multiplicand!($p "vpmadd52luq" "22" [$v $($rest)*]),
            reduce_high!($p $all),
            "jz 9f\n",
            "dec {left:e}\n",
            "jnz ", $label, "b\n",
            reduce_low!($p $all $all),
            multiplicand!($p "vpmadd52huq" "15" [$v $($rest)*]),
            next_block!($p [$($rest)*]),
            multiplicand!($p "vpmadd52luq" "22" [$($rest)*]),
            reduce_high!($p $all),
            "jz 9f\n",
            "mov {left:e}, ", $w, " - 1\n",
            square_steps!($p $w $all [$($labels)*] [$($rest)*])
        )
    };
}

/// Multiplicands of the block that begins with the first of these vectors.
macro_rules! next_block {
    ($p:literal [($z:literal $x:literal $q:literal $m:literal $d:literal $($r:literal)*) $($rest:tt)*]) => {
        concat!(
            "vmovdqa64 ", $p, "mm", $d, ", [{ap} + {size} * ", $z, "]\n",
            next_block!(@second $p [$($rest)*])
        )
    };
    (@second $p:literal []) => { "" };
    (@second $p:literal [($z:literal $x:literal $q:literal $m:literal $d:literal $($r:literal)*) $($rest:tt)*]) => {
        concat!("vmovdqa64 ", $p, "mm", $d, ", [{ep} + {size} * ", $z, "]\n")
    };
}

/// The first products: by digit 0 in register 15 and digit 1 in register 22.
macro_rules! first_digits {
    ($p:literal $all:tt [$(($z:literal $x:literal $q:literal $m:literal $d:literal $($r:literal)*))*]) => {
        concat!(
            $(op!($p "vpmadd52luq" $x $d "15"),)*
            multiplicand!($p "vpmadd52huq" "15" $all),
            multiplicand!($p "vpmadd52luq" "22" $all),
        )
    };
}

/// The last step, with N.
macro_rules! last_step {
    ($p:literal $all:tt
        [($z0:literal $x0:literal $q0:literal $m0:literal $($r0:literal)*)
        $(($z:literal $x:literal $q:literal $m:literal $($r:literal)*))*]
    ) => {
        concat!(
            "vmovdqa64 ", $p, "mm6, ", $p, "mm23\n",
            "vpmadd52luq ", $p, "mm6, ", $p, "mm0, [{np}]\n",
            "vpbroadcastq ", $p, "mm7, xmm6\n",
            "vpmadd52luq ", $p, "mm0, ", $p, "mm7, [{np} + {size}]\n",
            $("vpmadd52luq ", $p, "mm", $x, ", ", $p, "mm7, [{np} + {size} * ", $z, " + {size}]\n",)*
            "vpmadd52huq ", $p, "mm", $q0, ", ", $p, "mm7, [{np} + {size}]\n",
            $("vpmadd52huq ", $p, "mm", $q, ", ", $p, "mm7, [{np} + {size} * ", $z, " + {size}]\n",)*
            "vpsrlq ", $p, "mm14 {{k1}} {{z}}, ", $p, "mm0, 52\n",
            shift!($p $all),
            op!($p "vpaddq" $x0 $x0 "14"),
            op!($p "vpaddq" $x0 $x0 $q0),
            $(op!($p "vpaddq" $x $x $q),)*
        )
    };
}

macro_rules! kernel {
    (
        $name:ident, $vector:ident, $p:literal, $lanes:literal, $vectors:literal,
        load $load:ident, store $store:ident, set1 $set1:ident, srl $srl:ident, and $and:ident,
        add $add:ident, align $align:ident, gt $gt:ident, or $or:ident, zero $zero:ident,
        $all:tt
    ) => {
        kernel!(
            @expanded $name, $vector, $p, $lanes, $vectors, $load, $store, $set1, $srl, $and, $add,
            $align, $gt, $or, $zero, $all $all
        );
    };
    (
        @expanded $name:ident, $vector:ident, $p:literal, $lanes:literal, $vectors:literal,
        $load:ident, $store:ident, $set1:ident, $srl:ident, $and:ident, $add:ident, $align:ident,
        $gt:ident, $or:ident, $zero:ident, $all:tt
        [$((
            $z:literal $xn:literal $qn:literal $mn:literal $dn:literal
            $x:tt $q:tt $m:tt $d:tt
        ))*]
    ) => {
        pub(crate) mod $name {
            use super::*;

            /// Digits of an element, zero above the n-th, and a vector of zeros after them.
            const DIGITS: usize = $lanes * $vectors;

            #[derive(Clone, Copy)]
            #[repr(C, align(64))]
            struct Element([u64; DIGITS + $lanes]);

            impl Element {
                const ZERO: Self = Self([0; DIGITS + $lanes]);

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

            /// 2 x for canonical x, and the same with no carry from one vector into the next.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn double(x: &[$vector; $vectors]) -> ([$vector; $vectors], [$vector; $vectors]) {
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
                (doubled, apart)
            }

            /// a · b / R + at most 2 N, mod N; digits not canonical.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn product(
                a: &[$vector; $vectors],
                b: &Element,
                modulus: &Modulus,
                m: &[$vector; $vectors],
            ) -> [$vector; $vectors] {
                let zero = $zero();
                let mut out = [zero; $vectors];
                // SAFETY: reads digits 0..=n of `b`, of which there are DIGITS + 1 at least and n is at
                // most DIGITS, and k and N of `modulus`; the features are enabled.
                unsafe {
                    asm!(
                        concat!("vpbroadcastq ", $p, "mm15, [{bp}]"),
                        concat!("vpbroadcastq ", $p, "mm22, [{bp} + 8]"),
                        first_digits!($p $all $all),
                        product_steps!($p $all),
                        last_step!($p $all $all),
                        bp = inout(reg) b.0.as_ptr() => _,
                        np = in(reg) &raw const *modulus,
                        steps = inout(reg) modulus.digits - 1 => _,
                        size = const $lanes * 8,
                        $(
                            inout($x) zero => out[$z],
                            inout($q) zero => _,
                            in($m) m[$z],
                            in($d) a[$z],
                        )*
                        inout("zmm6") zero => _,
                        inout("zmm7") zero => _,
                        inout("zmm14") zero => _,
                        inout("zmm15") zero => _,
                        inout("zmm22") zero => _,
                        in("zmm23") zero,
                        in("k1") 1u8,
                        options(pure, readonly, nostack),
                    );
                }
                out
            }

            /// a² / R + at most 2 N, mod N; digits not canonical. `a` holds x, `apart` and `d` what
            /// [`double`] gives for it, in `d` as the first block wants it.
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn square_once(
                a: &Element,
                apart: &Element,
                d: &[$vector; $vectors],
                modulus: &Modulus,
                m: &[$vector; $vectors],
            ) -> [$vector; $vectors] {
                let zero = $zero();
                let mut out = [zero; $vectors];
                // SAFETY: reads digits 0..=n of `a`, of which there are DIGITS + 1 at least and n is at
                // most DIGITS, whole vectors of `a` and `apart` (aligned to 64 bytes), and k and N of
                // `modulus`; the features are enabled.
                unsafe {
                    asm!(
                        concat!("vpbroadcastq ", $p, "mm15, xmm24"),
                        "vpunpckhqdq xmm22, xmm24, xmm24",
                        concat!("vpbroadcastq ", $p, "mm22, xmm22"),
                        first_digits!($p $all $all),
                        square_steps!($p $lanes $all ["20" "21" "22" "23" "24" "25"] $all),
                        "9: // {ep} is not read with two vectors.",
                        last_step!($p $all $all),
                        bp = inout(reg) a.0.as_ptr() => _,
                        ap = in(reg) a.0.as_ptr(),
                        ep = in(reg) apart.0.as_ptr(),
                        np = in(reg) &raw const *modulus,
                        steps = inout(reg) modulus.digits - 1 => _,
                        left = inout(reg) $lanes as usize - 2 => _,
                        size = const $lanes * 8,
                        $(
                            inout($x) zero => out[$z],
                            inout($q) zero => _,
                            in($m) m[$z],
                            inout($d) d[$z] => _,
                        )*
                        inout("zmm6") zero => _,
                        inout("zmm7") zero => _,
                        inout("zmm14") zero => _,
                        inout("zmm15") zero => _,
                        inout("zmm22") zero => _,
                        in("zmm23") zero,
                        in("k1") 1u8,
                        options(pure, readonly, nostack),
                    );
                }
                out
            }

            /// acc := acc^(2^times) in Montgomery form.
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn square(acc: &mut Element, times: u64, modulus: &Modulus) {
                let m = modulus.m.load();
                let mut x = acc.load();
                let mut apart = Element::ZERO;
                for _ in 0..times {
                    let (mut d, e) = double(&x);
                    apart.store(&e);
                    d[0] = x[0];
                    d[1] = e[1];
                    x = normalise(square_once(acc, &apart, &d, modulus, &m));
                    acc.store(&x);
                }
            }

            /// acc := acc · b in Montgomery form.
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,bmi2,adx")]
            fn multiply(acc: &mut Element, b: &Element, modulus: &Modulus) {
                let m = modulus.m.load();
                let x = normalise(product(&acc.load(), b, modulus, &m));
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
                    unsafe { square(&mut self.acc, times, self.modulus) };
                    debug_assert!(digits::in_bounds(&self.acc.0[..DIGITS], &self.modulus.n));
                }

                fn multiply(&mut self, i: usize) {
                    let _: cpu::Avx512Ifma = self.witness;
                    // SAFETY: the witness states the features.
                    unsafe { multiply(&mut self.acc, &self.table[i], self.modulus) };
                    debug_assert!(digits::in_bounds(&self.acc.0[..DIGITS], &self.modulus.n));
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
                    m: Element::ZERO,
                    digits: 0,
                };
                let mut base = Element::ZERO;
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
                let mut one = Element::ZERO;
                one.0[0] = 1;
                state.table[0] = one;
                state.multiply(0);
                digits::leave(&state.acc.0[..DIGITS], q);
            }
        }
    };
}

/// The registers of that many vectors.
macro_rules! with_vectors {
    (@2 [$($a:tt)*] $v0:tt $v1:tt $($v:tt)*) => { kernel!($($a)* [$v0 $v1]); };
    (@3 [$($a:tt)*] $v0:tt $v1:tt $v2:tt $($v:tt)*) => { kernel!($($a)* [$v0 $v1 $v2]); };
    (@4 [$($a:tt)*] $v0:tt $v1:tt $v2:tt $v3:tt $($v:tt)*) => { kernel!($($a)* [$v0 $v1 $v2 $v3]); };
    (@5 [$($a:tt)*] $v0:tt $v1:tt $v2:tt $v3:tt $v4:tt $($v:tt)*) => {
        kernel!($($a)* [$v0 $v1 $v2 $v3 $v4]);
    };
    (@6 [$($a:tt)*] $($v:tt)*) => { kernel!($($a)* [$($v)*]); };
    ($vectors:tt $($arguments:tt)*) => { with_vectors!(@$vectors [$($arguments)*]
        (0 "0" "8" "16" "24" "zmm0" "zmm8" "zmm16" "zmm24")
        (1 "1" "9" "17" "25" "zmm1" "zmm9" "zmm17" "zmm25")
        (2 "2" "10" "18" "26" "zmm2" "zmm10" "zmm18" "zmm26")
        (3 "3" "11" "19" "27" "zmm3" "zmm11" "zmm19" "zmm27")
        (4 "4" "12" "20" "28" "zmm4" "zmm12" "zmm20" "zmm28")
        (5 "5" "13" "21" "29" "zmm5" "zmm13" "zmm21" "zmm29")
    ); };
}

macro_rules! ymm {
    ($name:ident, $vectors:tt) => {
        with_vectors!($vectors
            $name, __m256i, "y", 4, $vectors,
            load _mm256_loadu_si256, store _mm256_storeu_si256, set1 _mm256_set1_epi64x,
            srl _mm256_srli_epi64, and _mm256_and_si256, add _mm256_add_epi64,
            align _mm256_alignr_epi64, gt _mm256_cmpgt_epu64_mask, or _mm256_or_si256,
            zero _mm256_setzero_si256,
        );
    };
}

macro_rules! zmm {
    ($name:ident, $vectors:tt) => {
        with_vectors!($vectors
            $name, __m512i, "z", 8, $vectors,
            load _mm512_loadu_si512, store _mm512_storeu_si512, set1 _mm512_set1_epi64,
            srl _mm512_srli_epi64, and _mm512_and_si512, add _mm512_add_epi64,
            align _mm512_alignr_epi64, gt _mm512_cmpgt_epu64_mask, or _mm512_or_si512,
            zero _mm512_setzero_si512,
        );
    };
}

ymm!(ymm2, 2);
ymm!(ymm3, 3);
ymm!(ymm4, 4);
ymm!(ymm5, 5);
ymm!(ymm6, 6);
zmm!(zmm4, 4);
zmm!(zmm5, 5);

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
