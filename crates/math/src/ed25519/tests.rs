use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::{
    Backend,
    model::{Model, Point, from_le, to_le},
    verify_eip665, verify_zip215,
};
use crate::backend::Backend as _;

/// Asserts that every backend gives the model's verdicts, and returns them: (ZIP-215, EIP-665).
#[track_caller]
fn verdicts(model: &Model, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> (bool, bool) {
    let expected = (model.zip215(key, signature, message), model.eip665(key, signature, message));
    for backend in Backend::available() {
        let got = (
            verify_zip215(backend, key, signature, message),
            verify_eip665(backend, key, signature, message),
        );
        let [key, signature] = [hex::encode(key), hex::encode(signature)];
        assert_eq!(got, expected, "{} key={key} sig={signature}", backend.name());
    }
    expected
}

fn random_scalar(rng: &mut ChaCha20Rng, model: &Model) -> BigUint {
    let mut bytes = [0; 40];
    rng.fill_bytes(&mut bytes);
    from_le(&bytes) % &model.l
}

fn concat(r: &[u8; 32], s: &BigUint) -> [u8; 64] {
    let s = to_le(s);
    core::array::from_fn(|i| if i < 32 { r[i] } else { s[i - 32] })
}

fn from_hex<const N: usize>(digits: &str) -> [u8; N] {
    hex::decode(digits).unwrap().try_into().unwrap()
}

/// The eight points of small order, the identity first.
fn torsion(model: &Model) -> Vec<Point> {
    let generator = model.order_eight();
    (0u32..8).map(|i| model.mul(&BigUint::from(i), &generator)).collect()
}

/// RFC 8032, 7.1, tests 1 to 3.
#[test]
fn rfc8032_vectors() {
    let model = Model::new();
    let vectors = [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ];
    for (key, message, signature) in vectors {
        let (key, signature) = (from_hex(key), from_hex(signature));
        let mut message = hex::decode(message).unwrap();
        assert_eq!(verdicts(&model, &key, &signature, &message), (true, true));
        for bit in [0, 77, 254, 255, 256, 300, 504] {
            let mut bad = signature;
            bad[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(verdicts(&model, &key, &bad, &message), (false, false), "bit {bit}");
        }
        message.push(0);
        assert_eq!(verdicts(&model, &key, &signature, &message), (false, false));
    }
}

/// A torsion point on the key times one on R, valid and invalid: the cofactor must decide.
#[test]
fn torsion_grid() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(215);
    let mut strict = 0;
    let torsion = torsion(&model);
    for (i, t) in torsion.iter().enumerate() {
        for (j, u) in torsion.iter().enumerate() {
            let (a, r) = (random_scalar(&mut rng, &model), random_scalar(&mut rng, &model));
            let (key, signature) = model.sign(&a, &r, [t, u], b"grid", 0);
            let (zip215, eip665) = verdicts(&model, &key, &signature, b"grid");
            assert!(zip215, "{i} {j}");
            strict += u32::from(eip665);
            let (key, signature) = model.sign(&a, &r, [t, u], b"grid", 1);
            assert_eq!(verdicts(&model, &key, &signature, b"grid"), (false, false));
        }
    }
    // U + k T = 0 holds without torsion and by chance in about one case of eight.
    assert!((2..32).contains(&strict));
}

/// Every encoding of a point of small order that ZIP-215 takes, canonical or not.
fn small_order_encodings(model: &Model) -> Vec<[u8; 32]> {
    let mut encodings: Vec<[u8; 32]> = torsion(model).iter().map(|t| model.encode(t)).collect();
    let p = &model.p;
    for y in [BigUint::one(), p - 1u32, p.clone(), p + 1u32] {
        for sign in [0, 0x80] {
            let mut bytes = to_le(&y);
            bytes[31] |= sign;
            if !encodings.contains(&bytes) {
                encodings.push(bytes);
            }
        }
    }
    encodings
}

/// All pairs of small-order encodings with S = 0: valid under ZIP-215, whatever the message, never under EIP-665.
#[test]
fn small_order_pairs() {
    let model = Model::new();
    let encodings = small_order_encodings(&model);
    assert_eq!(encodings.len(), 14);
    for key in &encodings {
        for r in &encodings {
            let signature = concat(r, &BigUint::zero());
            assert_eq!(verdicts(&model, key, &signature, b"Zcash"), (true, false));
            let signature = concat(r, &BigUint::one());
            assert_eq!(verdicts(&model, key, &signature, b"Zcash"), (false, false));
        }
    }
}

/// y in p ..= 2^255 - 1 counts mod p where that is a point, for keys and for R; such points have unknown
/// order-L part, so only the encodings' acceptance can be compared with the model.
#[test]
fn non_canonical_encodings() {
    let model = Model::new();
    let (mut decodable, mut equal) = (0, 0);
    for y in 0u32..19 {
        for sign in [0, 0x80] {
            let mut canonical = to_le(&BigUint::from(y));
            canonical[31] |= sign;
            let mut shifted = to_le(&(&model.p + y));
            shifted[31] |= sign;
            let Some(point) = model.decode(&shifted) else {
                let signature = concat(&shifted, &BigUint::zero());
                verdicts(&model, &model.encode(&model.base), &signature, b"");
                verdicts(&model, &shifted, &concat(&canonical, &BigUint::zero()), b"");
                continue;
            };
            decodable += 1;
            assert_eq!(model.encode(&point), model.encode(&model.decode(&canonical).unwrap()));
            for encoding in [&canonical, &shifted] {
                let signature = concat(encoding, &BigUint::zero());
                equal += u32::from(verdicts(&model, encoding, &signature, b"").0);
            }
        }
    }
    assert!(decodable > 10 && equal >= 8);
}

#[test]
fn s_is_below_the_order() {
    let model = Model::new();
    let key = model.encode(&model.base);
    let l = &model.l;
    let top = (BigUint::one() << 256u32) - 1u32;
    let small = model.encode(&model.identity());
    // Under a key and an R of small order every multiple of L is a solution; only 0 is accepted.
    for (s, valid) in [
        (BigUint::zero(), true),
        (l - 1u32, false),
        (l.clone(), false),
        (l + 1u32, false),
        (l * 2u32, false),
        (l * 8u32, false),
        (top, false),
    ] {
        assert_eq!(verdicts(&model, &small, &concat(&small, &s), b"").0, valid, "{s:x}");
        assert_eq!(verdicts(&model, &key, &concat(&small, &s), b""), (false, false));
    }
    // S = L - 1 in a valid signature: r = L - 1 - k a cannot be chosen, as k depends on R; with a = 0 it can.
    for t in torsion(&model) {
        let r = l - 1u32;
        let (key, signature) = model.sign(&BigUint::zero(), &r, [&t, &t], b"m", 0);
        assert_eq!(from_le(&signature[32..]), r);
        assert!(verdicts(&model, &key, &signature, b"m").0);
        let over = concat(signature[..32].try_into().unwrap(), &(&r + l));
        assert!(!verdicts(&model, &key, &over, b"m").0);
    }
}

#[test]
fn encodings_of_no_point() {
    let model = Model::new();
    let base = model.encode(&model.base);
    let mut undecodable = 0;
    for y in 0u32..64 {
        let encoding = to_le(&BigUint::from(y));
        if model.decode(&encoding).is_none() {
            undecodable += 1;
            verdicts(&model, &encoding, &concat(&base, &BigUint::one()), b"");
            verdicts(&model, &base, &concat(&encoding, &BigUint::one()), b"");
        }
    }
    assert!(undecodable > 16);
}

#[test]
fn messages_of_all_lengths() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(64);
    let identity = model.identity();
    // The hashed length is 64 more; SHA-512 pads in blocks of 128 with 17 bytes of overhead.
    for len in [0, 1, 46, 47, 48, 63, 64, 65, 111, 112, 127, 128, 175, 176, 1000, 4096, 65536] {
        let mut message = vec![0; len];
        rng.fill_bytes(&mut message);
        let (a, r) = (random_scalar(&mut rng, &model), random_scalar(&mut rng, &model));
        let (key, signature) = model.sign(&a, &r, [&identity; 2], &message, 0);
        assert_eq!(verdicts(&model, &key, &signature, &message), (true, true), "{len}");
        if let Some(last) = message.last_mut() {
            *last ^= 1;
            assert_eq!(verdicts(&model, &key, &signature, &message), (false, false), "{len}");
        }
    }
}

#[test]
fn boundary_secrets() {
    let model = Model::new();
    let identity = model.identity();
    let l = &model.l;
    let half = BigUint::one() << 126u32;
    let scalars = [
        BigUint::zero(),
        BigUint::one(),
        BigUint::from(2u32),
        l - 1u32,
        l - 2u32,
        half.clone(),
        l - &half,
        BigUint::one() << 252u32,
    ];
    for a in &scalars {
        for r in &scalars {
            let (key, signature) = model.sign(a, r, [&identity; 2], b"", 0);
            let small = a.is_zero() || r.is_zero();
            assert_eq!(verdicts(&model, &key, &signature, b""), (true, !small));
        }
    }
}

/// Seeded signatures, half of them with one bit of key, R or S flipped.
#[test]
fn random_signatures() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(25519);
    let identity = model.identity();
    for round in 0..100 {
        let (a, r) = (random_scalar(&mut rng, &model), random_scalar(&mut rng, &model));
        let (mut key, mut signature) = model.sign(&a, &r, [&identity; 2], &[round], 0);
        let bit = rng.next_u32() as usize % 768;
        let intact = round % 2 == 0;
        match (intact, bit / 256) {
            (true, _) => {}
            (false, 0) => key[bit / 8] ^= 1 << (bit % 8),
            (false, _) => signature[bit / 8 - 32] ^= 1 << (bit % 8),
        }
        assert_eq!(verdicts(&model, &key, &signature, &[round]), (intact, intact));
    }
}
