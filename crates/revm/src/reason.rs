//! Our halts and names in revm's words.

use gigagas::{Halt, Precompile, halt::Place};
use revm::precompile::{PrecompileHalt, PrecompileId};

/// revm's word for a halt of `precompile` on `input`.
///
/// The variant is the one that revm's own precompile gives for the same fault where it has one (its KZG
/// check does not tell a bad point from a false proof; this does), else `Other` with our message.
#[must_use]
pub fn halt_reason(precompile: &Precompile, input: &[u8], halt: &Halt) -> PrecompileHalt {
    let known = match (precompile.name, halt) {
        (_, Halt::OutOfGas { .. }) => Some(PrecompileHalt::OutOfGas),
        ("modexp", Halt::Length { .. }) => Some(PrecompileHalt::ModexpEip7823LimitSize),
        ("blake2f", Halt::Length { .. }) => Some(PrecompileHalt::Blake2WrongLength),
        ("blake2f", Halt::Encoding { .. }) => Some(PrecompileHalt::Blake2WrongFinalIndicatorFlag),
        ("point_evaluation", _) => kzg(halt),
        (name, _) if name.starts_with("bn254") => bn254(halt),
        (name, _) if name.starts_with("bls12") => bls12(name, input, halt),
        _ => None,
    };
    known.unwrap_or_else(|| PrecompileHalt::other(halt.to_string()))
}

fn bn254(halt: &Halt) -> Option<PrecompileHalt> {
    match halt {
        Halt::Length { .. } => Some(PrecompileHalt::Bn254PairLength),
        Halt::Encoding { .. } => Some(PrecompileHalt::Bn254FieldPointNotAMember),
        Halt::NotOnCurve { .. } | Halt::NotInSubgroup { .. } => {
            Some(PrecompileHalt::Bn254AffineGFailedToCreate)
        }
        _ => None,
    }
}

fn kzg(halt: &Halt) -> Option<PrecompileHalt> {
    match halt {
        Halt::Length { .. } => Some(PrecompileHalt::BlobInvalidInputLength),
        Halt::Encoding { at, .. } if at.argument == "z" || at.argument == "y" => {
            Some(PrecompileHalt::NonCanonicalFp)
        }
        Halt::Encoding { .. } => Some(PrecompileHalt::KzgInvalidG1Point),
        Halt::NotOnCurve { .. } => Some(PrecompileHalt::KzgG1PointNotOnCurve),
        Halt::NotInSubgroup { .. } => Some(PrecompileHalt::KzgG1PointNotInSubgroup),
        Halt::Verification { claim } if claim.starts_with("versioned_hash") => {
            Some(PrecompileHalt::BlobMismatchedVersion)
        }
        Halt::Verification { .. } => Some(PrecompileHalt::BlobVerifyKzgProofFailed),
        _ => None,
    }
}

fn bls12(name: &str, input: &[u8], halt: &Halt) -> Option<PrecompileHalt> {
    Some(match halt {
        Halt::Length { .. } => return bls12_length(name),
        Halt::Encoding { at, .. } if !begins_with_padding(input, at) => {
            PrecompileHalt::Bls12381FpPaddingInvalid
        }
        Halt::Encoding { .. } => PrecompileHalt::NonCanonicalFp,
        Halt::NotOnCurve { at } if is_g1(at) => PrecompileHalt::Bls12381G1NotOnCurve,
        Halt::NotOnCurve { .. } => PrecompileHalt::Bls12381G2NotOnCurve,
        Halt::NotInSubgroup { at } if is_g1(at) => PrecompileHalt::Bls12381G1NotInSubgroup,
        Halt::NotInSubgroup { .. } => PrecompileHalt::Bls12381G2NotInSubgroup,
        _ => return None,
    })
}

fn bls12_length(name: &str) -> Option<PrecompileHalt> {
    Some(match name {
        "bls12_g1add" => PrecompileHalt::Bls12381G1AddInputLength,
        "bls12_g1msm" => PrecompileHalt::Bls12381G1MsmInputLength,
        "bls12_g2add" => PrecompileHalt::Bls12381G2AddInputLength,
        "bls12_g2msm" => PrecompileHalt::Bls12381G2MsmInputLength,
        "bls12_pairing" => PrecompileHalt::Bls12381PairingInputLength,
        "bls12_map_fp_to_g1" => PrecompileHalt::Bls12381MapFpToG1InputLength,
        "bls12_map_fp2_to_g2" => PrecompileHalt::Bls12381MapFp2ToG2InputLength,
        _ => return None,
    })
}

/// An encoded G1 point has 128 bytes, a G2 point 256.
const fn is_g1(at: &Place) -> bool {
    at.len == 128
}

/// Whether the 16 bytes before a field element are zero.
fn begins_with_padding(input: &[u8], at: &Place) -> bool {
    input.get(at.offset..at.offset + 16).is_none_or(|padding| padding == [0; 16])
}

/// revm's identifier of `precompile`; `Custom` with our name for those that mainnet never had.
#[must_use]
pub fn precompile_id(precompile: &Precompile) -> PrecompileId {
    match precompile.name {
        "ecrecover" => PrecompileId::EcRec,
        "sha256" => PrecompileId::Sha256,
        "ripemd160" => PrecompileId::Ripemd160,
        "identity" => PrecompileId::Identity,
        "modexp" => PrecompileId::ModExp,
        "bn254_add" => PrecompileId::Bn254Add,
        "bn254_mul" => PrecompileId::Bn254Mul,
        "bn254_pairing" => PrecompileId::Bn254Pairing,
        "blake2f" => PrecompileId::Blake2F,
        "point_evaluation" => PrecompileId::KzgPointEvaluation,
        "bls12_g1add" => PrecompileId::Bls12G1Add,
        "bls12_g1msm" => PrecompileId::Bls12G1Msm,
        "bls12_g2add" => PrecompileId::Bls12G2Add,
        "bls12_g2msm" => PrecompileId::Bls12G2Msm,
        "bls12_pairing" => PrecompileId::Bls12Pairing,
        "bls12_map_fp_to_g1" => PrecompileId::Bls12MapFpToGp1,
        "bls12_map_fp2_to_g2" => PrecompileId::Bls12MapFp2ToGp2,
        "p256verify" => PrecompileId::P256Verify,
        name => PrecompileId::custom(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::PRECOMPILES;
    use revm::precompile::Precompiles;

    /// A renamed precompile must not slide into `Custom` unseen.
    #[test]
    fn mainnet_precompiles_have_the_identifiers_that_revm_gives_their_addresses() {
        for precompile in PRECOMPILES {
            let id = precompile_id(precompile);
            match precompile.mainnet {
                Some(low) => {
                    let address = revm::precompile::u64_to_address(low);
                    let theirs = Precompiles::osaka().get(&address).expect("in Osaka");
                    assert_eq!(&id, theirs.id());
                }
                None => assert_eq!(id, PrecompileId::custom(precompile.name)),
            }
        }
    }
}
