//! bn254 crates, with the checks of EIP-196 and EIP-197 around them.

use gigagas_measure::Outcome;

use crate::{peer::Peer, wire};

/// arkworks.
pub(crate) static ARK_BN254: Peer = Peer {
    name: "ark-bn254",
    package: "ark-bn254@0.6",
    alone: false,
    calls: &[
        ("bn254_add", arkworks::add),
        ("bn254_mul", arkworks::mul),
        ("bn254_pairing", arkworks::pairing),
    ],
};

/// substrate-bn: the fork of zcash's bn crate that Parity kept.
pub(crate) static SUBSTRATE_BN: Peer = Peer {
    name: "substrate-bn",
    package: "substrate-bn",
    alone: false,
    calls: &[
        ("bn254_add", substrate::add),
        ("bn254_mul", substrate::mul),
        ("bn254_pairing", substrate::pairing),
    ],
};

/// halo2curves; G2 is checked by multiplication with the order, since it offers nothing else.
pub(crate) static HALO2CURVES: Peer = Peer {
    name: "halo2curves",
    package: "halo2curves",
    alone: false,
    calls: &[
        ("bn254_add", halo2::add),
        ("bn254_mul", halo2::mul),
        ("bn254_pairing", halo2::pairing),
    ],
};

fn pairs(input: &[u8]) -> Option<std::slice::ChunksExact<'_, u8>> {
    input.len().is_multiple_of(192).then(|| input.chunks_exact(192))
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

fn or_halt(outcome: Option<Outcome>) -> Outcome {
    outcome.unwrap_or(Outcome::Halt)
}

mod arkworks {
    use super::*;
    use ark_bn254::{Bn254, Fq, Fq2, Fr, G1Affine, G2Affine};
    use ark_ec::{AffineRepr as _, CurveGroup as _, pairing::Pairing as _};
    use ark_ff::{BigInt, BigInteger as _, One as _, PrimeField as _};

    fn limbs(bytes: &[u8]) -> BigInt<4> {
        let word = |i: usize| u64::from_be_bytes(wire::zero_extended(bytes, 8 * i));
        BigInt([word(3), word(2), word(1), word(0)])
    }

    fn fq(bytes: &[u8]) -> Option<Fq> {
        Fq::from_bigint(limbs(bytes))
    }

    fn g1(bytes: &[u8]) -> Option<G1Affine> {
        if is_zero(&bytes[..64]) {
            return Some(G1Affine::identity());
        }
        let point = G1Affine::new_unchecked(fq(&bytes[..32])?, fq(&bytes[32..64])?);
        point.is_on_curve().then_some(point)
    }

    fn g2(bytes: &[u8]) -> Option<G2Affine> {
        if is_zero(&bytes[..128]) {
            return Some(G2Affine::identity());
        }
        let fq2 = |bytes: &[u8]| Some(Fq2::new(fq(&bytes[32..64])?, fq(&bytes[..32])?));
        let point = G2Affine::new_unchecked(fq2(&bytes[..64])?, fq2(&bytes[64..128])?);
        (point.is_on_curve() && point.is_in_correct_subgroup_assuming_on_curve()).then_some(point)
    }

    fn write(point: &G1Affine, out: &mut [u8]) -> Outcome {
        out[..64].fill(0);
        if let Some((x, y)) = point.xy() {
            out[..32].copy_from_slice(&x.into_bigint().to_bytes_be());
            out[32..64].copy_from_slice(&y.into_bigint().to_bytes_be());
        }
        Outcome::Output(64)
    }

    pub(super) fn add(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<128>(input, 0);
        let sum = || Some((g1(&input)? + g1(&input[64..])?).into_affine());
        or_halt(sum().map(|sum| write(&sum, out)))
    }

    pub(super) fn mul(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<96>(input, 0);
        let product =
            || Some((g1(&input)? * Fr::from(limbs_mod_order(&input[64..]))).into_affine());
        or_halt(product().map(|product| write(&product, out)))
    }

    fn limbs_mod_order(bytes: &[u8]) -> Fr {
        Fr::from_be_bytes_mod_order(bytes)
    }

    pub(super) fn pairing(input: &[u8], out: &mut [u8]) -> Outcome {
        let check = || {
            let points = pairs(input)?
                .map(|pair| Some((g1(pair)?, g2(&pair[64..])?)))
                .collect::<Option<Vec<_>>>()?;
            let (p, q): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            Some(Bn254::multi_pairing(p, q).0.is_one())
        };
        or_halt(check().map(|is_one| wire::answer_bool(is_one, out)))
    }
}

mod substrate {
    use super::*;
    use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group as _, Gt, pairing_batch};

    fn g1(bytes: &[u8]) -> Option<G1> {
        let [x, y] = [0, 32].map(|offset| Fq::from_slice(&bytes[offset..offset + 32]).ok());
        let (x, y) = (x?, y?);
        if x.is_zero() && y.is_zero() {
            return Some(G1::zero());
        }
        AffineG1::new(x, y).ok().map(Into::into)
    }

    fn g2(bytes: &[u8]) -> Option<G2> {
        let fq = |i: usize| Fq::from_slice(&bytes[32 * i..32 * i + 32]).ok();
        let (x, y) = (Fq2::new(fq(1)?, fq(0)?), Fq2::new(fq(3)?, fq(2)?));
        if x.is_zero() && y.is_zero() {
            return Some(G2::zero());
        }
        AffineG2::new(x, y).ok().map(Into::into)
    }

    fn write(point: G1, out: &mut [u8]) -> Outcome {
        out[..64].fill(0);
        if let Some(point) = AffineG1::from_jacobian(point)
            && (point.x().to_big_endian(&mut out[..32]).is_err()
                || point.y().to_big_endian(&mut out[32..64]).is_err())
        {
            return Outcome::Unsupported;
        }
        Outcome::Output(64)
    }

    pub(super) fn add(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<128>(input, 0);
        let sum = || Some(g1(&input)? + g1(&input[64..])?);
        or_halt(sum().map(|sum| write(sum, out)))
    }

    pub(super) fn mul(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<96>(input, 0);
        let product = || Some(g1(&input)? * Fr::from_slice(&input[64..]).ok()?);
        or_halt(product().map(|product| write(product, out)))
    }

    pub(super) fn pairing(input: &[u8], out: &mut [u8]) -> Outcome {
        let check = || {
            let points = pairs(input)?
                .map(|pair| Some((g1(pair)?, g2(&pair[64..])?)))
                .collect::<Option<Vec<_>>>()?;
            Some(pairing_batch(&points) == Gt::one())
        };
        or_halt(check().map(|is_one| wire::answer_bool(is_one, out)))
    }
}

mod halo2 {
    use super::*;
    use halo2curves::{
        CurveAffine as _,
        bn256::{Fq, Fq2, Fr, G1, G1Affine, G2Affine, multi_miller_loop},
        ff::{FromUniformBytes as _, PrimeField as _},
        group::{
            Curve as _, Group as _, cofactor::CofactorGroup as _, prime::PrimeCurveAffine as _,
        },
        pairing::MillerLoopResult as _,
    };

    fn fq(bytes: &[u8]) -> Option<Fq> {
        let mut little = wire::zero_extended::<32>(bytes, 0);
        little.reverse();
        Fq::from_repr(little.into()).into_option()
    }

    fn g1(bytes: &[u8]) -> Option<G1Affine> {
        if is_zero(&bytes[..64]) {
            return Some(G1Affine::identity());
        }
        G1Affine::from_xy(fq(&bytes[..32])?, fq(&bytes[32..64])?).into_option()
    }

    fn g2(bytes: &[u8]) -> Option<G2Affine> {
        if is_zero(&bytes[..128]) {
            return Some(G2Affine::identity());
        }
        let fq2 = |bytes: &[u8]| Some(Fq2::new(fq(&bytes[32..64])?, fq(&bytes[..32])?));
        let point = G2Affine::from_xy(fq2(&bytes[..64])?, fq2(&bytes[64..128])?).into_option()?;
        bool::from(point.to_curve().is_torsion_free()).then_some(point)
    }

    fn write(point: &G1, out: &mut [u8]) -> Outcome {
        let point = point.to_affine();
        for (chunk, coordinate) in out.chunks_exact_mut(32).zip([point.x, point.y]) {
            chunk.copy_from_slice(coordinate.to_repr().as_ref());
            chunk.reverse();
        }
        Outcome::Output(64)
    }

    pub(super) fn add(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<128>(input, 0);
        let sum = || Some(g1(&input)?.to_curve() + g1(&input[64..])?);
        or_halt(sum().map(|sum| write(&sum, out)))
    }

    pub(super) fn mul(input: &[u8], out: &mut [u8]) -> Outcome {
        let input = wire::zero_extended::<96>(input, 0);
        let mut wide = [0; 64];
        for (to, from) in wide.iter_mut().zip(input[64..].iter().rev()) {
            *to = *from;
        }
        let product = || Some(g1(&input)?.to_curve() * Fr::from_uniform_bytes(&wide));
        or_halt(product().map(|product| write(&product, out)))
    }

    pub(super) fn pairing(input: &[u8], out: &mut [u8]) -> Outcome {
        let check = || {
            let points = pairs(input)?
                .map(|pair| Some((g1(pair)?, g2(&pair[64..])?)))
                .collect::<Option<Vec<_>>>()?;
            let terms: Vec<_> = points.iter().map(|(p, q)| (p, q)).collect();
            let product = multi_miller_loop(&terms).final_exponentiation();
            Some(bool::from(product.is_identity()))
        };
        or_halt(check().map(|is_one| wire::answer_bool(is_one, out)))
    }
}
