//! secp256k1: public key recovery.

use crate::backend::backends;

backends! {
    "ecrecover";
    Portable = "portable",
}

use crate::{limb::U256, point::Affine};
/// The group order n.
pub const N: U256 =
    [0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff];
/// Q = r^-1 (s R - z G), where R has x = r and y odd iff `y_odd`; None if no such R or if Q is infinity.
/// 0 < r, s < n; z is any integer.
#[must_use]
pub fn recover(
    _backend: Backend,
    _z: &U256,
    _r: &U256,
    _s: &U256,
    _y_odd: bool,
) -> Option<Affine<U256>> {
    unimplemented!()
}
