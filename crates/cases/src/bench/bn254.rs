//! bn254: additions, multiplications and pairings on points of arkworks' making.

use ark_bn254::{Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::{AffineRepr as _, CurveGroup as _};
use ark_ff::{BigInteger as _, PrimeField, Zero as _};
use gigagas::table::{BN254_ADD, BN254_MUL, BN254_PAIRING};
use rand_chacha::ChaCha8Rng;

use super::{Case, Expect, entry, inputs, random, random_array, word};

const SIZES: [usize; 8] = [0, 1, 2, 4, 8, 16, 64, 128];

fn scalar(rng: &mut ChaCha8Rng) -> Fr {
    Fr::from_le_bytes_mod_order(&random_array::<64>(rng))
}

fn g1(k: Fr) -> G1Affine {
    (G1Affine::generator() * k).into_affine()
}

fn g2(k: Fr) -> G2Affine {
    (G2Affine::generator() * k).into_affine()
}

/// A point of the twist that is not in the subgroup: almost none of its points is.
fn off_subgroup(rng: &mut ChaCha8Rng) -> G2Affine {
    let mut fq = || Fq::from_le_bytes_mod_order(&random_array::<64>(rng));
    loop {
        let x = Fq2::new(fq(), fq());
        if let Some(point) = G2Affine::get_point_from_x_unchecked(x, false)
            && !point.is_in_correct_subgroup_assuming_on_curve()
        {
            return point;
        }
    }
}

fn fq_bytes(x: &Fq) -> Vec<u8> {
    x.into_bigint().to_bytes_be()
}

fn g1_bytes(p: &G1Affine) -> Vec<u8> {
    match p.xy() {
        None => vec![0; 64],
        Some((x, y)) => [fq_bytes(&x), fq_bytes(&y)].concat(),
    }
}

/// EIP-197: the imaginary parts come first.
fn g2_bytes(p: &G2Affine) -> Vec<u8> {
    match p.xy() {
        None => vec![0; 128],
        Some((x, y)) => [x.c1, x.c0, y.c1, y.c0].iter().flat_map(fq_bytes).collect(),
    }
}

pub(super) fn random_g1(rng: &mut ChaCha8Rng) -> Vec<u8> {
    g1_bytes(&g1(scalar(rng)))
}

/// `k` pairs whose product is one if there are two or more: the last closes the sum of the exponents.
fn pairs(rng: &mut ChaCha8Rng, k: usize) -> Vec<u8> {
    let mut input = Vec::new();
    let mut sum = Fr::zero();
    for _ in 1..k {
        let (a, b) = (scalar(rng), scalar(rng));
        sum += a * b;
        input.extend(g1_bytes(&g1(a)));
        input.extend(g2_bytes(&g2(b)));
    }
    match k {
        0 => {}
        1 => {
            input.extend(random_g1(rng));
            input.extend(g2_bytes(&g2(scalar(rng))));
        }
        _ => {
            let b = scalar(rng);
            let a = -sum / b;
            input.extend(g1_bytes(&g1(a)));
            input.extend(g2_bytes(&g2(b)));
        }
    }
    input
}

/// `k` pairs; the product is one, unless the last point of G2 is one of the twist outside of the subgroup.
pub(super) fn shaped_pairs(rng: &mut ChaCha8Rng, k: usize, off: bool) -> Vec<u8> {
    let mut input = pairs(rng, k);
    if off {
        input[(k - 1) * 192 + 64..].copy_from_slice(&g2_bytes(&off_subgroup(rng)));
    }
    input
}

type One = fn(&mut ChaCha8Rng) -> Vec<u8>;

fn add() -> Vec<Case> {
    let case =
        |family, name, n, one: One| Case::new(entry(&BN254_ADD), family, name, inputs(n, one));
    let two_one_two = |_: &mut ChaCha8Rng| [word(1), word(2), word(1), word(2)].concat();
    vec![
        case("EcAdd32ByteCoordinates", "random", 32, |rng| {
            [random_g1(rng), random_g1(rng)].concat()
        })
        .quick(),
        case("add", "doubling", 16, |rng| random_g1(rng).repeat(2)),
        case("EcAddInfinities", "EcAddInfinities", 1, |_| vec![0; 128]),
        case("EcAdd12", "EcAdd12", 1, two_one_two),
        case("stream", "stream/random", 512, |rng| [random_g1(rng), random_g1(rng)].concat()),
        case("failing", "fail/not-on-curve", 8, |rng| {
            let mut input = [random_g1(rng), random_g1(rng)].concat();
            input[127] ^= 1;
            input
        })
        .expect(Expect::Halt)
        .quick(),
        case("failing", "fail/coordinate-above-p", 8, |rng| {
            let mut input = [random_g1(rng), random_g1(rng)].concat();
            input[96] = 0xff;
            input
        })
        .expect(Expect::Halt),
    ]
}

fn mul() -> Vec<Case> {
    let case =
        |family, name, n, one: One| Case::new(entry(&BN254_MUL), family, name, inputs(n, one));
    let full = |rng: &mut ChaCha8Rng| {
        let mut input = random_g1(rng);
        input.extend(random(rng, 32));
        input[64] |= 0x80;
        input
    };
    vec![
        case("EcMul32ByteCoordinates32ByteScalar", "random", 16, full).quick(),
        case("stream", "stream/random", 128, full),
        case("EcMul122", "EcMul122", 1, |_| [word(1), word(2), word(2)].concat()),
        case("EcMul32ByteCoordinates2Scalar", "scalar=2", 16, |rng| {
            [random_g1(rng), word(2).to_vec()].concat()
        }),
        case("EcMulInfinities32ByteScalar", "infinity", 16, |rng| {
            [vec![0; 64], random(rng, 32)].concat()
        }),
        case("failing", "fail/not-on-curve", 8, |rng| {
            let mut input = [random_g1(rng), random(rng, 32)].concat();
            input[63] ^= 1;
            input
        })
        .expect(Expect::Halt)
        .quick(),
    ]
}

fn pairing() -> Vec<Case> {
    let family = |k| match k {
        0 => "EcPairing0Input",
        2 => "EcPairing2Sets",
        _ => "pairs",
    };
    let case = |k: usize| {
        let n = 8_usize.checked_div(k).map_or(1, |n| n.clamp(2, 4));
        let stream = inputs(n, move |rng| pairs(rng, k));
        Case::new(entry(&BN254_PAIRING), family(k), format!("pairs={k}"), stream)
            .quick_if(matches!(k, 1 | 2 | 8))
    };
    let failing = |name, one: One| {
        Case::new(entry(&BN254_PAIRING), "failing", name, inputs(2, one)).expect(Expect::Halt)
    };
    let mut cases = Vec::from(SIZES.map(case));
    cases.push(Case::new(
        entry(&BN254_PAIRING),
        "stream",
        "stream/pairs=2",
        inputs(16, |rng| pairs(rng, 2)),
    ));
    cases.push(
        failing("fail/last-g2-not-in-subgroup-of-4", |rng| shaped_pairs(rng, 4, true)).quick(),
    );
    cases.push(failing("fail/last-g1-not-on-curve-of-4", |rng| {
        let mut input = pairs(rng, 4);
        input[3 * 192 + 63] ^= 1;
        input
    }));
    cases.push(failing("fail/length", |rng| {
        let mut input = pairs(rng, 4);
        input.pop();
        input
    }));
    cases
}

pub(super) fn cases() -> Vec<Case> {
    [add(), mul(), pairing()].into_iter().flatten().collect()
}
