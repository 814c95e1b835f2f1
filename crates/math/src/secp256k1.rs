//! secp256k1: recovery of the public key from an ECDSA signature (SEC 1 v2, section 4.1.6).

#[cfg(test)]
pub(crate) mod model;
mod recover;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64::adx_field, cpu};
use crate::{
    backend::backends,
    field::{Portable, Task as _},
    limb::{self, U256},
    point::Affine,
};

backends! {
    "ecrecover";
    K256 = "k256",
    #[cfg(feature = "c")]
    Libsecp256k1 = "libsecp256k1",
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Adx(cpu::Adx) = "adx",
}

/// The field modulus p = 2^256 - 2^32 - 977.
pub const P: U256 =
    [0xffff_fffe_ffff_fc2f, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff];
/// The group order n.
pub const N: U256 =
    [0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff];

/// Q = r^-1 (s R - z G), where R has x = r and y odd iff `y_odd`; None if no such R or if Q is infinity.
///
/// 0 < r, s < n (else None); z is any integer below 2^256 and counts mod n. s > n/2 is as good as any other.
#[must_use]
pub fn recover(
    backend: Backend,
    z: &U256,
    r: &U256,
    s: &U256,
    y_odd: bool,
) -> Option<Affine<U256>> {
    let task = recover::Recover { z, r, s, y_odd };
    match backend {
        Backend::Portable => task.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        Backend::Adx(adx) => adx_field::run(adx, task),
        Backend::K256 => recover_k256(z, r, s, y_odd),
        #[cfg(feature = "c")]
        Backend::Libsecp256k1 => recover_libsecp256k1(z, r, s, y_odd),
    }
}

fn be_bytes(x: &U256) -> [u8; 32] {
    let mut bytes = [0; 32];
    limb::to_be_bytes(x, &mut bytes);
    bytes
}

/// By the curve arithmetic of `k256`: its own recovery API would verify once more and is free to have
/// opinions about s.
fn recover_k256(z: &U256, r: &U256, s: &U256, y_odd: bool) -> Option<Affine<U256>> {
    use k256::{
        AffinePoint, FieldBytes, ProjectivePoint, Scalar,
        elliptic_curve::{
            Group, PrimeField,
            ops::{MulByGeneratorVartime, Reduce},
            point::{AffineCoordinates, DecompressPoint},
        },
    };
    // The other scalars out of range fail to parse or to invert.
    if limb::is_zero(s) {
        return None;
    }
    let r_bytes = FieldBytes::from(be_bytes(r));
    let r_point = AffinePoint::decompress(&r_bytes, u8::from(y_odd).into()).into_option()?;
    let r_scalar = Scalar::from_repr(r_bytes).into_option()?;
    let s_scalar = Scalar::from_repr(be_bytes(s).into()).into_option()?;
    let z_scalar = <Scalar as Reduce<FieldBytes>>::reduce(&be_bytes(z).into());
    let r_inverse = r_scalar.invert_vartime().into_option()?;
    let q = ProjectivePoint::mul_by_generator_and_mul_add_vartime(
        &-(z_scalar * r_inverse),
        &(s_scalar * r_inverse),
        &r_point.into(),
    );
    if bool::from(q.is_identity()) {
        return None;
    }
    let q = q.to_affine();
    Some(Affine { x: limb::from_be_bytes(&q.x()), y: limb::from_be_bytes(&q.y()) })
}

#[cfg(feature = "c")]
fn recover_libsecp256k1(z: &U256, r: &U256, s: &U256, y_odd: bool) -> Option<Affine<U256>> {
    use secp256k1::{
        Message,
        ecdsa::{RecoverableSignature, RecoveryId},
    };
    let mut compact = [0; 64];
    limb::to_be_bytes(r, &mut compact[..32]);
    limb::to_be_bytes(s, &mut compact[32..]);
    let id = if y_odd { RecoveryId::One } else { RecoveryId::Zero };
    let signature = RecoverableSignature::from_compact(&compact, id).ok()?;
    let key = signature.recover_ecdsa(Message::from_digest(be_bytes(z))).ok()?;
    let encoded = key.serialize_uncompressed();
    Some(Affine { x: limb::from_be_bytes(&encoded[1..33]), y: limb::from_be_bytes(&encoded[33..]) })
}
