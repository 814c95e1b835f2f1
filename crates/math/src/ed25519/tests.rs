use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::{
    Backend, Item, curve, field,
    model::{Model, Point, from_le, to_le},
    portable, scalar, verify, verify_batch, verify_eip665, verify_zip215,
};
use crate::{
    backend::Backend as _,
    limb::U256,
    secp256k1::model::{big, limbs},
};

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

/// A torsion point on the key times one on R, valid and invalid, v1 odd and even: the cofactor must decide.
#[test]
fn torsion_grid() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(215);
    let mut strict = 0;
    let torsion = torsion(&model);
    for ((t, u), parity) in torsion
        .iter()
        .flat_map(|t| torsion.iter().map(move |u| (t, u)))
        .flat_map(|pair| [(pair, 0), (pair, 1)])
    {
        let (key, signature) = loop {
            let (a, r) = (random_scalar(&mut rng, &model), random_scalar(&mut rng, &model));
            let (key, signature) = model.sign(&a, &r, [t, u], b"grid", 0);
            let k = model.challenge(&signature[..32], &key, b"grid");
            if scalar::halve(&limbs(&k)).v1 % 2 == parity {
                break (key, signature);
            }
        };
        let (zip215, eip665) = verdicts(&model, &key, &signature, b"grid");
        assert!(zip215);
        strict += u32::from(eip665);
        let s = (from_le(&signature[32..]) + 1u32) % &model.l;
        let invalid = concat(signature[..32].try_into().unwrap(), &s);
        assert_eq!(verdicts(&model, &key, &invalid, b"grid"), (false, false));
    }
    // U + k T = 0 holds without torsion and by chance in about one case of eight.
    assert!((4..64).contains(&strict));
}

/// The equation itself, for k and S that no hash gives: the ends of the halving and of the splitting.
#[test]
fn equation_at_the_ends() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(126);
    let torsion = torsion(&model);
    let (l, half, one) = (&model.l, BigUint::one() << 126u32, BigUint::one());
    let top = BigUint::one() << 252u32;
    let mut scalars = vec![BigUint::zero(), one.clone(), BigUint::from(2u32), half.clone(), top];
    scalars.extend([&half - 1u32, &half + 1u32, l - 1u32, l - 2u32, l - &half, (l - 1u32) / 2u32]);
    // 1 / 2^126 and 2^126 / (2^126 - 1): long numerators and denominators.
    scalars.push(half.modinv(l).unwrap());
    scalars.push(&half * (&half - 1u32).modinv(l).unwrap() % l);
    for (i, k) in scalars.iter().enumerate() {
        for (j, s) in scalars.iter().enumerate() {
            let (t, u) = (&torsion[i % 8], &torsion[(3 * i + j) % 8]);
            let a = random_scalar(&mut rng, &model);
            let key = model.encode(&model.add(&model.mul(&a, &model.base), t));
            for valid in [true, false] {
                let r = (s + l * l - k * &a + u32::from(!valid)) % l;
                let r = model.encode(&model.add(&model.mul(&r, &model.base), u));
                for backend in Backend::available() {
                    let holds = equation_holds(backend, [&r, &key], [&limbs(s), &limbs(k)]);
                    assert_eq!(holds, valid, "{} k={k:x} s={s:x}", backend.name());
                }
            }
        }
    }
}

fn equation_holds(backend: Backend, encodings: [&[u8; 32]; 2], scalars: [&U256; 2]) -> bool {
    match backend {
        Backend::Portable => verify::equation_holds(portable(), encodings, scalars),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(witness) => super::avx2::equation_holds(witness, encodings, scalars),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Ifma(witness) => {
            super::avx512ifma::equation_holds(witness, encodings, scalars)
        }
    }
}

/// The tables made at compile time against the model: odd multiples of B and of [2^126]B.
#[test]
fn base_tables() {
    let model = Model::new();
    let second = model.mul(&(BigUint::one() << 126u32), &model.base);
    let p = &model.p;
    let halve = |x: BigUint| (if x.bit(0) { x + p } else { x }) / 2u32;
    for (table, point) in curve::BASE_TABLES.iter().zip([model.base.clone(), second]) {
        let twice = model.add(&point, &point);
        let mut multiple = point;
        for entry in table {
            let [plus, minus, xy2d] =
                [&entry.y_plus_x, &entry.y_minus_x, &entry.xy2d].map(|x| big(&x.pack()));
            let (x, y) = (halve((&plus + p - &minus) % p), halve((plus + minus) % p));
            let mut encoding = to_le(&y);
            encoding[31] |= u8::from(x.bit(0)) << 7;
            assert_eq!(encoding, model.encode(&multiple));
            assert_eq!(x * y * 2u32 * big(&curve::D.pack()) % p, xy2d);
            multiple = model.add(&multiple, &twice);
        }
    }
    let root = big(&curve::SQRT_MINUS_ONE.pack());
    assert_eq!(&root * &root % p, p - 1u32);
    assert_eq!(big(&curve::D.pack()) * 121_666u32 % p, p - 121_665u32);
    assert_eq!(big(&field::P), *p);
}

/// The y that the strict rule refuses are those of the small-order points, no more and no less.
#[test]
fn small_order_coordinates() {
    let model = Model::new();
    let mut expected: Vec<_> =
        torsion(&model).iter().map(|point| curve::split_encoding(&model.encode(point)).0).collect();
    let mut listed = verify::SMALL_ORDER_Y.to_vec();
    for list in [&mut expected, &mut listed] {
        list.sort_unstable();
        list.dedup();
    }
    assert_eq!(listed, expected);
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

/// An unrelated implementation of both rules, for many inputs.
mod dalek {
    use curve25519_dalek::{
        EdwardsPoint, Scalar, edwards::CompressedEdwardsY, traits::IsIdentity as _,
    };
    use sha2::{Digest as _, Sha512};

    /// Verdicts of ZIP-215 (cofactored) and EIP-665.
    pub(super) fn verdicts(key: [u8; 32], signature: &[u8; 64], message: &[u8]) -> (bool, bool) {
        let [r_bytes, s] = signature.as_chunks::<32>().0 else { unreachable!() };
        let s = Scalar::from_canonical_bytes(*s).into_option();
        let a = CompressedEdwardsY(key).decompress();
        let (Some(s), Some(a)) = (s, a) else { return (false, false) };
        let hash = Sha512::new().chain_update(r_bytes).chain_update(key).chain_update(message);
        let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
        let expected = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s);
        let r = CompressedEdwardsY(*r_bytes).decompress();
        let zip215 = r.is_some_and(|r| (expected - r).mul_by_cofactor().is_identity());
        let strict = a.compress().0 == key && !a.is_small_order() && !expected.is_small_order();
        (zip215, strict && expected.compress().0 == *r_bytes)
    }

    pub(super) fn sign(a: Scalar, r: Scalar, torsion: [u8; 2]) -> ([u8; 32], [u8; 64]) {
        let small = |i: u8| curve25519_dalek::constants::EIGHT_TORSION[usize::from(i % 8)];
        let key = (EdwardsPoint::mul_base(&a) + small(torsion[0])).compress().0;
        let r_bytes = (EdwardsPoint::mul_base(&r) + small(torsion[1])).compress().0;
        let hash = Sha512::new().chain_update(r_bytes).chain_update(key).chain_update(b"many");
        let s = (r + Scalar::from_bytes_mod_order_wide(&hash.finalize().into()) * a).to_bytes();
        (key, core::array::from_fn(|i| if i < 32 { r_bytes[i] } else { s[i - 32] }))
    }
}

/// Signatures with and without torsion, some with a bit flipped or with random halves, against dalek's curve.
#[test]
fn many_signatures_against_another_implementation() {
    let mut rng = ChaCha20Rng::seed_from_u64(3000);
    let mut counts = [0; 3];
    for round in 0..3000 {
        let mut draw = || {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let [a, r] =
            [draw(), draw()].map(|wide| curve25519_dalek::Scalar::from_bytes_mod_order_wide(&wide));
        let random = draw();
        let torsion = if round % 3 == 0 { [0, 0] } else { [random[0], random[1]] };
        let (mut key, mut signature) = dalek::sign(a, r, torsion);
        let bit = usize::from(random[2]);
        match round % 8 {
            4 => key[bit / 8] ^= 1 << (bit % 8),
            5 => signature[bit / 8] ^= 1 << (bit % 8),
            6 => signature[32 + bit / 8] ^= 1 << (bit % 8),
            7 => key.copy_from_slice(&random[32..]),
            _ => {}
        }
        let expected = dalek::verdicts(key, &signature, b"many");
        counts[usize::from(expected.0) + usize::from(expected.1)] += 1;
        for backend in Backend::available() {
            let got = (
                verify_zip215(backend, &key, &signature, b"many"),
                verify_eip665(backend, &key, &signature, b"many"),
            );
            assert_eq!(got, expected, "{} {}", backend.name(), hex::encode(key));
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn batches() {
    let mut rng = ChaCha20Rng::seed_from_u64(64);
    let signed: Vec<_> = (0..200_u8)
        .map(|i| {
            let [a, r] = core::array::from_fn(|_| {
                let mut wide = [0; 64];
                rng.fill_bytes(&mut wide);
                curve25519_dalek::Scalar::from_bytes_mod_order_wide(&wide)
            });
            // Half of them with torsion: batches are cofactored too.
            dalek::sign(a, r, if i % 2 == 0 { [0, 0] } else { [i, i / 8] })
        })
        .collect();
    for backend in Backend::available() {
        for n in [0, 1, 2, 3, 7, 63, 64, 65, 129, 200] {
            let mut signed = signed[..n].to_vec();
            let run = |signed: &[([u8; 32], [u8; 64])]| {
                let items: Vec<_> = signed
                    .iter()
                    .map(|(key, signature)| Item { key, signature, message: b"many" })
                    .collect();
                verify_batch(backend, &items)
            };
            assert_eq!(run(&signed), Ok(()), "{} {n}", backend.name());
            // From the last to the first: the first invalid one is the answer, whatever is wrong with it.
            for i in [199, 128, 65, 64, 63, 2, 1, 0].into_iter().filter(|&i| i < n) {
                match i % 3 {
                    0 => signed[i].1[32] ^= 1,
                    // S over the order.
                    1 => signed[i].1[63] |= 0x80,
                    // y = 2 is no point.
                    _ => signed[i].0 = to_le(&BigUint::from(2u32)),
                }
                assert_eq!(run(&signed), Err(i), "{} {n}", backend.name());
            }
        }
    }
}

/// Two invalid signatures whose errors cancel in a plain sum do not cancel in a random one.
#[test]
fn batch_of_opposite_errors() {
    let model = Model::new();
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let identity = model.identity();
    let [first, second] = [1_u32, 0].map(|fault| {
        let (a, r) = (random_scalar(&mut rng, &model), random_scalar(&mut rng, &model));
        let (key, signature) = model.sign(&a, &r, [&identity; 2], b"", fault);
        let s = from_le(&signature[32..]) + (1 - fault) * (&model.l - 1u32);
        (key, concat(signature[..32].try_into().unwrap(), &(s % &model.l)))
    });
    let items = [&first, &second].map(|(key, signature)| Item { key, signature, message: b"" });
    for backend in Backend::available() {
        assert_eq!(verify_batch(backend, &items), Err(0), "{}", backend.name());
        assert_eq!(verify_batch(backend, &items[1..]), Err(0), "{}", backend.name());
    }
}
