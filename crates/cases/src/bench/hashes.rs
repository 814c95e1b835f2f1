//! SHA256, RIPEMD160, IDENTITY, the hashes of CIP-20, and BLAKE2F.

use gigagas::{
    Precompile,
    table::{BLAKE2F, CIP20, IDENTITY, RIPEMD160, SHA256},
};
use rand_chacha::ChaCha8Rng;

use super::{Case, Expect, entry, inputs, random};

const LENGTHS: [usize; 9] = [0, 1, 8, 32, 64, 128, 1024, 4096, 65_536];

/// How many inputs of `len` bytes: few of the long, and there is but one of the empty.
fn how_many(len: usize) -> usize {
    match len {
        0 => 1,
        1..=1024 => 32,
        _ => 4,
    }
}

/// gas-benchmarks' family for a hash at a length in bytes, where it has one.
fn family(precompile: &Precompile, len: usize) -> &'static str {
    match (precompile.name, len) {
        ("sha256", 1) => "SHA2From1Byte",
        ("sha256", 8) => "SHA2From8Bytes",
        ("sha256", 32) => "SHA2From32Bytes",
        ("sha256", 128) => "SHA2From128Bytes",
        ("ripemd160", 1) => "RipemdFrom1Byte",
        ("ripemd160", 8) => "RipemdFrom8Bytes",
        ("ripemd160", 32) => "RipemdFrom32Bytes",
        ("ripemd160", 128) => "RipemdFrom128Bytes",
        ("identity", 1) => "IdentityFrom1Byte",
        ("identity", 8) => "IdentityFrom8Bytes",
        ("identity", 32) => "IdentityFrom32Bytes",
        ("identity", 128) => "IdentityFrom128Bytes",
        _ => "lengths",
    }
}

fn at_lengths(precompile: &'static Precompile) -> Vec<Case> {
    let case = |len| {
        let one = move |rng: &mut ChaCha8Rng| random(rng, len);
        let stream = inputs(how_many(len), one);
        Case::new(entry(precompile), family(precompile, len), format!("len={len}"), stream)
            .quick_if(len == 32 || len == 1024)
    };
    let stream = |rng: &mut ChaCha8Rng| random(rng, 64);
    let mut cases = Vec::from(LENGTHS.map(case));
    cases.push(Case::new(entry(precompile), "stream", "stream/len=64", inputs(4096, stream)));
    cases
}

/// CIP-20: the selector, then the message; BLAKE2s has 32 bytes of configuration between.
fn cip20() -> Vec<Case> {
    const HASHES: [(u8, &str, &str); 5] = [
        (0x00, "sha3-256", "keccak"),
        (0x01, "sha3-512", "keccak"),
        (0x02, "keccak-512", "keccak"),
        (0x03, "sha2-512", "sha512"),
        (0x10, "blake2s", "blake2s"),
    ];
    let mut cases = Vec::new();
    for (selector, name, operation) in HASHES {
        for len in [32, 128, 1024, 65_536] {
            let one = move |rng: &mut ChaCha8Rng| {
                let mut input = vec![selector];
                if selector == 0x10 {
                    // RFC 7693 section 2.5: a digest of 32 bytes, no key, fanout 1, depth 1.
                    let mut configuration = [0; 32];
                    (configuration[0], configuration[2], configuration[3]) = (32, 1, 1);
                    input.extend(configuration);
                }
                input.extend(random(rng, len));
                input
            };
            let stream = inputs(how_many(len), one);
            let case = Case::new(entry(&CIP20), "lengths", format!("{name}/len={len}"), stream);
            cases.push(case.measures(operation).quick_if(len == 128));
        }
    }
    let unknown = |rng: &mut ChaCha8Rng| [vec![0x77], random(rng, 64)].concat();
    cases.push(
        Case::new(entry(&CIP20), "failing", "fail/unknown-selector", inputs(8, unknown))
            .expect(Expect::Halt),
    );
    cases
}

fn failing(
    name: &str,
    stream: impl Fn(&mut ChaCha8Rng) -> Vec<Vec<u8>> + Send + Sync + 'static,
) -> Case {
    Case::new(entry(&BLAKE2F), "failing", name, stream).expect(Expect::Halt)
}

pub(super) fn blake2f_input(rng: &mut ChaCha8Rng, rounds: u32) -> Vec<u8> {
    let mut input = rounds.to_be_bytes().to_vec();
    input.extend(random(rng, 209));
    input[212] &= 1;
    input
}

/// gas-benchmarks' four families, and the numbers of rounds that matter: none, and BLAKE2b's own 12.
fn blake2f() -> Vec<Case> {
    const ROUNDS: [(u32, &str, &str); 6] = [
        (1, "Blake1Round", "Blake1Round"),
        (1000, "Blake1KRounds", "Blake1KRounds"),
        (1_000_000, "Blake1MRounds", "Blake1MRounds"),
        (10_000_000, "Blake10MRounds", "Blake10MRounds"),
        (0, "rounds", "rounds=0"),
        (12, "rounds", "rounds=12"),
    ];
    let case = |(rounds, family, name)| {
        let n = if rounds > 1000 { 1 } else { 32 };
        let stream = inputs(n, move |rng| blake2f_input(rng, rounds));
        Case::new(entry(&BLAKE2F), family, name, stream).quick_if(matches!(rounds, 1 | 12 | 1000))
    };
    let mut cases = Vec::from(ROUNDS.map(case));
    let stream = |rng: &mut ChaCha8Rng| blake2f_input(rng, 12);
    cases.push(Case::new(entry(&BLAKE2F), "stream", "stream/rounds=12", inputs(4096, stream)));
    let flag = |rng: &mut ChaCha8Rng| {
        let mut input = blake2f_input(rng, 1);
        input[212] = 2;
        input
    };
    let short = |rng: &mut ChaCha8Rng| blake2f_input(rng, 12)[..212].to_vec();
    cases.push(failing("fail/final-flag", inputs(8, flag)).quick());
    cases.push(failing("fail/212-bytes", inputs(8, short)));
    cases
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<_> =
        [&SHA256, &RIPEMD160, &IDENTITY].into_iter().flat_map(at_lengths).collect();
    cases.extend(blake2f());
    cases.extend(cip20());
    cases
}
