use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::{Backend, N, P, verify};
use crate::{
    backend::Backend as _,
    limb::U256,
    point::Affine,
    secp256k1::model::{Curve, Point, affine, big, hex, limbs},
};

/// Asserts every backend's verdict.
#[track_caller]
fn check(z: &BigUint, r: &BigUint, s: &BigUint, key: &Point, expected: bool) {
    for backend in Backend::available() {
        let verdict = verify(backend, &limbs(z), &limbs(r), &limbs(s), &affine(key));
        assert_eq!(verdict, expected, "{} z={z:x} r={r:x} s={s:x} {key:x?}", backend.name());
    }
}

fn random_scalar(rng: &mut ChaCha20Rng) -> BigUint {
    let limbs: U256 = core::array::from_fn(|_| rng.next_u64());
    big(&limbs) % (big(&N) - 1u32) + 1u32
}

/// A key under which (r, s) signs z, where x(R) = `x`: the recovered one.
fn key_for(curve: &Curve, z: &BigUint, x: &BigUint, s: &BigUint) -> Option<Point> {
    let r = x % &curve.n;
    let nonce_point = curve.lift(x, false);
    nonce_point.as_ref()?;
    let inverse = curve.inverse(&r);
    let key = curve.add(
        &curve.mul(&curve.minus(&(z * &inverse)), &curve.g),
        &curve.mul(&(s * &inverse % &curve.n), &nonce_point),
    );
    key.is_some().then_some(key)
}

#[test]
fn constants() {
    let curve = Curve::p256();
    assert_eq!((big(&P), big(&N)), (curve.p, curve.n));
}

/// RFC 6979, A.2.5: SHA-256 of "sample" and "test".
#[test]
fn rfc6979_vectors() {
    let curve = Curve::p256();
    let key = Some((
        hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"),
        hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"),
    ));
    let vectors = [
        [
            "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf",
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
            "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
        ],
        [
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
            "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
        ],
    ];
    for [z, r, s] in vectors.map(|vector| vector.map(hex)) {
        check(&z, &r, &s, &key, true);
        check(&z, &r, &curve.minus(&s), &key, true);
        check(&(&z + 1u32), &r, &s, &key, false);
        check(&z, &(&r + 1u32), &s, &key, false);
        check(&z, &r, &(&s + 1u32), &key, false);
        check(&z, &r, &s, &curve.neg(&key), false);
    }
}

/// r < p - n has two candidates for R.x, r and r + n; both are accepted.
#[test]
fn nonce_point_with_x_over_the_order() {
    let curve = Curve::p256();
    let z = hex("bb5a52f42f9c9261ed4361f59422a1e30036e7c32b270c8807a419feca605023");
    let s = hex("1234");
    let (mut plain, mut over) = (0, 0);
    for r in (1u32..24).map(BigUint::from) {
        if let Some(key) = key_for(&curve, &z, &r, &s) {
            check(&z, &r, &s, &key, true);
            plain += 1;
        }
        if let Some(key) = key_for(&curve, &z, &(&r + &curve.n), &s) {
            check(&z, &r, &s, &key, true);
            over += 1;
        }
    }
    // The largest x over the order, just below p.
    let mut x = &curve.p - 1u32;
    while curve.lift(&x, false).is_none() {
        x -= 1u32;
    }
    let key = key_for(&curve, &z, &x, &s).unwrap();
    check(&z, &(&x - &curve.n), &s, &key, true);
    assert!(plain > 5 && over > 5);
}

#[test]
fn keys_that_are_no_points() {
    let curve = Curve::p256();
    let (one, two) = (BigUint::one(), BigUint::from(2u32));
    let (gx, gy) = curve.g.clone().unwrap();
    check(&one, &one, &one, &None, false);
    check(&one, &one, &one, &Some((gx.clone(), &gy + 1u32)), false);
    check(&one, &one, &one, &Some((BigUint::zero(), BigUint::one())), false);
    check(&one, &one, &one, &Some((gx.clone(), BigUint::zero())), false);
    // z = r = s = x(2G): R = G + Q; a valid signature for Q = G.
    let r = curve.mul(&two, &curve.g).unwrap().0 % &curve.n;
    check(&r, &r, &r, &curve.g, true);
    for backend in Backend::available() {
        assert!(!verify(backend, &limbs(&r), &limbs(&r), &limbs(&r), &Affine { x: P, y: P }));
    }
}

/// x = 0 is a legal key coordinate: b is a square.
#[test]
fn key_with_x_zero() {
    let curve = Curve::p256();
    let mut rng = ChaCha20Rng::seed_from_u64(0);
    for odd in [false, true] {
        let key = curve.lift(&BigUint::zero(), odd);
        assert!(key.is_some());
        let (u1, u2) = (random_scalar(&mut rng), random_scalar(&mut rng));
        let sum = curve.add(&curve.mul(&u1, &curve.g), &curve.mul(&u2, &key));
        let r = sum.unwrap().0 % &curve.n;
        // s = r / u2 and z = u1 s.
        let s = &r * curve.inverse(&u2) % &curve.n;
        let z = u1 * &s % &curve.n;
        check(&z, &r, &s, &key, true);
        check(&(&z + 1u32), &r, &s, &key, false);
        // The same key with x + p: coordinates are not reduced.
        check(&z, &r, &s, &key.map(|(_, y)| (curve.p.clone(), y)), false);
    }
}

#[test]
fn scalars_out_of_range_are_refused() {
    let curve = Curve::p256();
    let one = BigUint::one();
    let n = &curve.n;
    for bad in [BigUint::zero(), n.clone(), n + 1u32, (BigUint::one() << 256u32) - 1u32] {
        check(&one, &bad, &one, &curve.g, false);
        check(&one, &one, &bad, &curve.g, false);
    }
}

/// u1 G + u2 Q where Q = kG is a small multiple of G: equal, opposite and infinite summands.
#[test]
fn exceptional_additions() {
    let curve = Curve::p256();
    let n = &curve.n;
    let mut scalars: Vec<BigUint> = (1u32..=3).map(BigUint::from).collect();
    scalars.extend((1u32..=3).map(|k| n - k));
    scalars.extend([BigUint::zero(), n / 2u32, n / 2u32 + 1u32]);
    let mut infinities = 0;
    for k in [BigUint::one(), BigUint::from(2u32), BigUint::from(13u32), n - 1u32, n - 2u32] {
        let key = curve.mul(&k, &curve.g);
        for u1 in &scalars {
            for u2 in scalars.iter().filter(|u2| !u2.is_zero()) {
                let sum = curve.mul_base(&(u1 + u2 * &k));
                // With R infinite no r is right; s = r / u2 and z = u1 s for the r that a sum of G would have.
                let r = sum.clone().or_else(|| curve.g.clone()).unwrap().0 % n;
                let s = &r * curve.inverse(u2) % n;
                let z = u1 * &s % n;
                infinities += u32::from(sum.is_none());
                check(&z, &r, &s, &key, sum.is_some());
            }
        }
    }
    assert!(infinities >= 5);
}

/// z at and over the order counts mod n; 0 is allowed.
#[test]
fn z_is_reduced() {
    let curve = Curve::p256();
    let x = curve.g.clone().unwrap().0;
    let (s, n) = (BigUint::from(77u32), &curve.n);
    let top = BigUint::one() << 256u32;
    for z in [BigUint::zero(), n - 1u32, n.clone(), n + 1u32, &top - 1u32] {
        let key = key_for(&curve, &z, &x, &s).unwrap();
        check(&z, &x, &s, &key, true);
        check(&((&z + 1u32) % n), &x, &s, &key, false);
    }
}

#[test]
fn random_input_agrees_with_the_model() {
    let curve = Curve::p256();
    let mut rng = ChaCha20Rng::seed_from_u64(0x7951);
    let mut valid = 0;
    for round in 0..40u32 {
        let mut z = random_scalar(&mut rng);
        let mut x = random_scalar(&mut rng);
        while curve.lift(&x, false).is_none() {
            x += 1u32;
        }
        let mut s = if round % 4 == 0 { BigUint::from(round + 1) } else { random_scalar(&mut rng) };
        let key = key_for(&curve, &z, &x, &s).unwrap();
        match round % 8 {
            5 => z += 1u32,
            6 => s += 1u32,
            7 => x = curve.minus(&x),
            _ => {}
        }
        let expected = curve.verify(&z, &x, &s, &key);
        valid += u32::from(expected);
        check(&z, &x, &s, &key, expected);
    }
    assert_eq!(valid, 25);
}
