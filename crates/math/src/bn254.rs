//! bn254 (alt_bn128): addition, multiplication, pairing check — EIP-196, EIP-197.
//!
//! y² = x³ + 3 over Fp, of prime order r; the twist y² = x³ + 3/(9 + i) over Fp2 = Fp\[i\]/(i² + 1), of
//! which G2 is the subgroup of order r.

mod arkworks;
pub mod g1;
#[cfg(test)]
mod tests;

use crate::{
    backend::backends,
    limb::U256,
    point::{Affine, InvalidPoint},
};

backends! {
    "the bn254 pairing check";
    Arkworks = "arkworks",
}

/// The field modulus p.
pub const P: U256 =
    [0x3c20_8c16_d87c_fd47, 0x9781_6a91_6871_ca8d, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029];

/// The group order r.
pub const R: U256 =
    [0x43e1_f593_f000_0001, 0x2833_e848_79b9_7091, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029];

/// A point of G1.
pub type G1 = Affine<U256>;

/// A point of the twist; coordinates are c0 + c1 i, stored \[c0, c1\].
pub type G2 = Affine<[U256; 2]>;

/// Whether the product of e(P, Q) over `pairs` is one; checks every point (on the curve, G2 in the
/// subgroup).
///
/// # Errors
/// The first inadmissible point in input order.
pub fn pairing_check(backend: Backend, pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    match backend {
        Backend::Arkworks => arkworks::pairing_check(pairs),
    }
}
