//! mcl, whose curve is set once for a whole process: an engine for each curve, alone in its process.
//!
//! Its crate offers no maps to the curve, and its checks of points include the subgroup, which
//! BLS12_G1ADD and BLS12_G2ADD must not check.

use std::sync::Once;

use gigagas_measure::Outcome;
use mcl_rust::{CurveType, Fp, Fr, G1, G2, GT};

use crate::{
    peer::Peer,
    wire::{self, answer, answer_bls_fps, answer_bool},
};

/// alt_bn128.
pub(crate) static BN254: Peer = Peer {
    name: "mcl-bn254",
    package: "mcl_rust",
    alone: true,
    calls: &[("bn254_add", add), ("bn254_mul", mul), ("bn254_pairing", bn254_pairing)],
};

/// BLS12-381.
pub(crate) static BLS12_381: Peer = Peer {
    name: "mcl-bls12-381",
    package: "mcl_rust",
    alone: true,
    calls: &[("bls12_g1msm", g1msm), ("bls12_pairing", bls12_pairing)],
};

/// Sets the curve of this process, the first time.
fn set(curve: CurveType) {
    static SET: Once = Once::new();
    SET.call_once(|| assert!(mcl_rust::init(curve), "mcl has the curve"));
}

/// A field element of big-endian bytes; None if it is not below the modulus.
fn fp(bytes: &[u8]) -> Option<Fp> {
    let little: Vec<u8> = bytes.iter().rev().copied().collect();
    let mut x = Fp::zero();
    x.deserialize(&little).then_some(x)
}

/// x and y; the subgroup is checked where the group is not the whole curve.
fn g1(x: Fp, y: Fp) -> Option<G1> {
    if x.is_zero() && y.is_zero() {
        return Some(G1::zero());
    }
    let point = G1 { x, y, z: Fp::from_int(1) };
    point.is_valid().then_some(point)
}

/// x0, x1, y0, y1; the subgroup is checked.
fn g2([x0, x1, y0, y1]: [Fp; 4]) -> Option<G2> {
    if [&x0, &x1, &y0, &y1].iter().all(|x| x.is_zero()) {
        return Some(G2::zero());
    }
    let mut point = G2::zero();
    (point.x.d, point.y.d) = ([x0, x1], [y0, y1]);
    point.z.d[0] = Fp::from_int(1);
    point.is_valid().then_some(point)
}

/// The coordinates in big-endian bytes; zeros for infinity.
fn coordinates(point: &G1) -> Vec<u8> {
    let mut affine = G1::zero();
    G1::normalize(&mut affine, point);
    let coordinate = |x: &Fp| x.serialize().into_iter().rev();
    coordinate(&affine.x).chain(coordinate(&affine.y)).collect()
}

fn is_one(pairs: &[(G1, G2)]) -> bool {
    let mut product = GT::from_int(1);
    for (p, q) in pairs {
        let mut f = GT::zero();
        mcl_rust::miller_loop(&mut f, p, q);
        product *= &f;
    }
    let mut result = GT::zero();
    mcl_rust::final_exp(&mut result, &product);
    result.is_one()
}

fn bn254_g1(bytes: &[u8]) -> Option<G1> {
    g1(fp(&bytes[..32])?, fp(&bytes[32..64])?)
}

fn or_halt(point: Option<G1>, out: &mut [u8]) -> Outcome {
    point.map_or(Outcome::Halt, |point| answer(&coordinates(&point), out))
}

fn add(input: &[u8], out: &mut [u8]) -> Outcome {
    set(CurveType::SNARK);
    let input = wire::zero_extended::<128>(input, 0);
    or_halt((|| Some(&bn254_g1(&input)? + &bn254_g1(&input[64..])?))(), out)
}

fn mul(input: &[u8], out: &mut [u8]) -> Outcome {
    set(CurveType::SNARK);
    let input = wire::zero_extended::<96>(input, 0);
    let product = || {
        let mut product = G1::zero();
        G1::mul(&mut product, &bn254_g1(&input)?, &scalar(&input[64..])?);
        Some(product)
    };
    or_halt(product(), out)
}

/// Any 256-bit integer, modulo the order.
fn scalar(bytes: &[u8]) -> Option<Fr> {
    let little: Vec<u8> = bytes.iter().rev().copied().collect();
    let mut scalar = Fr::zero();
    scalar.set_little_endian_mod(&little).then_some(scalar)
}

fn bn254_pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    set(CurveType::SNARK);
    let pair = |pair: &[u8]| {
        let x = |i: usize| fp(&pair[32 * i..32 * i + 32]);
        Some((bn254_g1(pair)?, g2([x(3)?, x(2)?, x(5)?, x(4)?])?))
    };
    let pairs = input
        .len()
        .is_multiple_of(192)
        .then(|| input.chunks_exact(192).map(pair).collect::<Option<Vec<_>>>())
        .flatten();
    pairs.map_or(Outcome::Halt, |pairs| answer_bool(is_one(&pairs), out))
}

fn bls12_fps<const N: usize>(bytes: &[u8], offset: usize) -> Option<[Fp; N]> {
    let bytes = wire::bls_fps::<N>(bytes, offset)?;
    let elements = bytes.iter().map(|bytes| fp(bytes)).collect::<Option<Vec<_>>>()?;
    elements.try_into().ok()
}

fn bls12_g1(bytes: &[u8]) -> Option<G1> {
    let [x, y] = bls12_fps(bytes, 0)?;
    g1(x, y)
}

fn items(input: &[u8], len: usize) -> Option<std::slice::ChunksExact<'_, u8>> {
    (!input.is_empty() && input.len().is_multiple_of(len)).then(|| input.chunks_exact(len))
}

fn g1msm(input: &[u8], out: &mut [u8]) -> Outcome {
    set(CurveType::BLS12_381);
    let sum = || {
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for term in items(input, 160)? {
            points.push(bls12_g1(term)?);
            scalars.push(scalar(&term[128..])?);
        }
        let mut sum = G1::zero();
        G1::mul_vec(&mut sum, &points, &scalars);
        Some(sum)
    };
    sum().map_or(Outcome::Halt, |sum| answer_bls_fps(&coordinates(&sum), out))
}

fn bls12_pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    set(CurveType::BLS12_381);
    let pair = |pair: &[u8]| Some((bls12_g1(pair)?, g2(bls12_fps(pair, 128)?)?));
    let pairs = items(input, 384).and_then(|items| items.map(pair).collect::<Option<Vec<_>>>());
    pairs.map_or(Outcome::Halt, |pairs| answer_bool(is_one(&pairs), out))
}
