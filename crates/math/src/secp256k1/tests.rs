use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::{
    Backend, N, P,
    model::{Curve, Point, affine, big, hex, limbs},
    recover,
};
use crate::{backend::Backend as _, limb::U256};

/// Asserts that every backend recovers `expected`.
#[track_caller]
fn check(z: &BigUint, r: &BigUint, s: &BigUint, odd: bool, expected: &Point) {
    let expected = expected.as_ref().map(|_| affine(expected));
    for backend in Backend::available() {
        let recovered = recover(backend, &limbs(z), &limbs(r), &limbs(s), odd);
        assert_eq!(recovered, expected, "{} z={z:x} r={r:x} s={s:x} {odd}", backend.name());
    }
}

fn random_scalar(rng: &mut ChaCha20Rng) -> BigUint {
    let limbs: U256 = core::array::from_fn(|_| rng.next_u64());
    big(&limbs) % (big(&N) - 1u32) + 1u32
}

#[test]
fn constants() {
    let curve = Curve::secp256k1();
    assert_eq!((big(&P), big(&N)), (curve.p, curve.n));
}

/// Key 1, SHA-256 of "Satoshi Nakamoto", RFC 6979 nonce: the widely published vector of this curve.
#[test]
fn rfc6979_vector_of_key_one() {
    let curve = Curve::secp256k1();
    let z = hex("a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e");
    let r = hex("934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8");
    let s = hex("2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5");
    let nonce = hex("8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15");
    let nonce_point = curve.mul(&nonce, &curve.g).unwrap();
    assert_eq!(nonce_point.0, r);
    // The published s is the low one, so the parity is that of the nonce point or its opposite.
    let odd = [false, true].into_iter().find(|&odd| curve.recover(&z, &r, &s, odd) == curve.g);
    let odd = odd.expect("one parity gives the key");
    check(&z, &r, &s, odd, &curve.g);
    // -s with the other parity gives the same key: high s is accepted.
    check(&z, &r, &curve.minus(&s), !odd, &curve.g);
}

#[test]
fn r_without_a_point() {
    let curve = Curve::secp256k1();
    let mut found = 0;
    for r in (1u32..40).map(BigUint::from) {
        if curve.lift(&r, false).is_none() {
            check(&BigUint::one(), &r, &BigUint::one(), false, &None);
            check(&BigUint::one(), &r, &BigUint::one(), true, &None);
            found += 1;
        }
    }
    assert!(found > 10);
}

#[test]
fn scalars_out_of_range_recover_nothing() {
    let one = BigUint::one();
    let n = big(&N);
    let r = Curve::secp256k1().g.unwrap().0;
    for bad in [BigUint::zero(), n.clone(), &n + 1u32, (BigUint::one() << 256u32) - 1u32] {
        for backend in Backend::available() {
            let bad = limbs(&bad);
            assert_eq!(recover(backend, &limbs(&one), &bad, &limbs(&one), false), None);
            assert_eq!(recover(backend, &limbs(&one), &limbs(&r), &bad, false), None);
        }
    }
}

/// z at and over the order counts mod n.
#[test]
fn z_is_reduced() {
    let curve = Curve::secp256k1();
    let r = curve.g.clone().unwrap().0;
    let s = BigUint::from(5u32);
    let top = BigUint::one() << 256u32;
    let n = &curve.n;
    for z in [BigUint::zero(), n - 1u32, n.clone(), n + 1u32, &top - 1u32, &top - 2u32] {
        for odd in [false, true] {
            check(&z, &r, &s, odd, &curve.recover(&z, &r, &s, odd));
        }
    }
}

/// The joint multiplication u1 G + u2 R where R = kG is a small multiple of G: the partial sums meet
/// equal, opposite and infinite summands.
#[test]
fn exceptional_additions() {
    let curve = Curve::secp256k1();
    let n = &curve.n;
    let small: Vec<BigUint> = (1u32..=4).map(BigUint::from).collect();
    let mut scalars = small.clone();
    scalars.extend(small.iter().map(|k| n - k));
    scalars.extend([BigUint::zero(), n / 2u32, n / 2u32 + 1u32]);
    let mut infinities = 0;
    for k in [1u32, 2, 3, 13].map(BigUint::from) {
        let (r, y) = curve.mul(&k, &curve.g).unwrap();
        for u1 in &scalars {
            for u2 in scalars.iter().filter(|u2| !u2.is_zero()) {
                let (z, s) = curve.craft(&r, u1, u2);
                let sum = curve.mul_base(&(u1 + u2 * &k));
                infinities += u32::from(sum.is_none());
                check(&z, &r, &s, y.bit(0), &sum);
            }
        }
        // u1 = -k u2: Q is infinity whatever u2 is.
        let u2 = hex("123456789abcdef0fedcba9876543210ffffffffffffffff0000000000000001");
        let (z, s) = curve.craft(&r, &curve.minus(&(&u2 * &k)), &u2);
        check(&z, &r, &s, y.bit(0), &None);
        // u1 = k u2: the summands are equal.
        let (z, s) = curve.craft(&r, &(&u2 * &k % n), &u2);
        check(&z, &r, &s, y.bit(0), &curve.mul(&(&u2 * &k * 2u32 % n), &curve.g));
    }
    assert!(infinities >= 8);
}

#[test]
fn random_and_boundary_input_agrees_with_the_model() {
    let curve = Curve::secp256k1();
    let mut rng = ChaCha20Rng::seed_from_u64(0x5ec9);
    let n = &curve.n;
    let mut recovered = 0;
    for round in 0..60u32 {
        let r = match round % 4 {
            0 => BigUint::from(round / 4 + 1),
            1 => n - (round / 4 + 1),
            _ => random_scalar(&mut rng),
        };
        let s = match round % 5 {
            0 => BigUint::from(round + 1),
            1 => n - (round + 1),
            2 => n / 2u32 + round % 2,
            _ => random_scalar(&mut rng),
        };
        let z = match round % 3 {
            0 => (BigUint::one() << (round * 4)) - 1u32,
            _ => random_scalar(&mut rng),
        };
        let odd = rng.next_u32() & 1 == 1;
        let expected = curve.recover(&z, &r, &s, odd);
        recovered += u32::from(expected.is_some());
        check(&z, &r, &s, odd, &expected);
    }
    assert!((20..60).contains(&recovered));
}

/// Many seeded inputs, backend against backend.
#[test]
fn backends_agree() {
    let mut rng = ChaCha20Rng::seed_from_u64(256);
    for _ in 0..400 {
        let [z, r, s] = core::array::from_fn(|_| limbs(&random_scalar(&mut rng)));
        let odd = rng.next_u32() & 1 == 1;
        let expected = recover(Backend::reference(), &z, &r, &s, odd);
        for backend in Backend::available() {
            assert_eq!(recover(backend, &z, &r, &s, odd), expected, "{}", backend.name());
        }
    }
}
