//! NIST P-256: ECDSA verification (FIPS 186-5, section 6.4.2; EIP-7951).

#[cfg(test)]
mod tests;
mod verify;

#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64::adx_field, cpu};
use crate::{
    backend::backends,
    field::{Portable, Task as _},
    limb::{self, U256},
    point::Affine,
};

backends! {
    "P256VERIFY";
    P256 = "p256",
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Adx(cpu::Adx) = "adx",
}

/// The field modulus p.
pub const P: U256 = [0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0, 0xffff_ffff_0000_0001];
/// The group order n.
pub const N: U256 =
    [0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000];

/// Whether (r, s) signs z under `key`: false also if `key` is infinity or not on the curve.
///
/// With R = (z/s) G + (r/s) key, this is: R is not infinity and R.x mod n = r (so R.x may be r + n).
/// 0 < r, s < n and key coordinates < p (else false); z is any integer below 2^256 and counts mod n.
#[must_use]
pub fn verify(backend: Backend, z: &U256, r: &U256, s: &U256, key: &Affine<U256>) -> bool {
    let task = verify::Verify { z, r, s, key };
    match backend {
        Backend::Portable => task.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        Backend::Adx(adx) => adx_field::run(adx, task),
        Backend::P256 => verify_p256(z, r, s, key).is_some(),
    }
}

fn be_bytes(x: &U256) -> [u8; 32] {
    let mut bytes = [0; 32];
    limb::to_be_bytes(x, &mut bytes);
    bytes
}

/// By the curve arithmetic of `p256`; Some iff the signature is valid.
fn verify_p256(z: &U256, r: &U256, s: &U256, key: &Affine<U256>) -> Option<()> {
    use p256::{
        AffinePoint, FieldBytes, ProjectivePoint, Scalar,
        elliptic_curve::{
            Group, PrimeField,
            ops::{MulByGeneratorVartime, Reduce},
            point::AffineCoordinates,
        },
    };
    let point = AffinePoint::from_coordinates(&be_bytes(&key.x).into(), &be_bytes(&key.y).into());
    let point = ProjectivePoint::from(point.into_option()?);
    let r_scalar = Scalar::from_repr(be_bytes(r).into()).into_option()?;
    let s_scalar = Scalar::from_repr(be_bytes(s).into()).into_option()?;
    let z_scalar = <Scalar as Reduce<FieldBytes>>::reduce(&be_bytes(z).into());
    let w = s_scalar.invert_vartime().into_option()?;
    let sum = ProjectivePoint::mul_by_generator_and_mul_add_vartime(
        &(z_scalar * w),
        &(r_scalar * w),
        &point,
    );
    if limb::is_zero(r) || bool::from(sum.is_identity()) {
        return None;
    }
    let x = <Scalar as Reduce<FieldBytes>>::reduce(&sum.to_affine().x());
    (x == r_scalar).then_some(())
}
