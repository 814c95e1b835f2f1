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

#[cfg(test)]
pub(crate) mod tests {
    use num_bigint::{BigInt, BigUint};
    use num_traits::One;

    use super::*;
    use crate::secp256k1::model::{big, limbs};

    /// The parts give k and are below the bounds that the widths of their forms rely on, for random k
    /// and for those k where the rounding of a quotient turns.
    pub(crate) fn check(glv: &Glv, n: &U256, lambda: &BigUint) {
        use rand_chacha::ChaCha20Rng;
        use rand_core::{RngCore, SeedableRng};

        let n_big = big(n);
        let [a1, b1, a2] = [&glv.a1, &glv.b1, &glv.a2].map(big);
        assert_eq!(&a1 * &a1 + &a2 * &b1, n_big);
        assert_eq!((&a1 + (&n_big - &b1) * lambda) % &n_big, BigUint::ZERO);
        assert_eq!((&a2 + &a1 * lambda) % &n_big, BigUint::ZERO);
        for (quotient, a) in glv.quotients.iter().zip([&a1, &b1]) {
            assert_eq!(big(quotient), ((a << (glv.shift + 1)) + &n_big) / (&n_big * 2u32));
        }
        let mut scalars: Vec<BigUint> = (0u32..4).map(BigUint::from).collect();
        scalars.extend((1u32..4).map(|i| &n_big - i));
        scalars.extend([lambda.clone(), &n_big - lambda, &n_big / 2u32, &n_big / 2u32 + 1u32]);
        for bits in [64u32, 127, 128, 129, 192] {
            let power = BigUint::one() << bits;
            scalars.extend([&power - 1u32, power.clone(), power + 1u32]);
        }
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        for _ in 0..500 {
            let random: U256 = core::array::from_fn(|_| rng.next_u64());
            scalars.push(big(&random) % &n_big);
            // k a / n = c + 1/2, nearly.
            let c = big(&[random[0], random[1], 0, 0]);
            for a in [&a1, &b1] {
                let turn = ((&c * 2u32 + 1u32) * &n_big / (a * 2u32)) % &n_big;
                scalars.extend([turn.clone(), (turn + 1u32) % &n_big]);
            }
        }
        for k in scalars {
            let halves = glv.split(&limbs(&k));
            let [k1, k2] = halves.map(|half| {
                assert!(half.magnitude[2] == 0 && half.magnitude[3] == 0, "{k:x} {half:x?}");
                let magnitude = BigInt::from(big(&half.magnitude));
                if half.negative { -magnitude } else { magnitude }
            });
            let n = BigInt::from(n_big.clone());
            let difference = k1 + k2 * BigInt::from(lambda.clone()) - BigInt::from(k);
            assert_eq!(difference % n, BigInt::ZERO);
        }
    }
}
