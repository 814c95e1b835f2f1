//! No input makes a call panic, write where it must not, or use more stack than 256 KiB, at any address,
//! fork, gas limit and route.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/effort.rs"]
mod effort;
#[path = "support/every.rs"]
mod every;

use effort::effort;
use every::{entry, every, routes};
use gigagas::{Address, CallError, Done, Entry, Fork, Halt, Precompile, Routes, Set};
use gigagas_testkit::{inputs::Inputs, random::Random};

/// Stacks of threads can be small, and what runs on them must not depend on the input.
const STACK: usize = 256 << 10;
/// What a transaction can spend since Osaka (EIP-7825).
const GAS: u64 = 1 << 24;
/// What a buffer holds before the call.
const OLD: u8 = 0xa5;

fn on_a_small_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, f).unwrap().join().unwrap()
    })
}

/// The result of a call into a buffer of `len` bytes, and the bytes of its answer. All others must be as
/// they were.
fn call(
    entry: &Entry,
    routes: &Routes,
    input: &[u8],
    gas: u64,
    len: usize,
) -> (Result<Done, CallError>, Vec<u8>) {
    let mut out = vec![OLD; len];
    let result = entry.call(routes, input, gas, &mut out);
    let written = result.as_ref().map_or(0, |done| done.output_len);
    assert!(out[written..].iter().all(|&byte| byte == OLD));
    out.truncate(written);
    (result, out)
}

/// One input under every gas limit that matters, into buffers that are too small, right and too large, on
/// every route: one and the same answer, or the right refusal.
fn check(entry: &Entry, routes: &[(String, Routes)], input: &[u8]) {
    let price = entry.gas(input);
    let (_, first) = &routes[0];
    let halt = |result| match result {
        (Err(CallError::Halt(halt)), _) => halt,
        (other, _) => panic!("{other:?} where a halt was due"),
    };
    for limit in [0, price.saturating_sub(1), GAS].into_iter().filter(|&limit| limit < price) {
        let got = halt(call(entry, first, input, limit, 0));
        let required = Halt::OutOfGas { required: price, limit };
        assert!(got == required || entry.limits.operand.is_some() && got.code() == "length");
    }
    if price > GAS {
        return;
    }
    if let Err(refused) = entry.charge(input, price) {
        assert_eq!(halt(call(entry, first, input, u64::MAX, 0)), refused);
        return;
    }
    let needed = entry.output_len(input);
    let answer = call(entry, first, input, price, needed);
    match &answer.0 {
        Ok(done) => assert!(done.gas_used == price && done.output_len <= needed),
        Err(error) => {
            assert!(matches!(error, CallError::Halt(halt) if halt.code() != "out_of_gas"));
        }
    }
    for (name, routes) in routes {
        assert_eq!(call(entry, routes, input, price, needed), answer, "{name}");
        assert_eq!(call(entry, routes, input, u64::MAX, needed + 99), answer, "{name}");
        for len in [0, needed / 2, needed.saturating_sub(1)].into_iter().filter(|&len| len < needed)
        {
            let refused = (Err(CallError::OutputTooSmall { needed }), Vec::new());
            assert_eq!(call(entry, routes, input, price, len), refused, "{name}");
        }
        let owned = entry.call_to_vec(routes, input, price).map(|output| output.bytes);
        assert_eq!(owned, answer.0.clone().map(|_| answer.1.clone()), "{name}");
    }
}

/// `len` bytes: random, zeros, ones, or the beginning of a good input and then something.
fn contents(inputs: &mut Inputs, name: &str, len: usize) -> Vec<Vec<u8>> {
    let mut good = inputs.well_formed(name);
    let random = inputs.random();
    let fill = random.bytes(len);
    if good.len() < len {
        good.extend(&fill[good.len()..]);
    }
    good.truncate(len);
    vec![fill, vec![0; len], vec![0xff; len], good]
}

/// Every length up to 700 of every content.
fn every_length(precompile: &'static Precompile) {
    let name = precompile.name;
    let (entry, routes) = (entry(name), routes(precompile));
    let mut inputs = Inputs::new(31);
    let all: Vec<_> = (0..=700).flat_map(|len| contents(&mut inputs, name, len)).collect();
    on_a_small_stack(|| all.iter().for_each(|input| check(&entry, &routes, input)));
}

/// Drawn inputs, and long random ones.
fn drawn_and_long(precompile: &'static Precompile) {
    let name = precompile.name;
    let (entry, routes) = (entry(name), routes(precompile));
    let mut inputs = Inputs::new(32);
    let mut all = Vec::new();
    for _ in 0..effort(60) {
        all.push(inputs.draw(name));
        let random = inputs.random();
        // A common multiple of all items' lengths but one, so that more than the length is looked at.
        let len = 1152 * random.below(18);
        all.push(random.bytes(len));
    }
    on_a_small_stack(|| all.iter().for_each(|input| check(&entry, &routes, input)));
}

macro_rules! per_precompile {
    ($($name:ident: $precompile:ident,)+) => {
        $(mod $name {
            #[test]
            fn every_length() {
                super::every_length(&gigagas::table::$precompile);
            }

            #[test]
            fn drawn_and_long() {
                super::drawn_and_long(&gigagas::table::$precompile);
            }
        })+

        #[test]
        fn no_precompile_is_left_out() {
            let tested = [$(gigagas::table::$precompile.name),+];
            assert!(gigagas::PRECOMPILES.iter().all(|p| tested.contains(&p.name)));
        }
    };
}

per_precompile! {
    ecrecover: ECRECOVER,
    sha256: SHA256,
    ripemd160: RIPEMD160,
    identity: IDENTITY,
    modexp: MODEXP,
    bn254_add: BN254_ADD,
    bn254_mul: BN254_MUL,
    bn254_pairing: BN254_PAIRING,
    blake2f: BLAKE2F,
    point_evaluation: POINT_EVALUATION,
    bls12_g1add: BLS12_G1ADD,
    bls12_g1msm: BLS12_G1MSM,
    bls12_g2add: BLS12_G2ADD,
    bls12_g2msm: BLS12_G2MSM,
    bls12_pairing: BLS12_PAIRING,
    bls12_map_fp_to_g1: BLS12_MAP_FP_TO_G1,
    bls12_map_fp2_to_g2: BLS12_MAP_FP2_TO_G2,
    p256verify: P256VERIFY,
    ed25519: ED25519,
    ed25519_eip665: ED25519_EIP665,
    cip20_hash: CIP20,
}

/// Every address of every set and others around, at every fork: an answer or a typed refusal.
#[test]
fn every_address_of_every_set() {
    let mainnet = Fork::ALL.iter().map(|&fork| Set::mainnet(fork).clone());
    let sets: Vec<_> = mainnet.chain([Set::celo_donut().clone(), every()]).collect();
    on_a_small_stack(|| sets.iter().for_each(every_address));
}

fn every_address(set: &Set) {
    let mut random = Random::new(33);
    let mut addresses: Vec<_> = (0..0x110).map(Address::from_low).collect();
    addresses.extend([Address([0xff; 20]), Address([1; 20]), Address::from_low(u64::MAX)]);
    for address in addresses {
        let here = set.get(&address);
        for len in [0, 1, 32, 64, 96, 128, 160, 192, 213, 256, 288, 384, 512, random.below(700)] {
            let input = random.bytes(len);
            for gas in [0, 1, 500, 3000, GAS] {
                let mut out = [OLD; 1024];
                match set.call(&address, &input, gas, &mut out) {
                    Ok(done) => {
                        assert!(here.is_some() && done.gas_used <= gas);
                        assert!(out[done.output_len..].iter().all(|&byte| byte == OLD));
                    }
                    Err(error) => {
                        assert_eq!(out, [OLD; 1024], "{error}");
                        let elsewhere = matches!(
                            error,
                            CallError::NotPrecompile { .. } | CallError::NotOffered { .. }
                        );
                        assert_eq!(elsewhere, here.is_none(), "{error}");
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }
}

/// Prices of MODEXP that are just payable, with operands that are only stated.
#[test]
fn stated_operands_that_are_payable() {
    let stated = |lengths: [u64; 3], rest: &[u8]| {
        let word = |len: u64| [&[0; 24][..], &len.to_be_bytes()].concat();
        [&lengths.map(word).concat(), rest].concat()
    };
    for fork in [Fork::Byzantium, Fork::Berlin, Fork::Osaka] {
        let entry = Set::mainnet(fork).get(&Address::from_low(0x05)).unwrap();
        let routes = routes(entry.precompile);
        for lengths in [
            [0, 1 << 20, 1],
            [1, 1 << 20, 1],
            [0, u64::from(u32::MAX), 0],
            [0, u64::MAX, 0],
            [20_000, 1, 1],
            [1, 1, 20_000],
            [20_000, 0, 20_000],
            [1024, 32, 1024],
            [1024, 1024, 8],
        ] {
            for rest in [&[][..], &[0xff], &[0xff; 3], &[0xff; 100], &[0xff; 2000]] {
                let input = stated(lengths, rest);
                on_a_small_stack(|| check(entry, &routes, &input));
            }
        }
    }
}

/// Lists and operands at their longest: the stack must not grow with them.
#[test]
fn long_inputs() {
    let mut inputs = Inputs::new(34);
    let mut cases = vec![
        ("bn254_pairing", inputs.bn254_pairing(64)),
        ("bn254_pairing", vec![0; 192 * 400]),
        ("bls12_pairing", inputs.bls_pairing(64)),
        ("bls12_pairing", vec![0; 384 * 400]),
        ("sha256", vec![1; 1 << 20]),
        ("ripemd160", vec![1; 1 << 18]),
        ("identity", vec![1; 1 << 20]),
        ("ed25519", vec![1; 1 << 20]),
        ("cip20_hash", vec![1; 1 << 20]),
    ];
    for n in [9, 33, 129, 300] {
        cases.push(("bls12_g1msm", inputs.g1msm(n)));
        cases.push(("bls12_g2msm", inputs.g2msm(n)));
    }
    let random = inputs.random();
    for len in [255, 256, 1024, 2048, 4000] {
        cases.push(("modexp", Inputs::modexp_input([len, 1, len], &random.bytes(2 * len + 1))));
    }
    for (name, input) in cases {
        let entry = entry(name);
        let routes = routes(entry.precompile);
        assert!(entry.gas(&input) <= GAS, "{name}");
        on_a_small_stack(|| check(&entry, &routes, &input));
    }
}
