//! NIST P-256: ECDSA verification.

use crate::backend::backends;

backends! {
    "P256VERIFY";
    Portable = "portable",
}

use crate::{limb::U256, point::Affine};
/// The field modulus p.
pub const P: U256 = [0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0, 0xffff_ffff_0000_0001];
/// The group order n.
pub const N: U256 =
    [0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000];
/// Whether (r, s) signs z under `key`: false also if `key` is infinity or not on the curve.
/// 0 < r, s < n; key coordinates < p; z is any integer.
#[must_use]
pub fn verify(_backend: Backend, _z: &U256, _r: &U256, _s: &U256, _key: &Affine<U256>) -> bool {
    unimplemented!()
}
