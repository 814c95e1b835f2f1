//! Moduli 2^k: low products, no reduction.

use super::limbs;
use super::natural::Natural;
use super::window::{Exponent, Machine, pow};

/// Limbs of scratch that [`power`] needs for n limbs and a window width.
pub(super) const fn scratch_len(n: usize, width: u32) -> usize {
    n + (n << (width - 1))
}

/// out := base^exponent mod 2^k; base > 0, k > 0.
///
/// `out`: ⌈k/64⌉ limbs; `scratch`: at least [`scratch_len`] limbs.
pub(super) fn power(
    k: u64,
    base: &Natural<'_>,
    exponent: &Exponent<'_>,
    width: u32,
    out: &mut [u64],
    scratch: &mut [u64],
) {
    let n = out.len();
    let twos = base.trailing_zeros();
    let exponent = if twos > 0 {
        // 2^(twos · exponent) divides the power.
        let vanishes = exponent.word().is_none_or(|e| e.saturating_mul(twos) >= k);
        if vanishes {
            out.fill(0);
            return;
        }
        *exponent
    } else {
        // The odd residues form a group of exponent 2^(k - 2), for k < 3 of at most 2.
        let Some(exponent) = exponent.low_bits(k.saturating_sub(2).max(1)) else {
            out.fill(0);
            out[0] = 1;
            return;
        };
        exponent
    };
    let (product, table) = scratch.split_at_mut(n);
    base.shifted_limbs(0, &mut table[..n]);
    let width = width.min(exponent.width(width));
    pow(&mut Low { acc: out, product, table }, &exponent, width);
    mask(out, k);
}

/// limbs := limbs mod 2^k, for ⌈k/64⌉ limbs.
pub(super) fn mask(limbs: &mut [u64], k: u64) {
    if !k.is_multiple_of(64)
        && let Some(top) = limbs.last_mut()
    {
        *top &= u64::MAX >> (64 - k % 64);
    }
}

#[derive(Debug)]
struct Low<'a> {
    acc: &'a mut [u64],
    product: &'a mut [u64],
    table: &'a mut [u64],
}

impl Machine for Low<'_> {
    fn load(&mut self, i: usize) {
        let n = self.acc.len();
        self.acc.copy_from_slice(&self.table[i * n..][..n]);
    }

    fn store(&mut self, i: usize) {
        let n = self.acc.len();
        self.table[i * n..][..n].copy_from_slice(self.acc);
    }

    fn square(&mut self, times: u64) {
        for _ in 0..times {
            limbs::square_low(self.product, self.acc);
            self.acc.copy_from_slice(self.product);
        }
    }

    fn multiply(&mut self, i: usize) {
        let n = self.acc.len();
        limbs::mul_low(self.product, self.acc, &self.table[i * n..][..n]);
        self.acc.copy_from_slice(self.product);
    }
}
