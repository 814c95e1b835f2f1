//! Ed25519 crates, at CIP-25's boundary. Those without the cofactor differ from CIP-25's rule on
//! keys and signatures that honest signers never make.

use gigagas_measure::Outcome;

use crate::{
    peer::Peer,
    wire::{self, answer_bool},
};

/// CIP-25 around a verifier of (key, signature, message).
pub(super) fn cip25(
    input: &[u8],
    out: &mut [u8],
    verify: impl FnOnce(&[u8; 32], &[u8; 64], &[u8]) -> bool,
) -> Outcome {
    let valid = wire::ed25519(input).is_some_and(|(key, sig, message)| verify(key, sig, message));
    answer_bool(!valid, out)
}

/// ed25519-dalek, on the backend that its build chose.
pub(crate) static DALEK: Peer = Peer {
    name: "ed25519-dalek",
    package: "ed25519-dalek",
    alone: false,
    calls: &[
        ("ed25519", |input, out| {
            use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
            cip25(input, out, |key, signature, message| {
                let signature = Signature::from_bytes(signature);
                VerifyingKey::from_bytes(key)
                    .is_ok_and(|key| key.verify(message, &signature).is_ok())
            })
        }),
        ("ed25519_eip665", |input, out| {
            use ed25519_dalek::{Signature, VerifyingKey};
            let message = wire::zero_extended::<32>(input, 0);
            let key = wire::zero_extended::<32>(input, 32);
            let signature = Signature::from_bytes(&wire::zero_extended::<64>(input, 64));
            let valid = input.len() == 128
                && VerifyingKey::from_bytes(&key)
                    .is_ok_and(|key| key.verify_strict(&message, &signature).is_ok());
            wire::answer(&[0, 0, 0, u8::from(!valid)], out)
        }),
    ],
};

/// ed25519-zebra: ZIP-215.
pub(crate) static ZEBRA: Peer = Peer {
    name: "ed25519-zebra",
    package: "ed25519-zebra",
    alone: false,
    calls: &[("ed25519", |input, out| {
        use ed25519_zebra::{Signature, VerificationKey};
        cip25(input, out, |key, signature, message| {
            VerificationKey::try_from(*key)
                .is_ok_and(|key| key.verify(&Signature::from_bytes(signature), message).is_ok())
        })
    })],
};

/// ed25519-consensus: ZIP-215.
pub(crate) static CONSENSUS: Peer = Peer {
    name: "ed25519-consensus",
    package: "ed25519-consensus",
    alone: false,
    calls: &[("ed25519", |input, out| {
        use ed25519_consensus::{Signature, VerificationKey};
        cip25(input, out, |key, signature, message| {
            VerificationKey::try_from(*key)
                .is_ok_and(|key| key.verify(&Signature::from(*signature), message).is_ok())
        })
    })],
};
