//! Scalars split by an endomorphism (Gallant, Lambert, Vanstone, CRYPTO 2001).

use crate::{
    limb::{self, U256},
    modexp::limbs::{adc, mac},
};

/// A lattice of (a, b) with a + b λ = 0 mod n, by its short basis (a1, -b1), (a2, a1), where
/// a1² + a2 b1 = n.
#[derive(Debug)]
pub(crate) struct Glv {
    pub(crate) a1: U256,
    pub(crate) b1: U256,
    pub(crate) a2: U256,
    /// 2^shift a1 / n and 2^shift b1 / n to the nearest; shift is 256 or 384.
    pub(crate) quotients: [U256; 2],
    pub(crate) shift: usize,
}

/// A short scalar: sign and magnitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half {
    pub(crate) negative: bool,
    pub(crate) magnitude: U256,
}

impl Glv {
    /// k1, k2 with k = k1 + k2 λ mod n, for k < n.
    ///
    /// (k1, k2) = (k, 0) - c1 (a1, -b1) - c2 (a2, a1), where c1 and c2 are k a1 / n and k b1 / n but for
    /// an error ε < 0.6, so that |k1| < ε (a1 + a2) and |k2| < ε (a1 + b1).
    pub(crate) fn split(&self, k: &U256) -> [Half; 2] {
        let [c1, c2] = self.quotients.map(|quotient| rounded_quotient(k, &quotient, self.shift));
        let (k1, _) = limb::sub(k, &low_product(&c1, &self.a1));
        let (k1, _) = limb::sub(&k1, &low_product(&c2, &self.a2));
        let (k2, _) = limb::sub(&low_product(&c1, &self.b1), &low_product(&c2, &self.a1));
        [k1, k2].map(|k| {
            let negative = k[3] >> 63 != 0;
            Half { negative, magnitude: if negative { limb::sub(&[0; 4], &k).0 } else { k } }
        })
    }
}

/// a b / 2^shift to the nearest, where that has 256 bits.
fn rounded_quotient(a: &U256, b: &U256, shift: usize) -> U256 {
    let mut product = [0; 8];
    for i in 0..4 {
        let mut carry = 0;
        for j in 0..4 {
            (product[i + j], carry) = mac(product[i + j], a[j], b[i], carry);
        }
        product[i + 4] = carry;
    }
    let words = shift / 64;
    let mut carry = product[words - 1] >> 63;
    core::array::from_fn(|i| {
        let word;
        (word, carry) = adc(product.get(words + i).copied().unwrap_or(0), 0, carry);
        word
    })
}

/// a b mod 2^256.
fn low_product(a: &U256, b: &U256) -> U256 {
    let mut product = [0; 4];
    for i in 0..4 {
        let mut carry = 0;
        for j in 0..4 - i {
            (product[i + j], carry) = mac(product[i + j], a[j], b[i], carry);
        }
    }
    product
}
