//! arkworks' BLS12-381, with the checks of EIP-2537 around it.

use ark_bls12_381::{Bls12_381, Fq, Fq2, Fr, G1Affine, G2Affine, g1, g2};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
    pairing::Pairing as _,
};
use ark_ff::{BigInt, BigInteger as _, One as _, PrimeField as _};
use gigagas_measure::Outcome;

use crate::{
    peer::Peer,
    wire::{self, answer_bls_fps, answer_bool},
};

/// arkworks.
pub(crate) static ARK_BLS12_381: Peer = Peer::new(
    "ark-bls12-381",
    "ark-bls12-381@0.6",
    &[
        ("bls12_g1add", |input, out| or_halt(add::<G1>(input), out)),
        ("bls12_g2add", |input, out| or_halt(add::<G2>(input), out)),
        ("bls12_g1msm", |input, out| or_halt(msm::<G1>(input), out)),
        ("bls12_g2msm", |input, out| or_halt(msm::<G2>(input), out)),
        ("bls12_pairing", pairing),
        ("bls12_map_fp_to_g1", |input, out| or_halt(map_to_g1(input), out)),
        ("bls12_map_fp2_to_g2", |input, out| or_halt(map_to_g2(input), out)),
    ],
);

fn or_halt(answer: Option<Vec<u8>>, out: &mut [u8]) -> Outcome {
    answer.map_or(Outcome::Halt, |elements| answer_bls_fps(&elements, out))
}

/// A group as the precompiles write its points.
trait Group {
    type Affine: AffineRepr<ScalarField = Fr, Group: VariableBaseMSM<MulBase = Self::Affine>>;
    /// The length of a point in bytes.
    const LEN: usize;
    /// A point of the curve, in the subgroup or not.
    fn read(bytes: &[u8]) -> Option<Self::Affine>;
    fn in_subgroup(point: &Self::Affine) -> bool;
    fn write(point: &Self::Affine) -> Vec<u8>;
}

struct G1;
struct G2;

impl Group for G1 {
    type Affine = G1Affine;
    const LEN: usize = 128;

    fn read(bytes: &[u8]) -> Option<G1Affine> {
        let [x, y] = [fq(bytes, 0)?, fq(bytes, 64)?];
        if bytes[..Self::LEN].iter().all(|&byte| byte == 0) {
            return Some(G1Affine::identity());
        }
        let point = G1Affine::new_unchecked(x, y);
        point.is_on_curve().then_some(point)
    }

    fn in_subgroup(point: &G1Affine) -> bool {
        point.is_in_correct_subgroup_assuming_on_curve()
    }

    fn write(point: &G1Affine) -> Vec<u8> {
        let (x, y) = point.xy().unwrap_or_default();
        [x, y].iter().flat_map(|x| x.into_bigint().to_bytes_be()).collect()
    }
}

impl Group for G2 {
    type Affine = G2Affine;
    const LEN: usize = 256;

    fn read(bytes: &[u8]) -> Option<G2Affine> {
        let [x, y] = [fq2(bytes, 0)?, fq2(bytes, 128)?];
        if bytes[..Self::LEN].iter().all(|&byte| byte == 0) {
            return Some(G2Affine::identity());
        }
        let point = G2Affine::new_unchecked(x, y);
        point.is_on_curve().then_some(point)
    }

    fn in_subgroup(point: &G2Affine) -> bool {
        point.is_in_correct_subgroup_assuming_on_curve()
    }

    fn write(point: &G2Affine) -> Vec<u8> {
        let (x, y) = point.xy().unwrap_or_default();
        [x.c0, x.c1, y.c0, y.c1].iter().flat_map(|x| x.into_bigint().to_bytes_be()).collect()
    }
}

fn fq(bytes: &[u8], offset: usize) -> Option<Fq> {
    let bytes = wire::bls_fp(bytes, offset)?;
    let limb = |i: usize| u64::from_be_bytes(wire::zero_extended(&bytes, 40 - 8 * i));
    Fq::from_bigint(BigInt(core::array::from_fn(limb)))
}

fn fq2(bytes: &[u8], offset: usize) -> Option<Fq2> {
    Some(Fq2::new(fq(bytes, offset)?, fq(bytes, offset + 64)?))
}

fn add<G: Group>(input: &[u8]) -> Option<Vec<u8>> {
    let input = (input.len() == 2 * G::LEN).then_some(input)?;
    let sum = G::read(input)? + G::read(&input[G::LEN..])?;
    Some(G::write(&sum.into_affine()))
}

fn items(input: &[u8], len: usize) -> Option<std::slice::ChunksExact<'_, u8>> {
    (!input.is_empty() && input.len().is_multiple_of(len)).then(|| input.chunks_exact(len))
}

fn checked<G: Group>(bytes: &[u8]) -> Option<G::Affine> {
    G::read(bytes).filter(G::in_subgroup)
}

fn msm<G: Group>(input: &[u8]) -> Option<Vec<u8>> {
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for term in items(input, G::LEN + 32)? {
        points.push(checked::<G>(term)?);
        scalars.push(Fr::from_be_bytes_mod_order(&term[G::LEN..]));
    }
    let sum = <G::Affine as AffineRepr>::Group::msm(&points, &scalars).ok()?;
    Some(G::write(&sum.into_affine()))
}

fn pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    let check = || {
        let (mut p, mut q) = (Vec::new(), Vec::new());
        for pair in items(input, 384)? {
            p.push(checked::<G1>(pair)?);
            q.push(checked::<G2>(&pair[128..])?);
        }
        Some(Bls12_381::multi_pairing(p, q).0.is_one())
    };
    check().map_or(Outcome::Halt, |is_one| answer_bool(is_one, out))
}

fn map_to_g1(input: &[u8]) -> Option<Vec<u8>> {
    let u = (input.len() == 64).then(|| fq(input, 0))??;
    let point = WBMap::<g1::Config>::map_to_curve(u).ok()?;
    Some(G1::write(&point.clear_cofactor()))
}

fn map_to_g2(input: &[u8]) -> Option<Vec<u8>> {
    let u = (input.len() == 128).then(|| fq2(input, 0))??;
    let point = WBMap::<g2::Config>::map_to_curve(u).ok()?;
    Some(G2::write(&point.clear_cofactor()))
}
