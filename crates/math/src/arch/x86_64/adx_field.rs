//! Fields of 4 limbs with MULX, ADCX and ADOX.

use core::arch::asm;

use super::modexp_adx::{Friendly, Straight};
use crate::{
    cpu,
    field::{Arch, Field, Task},
    limb::U256,
    modexp::fixed::Kernel,
    p256,
};

/// The arithmetic of this file, to be used where ADX and BMI2 are witnessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Adx;

/// Runs `task` with [`Adx`].
pub(crate) fn run<T: Task>(_: cpu::Adx, task: T) -> T::Output {
    task.run::<Adx>()
}

/// [`Friendly`] takes moduli of at most 2^256 (1 - 2^-62).
const fn friendly<F: Field>() -> bool {
    F::P[3] < u64::MAX - 3
}

const fn is_p256<F: Field>() -> bool {
    let [p0, p1, p2, p3] = F::P;
    let [q0, q1, q2, q3] = p256::P;
    p0 == q0 && p1 == q1 && p2 == q2 && p3 == q3
}

/// (t4, t3, t2, t1, t0) := (t3, t2, t1, t0) + b_i · a, with the limbs of a at {a}, of b at {s}.
macro_rules! row {
    ($i:literal $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            "mov rdx, [{s} + 8 * ",
            $i,
            "]\n",
            "xor {lo:e}, {lo:e}\n",
            "mulx {hi}, {lo}, [{a}]\n",
            "adcx {",
            $t0,
            "}, {lo}\n",
            "adox {",
            $t1,
            "}, {hi}\n",
            "mulx {hi}, {lo}, [{a} + 8]\n",
            "adcx {",
            $t1,
            "}, {lo}\n",
            "adox {",
            $t2,
            "}, {hi}\n",
            "mulx {hi}, {lo}, [{a} + 16]\n",
            "adcx {",
            $t2,
            "}, {lo}\n",
            "adox {",
            $t3,
            "}, {hi}\n",
            "mulx {",
            $t4,
            "}, {lo}, [{a} + 24]\n",
            "adcx {",
            $t3,
            "}, {lo}\n",
            "mov {lo:e}, 0\n",
            "adox {",
            $t4,
            "}, {lo}\n",
            "adcx {",
            $t4,
            "}, {lo}\n",
        )
    };
}

/// t0..t3 := t0..t7 mod 2^256 - {fold}, weakly: below 2^256. {fold} < 2^34.
///
/// The first fold leaves at most {fold} above 2^256, the second a carry, after which the rest is below
/// 2^68, so that the third ends in t1.
macro_rules! fold {
    () => {
        concat!(
            "mov rdx, {fold}\n",
            "xor {lo:e}, {lo:e}\n",
            "mulx {hi}, {lo}, {t4}\n",
            "adcx {t0}, {lo}\n",
            "adox {t1}, {hi}\n",
            "mulx {hi}, {lo}, {t5}\n",
            "adcx {t1}, {lo}\n",
            "adox {t2}, {hi}\n",
            "mulx {hi}, {lo}, {t6}\n",
            "adcx {t2}, {lo}\n",
            "adox {t3}, {hi}\n",
            "mulx {t4}, {lo}, {t7}\n",
            "adcx {t3}, {lo}\n",
            "mov {lo:e}, 0\n",
            "adox {t4}, {lo}\n",
            "adcx {t4}, {lo}\n",
            "mulx {hi}, {lo}, {t4}\n",
            "add {t0}, {lo}\n",
            "adc {t1}, {hi}\n",
            "adc {t2}, 0\n",
            "adc {t3}, 0\n",
            "sbb {lo}, {lo}\n",
            "and {lo}, rdx\n",
            "add {t0}, {lo}\n",
            "adc {t1}, 0\n",
        )
    };
}

/// t0..t7 := the product of the limbs at {a} and {s}.
macro_rules! product {
    () => {
        concat!(
            "mov rdx, [{s}]\n",
            "mulx {t1}, {t0}, [{a}]\n",
            "mulx {t2}, {lo}, [{a} + 8]\n",
            "add {t1}, {lo}\n",
            "mulx {t3}, {lo}, [{a} + 16]\n",
            "adc {t2}, {lo}\n",
            "mulx {t4}, {lo}, [{a} + 24]\n",
            "adc {t3}, {lo}\n",
            "adc {t4}, 0\n",
            row!("1" "t1" "t2" "t3" "t4" "t5"),
            row!("2" "t2" "t3" "t4" "t5" "t6"),
            row!("3" "t3" "t4" "t5" "t6" "t7"),
        )
    };
}

/// t0..t7 := the square of the limbs at {a}.
macro_rules! square {
    () => {
        concat!(
            // The products of different limbs.
            "mov rdx, [{a}]\n",
            "mulx {t2}, {t1}, [{a} + 8]\n",
            "mulx {t3}, {lo}, [{a} + 16]\n",
            "add {t2}, {lo}\n",
            "mulx {t4}, {lo}, [{a} + 24]\n",
            "adc {t3}, {lo}\n",
            "adc {t4}, 0\n",
            "mov rdx, [{a} + 8]\n",
            "xor {t6:e}, {t6:e}\n",
            "mulx {hi}, {lo}, [{a} + 16]\n",
            "adcx {t3}, {lo}\n",
            "adox {t4}, {hi}\n",
            "mulx {t5}, {lo}, [{a} + 24]\n",
            "adcx {t4}, {lo}\n",
            "adox {t5}, {t6}\n",
            "adcx {t5}, {t6}\n",
            "mov rdx, [{a} + 16]\n",
            "mulx {t6}, {lo}, [{a} + 24]\n",
            "add {t5}, {lo}\n",
            "adc {t6}, 0\n",
            // Doubled in the overflow flag's chain, plus the squares in the carry flag's.
            "xor {t7:e}, {t7:e}\n",
            "mov rdx, [{a}]\n",
            "mulx {hi}, {t0}, rdx\n",
            "adox {t1}, {t1}\n",
            "adcx {t1}, {hi}\n",
            "mov rdx, [{a} + 8]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adox {t2}, {t2}\n",
            "adcx {t2}, {lo}\n",
            "adox {t3}, {t3}\n",
            "adcx {t3}, {hi}\n",
            "mov rdx, [{a} + 16]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adox {t4}, {t4}\n",
            "adcx {t4}, {lo}\n",
            "adox {t5}, {t5}\n",
            "adcx {t5}, {hi}\n",
            "mov rdx, [{a} + 24]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adox {t6}, {t6}\n",
            "adcx {t6}, {lo}\n",
            "adox {t7}, {t7}\n",
            "adcx {t7}, {hi}\n",
        )
    };
}

/// A step of Montgomery reduction for p = 2^256 - 2^224 + 2^192 + 2^96 - 1, whose quotient digit is
/// m = t0 itself: (e, t3, t2, t1) := (t3, t2, t1, t0) / 2^64 + m (2^32 + 2^128 {p3}), p3 in rdx.
macro_rules! row_p256 {
    ($t0:literal $t1:literal $t2:literal $t3:literal $e:literal) => {
        concat!(
            "mov {s}, {",
            $t0,
            "}\n",
            "shl {s}, 32\n",
            "mulx {",
            $e,
            "}, {lo}, {",
            $t0,
            "}\n",
            "shr {",
            $t0,
            "}, 32\n",
            "add {",
            $t1,
            "}, {s}\n",
            "adc {",
            $t2,
            "}, {",
            $t0,
            "}\n",
            "adc {",
            $t3,
            "}, {lo}\n",
            "adc {",
            $e,
            "}, 0\n",
        )
    };
}

/// t4..t7 := t0..t7 / 2^256 mod p, below p, if t0..t7 is below 2^256 p.
macro_rules! reduce_p256 {
    () => {
        concat!(
            "mov rdx, {p3}\n",
            row_p256!("t0" "t1" "t2" "t3" "hi"),
            row_p256!("t1" "t2" "t3" "hi" "t0"),
            row_p256!("t2" "t3" "hi" "t0" "t1"),
            row_p256!("t3" "hi" "t0" "t1" "t2"),
            // The low half has become (t2, t1, t0, hi); plus the high half, and that minus p.
            "mov {t3:e}, 0\n",
            "mov {lo:e}, -1\n",
            "add {hi}, {t4}\n",
            "mov {t4}, {hi}\n",
            "adc {t0}, {t5}\n",
            "mov {t5}, {t0}\n",
            "adc {t1}, {t6}\n",
            "mov {t6}, {t1}\n",
            "adc {t2}, {t7}\n",
            "mov {t7}, {t2}\n",
            "adc {t3}, 0\n",
            "sub {t4}, -1\n",
            "sbb {t5}, {lo}\n",
            "sbb {t6}, 0\n",
            "sbb {t7}, rdx\n",
            "sbb {t3}, 0\n",
            "cmovc {t4}, {hi}\n",
            "cmovc {t5}, {t0}\n",
            "cmovc {t6}, {t1}\n",
            "cmovc {t7}, {t2}\n",
        )
    };
}

/// a b, folded.
#[inline(always)]
fn mul_fold<F: Field>(a: &U256, b: &U256) -> U256 {
    let (t0, t1, t2, t3);
    // SAFETY: reads the 4 limbs of `a` and of `b`, writes its own registers only; whoever uses this type has
    // witnessed ADX and BMI2.
    unsafe {
        asm!(
            product!(),
            fold!(),
            a = in(reg) a.as_ptr(),
            s = in(reg) b.as_ptr(),
            fold = const F::FOLD,
            t0 = out(reg) t0,
            t1 = out(reg) t1,
            t2 = out(reg) t2,
            t3 = out(reg) t3,
            t4 = out(reg) _,
            t5 = out(reg) _,
            t6 = out(reg) _,
            t7 = out(reg) _,
            lo = out(reg) _,
            hi = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [t0, t1, t2, t3]
}

/// a², folded.
#[inline(always)]
fn square_fold<F: Field>(a: &U256) -> U256 {
    let (t0, t1, t2, t3);
    // SAFETY: reads the 4 limbs of `a`, writes its own registers only; whoever uses this type has
    // witnessed ADX and BMI2.
    unsafe {
        asm!(
            square!(),
            fold!(),
            a = in(reg) a.as_ptr(),

            fold = const F::FOLD,
            t0 = out(reg) t0,
            t1 = out(reg) t1,
            t2 = out(reg) t2,
            t3 = out(reg) t3,
            t4 = out(reg) _,
            t5 = out(reg) _,
            t6 = out(reg) _,
            t7 = out(reg) _,
            lo = out(reg) _,
            hi = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [t0, t1, t2, t3]
}

/// a b / 2^256 mod the prime of P-256.
#[inline(always)]
fn mul_p256<F: Field>(a: &U256, b: &U256) -> U256 {
    let (t4, t5, t6, t7);
    // SAFETY: reads the 4 limbs of `a` and of `b`, writes its own registers only; whoever uses this type has
    // witnessed ADX and BMI2.
    unsafe {
        asm!(
            product!(),
            reduce_p256!(),
            a = in(reg) a.as_ptr(),
            s = inout(reg) b.as_ptr() => _,
            p3 = const F::P[3],
            t0 = out(reg) _,
            t1 = out(reg) _,
            t2 = out(reg) _,
            t3 = out(reg) _,
            t4 = out(reg) t4,
            t5 = out(reg) t5,
            t6 = out(reg) t6,
            t7 = out(reg) t7,
            lo = out(reg) _,
            hi = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [t4, t5, t6, t7]
}

/// a² / 2^256 mod the prime of P-256.
#[inline(always)]
fn square_p256<F: Field>(a: &U256) -> U256 {
    let (t4, t5, t6, t7);
    // SAFETY: reads the 4 limbs of `a`, writes its own registers only; whoever uses this type has
    // witnessed ADX and BMI2.
    unsafe {
        asm!(
            square!(),
            reduce_p256!(),
            a = in(reg) a.as_ptr(),
            s = out(reg) _,

            p3 = const F::P[3],
            t0 = out(reg) _,
            t1 = out(reg) _,
            t2 = out(reg) _,
            t3 = out(reg) _,
            t4 = out(reg) t4,
            t5 = out(reg) t5,
            t6 = out(reg) t6,
            t7 = out(reg) t7,
            lo = out(reg) _,
            hi = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [t4, t5, t6, t7]
}

#[inline(always)]
fn add_fold<F: Field>(a: &U256, b: &U256) -> U256 {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    let [b0, b1, b2, b3] = *b;
    // SAFETY: additions in registers.
    unsafe {
        asm!(
            "add {a0}, {b0}",
            "adc {a1}, {b1}",
            "adc {a2}, {b2}",
            "adc {a3}, {b3}",
            "sbb {m}, {m}",
            "and {m}, {fold}",
            "add {a0}, {m}",
            "adc {a1}, 0",
            "adc {a2}, 0",
            "adc {a3}, 0",
            // After a second carry what is left is below the fold.
            "sbb {m}, {m}",
            "and {m}, {fold}",
            "add {a0}, {m}",
            a0 = inout(reg) a0,
            a1 = inout(reg) a1,
            a2 = inout(reg) a2,
            a3 = inout(reg) a3,
            b0 = in(reg) b0,
            b1 = in(reg) b1,
            b2 = in(reg) b2,
            b3 = in(reg) b3,
            fold = in(reg) F::FOLD,
            m = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    [a0, a1, a2, a3]
}

#[inline(always)]
fn sub_fold<F: Field>(a: &U256, b: &U256) -> U256 {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    let [b0, b1, b2, b3] = *b;
    // SAFETY: subtractions in registers.
    unsafe {
        asm!(
            "sub {a0}, {b0}",
            "sbb {a1}, {b1}",
            "sbb {a2}, {b2}",
            "sbb {a3}, {b3}",
            "sbb {m}, {m}",
            "and {m}, {fold}",
            "sub {a0}, {m}",
            "sbb {a1}, 0",
            "sbb {a2}, 0",
            "sbb {a3}, 0",
            // After a second borrow what is left is within the fold of 2^256.
            "sbb {m}, {m}",
            "and {m}, {fold}",
            "sub {a0}, {m}",
            a0 = inout(reg) a0,
            a1 = inout(reg) a1,
            a2 = inout(reg) a2,
            a3 = inout(reg) a3,
            b0 = in(reg) b0,
            b1 = in(reg) b1,
            b2 = in(reg) b2,
            b3 = in(reg) b3,
            fold = in(reg) F::FOLD,
            m = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    [a0, a1, a2, a3]
}

#[inline(always)]
fn add_below<F: Field>(a: &U256, b: &U256) -> U256 {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    let [b0, b1, b2, b3] = *b;
    // SAFETY: reads the 4 limbs of the modulus, else arithmetic in registers.
    unsafe {
        asm!(
            "xor {c:e}, {c:e}",
            "add {a0}, {b0}",
            "mov {b0}, {a0}",
            "adc {a1}, {b1}",
            "mov {b1}, {a1}",
            "adc {a2}, {b2}",
            "mov {b2}, {a2}",
            "adc {a3}, {b3}",
            "mov {b3}, {a3}",
            "adc {c}, 0",
            "sub {b0}, [{p}]",
            "sbb {b1}, [{p} + 8]",
            "sbb {b2}, [{p} + 16]",
            "sbb {b3}, [{p} + 24]",
            "sbb {c}, 0",
            "cmovnc {a0}, {b0}",
            "cmovnc {a1}, {b1}",
            "cmovnc {a2}, {b2}",
            "cmovnc {a3}, {b3}",
            a0 = inout(reg) a0,
            a1 = inout(reg) a1,
            a2 = inout(reg) a2,
            a3 = inout(reg) a3,
            b0 = inout(reg) b0 => _,
            b1 = inout(reg) b1 => _,
            b2 = inout(reg) b2 => _,
            b3 = inout(reg) b3 => _,
            p = in(reg) F::MODULUS.q.as_ptr(),
            c = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

#[inline(always)]
fn sub_below<F: Field>(a: &U256, b: &U256) -> U256 {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    let [b0, b1, b2, b3] = *b;
    // SAFETY: reads the 4 limbs of the modulus, else arithmetic in registers.
    unsafe {
        asm!(
            "sub {a0}, {b0}",
            "sbb {a1}, {b1}",
            "sbb {a2}, {b2}",
            "sbb {a3}, {b3}",
            "sbb {b0}, {b0}",
            "mov {b1}, {b0}",
            "mov {b2}, {b0}",
            "mov {b3}, {b0}",
            "and {b0}, [{p}]",
            "and {b1}, [{p} + 8]",
            "and {b2}, [{p} + 16]",
            "and {b3}, [{p} + 24]",
            "add {a0}, {b0}",
            "adc {a1}, {b1}",
            "adc {a2}, {b2}",
            "adc {a3}, {b3}",
            a0 = inout(reg) a0,
            a1 = inout(reg) a1,
            a2 = inout(reg) a2,
            a3 = inout(reg) a3,
            b0 = inout(reg) b0 => _,
            b1 = inout(reg) b1 => _,
            b2 = inout(reg) b2 => _,
            b3 = inout(reg) b3 => _,
            p = in(reg) F::MODULUS.q.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

#[inline(always)]
fn halve<F: Field>(a: &U256) -> U256 {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    // SAFETY: reads the 4 limbs of the modulus, else arithmetic in registers.
    unsafe {
        asm!(
            "mov {m0}, {a0}",
            "and {m0:e}, 1",
            "neg {m0}",
            "mov {m1}, {m0}",
            "mov {m2}, {m0}",
            "mov {m3}, {m0}",
            "and {m0}, [{p}]",
            "and {m1}, [{p} + 8]",
            "and {m2}, [{p} + 16]",
            "and {m3}, [{p} + 24]",
            "add {a0}, {m0}",
            "adc {a1}, {m1}",
            "adc {a2}, {m2}",
            "adc {a3}, {m3}",
            "rcr {a3}, 1",
            "rcr {a2}, 1",
            "rcr {a1}, 1",
            "rcr {a0}, 1",
            a0 = inout(reg) a0,
            a1 = inout(reg) a1,
            a2 = inout(reg) a2,
            a3 = inout(reg) a3,
            m0 = out(reg) _,
            m1 = out(reg) _,
            m2 = out(reg) _,
            m3 = out(reg) _,
            p = in(reg) F::MODULUS.q.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

impl Arch for Adx {
    /// In assembly because compilers make an unpredictable branch of the choice.
    #[inline(always)]
    fn halve<F: Field>(a: &U256) -> U256 {
        halve::<F>(a)
    }

    #[inline(always)]
    fn mul<F: Field>(a: &U256, b: &U256) -> U256 {
        if F::FOLD != 0 {
            mul_fold::<F>(a, b)
        } else if is_p256::<F>() {
            mul_p256::<F>(a, b)
        } else if friendly::<F>() {
            Friendly::multiply(a, b, F::MODULUS)
        } else {
            Straight::multiply(a, b, F::MODULUS)
        }
    }

    #[inline(always)]
    fn square<F: Field>(a: &U256) -> U256 {
        if F::FOLD != 0 {
            square_fold::<F>(a)
        } else if is_p256::<F>() {
            square_p256::<F>(a)
        } else if friendly::<F>() {
            Friendly::square(a, F::MODULUS)
        } else {
            Straight::square(a, F::MODULUS)
        }
    }

    #[inline(always)]
    fn add<F: Field>(a: &U256, b: &U256) -> U256 {
        if F::FOLD != 0 { add_fold::<F>(a, b) } else { add_below::<F>(a, b) }
    }

    #[inline(always)]
    fn sub<F: Field>(a: &U256, b: &U256) -> U256 {
        if F::FOLD != 0 { sub_fold::<F>(a, b) } else { sub_below::<F>(a, b) }
    }
}
