//! Odd moduli of any size: Montgomery form on slices of 64-bit limbs.

use core::marker::PhantomData;

use super::limbs::{self, Divisor, Rows};
use super::natural::Natural;
use super::window::{Exponent, Machine, pow};

/// Limbs of scratch that [`power`] needs for n limbs and a window width.
pub(super) const fn scratch_len(n: usize, width: u32) -> usize {
    (2 * n).saturating_add(n.saturating_mul(1 << (width - 1)))
}

/// Zero limbs at the end of a base that are cheaper to divide through than to raise 2^64 to.
const STREAMED_ZEROS: usize = 256;

/// out := base^exponent mod q.
///
/// `q`: n limbs, odd, above 1, top limb not 0; `out`: n limbs; `scratch`: at least [`scratch_len`]
/// limbs.
pub(super) fn power<R: Rows>(
    q: &[u64],
    base: &Natural<'_>,
    exponent: &Exponent<'_>,
    width: u32,
    out: &mut [u64],
    scratch: &mut [u64],
) {
    let n = q.len();
    let (wide, table) = scratch.split_at_mut(2 * n);
    let k = limbs::inverse(q[0]).wrapping_neg();
    let mut machine = Montgomery { q, k, acc: out, wide, table, rows: PhantomData::<R> };
    let streamed = base.tail / 8 <= STREAMED_ZEROS + 4 * n;
    if exponent.word() == Some(1) && streamed {
        reduce(q, base, base.tail / 8, 0, &mut machine.wide[..n], machine.acc);
        return;
    }
    if streamed {
        reduce(q, base, base.tail / 8 + n, 0, &mut machine.wide[..n], &mut machine.table[..n]);
    } else {
        machine.load_long_base(base);
    }
    pow(&mut machine, exponent, width);
    machine.leave();
}

/// out := (the upper limbs of base) · 2^(64 zeros + bits) mod q, by one division from the top.
///
/// `out`: the n limbs of `q`, whose top limb is not 0; `shifted`: n limbs of scratch; bits < 64.
#[inline(always)]
pub(super) fn reduce(
    q: &[u64],
    base: &Natural<'_>,
    mut zeros: usize,
    bits: u32,
    shifted: &mut [u64],
    out: &mut [u64],
) {
    let n = q.len();
    let shift = q[n - 1].leading_zeros();
    shifted.copy_from_slice(q);
    limbs::shl(shifted, shift);
    // Limb i of the base shifted likewise; one more limb than the base has, if that is not 0.
    zeros += (shift + bits) as usize / 64;
    let base_shift = (shift + bits) % 64;
    let limb = |i: usize| {
        let low = match base_shift {
            0 => 0,
            _ if i == 0 => 0,
            shift => base.upper_limb(i - 1) >> (64 - shift),
        };
        (base.upper_limb(i) << base_shift) | low
    };
    let mut count = base.upper_limbs();
    count += usize::from(limb(count) != 0);
    // The first n limbs are below 2 · shifted, whose top bit is set.
    let direct = count.min(n);
    out.fill(0);
    for (i, rem) in out[..direct].iter_mut().enumerate() {
        *rem = limb(count - direct + i);
    }
    if !limbs::lt(out, shifted) {
        limbs::sub(out, shifted);
    }
    let divisor = Divisor::new(shifted);
    for i in (0..count - direct).rev() {
        divisor.push(out, limb(i));
    }
    for _ in 0..zeros {
        divisor.push(out, 0);
    }
    limbs::shr(out, shift);
}

/// Elements are a · 2^(64 n) mod q, below q.
#[derive(Debug)]
struct Montgomery<'a, R> {
    q: &'a [u64],
    /// -1/q mod 2^64.
    k: u64,
    acc: &'a mut [u64],
    /// 2n limbs for products.
    wide: &'a mut [u64],
    table: &'a mut [u64],
    rows: PhantomData<R>,
}

impl<R: Rows> Montgomery<'_, R> {
    /// Entry 0 := a base with very many zero limbs at its end, by a power of 2^64.
    fn load_long_base(&mut self, base: &Natural<'_>) {
        let n = self.q.len();
        let one = Natural { sig: &[1], tail: 0 };
        reduce(self.q, &one, n + 1, 0, &mut self.wide[..n], &mut self.table[..n]);
        let zeros = (base.tail / 8) as u64;
        let bytes = zeros.to_be_bytes();
        let zeros = Natural::new(super::Operand { bytes: &bytes, len: bytes.len() });
        pow(self, &Exponent::new(zeros), 1);
        reduce(self.q, base, n, 0, &mut self.wide[..n], &mut self.table[..n]);
        self.multiply(0);
        self.store(0);
    }

    /// acc := wide / 2^(64 n) mod q, for wide < q · 2^(64 n).
    fn redc(&mut self) {
        let n = self.q.len();
        for i in 0..n {
            let digit = self.wide[i].wrapping_mul(self.k);
            // Limb i is 0 now; it keeps the carry, whose place is n limbs above.
            self.wide[i] = R::add_mul(&mut self.wide[i..i + n], self.q, digit);
        }
        let (carries, sum) = self.wide.split_at_mut(n);
        let over = limbs::add(sum, carries);
        if over != 0 || !limbs::lt(sum, self.q) {
            limbs::sub(sum, self.q);
        }
        self.acc.copy_from_slice(sum);
    }

    /// Out of Montgomery form.
    fn leave(&mut self) {
        let n = self.q.len();
        self.wide[..n].copy_from_slice(self.acc);
        self.wide[n..].fill(0);
        self.redc();
    }
}

impl<R: Rows> Machine for Montgomery<'_, R> {
    fn load(&mut self, i: usize) {
        let n = self.q.len();
        self.acc.copy_from_slice(&self.table[i * n..][..n]);
    }

    fn store(&mut self, i: usize) {
        let n = self.q.len();
        self.table[i * n..][..n].copy_from_slice(self.acc);
    }

    fn square(&mut self, times: u64) {
        for _ in 0..times {
            limbs::square::<R>(self.wide, self.acc);
            self.redc();
        }
    }

    fn multiply(&mut self, i: usize) {
        let n = self.q.len();
        limbs::mul::<R>(self.wide, self.acc, &self.table[i * n..][..n]);
        self.redc();
    }
}
