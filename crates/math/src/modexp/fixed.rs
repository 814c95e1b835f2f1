//! Odd moduli of 1 to 8 limbs: straight-line Montgomery arithmetic on arrays.
//!
//! Elements are a · 2^(64 L) mod q, always below q.

use core::marker::PhantomData;

use super::buckets;
use super::limbs::{self, adc, mac, sbb};
use super::natural::Natural;
use super::window::{Exponent, Machine, pow};

/// What a whole exponentiation needs; q is the odd part of a modulus, above 1, with exactly L limbs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(super) base: &'a Natural<'a>,
    pub(crate) exponent: &'a Exponent<'a>,
    /// The modulus and the power of two to divide it by.
    pub(super) modulus: &'a Natural<'a>,
    pub(super) twos: u64,
}

/// An odd modulus; kernels in assembly read it as 2 L + 1 words.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Modulus<const L: usize> {
    pub(crate) q: [u64; L],
    /// -1/q mod 2^64.
    pub(crate) k: u64,
    /// (k q + 1) / 2^64, which is 2^-64 mod q.
    pub(crate) m: [u64; L],
}

impl<const L: usize> Modulus<L> {
    /// Of an odd q above 1.
    #[inline(always)]
    pub(crate) const fn new(q: [u64; L]) -> Self {
        let k = limbs::inverse(q[0]).wrapping_neg();
        let mut m = [0; L];
        let (_, mut carry) = mac(1, q[0], k, 0);
        let mut i = 1;
        while i < L {
            (m[i - 1], carry) = mac(0, q[i], k, carry);
            i += 1;
        }
        m[L - 1] = carry;
        Self { q, k, m }
    }
}

/// Montgomery products, below q for operands below q.
///
/// The second operand may be any number of L limbs, if the first is below q; then the result of 4 limbs may
/// exceed q by q 5/2^66: it may be an operand, but not what is returned to users.
pub(crate) trait Kernel<const L: usize> {
    /// a · b / 2^(64 L) mod q.
    fn multiply(a: &[u64; L], b: &[u64; L], m: &Modulus<L>) -> [u64; L];
    /// a² / 2^(64 L) mod q.
    fn square(a: &[u64; L], m: &Modulus<L>) -> [u64; L];
}

/// The modulus of a call.
#[inline(always)]
pub(crate) fn modulus<const L: usize>(call: &Call<'_>) -> Modulus<L> {
    let mut q = [0; L];
    call.modulus.shifted_limbs(call.twos, &mut q);
    Modulus::new(q)
}

/// base^exponent mod q.
#[inline(always)]
pub(crate) fn power<const L: usize, K: Kernel<L>>(
    call: &Call<'_>,
    modulus: &Modulus<L>,
) -> [u64; L] {
    let base = to_montgomery::<L, K>(call.base, modulus);
    let (width, products) = call.exponent.width_and_products(MAX_WIDTH);
    if let Some(width) = buckets::width(L, call.exponent, products) {
        let residues = Residues::<L, K> { modulus, kernel: PhantomData };
        let power = buckets::pow(&residues, base, call.exponent, width);
        return K::multiply(&power, &one(), modulus);
    }
    let power = match width {
        1 => run::<L, 1, K>(&base, call.exponent, modulus, width),
        2..=4 => run::<L, 8, K>(&base, call.exponent, modulus, width),
        _ => run::<L, 32, K>(&base, call.exponent, modulus, width),
    };
    K::multiply(&power, &one(), modulus)
}

/// Bytes of the longest modulus here.
#[cfg(target_arch = "x86_64")]
pub(crate) const MAX_BYTES: usize = 64;

/// base mod q in bytes, big-endian.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn reduced_base<const L: usize, K: Kernel<L>>(
    call: &Call<'_>,
    modulus: &Modulus<L>,
) -> [u8; MAX_BYTES] {
    let base = to_montgomery::<L, K>(call.base, modulus);
    let base = K::multiply(&base, &one(), modulus);
    let mut bytes = [0; MAX_BYTES];
    for (bytes, limb) in bytes.as_rchunks_mut().1.iter_mut().rev().zip(base) {
        *bytes = limb.to_be_bytes();
    }
    bytes
}

/// Wider windows save less than the larger table costs.
const MAX_WIDTH: u32 = 6;

#[inline(always)]
fn run<const L: usize, const T: usize, K: Kernel<L>>(
    base: &[u64; L],
    exponent: &Exponent<'_>,
    modulus: &Modulus<L>,
    width: u32,
) -> [u64; L] {
    let mut machine =
        Fixed::<L, T, K> { modulus, acc: *base, table: [*base; T], kernel: PhantomData };
    pow(&mut machine, exponent, width);
    machine.acc
}

const fn one<const L: usize>() -> [u64; L] {
    let mut one = [0; L];
    one[0] = 1;
    one
}

/// Residues for [`buckets`].
struct Residues<'a, const L: usize, K> {
    modulus: &'a Modulus<L>,
    kernel: PhantomData<K>,
}

impl<const L: usize, K: Kernel<L>> buckets::Ring for Residues<'_, L, K> {
    type Element = [u64; L];

    #[inline(always)]
    fn multiply(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        K::multiply(a, b, self.modulus)
    }

    #[inline(always)]
    fn square(&self, a: &[u64; L]) -> [u64; L] {
        K::square(a, self.modulus)
    }
}

struct Fixed<'a, const L: usize, const T: usize, K> {
    modulus: &'a Modulus<L>,
    acc: [u64; L],
    table: [[u64; L]; T],
    kernel: PhantomData<K>,
}

impl<const L: usize, const T: usize, K: Kernel<L>> Machine for Fixed<'_, L, T, K> {
    #[inline(always)]
    fn load(&mut self, i: usize) {
        self.acc = self.table[i % T];
    }

    #[inline(always)]
    fn store(&mut self, i: usize) {
        self.table[i % T] = self.acc;
    }

    #[inline(always)]
    fn square(&mut self, times: u64) {
        let mut acc = self.acc;
        for _ in 0..times {
            acc = K::square(&acc, self.modulus);
        }
        self.acc = acc;
    }

    #[inline(always)]
    fn multiply(&mut self, i: usize) {
        self.acc = K::multiply(&self.acc, &self.table[i % T], self.modulus);
    }
}

/// base · 2^(64 L) mod q.
#[inline(always)]
fn to_montgomery<const L: usize, K: Kernel<L>>(base: &Natural<'_>, m: &Modulus<L>) -> [u64; L] {
    let zeros = base.tail / 8;
    if base.upper_limbs() <= 2 * L + 1 && zeros <= 2 * L {
        return reduce(base, zeros + L, &m.q);
    }
    // Horner in base R = 2^(64 L) from the top, R² serving as R in Montgomery form.
    let square = reduce(&Natural { sig: &[1], tail: 0 }, 2 * L, &m.q);
    let limbs = base.upper_limbs();
    let mut acc = [0; L];
    let mut low = limbs.next_multiple_of(L);
    while low > 0 {
        low -= L;
        acc = K::multiply(&square, &acc, m);
        let mut carry = 0;
        for (i, acc) in acc.iter_mut().enumerate() {
            (*acc, carry) = adc(*acc, base.upper_limb(low + i), carry);
        }
        // Twice at most: a product with `square` may exceed q by a little (see `Kernel`), and then a carry can
        // survive the first subtraction.
        while carry != 0 {
            carry -= limbs::sub(&mut acc, &m.q);
        }
    }
    acc = K::multiply(&square, &acc, m);
    if zeros == 0 {
        return acc;
    }
    let word = reduce(&Natural { sig: &[1], tail: 0 }, L + 1, &m.q);
    let zeros = (zeros as u64).to_be_bytes();
    let zeros = Natural::new(super::Operand { bytes: &zeros, len: zeros.len() });
    let shift = run::<L, 1, K>(&word, &Exponent::new(zeros), m, 1);
    K::multiply(&acc, &shift, m)
}

/// (the upper limbs of base) · 2^(64 zeros) mod q.
#[inline(never)]
fn reduce<const L: usize>(base: &Natural<'_>, zeros: usize, q: &[u64; L]) -> [u64; L] {
    let (mut shifted, mut out) = ([0; L], [0; L]);
    super::odd::reduce(q, base, zeros, 0, &mut shifted, &mut out);
    out
}

/// The kernels that the compiler makes of plain code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl<const L: usize> Kernel<L> for Portable {
    #[inline(always)]
    fn multiply(a: &[u64; L], b: &[u64; L], m: &Modulus<L>) -> [u64; L] {
        let (mut low, mut high) = ([0; L], [0; L]);
        for i in 0..L {
            let mut carry = 0;
            for j in 0..L {
                let limb = if i + j < L { &mut low[i + j] } else { &mut high[i + j - L] };
                (*limb, carry) = mac(*limb, a[j], b[i], carry);
            }
            high[i] = carry;
        }
        redc(low, &high, m)
    }

    #[inline(always)]
    fn square(a: &[u64; L], m: &Modulus<L>) -> [u64; L] {
        let (mut low, mut high) = ([0; L], [0; L]);
        for i in 0..L {
            let mut carry = 0;
            for j in i + 1..L {
                let limb = if i + j < L { &mut low[i + j] } else { &mut high[i + j - L] };
                (*limb, carry) = mac(*limb, a[i], a[j], carry);
            }
            high[i] = carry;
        }
        let (mut carry, mut bit) = (0, 0);
        for (i, &a) in a.iter().enumerate() {
            let (square_low, square_high) = mac(0, a, a, 0);
            for (j, square) in [(2 * i, square_low), (2 * i + 1, square_high)] {
                let limb = if j < L { &mut low[j] } else { &mut high[j - L] };
                let doubled = (*limb << 1) | bit;
                bit = *limb >> 63;
                (*limb, carry) = adc(doubled, square, carry);
            }
        }
        redc(low, &high, m)
    }
}

/// (high, low) / 2^(64 L) mod q for (high, low) < q · 2^(64 L).
#[inline(always)]
fn redc<const L: usize>(mut low: [u64; L], high: &[u64; L], m: &Modulus<L>) -> [u64; L] {
    if L == 1 {
        // With +1/q the low limbs cancel, and only a borrow is to be mended.
        let digit = low[0].wrapping_mul(m.k).wrapping_neg();
        let (_, upper) = mac(0, digit, m.q[0], 0);
        let (rest, borrow) = high[0].overflowing_sub(upper);
        let mut out = [0; L];
        out[0] = if borrow { rest.wrapping_add(m.q[0]) } else { rest };
        return out;
    }
    // The low half alone gives at most q; its reduction does not wait for the high half.
    for _ in 0..L {
        let digit = low[0].wrapping_mul(m.k);
        let (_, mut carry) = mac(low[0], digit, m.q[0], 0);
        for j in 1..L {
            (low[j - 1], carry) = mac(low[j], digit, m.q[j], carry);
        }
        low[L - 1] = carry;
    }
    let (mut carry, mut borrow) = (0, 0);
    let mut reduced = [0; L];
    for i in 0..L {
        (low[i], carry) = adc(low[i], high[i], carry);
        (reduced[i], borrow) = sbb(low[i], m.q[i], borrow);
    }
    if carry < borrow { low } else { reduced }
}

/// t - q if that is not negative, else t; t has one limb more than q and is below 2 q.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn reduce_once<const L: usize, const L1: usize>(t: [u64; L1], q: &[u64; L]) -> [u64; L] {
    let (mut low, mut reduced) = ([0; L], [0; L]);
    let mut borrow = 0;
    for i in 0..L {
        low[i] = t[i];
        (reduced[i], borrow) = sbb(t[i], q[i], borrow);
    }
    if t[L] < borrow { low } else { reduced }
}
