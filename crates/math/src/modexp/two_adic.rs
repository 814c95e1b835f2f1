//! Moduli 2^k: low products, no reduction.

#[cfg(target_arch = "x86_64")]
use crate::arch::x86_64::{modexp_adx, modexp_ifma_low};
use core::marker::PhantomData;

use super::Backend;
use super::limbs::{self, Plain, Rows};
use super::natural::Natural;
use super::window::{Exponent, Machine, pow};

/// Limbs of scratch that [`power`] may need for n limbs and a window width.
pub(super) const fn scratch_len(n: usize, width: u32) -> usize {
    n.saturating_add(n.saturating_mul(1 << (width - 1)))
}

/// Whether [`power`] needs scratch.
pub(super) fn needs_scratch(backend: Backend, k: u64) -> bool {
    k > longest(backend)
}

/// The largest k of the kernels with a fixed length.
fn longest(backend: Backend) -> u64 {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Ifma(_) => modexp_ifma_low::MAX_BITS,
        _ => 512,
    }
}

/// out := base^exponent mod 2^k; base > 0, k > 0.
///
/// `out`: ⌈k/64⌉ limbs; `scratch`: at least [`scratch_len`] limbs, or none ([`needs_scratch`]).
pub(super) fn power(
    backend: Backend,
    k: u64,
    base: &Natural<'_>,
    exponent: &Exponent<'_>,
    width: u32,
    out: &mut [u64],
    scratch: &mut [u64],
) {
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
    base.shifted_limbs(0, out);
    match k {
        0..=64 => straight::<1>(&exponent, out),
        0..=128 => straight::<2>(&exponent, out),
        0..=256 => straight::<4>(&exponent, out),
        0..=512 => straight::<8>(&exponent, out),
        #[cfg(target_arch = "x86_64")]
        0..=modexp_ifma_low::MAX_BITS if let Backend::Avx512Ifma(witness) = backend => {
            modexp_ifma_low::power(witness, k, &exponent, out);
        }
        _ => {
            let n = out.len();
            let (product, table) = scratch.split_at_mut(n);
            table[..n].copy_from_slice(out);
            let width = exponent.width(width);
            match backend {
                #[cfg(target_arch = "x86_64")]
                Backend::Adx(_) => {
                    sliced::<modexp_adx::Straight>(out, product, table, &exponent, width);
                }
                #[cfg(target_arch = "x86_64")]
                Backend::Avx512Ifma(_) => {
                    sliced::<modexp_adx::Straight>(out, product, table, &exponent, width);
                }
                Backend::Portable => sliced::<Plain>(out, product, table, &exponent, width),
            }
        }
    }
    mask(out, k);
}

fn sliced<R: Rows>(
    acc: &mut [u64],
    product: &mut [u64],
    table: &mut [u64],
    exponent: &Exponent<'_>,
    width: u32,
) {
    pow(&mut Low { acc, product, table, rows: PhantomData::<R> }, exponent, width);
}

/// x := x^exponent mod 2^(64 L), for x of at most L limbs.
fn straight<const L: usize>(exponent: &Exponent<'_>, x: &mut [u64]) {
    let mut base = [0; L];
    base[..x.len()].copy_from_slice(x);
    let width = exponent.width(5);
    let power = if width <= 3 {
        straight_power::<L, 4>(&base, exponent, width)
    } else {
        straight_power::<L, 16>(&base, exponent, width)
    };
    x.copy_from_slice(&power[..x.len()]);
}

fn straight_power<const L: usize, const T: usize>(
    base: &[u64; L],
    exponent: &Exponent<'_>,
    width: u32,
) -> [u64; L] {
    let mut machine = Straight { acc: *base, table: [*base; T] };
    pow(&mut machine, exponent, width);
    machine.acc
}

/// Arrays of L limbs, loops unrolled.
#[derive(Debug)]
struct Straight<const L: usize, const T: usize> {
    acc: [u64; L],
    table: [[u64; L]; T],
}

impl<const L: usize, const T: usize> Machine for Straight<L, T> {
    fn load(&mut self, i: usize) {
        self.acc = self.table[i % T];
    }

    fn store(&mut self, i: usize) {
        self.table[i % T] = self.acc;
    }

    fn square(&mut self, times: u64) {
        let mut acc = self.acc;
        for _ in 0..times {
            let mut square = [0; L];
            limbs::square_low::<Plain>(&mut square, &acc);
            acc = square;
        }
        self.acc = acc;
    }

    fn multiply(&mut self, i: usize) {
        let mut product = [0; L];
        limbs::mul_low::<Plain>(&mut product, &self.acc, &self.table[i % T]);
        self.acc = product;
    }
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
struct Low<'a, R> {
    acc: &'a mut [u64],
    product: &'a mut [u64],
    table: &'a mut [u64],
    rows: PhantomData<R>,
}

impl<R: Rows> Machine for Low<'_, R> {
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
            limbs::square_low::<R>(self.product, self.acc);
            self.acc.copy_from_slice(self.product);
        }
    }

    fn multiply(&mut self, i: usize) {
        let n = self.acc.len();
        limbs::mul_low::<R>(self.product, self.acc, &self.table[i * n..][..n]);
        self.acc.copy_from_slice(self.product);
    }
}
