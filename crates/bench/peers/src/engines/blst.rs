//! blst alone, with the checks of EIP-2537 around it.

mod ffi;

use gigagas_measure::Outcome;

use self::ffi::{Fp, Fp2, P1, P1Affine, P2, P2Affine};
use crate::{
    peer::Peer,
    wire::{self, answer_bls_fps, answer_bool},
};

/// blst, on one thread.
pub(crate) static BLST: Peer = Peer::new(
    "blst",
    "blst",
    &[
        ("bls12_g1add", |input, out| or_halt(g1add(input), out)),
        ("bls12_g1msm", |input, out| or_halt(g1msm(input), out)),
        ("bls12_g2add", |input, out| or_halt(g2add(input), out)),
        ("bls12_g2msm", |input, out| or_halt(g2msm(input), out)),
        ("bls12_pairing", pairing),
        ("bls12_map_fp_to_g1", |input, out| or_halt(map_to_g1(input), out)),
        ("bls12_map_fp2_to_g2", |input, out| or_halt(map_to_g2(input), out)),
    ],
);

/// The modulus of the field, big-endian.
const P: [u8; 48] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

fn or_halt(answer: Option<Vec<u8>>, out: &mut [u8]) -> Outcome {
    answer.map_or(Outcome::Halt, |elements| answer_bls_fps(&elements, out))
}

fn fp(input: &[u8], offset: usize) -> Option<Fp> {
    let bytes = wire::bls_fp(input, offset)?;
    (bytes < P).then(|| ffi::fp(&bytes))
}

fn fp2(input: &[u8], offset: usize) -> Option<Fp2> {
    Some(Fp2 { fp: [fp(input, offset)?, fp(input, offset + 64)?] })
}

fn p1(input: &[u8], offset: usize) -> Option<P1Affine> {
    let point = P1Affine { x: fp(input, offset)?, y: fp(input, offset + 64)? };
    ffi::p1_on_curve(&point).then_some(point)
}

fn p2(input: &[u8], offset: usize) -> Option<P2Affine> {
    let point = P2Affine { x: fp2(input, offset)?, y: fp2(input, offset + 128)? };
    ffi::p2_on_curve(&point).then_some(point)
}

fn write1(point: &P1) -> Vec<u8> {
    let point = ffi::p1_to_affine(point);
    [point.x, point.y].iter().flat_map(ffi::bytes).collect()
}

fn write2(point: &P2) -> Vec<u8> {
    let point = ffi::p2_to_affine(point);
    [point.x, point.y].iter().flat_map(|x| x.fp.iter().flat_map(ffi::bytes)).collect()
}

fn exact(input: &[u8], len: usize) -> Option<&[u8]> {
    (input.len() == len).then_some(input)
}

fn items(input: &[u8], len: usize) -> Option<std::slice::ChunksExact<'_, u8>> {
    (!input.is_empty() && input.len().is_multiple_of(len)).then(|| input.chunks_exact(len))
}

fn g1add(input: &[u8]) -> Option<Vec<u8>> {
    let input = exact(input, 256)?;
    Some(write1(&ffi::p1_add(&ffi::p1_from_affine(&p1(input, 0)?), &p1(input, 128)?)))
}

fn g2add(input: &[u8]) -> Option<Vec<u8>> {
    let input = exact(input, 512)?;
    Some(write2(&ffi::p2_add(&ffi::p2_from_affine(&p2(input, 0)?), &p2(input, 256)?)))
}

fn scalar(bytes: &[u8]) -> [u8; 32] {
    let mut scalar = wire::zero_extended(bytes, 0);
    scalar.reverse();
    scalar
}

fn g1msm(input: &[u8]) -> Option<Vec<u8>> {
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for term in items(input, 160)? {
        let point = p1(term, 0).filter(ffi::p1_in_subgroup)?;
        if !ffi::p1_is_infinity(&point) {
            points.push(point);
            scalars.push(scalar(&term[128..]));
        }
    }
    Some(write1(&ffi::p1_msm(&points, &scalars)))
}

fn g2msm(input: &[u8]) -> Option<Vec<u8>> {
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for term in items(input, 288)? {
        let point = p2(term, 0).filter(ffi::p2_in_subgroup)?;
        if !ffi::p2_is_infinity(&point) {
            points.push(point);
            scalars.push(scalar(&term[256..]));
        }
    }
    Some(write2(&ffi::p2_msm(&points, &scalars)))
}

fn pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    let check = || {
        let mut product = None;
        for pair in items(input, 384)? {
            let p = p1(pair, 0).filter(ffi::p1_in_subgroup)?;
            let q = p2(pair, 128).filter(ffi::p2_in_subgroup)?;
            if !ffi::p1_is_infinity(&p) && !ffi::p2_is_infinity(&q) {
                let f = ffi::miller_loop(&q, &p);
                product = Some(product.map_or(f, |product| ffi::fp12_mul(&product, &f)));
            }
        }
        Some(product.is_none_or(|product| ffi::fp12_is_one(&ffi::final_exp(&product))))
    };
    check().map_or(Outcome::Halt, |is_one| answer_bool(is_one, out))
}

fn map_to_g1(input: &[u8]) -> Option<Vec<u8>> {
    Some(write1(&ffi::map_to_g1(&fp(exact(input, 64)?, 0)?)))
}

fn map_to_g2(input: &[u8]) -> Option<Vec<u8>> {
    Some(write2(&ffi::map_to_g2(&fp2(exact(input, 128)?, 0)?)))
}
