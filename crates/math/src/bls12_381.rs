//! BLS12-381: additions, multi-scalar multiplications, pairing check, maps to the curve (EIP-2537), and
//! KZG proofs (EIP-4844).
//!
//! y² = x³ + 4 over Fp; the twist y² = x³ + 4(1 + u) over Fp2 = Fp\[u\]/(u² + 1). G1 and G2 are the
//! subgroups of order q. The curve's parameter is -X.

mod arkworks;
#[cfg(feature = "c")]
mod blst;
mod engine;
#[cfg(test)]
mod tests;

use crate::{
    backend::backends,
    limb::{U256, U384},
    point::{Affine, InvalidPoint},
};

backends! {
    "BLS12-381";
    Arkworks = "arkworks",
    #[cfg(feature = "c")]
    Blst = "blst",
}

/// Runs a generic operation of `engine` on a backend.
macro_rules! run {
    ($backend:expr, $operation:ident($($arg:expr),*)) => {
        match $backend {
            Backend::Arkworks => engine::$operation::<arkworks::Arkworks>($($arg),*),
            #[cfg(feature = "c")]
            Backend::Blst => engine::$operation::<blst::Blst>($($arg),*),
        }
    };
}

/// The field modulus p.
pub const P: U384 = [
    0xb9fe_ffff_ffff_aaab,
    0x1eab_fffe_b153_ffff,
    0x6730_d2a0_f6b0_f624,
    0x6477_4b84_f385_12bf,
    0x4b1b_a7b6_434b_acd7,
    0x1a01_11ea_397f_e69a,
];

/// The group order q = X⁴ - X² + 1.
pub const Q: U256 =
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];

/// The magnitude of the curve's parameter, which is negative.
const X: u64 = 0xd201_0000_0001_0000;

/// A point of G1.
pub type G1 = Affine<U384>;

/// An element of Fp2: c0 + c1 u, stored \[c0, c1\].
pub type Fp2 = [U384; 2];

/// A point of the twist.
pub type G2 = Affine<Fp2>;

/// p + q on the curve; no subgroup check.
///
/// # Errors
/// The first summand that is not on the curve.
pub fn g1_add(backend: Backend, p: &G1, q: &G1) -> Result<G1, InvalidPoint> {
    run!(backend, g1_add(p, q))
}

/// p + q on the twist; no subgroup check.
///
/// # Errors
/// The first summand that is not on the curve.
pub fn g2_add(backend: Backend, p: &G2, q: &G2) -> Result<G2, InvalidPoint> {
    run!(backend, g2_add(p, q))
}

/// The sum of k P over `terms`; every point is checked (curve, subgroup), whatever its scalar. k is any
/// 256-bit integer.
///
/// # Errors
/// The first inadmissible point.
pub fn g1_msm(backend: Backend, terms: &[(G1, U256)]) -> Result<G1, InvalidPoint> {
    run!(backend, g1_msm(terms))
}

/// The sum of k P over `terms`; every point is checked (curve, subgroup), whatever its scalar. k is any
/// 256-bit integer.
///
/// # Errors
/// The first inadmissible point.
pub fn g2_msm(backend: Backend, terms: &[(G2, U256)]) -> Result<G2, InvalidPoint> {
    run!(backend, g2_msm(terms))
}

/// Whether the product of e(P, Q) over `pairs` is one; every point is checked (curve, subgroup).
///
/// # Errors
/// The first inadmissible point.
pub fn pairing_check(backend: Backend, pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    run!(backend, pairing_check(pairs))
}

/// RFC 9380 map_to_curve and clear_cofactor of a field element (no hashing).
///
/// # Panics
/// If u is not below p.
#[must_use]
pub fn map_fp_to_g1(backend: Backend, u: &U384) -> G1 {
    run!(backend, map_fp_to_g1(u))
}

/// RFC 9380 map_to_curve and clear_cofactor of a field element (no hashing).
///
/// # Panics
/// If a coefficient of u is not below p.
#[must_use]
pub fn map_fp2_to_g2(backend: Backend, u: &Fp2) -> G2 {
    run!(backend, map_fp2_to_g2(u))
}

/// A compressed point of G1 as the KZG precompile receives it: x, and which y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressedG1 {
    /// The point at infinity.
    Infinity,
    /// x below p, and whether y is the lexicographically larger root.
    Finite {
        /// x.
        x: U384,
        /// y > p - y.
        y_is_larger: bool,
    },
}

/// Whether `proof` shows that the polynomial committed to by `commitment` has value y at z
/// (EIP-4844 verify_kzg_proof, mainnet setup). z, y < q.
///
/// # Errors
/// Item 0: the commitment, item 1: the proof, if not on the curve or not in the subgroup.
pub fn verify_kzg_proof(
    backend: Backend,
    commitment: &CompressedG1,
    z: &U256,
    y: &U256,
    proof: &CompressedG1,
) -> Result<bool, InvalidPoint> {
    run!(backend, verify_kzg_proof(commitment, z, y, proof))
}
