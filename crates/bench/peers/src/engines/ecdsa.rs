//! ECDSA crates.

use gigagas_measure::Outcome;
use sha3::{Digest as _, Keccak256};

use crate::{
    peer::Peer,
    wire::{self, answer_or_nothing},
};

/// libsecp256k1 through its crate.
pub(crate) static LIBSECP256K1: Peer = Peer {
    name: "libsecp256k1",
    package: "secp256k1@0.33",
    calls: &[("ecrecover", libsecp256k1)],
    alone: false,
};

/// RustCrypto's secp256k1.
pub(crate) static K256: Peer =
    Peer { name: "k256", package: "k256@0.14", calls: &[("ecrecover", k256)], alone: false };

/// RustCrypto's P-256.
pub(crate) static P256: Peer =
    Peer { name: "p256", package: "p256@0.14", calls: &[("p256verify", p256)], alone: false };

fn libsecp256k1(input: &[u8], out: &mut [u8]) -> Outcome {
    use secp256k1::{
        Message,
        ecdsa::{RecoverableSignature, RecoveryId},
    };
    let recover = || {
        let (hash, parity, signature) = wire::ecrecover(input)?;
        let parity = RecoveryId::try_from(i32::from(parity)).ok()?;
        let signature = RecoverableSignature::from_compact(&signature, parity).ok()?;
        signature.recover_ecdsa(Message::from_digest(hash)).ok()
    };
    match recover() {
        Some(key) => address(&key.serialize_uncompressed()[1..], out),
        None => Outcome::Output(0),
    }
}

fn k256(input: &[u8], out: &mut [u8]) -> Outcome {
    use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
    let recover = || {
        let (hash, parity, signature) = wire::ecrecover(input)?;
        let signature = Signature::from_slice(&signature).ok()?;
        VerifyingKey::recover_from_prehash(&hash, &signature, RecoveryId::from_byte(parity)?).ok()
    };
    match recover() {
        Some(key) => address(&key.to_sec1_point(false).as_bytes()[1..], out),
        None => Outcome::Output(0),
    }
}

fn address(key: &[u8], out: &mut [u8]) -> Outcome {
    wire::answer_address(&Keccak256::digest(key)[12..], out)
}

fn p256(input: &[u8], out: &mut [u8]) -> Outcome {
    use p256::ecdsa::{Signature, VerifyingKey, signature::hazmat::PrehashVerifier as _};
    let verify = || {
        let (hash, signature, key) = wire::p256verify(input)?;
        let mut sec1 = [4; 65];
        sec1[1..].copy_from_slice(&key);
        let key = VerifyingKey::from_sec1_bytes(&sec1).ok()?;
        key.verify_prehash(&hash, &Signature::from_slice(&signature).ok()?).ok()
    };
    answer_or_nothing(verify().is_some(), out)
}
