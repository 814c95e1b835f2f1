//! bn254 (alt_bn128): addition, multiplication, pairing check.

use crate::backend::backends;

backends! {
    "bn254";
    Portable = "portable",
}

use crate::{
    limb::U256,
    point::{Affine, InvalidPoint},
};
/// The field modulus p.
pub const P: U256 =
    [0x3c20_8c16_d87c_fd47, 0x9781_6a91_6871_ca8d, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029];
/// A point of G1.
pub type G1 = Affine<U256>;
/// A point of the twist; coordinates are c0 + c1 i, stored \[c0, c1\].
pub type G2 = Affine<[U256; 2]>;
/// p + q; checks that both are on the curve (item 0, item 1).
/// # Errors
/// The first summand that is not on the curve.
pub fn add(_backend: Backend, _p: &G1, _q: &G1) -> Result<G1, InvalidPoint> {
    unimplemented!()
}
/// k p for any 256-bit k; checks that p is on the curve.
/// # Errors
/// If p is not on the curve.
pub fn mul(_backend: Backend, _p: &G1, _k: &U256) -> Result<G1, InvalidPoint> {
    unimplemented!()
}
/// Whether the product of e(P, Q) over `pairs` is one; checks every point (on the curve, G2 in the subgroup).
/// # Errors
/// The first inadmissible point in input order.
pub fn pairing_check(_backend: Backend, _pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    unimplemented!()
}
