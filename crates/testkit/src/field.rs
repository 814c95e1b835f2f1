//! A prime field and its quadratic extension by i, i² = -1, on big integers.

use std::fmt::Debug;

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The integer that `digits` writes in base 16; spaces are allowed.
///
/// # Panics
/// If they are no hex digits.
#[must_use]
pub fn hex(digits: &str) -> BigUint {
    let digits: String = digits.split_whitespace().collect();
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hex digits")
}

/// `value` as `len` big-endian bytes.
///
/// # Panics
/// If it does not fit.
#[must_use]
pub fn be_bytes(value: &BigUint, len: usize) -> Vec<u8> {
    let bytes = if value.is_zero() { Vec::new() } else { value.to_bytes_be() };
    assert!(bytes.len() <= len, "{value} has more than {len} bytes");
    let mut out = vec![0; len - bytes.len()];
    out.extend(bytes);
    out
}

/// Big-endian bytes as an integer.
#[must_use]
pub fn from_be(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// A field whose elements are values of their own; the modulus is in `self`.
pub trait Field {
    /// An element in canonical form.
    type El: Clone + PartialEq + Debug;

    /// The element of the small integer `n`.
    fn int(&self, n: u32) -> Self::El;
    /// a + b.
    fn add(&self, a: &Self::El, b: &Self::El) -> Self::El;
    /// -a.
    fn neg(&self, a: &Self::El) -> Self::El;
    /// a b.
    fn mul(&self, a: &Self::El, b: &Self::El) -> Self::El;
    /// 1 / a; None for 0.
    fn inv(&self, a: &Self::El) -> Option<Self::El>;
    /// Some square root, if there is one.
    fn sqrt(&self, a: &Self::El) -> Option<Self::El>;

    /// a - b.
    fn sub(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.add(a, &self.neg(b))
    }
    /// a = 0.
    fn is_zero(&self, a: &Self::El) -> bool {
        *a == self.int(0)
    }
}

/// The integers modulo a prime p with p mod 4 = 3 or p mod 8 = 5.
#[derive(Debug, Clone)]
pub struct Prime {
    /// The prime.
    pub p: BigUint,
}

impl Prime {
    /// The field of that many elements.
    #[must_use]
    pub const fn new(p: BigUint) -> Self {
        Self { p }
    }

    /// a reduced.
    #[must_use]
    pub fn reduce(&self, a: &BigUint) -> BigUint {
        a % &self.p
    }

    /// a^e.
    #[must_use]
    pub fn pow(&self, a: &BigUint, e: &BigUint) -> BigUint {
        a.modpow(e, &self.p)
    }
}

impl Field for Prime {
    type El = BigUint;

    fn int(&self, n: u32) -> BigUint {
        BigUint::from(n) % &self.p
    }
    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + b) % &self.p
    }
    fn neg(&self, a: &BigUint) -> BigUint {
        (&self.p - a) % &self.p
    }
    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a * b) % &self.p
    }
    fn inv(&self, a: &BigUint) -> Option<BigUint> {
        a.modinv(&self.p)
    }

    /// Handbook of Applied Cryptography, algorithms 3.36 and 3.37.
    fn sqrt(&self, a: &BigUint) -> Option<BigUint> {
        let one = BigUint::one();
        let root = if self.p.bit(1) {
            self.pow(a, &((&self.p + &one) >> 2))
        } else {
            let root = self.pow(a, &((&self.p + 3u32) >> 3));
            if self.mul(&root, &root) == *a {
                root
            } else {
                self.mul(&root, &self.pow(&self.int(2), &((&self.p - &one) >> 2)))
            }
        };
        (self.mul(&root, &root) == *a).then_some(root)
    }
}

/// Fp(i) with i² = -1, for p mod 4 = 3. An element is (c0, c1) = c0 + c1 i.
#[derive(Debug, Clone)]
pub struct Quadratic {
    /// Fp.
    pub base: Prime,
}

impl Field for Quadratic {
    type El = (BigUint, BigUint);

    fn int(&self, n: u32) -> Self::El {
        (self.base.int(n), BigUint::zero())
    }
    fn add(&self, a: &Self::El, b: &Self::El) -> Self::El {
        (self.base.add(&a.0, &b.0), self.base.add(&a.1, &b.1))
    }
    fn neg(&self, a: &Self::El) -> Self::El {
        (self.base.neg(&a.0), self.base.neg(&a.1))
    }
    fn mul(&self, a: &Self::El, b: &Self::El) -> Self::El {
        let f = &self.base;
        let c0 = f.sub(&f.mul(&a.0, &b.0), &f.mul(&a.1, &b.1));
        let c1 = f.add(&f.mul(&a.0, &b.1), &f.mul(&a.1, &b.0));
        (c0, c1)
    }
    fn inv(&self, a: &Self::El) -> Option<Self::El> {
        let f = &self.base;
        let norm = f.add(&f.mul(&a.0, &a.0), &f.mul(&a.1, &a.1));
        let inverse = f.inv(&norm)?;
        Some((f.mul(&a.0, &inverse), f.mul(&f.neg(&a.1), &inverse)))
    }

    /// By the norm: with s² = a0² + a1², one of (a0 ± s) / 2 is the square of the root's real part.
    fn sqrt(&self, a: &Self::El) -> Option<Self::El> {
        let f = &self.base;
        if a.1.is_zero() {
            let real = f.sqrt(&a.0).map(|root| (root, BigUint::zero()));
            return real.or_else(|| Some((BigUint::zero(), f.sqrt(&f.neg(&a.0))?)));
        }
        let norm = f.sqrt(&f.add(&f.mul(&a.0, &a.0), &f.mul(&a.1, &a.1)))?;
        let half = f.inv(&f.int(2))?;
        let real = [norm.clone(), f.neg(&norm)]
            .iter()
            .find_map(|s| f.sqrt(&f.mul(&f.add(&a.0, s), &half)))?;
        let imaginary = f.mul(&a.1, &f.inv(&f.add(&real, &real))?);
        Some((real, imaginary))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element of small fields of both kinds.
    #[test]
    fn roots_and_inverses_in_small_fields() {
        for p in [3u32, 5, 7, 11, 13, 19, 29, 37] {
            let field = Prime::new(p.into());
            let squares: Vec<_> = (0..p).map(|n| field.mul(&n.into(), &n.into())).collect();
            for n in 0..p {
                let a = BigUint::from(n);
                assert_eq!(field.sqrt(&a).is_some(), squares.contains(&a), "{n} mod {p}");
                assert_eq!(field.inv(&a).map(|i| field.mul(&i, &a)), (n > 0).then(BigUint::one));
            }
        }
        for p in [3u32, 7, 11, 19] {
            let field = Quadratic { base: Prime::new(p.into()) };
            let all: Vec<_> = (0..p)
                .flat_map(|c0| (0..p).map(move |c1| (BigUint::from(c0), BigUint::from(c1))))
                .collect();
            let squares: Vec<_> = all.iter().map(|a| field.mul(a, a)).collect();
            for a in &all {
                let root = field.sqrt(a);
                assert_eq!(root.is_some(), squares.contains(a), "{a:?} over {p}");
                assert!(root.is_none_or(|root| field.mul(&root, &root) == *a));
                let product = field.inv(a).map(|i| field.mul(&i, a));
                assert_eq!(product, (!field.is_zero(a)).then(|| field.int(1)));
            }
        }
    }
}
