use std::collections::HashSet;

use gigagas::{CallError, PRECOMPILES, Routes};

use super::*;

fn generated() -> Vec<Case> {
    cases(None).unwrap()
}

#[test]
fn ids_are_unique_and_every_precompile_has_cases() {
    let cases = generated();
    let mut ids = HashSet::new();
    for case in &cases {
        assert!(ids.insert(case.id()), "{} twice", case.id());
        assert!(!case.id().contains(char::is_whitespace), "{}", case.id());
    }
    for precompile in PRECOMPILES {
        let of = || cases.iter().filter(|case| case.operation() == precompile.name);
        assert!(of().any(|case| case.tier == Tier::Quick), "{}", precompile.name);
        // The plain hashes and IDENTITY cannot fail.
        let can_fail = !matches!(precompile.name, "sha256" | "ripemd160" | "identity");
        assert_eq!(of().any(|case| case.family == "failing"), can_fail, "{}", precompile.name);
    }
}

/// The families that the field compares by are all there, by their sizes.
#[test]
fn known_families_are_complete() {
    let cases = generated();
    let count = |family: &str| cases.iter().filter(|case| case.family == family).count();
    assert_eq!(count("erigon17"), 17);
    assert_eq!(count("cip25"), 8);
    // 13 sizes and 2^193, 3 kinds of modulus, 11 exponents and one of the modulus' size.
    assert!(count("grid") > 800, "{}", count("grid"));
    for family in ["Blake1Round", "Blake1KRounds", "Blake1MRounds", "Blake10MRounds", "EcRecover"] {
        assert_eq!(count(family), 1, "{family}");
    }
}

#[test]
fn inputs_are_seeded_and_distinct() {
    let (one, two) = (generated(), generated());
    for (a, b) in one.iter().zip(&two).filter(|(a, _)| a.tier == Tier::Quick) {
        assert_eq!(a.inputs(), b.inputs(), "{}", a.id());
        let distinct: HashSet<_> = a.inputs().iter().collect();
        assert_eq!(distinct.len(), a.inputs().len(), "{}", a.id());
    }
    let of = |id: &str| one.iter().find(|case| case.id() == id).unwrap();
    let (a, b) = (of("sha256/len=1024"), of("ripemd160/len=1024"));
    assert_ne!(a.inputs()[0], b.inputs()[0]);
}

/// Every quick case ends as it says, on the library's reference.
#[test]
fn calls_end_as_expected() {
    let one = [[0; 31].as_slice(), &[1]].concat();
    for case in generated().iter().filter(|case| case.tier == Tier::Quick) {
        assert!(case.output_len() <= 1024, "{}", case.id());
        for input in case.inputs() {
            let answer = case.entry.call_to_vec(&Routes::portable(), input, u64::MAX);
            match &case.expect {
                Expect::Halt => assert!(matches!(answer, Err(CallError::Halt(_))), "{}", case.id()),
                Expect::Negative(no) => assert_eq!(answer.unwrap().bytes, *no, "{}", case.id()),
                _ => {
                    let bytes = answer.unwrap_or_else(|e| panic!("{}: {e}", case.id())).bytes;
                    // These are made to be valid, and say so.
                    match (case.operation(), case.name.as_str()) {
                        ("p256verify", "valid") => assert_eq!(bytes, one),
                        ("bn254_pairing" | "bls12_pairing", "pairs=8") => assert_eq!(bytes, one),
                        ("ed25519", _) => assert_eq!(bytes, [0; 32]),
                        ("ed25519_eip665", _) => assert_eq!(bytes, [0; 4]),
                        ("ecrecover", _) => assert_eq!(bytes.len(), 32),
                        _ => assert!(!bytes.is_empty(), "{}", case.id()),
                    }
                }
            }
        }
    }
}

#[test]
fn labels_and_filters() {
    let cases = generated();
    let of = |id: &str| cases.iter().find(|case| case.id() == id).unwrap();
    let valid = of("ed25519/valid_input");
    assert_eq!(valid.geth_label(), "ed25519/valid_input-Gas=1584");
    assert_eq!(of("ed25519/valid_input_2_word_msg").gas(), 1608);
    assert_eq!(of("ed25519/invalid_input_empty").gas(), 1560);
    assert_eq!(of("blake2f/Blake1KRounds").gas(), 1000);
    assert_eq!(of("modexp/fail/lengths-of-2^256-1").gas(), 500);
    assert_eq!(of("modexp/fail/exponent-of-1025-bytes").gas(), 500);
    assert_eq!(of("bls12_g1msm/terms=2").gas(), 22_776);
    assert!(valid.matches("cip25") && valid.matches("ed25519/valid") && !valid.matches("sha"));
    assert!(of("bn254_mul/random").matches("EcMul") && of("bn254_mul/random").matches("ecmul"));
}

#[test]
fn moduli_and_exponents_have_the_size_that_they_say() {
    let cases = generated();
    for (name, lens) in [
        ("modexp/grid/m64-odd/e=3", [8, 1, 8]),
        ("modexp/grid/m2^192/e8192", [25, 1024, 25]),
        ("modexp/grid/m1536-even/e=65537-b8192", [1024, 3, 192]),
        ("modexp/erigon17/m2^192+237/e64", [25, 8, 25]),
    ] {
        let case = cases.iter().find(|case| case.id() == name).unwrap();
        for input in case.inputs() {
            let lengths =
                [31, 63, 95].map(|i| usize::from(u16::from_be_bytes([input[i - 1], input[i]])));
            assert_eq!(lengths, lens, "{name}");
            let modulus = &input[96 + lens[0] + lens[1]..];
            assert!(modulus.len() == lens[2] && modulus[0] != 0);
            let even = modulus[lens[2] - 1].is_multiple_of(2);
            assert_eq!(even, name.contains("even") || name.contains("m2^192/"), "{name}");
        }
    }
}
