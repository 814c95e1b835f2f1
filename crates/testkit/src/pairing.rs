//! Pairings and maps to BLS12-381 by unrelated crates: `substrate-bn` and `bls12_381`.
//!
//! All points are known to be in their subgroups here; the tests of membership are [`crate::curve`]'s.

use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt,
    hash_to_curve::{HashToField, MapToCurve},
    multi_miller_loop,
};
use num_bigint::BigUint;
use substrate_bn as bn;

use crate::{
    curve::{Point1, Point2},
    field::{be_bytes, from_be, hex},
};

/// Whether the product of e(P, Q) on bn254 is one.
///
/// # Panics
/// If a point is not in its subgroup.
#[must_use]
pub fn bn254_is_one(pairs: &[(Point1, Point2)]) -> bool {
    let fq = |a: &BigUint| bn::Fq::from_slice(&be_bytes(a, 32)).expect("a field element");
    let fq2 = |a: &(BigUint, BigUint)| bn::Fq2::new(fq(&a.0), fq(&a.1));
    let pairs: Vec<(bn::G1, bn::G2)> = pairs
        .iter()
        .filter_map(|(p, q)| {
            let ((px, py), (qx, qy)) = (p.as_ref()?, q.as_ref()?);
            let p = bn::AffineG1::new(fq(px), fq(py)).expect("a point of G1");
            let q = bn::AffineG2::new(fq2(qx), fq2(qy)).expect("a point of G2");
            Some((p.into(), q.into()))
        })
        .collect();
    bn::pairing_batch(&pairs) == bn::Gt::one()
}

fn bls_g1(point: &Point1) -> G1Affine {
    let Some((x, y)) = point else { return G1Affine::identity() };
    let bytes = [be_bytes(x, 48), be_bytes(y, 48)].concat();
    let bytes = bytes.as_slice().try_into().expect("96 bytes");
    G1Affine::from_uncompressed(bytes).expect("a point of G1")
}

fn bls_g2(point: &Point2) -> G2Affine {
    let Some((x, y)) = point else { return G2Affine::identity() };
    // The imaginary part comes first in this encoding.
    let bytes = [&x.1, &x.0, &y.1, &y.0].map(|c| be_bytes(c, 48)).concat();
    let bytes = bytes.as_slice().try_into().expect("192 bytes");
    G2Affine::from_uncompressed(bytes).expect("a point of G2")
}

/// Whether the product of e(P, Q) on BLS12-381 is one.
///
/// # Panics
/// If a point is not in its subgroup.
#[must_use]
pub fn bls_is_one(pairs: &[(Point1, Point2)]) -> bool {
    let pairs: Vec<(G1Affine, G2Prepared)> =
        pairs.iter().map(|(p, q)| (bls_g1(p), bls_g2(q).into())).collect();
    let terms: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
    multi_miller_loop(&terms).final_exponentiation() == Gt::identity()
}

/// RFC 9380's `map_to_curve` and `clear_cofactor` to G1; u is 64 big-endian bytes.
#[must_use]
pub fn bls_map_to_g1(u: &[u8; 64]) -> Point1 {
    let u = <G1Projective as MapToCurve>::Field::from_okm(&(*u).into());
    let point = G1Affine::from(G1Projective::map_to_curve(&u).clear_h());
    let bytes = point.to_uncompressed();
    let finite = !bool::from(point.is_identity());
    finite.then(|| (from_be(&bytes[..48]), from_be(&bytes[48..])))
}

/// RFC 9380's `map_to_curve` and `clear_cofactor` to G2; u is c0 and c1, 64 big-endian bytes each.
///
/// At u = 0 the crate answers infinity: there its test for the second candidate of x compares 0 with 0.
/// The value that stands for it comes from the RFC's formulas in big integers.
#[must_use]
pub fn bls_map_to_g2(u: &[u8; 128]) -> Point2 {
    if *u == [0; 128] {
        let parts = [
            "018320896ec9eef9d5e619848dc29ce266f413d02dd31d9b9d44ec0c79cd61f18b075ddba6d7bd20b7ff27a4b324bfce",
            "0a67d12118b5a35bb02d2e86b3ebfa7e23410db93de39fb06d7025fa95e96ffa428a7a27c3ae4dd4b40bd251ac658892",
            "0260e03644d1a2c321256b3246bad2b895cad13890cbe6f85df55106a0d334604fb143c7a042d878006271865bc35941",
            "04c69777a43f0bda07679d5805e63f18cf4e0e7c6112ac7f70266d199b4f76ae27c6269a3ceebdae30806e9a76aadf5c",
        ];
        let [x0, x1, y0, y1] = parts.map(hex);
        return Some(((x0, x1), (y0, y1)));
    }
    let u = <G2Projective as MapToCurve>::Field::from_okm(&(*u).into());
    let point = G2Affine::from(G2Projective::map_to_curve(&u).clear_h());
    let bytes = point.to_uncompressed();
    let part = |i: usize| from_be(&bytes[48 * i..48 * (i + 1)]);
    let finite = !bool::from(point.is_identity());
    finite.then(|| ((part(1), part(0)), (part(3), part(2))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{BLS_G1, BLS_G2, BN254_G1, BN254_G2};

    #[test]
    fn opposite_pairs_cancel() {
        let (p, q) = (Some(BN254_G1.generator.clone()), Some(BN254_G2.generator.clone()));
        assert!(!bn254_is_one(&[(p.clone(), q.clone())]));
        assert!(bn254_is_one(&[(p.clone(), q.clone()), (BN254_G1.neg(&p), q.clone())]));
        assert!(bn254_is_one(&[(None, q), (p, None)]));
        let (p, q) = (Some(BLS_G1.generator.clone()), Some(BLS_G2.generator.clone()));
        assert!(!bls_is_one(&[(p.clone(), q.clone())]));
        assert!(bls_is_one(&[(p.clone(), q.clone()), (p.clone(), BLS_G2.neg(&q))]));
        assert!(bls_is_one(&[(None, q), (p, None)]));
    }

    #[test]
    fn maps_land_in_the_subgroup() {
        for last in 0..4 {
            let mut u = [0; 128];
            (u[63], u[127]) = (last, 7 * last);
            let (g1, g2) = (bls_map_to_g1(u.first_chunk().unwrap()), bls_map_to_g2(&u));
            assert!(g1.is_some() && BLS_G1.contains(&g1) && BLS_G1.in_subgroup(&g1));
            assert!(g2.is_some() && BLS_G2.contains(&g2) && BLS_G2.in_subgroup(&g2));
        }
    }
}
