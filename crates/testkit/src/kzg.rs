//! KZG openings under the setup of Ethereum's ceremony (EIP-4844).

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::{
    curve::{BLS_G1, BLS_G2, Point1, Point2},
    field::{Field, Prime, be_bytes, from_be, hex},
    hash::sha256,
    pairing::bls_is_one,
};

/// \[1\]G1, \[τ\]G1, \[τ²\]G1 of the ceremony's output, uncompressed from its published form.
pub static POWERS: LazyLock<[Point1; 3]> = LazyLock::new(|| {
    [
        "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81",
        "8029c8ce0d2dce761a7f29c2df2290850c85bdfaec2955626d7acc8864aeb01fe16c9e156863dc63b6c22553910e27c1",
    ]
    .map(|digits| {
        let bytes = be_bytes(&hex(digits), 48);
        decompress(&bytes).expect("well-formed").expect("on the curve")
    })
});

/// \[τ\]G2, from x and the flag that y is the larger root.
static TAU_G2: LazyLock<Point2> = LazyLock::new(|| {
    let x = (
        hex(
            "185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
        ),
        hex(
            "15bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72",
        ),
    );
    let point = BLS_G2.lift_x(&x);
    let larger = point.as_ref().is_some_and(|(_, y)| y.1 > BLS_G2.field.base.neg(&y.1));
    if larger { point } else { BLS_G2.neg(&point) }
});

/// Why 48 bytes are no point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

/// The point of 48 bytes; `Ok(None)` if x is not on the curve. No subgroup check.
///
/// # Errors
/// If the flags or x are not admissible.
pub fn decompress(bytes: &[u8]) -> Result<Option<Point1>, Malformed> {
    let (compressed, infinity, larger) =
        (bytes[0] & 0x80 != 0, bytes[0] & 0x40 != 0, bytes[0] & 0x20 != 0);
    let x: BigUint = from_be(bytes) % (BigUint::from(1u32) << 381u32);
    if !compressed || x >= BLS_G1.field.p || (infinity && (larger || !x.is_zero())) {
        return Err(Malformed);
    }
    if infinity {
        return Ok(Some(None));
    }
    let Some((x, y)) = BLS_G1.lift_x(&x) else { return Ok(None) };
    let negated = BLS_G1.field.neg(&y);
    let y = if larger == (y > negated) { y } else { negated };
    Ok(Some(Some((x, y))))
}

/// The compressed form of a point.
#[must_use]
pub fn compress(point: &Point1) -> Vec<u8> {
    let Some((x, y)) = point else { return [&[0xc0][..], &[0; 47]].concat() };
    let mut bytes = be_bytes(x, 48);
    bytes[0] |= if *y > BLS_G1.field.neg(y) { 0xa0 } else { 0x80 };
    bytes
}

/// 01 and the last 31 bytes of SHA-256 of the commitment.
#[must_use]
pub fn versioned_hash(commitment: &[u8]) -> [u8; 32] {
    let mut hash = sha256(commitment);
    hash[0] = 1;
    hash
}

/// Whether `proof` opens `commitment` to y at z: e(C - y G1 + z π, G2) = e(π, \[τ\]G2).
#[must_use]
pub fn verify(commitment: &Point1, z: &BigUint, y: &BigUint, proof: &Point1) -> bool {
    let minus_y = BLS_G1.neg(&BLS_G1.mul_generator(y));
    let left = BLS_G1.add(&BLS_G1.add(commitment, &minus_y), &BLS_G1.mul(z, proof));
    let generator = Some(BLS_G2.generator.clone());
    bls_is_one(&[(left, generator), (BLS_G1.neg(proof), TAU_G2.clone())])
}

/// The whole input that opens a + b X + c X² at z, correctly.
#[must_use]
pub fn opening(coefficients: &[BigUint; 3], z: &BigUint) -> Vec<u8> {
    let fr = Prime::new(BLS_G1.order.clone());
    let [a, b, c] = coefficients;
    let y = fr.add(a, &fr.mul(z, &fr.add(b, &fr.mul(z, c))));
    let sum = |scalars: &[&BigUint]| {
        let terms = scalars.iter().zip(&*POWERS).map(|(k, power)| BLS_G1.mul(k, power));
        terms.fold(None, |sum, term| BLS_G1.add(&sum, &term))
    };
    // (p(X) - p(z)) / (X - z) = (b + c z) + c X.
    let commitment = compress(&sum(&[a, b, c]));
    let proof = compress(&sum(&[&fr.add(b, &fr.mul(c, z)), c]));
    let hash = versioned_hash(&commitment).to_vec();
    [hash, be_bytes(z, 32), be_bytes(&y, 32), commitment, proof].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_of_one_secret() {
        let [one, tau, square] = &*POWERS;
        let generator = Some(BLS_G2.generator.clone());
        for (lower, higher) in [(one, tau), (tau, square)] {
            let pairs = [(lower.clone(), TAU_G2.clone()), (BLS_G1.neg(higher), generator.clone())];
            assert!(bls_is_one(&pairs));
        }
    }

    #[test]
    fn openings_hold_and_others_do_not() {
        let input = opening(&[5u32.into(), 6u32.into(), 7u32.into()], &8u32.into());
        let commitment = decompress(&input[96..144]).unwrap().unwrap();
        let proof = decompress(&input[144..]).unwrap().unwrap();
        let (z, y) = (from_be(&input[32..64]), from_be(&input[64..96]));
        assert_eq!(y, (5u32 + 6 * 8 + 7 * 64).into());
        assert!(verify(&commitment, &z, &y, &proof));
        assert!(!verify(&commitment, &z, &(y + 1u32), &proof));
        assert_eq!(compress(&commitment), input[96..144]);
    }
}
