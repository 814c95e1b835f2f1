//! Seeded inputs for every precompile of mainnet, made with libraries unrelated to gigagas.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, Field, PrimeField};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// Every address that mainnet has had up to Amsterdam.
pub(crate) const ADDRESSES: [u64; 18] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x100];

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn bytes(rng: &mut ChaCha20Rng, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// Uniform enough for tests.
fn below(rng: &mut ChaCha20Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// The big-endian encoding of a prime field's element in `len` bytes.
fn fp<F: PrimeField>(x: &F, len: usize) -> Vec<u8> {
    let digits = x.into_bigint().to_bytes_be();
    let mut out = vec![0; len - digits.len()];
    out.extend(digits);
    out
}

/// Any x and y, zero for infinity, each written by `write`.
fn point<A: AffineRepr>(
    point: &A,
    len: usize,
    write: impl Fn(&A::BaseField) -> Vec<u8>,
) -> Vec<u8> {
    match (point.x(), point.y()) {
        (Some(x), Some(y)) => [write(&x), write(&y)].concat(),
        _ => vec![0; len],
    }
}

fn random<F: PrimeField>(rng: &mut ChaCha20Rng) -> F {
    F::from_be_bytes_mod_order(&bytes(rng, 64))
}

fn random_point<A: AffineRepr>(rng: &mut ChaCha20Rng) -> A {
    (A::generator() * random::<A::ScalarField>(rng)).into_affine()
}

fn bn_g1(p: &ark_bn254::G1Affine) -> Vec<u8> {
    point(p, 64, |x| fp(x, 32))
}

/// Imaginary part first.
fn bn_g2(p: &ark_bn254::G2Affine) -> Vec<u8> {
    point(p, 128, |x| [fp(&x.c1, 32), fp(&x.c0, 32)].concat())
}

fn bls_g1(p: &ark_bls12_381::G1Affine) -> Vec<u8> {
    point(p, 128, |x| fp(x, 64))
}

/// Real part first.
fn bls_g2(p: &ark_bls12_381::G2Affine) -> Vec<u8> {
    point(p, 256, |x| [fp(&x.c0, 64), fp(&x.c1, 64)].concat())
}

/// The 48-byte form with its flags.
fn compress(p: &ark_bls12_381::G1Affine) -> Vec<u8> {
    let Some((x, y)) = p.xy() else {
        let mut infinity = vec![0; 48];
        infinity[0] = 0xc0;
        return infinity;
    };
    let mut out = fp(&x, 48);
    out[0] |= if y > -y { 0xa0 } else { 0x80 };
    out
}

/// A point of the curve that is not in the subgroup.
pub(crate) fn bls_g1_outside(rng: &mut ChaCha20Rng) -> Vec<u8> {
    loop {
        let x = random(rng);
        if let Some(p) = ark_bls12_381::G1Affine::get_point_from_x_unchecked(x, false) {
            assert!(!p.is_in_correct_subgroup_assuming_on_curve());
            return bls_g1(&p);
        }
    }
}

/// As above in G2 of BLS12-381.
pub(crate) fn bls_g2_outside(rng: &mut ChaCha20Rng) -> Vec<u8> {
    loop {
        let x = ark_bls12_381::Fq2::new(random(rng), random(rng));
        if let Some(p) = ark_bls12_381::G2Affine::get_point_from_x_unchecked(x, true) {
            assert!(!p.is_in_correct_subgroup_assuming_on_curve());
            return bls_g2(&p);
        }
    }
}

/// As above in G2 of bn254.
pub(crate) fn bn_g2_outside(rng: &mut ChaCha20Rng) -> Vec<u8> {
    loop {
        let x = ark_bn254::Fq2::new(random(rng), random(rng));
        if let Some(p) = ark_bn254::G2Affine::get_point_from_x_unchecked(x, true) {
            assert!(!p.is_in_correct_subgroup_assuming_on_curve());
            return bn_g2(&p);
        }
    }
}

/// An input on which the precompile does all of its work and answers.
pub(crate) fn valid(address: u64, rng: &mut ChaCha20Rng) -> Vec<u8> {
    match address {
        0x01 => ecrecover(rng),
        0x02..=0x04 => bytes(rng, 64),
        0x05 => {
            let mut input = modexp([32; 3], &bytes(rng, 96));
            input[128] |= 0x80;
            input[160] |= 0x80;
            input
        }
        0x06 => [bn_g1(&random_point(rng)), bn_g1(&random_point(rng))].concat(),
        0x07 => [bn_g1(&random_point(rng)), bytes(rng, 32)].concat(),
        0x08 => bn_pairing(rng),
        0x09 => {
            let mut input = bytes(rng, 213);
            input[..4].copy_from_slice(&[0, 0, 0, 12]);
            input[212] &= 1;
            input
        }
        0x0a => kzg(rng),
        0x0b => [bls_g1(&random_point(rng)), bls_g1(&random_point(rng))].concat(),
        0x0c => {
            (0..2).flat_map(|_| [bls_g1(&random_point(rng)), bytes(rng, 32)].concat()).collect()
        }
        0x0d => [bls_g2(&random_point(rng)), bls_g2(&random_point(rng))].concat(),
        0x0e => {
            (0..2).flat_map(|_| [bls_g2(&random_point(rng)), bytes(rng, 32)].concat()).collect()
        }
        0x0f => bls_pairing(rng),
        0x10 => fp(&random::<ark_bls12_381::Fq>(rng), 64),
        0x11 => (0..2).flat_map(|_| fp(&random::<ark_bls12_381::Fq>(rng), 64)).collect(),
        0x100 => p256(rng),
        other => panic!("no generator for {other:#x}"),
    }
}

/// Any r that is an x coordinate recovers some key; half of all numbers are.
fn ecrecover(rng: &mut ChaCha20Rng) -> Vec<u8> {
    loop {
        let mut input = bytes(rng, 128);
        input[32..64].fill(0);
        input[63] = 27 + input[0] % 2;
        // Below the order of the group.
        input[64] &= 0x7f;
        input[96] &= 0x7f;
        if is_secp256k1_x(&input[64..96]) {
            return input;
        }
    }
}

/// Whether x^3 + 7 is a square, by Euler's criterion on big integers.
fn is_secp256k1_x(x: &[u8]) -> bool {
    use num_bigint::BigUint;
    let p = (BigUint::from(1u8) << 256u32) - (BigUint::from(1u8) << 32u32) - 977u32;
    let x = BigUint::from_bytes_be(x);
    let y2 = (&x * &x * &x + 7u32) % &p;
    y2.modpow(&((&p - 1u32) / 2u32), &p) == BigUint::from(1u8)
}

fn modexp(lengths: [u64; 3], operands: &[u8]) -> Vec<u8> {
    let mut input = Vec::new();
    for len in lengths {
        input.extend([0; 24]);
        input.extend(len.to_be_bytes());
    }
    input.extend(operands);
    input
}

/// e(aP, Q) · e(-P, aQ) = 1.
fn bn_pairing(rng: &mut ChaCha20Rng) -> Vec<u8> {
    let a = random::<ark_bn254::Fr>(rng);
    let p: ark_bn254::G1Affine = random_point(rng);
    let q: ark_bn254::G2Affine = random_point(rng);
    let (ap, aq) = ((p * a).into_affine(), (q * a).into_affine());
    [bn_g1(&ap), bn_g2(&q), bn_g1(&-p), bn_g2(&aq)].concat()
}

/// e(aP, Q) · e(-P, aQ) = 1.
fn bls_pairing(rng: &mut ChaCha20Rng) -> Vec<u8> {
    let a = random::<ark_bls12_381::Fr>(rng);
    let p: ark_bls12_381::G1Affine = random_point(rng);
    let q: ark_bls12_381::G2Affine = random_point(rng);
    let (ap, aq) = ((p * a).into_affine(), (q * a).into_affine());
    [bls_g1(&ap), bls_g2(&q), bls_g1(&-p), bls_g2(&aq)].concat()
}

/// The constant polynomial y: its commitment is yG, and the proof is infinity, whatever z is.
fn kzg(rng: &mut ChaCha20Rng) -> Vec<u8> {
    use revm::precompile::{Crypto as _, DefaultCrypto};
    let y = random::<ark_bls12_381::Fr>(rng);
    let z = random::<ark_bls12_381::Fr>(rng);
    let commitment = compress(&(ark_bls12_381::G1Affine::generator() * y).into_affine());
    let mut versioned_hash = DefaultCrypto.sha256(&commitment);
    versioned_hash[0] = 1;
    let proof = compress(&ark_bls12_381::G1Affine::zero());
    [versioned_hash.to_vec(), fp(&z, 32), fp(&y, 32), commitment, proof].concat()
}

fn p256(rng: &mut ChaCha20Rng) -> Vec<u8> {
    use p256::ecdsa::{Signature, SigningKey, signature::hazmat::PrehashSigner};
    let mut secret = bytes(rng, 32);
    secret[0] &= 0x7f;
    let key = SigningKey::from_slice(&secret).expect("below the order");
    let hash = bytes(rng, 32);
    let signature: Signature = key.sign_prehash(&hash).expect("signs");
    let public = key.verifying_key().to_sec1_point(false);
    [&hash[..], &signature.to_bytes()[..], &public.as_bytes()[1..]].concat()
}

/// Valid inputs, boundary values, and inputs that are wrong in one place.
pub(crate) fn assorted(address: u64, n: usize, rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    let mut inputs = vec![vec![], vec![0; valid(address, rng).len()]];
    inputs.extend(special(address, rng));
    for _ in 0..n {
        let input = valid(address, rng);
        inputs.push(mutated(&input, rng));
        inputs.push(input);
    }
    inputs
}

/// `input` cut, extended, or with a byte or a bit changed.
fn mutated(input: &[u8], rng: &mut ChaCha20Rng) -> Vec<u8> {
    let mut input = input.to_vec();
    let at = below(rng, input.len());
    match below(rng, 5) {
        0 => input.truncate(at),
        1 => input.extend(bytes(rng, 1 + at % 32)),
        2 => input[at] ^= 1 << below(rng, 8),
        3 => input[at] = 0xff,
        _ => {
            let end = (at + 32).min(input.len());
            input[at..end].fill(0);
        }
    }
    input
}

fn special(address: u64, rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    match address {
        0x01 => {
            let good = valid(address, rng);
            [(63, 26), (63, 29), (32, 1), (64, 0xff), (96, 0xff), (96, 0x80)]
                .map(|(at, byte)| {
                    let mut bad = good.clone();
                    bad[at] = byte;
                    bad
                })
                .into()
        }
        0x02..=0x04 => {
            [1, 31, 32, 33, 55, 56, 63, 65, 119, 128, 1000].map(|n| bytes(rng, n)).into()
        }
        0x05 => {
            let mut inputs: Vec<_> = (0..12)
                .map(|_| {
                    let lengths = [0; 3].map(|_: usize| below(rng, 70));
                    let operands = bytes(rng, lengths.iter().sum());
                    modexp(lengths.map(|len| len as u64), &operands)
                })
                .collect();
            // 0^0, modulus 0, 1 and even; lengths at and over the bound; a huge length of nothing.
            inputs.extend([
                modexp([1, 1, 1], &[0, 0, 5]),
                modexp([1, 1, 2], &[3, 5, 0, 0]),
                modexp([1, 0, 1], &[3, 1]),
                modexp([32, 1, 32], &[vec![7; 32], vec![9], vec![0x10; 32]].concat()),
                modexp([1024, 1, 1024], &bytes(rng, 2049)),
                modexp([1025, 1, 1], &bytes(rng, 1027)),
                modexp([1, 1025, 1], &[3; 1027]),
                modexp([0, 1 << 40, 0], &[]),
                modexp([u64::MAX, 1, 1], &[]),
            ]);
            inputs
        }
        0x06 => {
            let p: ark_bn254::G1Affine = random_point(rng);
            let out_of_range = [vec![0xff; 32], vec![0; 96]].concat();
            vec![
                bn_g1(&p).repeat(2),
                [bn_g1(&p), bn_g1(&-p)].concat(),
                [bn_g1(&p), vec![0; 64]].concat(),
                bn_g1(&p),
                out_of_range,
            ]
        }
        0x07 => {
            let p: ark_bn254::G1Affine = random_point(rng);
            let order = ark_bn254::Fr::MODULUS.to_bytes_be();
            vec![bn_g1(&p), [bn_g1(&p), order].concat(), [bn_g1(&p), vec![0xff; 32]].concat()]
        }
        0x08 => {
            let good = valid(address, rng);
            let p: ark_bn254::G1Affine = random_point(rng);
            vec![
                good[..192].to_vec(),
                [vec![0; 64], bn_g2_outside(rng)].concat(),
                [bn_g1(&p), bn_g2_outside(rng)].concat(),
                [bn_g1(&p), vec![0; 128]].concat(),
            ]
        }
        0x09 => [0, 1, 9, 10, 11, 13, 25, 100]
            .map(|rounds| {
                let mut input = valid(address, rng);
                input[3] = rounds;
                input
            })
            .into(),
        0x0a => {
            let good = valid(address, rng);
            [(0, 2), (1, good[1] ^ 1), (32, 0xff), (64, 0xff), (96, good[96] ^ 0x20), (144, 0x40)]
                .map(|(at, byte)| {
                    let mut bad = good.clone();
                    bad[at] = byte;
                    bad
                })
                .into()
        }
        0x0b..=0x11 => special_bls12(address, rng),
        _ => vec![bytes(rng, 160)],
    }
}

fn special_bls12(address: u64, rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    match address {
        0x0b => {
            let p: ark_bls12_381::G1Affine = random_point(rng);
            vec![
                bls_g1(&p).repeat(2),
                [bls_g1(&p), bls_g1(&-p)].concat(),
                [bls_g1(&p), vec![0; 128]].concat(),
                [bls_g1_outside(rng), bls_g1_outside(rng)].concat(),
            ]
        }
        0x0c => {
            let term = |p: Vec<u8>, scalar: Vec<u8>| [p, scalar].concat();
            vec![
                term(bls_g1_outside(rng), vec![0; 32]),
                term(bls_g1(&random_point(rng)), vec![0xff; 32]),
                term(bls_g1(&random_point(rng)), ark_bls12_381::Fr::MODULUS.to_bytes_be()),
                term(vec![0; 128], bytes(rng, 32)),
                (0..9).flat_map(|_| valid(address, rng)).collect(),
            ]
        }
        0x0d => {
            let p: ark_bls12_381::G2Affine = random_point(rng);
            vec![
                bls_g2(&p).repeat(2),
                [bls_g2(&p), bls_g2(&-p)].concat(),
                [bls_g2_outside(rng), bls_g2_outside(rng)].concat(),
            ]
        }
        0x0e => {
            let term = |p: Vec<u8>, scalar: Vec<u8>| [p, scalar].concat();
            vec![
                term(bls_g2_outside(rng), vec![0; 32]),
                term(bls_g2(&random_point(rng)), vec![0xff; 32]),
                term(vec![0; 256], bytes(rng, 32)),
                (0..5).flat_map(|_| valid(address, rng)).collect(),
            ]
        }
        0x0f => {
            let good = valid(address, rng);
            vec![
                good[..384].to_vec(),
                [vec![0; 128], bls_g2_outside(rng)].concat(),
                [bls_g1_outside(rng), vec![0; 256]].concat(),
                [bls_g1(&random_point(rng)), vec![0; 256]].concat(),
            ]
        }
        _ => {
            let modulus = ark_bls12_381::Fq::MODULUS.to_bytes_be();
            let one = fp(&ark_bls12_381::Fq::ONE, 64);
            let p = [vec![0; 16], modulus].concat();
            let n = if address == 0x10 { 1 } else { 2 };
            vec![one.repeat(n), p.repeat(n), vec![1; 64 * n]]
        }
    }
}

/// Inputs on which the precompile fails, or on which it succeeds with an empty answer.
pub(crate) fn failing(address: u64, rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    match address {
        0x05 => vec![modexp([1025, 1, 1], &[]), modexp([1, 1, 1025], &[])],
        0x06 => vec![vec![0xff; 128], [vec![0; 31], vec![1, 1]].concat()],
        0x07 => vec![vec![0xff; 96], [vec![0; 31], vec![1, 1]].concat()],
        0x08 => vec![vec![0; 191], [vec![0; 64], bn_g2_outside(rng)].concat()],
        0x09 => vec![vec![], vec![0; 212], [vec![0; 212], vec![2]].concat()],
        0x0a => vec![vec![], vec![0; 192]],
        0x0b | 0x0d | 0x0f | 0x10 | 0x11 => vec![vec![], [valid(address, rng), vec![0]].concat()],
        0x0c => vec![vec![], [bls_g1_outside(rng), vec![0; 32]].concat()],
        0x0e => vec![vec![], [bls_g2_outside(rng), vec![0; 32]].concat()],
        _ => vec![],
    }
}
