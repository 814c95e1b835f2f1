//! Inverses by "safegcd" (Bernstein, Yang, "Fast constant-time gcd computation and modular inversion",
//! TCHES 2019/3), in variable time: 62 division steps at a time on the low words only, which skip zeros
//! and cancel several bits a step; then the matrix of those steps is applied to the whole numbers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "signed words of 62 bits"
)]

use crate::{limb::U256, modexp::limbs};

/// Bits of a word, the top one excepted, which is signed.
const BITS: u32 = 62;
const MASK: u64 = (1 << BITS) - 1;

/// 5 words of 62 bits, the top one with the sign.
type Words = [i64; 5];

/// 2^62 times the effect of 62 division steps on (f, g).
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// 1/x mod p for an odd prime p and x < p; 0 for 0.
pub(crate) fn invert(x: &U256, p: &U256) -> U256 {
    let modulus = from_limbs(p);
    let p_inverse = limbs::inverse(p[0]) & MASK;
    let (mut f, mut g) = (modulus, from_limbs(x));
    // d x = f and e x = g mod p, up to powers of two that each round takes out.
    let (mut d, mut e): (Words, Words) = ([0; 5], [1, 0, 0, 0, 0]);
    let mut eta = -1;
    let mut len = 5;
    while g[..len].iter().any(|word| *word != 0) {
        let matrix = steps(&mut eta, f[0] as u64, g[0] as u64);
        update_de(&mut d, &mut e, &matrix, &modulus, p_inverse);
        update_fg(&mut f[..len], &mut g[..len], &matrix);
        // Drop a top word that only repeats the sign of both.
        let (top_f, top_g) = (f[len - 1], g[len - 1]);
        if len > 1 && (top_f ^ top_f >> 63) | (top_g ^ top_g >> 63) == 0 {
            f[len - 2] |= top_f << BITS;
            g[len - 2] |= top_g << BITS;
            len -= 1;
        }
    }
    // f = ±1 (or ±p for x = 0, where d = 0).
    normalize(d, f[len - 1] < 0, &modulus)
}

/// 62 division steps from the low words; eta is minus the delta of the paper.
fn steps(eta: &mut i32, f: u64, g: u64) -> Matrix {
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let (mut f, mut g, mut left) = (f, g, BITS as i32);
    loop {
        // A bit above the steps left stops the count there.
        let zeros = (g | u64::MAX << left).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        *eta -= zeros as i32;
        left -= zeros as i32;
        if left == 0 {
            break;
        }
        let swapped = *eta < 0;
        if swapped {
            *eta = -*eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // The multiple of f that clears the next min(eta + 1, left) bits of g, 6 or 4 at most.
        let limit = (*eta + 1).min(left) as u32;
        let mask = u64::MAX >> (64 - limit);
        let w = if swapped {
            // f (f² - 2) = -1/f mod 2^6 for odd f.
            f.wrapping_mul(g).wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)) & mask & 63
        } else {
            // f + 2 (f + 1 & 4) = 1/f mod 2^4.
            let inverse = f.wrapping_add((f.wrapping_add(1) & 4) << 1);
            inverse.wrapping_neg().wrapping_mul(g) & mask & 15
        };
        g = g.wrapping_add(f.wrapping_mul(w));
        q = q.wrapping_add(u.wrapping_mul(w));
        r = r.wrapping_add(v.wrapping_mul(w));
    }
    Matrix { u: u as i64, v: v as i64, q: q as i64, r: r as i64 }
}

#[inline(always)]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// (d, e) := matrix (d, e) / 2^62 mod p, both in (-2p, p).
#[inline(always)]
fn update_de(d: &mut Words, e: &mut Words, t: &Matrix, p: &Words, p_inverse: u64) {
    let (sign_d, sign_e) = (d[4] >> 63, e[4] >> 63);
    // Multiples of p to add: for negative d and e, and to clear the low word.
    let mut md = (t.u & sign_d) + (t.v & sign_e);
    let mut me = (t.q & sign_d) + (t.r & sign_e);
    let mut cd = product(t.u, d[0]) + product(t.v, e[0]);
    let mut ce = product(t.q, d[0]) + product(t.r, e[0]);
    md -= (p_inverse.wrapping_mul(cd as u64).wrapping_add(md as u64) & MASK) as i64;
    me -= (p_inverse.wrapping_mul(ce as u64).wrapping_add(me as u64) & MASK) as i64;
    cd += product(p[0], md);
    ce += product(p[0], me);
    for i in 1..5 {
        cd >>= BITS;
        ce >>= BITS;
        cd += product(t.u, d[i]) + product(t.v, e[i]) + product(p[i], md);
        ce += product(t.q, d[i]) + product(t.r, e[i]) + product(p[i], me);
        d[i - 1] = (cd as u64 & MASK) as i64;
        e[i - 1] = (ce as u64 & MASK) as i64;
    }
    d[4] = (cd >> BITS) as i64;
    e[4] = (ce >> BITS) as i64;
}

/// (f, g) := matrix (f, g) / 2^62, exactly.
#[inline(always)]
fn update_fg(f: &mut [i64], g: &mut [i64], t: &Matrix) {
    let mut cf = product(t.u, f[0]) + product(t.v, g[0]);
    let mut cg = product(t.q, f[0]) + product(t.r, g[0]);
    let len = f.len();
    for i in 1..len {
        cf >>= BITS;
        cg >>= BITS;
        cf += product(t.u, f[i]) + product(t.v, g[i]);
        cg += product(t.q, f[i]) + product(t.r, g[i]);
        f[i - 1] = (cf as u64 & MASK) as i64;
        g[i - 1] = (cg as u64 & MASK) as i64;
    }
    f[len - 1] = (cf >> BITS) as i64;
    g[len - 1] = (cg >> BITS) as i64;
}

/// ±d mod p for d in (-2p, p), as limbs.
fn normalize(mut d: Words, negate: bool, p: &Words) -> U256 {
    let add_p = |d: &mut Words, times: i64| {
        let mut carry = 0;
        for i in 0..5 {
            let sum = d[i] + p[i] * times + carry;
            (d[i], carry) = if i < 4 { (sum & MASK as i64, sum >> BITS) } else { (sum, 0) };
        }
    };
    if d[4] < 0 {
        add_p(&mut d, 1);
    }
    if negate {
        d = d.map(|word| -word);
        add_p(&mut d, 0);
    }
    while d[4] < 0 {
        add_p(&mut d, 1);
    }
    let mut less = d;
    add_p(&mut less, -1);
    to_limbs(&if less[4] < 0 { d } else { less })
}

fn from_limbs(x: &U256) -> Words {
    let [a, b, c, d] = *x;
    [a, a >> 62 | b << 2, b >> 60 | c << 4, c >> 58 | d << 6, d >> 56]
        .map(|word| (word & MASK) as i64)
}

fn to_limbs(x: &Words) -> U256 {
    let [a, b, c, d, e] = x.map(|word| word as u64);
    [a | b << 62, b >> 2 | c << 60, c >> 4 | d << 58, d >> 6 | e << 56]
}
