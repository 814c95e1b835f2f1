//! BLS12-381: additions, multi-scalar multiplications, pairing check, maps to curve, KZG.

use crate::backend::backends;

backends! {
    "BLS12-381";
    Portable = "portable",
}

use crate::{
    limb::{U256, U384},
    point::{Affine, InvalidPoint},
};
/// The field modulus p.
pub const P: U384 = [
    0xb9fe_ffff_ffff_aaab,
    0x1eab_fffe_b153_ffff,
    0x6730_d2a0_f6b0_f624,
    0x6477_4b84_f385_12bf,
    0x4b1b_a7b6_434b_acd7,
    0x1a01_11ea_397f_e69a,
];
/// The group order q.
pub const Q: U256 =
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];
/// A point of G1.
pub type G1 = Affine<U384>;
/// An element of Fp2: c0 + c1 u, stored \[c0, c1\].
pub type Fp2 = [U384; 2];
/// A point of the twist.
pub type G2 = Affine<Fp2>;
/// p + q on the curve; no subgroup check.
/// # Errors
/// The first summand that is not on the curve.
pub fn g1_add(_backend: Backend, _p: &G1, _q: &G1) -> Result<G1, InvalidPoint> {
    unimplemented!()
}
/// p + q on the twist; no subgroup check.
/// # Errors
/// The first summand that is not on the curve.
pub fn g2_add(_backend: Backend, _p: &G2, _q: &G2) -> Result<G2, InvalidPoint> {
    unimplemented!()
}
/// The sum of k P over `terms`; every point is checked (curve, subgroup), whatever its scalar. k is any 256-bit integer.
/// # Errors
/// The first inadmissible point.
pub fn g1_msm(_backend: Backend, _terms: &[(G1, U256)]) -> Result<G1, InvalidPoint> {
    unimplemented!()
}
/// The sum of k P over `terms`; every point is checked (curve, subgroup), whatever its scalar. k is any 256-bit integer.
/// # Errors
/// The first inadmissible point.
pub fn g2_msm(_backend: Backend, _terms: &[(G2, U256)]) -> Result<G2, InvalidPoint> {
    unimplemented!()
}
/// Whether the product of e(P, Q) over `pairs` is one; every point is checked (curve, subgroup).
/// # Errors
/// The first inadmissible point.
pub fn pairing_check(_backend: Backend, _pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    unimplemented!()
}
/// RFC 9380 map_to_curve and clear_cofactor of a field element (no hashing).
#[must_use]
pub fn map_fp_to_g1(_backend: Backend, _u: &U384) -> G1 {
    unimplemented!()
}
/// RFC 9380 map_to_curve and clear_cofactor of a field element (no hashing).
#[must_use]
pub fn map_fp2_to_g2(_backend: Backend, _u: &Fp2) -> G2 {
    unimplemented!()
}
/// A compressed point of G1 as the KZG precompile receives it: x, and which y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressedG1 {
    /// The point at infinity.
    Infinity,
    /// x below p, and whether y is the lexicographically larger root.
    Finite {
        /** x. */
        x: U384,
        /** y > p - y. */
        y_is_larger: bool,
    },
}
/// Whether `proof` shows that the polynomial committed to by `commitment` has value y at z
/// (EIP-4844 verify_kzg_proof, mainnet setup). z, y < q.
/// # Errors
/// Item 0: the commitment, item 1: the proof, if not on the curve or not in the subgroup.
pub fn verify_kzg_proof(
    _backend: Backend,
    _commitment: &CompressedG1,
    _z: &U256,
    _y: &U256,
    _proof: &CompressedG1,
) -> Result<bool, InvalidPoint> {
    unimplemented!()
}
