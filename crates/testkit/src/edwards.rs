//! Edwards25519 and two rules of Ed25519 verification: ZIP-215 and this project's for EIP-665.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{
    field::{Field, Prime, hex},
    hash::sha512,
};

/// An affine point (x, y).
pub type Point = (BigUint, BigUint);

/// p = 2^255 - 19.
pub static FIELD: LazyLock<Prime> = LazyLock::new(|| Prime::new((BigUint::one() << 255) - 19u32));
/// The order of the base point.
pub static ORDER: LazyLock<BigUint> =
    LazyLock::new(|| hex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"));
/// d = -121665 / 121666.
static D: LazyLock<BigUint> = LazyLock::new(|| {
    let inverse = FIELD.inv(&FIELD.int(121_666)).expect("not 0");
    FIELD.neg(&FIELD.mul(&FIELD.int(121_665), &inverse))
});
/// The base point: y = 4/5, x even (RFC 8032 section 5.1).
pub static BASE: LazyLock<Point> = LazyLock::new(|| {
    let y = FIELD.mul(&FIELD.int(4), &FIELD.inv(&FIELD.int(5)).expect("not 0"));
    lift_y(&y, false).expect("on the curve")
});
/// The eight points of small order.
pub static TORSION: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let eighth = (2u32..)
        .filter_map(|y| lift_y(&y.into(), false))
        .map(|point| mul(&ORDER, &point))
        .find(|point| mul(&4u32.into(), point) != identity())
        .expect("half of all points will do");
    (0u32..8).map(|i| mul(&i.into(), &eighth)).collect()
});

/// (0, 1).
#[must_use]
pub fn identity() -> Point {
    (BigUint::zero(), BigUint::one())
}

/// The point with this y, and x odd as said (x = 0 whatever is said); None if there is none.
#[must_use]
pub fn lift_y(y: &BigUint, odd: bool) -> Option<Point> {
    let f = &*FIELD;
    let square = f.mul(y, y);
    let numerator = f.sub(&square, &f.int(1));
    let denominator = f.add(&f.mul(&D, &square), &f.int(1));
    let x = f.sqrt(&f.mul(&numerator, &f.inv(&denominator)?))?;
    let x = if x.bit(0) == odd { x } else { f.neg(&x) };
    Some((x, y.clone()))
}

/// P + Q: the complete law of the twisted curve -x² + y² = 1 + d x² y².
#[must_use]
pub fn add(p: &Point, q: &Point) -> Point {
    let f = &*FIELD;
    let (x1y2, y1x2) = (f.mul(&p.0, &q.1), f.mul(&p.1, &q.0));
    let (x1x2, y1y2) = (f.mul(&p.0, &q.0), f.mul(&p.1, &q.1));
    let product = f.mul(&D, &f.mul(&x1x2, &y1y2));
    let over = |numerator: BigUint, denominator: BigUint| {
        f.mul(&numerator, &f.inv(&denominator).expect("the law is complete"))
    };
    let x = over(f.add(&x1y2, &y1x2), f.add(&f.int(1), &product));
    let y = over(f.add(&y1y2, &x1x2), f.sub(&f.int(1), &product));
    (x, y)
}

/// -P.
#[must_use]
pub fn neg(p: &Point) -> Point {
    (FIELD.neg(&p.0), p.1.clone())
}

/// k P by double-and-add. The coordinates (X : Y : Z) save inversions; the law is [`add`]'s.
#[must_use]
pub fn mul(k: &BigUint, point: &Point) -> Point {
    let f = &*FIELD;
    let lift = |point: Point| [point.0, point.1, BigUint::one()];
    let law = |p: &[BigUint; 3], q: &[BigUint; 3]| {
        let [a, c, d] = [2, 0, 1].map(|i| f.mul(&p[i], &q[i]));
        let cross = f.add(&f.mul(&p[0], &q[1]), &f.mul(&p[1], &q[0]));
        let (square, product) = (f.mul(&a, &a), f.mul(&D, &f.mul(&c, &d)));
        let (minus, plus) = (f.sub(&square, &product), f.add(&square, &product));
        [
            f.mul(&a, &f.mul(&minus, &cross)),
            f.mul(&a, &f.mul(&plus, &f.add(&c, &d))),
            f.mul(&minus, &plus),
        ]
    };
    let point = lift(point.clone());
    let mut sum = lift(identity());
    for i in (0..k.bits()).rev() {
        sum = law(&sum, &sum);
        if k.bit(i) {
            sum = law(&sum, &point);
        }
    }
    let [x, y, z] = sum;
    let inverse = f.inv(&z).expect("the law is complete");
    (f.mul(&x, &inverse), f.mul(&y, &inverse))
}

/// The canonical encoding: y in 255 bits, little-endian, and the parity of x on top.
#[must_use]
pub fn encode(point: &Point) -> [u8; 32] {
    let mut bytes = le32(&point.1);
    bytes[31] |= u8::from(point.0.bit(0)) << 7;
    bytes
}

/// ZIP-215: y is reduced, and x = 0 may be called odd.
#[must_use]
pub fn decode(bytes: &[u8; 32]) -> Option<Point> {
    let mut low = *bytes;
    low[31] &= 0x7f;
    let y = FIELD.reduce(&BigUint::from_bytes_le(&low));
    lift_y(&y, bytes[31] >> 7 == 1)
}

/// 32 little-endian bytes.
///
/// # Panics
/// If the value does not fit.
#[must_use]
pub fn le32(value: &BigUint) -> [u8; 32] {
    let mut bytes = value.to_bytes_le();
    bytes.resize(32, 0);
    bytes.try_into().expect("32 bytes")
}

/// SHA-512(R ‖ A ‖ M) mod L, of the encodings as they are.
#[must_use]
pub fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> BigUint {
    let hash = sha512(&[r.as_slice(), key, message].concat());
    BigUint::from_bytes_le(&hash) % &*ORDER
}

/// A signature by the private scalar `a` and the nonce `n`, for keys and R that may carry any torsion:
/// S = n + k a mod L.
#[must_use]
pub fn sign(key: &[u8; 32], r: &[u8; 32], a: &BigUint, n: &BigUint, message: &[u8]) -> [u8; 64] {
    let s = (n + challenge(r, key, message) * a) % &*ORDER;
    join(r, &le32(&s))
}

/// R ‖ S.
#[must_use]
pub fn join(r: &[u8; 32], s: &[u8; 32]) -> [u8; 64] {
    [*r, *s].as_flattened().try_into().expect("64 bytes")
}

struct Parts {
    r: [u8; 32],
    s: BigUint,
}

fn split(signature: &[u8; 64]) -> Parts {
    let (r, s) = signature.split_at(32);
    Parts { r: r.try_into().expect("32 bytes"), s: BigUint::from_bytes_le(s) }
}

/// \[S\]B - \[k\]A.
fn commitment(s: &BigUint, k: &BigUint, a: &Point) -> Point {
    add(&mul(s, &BASE), &neg(&mul(k, a)))
}

/// ZIP-215, the rule of CIP-25: \[8\]\[S\]B = \[8\]R + \[8\]\[k\]A, S < L, lenient encodings.
#[must_use]
pub fn verify_zip215(key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
    let Parts { r, s } = split(signature);
    let (Some(a), Some(point)) = (decode(key), decode(&r)) else { return false };
    if s >= *ORDER {
        return false;
    }
    let k = challenge(&r, key, message);
    let difference = add(&commitment(&s, &k, &a), &neg(&point));
    mul(&8u32.into(), &difference) == identity()
}

/// The project's rule for EIP-665: S < L, the key canonical and not of small order, R not of small
/// order, and the encoding of \[S\]B - \[k\]A equal to R byte for byte.
#[must_use]
pub fn verify_eip665(key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
    let Parts { r, s } = split(signature);
    let Some(a) = decode(key) else { return false };
    let small = |point: &Point| TORSION.contains(point);
    if s >= *ORDER || encode(&a) != *key || small(&a) {
        return false;
    }
    let point = commitment(&s, &challenge(&r, key, message), &a);
    encode(&point) == r && !small(&point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize>(digits: &str) -> [u8; N] {
        crate::field::be_bytes(&hex(digits), N).try_into().unwrap()
    }

    /// RFC 8032 section 7.1, tests 1 and 2.
    #[test]
    fn published_signatures_verify() {
        let cases: [(&str, &str, &[u8]); 2] = [
            (
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
                 5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
                &[],
            ),
            (
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
                 085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
                &[0x72],
            ),
        ];
        for (key, signature, message) in cases {
            let (key, mut signature) = (bytes(key), bytes(signature));
            assert!(verify_zip215(&key, &signature, message));
            assert!(verify_eip665(&key, &signature, message));
            signature[0] ^= 1;
            assert!(!verify_zip215(&key, &signature, message));
            assert!(!verify_eip665(&key, &signature, message));
        }
    }

    #[test]
    fn the_base_point_has_its_order_and_there_are_eight_torsion_points() {
        assert_eq!(mul(&ORDER, &BASE), identity());
        let mut multiple = identity();
        for k in 0u32..40 {
            assert_eq!(mul(&k.into(), &BASE), multiple, "{k}");
            multiple = add(&multiple, &BASE);
        }
        for (i, point) in TORSION.iter().enumerate() {
            assert_eq!(mul(&8u32.into(), point), identity());
            assert!(!TORSION[..i].contains(point));
        }
    }

    /// The rules part where the signature holds only up to torsion, and where A and R are small.
    #[test]
    fn the_rules_differ_on_torsion() {
        let key = encode(&TORSION[1]);
        let signature = join(&encode(&TORSION[3]), &[0; 32]);
        assert!(verify_zip215(&key, &signature, b"any"));
        assert!(!verify_eip665(&key, &signature, b"any"));

        let (a, n) = (5u32.into(), 9u32.into());
        let key = encode(&add(&mul(&a, &BASE), &TORSION[1]));
        let r = encode(&mul(&n, &BASE));
        let odd = (0u32..).find(|i| challenge(&r, &key, &i.to_be_bytes()).bit(0)).unwrap();
        let message = odd.to_be_bytes();
        let signature = sign(&key, &r, &a, &n, &message);
        assert!(verify_zip215(&key, &signature, &message));
        assert!(!verify_eip665(&key, &signature, &message));
    }
}
