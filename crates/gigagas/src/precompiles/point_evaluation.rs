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
    let mut expected = sha256::digest(routes.sha256.at(48), &input[96..144]);
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
    let holds = bls12_381::verify_kzg_proof(
        routes.point_evaluation.at(input.len()),
        &commitment,
        &z,
        &y,
        &proof,
    )
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{
        precompiles::testing::{call, hex, message},
        table::POINT_EVALUATION,
    };

    const INFINITY: &str = "c00000000000000000000000000000000000000000000000
                            000000000000000000000000000000000000000000000000";
    /// The generator of G1, which commits to the constant 1.
    const G: &str = "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905
                     a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb";
    /// The generator with the other sign, which commits to q - 1.
    const MINUS_G: &str = "b7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905
                           a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb";
    const Q: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    const P: &str = "9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf
                     6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";

    /// An input with the right versioned hash.
    fn opening(z: &str, y: &str, commitment: &str, proof: &str) -> Vec<u8> {
        let commitment = hex(commitment);
        let backend = Routes::portable().sha256.at(48);
        let mut input = sha256::digest(backend, &commitment).to_vec();
        input[0] = 1;
        input.extend(hex(&alloc::format!("{z:0>64}{y:0>64}")));
        input.extend(commitment);
        input.extend(hex(proof));
        input
    }

    /// A constant polynomial has its value everywhere, and the proof is infinity.
    #[test]
    fn constants_are_opened() {
        let answer = hex(&alloc::format!("{:0>64}{Q}", "1000"));
        let last = Q.replace("00000001", "00000000");
        for z in ["0", "5", &last] {
            for (y, commitment) in [("0", INFINITY), ("1", G), (&last, MINUS_G)] {
                let input = opening(z, y, commitment, INFINITY);
                assert_eq!(call(&POINT_EVALUATION, &input), Ok(answer.clone()), "{z} {y}");
            }
        }
        // EIP-4844: the hash of the commitment to zero.
        let hash = "010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014";
        assert_eq!(opening("0", "0", INFINITY, INFINITY)[..32], hex(hash));
    }

    #[test]
    fn what_does_not_hold_halts() {
        let claim =
            "verification failed: the polynomial behind the commitment has the value y at z";
        for input in [
            opening("5", "1", INFINITY, INFINITY),
            opening("5", "2", G, INFINITY),
            opening("5", "1", G, G),
            opening("5", "1", MINUS_G, INFINITY),
        ] {
            assert_eq!(message(&POINT_EVALUATION, &input), claim);
        }
        for i in [0, 1, 31] {
            let mut input = opening("5", "1", G, INFINITY);
            input[i] ^= 1;
            assert!(
                message(&POINT_EVALUATION, &input)
                    .starts_with("verification failed: versioned_hash (bytes 0..32)")
            );
        }
    }

    #[test]
    fn other_lengths_halt() {
        let mut input = opening("5", "1", G, INFINITY);
        input.push(0);
        for input in [&[], &input[..191], &input] {
            let expected =
                alloc::format!("the input is {} bytes long; it must be exactly 192", input.len());
            assert_eq!(message(&POINT_EVALUATION, input), expected);
        }
    }

    #[test]
    fn scalars_are_canonical() {
        let must = "must be less than the BLS12-381 group order";
        let input = opening(Q, "1", G, INFINITY);
        assert_eq!(message(&POINT_EVALUATION, &input), alloc::format!("z (bytes 32..64) {must}"));
        let above = Q.replace("00000001", "00000002");
        let input = opening("0", &above, G, INFINITY);
        assert_eq!(message(&POINT_EVALUATION, &input), alloc::format!("y (bytes 64..96) {must}"));
    }

    #[test]
    fn points_are_well_formed() {
        let zeros = "00".repeat(47);
        let infinity = "must be c0 and 47 zero bytes, since it is marked as infinity";
        let bad = [
            (alloc::format!("00{zeros}"), "must have its top bit set (compressed form)"),
            (alloc::format!("40{zeros}"), "must have its top bit set (compressed form)"),
            (alloc::format!("e0{zeros}"), infinity),
            (alloc::format!("c1{zeros}"), infinity),
            (P.into(), "must be less than the BLS12-381 field modulus"),
            // x = 1 has no y; x = 4 has one, outside the subgroup.
            (alloc::format!("80{}01", "00".repeat(46)), "is not on the curve"),
            (
                alloc::format!("80{}04", "00".repeat(46)),
                "is on the curve but not in the subgroup of prime order",
            ),
        ];
        for (point, fault) in bad {
            let input = opening("0", "0", &point, INFINITY);
            let expected = alloc::format!("commitment (bytes 96..144) {fault}");
            assert_eq!(message(&POINT_EVALUATION, &input), expected);
            let input = opening("0", "0", INFINITY, &point);
            let expected = alloc::format!("proof (bytes 144..192) {fault}");
            assert_eq!(message(&POINT_EVALUATION, &input), expected);
        }
    }
}
