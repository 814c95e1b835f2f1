//! Montgomery arithmetic with MULX, ADCX and ADOX.

use core::arch::asm;

use crate::cpu;
use crate::modexp::fixed::{self, Call, Kernel, Modulus, Portable};
use crate::modexp::limbs::{Plain, Rows};

/// A whole call for 1 to 8 limbs.
pub(crate) fn power<const L: usize>(_: cpu::Adx, call: &Call<'_>) -> [u64; L]
where
    Straight: Kernel<L>,
    Friendly: Kernel<L>,
{
    // SAFETY: the witness states BMI1, BMI2 and ADX.
    unsafe { power_with_features(call) }
}

#[target_feature(enable = "bmi1,bmi2,adx")]
fn power_with_features<const L: usize>(call: &Call<'_>) -> [u64; L]
where
    Straight: Kernel<L>,
    Friendly: Kernel<L>,
{
    let modulus = fixed::modulus(call);
    if L == 4 && modulus.q[3] < FRIENDLY_TOP {
        return fixed::power::<L, Friendly>(call, &modulus);
    }
    fixed::power::<L, Straight>(call, &modulus)
}

/// The base of a call modulo its odd part.
pub(crate) fn reduced_base<const L: usize>(_: cpu::Adx, call: &Call<'_>) -> [u8; fixed::MAX_BYTES]
where
    Straight: Kernel<L>,
{
    // SAFETY: the witness states BMI1, BMI2 and ADX.
    unsafe { reduced_base_with_features(call) }
}

#[target_feature(enable = "bmi1,bmi2,adx")]
fn reduced_base_with_features<const L: usize>(call: &Call<'_>) -> [u8; fixed::MAX_BYTES]
where
    Straight: Kernel<L>,
{
    fixed::reduced_base::<L, Straight>(call, &fixed::modulus(call))
}

/// [`Friendly`] needs q < 2^256 (1 - 2^-62): a top limb below this.
const FRIENDLY_TOP: u64 = u64::MAX - 3;

/// The kernels of this file, to be used where ADX and BMI2 are witnessed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Straight;

/// Like [`Straight`], for 4 limbs with two steps of reduction that need no quotient digit.
///
/// With M = (k q + 1) / 2^64 the lowest limb t0 of T itself is the digit: (T + t0 k q) / 2^64 =
/// ⌊T / 2^64⌋ + t0 M, which takes a multiplication off the chain from limb to limb. Two such steps and
/// two ordinary ones add less than (2^128 + 2 · 2^192 + 2^64 (2^64 - 1) 2^128) q, so that
///
/// result before the last subtraction < a b / 2^256 + q (1 + 2^-64 + 2^-128).
///
/// For a, b ≤ q (1 + 5/2^66) and q < 2^256 (1 - 2^-62) that is below 2 q, and one subtraction is enough.
/// Where one of a, b is any number below 2^256 (the fold of a long base) and the other below q, the result is
/// at most q (1 + 5/2^66), which the next product takes as well as a reduced one. (With 2^-62 in the place of
/// 5/2^66 this would not close.)
#[derive(Debug, Clone, Copy)]
pub(crate) struct Friendly;

macro_rules! compiled {
    ($kernel:ident $($limbs:literal)+) => {$(
        impl Kernel<$limbs> for $kernel {
            #[inline(always)]
            fn multiply(a: &[u64; $limbs], b: &[u64; $limbs], m: &Modulus<$limbs>) -> [u64; $limbs] {
                Portable::multiply(a, b, m)
            }

            #[inline(always)]
            fn square(a: &[u64; $limbs], m: &Modulus<$limbs>) -> [u64; $limbs] {
                Portable::square(a, m)
            }
        }
    )+};
}
compiled!(Straight 1 2 3);
compiled!(Friendly 1 2 3 5 6 7 8);

/// One row of Montgomery reduction over the low half: (t3, t2, t1, t0) := ((t3, t2, t1, t0) + m q) /
/// 2^64 with m = k · t0, the new top limb in the register of t0. Names of registers, `z` = 0.
macro_rules! row_4 {
    ($t0:literal $t1:literal $t2:literal $t3:literal $lo:literal $hi:literal $z:literal) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "imul rdx, [{q} + 32]\n",
            "xor {",
            $z,
            ":e}, {",
            $z,
            ":e}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q}]\n",
            "adcx {",
            $t0,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t1,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 8]\n",
            "adcx {",
            $t1,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t2,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 16]\n",
            "adcx {",
            $t2,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t3,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $t0,
            "}, {",
            $lo,
            "}, [{q} + 24]\n",
            "adcx {",
            $t3,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t0,
            "}, {",
            $z,
            "}\n",
            "adcx {",
            $t0,
            "}, {",
            $z,
            "}\n",
        )
    };
}

/// t3..t0 := (t7..t0) / 2^256 mod q before the choice: t3..t0 is the sum, t7..t4 the sum minus q, and
/// the carry flag says that the former is below q.
macro_rules! reduce_4 {
    ($t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal
     $lo:literal $hi:literal $z:literal) => {
        concat!(
            row_4!($t0 $t1 $t2 $t3 $lo $hi $z),
            row_4!($t1 $t2 $t3 $t0 $lo $hi $z),
            row_4!($t2 $t3 $t0 $t1 $lo $hi $z),
            row_4!($t3 $t0 $t1 $t2 $lo $hi $z),
            "add {", $t0, "}, {", $t4, "}\n",
            "mov {", $t4, "}, {", $t0, "}\n",
            "adc {", $t1, "}, {", $t5, "}\n",
            "mov {", $t5, "}, {", $t1, "}\n",
            "adc {", $t2, "}, {", $t6, "}\n",
            "mov {", $t6, "}, {", $t2, "}\n",
            "adc {", $t3, "}, {", $t7, "}\n",
            "mov {", $t7, "}, {", $t3, "}\n",
            "adc {", $z, "}, 0\n",
            "sub {", $t4, "}, [{q}]\n",
            "sbb {", $t5, "}, [{q} + 8]\n",
            "sbb {", $t6, "}, [{q} + 16]\n",
            "sbb {", $t7, "}, [{q} + 24]\n",
            "sbb {", $z, "}, 0\n",
        )
    };
}

/// Like [`reduce_4`] with two friendly steps; e is a further register. The sum ends in t0, e, t1, t2.
macro_rules! reduce_friendly {
    ($t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal
     $lo:literal $hi:literal $e:literal) => {
        concat!(
            // (e, t0, t3, t2, t1) := (t3, t2, t1) + t0 M.
            "mov rdx, {",
            $t0,
            "}\n",
            "xor {",
            $lo,
            ":e}, {",
            $lo,
            ":e}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 40]\n",
            "adcx {",
            $t1,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t2,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 48]\n",
            "adcx {",
            $t2,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t3,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $t0,
            "}, {",
            $lo,
            "}, [{q} + 56]\n",
            "adcx {",
            $t3,
            "}, {",
            $lo,
            "}\n",
            "mulx {",
            $e,
            "}, {",
            $hi,
            "}, [{q} + 64]\n",
            "mov {",
            $lo,
            ":e}, 0\n",
            "adox {",
            $t0,
            "}, {",
            $lo,
            "}\n",
            "adcx {",
            $t0,
            "}, {",
            $hi,
            "}\n",
            "adox {",
            $e,
            "}, {",
            $lo,
            "}\n",
            "adcx {",
            $e,
            "}, {",
            $lo,
            "}\n",
            // (t1, e, t0, t3, t2) := (e, t0, t3, t2) + t1 M.
            "mov rdx, {",
            $t1,
            "}\n",
            "xor {",
            $lo,
            ":e}, {",
            $lo,
            ":e}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 40]\n",
            "adcx {",
            $t2,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t3,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 48]\n",
            "adcx {",
            $t3,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t0,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 56]\n",
            "adcx {",
            $t0,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $e,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $t1,
            "}, {",
            $lo,
            "}, [{q} + 64]\n",
            "adcx {",
            $e,
            "}, {",
            $lo,
            "}\n",
            "mov {",
            $lo,
            ":e}, 0\n",
            "adox {",
            $t1,
            "}, {",
            $lo,
            "}\n",
            "adcx {",
            $t1,
            "}, {",
            $lo,
            "}\n",
            // (t2, t1, e, t0, t3) := ((t1, e, t0, t3, t2) + m q) / 2^64.
            "mov rdx, {",
            $t2,
            "}\n",
            "imul rdx, [{q} + 32]\n",
            "xor {",
            $lo,
            ":e}, {",
            $lo,
            ":e}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q}]\n",
            "adcx {",
            $t2,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t3,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 8]\n",
            "adcx {",
            $t3,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t0,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 16]\n",
            "adcx {",
            $t0,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $e,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 24]\n",
            "adcx {",
            $e,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t1,
            "}, {",
            $hi,
            "}\n",
            "mov {",
            $t2,
            ":e}, 0\n",
            "adcx {",
            $t1,
            "}, {",
            $t2,
            "}\n",
            "adox {",
            $t2,
            "}, {",
            $t2,
            "}\n",
            "adc {",
            $t2,
            "}, 0\n",
            // (t2, t1, e, t0) := ((t2, t1, e, t0, t3) + m q) / 2^64.
            "mov rdx, {",
            $t3,
            "}\n",
            "imul rdx, [{q} + 32]\n",
            "xor {",
            $lo,
            ":e}, {",
            $lo,
            ":e}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q}]\n",
            "adcx {",
            $t3,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t0,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 8]\n",
            "adcx {",
            $t0,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $e,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 16]\n",
            "adcx {",
            $e,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t1,
            "}, {",
            $hi,
            "}\n",
            "mulx {",
            $hi,
            "}, {",
            $lo,
            "}, [{q} + 24]\n",
            "adcx {",
            $t1,
            "}, {",
            $lo,
            "}\n",
            "adox {",
            $t2,
            "}, {",
            $hi,
            "}\n",
            "mov {",
            $t3,
            ":e}, 0\n",
            "adcx {",
            $t2,
            "}, {",
            $t3,
            "}\n",
            // Plus the high half; the same minus q.
            "add {",
            $t0,
            "}, {",
            $t4,
            "}\n",
            "mov {",
            $t4,
            "}, {",
            $t0,
            "}\n",
            "adc {",
            $e,
            "}, {",
            $t5,
            "}\n",
            "mov {",
            $t5,
            "}, {",
            $e,
            "}\n",
            "adc {",
            $t1,
            "}, {",
            $t6,
            "}\n",
            "mov {",
            $t6,
            "}, {",
            $t1,
            "}\n",
            "adc {",
            $t2,
            "}, {",
            $t7,
            "}\n",
            "mov {",
            $t7,
            "}, {",
            $t2,
            "}\n",
            "adc {",
            $t3,
            "}, 0\n",
            "sub {",
            $t4,
            "}, [{q}]\n",
            "sbb {",
            $t5,
            "}, [{q} + 8]\n",
            "sbb {",
            $t6,
            "}, [{q} + 16]\n",
            "sbb {",
            $t7,
            "}, [{q} + 24]\n",
            "sbb {",
            $t3,
            "}, 0\n",
        )
    };
}

/// One row of the product: (t4..t0) := (t3..t0) + x · b, with t4 in the register of x.
macro_rules! product_row_4 {
    ($x:literal $t0:literal $t1:literal $t2:literal $t3:literal) => {
        concat!(
            "mov rdx, {",
            $x,
            "}\n",
            "xor {lo:e}, {lo:e}\n",
            "mulx {hi}, {lo}, [{b}]\n",
            "adcx {",
            $t0,
            "}, {lo}\n",
            "adox {",
            $t1,
            "}, {hi}\n",
            "mulx {hi}, {lo}, [{b} + 8]\n",
            "adcx {",
            $t1,
            "}, {lo}\n",
            "adox {",
            $t2,
            "}, {hi}\n",
            "mulx {hi}, {lo}, [{b} + 16]\n",
            "adcx {",
            $t2,
            "}, {lo}\n",
            "adox {",
            $t3,
            "}, {hi}\n",
            "mulx {",
            $x,
            "}, {lo}, [{b} + 24]\n",
            "adcx {",
            $t3,
            "}, {lo}\n",
            "mov {lo:e}, 0\n",
            "adox {",
            $x,
            "}, {lo}\n",
            "adcx {",
            $x,
            "}, {lo}\n",
        )
    };
}

macro_rules! four_limbs {
    ($kernel:ident multiply [$($multiply_end:expr),+] square [$($square_end:expr),+]) => {
impl Kernel<4> for $kernel {
    #[inline(always)]
    fn multiply(a: &[u64; 4], b: &[u64; 4], m: &Modulus<4>) -> [u64; 4] {
        let [mut x0, mut x1, mut x2, mut x3] = *a;
        // SAFETY: reads the 4 limbs of `b` and the 9 words of `m`, writes its own registers only;
        // whoever uses this type has witnessed ADX and BMI2.
        unsafe {
            asm!(
                "mov rdx, {x0}",
                "mulx {t1}, {x0}, [{b}]",
                "mulx {t2}, {lo}, [{b} + 8]",
                "add {t1}, {lo}",
                "mulx {t3}, {lo}, [{b} + 16]",
                "adc {t2}, {lo}",
                "mulx {t4}, {lo}, [{b} + 24]",
                "adc {t3}, {lo}",
                "adc {t4}, 0",
                product_row_4!("x1" "t1" "t2" "t3" "t4"),
                product_row_4!("x2" "t2" "t3" "t4" "x1"),
                product_row_4!("x3" "t3" "t4" "x1" "x2"),
                $($multiply_end),+,
                x0 = inout(reg) x0,
                x1 = inout(reg) x1,
                x2 = inout(reg) x2,
                x3 = inout(reg) x3,
                b = inout(reg) b.as_ptr() => _,
                q = in(reg) &raw const *m,
                t1 = out(reg) _,
                t2 = out(reg) _,
                t3 = out(reg) _,
                t4 = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [x0, x1, x2, x3]
    }

    #[inline(always)]
    fn square(a: &[u64; 4], m: &Modulus<4>) -> [u64; 4] {
        let [mut x0, mut x1, mut x2, mut x3] = *a;
        // SAFETY: reads the 9 words of `m`, writes its own registers only; whoever uses this type has
        // witnessed ADX and BMI2.
        unsafe {
            asm!(
                // `q` serves as a temporary until the reduction.
                "movq xmm0, {q}",
                // t6..t1: products of different limbs.
                "mov rdx, {x0}",
                "mulx {t2}, {t1}, {x1}",
                "mulx {t3}, {a}, {x2}",
                "add {t2}, {a}",
                "mulx {t4}, {a}, {x3}",
                "adc {t3}, {a}",
                "adc {t4}, 0",
                "mov rdx, {x1}",
                "xor {a:e}, {a:e}",
                "mulx {t5}, {a}, {x3}",
                "adox {t4}, {a}",
                "mulx {q}, {a}, {x2}",
                "adcx {t3}, {a}",
                "adcx {t4}, {q}",
                "mov rdx, {x2}",
                "mulx {t6}, {a}, {x3}",
                "adcx {t5}, {a}",
                "mov {a:e}, 0",
                "adox {t5}, {a}",
                "adcx {t6}, {a}",
                "adox {t6}, {a}",
                // Twice that plus the squares of the limbs.
                "mov rdx, {x0}",
                "xor {a:e}, {a:e}",
                "mulx {a}, {x0}, rdx",
                "adcx {t1}, {t1}",
                "adox {t1}, {a}",
                "mov rdx, {x1}",
                "mulx {q}, {a}, rdx",
                "adcx {t2}, {t2}",
                "adox {t2}, {a}",
                "adcx {t3}, {t3}",
                "adox {t3}, {q}",
                "mov rdx, {x2}",
                "mulx {q}, {a}, rdx",
                "adcx {t4}, {t4}",
                "adox {t4}, {a}",
                "adcx {t5}, {t5}",
                "adox {t5}, {q}",
                "mov rdx, {x3}",
                "mulx {x3}, {a}, rdx",
                "adcx {t6}, {t6}",
                "adox {t6}, {a}",
                "mov {a:e}, 0",
                "adcx {x3}, {a}",
                "adox {x3}, {a}",
                "movq {q}, xmm0",
                $($square_end),+,
                x0 = inout(reg) x0,
                x1 = inout(reg) x1,
                x2 = inout(reg) x2,
                x3 = inout(reg) x3,
                q = inout(reg) &raw const *m => _,
                t1 = out(reg) _,
                t2 = out(reg) _,
                t3 = out(reg) _,
                t4 = out(reg) _,
                t5 = out(reg) _,
                t6 = out(reg) _,
                a = out(reg) _,
                out("rdx") _,
                out("xmm0") _,
                options(pure, readonly, nostack),
            );
        }
        [x0, x1, x2, x3]
    }
}
    };
}

four_limbs!(Straight
    multiply [
        reduce_4!("x0" "t1" "t2" "t3" "t4" "x1" "x2" "x3" "lo" "hi" "b"),
        "cmovnc {x0}, {t4}",
        "cmovc {x1}, {t1}",
        "cmovc {x2}, {t2}",
        "cmovc {x3}, {t3}"
    ]
    square [
        reduce_4!("x0" "t1" "t2" "t3" "t4" "t5" "t6" "x3" "a" "x2" "x1"),
        "cmovnc {x0}, {t4}",
        "mov {x1}, {t5}",
        "cmovc {x1}, {t1}",
        "mov {x2}, {t6}",
        "cmovc {x2}, {t2}",
        "cmovc {x3}, {t3}"
    ]
);
four_limbs!(Friendly
    multiply [
        reduce_friendly!("x0" "t1" "t2" "t3" "t4" "x1" "x2" "x3" "lo" "hi" "b"),
        "cmovnc {x0}, {t4}",
        "cmovc {x1}, {b}",
        "cmovc {x2}, {t1}",
        "cmovc {x3}, {t2}"
    ]
    square [
        reduce_friendly!("x0" "t1" "t2" "t3" "t4" "t5" "t6" "x3" "a" "x2" "x1"),
        "cmovnc {x0}, {t4}",
        "cmovnc {x1}, {t5}",
        "mov {x2}, {t6}",
        "cmovc {x2}, {t1}",
        "cmovc {x3}, {t2}"
    ]
);

/// Operands side by side, so that one register addresses all: a at 0, b at 8 L, q at 16 L, k after it.
#[repr(C)]
struct Work<const L: usize> {
    a: [u64; L],
    b: [u64; L],
    q: [u64; L],
    k: u64,
}

/// The sums of a row: t := t + rdx · (limbs at these offsets), carries in both flags.
macro_rules! sums {
    ([$last:literal $top:literal] [$offset:literal]) => {
        concat!(
            "mulx {hi}, {lo}, [{w} + ", $offset, "]\n",
            "adcx {", $last, "}, {lo}\n",
            "adox {", $top, "}, {hi}\n",
        )
    };
    ([$t:literal $t1:literal $($rest:literal)+] [$offset:literal $($offsets:literal)+]) => {
        concat!(
            "mulx {hi}, {lo}, [{w} + ", $offset, "]\n",
            "adcx {", $t, "}, {lo}\n",
            "adox {", $t1, "}, {hi}\n",
            sums!([$t1 $($rest)+] [$($offsets)+])
        )
    };
}

/// t := (t + a b_i + m q) / 2^64 for each b_i in turn, with t below a + q all along, for a below q and any b.
///
/// t + a b_i ≤ 2^64 a + q - 1 takes L + 1 limbs unless the top limb of q is 2^64 - 1, which is not
/// allowed here; after the second sum the carry is the new top limb.
macro_rules! rows {
    ($top:literal [$($t:literal)+] $a:tt $q:tt $k:literal []) => { "" };
    ($top:literal [$t0:literal $($t:literal)+] $a:tt $q:tt $k:literal [$b:literal $($bs:literal)*]) => {
        concat!(
            "mov rdx, [{w} + ", $b, "]\n",
            "xor {lo:e}, {lo:e}\n",
            sums!([$t0 $($t)+] $a),
            "mov {lo:e}, 0\n",
            "adcx {", $top, "}, {lo}\n",
            "mov rdx, {", $t0, "}\n",
            "imul rdx, [{w} + ", $k, "]\n",
            "xor {lo:e}, {lo:e}\n",
            sums!([$t0 $($t)+] $q),
            "mov {", $t0, ":e}, 0\n",
            "adcx {", $top, "}, {", $t0, "}\n",
            "adox {", $t0, "}, {", $t0, "}\n",
            "adc {", $t0, "}, 0\n",
            rows!($t0 [$($t)+ $t0] $a $q $k [$($bs)*])
        )
    };
}

macro_rules! interleaved {
    ($limbs:literal $k:literal $top:literal [$($t:literal $name:ident)+]
        a $a:tt b $b:tt q $q:tt out [$($out:ident)+]
    ) => {
        impl Kernel<$limbs> for Straight {
            #[inline(always)]
            fn multiply(a: &[u64; $limbs], b: &[u64; $limbs], m: &Modulus<$limbs>) -> [u64; $limbs] {
                if m.q[$limbs - 1] == u64::MAX {
                    return Portable::multiply(a, b, m);
                }
                let work = Work { a: *a, b: *b, q: m.q, k: m.k };
                $(let mut $name = 0u64;)+
                // SAFETY: reads `work` only, writes its own registers only; whoever uses this type has
                // witnessed ADX and BMI2.
                unsafe {
                    asm!(
                        rows!($top [$($t)+] $a $q $k $b),
                        $($name = inout(reg) $name,)+
                        w = in(reg) &raw const work,
                        lo = out(reg) _,
                        hi = out(reg) _,
                        out("rdx") _,
                        options(pure, readonly, nostack),
                    );
                }
                fixed::reduce_once([$($out),+], &m.q)
            }

            #[inline(always)]
            fn square(a: &[u64; $limbs], m: &Modulus<$limbs>) -> [u64; $limbs] {
                if m.q[$limbs - 1] == u64::MAX {
                    return Portable::square(a, m);
                }
                let work = Work { a: *a, b: [0; $limbs], q: m.q, k: m.k };
                $(let mut $name = 0u64;)+
                // SAFETY: reads `work` only, writes its own registers only; whoever uses this type has
                // witnessed ADX and BMI2.
                unsafe {
                    asm!(
                        rows!($top [$($t)+] $a $q $k $a),
                        $($name = inout(reg) $name,)+
                        w = in(reg) &raw const work,
                        lo = out(reg) _,
                        hi = out(reg) _,
                        out("rdx") _,
                        options(pure, readonly, nostack),
                    );
                }
                fixed::reduce_once([$($out),+], &m.q)
            }
        }
    };
}

// After L rows the registers have rotated by L of L + 1 places: the lowest limb is in the last one.
interleaved!(5 120 "t5" ["t0" t0 "t1" t1 "t2" t2 "t3" t3 "t4" t4 "t5" t5]
    a [0 8 16 24 32] b [40 48 56 64 72] q [80 88 96 104 112] out [t5 t0 t1 t2 t3 t4]);
interleaved!(6 144 "t6" ["t0" t0 "t1" t1 "t2" t2 "t3" t3 "t4" t4 "t5" t5 "t6" t6]
    a [0 8 16 24 32 40] b [48 56 64 72 80 88] q [96 104 112 120 128 136]
    out [t6 t0 t1 t2 t3 t4 t5]);
interleaved!(7 168 "t7" ["t0" t0 "t1" t1 "t2" t2 "t3" t3 "t4" t4 "t5" t5 "t6" t6 "t7" t7]
    a [0 8 16 24 32 40 48] b [56 64 72 80 88 96 104] q [112 120 128 136 144 152 160]
    out [t7 t0 t1 t2 t3 t4 t5 t6]);
interleaved!(8 192 "t8" ["t0" t0 "t1" t1 "t2" t2 "t3" t3 "t4" t4 "t5" t5 "t6" t6 "t7" t7 "t8" t8]
    a [0 8 16 24 32 40 48 56] b [64 72 80 88 96 104 112 120]
    q [128 136 144 152 160 168 176 184] out [t8 t0 t1 t2 t3 t4 t5 t6 t7]);

impl Rows for Straight {
    #[inline(always)]
    fn add_mul(a: &mut [u64], x: &[u64], y: u64) -> u64 {
        let head = x.len() % 4;
        let (a_head, a) = a.split_at_mut(head);
        let (x_head, x) = x.split_at(head);
        let mut carry = Plain::add_mul(a_head, x_head, y);
        let fours = x.len() / 4;
        assert!(a.len() == x.len());
        // SAFETY: reads 4 · fours limbs of `x` and updates as many of `a`, which has the same length;
        // whoever uses this type has witnessed ADX and BMI2.
        unsafe {
            asm!(
                "xor {low:e}, {low:e}",
                // From here on nothing but the sums changes the flags.
                "jrcxz 2f",
                "mulx {high}, {low}, [{x}]",
                "adcx {low}, {carry}",
                "adox {low}, [{a}]",
                "mov [{a}], {low}",
                "mulx {carry}, {low}, [{x} + 8]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 8]",
                "mov [{a} + 8], {low}",
                "mulx {high}, {low}, [{x} + 16]",
                "adcx {low}, {carry}",
                "adox {low}, [{a} + 16]",
                "mov [{a} + 16], {low}",
                "mulx {carry}, {low}, [{x} + 24]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 24]",
                "mov [{a} + 24], {low}",
                "lea {x}, [{x} + 32]",
                "lea {a}, [{a} + 32]",
                "2:",
                "mov rcx, {blocks}",
                "jmp 5f",
                "3:",
                "mulx {high}, {low}, [{x}]",
                "adcx {low}, {carry}",
                "adox {low}, [{a}]",
                "mov [{a}], {low}",
                "mulx {carry}, {low}, [{x} + 8]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 8]",
                "mov [{a} + 8], {low}",
                "mulx {high}, {low}, [{x} + 16]",
                "adcx {low}, {carry}",
                "adox {low}, [{a} + 16]",
                "mov [{a} + 16], {low}",
                "mulx {carry}, {low}, [{x} + 24]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 24]",
                "mov [{a} + 24], {low}",
                "mulx {high}, {low}, [{x} + 32]",
                "adcx {low}, {carry}",
                "adox {low}, [{a} + 32]",
                "mov [{a} + 32], {low}",
                "mulx {carry}, {low}, [{x} + 40]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 40]",
                "mov [{a} + 40], {low}",
                "mulx {high}, {low}, [{x} + 48]",
                "adcx {low}, {carry}",
                "adox {low}, [{a} + 48]",
                "mov [{a} + 48], {low}",
                "mulx {carry}, {low}, [{x} + 56]",
                "adcx {low}, {high}",
                "adox {low}, [{a} + 56]",
                "mov [{a} + 56], {low}",
                "lea {x}, [{x} + 64]",
                "lea {a}, [{a} + 64]",
                "lea rcx, [rcx - 1]",
                "5:",
                "jrcxz 4f",
                "jmp 3b",
                "4:",
                "mov {low:e}, 0",
                "adcx {carry}, {low}",
                "adox {carry}, {low}",
                x = inout(reg) x.as_ptr() => _,
                a = inout(reg) a.as_mut_ptr() => _,
                carry = inout(reg) carry,
                low = out(reg) _,
                high = out(reg) _,
                blocks = in(reg) fours / 2,
                inout("rcx") fours % 2 => _,
                in("rdx") y,
                options(nostack),
            );
        }
        carry
    }
}
