//! Ed25519 verification under two rules: ZIP-215 (CIP-25) and EIP-665.
//!
//! Both hash the bytes as received, k = SHA-512(R | A | M) mod L, and refuse S >= L. They differ in what
//! encodings they take, and in the equation: ZIP-215 has 8 \[S\]B = 8 R + 8 \[k\]A, so that points of small
//! order do not matter and single and batch verification agree; EIP-665 has the equation of RFC 8032
//! without the cofactor, by comparison of bytes.

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

use curve25519_dalek::{
    EdwardsPoint, Scalar, edwards::CompressedEdwardsY, traits::IsIdentity as _,
};
use sha2::{Digest as _, Sha512};

use crate::backend::backends;

backends! {
    "ed25519 verification";
    Dalek = "dalek",
}

/// ZIP-215: cofactored, lenient decoding (CIP-25).
///
/// `signature` is R | S. R and `key` decode if some point has that y, where y >= p counts mod p and the
/// sign of x = 0 is ignored (ZIP 215; SPEC: S < L is required).
#[must_use]
pub fn verify_zip215(
    backend: Backend,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    match backend {
        Backend::Dalek => zip215_dalek(key, signature, message).is_some(),
    }
}

/// EIP-665 as fixed by this project: canonical S and key, no small order, bytewise comparison of R.
///
/// True iff S < L, `key` is a canonical encoding of a point not of small order, R is not of small order,
/// and \[S\]B - \[k\]A encodes to the bytes of R.
#[must_use]
pub fn verify_eip665(
    backend: Backend,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    match backend {
        Backend::Dalek => eip665_dalek(key, signature, message).is_some(),
    }
}

/// The halves R and S of a signature.
fn halves(signature: &[u8; 64]) -> ([u8; 32], [u8; 32]) {
    let (mut r, mut s) = ([0; 32], [0; 32]);
    r.copy_from_slice(&signature[..32]);
    s.copy_from_slice(&signature[32..]);
    (r, s)
}

fn challenge_dalek(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Scalar {
    let digest = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    Scalar::from_bytes_mod_order_wide(&digest.into())
}

/// Some iff valid. `decompress` is as lenient as ZIP-215 asks: it masks the sign bit, reduces y mod p and
/// takes -0 for 0 (the tests hold it to that).
fn zip215_dalek(key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> Option<()> {
    let (r_bytes, s_bytes) = halves(signature);
    let s = Scalar::from_canonical_bytes(s_bytes).into_option()?;
    let a = CompressedEdwardsY(*key).decompress()?;
    let r = CompressedEdwardsY(r_bytes).decompress()?;
    let k = challenge_dalek(&r_bytes, key, message);
    let expected = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s);
    (expected - r).mul_by_cofactor().is_identity().then_some(())
}

/// Some iff valid.
fn eip665_dalek(key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> Option<()> {
    let (r_bytes, s_bytes) = halves(signature);
    let s = Scalar::from_canonical_bytes(s_bytes).into_option()?;
    if !y_is_canonical(key) {
        return None;
    }
    let a = CompressedEdwardsY(*key).decompress()?;
    // This refuses the sign of x = 0 too: those two points have orders 1 and 2.
    if a.is_small_order() {
        return None;
    }
    let k = challenge_dalek(&r_bytes, key, message);
    let r = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s);
    (r.compress().0 == r_bytes && !r.is_small_order()).then_some(())
}

/// Whether the low 255 bits, little-endian, are below p = 2^255 - 19.
fn y_is_canonical(encoding: &[u8; 32]) -> bool {
    let [first, middle @ .., last] = encoding;
    *first < 0xed || last & 0x7f != 0x7f || middle.iter().any(|&byte| byte != 0xff)
}
