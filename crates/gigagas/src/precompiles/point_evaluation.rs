//! POINT_EVALUATION (0x0a), since Cancun — EIP-4844: a KZG opening proof on BLS12-381.
//!
//! input  = versioned_hash\[32\] | z\[32\] | y\[32\] | commitment\[48\] | proof\[48\]
//! output = the numbers 4096 and q (the group order), 32 bytes each
//! halts  = Length (not 192 bytes), Encoding (z, y not below q; commitment, proof no compressed
//!          point), NotOnCurve, NotInSubgroup, Verification (versioned hash; proof)

use gigagas_math::{bls12_381, hash::sha256, limb};

use crate::{
    codec::{self, Reader},
    halt::{Halt, Place, invalid_point},
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("versioned_hash", 32, "01 and the last 31 bytes of SHA-256 of the commitment"),
        field("z", 32, "evaluation point, below q"),
        field("y", 32, "claimed value, below q"),
        field("commitment", 48, "compressed G1 point"),
        field("proof", 48, "compressed G1 point"),
    ],
    OtherLengths::Halt,
);

/// EIP-4844.
pub(crate) const PRICE: Price = Price::Flat(50_000);

/// EIP-4844 FIELD_ELEMENTS_PER_BLOB.
const FIELD_ELEMENTS_PER_BLOB: u16 = 4096;
/// EIP-4844 VERSIONED_HASH_VERSION_KZG.
const VERSION_KZG: u8 = 1;

pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 192)?;
    let mut expected = sha256::digest(routes.sha256, &input[96..144]);
    expected[0] = VERSION_KZG;
    let mut reader = Reader::new(input);
    if reader.bytes::<32>() != expected {
        return Err(Halt::Verification {
            claim: "versioned_hash (bytes 0..32) is 01 and the last 31 bytes of SHA-256 of the commitment",
        });
    }
    let z = reader.bls_scalar("z")?;
    let y = reader.bls_scalar("y")?;
    let commitment = reader.bls_g1_compressed("commitment")?;
    let proof = reader.bls_g1_compressed("proof")?;
    let points = [("commitment", 96), ("proof", 144)];
    let places = points.map(|(argument, offset)| Place { argument, item: None, offset, len: 48 });
    let holds = bls12_381::verify_kzg_proof(routes.point_evaluation, &commitment, &z, &y, &proof)
        .map_err(|fault| invalid_point(fault, &places[fault.item..], 0))?;
    if !holds {
        return Err(Halt::Verification {
            claim: "the polynomial behind the commitment has the value y at z",
        });
    }
    out[..64].fill(0);
    out[30..32].copy_from_slice(&FIELD_ELEMENTS_PER_BLOB.to_be_bytes());
    limb::to_be_bytes(&bls12_381::Q, &mut out[32..64]);
    Ok(64)
}
