//! ECDSA: signing, verification (EIP-7951) and key recovery (SEC 1 section 4.1.6).

use num_bigint::BigUint;
use num_traits::Zero;

use crate::{
    curve::{Curve, Point1},
    field::{Field, Prime},
};

fn scalars(curve: &Curve<Prime>) -> Prime {
    Prime::new(curve.order.clone())
}

fn in_range(curve: &Curve<Prime>, a: &BigUint) -> bool {
    !a.is_zero() && *a < curve.order
}

/// The signature (r, s) of z under the private key d with the nonce k, and whether R has an odd y.
/// None if r or s is 0.
#[must_use]
pub fn sign(
    curve: &Curve<Prime>,
    z: &BigUint,
    d: &BigUint,
    k: &BigUint,
) -> Option<(BigUint, BigUint, bool)> {
    let fr = scalars(curve);
    let (x, y) = curve.mul_generator(k)?;
    let r = fr.reduce(&x);
    let sum = fr.add(&fr.reduce(z), &fr.mul(&r, &fr.reduce(d)));
    let s = fr.mul(&fr.inv(&fr.reduce(k))?, &sum);
    (!r.is_zero() && !s.is_zero()).then(|| (r, s, y.bit(0)))
}

/// Whether (r, s) signs z under `key`; every integer may be out of range.
#[must_use]
pub fn verify(curve: &Curve<Prime>, z: &BigUint, r: &BigUint, s: &BigUint, key: &Point1) -> bool {
    let fr = scalars(curve);
    let valid_key = key
        .as_ref()
        .is_some_and(|(x, y)| *x < curve.field.p && *y < curve.field.p && curve.contains(key));
    if !in_range(curve, r) || !in_range(curve, s) || !valid_key {
        return false;
    }
    let Some(w) = fr.inv(s) else { return false };
    let u1 = fr.mul(&fr.reduce(z), &w);
    let u2 = fr.mul(r, &w);
    let sum = curve.add(&curve.mul_generator(&u1), &curve.mul(&u2, key));
    sum.is_some_and(|(x, _)| fr.reduce(&x) == *r)
}

/// Q = r⁻¹ (s R - z G) for the R with this x and parity; None if there is none or Q is infinity.
#[must_use]
pub fn recover(
    curve: &Curve<Prime>,
    z: &BigUint,
    r: &BigUint,
    s: &BigUint,
    x: &BigUint,
    y_odd: bool,
) -> Point1 {
    let fr = scalars(curve);
    if !in_range(curve, r) || !in_range(curve, s) {
        return None;
    }
    let lifted = curve.lift_x(x);
    let (_, y) = lifted.as_ref()?;
    let point = if y.bit(0) == y_odd { lifted } else { curve.neg(&lifted) };
    let w = fr.inv(r)?;
    let u1 = fr.mul(&fr.neg(&fr.reduce(z)), &w);
    let u2 = fr.mul(s, &w);
    curve.add(&curve.mul_generator(&u1), &curve.mul(&u2, &point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{P256, SECP256K1};

    #[test]
    fn what_is_signed_verifies_and_is_recovered() {
        for curve in [&*SECP256K1, &*P256] {
            let (z, d, k) = (12345u32.into(), 77u32.into(), 1_000_003u32.into());
            let (r, s, odd) = sign(curve, &z, &d, &k).unwrap();
            let key = curve.mul_generator(&d);
            assert!(verify(curve, &z, &r, &s, &key));
            assert!(!verify(curve, &(z.clone() + 1u32), &r, &s, &key));
            assert!(!verify(curve, &z, &r, &(&s + &curve.order), &key));
            assert_eq!(recover(curve, &z, &r, &s, &r, odd), key);
            assert_ne!(recover(curve, &z, &r, &s, &r, !odd), key);
            // s R = z G: the key is infinity.
            let fr = scalars(curve);
            let z = fr.mul(&s, &k);
            assert_eq!(recover(curve, &z, &r, &s, &r, odd), None);
        }
    }
}
