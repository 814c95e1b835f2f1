//! Hash crates.

use crate::{
    peer::Peer,
    wire::{answer, answer_address},
};

/// RustCrypto's SHA-2.
pub(crate) static SHA2: Peer = Peer {
    name: "sha2",
    package: "sha2@0.11",
    alone: false,
    calls: &[("sha256", |input, out| {
        use sha2::{Digest as _, Sha256};
        answer(&Sha256::digest(input), out)
    })],
};

/// RustCrypto's RIPEMD.
pub(crate) static RIPEMD: Peer = Peer {
    name: "ripemd",
    package: "ripemd@0.2",
    alone: false,
    calls: &[("ripemd160", |input, out| {
        use ripemd::{Digest as _, Ripemd160};
        answer_address(&Ripemd160::digest(input), out)
    })],
};

/// ring; its P-256 takes messages, not hashes, and so cannot serve P256VERIFY.
pub(crate) static RING: Peer = Peer {
    name: "ring",
    package: "ring",
    alone: false,
    calls: &[
        ("sha256", |input, out| {
            answer(ring::digest::digest(&ring::digest::SHA256, input).as_ref(), out)
        }),
        ("ed25519", |input, out| {
            use ring::signature::{ED25519, UnparsedPublicKey};
            super::ed25519::cip25(input, out, |key, signature, message| {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
            })
        }),
    ],
};

/// graviola; its P-256 takes messages, not hashes, and so cannot serve P256VERIFY.
pub(crate) static GRAVIOLA: Peer = Peer {
    name: "graviola",
    package: "graviola",
    alone: false,
    calls: &[
        ("sha256", |input, out| {
            use graviola::hashing::{Hash as _, Sha256};
            answer(Sha256::hash(input).as_ref(), out)
        }),
        ("ed25519", |input, out| {
            use graviola::signing::eddsa::Ed25519VerifyingKey;
            super::ed25519::cip25(input, out, |key, signature, message| {
                Ed25519VerifyingKey::from_bytes(key)
                    .is_ok_and(|key| key.verify(signature, message).is_ok())
            })
        }),
    ],
};
