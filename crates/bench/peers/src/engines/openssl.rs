//! OpenSSL (the system's, through its crate) and AWS-LC.
//!
//! AWS-LC's own crate offers neither big integers nor RIPEMD-160. The crate `openssl` can be built on
//! AWS-LC instead of OpenSSL (feature `openssl-on-aws-lc`), in a build of its own.

use std::sync::LazyLock;

use gigagas_measure::Outcome;

use crate::{
    peer::Peer,
    wire::{self, answer, answer_address, answer_or_nothing},
};

/// OpenSSL.
pub(crate) static OPENSSL: Peer = Peer {
    name: if cfg!(feature = "openssl-on-aws-lc") { "aws-lc-bn" } else { "openssl" },
    package: if cfg!(feature = "openssl-on-aws-lc") { "aws-lc-sys@0.47" } else { "openssl" },
    alone: false,
    calls: &[
        ("sha256", |input, out| answer(&openssl::sha::sha256(input), out)),
        ("ripemd160", openssl_ripemd160),
        ("modexp", |input, out| wire::modexp(input, out, openssl_power)),
        ("p256verify", openssl_p256verify),
        ("ed25519", openssl_ed25519),
    ],
};

/// AWS-LC.
pub(crate) static AWS_LC: Peer = Peer {
    name: "aws-lc",
    package: "aws-lc-sys@0.47",
    alone: false,
    calls: &[
        ("sha256", |input, out| {
            answer(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, input).as_ref(), out)
        }),
        ("p256verify", aws_lc_p256verify),
        ("ed25519", |input, out| {
            use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};
            super::ed25519::cip25(input, out, |key, signature, message| {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
            })
        }),
    ],
};

fn openssl_ripemd160(input: &[u8], out: &mut [u8]) -> Outcome {
    use openssl::{
        hash::{MessageDigest, hash},
        nid::Nid,
    };
    // By number, since the crate has no function of that name for AWS-LC; looked up once.
    static ALGORITHM: LazyLock<Option<MessageDigest>> =
        LazyLock::new(|| MessageDigest::from_nid(Nid::RIPEMD160));
    // Builds without the legacy algorithms have none, or refuse.
    match ALGORITHM.map(|algorithm| hash(algorithm, input)) {
        Some(Ok(digest)) => answer_address(&digest, out),
        _ => Outcome::Unsupported,
    }
}

fn openssl_power(base: &[u8], exp: &[u8], modulus: &[u8]) -> Option<Vec<u8>> {
    use openssl::bn::{BigNum, BigNumContext};
    let number = |bytes| BigNum::from_slice(bytes).ok();
    let mut result = BigNum::new().ok()?;
    let mut context = BigNumContext::new().ok()?;
    let (base, exp, modulus) = (number(base)?, number(exp)?, number(modulus)?);
    result.mod_exp(&base, &exp, &modulus, &mut context).ok()?;
    Some(result.to_vec())
}

fn openssl_p256verify(input: &[u8], out: &mut [u8]) -> Outcome {
    use openssl::{
        bn::BigNum,
        ec::{EcGroup, EcKey},
        ecdsa::EcdsaSig,
        nid::Nid,
    };
    let verify = || {
        let (hash, signature, key) = wire::p256verify(input)?;
        let number = |bytes: &[u8]| BigNum::from_slice(bytes).ok();
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).ok()?;
        let key = EcKey::from_public_key_affine_coordinates(
            &group,
            number(&key[..32])?.as_ref(),
            number(&key[32..])?.as_ref(),
        )
        .ok()?;
        let (r, s) = (number(&signature[..32])?, number(&signature[32..])?);
        EcdsaSig::from_private_components(r, s).ok()?.verify(&hash, &key).ok()
    };
    answer_or_nothing(verify() == Some(true), out)
}

fn openssl_ed25519(input: &[u8], out: &mut [u8]) -> Outcome {
    use openssl::{
        pkey::{Id, PKey},
        sign::Verifier,
    };
    super::ed25519::cip25(input, out, |key, signature, message| {
        let verify = || {
            let key = PKey::public_key_from_raw_bytes(key, Id::ED25519).ok()?;
            Verifier::new_without_digest(&key).ok()?.verify_oneshot(signature, message).ok()
        };
        verify() == Some(true)
    })
}

fn aws_lc_p256verify(input: &[u8], out: &mut [u8]) -> Outcome {
    use aws_lc_rs::{
        digest::{Digest, SHA256},
        signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
    };
    let verify = || {
        let (hash, signature, key) = wire::p256verify(input)?;
        let mut sec1 = [4; 65];
        sec1[1..].copy_from_slice(&key);
        let digest = Digest::import_less_safe(&hash, &SHA256).ok()?;
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, sec1)
            .verify_digest(&digest, &signature)
            .ok()
    };
    answer_or_nothing(verify().is_some(), out)
}
