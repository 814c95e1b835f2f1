//! ethrex-crypto: the operations of ethrex's precompiles, under its own checks.

use ethrex_crypto::{Crypto as _, NativeCrypto};
use gigagas_measure::Outcome;

use crate::{
    peer::Peer,
    wire::{self, answer, answer_bls_fps, answer_bool, answer_or_nothing},
};

/// Its default features.
pub(crate) static ETHREX: Peer = Peer {
    name: "ethrex",
    package: "ethrex-crypto",
    alone: false,
    calls: &[
        ("ecrecover", ecrecover),
        ("sha256", |input, out| answer(&NativeCrypto.sha256(input), out)),
        ("ripemd160", |input, out| answer(&NativeCrypto.ripemd160(input), out)),
        ("modexp", |input, out| {
            wire::modexp(input, out, |b, e, m| NativeCrypto.modexp(b, e, m).ok())
        }),
        ("bn254_add", bn254_add),
        ("bn254_mul", bn254_mul),
        ("bn254_pairing", bn254_pairing),
        ("blake2f", blake2f),
        ("point_evaluation", point_evaluation),
        ("bls12_g1add", bls12_g1add),
        ("bls12_g1msm", bls12_g1msm),
        ("bls12_g2add", bls12_g2add),
        ("bls12_g2msm", bls12_g2msm),
        ("bls12_pairing", bls12_pairing),
        ("bls12_map_fp_to_g1", map_fp_to_g1),
        ("bls12_map_fp2_to_g2", map_fp2_to_g2),
        ("p256verify", p256verify),
    ],
};

fn or_halt<T, E>(result: Result<T, E>, write: impl FnOnce(T) -> Outcome) -> Outcome {
    result.map_or(Outcome::Halt, write)
}

fn ecrecover(input: &[u8], out: &mut [u8]) -> Outcome {
    let Some((hash, parity, signature)) = wire::ecrecover(input) else { return Outcome::Output(0) };
    match NativeCrypto.secp256k1_ecrecover(&signature, parity, &hash) {
        // The hash of the key; its last 20 bytes are the address.
        Ok(hash) => wire::answer_address(&hash[12..], out),
        Err(_) => Outcome::Output(0),
    }
}

fn bn254_add(input: &[u8], out: &mut [u8]) -> Outcome {
    let input = wire::zero_extended::<128>(input, 0);
    or_halt(NativeCrypto.bn254_g1_add(&input[..64], &input[64..]), |sum| answer(&sum, out))
}

fn bn254_mul(input: &[u8], out: &mut [u8]) -> Outcome {
    let input = wire::zero_extended::<96>(input, 0);
    or_halt(NativeCrypto.bn254_g1_mul(&input[..64], &input[64..]), |product| answer(&product, out))
}

fn bn254_pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    if !input.len().is_multiple_of(192) {
        return Outcome::Halt;
    }
    let pairs: Vec<_> = input.chunks_exact(192).map(|pair| pair.split_at(64)).collect();
    or_halt(NativeCrypto.bn254_pairing_check(&pairs), |is_one| answer_bool(is_one, out))
}

fn blake2f(input: &[u8], out: &mut [u8]) -> Outcome {
    let Some(mut f) = wire::blake2f(input) else { return Outcome::Halt };
    NativeCrypto.blake2_compress(f.rounds, &mut f.h, f.m, f.t, f.last);
    for (chunk, word) in out.chunks_exact_mut(8).zip(f.h) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    Outcome::Output(64)
}

fn point_evaluation(input: &[u8], out: &mut [u8]) -> Outcome {
    if input.len() != 192 {
        return Outcome::Halt;
    }
    let commitment = wire::zero_extended::<48>(input, 96);
    let mut hash = NativeCrypto.sha256(&commitment);
    hash[0] = 1;
    if hash != input[..32] {
        return Outcome::Halt;
    }
    let [z, y] = [32, 64].map(|offset| wire::zero_extended::<32>(input, offset));
    let proof = wire::zero_extended::<48>(input, 144);
    or_halt(NativeCrypto.verify_kzg_proof(&z, &y, &commitment, &proof), |()| wire::answer_kzg(out))
}

fn bls12_g1add(input: &[u8], out: &mut [u8]) -> Outcome {
    let Some([x1, y1, x2, y2]) = exact(input, 256).and_then(|input| wire::bls_fps(input, 0)) else {
        return Outcome::Halt;
    };
    or_halt(NativeCrypto.bls12_381_g1_add((x1, y1), (x2, y2)), |sum| answer_bls_fps(&sum, out))
}

fn bls12_g2add(input: &[u8], out: &mut [u8]) -> Outcome {
    let points = exact(input, 512)
        .and_then(|input| Some((wire::bls_fps::<4>(input, 0)?, wire::bls_fps::<4>(input, 256)?)));
    let Some((p, q)) = points else { return Outcome::Halt };
    or_halt(NativeCrypto.bls12_381_g2_add(p.into(), q.into()), |sum| answer_bls_fps(&sum, out))
}

fn bls12_g1msm(input: &[u8], out: &mut [u8]) -> Outcome {
    let terms = items(input, 160).and_then(|items| {
        items
            .map(|term| {
                Some((wire::bls_fps::<2>(term, 0)?.into(), wire::zero_extended::<32>(term, 128)))
            })
            .collect::<Option<Vec<_>>>()
    });
    let Some(terms) = terms else { return Outcome::Halt };
    or_halt(NativeCrypto.bls12_381_g1_msm(&terms), |sum| answer_bls_fps(&sum, out))
}

fn bls12_g2msm(input: &[u8], out: &mut [u8]) -> Outcome {
    let terms = items(input, 288).and_then(|items| {
        items
            .map(|term| {
                Some((wire::bls_fps::<4>(term, 0)?.into(), wire::zero_extended::<32>(term, 256)))
            })
            .collect::<Option<Vec<_>>>()
    });
    let Some(terms) = terms else { return Outcome::Halt };
    or_halt(NativeCrypto.bls12_381_g2_msm(&terms), |sum| answer_bls_fps(&sum, out))
}

fn bls12_pairing(input: &[u8], out: &mut [u8]) -> Outcome {
    let pairs = items(input, 384).and_then(|items| {
        items
            .map(|pair| {
                Some((wire::bls_fps::<2>(pair, 0)?.into(), wire::bls_fps::<4>(pair, 128)?.into()))
            })
            .collect::<Option<Vec<_>>>()
    });
    let Some(pairs) = pairs else { return Outcome::Halt };
    or_halt(NativeCrypto.bls12_381_pairing_check(&pairs), |is_one| answer_bool(is_one, out))
}

fn map_fp_to_g1(input: &[u8], out: &mut [u8]) -> Outcome {
    let Some([u]) = exact(input, 64).and_then(|input| wire::bls_fps(input, 0)) else {
        return Outcome::Halt;
    };
    or_halt(NativeCrypto.bls12_381_fp_to_g1(&u), |point| answer_bls_fps(&point, out))
}

fn map_fp2_to_g2(input: &[u8], out: &mut [u8]) -> Outcome {
    let Some([c0, c1]) = exact(input, 128).and_then(|input| wire::bls_fps(input, 0)) else {
        return Outcome::Halt;
    };
    or_halt(NativeCrypto.bls12_381_fp2_to_g2((c0, c1)), |point| answer_bls_fps(&point, out))
}

fn p256verify(input: &[u8], out: &mut [u8]) -> Outcome {
    let valid = wire::p256verify(input).is_some_and(|(hash, signature, key)| {
        NativeCrypto.secp256r1_verify(&hash, &signature, &key)
    });
    answer_or_nothing(valid, out)
}

fn exact(input: &[u8], len: usize) -> Option<&[u8]> {
    (input.len() == len).then_some(input)
}

fn items(input: &[u8], len: usize) -> Option<std::slice::ChunksExact<'_, u8>> {
    (!input.is_empty() && input.len().is_multiple_of(len)).then(|| input.chunks_exact(len))
}
