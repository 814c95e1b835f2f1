//! Scalars: integers mod L, their halving, and their recoding.
//!
//! # Halving
//!
//! [`halve`] runs Euclid's algorithm on (L, k) and stops at the first remainder below T = 2^126. With
//! remainders r_i and cofactors t_i (r_i = t_i k mod L, t_0 = 0, t_1 = 1, signs alternating) that gives
//! v0 = r_i and v1 = t_i with v0 = v1 k mod L and:
//!
//! * 0 <= v0 < 2^126 by the stop, and 1 <= |v1| <= 2^126: r_{i-1} |t_i| + r_i |t_{i-1}| = L and
//!   r_{i-1} >= T, so |v1| <= floor(L / 2^126) = 2^126, as L - 2^252 < 2^126. Hence v1 != 0 mod L.
//! * Both bounds are reached: k = 2^126 gives |v1| = 2^126.
//!
//! Let `P = [S]B - R - [k]A` and `Q = [v1 S mod L]B - [v1]R - [v0]A`. 8A and 8R lie in the subgroup of prime
//! order L, so `8 [v0]A = v1 k (8A)` and `8Q = v1 (8P)`. As v1 is invertible mod L, 8Q = O iff 8P = O, for
//! all A and R with any torsion. Without the factor 8 this is false: v0 = v1 k does not hold mod 8.

#![expect(clippy::cast_possible_truncation, reason = "limbs are cut out of wider sums")]

use crate::limb::{self, U256};

/// The order of the base point, L = 2^252 + 27742317777372353535851937790883648493 (RFC 8032, 5.1).
pub(crate) const L: U256 = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60];

/// -L^-1 mod 2^64.
const L_INVERSE: u64 = {
    // Newton's iteration: x = 1 is right mod 2, each step doubles the number of right bits.
    let mut x = 1_u64;
    let mut i = 0;
    while i < 6 {
        x = x.wrapping_mul(2_u64.wrapping_sub(L[0].wrapping_mul(x)));
        i += 1;
    }
    x.wrapping_neg()
};

/// 2^256 mod L.
const R1: U256 = power_of_two(256);
/// 2^512 mod L.
const R2: U256 = power_of_two(512);

const fn power_of_two(exponent: u32) -> U256 {
    let mut x = [1, 0, 0, 0];
    let mut i = 0;
    while i < exponent {
        // x < L < 2^253: doubling does not overflow.
        x = subtract_once([
            x[0] << 1,
            (x[1] << 1) | (x[0] >> 63),
            (x[2] << 1) | (x[1] >> 63),
            (x[3] << 1) | (x[2] >> 63),
        ]);
        i += 1;
    }
    x
}

/// x mod L for x < 2L.
const fn subtract_once(x: U256) -> U256 {
    let (reduced, borrow) = limb::sub(&x, &L);
    if borrow { x } else { reduced }
}

/// x y 2^-256 mod L for any x and y < L (Montgomery multiplication, CIOS).
fn mont_mul(x: &U256, y: &U256) -> U256 {
    // Invariant: t < y + L < 2^254 between rounds.
    let mut t = [0_u64; 4];
    for &xi in x {
        let m = t[0].wrapping_add(xi.wrapping_mul(y[0])).wrapping_mul(L_INVERSE);
        let (mut low, mut high) = (0_u128, 0_u128);
        let mut shifted = [0; 4];
        for j in 0..4 {
            low = u128::from(xi) * u128::from(y[j]) + u128::from(t[j]) + (low >> 64);
            high = u128::from(m) * u128::from(L[j]) + u128::from(low as u64) + (high >> 64);
            if j > 0 {
                shifted[j - 1] = high as u64;
            }
        }
        shifted[3] = ((low >> 64) + (high >> 64)) as u64;
        t = shifted;
    }
    subtract_once(t)
}

/// x y mod L, for any x and y < L.
pub(crate) fn mul(x: &U256, y: &U256) -> U256 {
    mont_mul(&mont_mul(x, y), &R2)
}

/// x + y mod L, for x, y < L.
pub(crate) fn add(x: &U256, y: &U256) -> U256 {
    let mut carry = false;
    // Below 2L < 2^254: no carry leaves the top limb.
    subtract_once(core::array::from_fn(|i| {
        let (sum, c1) = x[i].overflowing_add(y[i]);
        let (sum, c2) = sum.overflowing_add(u64::from(carry));
        carry = c1 | c2;
        sum
    }))
}

/// The integer of 32 little-endian bytes.
pub(crate) fn from_le_bytes(bytes: &[u8; 32]) -> U256 {
    let words = bytes.as_chunks::<8>().0;
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// 64 little-endian bytes mod L.
pub(crate) fn reduce_wide(bytes: &[u8; 64]) -> U256 {
    let words = bytes.as_chunks::<8>().0;
    let low = core::array::from_fn(|i| u64::from_le_bytes(words[i]));
    let high = core::array::from_fn(|i| u64::from_le_bytes(words[4 + i]));
    add(&mont_mul(&low, &R1), &mont_mul(&high, &R2))
}

/// x = low + 2^126 high, for x < L: low < 2^126, high <= 2^126.
pub(crate) fn split(x: &U256) -> [u128; 2] {
    let low = u128::from(x[0]) | (u128::from(x[1]) << 64);
    let high = u128::from(x[2]) | (u128::from(x[3]) << 64);
    [low & (HALF - 1), (high << 2) | (low >> 126)]
}

/// 2^126, where the halving stops.
const HALF: u128 = 1 << 126;

/// k as a fraction: v0 = (-1)^negative v1 k mod L.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Halves {
    /// Below 2^126.
    pub(crate) v0: u128,
    /// From 1 to 2^126.
    pub(crate) v1: u128,
    pub(crate) negative: bool,
}

/// Halves k < L; see the module's text for the bounds.
///
/// Lehmer's algorithm with 64-bit leading words (Knuth, The Art of Computer Programming 2, 4.5.2,
/// algorithm L), and exact steps by shift and subtraction where the leading words do not decide.
pub(crate) fn halve(k: &U256) -> Halves {
    let mut euclid = Euclid { a: L, b: *k, s: 0, t: 1, negative: false };
    while !fits_half(&euclid.b) {
        let round = LeadingWords::new(&euclid.a, &euclid.b).run();
        if round.steps == 0 {
            euclid.step();
        } else {
            euclid.apply(&round);
        }
    }
    let v0 = u128::from(euclid.b[0]) | (u128::from(euclid.b[1]) << 64);
    Halves { v0, v1: euclid.t, negative: euclid.negative }
}

/// x < 2^126.
fn fits_half(x: &U256) -> bool {
    (x[3] | x[2]) == 0 && x[1] < 1 << 62
}

fn bits(x: &U256) -> u32 {
    (0..4).rev().find(|&i| x[i] != 0).map_or(0, |i| 64 * i as u32 + 64 - x[i].leading_zeros())
}

/// 64 bits of x from bit `shift` on; the bits above are zero.
fn window(x: &U256, shift: u32) -> u64 {
    let (word, bit) = ((shift / 64) as usize, shift % 64);
    let high = x.get(word + 1).copied().unwrap_or(0);
    (((u128::from(high) << 64) | u128::from(x[word])) >> bit) as u64
}

/// Two consecutive remainders a > b of Euclid's algorithm, and the magnitudes s, t of their cofactors.
struct Euclid {
    a: U256,
    b: U256,
    s: u128,
    t: u128,
    /// The sign of t; that of s is the other one.
    negative: bool,
}

impl Euclid {
    /// One exact step: (a, b) := (b, a mod b), with t s.t. the cofactors follow. Cost: the bits of the quotient.
    fn step(&mut self) {
        for shift in (0..=bits(&self.a) - bits(&self.b)).rev() {
            let (difference, borrow) = limb::sub(&self.a, &shl(&self.b, shift));
            if !borrow {
                self.a = difference;
                self.s += self.t << shift;
            }
        }
        core::mem::swap(&mut self.a, &mut self.b);
        core::mem::swap(&mut self.s, &mut self.t);
        self.negative = !self.negative;
    }

    fn apply(&mut self, round: &LeadingWords) {
        let [(x0, y0), (x1, y1)] = round.cofactors;
        let odd = round.steps % 2 == 1;
        let (a, b) = (&self.a, &self.b);
        let (next_a, next_b) = if odd {
            (combine(y0, b, x0, a), combine(x1, a, y1, b))
        } else {
            (combine(x0, a, y0, b), combine(y1, b, x1, a))
        };
        let wide = u128::from;
        let (s, t) = (self.s, self.t);
        (self.s, self.t) = (wide(x0) * s + wide(y0) * t, wide(x1) * s + wide(y1) * t);
        (self.a, self.b) = (next_a, next_b);
        self.negative ^= odd;
    }
}

/// x << shift, for results below 2^256.
fn shl(x: &U256, shift: u32) -> U256 {
    let (words, bit) = ((shift / 64) as usize, shift % 64);
    core::array::from_fn(|i| {
        let at = |j: usize| if j < words { 0 } else { x[j - words] };
        let below = if i == 0 { 0 } else { at(i - 1) };
        (((u128::from(at(i)) << 64) | u128::from(below)) >> (64 - bit)) as u64
    })
}

/// u x - v y, for results in 0 .. 2^256; u, v <= 2^32.
fn combine(u: u64, x: &U256, v: u64, y: &U256) -> U256 {
    let mut carry = 0_i128;
    core::array::from_fn(|i| {
        carry += (u128::from(u) * u128::from(x[i])) as i128;
        carry -= (u128::from(v) * u128::from(y[i])) as i128;
        let limb = carry as u64;
        carry >>= 64;
        limb
    })
}

/// Euclid's algorithm on the leading 64 bits of a and the bits of b at the same place.
struct LeadingWords {
    a: u64,
    b: u64,
    /// The magnitudes (x0, y0), (x1, y1): a = +-(x0 a' - y0 b'), b = -+(x1 a' - y1 b') of the input a', b'.
    cofactors: [(u64, u64); 2],
    steps: u32,
    /// Remainders stay at or above it.
    floor: u64,
}

impl LeadingWords {
    fn new(a: &U256, b: &U256) -> Self {
        // a >= 2^126, so shift >= 63 and the floor does not overflow.
        let shift = bits(a) - 64;
        let stop = if shift <= 126 { 1 << (126 - shift) } else { 0 };
        Self {
            a: window(a, shift),
            b: window(b, shift),
            cofactors: [(1, 0), (0, 1)],
            steps: 0,
            floor: stop + (1 << 33),
        }
    }

    /// Takes steps as long as they are certainly those of the full numbers, with remainders >= 2^126.
    ///
    /// Let y be the larger cofactors. As y_i r_{i-1} <= 2^64 and r_{i-1} >= 2^33, all y are at most 2^32.
    /// A step is taken if r >= y_{i+1} (implied by r >= 2^33) and r_{i-1} - r >= y_{i+1} + y_i, which is
    /// sufficient for the quotient to be right (Jebelean, A double-digit Lehmer-Euclid algorithm, 1995).
    /// The true remainder exceeds (r - y) 2^shift >= (floor - 2^32) 2^shift > 2^126.
    fn run(mut self) -> Self {
        while self.b >= self.floor {
            let quotient = self.a / self.b;
            let rest = self.a % self.b;
            let [(x0, y0), (x1, y1)] = self.cofactors;
            let (x2, y2) = (x0 + quotient * x1, y0 + quotient * y1);
            if rest < self.floor || self.b - rest < y2 + y1 {
                break;
            }
            self.cofactors = [(x1, y1), (x2, y2)];
            (self.a, self.b) = (self.b, rest);
            self.steps += 1;
        }
        self
    }
}

/// Signed digits d_i at positions 0 .. 127: the scalar is the sum of d_i 2^i.
pub(crate) type Digits = [i8; 127];

/// The width-`W` non-adjacent form of x <= 2^126: odd digits below 2^(W-1) in magnitude, at least W apart.
///
/// 2^126 is the single digit 1 at 126; for a smaller x the last carry goes no further than 126 either.
pub(crate) fn wnaf<const W: u32>(mut x: u128) -> Digits {
    let mut digits = [0; 127];
    let mut position = 0;
    while x != 0 {
        let zeros = x.trailing_zeros();
        x >>= zeros;
        position += zeros as usize;
        // The low W bits as a signed number, in the top bits of a byte first.
        let digit = ((x as u8) << (8 - W)) as i8 >> (8 - W);
        digits[position] = digit;
        // x - digit is a multiple of 2^W: shift, with the carry of a negative digit.
        x = (x >> W) + u128::from(digit < 0);
        position += W as usize;
    }
    digits
}

#[cfg(test)]
mod tests {
    use num_bigint::{BigInt, BigUint};
    use num_traits::{One, Zero};
    use rand_chacha::ChaCha20Rng;
    use rand_core::{RngCore, SeedableRng};

    use super::*;
    use crate::secp256k1::model::{big, limbs};

    fn order() -> BigUint {
        (BigUint::one() << 252u32) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128
    }

    fn random(rng: &mut ChaCha20Rng) -> BigUint {
        let mut bytes = [0; 40];
        rng.fill_bytes(&mut bytes);
        BigUint::from_bytes_le(&bytes) % order()
    }

    /// 0, +-1, powers of two and their neighbours, fractions, golden ratio, and so on, mod L.
    fn structured() -> Vec<BigUint> {
        let l = order();
        let mut values = vec![];
        for j in 0u32..253 {
            for e in 0u32..7 {
                values.push(((BigUint::one() << j) + &l + e - 3u32) % &l);
            }
        }
        for a in 1u32..24 {
            for b in 1u32..24 {
                let fraction = BigUint::from(a) * BigUint::from(b).modinv(&l).unwrap() % &l;
                values.push(&l - &fraction);
                values.push(fraction);
                // Fractions with terms just below 2^126.
                let top = (BigUint::one() << 126u32) - a;
                let below = (BigUint::one() << 126u32) - (b << 3);
                values.push(&top * below.modinv(&l).unwrap() % &l);
            }
        }
        values.push(&l * 618_033_988_749_894_848_u64 / 1_000_000_000_000_000_000_u64);
        let over = &l - (BigUint::one() << 252u32);
        let half_inverse = (BigUint::one() << 126u32).modinv(&l).unwrap();
        values.push(&over * &half_inverse % &l);
        values.push(half_inverse);
        values
    }

    #[test]
    fn arithmetic_mod_l() {
        assert_eq!(big(&L), order());
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let l = order();
        let mut values = vec![BigUint::zero(), BigUint::one(), &l - 1u32];
        values.extend((0..20).map(|_| random(&mut rng)));
        let top = (BigUint::one() << 256u32) - 1u32;
        for x in values.iter().chain([&l, &top]) {
            for y in &values {
                assert_eq!(big(&mul(&limbs(x), &limbs(y))), x * y % &l);
                if *x < l {
                    assert_eq!(big(&add(&limbs(x), &limbs(y))), (x + y) % &l);
                }
            }
        }
        for fill in [0, 0xff, 0x80] {
            let mut bytes = [fill; 64];
            assert_eq!(big(&reduce_wide(&bytes)), BigUint::from_bytes_le(&bytes) % &l);
            rng.fill_bytes(&mut bytes);
            assert_eq!(big(&reduce_wide(&bytes)), BigUint::from_bytes_le(&bytes) % &l);
        }
    }

    #[track_caller]
    fn check_halves(k: &BigUint) -> Halves {
        let l = order();
        let halves = halve(&limbs(k));
        let (v0, v1) = (BigUint::from(halves.v0), BigUint::from(halves.v1));
        assert!(halves.v0 < HALF && (1..=HALF).contains(&halves.v1), "{k:x} {halves:?}");
        let product = v1 * k % &l;
        let signed = if halves.negative { (&l - product) % &l } else { product };
        assert_eq!(signed, v0, "{k:x}");
        halves
    }

    /// Plain Euclid with the same stop.
    fn halve_plainly(k: &BigUint) -> (BigInt, BigInt) {
        let (mut a, mut b) = (BigInt::from(order()), BigInt::from(k.clone()));
        let (mut s, mut t) = (BigInt::zero(), BigInt::one());
        while b >= BigInt::from(HALF) {
            let quotient = &a / &b;
            let rest = &a - &quotient * &b;
            let next = &s - &quotient * &t;
            (a, b, s, t) = (b, rest, t, next);
        }
        (b, t)
    }

    #[test]
    fn halves_are_those_of_plain_euclid() {
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        let mut values = structured();
        values.extend((0..2000).map(|_| random(&mut rng)));
        let mut even = 0;
        for k in values {
            let halves = check_halves(&k);
            let (v0, v1) = halve_plainly(&k);
            assert_eq!(BigInt::from(halves.v0), v0);
            let magnitude = BigInt::from(halves.v1);
            assert_eq!(if halves.negative { -magnitude } else { magnitude }, v1, "{k:x}");
            even += u32::from(halves.v1.is_multiple_of(2));
        }
        assert!(even > 500);
    }

    #[test]
    fn halving_reaches_its_bounds() {
        let halves = check_halves(&(BigUint::one() << 126u32));
        assert_eq!(halves.v1, HALF);
        assert!(halves.negative);
        let halves = check_halves(&BigUint::zero());
        assert_eq!((halves.v0, halves.v1, halves.negative), (0, 1, false));
        let halves = check_halves(&(order() - 1u32));
        assert_eq!((halves.v0, halves.v1, halves.negative), (1, 1, true));
    }

    #[test]
    fn splitting() {
        for x in structured() {
            let [low, high] = split(&limbs(&x));
            assert!(low < HALF && high <= HALF);
            assert_eq!((BigUint::from(high) << 126u32) + low, x);
        }
        assert_eq!(split(&[0, 0, 0, 1 << 60]), [0, HALF]);
    }

    #[track_caller]
    fn check_wnaf<const W: u32>(x: u128) {
        let digits = wnaf::<W>(x);
        let mut last: Option<usize> = None;
        let mut sum = BigInt::zero();
        for (i, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            assert!(digit % 2 != 0 && i32::from(digit).abs() < 1 << (W - 1));
            assert!(last.is_none_or(|last| i - last >= W as usize));
            last = Some(i);
            sum += BigInt::from(digit) << i;
        }
        assert_eq!(sum, BigInt::from(x));
    }

    #[test]
    fn non_adjacent_forms() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let mut values = vec![0, 1, HALF, HALF - 1, HALF / 3, HALF / 255 * 127, HALF - (1 << 110)];
        values.extend((0..127).flat_map(|i| [1 << i, (1 << i) - 1, HALF - (1 << i)]));
        values.extend(
            (0..500).map(|_| (u128::from(rng.next_u64()) << 62) ^ u128::from(rng.next_u64())),
        );
        for x in values {
            check_wnaf::<5>(x);
            check_wnaf::<8>(x);
        }
    }
}
