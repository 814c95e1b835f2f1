//! revm's `Crypto`: our methods against its own, errors included.

use gigagas::{CallError, Routes, Set};
use gigagas_revm::{GigagasCrypto, halt_reason};
use revm::precompile::{Crypto, DefaultCrypto, PrecompileHalt};

use crate::inputs::{bls_g1_outside, bls_g2_outside, bn_g2_outside, failing, rng, valid};

fn ours() -> GigagasCrypto {
    GigagasCrypto::with_routes(Routes::active().unwrap().to_owned())
}

/// The 48 bytes of field element `i` of an EIP-2537 input.
fn fp(input: &[u8], i: usize) -> [u8; 48] {
    input[64 * i + 16..64 * (i + 1)].try_into().unwrap()
}

fn g1(input: &[u8]) -> ([u8; 48], [u8; 48]) {
    (fp(input, 0), fp(input, 1))
}

fn g2(input: &[u8]) -> ([u8; 48], [u8; 48], [u8; 48], [u8; 48]) {
    (fp(input, 0), fp(input, 1), fp(input, 2), fp(input, 3))
}

#[test]
fn hashes() {
    for len in [0, 1, 55, 64, 200] {
        let data = vec![0x5a; len];
        assert_eq!(ours().sha256(&data), DefaultCrypto.sha256(&data));
        assert_eq!(ours().ripemd160(&data), DefaultCrypto.ripemd160(&data));
    }
    for (rounds, f) in [(0, false), (1, true), (12, true), (25, false)] {
        let mut h: [u64; 8] = std::array::from_fn(|i| 0x0123_4567_89ab_cdef << i);
        let mut expected = h;
        let m = std::array::from_fn(|i| 0xfedc_ba98_7654_3210 >> i);
        ours().blake2_compress(rounds, &mut h, &m, &[3, 4], f);
        DefaultCrypto.blake2_compress(rounds, &mut expected, &m, &[3, 4], f);
        assert_eq!(h, expected);
    }
}

#[test]
fn modexp_of_small_and_large_operands() {
    for [b, e, m] in [[0, 0, 0], [1, 1, 1], [32, 32, 32], [32, 32, 33], [96, 1, 96], [300, 2, 200]]
    {
        let operand = |len, byte| vec![byte; len];
        let [b, e, m] = [operand(b, 0xb7), operand(e, 0x03), operand(m, 0xf1)];
        let result = ours().modexp(&b, &e, &m).unwrap();
        // revm's own may leave out leading zeros.
        let mut expected = DefaultCrypto.modexp(&b, &e, &m).unwrap();
        while expected.len() < m.len() {
            expected.insert(0, 0);
        }
        assert_eq!(result, expected);
    }
}

#[test]
fn signatures() {
    let input = valid(0x01, &mut rng(1));
    let msg = input[..32].try_into().unwrap();
    let sig = input[64..].try_into().unwrap();
    for recid in [0, 1] {
        let recovered = ours().secp256k1_ecrecover(sig, recid, msg);
        assert!(recovered.is_ok());
        assert_eq!(recovered, DefaultCrypto.secp256k1_ecrecover(sig, recid, msg));
    }
    let failed = Err(PrecompileHalt::Secp256k1RecoverFailed);
    for recid in [2, 3, 4, 228, 255] {
        assert_eq!(ours().secp256k1_ecrecover(sig, recid, msg), failed);
    }
    assert_eq!(ours().secp256k1_ecrecover(&[0; 64], 0, msg), failed);
    assert_eq!(DefaultCrypto.secp256k1_ecrecover(&[0; 64], 0, msg), failed);

    let input = valid(0x100, &mut rng(1));
    let sig = input[32..96].try_into().unwrap();
    let key = input[96..].try_into().unwrap();
    assert!(ours().secp256r1_verify_signature(input[..32].try_into().unwrap(), sig, key));
    assert!(!ours().secp256r1_verify_signature(&[1; 32], sig, key));
}

#[test]
fn bn254() {
    let add = valid(0x06, &mut rng(1));
    let (p, q) = add.split_at(64);
    assert_eq!(ours().bn254_g1_add(p, q), DefaultCrypto.bn254_g1_add(p, q));
    let scalar = [0xee; 32];
    assert_eq!(ours().bn254_g1_mul(p, &scalar), DefaultCrypto.bn254_g1_mul(p, &scalar));
    let pairing = valid(0x08, &mut rng(1));
    let pairs = [pairing[..192].split_at(64), pairing[192..].split_at(64)];
    for pairs in [&pairs[..0], &pairs[..1], &pairs[..]] {
        assert_eq!(ours().bn254_pairing_check(pairs), DefaultCrypto.bn254_pairing_check(pairs));
    }

    let mut off_curve = [0; 64];
    off_curve[63] = 1;
    let outside = bn_g2_outside(&mut rng(1));
    for bad in [[0xff; 64], off_curve] {
        let error = ours().bn254_g1_add(p, &bad).unwrap_err();
        assert_eq!(Err(error), DefaultCrypto.bn254_g1_add(p, &bad));
        assert_eq!(ours().bn254_g1_mul(&bad, &scalar), DefaultCrypto.bn254_g1_mul(&bad, &scalar));
    }
    let pairs = [(p, &outside[..])];
    assert_eq!(ours().bn254_pairing_check(&pairs), DefaultCrypto.bn254_pairing_check(&pairs));
    // Where revm's own would panic.
    assert!(ours().bn254_g1_add(&p[1..], q).is_err());
    assert!(ours().bn254_g1_mul(p, &[]).is_err());
    assert!(ours().bn254_pairing_check(&[(p, q)]).is_err());
}

#[test]
fn kzg() {
    let input = valid(0x0a, &mut rng(1));
    let check = |input: &[u8]| {
        let [z, y] = [32, 64].map(|at| input[at..at + 32].try_into().unwrap());
        let [c, proof] = [96, 144].map(|at| input[at..at + 48].try_into().unwrap());
        let stock = DefaultCrypto.verify_kzg_proof(z, y, c, proof);
        let ours = ours().verify_kzg_proof(z, y, c, proof);
        assert_eq!(ours.is_ok(), stock.is_ok());
        ours
    };
    assert_eq!(check(&input), Ok(()));
    let with = |at: usize, bytes: &[u8]| {
        let mut bad = input.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        check(&bad).unwrap_err()
    };
    assert_eq!(with(64, &[0; 32]), PrecompileHalt::BlobVerifyKzgProofFailed);
    assert_eq!(with(32, &[0xff; 32]), PrecompileHalt::NonCanonicalFp);
    assert_eq!(with(64, &[0xff; 32]), PrecompileHalt::NonCanonicalFp);
    assert_eq!(with(96, &[0; 48]), PrecompileHalt::KzgInvalidG1Point);
    assert_eq!(with(144, &[0xff; 48]), PrecompileHalt::KzgInvalidG1Point);
    let mut x = [0; 48];
    x[0] = 0x80;
    // x = 0: (0, 2) is on the curve and not in the subgroup. x = 1: 1 + 4 is no square.
    assert_eq!(with(144, &x), PrecompileHalt::KzgG1PointNotInSubgroup);
    x[47] = 1;
    assert_eq!(with(96, &x), PrecompileHalt::KzgG1PointNotOnCurve);
}

#[test]
fn bls12_381_answers() {
    let mut rng = rng(1);
    let add = valid(0x0b, &mut rng);
    let (a, b) = (g1(&add), g1(&add[128..]));
    assert_eq!(ours().bls12_381_g1_add(a, b), DefaultCrypto.bls12_381_g1_add(a, b));
    let add = valid(0x0d, &mut rng);
    let (c, d) = (g2(&add), g2(&add[256..]));
    assert_eq!(ours().bls12_381_g2_add(c, d), DefaultCrypto.bls12_381_g2_add(c, d));

    for n in [0, 1, 2] {
        let terms = [Ok((a, [3; 32])), Ok((b, [0xff; 32]))];
        let msm =
            |crypto: &dyn Crypto| crypto.bls12_381_g1_msm(&mut terms.clone().into_iter().take(n));
        assert_eq!(msm(&ours()), msm(&DefaultCrypto));
        let terms = [Ok((c, [3; 32])), Ok((d, [0xff; 32]))];
        let msm =
            |crypto: &dyn Crypto| crypto.bls12_381_g2_msm(&mut terms.clone().into_iter().take(n));
        assert_eq!(msm(&ours()), msm(&DefaultCrypto));
    }

    let input = valid(0x0f, &mut rng);
    let pairs = [0, 384].map(|at| (g1(&input[at..]), g2(&input[at + 128..])));
    for (pairs, expected) in [(&pairs[..0], true), (&pairs[..1], false), (&pairs[..], true)] {
        assert_eq!(ours().bls12_381_pairing_check(pairs), Ok(expected));
        assert_eq!(DefaultCrypto.bls12_381_pairing_check(pairs), Ok(expected));
    }

    let u = fp(&valid(0x10, &mut rng), 0);
    assert_eq!(ours().bls12_381_fp_to_g1(&u), DefaultCrypto.bls12_381_fp_to_g1(&u));
    let u = valid(0x11, &mut rng);
    let u = (fp(&u, 0), fp(&u, 1));
    assert_eq!(ours().bls12_381_fp2_to_g2(u), DefaultCrypto.bls12_381_fp2_to_g2(u));
}

#[test]
fn bls12_381_errors() {
    let mut rng = rng(2);
    let good = g1(&valid(0x0b, &mut rng));
    let good2 = g2(&valid(0x0d, &mut rng));
    let (outside, outside2) = (g1(&bls_g1_outside(&mut rng)), g2(&bls_g2_outside(&mut rng)));
    let one = std::array::from_fn(|i| u8::from(i == 47));
    let both: [&dyn Crypto; 2] = [&ours(), &DefaultCrypto];
    for crypto in both {
        let g1_cases = [
            (([0xff; 48], one), PrecompileHalt::NonCanonicalFp),
            ((one, one), PrecompileHalt::Bls12381G1NotOnCurve),
        ];
        for (bad, expected) in g1_cases {
            assert_eq!(crypto.bls12_381_g1_add(good, bad), Err(expected.clone()));
            let mut terms = [Ok((good, [1; 32])), Ok((bad, [0; 32]))].into_iter();
            assert_eq!(crypto.bls12_381_g1_msm(&mut terms), Err(expected.clone()));
            assert_eq!(crypto.bls12_381_pairing_check(&[(bad, good2)]), Err(expected));
        }
        let g2_cases = [
            ((one, one, one, [0xff; 48]), PrecompileHalt::NonCanonicalFp),
            ((one, one, one, one), PrecompileHalt::Bls12381G2NotOnCurve),
        ];
        for (bad, expected) in g2_cases {
            assert_eq!(crypto.bls12_381_g2_add(bad, good2), Err(expected.clone()));
            let mut terms = [Ok((good2, [1; 32])), Ok((bad, [0; 32]))].into_iter();
            assert_eq!(crypto.bls12_381_g2_msm(&mut terms), Err(expected.clone()));
            assert_eq!(crypto.bls12_381_pairing_check(&[(good, bad)]), Err(expected));
        }
        let expected = Err(PrecompileHalt::Bls12381G1NotInSubgroup);
        let mut terms = [Ok((outside, [1; 32]))].into_iter();
        assert_eq!(crypto.bls12_381_g1_msm(&mut terms), expected);
        assert!(crypto.bls12_381_g1_add(outside, good).is_ok());
        let expected = Err(PrecompileHalt::Bls12381G2NotInSubgroup);
        let mut terms = [Ok((outside2, [1; 32]))].into_iter();
        assert_eq!(crypto.bls12_381_g2_msm(&mut terms), expected);
        assert!(crypto.bls12_381_g2_add(outside2, good2).is_ok());
        let expected = Err(PrecompileHalt::Bls12381G2NotInSubgroup);
        assert_eq!(crypto.bls12_381_pairing_check(&[(good, outside2)]), expected);
        assert_eq!(crypto.bls12_381_fp_to_g1(&[0xff; 48]), Err(PrecompileHalt::NonCanonicalFp));
        let u = (one, [0xff; 48]);
        assert_eq!(crypto.bls12_381_fp2_to_g2(u), Err(PrecompileHalt::NonCanonicalFp));
        // The caller's own error, e.g. of padding, passes through.
        let mut terms =
            [Ok((good, [1; 32])), Err(PrecompileHalt::Bls12381FpPaddingInvalid)].into_iter();
        let expected = Err(PrecompileHalt::Bls12381FpPaddingInvalid);
        assert_eq!(crypto.bls12_381_g1_msm(&mut terms), expected);
    }
}

/// The reasons of a whole precompile: those that revm's own gives.
#[test]
fn halts_have_the_reasons_of_revms_own_precompiles() {
    let set = Set::mainnet(gigagas::Fork::Osaka);
    let mut compared = 0;
    for entry in set.entries() {
        let low = entry.address.low().unwrap();
        let stock = revm::precompile::Precompiles::osaka();
        let stock = stock.get(&revm::precompile::u64_to_address(low)).unwrap();
        let mut inputs = failing(low, &mut rng(low));
        if (0x0b..=0x11).contains(&low) {
            // Padding that is not zero.
            let mut input = valid(low, &mut rng(low));
            input[3] = 1;
            inputs.push(input);
        }
        for input in inputs {
            let Err(CallError::Halt(halt)) = set.call_to_vec(&entry.address, &input, u64::MAX)
            else {
                panic!("{low:#x}: expected a halt");
            };
            let reason = halt_reason(entry.precompile, &input, &halt);
            let expected = stock.execute(&input, u64::MAX, 0).unwrap();
            assert_eq!(Some(&reason), expected.halt_reason(), "{low:#x} {halt}");
            compared += 1;
        }
        let short = entry.charge(&valid(low, &mut rng(low)), 0).unwrap_err();
        assert!(halt_reason(entry.precompile, &[], &short).is_oog());
    }
    assert_eq!(compared, 34);
}
