//! ECRECOVER, P256VERIFY and Ed25519: signatures made here, by libraries that are not under test.

use curve25519_dalek::{EdwardsPoint, Scalar};
use gigagas::table::{ECRECOVER, ED25519, ED25519_EIP665, P256VERIFY};
use p256::{
    FieldBytes, ProjectivePoint,
    elliptic_curve::{Group as _, PrimeField as _, ops::Reduce, point::AffineCoordinates as _},
};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha512};

use super::{Case, Expect, entry, inputs, random, random_array, word};

/// The number 1 in 32 bytes: CIP-25's answer to what is not a valid signature.
const ONE: &[u8] = &[
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
];

/// hash | v | r | s: any r below n whose x is on the curve recovers some key, whatever s is; half of
/// all r do. The top bit of r and s is kept clear, so that both are below n.
fn ecrecover_input(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut input = random(rng, 128);
    let v = word(27 + u64::from(input[63] & 1));
    input[32..64].copy_from_slice(&v);
    input[64] &= 0x7f;
    input[96] &= 0x7f;
    input
}

/// Whether the call answers with an address.
fn recovers(input: &[u8]) -> bool {
    let entry = entry(&ECRECOVER);
    let answer = entry.call_to_vec(&gigagas::Routes::portable(), input, u64::MAX);
    answer.is_ok_and(|answer| answer.bytes.len() == 32)
}

fn recoverable(rng: &mut ChaCha8Rng, yes: bool) -> Vec<u8> {
    loop {
        let input = ecrecover_input(rng);
        if recovers(&input) == yes {
            return input;
        }
    }
}

fn ecrecover() -> Vec<Case> {
    let case = |family, name, n, one: fn(&mut ChaCha8Rng) -> Vec<u8>| {
        Case::new(entry(&ECRECOVER), family, name, inputs(n, one))
    };
    let v = |rng: &mut ChaCha8Rng| {
        let mut input = ecrecover_input(rng);
        input[63] = 29;
        input
    };
    let s = |rng: &mut ChaCha8Rng| {
        let mut input = ecrecover_input(rng);
        input[96..].fill(0);
        input
    };
    let empty = Expect::Negative(&[]);
    vec![
        case("EcRecover", "valid", 16, |rng| recoverable(rng, true)).quick(),
        case("stream", "stream/valid", 256, |rng| recoverable(rng, true)),
        case("failing", "fail/no-such-point", 16, |rng| recoverable(rng, false))
            .expect(empty.clone())
            .quick(),
        case("failing", "fail/v=29", 16, v).expect(empty.clone()),
        case("failing", "fail/s=0", 16, s).expect(empty),
    ]
}

/// hash | r | s | x | y with a random key (ECDSA, FIPS 186-5 section 6.4.1, without hashing).
fn p256_input(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut scalar =
        || <p256::Scalar as Reduce<FieldBytes>>::reduce(&FieldBytes::from(random_array::<32>(rng)));
    let (z, key, nonce) = (scalar(), scalar(), scalar());
    let point = |k| (ProjectivePoint::generator() * k).to_affine();
    let r = <p256::Scalar as Reduce<FieldBytes>>::reduce(&point(nonce).x());
    let inverse = nonce.invert_vartime().into_option().expect("a random nonce is not 0");
    let s = inverse * (z + r * key);
    let key = point(key);
    [z.to_repr(), r.to_repr(), s.to_repr(), key.x(), key.y()].iter().flatten().copied().collect()
}

fn p256verify() -> Vec<Case> {
    let case = |family, name, n, change: fn(&mut Vec<u8>)| {
        let one = move |rng: &mut ChaCha8Rng| {
            let mut input = p256_input(rng);
            change(&mut input);
            input
        };
        Case::new(entry(&P256VERIFY), family, name, inputs(n, one))
    };
    let no = Expect::Negative(&[]);
    vec![
        case("verify", "valid", 16, |_| {}).quick(),
        case("stream", "stream/valid", 256, |_| {}),
        case("failing", "fail/wrong-hash", 16, |input| input[31] ^= 1).expect(no.clone()).quick(),
        case("failing", "fail/not-on-curve", 16, |input| input[159] ^= 1).expect(no.clone()),
        case("failing", "fail/r=0", 16, |input| input[32..64].fill(0)).expect(no.clone()),
        case("failing", "fail/159-bytes", 16, |input| input.truncate(159)).expect(no),
    ]
}

/// A key and a signature (RFC 8032 section 5.1.6 with random scalars): key, R | S.
fn ed25519_sign(rng: &mut ChaCha8Rng, message: &[u8]) -> ([u8; 32], [u8; 64]) {
    let secret = Scalar::from_bytes_mod_order_wide(&random_array(rng));
    let nonce = Scalar::from_bytes_mod_order_wide(&random_array(rng));
    let key = EdwardsPoint::mul_base(&secret).compress().0;
    let r = EdwardsPoint::mul_base(&nonce).compress().0;
    let k = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    let s = nonce + Scalar::from_bytes_mod_order_wide(&k.into()) * secret;
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(s.as_bytes());
    (key, signature)
}

/// CIP-25: key | signature | message.
pub(super) fn cip25_input(rng: &mut ChaCha8Rng, message_len: usize) -> Vec<u8> {
    let message = random(rng, message_len);
    let (key, signature) = ed25519_sign(rng, &message);
    [&key[..], &signature, &message].concat()
}

/// A y-coordinate, in 32 bytes, that no point has.
fn no_point(rng: &mut ChaCha8Rng) -> [u8; 32] {
    loop {
        let bytes = random_array(rng);
        if curve25519_dalek::edwards::CompressedEdwardsY(bytes).decompress().is_none() {
            return bytes;
        }
    }
}

/// The eight cases that CIP-25's benchmarks name, longer messages, and a stream.
fn cip25() -> Vec<Case> {
    let valid = |name: &str, message_len| {
        let one = move |rng: &mut ChaCha8Rng| cip25_input(rng, message_len);
        Case::new(entry(&ED25519), "cip25", name, inputs(16, one))
    };
    let invalid = |name: &str, one: fn(&mut ChaCha8Rng) -> Vec<u8>| {
        Case::new(entry(&ED25519), "cip25", name, inputs(16, one)).expect(Expect::Negative(ONE))
    };
    let malformed_key = |rng: &mut ChaCha8Rng| {
        let mut input = cip25_input(rng, 12);
        input[..32].copy_from_slice(&no_point(rng));
        input
    };
    let malformed_signature = |rng: &mut ChaCha8Rng| {
        let mut input = cip25_input(rng, 12);
        input[32..64].copy_from_slice(&no_point(rng));
        input
    };
    let wrong_message = |rng: &mut ChaCha8Rng| {
        let mut input = cip25_input(rng, 12);
        input[100] ^= 1;
        input
    };
    let mut cases = vec![
        valid("valid_input", 12),
        valid("valid_input_2_word_msg", 128),
        valid("valid_input_4_word_msg", 256),
        valid("valid_input_with_empty_message", 0),
        invalid("invalid_input_malformed_public_key", malformed_key),
        invalid("invalid_input_malformed_signature", malformed_signature),
        invalid("invalid_input_msg_too_short", |rng| random(rng, 95)),
        Case::new(entry(&ED25519), "cip25", "invalid_input_empty", |_| vec![Vec::new()])
            .expect(Expect::Negative(ONE)),
    ];
    cases = cases.into_iter().map(Case::quick).collect();
    let mut wrong = invalid("fail/wrong-message", wrong_message);
    wrong.family = "failing";
    cases.push(wrong);
    for len in [1024, 65_536] {
        let one = move |rng: &mut ChaCha8Rng| cip25_input(rng, len);
        let name = format!("message={len}");
        cases.push(Case::new(entry(&ED25519), "lengths", name, inputs(4, one)).quick());
    }
    let stream = |rng: &mut ChaCha8Rng| cip25_input(rng, 12);
    cases.push(Case::new(entry(&ED25519), "stream", "stream/valid", inputs(1024, stream)));
    cases
}

/// EIP-665: message | key | signature, 128 bytes.
fn eip665() -> Vec<Case> {
    let one = |rng: &mut ChaCha8Rng| {
        let message = random(rng, 32);
        let (key, signature) = ed25519_sign(rng, &message);
        [&message[..], &key, &signature].concat()
    };
    let wrong = move |rng: &mut ChaCha8Rng| {
        let mut input = one(rng);
        input[0] ^= 1;
        input
    };
    vec![
        Case::new(entry(&ED25519_EIP665), "verify", "valid", inputs(16, one)).quick(),
        Case::new(entry(&ED25519_EIP665), "failing", "fail/wrong-message", inputs(16, wrong))
            .expect(Expect::Negative(&[0, 0, 0, 1])),
    ]
}

pub(super) fn cases() -> Vec<Case> {
    [ecrecover(), p256verify(), cip25(), eip665()].into_iter().flatten().collect()
}
