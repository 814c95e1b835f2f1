//! The peers, one file per library or family of libraries.
//!
//! The crate `blake2` is not among them: it shows hashes and no compression function, and the state of a hash
//! cannot be set.

mod bigint;
mod bls12_381;
mod blst;
mod bn254;
mod ecdsa;
mod ed25519;
mod ethrex;
mod hashes;
mod kzg;
#[cfg(feature = "mcl")]
mod mcl;
mod openssl;
mod revm;

use crate::peer::Peer;

/// Every peer of this build.
pub(crate) static PEERS: &[&Peer] = &[
    &revm::REVM,
    &ethrex::ETHREX,
    &openssl::OPENSSL,
    &openssl::AWS_LC,
    &bigint::AURORA,
    &bigint::GMP,
    &bigint::NUM_BIGINT,
    &bigint::CRYPTO_BIGINT,
    &bigint::RUINT,
    &bigint::DASHU,
    &hashes::SHA2,
    &hashes::RIPEMD,
    &hashes::RING,
    &hashes::GRAVIOLA,
    &ecdsa::LIBSECP256K1,
    &ecdsa::K256,
    &ecdsa::P256,
    &ed25519::DALEK,
    &ed25519::ZEBRA,
    &ed25519::CONSENSUS,
    &bn254::ARK_BN254,
    &bn254::SUBSTRATE_BN,
    &bn254::HALO2CURVES,
    &bls12_381::ARK_BLS12_381,
    &blst::BLST,
    &kzg::C_KZG,
    #[cfg(feature = "mcl")]
    &mcl::BN254,
    #[cfg(feature = "mcl")]
    &mcl::BLS12_381,
];
