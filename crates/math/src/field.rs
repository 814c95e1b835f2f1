//! Fields of 4 limbs, with the arithmetic of one instruction set chosen by type.
//!
//! [`Fe<F, A>`] is an element of the field [`F`](Field) whose operations are those of the
//! [`Arch`] `A`. A whole operation on a curve is compiled for each `A`, so dispatch happens once a call.
//!
//! Two kinds of moduli: near 2^256 ([`Field::FOLD`] ≠ 0), where an element is *any* number below 2^256
//! that is congruent to it; else Montgomery form, a · 2^256 mod p below p.

mod invert;
pub(crate) use invert::invert;
#[cfg(test)]
mod tests;

use core::{fmt::Debug, marker::PhantomData};

use crate::{
    limb::{self, U256},
    modexp::{
        fixed::{Kernel, Modulus, Portable as Plain},
        limbs::{adc, mac, sbb},
    },
};

/// The facts about a prime field.
pub(crate) trait Field: Copy + Eq + Debug + 'static {
    /// The modulus p: an odd prime.
    const P: U256;
    /// 2^256 - p where that is below 2^34, to reduce by folding; 0 for Montgomery form.
    const FOLD: u64 = 0;
    /// p and what Montgomery reduction needs.
    const MODULUS: &'static Modulus<4> = &Modulus::new(Self::P);
    /// The form of 1.
    const ONE: U256 = if Self::FOLD == 0 { power_of_two(256, &Self::P) } else { [1, 0, 0, 0] };
    /// What a plain number is multiplied with to get its form.
    const INTO: U256 = if Self::FOLD == 0 { power_of_two(512, &Self::P) } else { [1, 0, 0, 0] };
}

/// 2^exponent mod p.
const fn power_of_two(exponent: u32, p: &U256) -> U256 {
    let mut x = [1, 0, 0, 0];
    let mut i = 0;
    while i < exponent {
        let top = x[3] >> 63;
        x = [x[0] << 1, x[1] << 1 | x[0] >> 63, x[2] << 1 | x[1] >> 63, x[3] << 1 | x[2] >> 63];
        let (less, borrow) = limb::sub(&x, p);
        if top == 1 || !borrow {
            x = less;
        }
        i += 1;
    }
    x
}

/// The arithmetic of an instruction set on forms of elements of `F`.
pub(crate) trait Arch: Copy + Eq + Debug + 'static {
    fn mul<F: Field>(a: &U256, b: &U256) -> U256;
    fn square<F: Field>(a: &U256) -> U256;
    fn add<F: Field>(a: &U256, b: &U256) -> U256;
    fn sub<F: Field>(a: &U256, b: &U256) -> U256;

    /// a / 2.
    #[inline(always)]
    fn halve<F: Field>(a: &U256) -> U256 {
        let (mask, mut carry, mut sum) = (0u64.wrapping_sub(a[0] & 1), 0, [0; 4]);
        for i in 0..4 {
            (sum[i], carry) = adc(a[i], F::P[i] & mask, carry);
        }
        let [s0, s1, s2, s3] = sum;
        [s0 >> 1 | s1 << 63, s1 >> 1 | s2 << 63, s2 >> 1 | s3 << 63, s3 >> 1 | carry << 63]
    }
}

/// Something to be computed with the arithmetic of one instruction set.
pub(crate) trait Task {
    type Output;
    fn run<A: Arch>(self) -> Self::Output;
}

/// What the compiler makes of plain code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portable;

impl Arch for Portable {
    #[inline(always)]
    fn mul<F: Field>(a: &U256, b: &U256) -> U256 {
        if F::FOLD == 0 {
            return Plain::multiply(a, b, F::MODULUS);
        }
        let mut t = [0; 8];
        for i in 0..4 {
            let mut carry = 0;
            for j in 0..4 {
                (t[i + j], carry) = mac(t[i + j], a[j], b[i], carry);
            }
            t[i + 4] = carry;
        }
        fold_product(&t, F::FOLD)
    }

    #[inline(always)]
    fn square<F: Field>(a: &U256) -> U256 {
        if F::FOLD == 0 {
            return Plain::square(a, F::MODULUS);
        }
        let mut t = [0; 8];
        for i in 0..4 {
            let mut carry = 0;
            for j in i + 1..4 {
                (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
            }
            t[i + 4] = carry;
        }
        let (mut carry, mut bit) = (0, 0);
        for i in 0..4 {
            let (low, high) = mac(0, a[i], a[i], 0);
            for (t, square) in t[2 * i..2 * i + 2].iter_mut().zip([low, high]) {
                let doubled = *t << 1 | bit;
                bit = *t >> 63;
                (*t, carry) = adc(doubled, square, carry);
            }
        }
        fold_product(&t, F::FOLD)
    }

    #[inline(always)]
    fn add<F: Field>(a: &U256, b: &U256) -> U256 {
        let (mut sum, mut less, mut carry, mut borrow) = ([0; 4], [0; 4], 0, 0);
        for i in 0..4 {
            (sum[i], carry) = adc(a[i], b[i], carry);
        }
        if F::FOLD != 0 {
            return fold_carry(sum, carry, F::FOLD);
        }
        for i in 0..4 {
            (less[i], borrow) = sbb(sum[i], F::P[i], borrow);
        }
        let mask = 0u64.wrapping_sub(u64::from(carry < borrow));
        core::array::from_fn(|i| less[i] ^ (mask & (less[i] ^ sum[i])))
    }

    #[inline(always)]
    fn sub<F: Field>(a: &U256, b: &U256) -> U256 {
        let (mut out, mut borrow) = ([0; 4], 0);
        for i in 0..4 {
            (out[i], borrow) = sbb(a[i], b[i], borrow);
        }
        if F::FOLD == 0 {
            let (mask, mut carry) = (0u64.wrapping_sub(borrow), 0);
            for (out, p) in out.iter_mut().zip(F::P) {
                (*out, carry) = adc(*out, p & mask, carry);
            }
            return out;
        }
        // Twice at most: after a second borrow what is left is within FOLD of 2^256.
        for _ in 0..2 {
            let mut less = F::FOLD * borrow;
            for out in &mut out {
                (*out, less) = sbb(*out, less, 0);
            }
            borrow = less;
        }
        out
    }
}

/// carry · 2^256 + sum, folded.
#[inline(always)]
fn fold_carry(mut sum: U256, mut carry: u64, fold: u64) -> U256 {
    // Twice at most: after a second carry what is left is below 2^68.
    for _ in 0..2 {
        let (low, high) = mac(0, carry, fold, 0);
        let mut more;
        (sum[0], more) = adc(sum[0], low, 0);
        (sum[1], more) = adc(sum[1], high, more);
        (sum[2], more) = adc(sum[2], 0, more);
        (sum[3], carry) = adc(sum[3], 0, more);
    }
    sum
}

/// A product of 8 limbs, folded.
#[inline(always)]
fn fold_product(t: &[u64; 8], fold: u64) -> U256 {
    let (mut sum, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        (sum[i], carry) = mac(t[i], t[i + 4], fold, carry);
    }
    fold_carry(sum, carry, fold)
}

/// An element of `F`, computed with by `A`.
#[derive(Debug)]
pub(crate) struct Fe<F, A> {
    form: U256,
    marker: PhantomData<(F, A)>,
}

impl<F, A> Clone for Fe<F, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<F, A> Copy for Fe<F, A> {}

impl<F: Field, A: Arch> PartialEq for Fe<F, A> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        if F::FOLD == 0 { self.form == other.form } else { self.sub(other).is_zero() }
    }
}

impl<F: Field, A: Arch> Fe<F, A> {
    pub(crate) const ZERO: Self = Self::from_form([0; 4]);
    pub(crate) const ONE: Self = Self::from_form(F::ONE);

    /// The element of that form.
    #[inline(always)]
    pub(crate) const fn from_form(form: U256) -> Self {
        Self { form, marker: PhantomData }
    }

    /// x mod p, for any x. For x >= p the form may exceed p by p 5/2^66 (the bound of the Montgomery kernels):
    /// such an element may be multiplied, but neither compared nor tested for zero before.
    #[inline(always)]
    pub(crate) fn new(x: &U256) -> Self {
        if F::FOLD == 0 { Self::from_form(A::mul::<F>(x, &F::INTO)) } else { Self::from_form(*x) }
    }

    /// The form, equal for every `A`.
    #[inline(always)]
    pub(crate) const fn form(self) -> U256 {
        self.form
    }

    /// The number below p.
    #[inline(always)]
    pub(crate) fn to_canonical(self) -> U256 {
        if F::FOLD == 0 {
            return A::mul::<F>(&self.form, &[1, 0, 0, 0]);
        }
        let (less, borrow) = limb::sub(&self.form, &F::P);
        if borrow { self.form } else { less }
    }

    #[inline(always)]
    pub(crate) fn is_zero(&self) -> bool {
        let [a, b, c, d] = self.form;
        if a | b | c | d == 0 {
            return true;
        }
        F::FOLD != 0 && self.form == F::P
    }

    #[inline(always)]
    pub(crate) fn is_odd(self) -> bool {
        self.to_canonical()[0] & 1 == 1
    }

    #[inline(always)]
    pub(crate) fn mul(&self, other: &Self) -> Self {
        Self::from_form(A::mul::<F>(&self.form, &other.form))
    }

    #[inline(always)]
    pub(crate) fn square(&self) -> Self {
        Self::from_form(A::square::<F>(&self.form))
    }

    #[inline(always)]
    pub(crate) fn add(&self, other: &Self) -> Self {
        Self::from_form(A::add::<F>(&self.form, &other.form))
    }

    #[inline(always)]
    pub(crate) fn sub(&self, other: &Self) -> Self {
        Self::from_form(A::sub::<F>(&self.form, &other.form))
    }

    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        self.add(self)
    }

    #[inline(always)]
    pub(crate) fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    #[inline(always)]
    pub(crate) fn halve(&self) -> Self {
        Self::from_form(A::halve::<F>(&self.form))
    }

    /// Squared `times` times.
    #[inline(always)]
    pub(crate) fn square_times(&self, times: u32) -> Self {
        let mut x = *self;
        for _ in 0..times {
            x = x.square();
        }
        x
    }

    /// 1/x, and 0 for 0.
    pub(crate) fn invert(&self) -> Self {
        let inverse = invert(&self.to_canonical(), &F::P);
        Self::new(&inverse)
    }

    /// Whether `root` is a square root of this.
    #[inline(always)]
    pub(crate) fn is_square_of(&self, root: &Self) -> bool {
        root.square() == *self
    }
}
