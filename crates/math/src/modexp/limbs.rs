//! Portable arithmetic on slices of 64-bit limbs, least significant first.

#![expect(clippy::cast_possible_truncation, reason = "halves of double-width words")]

/// a + b + carry as (low, high).
#[inline(always)]
pub(crate) const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// a - b - borrow as (low, borrow), borrow 0 or 1.
#[inline(always)]
pub(crate) const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let difference = (a as u128).wrapping_sub(b as u128).wrapping_sub(borrow as u128);
    (difference as u64, (difference >> 127) as u64)
}

/// a + x · y + carry as (low, high); never overflows.
#[inline(always)]
pub(crate) const fn mac(a: u64, x: u64, y: u64, carry: u64) -> (u64, u64) {
    let sum = x as u128 * y as u128 + a as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// How rows of products are computed.
pub(crate) trait Rows {
    /// a += x · y over the limbs of x, of which there are as many as of a; the limb that runs out of
    /// the top.
    fn add_mul(a: &mut [u64], x: &[u64], y: u64) -> u64;
}

/// Plain code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain;

impl Rows for Plain {
    #[inline(always)]
    fn add_mul(a: &mut [u64], x: &[u64], y: u64) -> u64 {
        let mut carry = 0;
        let (a, a_rest) = a.as_chunks_mut::<4>();
        let (x, x_rest) = x.as_chunks::<4>();
        for (a, x) in a.iter_mut().zip(x) {
            for (a, &x) in a.iter_mut().zip(x) {
                (*a, carry) = mac(*a, x, y, carry);
            }
        }
        for (a, &x) in a_rest.iter_mut().zip(x_rest) {
            (*a, carry) = mac(*a, x, y, carry);
        }
        carry
    }
}

/// a += b, of equal length; the carry.
#[inline(always)]
pub(super) fn add(a: &mut [u64], b: &[u64]) -> u64 {
    let mut carry = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        (*a, carry) = adc(*a, b, carry);
    }
    carry
}

/// a -= b, of equal length; the borrow.
#[inline(always)]
pub(super) fn sub(a: &mut [u64], b: &[u64]) -> u64 {
    let mut borrow = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        (*a, borrow) = sbb(*a, b, borrow);
    }
    borrow
}

/// a < b, of equal length.
#[inline(always)]
pub(super) fn lt(a: &[u64], b: &[u64]) -> bool {
    for (a, b) in a.iter().zip(b).rev() {
        if a != b {
            return a < b;
        }
    }
    false
}

/// a <<= bits, bits < 64; what runs out of the top is lost.
#[inline(always)]
pub(super) fn shl(a: &mut [u64], bits: u32) {
    if bits != 0 {
        let mut low = 0;
        for a in a.iter_mut() {
            (*a, low) = ((*a << bits) | (low >> (64 - bits)), *a);
        }
    }
}

/// a >>= bits, bits < 64.
#[inline(always)]
pub(super) fn shr(a: &mut [u64], bits: u32) {
    if bits != 0 {
        let mut high = 0;
        for a in a.iter_mut().rev() {
            (*a, high) = ((*a >> bits) | (high << (64 - bits)), *a);
        }
    }
}

/// out := a · b; `out` has a.len() + b.len() limbs.
#[inline(always)]
pub(super) fn mul<R: Rows>(out: &mut [u64], a: &[u64], b: &[u64]) {
    out[..a.len()].fill(0);
    for (i, &b) in b.iter().enumerate() {
        out[i + a.len()] = R::add_mul(&mut out[i..i + a.len()], a, b);
    }
}

/// out := a²; `out` has 2 · a.len() limbs.
#[inline(always)]
pub(super) fn square<R: Rows>(out: &mut [u64], a: &[u64]) {
    let n = a.len();
    out[..n].fill(0);
    // The products of different limbs, once each.
    for i in 0..n {
        out[i + n] = R::add_mul(&mut out[2 * i + 1..i + n], &a[i + 1..], a[i]);
    }
    let (mut high_bit, mut carry) = (0, 0);
    for (pair, &a) in out.chunks_exact_mut(2).zip(a) {
        let (low, high) = (pair[0], pair[1]);
        let square = u128::from(a) * u128::from(a);
        (pair[0], carry) = adc((low << 1) | high_bit, square as u64, carry);
        (pair[1], carry) = adc((high << 1) | (low >> 63), (square >> 64) as u64, carry);
        high_bit = high >> 63;
    }
}

/// out := a · b mod 2^(64 n), where n is the length of all three.
#[inline(always)]
pub(super) fn mul_low<R: Rows>(out: &mut [u64], a: &[u64], b: &[u64]) {
    let n = out.len();
    out.fill(0);
    for (i, &b) in b.iter().enumerate() {
        R::add_mul(&mut out[i..], &a[..n - i], b);
    }
}

/// out := a² mod 2^(64 n), where n is the length of both.
#[inline(always)]
pub(super) fn square_low<R: Rows>(out: &mut [u64], a: &[u64]) {
    let n = out.len();
    out.fill(0);
    for i in 0..n.div_ceil(2) {
        R::add_mul(&mut out[2 * i + 1..], &a[i + 1..n - i], a[i]);
    }
    let (mut high_bit, mut carry) = (0, 0);
    for (i, pair) in out.chunks_mut(2).enumerate() {
        let square = u128::from(a[i]) * u128::from(a[i]);
        let low = pair[0];
        (pair[0], carry) = adc((low << 1) | high_bit, square as u64, carry);
        if let Some(high) = pair.get_mut(1) {
            high_bit = *high >> 63;
            (*high, carry) = adc((*high << 1) | (low >> 63), (square >> 64) as u64, carry);
        }
    }
}

/// The inverse of an odd number mod 2^64, by Newton from 5 correct bits.
pub(crate) const fn inverse(odd: u64) -> u64 {
    let mut x = odd.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        bits *= 2;
    }
    x
}

/// a := a / q mod 2^(64 a.len()) for an odd q, from the low end (Jebelean 1993, exact division).
pub(super) fn divide_2adic(a: &mut [u64], q: &[u64]) {
    let q_inverse = inverse(q[0]);
    for i in 0..a.len() {
        let digit = a[i].wrapping_mul(q_inverse);
        let rest = &mut a[i..];
        let len = rest.len().min(q.len());
        let mut borrow = sub_mul(&mut rest[..len], &q[..len], digit);
        for limb in &mut rest[len..] {
            if borrow == 0 {
                break;
            }
            let under;
            (*limb, under) = limb.overflowing_sub(borrow);
            borrow = u64::from(under);
        }
        debug_assert!(a[i] == 0);
        a[i] = digit;
    }
}

/// a -= x · y over the limbs of x; what must still be taken from the limb above.
fn sub_mul(a: &mut [u64], x: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (a, &x) in a.iter_mut().zip(x) {
        let (low, high) = mac(0, x, y, carry);
        let under;
        (*a, under) = a.overflowing_sub(low);
        carry = high + u64::from(under);
    }
    carry
}

/// Division by a fixed number of n limbs, one limb of the dividend at a time from its top.
///
/// Granlund and Möller, "Improved division by invariant integers", 2011: quotient digits by a
/// reciprocal of the two top limbs (algorithms 4 and 6), for one limb of one (algorithm 4 alone).
#[derive(Debug, Clone, Copy)]
pub(super) struct Divisor<'a> {
    /// The divisor, shifted left so that its top bit is set.
    limbs: &'a [u64],
    reciprocal: u64,
}

impl<'a> Divisor<'a> {
    /// `limbs`: not empty, top bit set.
    #[inline(always)]
    pub(super) fn new(limbs: &'a [u64]) -> Self {
        let n = limbs.len();
        debug_assert!(limbs[n - 1] >> 63 == 1);
        let reciprocal = match n {
            1 => reciprocal(limbs[0]),
            _ => reciprocal_2(limbs[n - 1], limbs[n - 2]),
        };
        Self { limbs, reciprocal }
    }

    /// rem := (rem · 2^64 + limb) mod self, for rem < self.
    #[inline(always)]
    pub(super) fn push(&self, rem: &mut [u64], limb: u64) {
        let d = self.limbs;
        let n = d.len();
        if n == 1 {
            rem[0] = rem_2_by_1(rem[0], limb, d[0], self.reciprocal);
            return;
        }
        let (u2, u1) = (rem[n - 1], rem[n - 2]);
        let u0 = if n == 2 { limb } else { rem[n - 3] };
        let (d1, d0) = (d[n - 1], d[n - 2]);
        let q = if (u2, u1) < (d1, d0) {
            quotient_3_by_2(u2, u1, u0, d1, d0, self.reciprocal)
        } else {
            u64::MAX
        };
        // rem := rem · 2^64 + limb - q · d, moving up one limb on the way.
        let (mut below, mut carry) = (limb, 0);
        for (rem, &d) in rem.iter_mut().zip(d) {
            let (low, high) = mac(0, d, q, carry);
            let under;
            let current = *rem;
            (*rem, under) = below.overflowing_sub(low);
            carry = high + u64::from(under);
            below = current;
        }
        // q is at most one too large (it comes from the two top limbs).
        let mut negative = below < carry;
        while negative {
            negative = add(rem, d) == 0;
        }
    }
}

/// floor((2^128 - 1) / d) - 2^64 for d with its top bit set.
fn reciprocal(d: u64) -> u64 {
    let all = (u128::from(!d) << 64) | u128::from(u64::MAX);
    (all / u128::from(d)) as u64
}

/// floor((2^192 - 1) / (d1, d0)) - 2^64 for d1 with its top bit set (algorithm 6).
fn reciprocal_2(d1: u64, d0: u64) -> u64 {
    let mut v = reciprocal(d1);
    let mut p = d1.wrapping_mul(v).wrapping_add(d0);
    if p < d0 {
        v -= 1;
        if p >= d1 {
            v -= 1;
            p -= d1;
        }
        p = p.wrapping_sub(d1);
    }
    let (t0, t1) = mac(0, v, d0, 0);
    let over;
    (p, over) = p.overflowing_add(t1);
    if over {
        v -= 1;
        if (p, t0) >= (d1, d0) {
            v -= 1;
        }
    }
    v
}

/// (u1, u0) mod d for u1 < d, d with its top bit set (algorithm 4).
#[inline(always)]
fn rem_2_by_1(u1: u64, u0: u64, d: u64, v: u64) -> u64 {
    let product = u128::from(v) * u128::from(u1) + ((u128::from(u1) << 64) | u128::from(u0));
    let (q1, q0) = ((product >> 64) as u64, product as u64);
    let mut r = u0.wrapping_sub(q1.wrapping_add(1).wrapping_mul(d));
    if r > q0 {
        r = r.wrapping_add(d);
    }
    if r >= d { r - d } else { r }
}

/// floor((u2, u1, u0) / (d1, d0)) for (u2, u1) < (d1, d0), d1 with its top bit set (algorithm 5).
#[inline(always)]
fn quotient_3_by_2(u2: u64, u1: u64, u0: u64, d1: u64, d0: u64, v: u64) -> u64 {
    let d = (u128::from(d1) << 64) | u128::from(d0);
    let product = u128::from(v) * u128::from(u2) + ((u128::from(u2) << 64) | u128::from(u1));
    let (mut q, q0) = ((product >> 64) as u64, product as u64);
    let r1 = u1.wrapping_sub(q.wrapping_mul(d1));
    let mut r = ((u128::from(r1) << 64) | u128::from(u0))
        .wrapping_sub(u128::from(d0) * u128::from(q))
        .wrapping_sub(d);
    q = q.wrapping_add(1);
    if (r >> 64) as u64 >= q0 {
        q = q.wrapping_sub(1);
        r = r.wrapping_add(d);
    }
    if r >= d {
        q = q.wrapping_add(1);
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    fn big(limbs: &[u64]) -> BigUint {
        BigUint::from_slice(
            &limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect::<Vec<_>>(),
        )
    }

    /// Limbs with many all-ones and all-zero runs, where carries ripple.
    fn limbs(rng: &mut ChaCha8Rng, n: usize) -> Vec<u64> {
        (0..n)
            .map(|_| match rng.next_u32() % 5 {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << (rng.next_u32() % 64),
                3 => u64::MAX << (rng.next_u32() % 64),
                _ => rng.next_u64(),
            })
            .collect()
    }

    #[test]
    fn products_and_squares() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..2000 {
            let n = 1 + round % 17;
            let (a, b) = (limbs(&mut rng, n), limbs(&mut rng, n));
            let modulus = BigUint::from(1u32) << (64 * n);
            let mut wide = vec![7; 2 * n];
            mul::<Plain>(&mut wide, &a, &b);
            assert_eq!(big(&wide), big(&a) * big(&b));
            square::<Plain>(&mut wide, &a);
            assert_eq!(big(&wide), big(&a) * big(&a));
            let mut low = vec![7; n];
            mul_low::<Plain>(&mut low, &a, &b);
            assert_eq!(big(&low), big(&a) * big(&b) % &modulus);
            square_low::<Plain>(&mut low, &a);
            assert_eq!(big(&low), big(&a) * big(&a) % &modulus, "{a:x?}");
        }
    }

    #[test]
    fn division_from_both_ends() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for round in 0..4000 {
            let n = 1 + round % 6;
            let mut d = limbs(&mut rng, n);
            d[n - 1] |= 1 << 63;
            let dividend = limbs(&mut rng, 8);
            let divisor = Divisor::new(&d);
            let mut rem = vec![0; n];
            for &limb in dividend.iter().rev() {
                divisor.push(&mut rem, limb);
            }
            assert_eq!(big(&rem), big(&dividend) % big(&d), "{dividend:x?} {d:x?}");

            let mut q = limbs(&mut rng, n);
            q[0] |= 1;
            let mut quotient = dividend.clone();
            divide_2adic(&mut quotient, &q);
            let modulus = BigUint::from(1u32) << 512;
            assert_eq!(big(&quotient) * big(&q) % modulus, big(&dividend));
        }
    }

    #[test]
    fn shifts_and_inverse() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for bits in 0..64 {
            let a = limbs(&mut rng, 4);
            let mut b = a.clone();
            shr(&mut b, bits);
            assert_eq!(big(&b), big(&a) >> bits);
            shl(&mut b, bits);
            assert_eq!(big(&b), (big(&a) >> bits) << bits);
            let odd = rng.next_u64() | 1;
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }
}
