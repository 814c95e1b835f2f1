//! Every precompile on every backend against the oracles of `gigagas-testkit`, and laws where an
//! oracle would be too slow.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/effort.rs"]
mod effort;
#[path = "support/every.rs"]
mod every;

use std::io::Write as _;

use effort::effort;
use every::{entry, routes};
use gigagas::{CallError, Entry, Fork, PRECOMPILES, Routes, Set};
use gigagas_testkit::{
    curve::{BLS_G1, BLS_G2, BN254_G1, BN254_G2, Curve},
    field::{Field, be_bytes, from_be},
    inputs::Inputs,
    modexp,
    oracle::{Answer, Fault, answer},
};
use num_bigint::BigUint;

/// More than any transaction has since Osaka (EIP-7825: 2^24).
const GAS: u64 = 1 << 24;

/// The answer in the oracle's terms; what was not written must be as it was.
fn call(entry: &Entry, routes: &Routes, input: &[u8]) -> Answer {
    const OLD: u8 = 0xa5;
    let mut out = vec![OLD; entry.output_len(input)];
    match entry.call(routes, input, GAS, &mut out) {
        Ok(done) => {
            assert_eq!(done.gas_used, entry.gas(input));
            assert!(out[done.output_len..].iter().all(|&byte| byte == OLD));
            out.truncate(done.output_len);
            Ok(out)
        }
        Err(CallError::Halt(halt)) => {
            assert!(out.iter().all(|&byte| byte == OLD), "{halt}: the buffer was written");
            let offset = halt.place().map(|place| {
                assert!(place.offset + place.len <= input.len().max(192), "{halt}");
                place.offset
            });
            Err(Fault { code: halt.code(), offset })
        }
        Err(error) => panic!("{error}"),
    }
}

/// `n` drawn inputs, answered by every backend as the oracle answers.
fn agrees(name: &str, n: usize) {
    let entry = entry(name);
    let routes = routes(entry.precompile);
    let mut inputs = Inputs::new(0x6769_6761);
    for i in 0..effort(n) {
        let input = inputs.draw(name);
        if entry.charge(&input, GAS).is_err() {
            continue;
        }
        let expected = answer(name, &input);
        for (route, routes) in &routes {
            let got = call(&entry, routes, &input);
            assert_eq!(got, expected, "{name}, {route}, input {i}: {}", hex::encode(&input));
        }
    }
}

macro_rules! differential {
    ($($name:ident: $n:literal,)+) => {
        $(
            #[test]
            fn $name() {
                agrees(stringify!($name), $n);
            }
        )+

        #[test]
        fn no_precompile_is_left_out() {
            report_untested_backends();
            let tested = [$(stringify!($name)),+];
            assert!(PRECOMPILES.iter().all(|p| tested.contains(&p.name)));
        }
    };
}

differential! {
    ecrecover: 150,
    sha256: 2000,
    ripemd160: 2000,
    identity: 2000,
    modexp: 1500,
    bn254_add: 1000,
    bn254_mul: 200,
    bn254_pairing: 80,
    blake2f: 300,
    point_evaluation: 80,
    bls12_g1add: 1000,
    bls12_g1msm: 80,
    bls12_g2add: 400,
    bls12_g2msm: 50,
    bls12_pairing: 60,
    bls12_map_fp_to_g1: 200,
    bls12_map_fp2_to_g2: 150,
    p256verify: 150,
    ed25519: 150,
    ed25519_eip665: 150,
    cip20_hash: 1500,
}

/// Says which backends of this build the CPU cannot run, and that they were therefore not tested.
/// Past the test harness, which would keep it to itself.
fn report_untested_backends() {
    let mut untested: Vec<_> = PRECOMPILES
        .iter()
        .flat_map(|precompile| precompile.operations)
        .flat_map(|operation| {
            let runnable = Routes::choices(operation);
            let names = Routes::in_build(operation).iter();
            names
                .filter(move |name| !runnable.contains(name))
                .map(move |name| format!("{operation}={name}"))
        })
        .collect();
    untested.sort();
    untested.dedup();
    let list = if untested.is_empty() { "none".into() } else { untested.join(", ") };
    let report = format!("backends that this CPU cannot run, NOT TESTED here: {list}\n");
    std::io::stderr().write_all(report.as_bytes()).unwrap();
}

fn output(entry: &Entry, routes: &Routes, input: &[u8]) -> Vec<u8> {
    call(entry, routes, input).unwrap()
}

fn is_one(entry: &Entry, routes: &Routes, input: &[u8]) -> bool {
    let out = output(entry, routes, input);
    assert!(out[..31] == [0; 31] && out[31] < 2);
    out[31] == 1
}

/// MODEXP's price at every schedule, in exact arithmetic; u64::MAX stands for what nobody can pay.
#[test]
fn modexp_prices() {
    let schedules = [
        (Fork::Byzantium, modexp::Schedule::Byzantium),
        (Fork::Berlin, modexp::Schedule::Berlin),
        (Fork::Osaka, modexp::Schedule::Osaka),
    ];
    let mut inputs = Inputs::new(5);
    for i in 0..effort(4000) {
        let mut input = inputs.draw("modexp");
        input.resize(input.len().max(96), 0);
        let random = inputs.random();
        // Lengths around every bound, up to the largest that 32 bytes can say.
        if random.one_in(2) {
            let at = 32 * random.below(3);
            let bounds = [64u32, 1024, 32].map(BigUint::from);
            let bounds = [&bounds[0], &bounds[1], &bounds[2]];
            let bits = *random.choose(&[8, 16, 32, 40, 64, 72, 256]);
            input[at..at + 32].copy_from_slice(&be_bytes(&random.edge(bits, &bounds), 32));
        }
        for (fork, schedule) in schedules {
            let set = Set::mainnet(fork);
            let got = set.gas(&gigagas::Address::from_low(0x05), &input).unwrap();
            let exact = modexp::gas(schedule, &input);
            // Lengths of 2^32 and more are called unpayable at once; no block holds such a price.
            if got == u64::MAX {
                assert!(exact > (1u64 << 30).into(), "{fork} {i}: {exact}");
            } else {
                assert_eq!(BigUint::from(got), exact, "{fork} {i}: {}", hex::encode(&input));
            }
        }
    }
}

/// Moduli of every length up to 1100 bytes (in steps where they are long), since kernels change with the
/// length: random odd ones, all ones, 2^k + 1, odd times a power of two, powers of two; bases below, at
/// and above the modulus.
#[test]
fn modexp_of_every_length() {
    let entry = entry("modexp");
    let routes = routes(entry.precompile);
    let mut inputs = Inputs::new(15);
    let long = (264..=1100).step_by(if effort(1) > 1 { 3 } else { 29 });
    for len in (1..=264).chain(long) {
        for kind in 0..6 {
            let random = inputs.random();
            let mut modulus = random.bytes(len);
            match kind {
                0 => modulus[len - 1] |= 1,
                1 => modulus.fill(0xff),
                2 | 3 => {
                    modulus.fill(0);
                    modulus[0] = 1 << random.below(8);
                    modulus[len - 1] |= u8::from(kind == 2);
                }
                4 => {
                    let zeros = random.below(len);
                    modulus[len - zeros..].fill(0);
                }
                _ => modulus[len - 1] &= 0xfe,
            }
            // Not 0.
            modulus[0] |= if kind > 3 { 2 } else { 0 };
            let base = match random.below(4) {
                0 => be_bytes(&(from_be(&modulus) - random.below(2)), len),
                1 => vec![0xff; len],
                2 => {
                    let len = random.below(2 * len + 1);
                    random.bytes(len)
                }
                _ => random.bytes(len),
            };
            let exp_len = 1 + random.below(if len > 264 { 4 } else { 40 });
            let exp = random.bytes(exp_len);
            let operands = [&base[..], &exp, &modulus].concat();
            let input = Inputs::modexp_input([base.len(), exp_len, len], &operands);
            let expected = answer("modexp", &input).unwrap();
            for (route, routes) in &routes {
                let got = entry.call_to_vec(routes, &input, u64::MAX).unwrap().bytes;
                assert!(got == expected, "{route}, kind {kind}: {}", hex::encode(&input));
            }
        }
    }
}

/// x^(a + b) = x^a x^b, at sizes that the oracle would take long for.
#[test]
fn powers_multiply() {
    let entry = entry("modexp");
    let mut inputs = Inputs::new(11);
    for (len, exp_len) in
        [(32, 300), (40, 64), (128, 128), (200, 256), (256, 33), (512, 16), (1024, 8)]
    {
        for kind in 0..4 {
            let random = inputs.random();
            let x = random.bytes(len);
            let mut modulus = random.bytes(len);
            match kind {
                0 => modulus[len - 1] |= 1,
                1 => modulus[len / 2..].fill(0),
                2 => modulus = [&[0, 1][..], &vec![0; len - 2]].concat(),
                _ => {}
            }
            let (a, b) = (from_be(&random.bytes(exp_len)), from_be(&random.bytes(exp_len)));
            let sum = be_bytes(&(&a + &b), exp_len + 1);
            for (route, routes) in routes(entry.precompile) {
                let power = |exp: &[u8]| {
                    let operands = [&x, exp, &modulus].concat();
                    let input = Inputs::modexp_input([len, exp.len(), len], &operands);
                    let mut out = vec![0; len];
                    entry.call(&routes, &input, u64::MAX, &mut out).unwrap();
                    from_be(&out)
                };
                let [pa, pb] = [&a, &b].map(|exp| power(&be_bytes(exp, exp_len)));
                let product = pa * pb % from_be(&modulus);
                assert_eq!(power(&sum), product, "{route}, {len} bytes, kind {kind}");
            }
        }
    }
}

/// A curve, and how its field elements are written.
type Written<'a, F> = (&'a Curve<F>, fn(&<F as Field>::El) -> Vec<u8>);

/// e(aP, bQ) = e(abP, Q) for scalars of full length, and not for others.
fn bilinear<F: Field, G: Field>(
    name: &str,
    (g1, write1): Written<'_, F>,
    (g2, write2): Written<'_, G>,
) {
    let entry = entry(name);
    let mut inputs = Inputs::new(12);
    for _ in 0..effort(3) {
        let random = inputs.random();
        let [a, b, c] = std::array::from_fn(|_| random.integer_below(&g1.order));
        let (p, q) = (g1.mul_generator(&c), Some(g2.generator.clone()));
        let encode = |(p, q): (_, _)| {
            let (px, py) = Option::unwrap(p);
            let (qx, qy) = Option::unwrap(q);
            [write1(&px), write1(&py), write2(&qx), write2(&qy)].concat()
        };
        let left = encode((g1.mul(&a, &p), g2.mul(&b, &q)));
        let ab = &a * &b % &g1.order;
        let right = encode((g1.neg(&g1.mul(&ab, &p)), q.clone()));
        let wrong = encode((g1.neg(&g1.mul(&(ab + 1u32), &p)), q));
        for (route, routes) in routes(entry.precompile) {
            assert!(is_one(&entry, &routes, &[&left[..], &right].concat()), "{route}");
            assert!(!is_one(&entry, &routes, &[&left[..], &wrong].concat()), "{route}");
            assert!(!is_one(&entry, &routes, &left), "{route}");
        }
    }
}

#[test]
fn bn254_pairing_is_bilinear() {
    bilinear(
        "bn254_pairing",
        (&BN254_G1, |a| be_bytes(a, 32)),
        (&BN254_G2, |a| [be_bytes(&a.1, 32), be_bytes(&a.0, 32)].concat()),
    );
}

#[test]
fn bls12_pairing_is_bilinear() {
    bilinear(
        "bls12_pairing",
        (&BLS_G1, |a| be_bytes(a, 64)),
        (&BLS_G2, |a| [be_bytes(&a.0, 64), be_bytes(&a.1, 64)].concat()),
    );
}

/// Many pairs: a list followed by the same list with every G1 point negated is one, in any order.
fn long_lists_cancel(name: &str, pair_len: usize, y: std::ops::Range<usize>, p: &BigUint) {
    let entry = entry(name);
    let mut inputs = Inputs::new(13);
    for n in [1, 2, 3, 5, 8, 17, 32] {
        let all = loop {
            let draw = match name {
                "bn254_pairing" => inputs.bn254_pairing(n),
                _ => inputs.bls_pairing(n),
            };
            if call(&entry, &Routes::portable(), &draw).is_ok() {
                break draw;
            }
        };
        let mut negated = all.clone();
        for pair in negated.chunks_mut(pair_len) {
            let value = from_be(&pair[y.clone()]);
            let value = (p - value) % p;
            pair[y.clone()].copy_from_slice(&be_bytes(&value, y.len()));
        }
        let mut list = [all, negated].concat();
        let half = list.len() / 2;
        list.rotate_left(half / 2 / pair_len * pair_len);
        for (route, routes) in routes(entry.precompile) {
            assert!(is_one(&entry, &routes, &list), "{route}, {n} pairs");
        }
    }
}

#[test]
fn bn254_pairing_of_long_lists() {
    long_lists_cancel("bn254_pairing", 192, 32..64, &BN254_G1.field.p);
}

#[test]
fn bls12_pairing_of_long_lists() {
    long_lists_cancel("bls12_pairing", 384, 64..128, &BLS_G1.field.p);
}

/// A multi-scalar multiplication is the sum of its single products, at sizes around every window.
fn msm_is_the_sum_of_products(msm: &str, add: &str, point_len: usize) {
    let (msm, add) = (entry(msm), entry(add));
    let mut inputs = Inputs::new(14);
    for n in [2, 3, 4, 7, 8, 15, 31, 33, 64, 100, 130] {
        let input = loop {
            let draw = match point_len {
                128 => inputs.g1msm(n),
                _ => inputs.g2msm(n),
            };
            if call(&msm, &Routes::portable(), &draw).is_ok() {
                break draw;
            }
        };
        let mut sum = vec![0; point_len];
        for term in input.chunks(point_len + 32) {
            let product = output(&msm, &Routes::preferred(), term);
            sum = output(&add, &Routes::preferred(), &[sum, product].concat());
        }
        for (route, routes) in routes(msm.precompile) {
            assert_eq!(output(&msm, &routes, &input), sum, "{route}, {n} terms");
        }
    }
}

#[test]
fn g1msm_is_the_sum_of_products() {
    msm_is_the_sum_of_products("bls12_g1msm", "bls12_g1add", 128);
}

#[test]
fn g2msm_is_the_sum_of_products() {
    msm_is_the_sum_of_products("bls12_g2msm", "bls12_g2add", 256);
}
