#![expect(clippy::cast_possible_truncation, reason = "small seeded numbers")]

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

use super::*;
use crate::backend::Backend as _;

fn exact(bytes: &[u8]) -> Operand<'_> {
    Operand { bytes, len: bytes.len() }
}

/// The value mod `modulus`, however long its tail of zeros.
fn value_mod(operand: Operand<'_>, modulus: &BigUint) -> BigUint {
    let tail = BigUint::from(8 * (operand.len - operand.bytes.len()) as u64);
    BigUint::from_bytes_be(operand.bytes) * BigUint::from(2u32).modpow(&tail, modulus) % modulus
}

/// Every backend against num-bigint.
#[track_caller]
fn check(base: Operand<'_>, exp: Operand<'_>, modulus: Operand<'_>) {
    let n = BigUint::from_bytes_be(modulus.bytes) << (8 * (modulus.len - modulus.bytes.len()));
    let expected = if n <= BigUint::from(1u32) {
        BigUint::ZERO
    } else {
        let e = BigUint::from_bytes_be(exp.bytes) << (8 * (exp.len - exp.bytes.len()));
        value_mod(base, &n).modpow(&e, &n)
    };
    let bytes = expected.to_bytes_be();
    let mut padded = vec![0; modulus.len];
    if expected != BigUint::ZERO {
        padded[modulus.len - bytes.len()..].copy_from_slice(&bytes);
    }
    for backend in Backend::available() {
        let mut out = vec![0xa5; modulus.len];
        modexp(backend, base, exp, modulus, &mut out);
        assert!(
            out == padded,
            "{}: {} ^ {} mod {}: {} not {}",
            backend.name(),
            hex::encode(base.bytes),
            hex::encode(exp.bytes),
            hex::encode(modulus.bytes),
            hex::encode(&out),
            hex::encode(&padded)
        );
    }
}

fn check_bytes(base: &[u8], exp: &[u8], modulus: &[u8]) {
    check(exact(base), exact(exp), exact(modulus));
}

/// Bytes in runs of zeros and ones, where carries ripple, or random ones.
fn bytes(rng: &mut ChaCha8Rng, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    match rng.next_u32() % 4 {
        0 => {
            let mut value = 0;
            for byte in &mut bytes {
                if rng.next_u32().is_multiple_of(9) {
                    value = [0, 255, 128, 1][rng.next_u32() as usize % 4];
                }
                *byte = value;
            }
        }
        1 => {
            bytes.fill(255);
            if let Some(last) = bytes.last_mut() {
                *last -= (rng.next_u32() % 200) as u8;
            }
        }
        _ => rng.fill_bytes(&mut bytes),
    }
    bytes
}

#[test]
fn tiny_values_in_every_padding() {
    let operands: Vec<Vec<u8>> = (0u8..20)
        .flat_map(|v| [vec![v], vec![0, v], vec![v, 0], vec![0, 0, 0, 0, 0, 0, 0, 0, v]])
        .chain([vec![], vec![0; 40]])
        .collect();
    for base in &operands {
        for exp in &operands {
            for modulus in &operands {
                check_bytes(base, exp, modulus);
            }
        }
    }
}

#[test]
fn declared_lengths_beyond_the_bytes() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for round in 0..3000usize {
        let [mut base, mut exp, mut modulus] = [40, 12, 40].map(|max| {
            let len = rng.next_u32() as usize % max;
            bytes(&mut rng, len)
        });
        base.truncate(round % 41);
        exp.truncate(round % 7);
        modulus.truncate(1 + round % 37);
        let pad = |bytes, rng: &mut ChaCha8Rng| {
            let bytes: &[u8] = bytes;
            Operand { bytes, len: bytes.len() + [0, 0, 1, 8, 13, 64][rng.next_u32() as usize % 6] }
        };
        let (base, exp, modulus) =
            (pad(&base, &mut rng), pad(&exp, &mut rng), pad(&modulus, &mut rng));
        check(base, exp, modulus);
    }
}

#[test]
fn a_base_of_enormous_declared_length() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for len in [1 << 20, (1 << 24) + 3, (1 << 30) + 5, u32::MAX as usize] {
        for modulus_len in [1, 8, 31, 32, 33, 128, 200] {
            let (base, mut modulus) = (bytes(&mut rng, 33), bytes(&mut rng, modulus_len));
            for low in [1, 2, 0] {
                *modulus.last_mut().unwrap() = low;
                for exp in [&[1][..], &[3], &[1, 0, 1], &[0x7f; 20]] {
                    check(Operand { bytes: &base, len }, exact(exp), exact(&modulus));
                }
            }
        }
    }
}

#[test]
fn every_byte_length() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for len in (1..=140).chain((141..=1024).step_by(61)).chain([256, 257, 384, 512, 513, 1024]) {
        let [base, mut modulus] = [len, len].map(|len| bytes(&mut rng, len));
        let long_base = bytes(&mut rng, 2 * len + 5);
        let exp = bytes(&mut rng, if len > 200 { 3 } else { 1 + len % 40 });
        check_bytes(&base, &exp, &modulus);
        modulus[len - 1] |= 1;
        check_bytes(&base, &exp, &modulus);
        check_bytes(&long_base, &[0x11], &modulus);
        check_bytes(&long_base, &[1], &modulus);
    }
}

#[test]
fn boundary_moduli() {
    let one = BigUint::from(1u32);
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for bits in [
        2u64, 3, 52, 63, 64, 65, 104, 127, 128, 129, 191, 192, 193, 255, 256, 257, 320, 384, 448,
        511, 512, 513, 520, 576, 640, 768, 1020, 1024, 1025, 1040, 1536, 2048, 2080, 2100, 4096,
    ] {
        let top = &one << bits;
        let half = &one << (bits / 2);
        let moduli = [
            &top - 1u32,
            &top - 3u32,
            &top - (&one << (bits / 3)) - 1u32,
            &top - (&one << (bits - 1)) + 1u32,
            &top - &half + 1u32,
            &top - &half - 1u32,
            (&top / 3u32) | &one,
        ];
        for n in moduli.iter().filter(|&n| *n > one) {
            let random = BigUint::from_bytes_be(&bytes(&mut rng, (bits / 8 + 1) as usize)) % n;
            let bases = [
                one.clone(),
                n - 1u32,
                n.clone(),
                n + 1u32,
                n * 3u32,
                n * n - 1u32,
                (&one << bits) - 1u32,
                random,
            ];
            for base in bases {
                for exp in [
                    &[1][..],
                    &[2],
                    &[3],
                    &[1, 0, 1],
                    &[0xff, 0xff, 0xff, 0xff],
                    &[0x80, 0, 0, 0, 0, 0, 0, 0, 0],
                ] {
                    check_bytes(&base.to_bytes_be(), exp, &n.to_bytes_be());
                }
            }
        }
    }
}

#[test]
fn even_moduli_at_every_power_of_two() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for bits in [64u32, 65, 128, 200, 256, 512, 1024] {
        for k in (0..=bits).step_by(if bits > 256 { 7 } else { 1 }) {
            let q =
                BigUint::from_bytes_be(&bytes(&mut rng, 128)) % (BigUint::from(1u32) << (bits - k));
            let modulus = (q | BigUint::from(1u32)) << k;
            let mut base = bytes(&mut rng, bits as usize / 8);
            if k % 3 == 0 {
                *base.last_mut().unwrap() &= 0xf8;
            } else {
                *base.last_mut().unwrap() |= 1;
            }
            for exp_len in [1, 3, 9, bits as usize / 8] {
                let exp = bytes(&mut rng, exp_len);
                check_bytes(&base, &exp, &modulus.to_bytes_be());
            }
            check_bytes(&base, &[1], &modulus.to_bytes_be());
        }
    }
}

#[test]
fn memory_follows_from_the_bytes_supplied() {
    // (bytes of the modulus that are there, its length, trailing zero bits of the last byte there)
    for supplied in [1usize, 7, 8, 100, 1000, 1024, 1025, 5000, 100_000, 1 << 20] {
        for len in [supplied, supplied + 1, 2 * supplied, supplied + 100_000] {
            for last in [1, 2, 128] {
                let mut bytes = vec![255; supplied];
                bytes[supplied - 1] = last;
                let natural = Natural::new(Operand { bytes: &bytes, len });
                let (odd_limbs, even_limbs) = parts(&natural);
                let there = (supplied + len) as u64;
                for wanted in 1..=MAX_WIDTH {
                    let width = affordable_width(wanted, odd_limbs, even_limbs, there);
                    let heap = 8 * scratch_len(odd_limbs, even_limbs, width) as u64;
                    assert!(heap <= 65536 + 4 * there, "{supplied} {len} {width}");
                    assert!(width == wanted || there > 2000);
                }
            }
        }
    }
}

/// 13 modulus widths, 7 exponent widths, 5 base widths, both parities.
#[test]
fn every_route_gives_the_same_answer() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let mut shapes = 0;
    for bits in [48, 64, 128, 192, 256, 320, 448, 512, 768, 1024, 1536, 2048, 2304] {
        for exp_len in [1, 2, 3, 8, 9, 32, 40] {
            for base_bits in [8, bits / 2, bits, 2 * bits, 8192] {
                for parity in [0, 1] {
                    let mut modulus = bytes(&mut rng, bits / 8);
                    modulus[0] |= 0x80;
                    let low = modulus.last_mut().unwrap();
                    *low = (*low & 0xfe) | parity;
                    let (base, exp) = (bytes(&mut rng, base_bits / 8), bytes(&mut rng, exp_len));
                    check_bytes(&base, &exp, &modulus);
                    shapes += 1;
                }
            }
        }
    }
    assert_eq!(shapes, 910);
}

#[test]
fn engines_are_told_as_they_are_routed() {
    for backend in Backend::available() {
        let engines = engines(backend);
        let bounds: Vec<u64> = engines.iter().map(|engine| engine.0).collect();
        let expected: &[u64] =
            if backend.name() == "avx512ifma" { &[256, 2076, u64::MAX] } else { &[512, u64::MAX] };
        assert_eq!(bounds, expected, "{}", backend.name());
        assert!(engines[0].1.starts_with("straight-line"));
    }
}

/// A bound moves only together with this table.
#[test]
fn routes_by_width() {
    for backend in Backend::available() {
        let route_of = |bits, squarings, base: &Natural<'_>| match Route::new(
            backend, bits, squarings, base,
        ) {
            Route::Straight(limbs) => limbs,
            Route::Sliced => 100,
            #[cfg(target_arch = "x86_64")]
            Route::Digits(_) => 52,
        };
        let route = |bits, tail| route_of(bits, 16, &Natural { sig: &[1], tail });
        for (bits, limbs) in
            [(2, 1), (64, 1), (65, 2), (128, 2), (129, 3), (192, 3), (193, 4), (256, 4)]
        {
            assert_eq!(route(bits, 0), limbs);
            assert_eq!(route(bits, 1 << 20), limbs);
        }
        let ifma = backend.name() == "avx512ifma";
        for (bits, limbs) in
            [(257, 5), (320, 5), (321, 6), (384, 6), (385, 7), (448, 7), (449, 8), (512, 8)]
        {
            assert_eq!(route(bits, 0), if ifma { 52 } else { limbs });
            assert_eq!(route(bits, LONG_TAIL), limbs);
        }
        // The least number of squarings for which IFMA is set up, with a short base and a long one.
        let (short, long) = (Natural { sig: &[1], tail: 0 }, Natural { sig: &[1; 1024], tail: 0 });
        for (bits, limbs, least) in
            [(320, 5, [8, 30]), (384, 6, [6, 21]), (448, 7, [4, 16]), (512, 8, [3, 12])]
        {
            for (base, least) in [&short, &long].into_iter().zip(least) {
                assert_eq!(route_of(bits, least, base), if ifma { 52 } else { limbs });
                assert_eq!(route_of(bits, least - 1, base), limbs);
            }
        }
        assert_eq!(route_of(513, 0, &long), if ifma { 52 } else { 100 });
        for bits in [513, 1024, 2048, 2076] {
            assert_eq!(route(bits, 0), if ifma { 52 } else { 100 });
            assert_eq!(route(bits, LONG_TAIL), 100);
        }
        for bits in [2077, 4096, 8192, 1 << 30] {
            assert_eq!(route(bits, 0), 100);
        }
        let largest = if ifma { 2080 } else { 512 };
        assert!(!two_adic::needs_scratch(backend, largest));
        assert!(two_adic::needs_scratch(backend, largest + 1));
    }
}

/// The 4-limb kernels change with the top limb.
#[test]
fn top_limbs_near_all_ones() {
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    for limbs in 1..=9 {
        for top in (u64::MAX - 6..=u64::MAX).chain([3, 1 << 63]) {
            for fill in [0, 255] {
                let mut modulus = vec![fill; 8 * limbs];
                modulus[..8].copy_from_slice(&top.to_be_bytes());
                *modulus.last_mut().unwrap() |= 1;
                let n = BigUint::from_bytes_be(&modulus);
                let random = bytes(&mut rng, 8 * limbs);
                let long = vec![255; 1024];
                for base in [(&n - 1u32).to_bytes_be(), (&n - 2u32).to_bytes_be(), random, long] {
                    for exp in [&[2][..], &[3], &[0xff; 5], &[0x80, 0, 0, 0, 0, 0, 0, 0, 1]] {
                        check_bytes(&base, exp, &modulus);
                    }
                }
            }
        }
    }
}

/// -1 and its neighbours: squares whose carries run through every digit.
#[test]
fn carries_through_every_digit() {
    let one = BigUint::from(1u32);
    for k in (1..=700).chain((701..2100).step_by(13)).chain([1039, 1040, 1041, 2079, 2080, 2081]) {
        let power: BigUint = &one << k;
        let modulus = power.to_bytes_be();
        let half: BigUint = &one << (k / 2);
        let bases = [&power - 1u32, &power - &half + 1u32, (&one << (k / 52 * 52)) + 1u32];
        for base in bases {
            for exp in [&[2][..], &[3], &[1, 0, 1], &[0xff; 9]] {
                check_bytes(&base.to_bytes_be(), exp, &modulus);
            }
        }
    }
}

/// Whole calls on a stack of 64 KiB, the thread's own needs included.
#[test]
fn a_call_fits_in_a_small_stack() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for (len, last) in
        [(32, 1), (64, 1), (256, 1), (256, 0), (256, 0x80), (300, 1), (1024, 1), (1024, 0)]
    {
        let [base, mut modulus] = [len, len].map(|len| bytes(&mut rng, len));
        let exp = vec![0xa7; 300];
        if last == 0 {
            modulus[len / 2..].fill(0);
            modulus[len / 2 - 1] |= 1;
        }
        *modulus.last_mut().unwrap() = last;
        for backend in Backend::available() {
            let (base, exp, modulus) = (base.clone(), exp.clone(), modulus.clone());
            let call = move || {
                let mut out = vec![0; modulus.len()];
                modexp(backend, exact(&base), exact(&exp), exact(&modulus), &mut out);
                out
            };
            let small = std::thread::Builder::new().stack_size(64 << 10).spawn(call.clone());
            assert_eq!(small.unwrap().join().unwrap(), call());
        }
    }
}

/// A long base whose first fold by R² mod q, which is close to q here, ends above q by more than 2^186 in the
/// 4-limb kernel with friendly steps; the next limbs then carry twice. No random test meets it: it follows from
/// the bound that the proof of that kernel needs.
#[test]
fn folds_of_a_long_base_that_end_above_the_modulus() {
    let modulus = "800000000000000000000000000000005a827999fcef32422cbec4d9baa55f1d";
    let top = "ffffffffffffffffed3ea535c3d26f074f7d1484af72ff635b2636262588c793";
    let modulus = hex::decode(modulus).unwrap();
    for low in [[0xff; 32], [0x11; 32]] {
        let base = [hex::decode(top).unwrap(), vec![0xff; 32], low.to_vec()].concat();
        for exponent in [&[1][..], &[3], &[0xff; 4], &[0x5a; 32]] {
            check_bytes(&base, exponent, &modulus);
            check_bytes(&base[..64], exponent, &modulus);
        }
    }
}

/// Long bases of ones for moduli q of which R² mod q, the factor of each fold, has limbs of ones.
#[test]
fn folds_by_limbs_of_ones() {
    for limbs in 2..=9u32 {
        let top = BigUint::from(1u32) << (64 * limbs - 1);
        let root = (BigUint::from(1u32) << (64 * limbs - 3)).sqrt();
        for less in 0..8u32 {
            let modulus = (&top + &root - less).to_bytes_be();
            for length in [8 * (2 * limbs + 2), 8 * 3 * limbs, 8 * 3 * limbs + 5] {
                let mut base = vec![0xff; length as usize];
                check_bytes(&base, &[1], &modulus);
                check_bytes(&base, &[0xff; 3], &modulus);
                base[length as usize - 3] = 0x35;
                check_bytes(&base, &[3], &modulus);
            }
        }
    }
}
