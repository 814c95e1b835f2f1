//! A plain model of edwards25519 and of both verification rules over big integers, for tests.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use sha2::{Digest as _, Sha512};

/// Projective (X, Y, Z); the addition below is complete.
#[derive(Debug, Clone)]
pub(super) struct Point(BigUint, BigUint, BigUint);

pub(super) struct Model {
    /// 2^255 - 19.
    pub(super) p: BigUint,
    /// The order of the base point.
    pub(super) l: BigUint,
    d: BigUint,
    sqrt_minus_one: BigUint,
    pub(super) base: Point,
}

pub(super) fn from_le(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

pub(super) fn to_le(x: &BigUint) -> [u8; 32] {
    let digits = x.to_bytes_le();
    core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

impl Model {
    pub(super) fn new() -> Self {
        let one = BigUint::one();
        let p = (&one << 255u32) - 19u32;
        let l = (&one << 252u32) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128;
        let d = (&p - 121_665u32) * BigUint::from(121_666u32).modinv(&p).unwrap() % &p;
        let sqrt_minus_one = BigUint::from(2u32).modpow(&((&p - 1u32) / 4u32), &p);
        let zero_point = Point(BigUint::zero(), one.clone(), one);
        let mut model = Self { p, l, d, sqrt_minus_one, base: zero_point };
        let y = BigUint::from(5u32).modinv(&model.p).unwrap() * 4u32 % &model.p;
        model.base = model.decode(&to_le(&y)).unwrap();
        model
    }

    fn neg_mod(&self, x: &BigUint) -> BigUint {
        (&self.p - x) % &self.p
    }

    #[expect(clippy::unused_self, reason = "reads like the other operations")]
    pub(super) fn identity(&self) -> Point {
        Point(BigUint::zero(), BigUint::one(), BigUint::one())
    }

    /// ZIP-215 decoding.
    pub(super) fn decode(&self, bytes: &[u8; 32]) -> Option<Point> {
        let mut bytes = *bytes;
        let odd = bytes[31] >> 7 == 1;
        bytes[31] &= 0x7f;
        let y = from_le(&bytes) % &self.p;
        let yy = &y * &y % &self.p;
        let denominator = (&self.d * &yy + 1u32) % &self.p;
        let square = (yy + &self.p - 1u32) * denominator.modinv(&self.p).unwrap() % &self.p;
        let mut x = square.modpow(&((&self.p + 3u32) / 8u32), &self.p);
        if &x * &x % &self.p != square {
            x = x * &self.sqrt_minus_one % &self.p;
        }
        if &x * &x % &self.p != square {
            return None;
        }
        if x.bit(0) != odd {
            x = self.neg_mod(&x);
        }
        Some(Point(x, y, BigUint::one()))
    }

    pub(super) fn encode(&self, point: &Point) -> [u8; 32] {
        let inverse = point.2.modinv(&self.p).unwrap();
        let x = &point.0 * &inverse % &self.p;
        let mut bytes = to_le(&(&point.1 * &inverse % &self.p));
        bytes[31] |= u8::from(x.bit(0)) << 7;
        bytes
    }

    pub(super) fn neg(&self, point: &Point) -> Point {
        Point(self.neg_mod(&point.0), point.1.clone(), point.2.clone())
    }

    /// add-2007-bl of the explicit-formulas database for a = -1.
    pub(super) fn add(&self, left: &Point, right: &Point) -> Point {
        let p = &self.p;
        let z = &left.2 * &right.2 % p;
        let zz = &z * &z % p;
        let xx = &left.0 * &right.0 % p;
        let yy = &left.1 * &right.1 % p;
        let e = &self.d * (&xx * &yy % p) % p;
        let f = (&zz + p - &e) % p;
        let g = (zz + e) % p;
        let cross = (&left.0 + &left.1) * (&right.0 + &right.1) + p + p - &xx - &yy;
        Point(&z * &f % p * (cross % p) % p, &z * &g % p * (yy + xx) % p, f * g % p)
    }

    pub(super) fn mul(&self, scalar: &BigUint, point: &Point) -> Point {
        let mut sum = self.identity();
        for i in (0..scalar.bits()).rev() {
            sum = self.add(&sum, &sum);
            if scalar.bit(i) {
                sum = self.add(&sum, point);
            }
        }
        sum
    }

    #[expect(clippy::unused_self, reason = "reads like the other operations")]
    pub(super) fn is_identity(&self, point: &Point) -> bool {
        point.0.is_zero() && point.1 == point.2
    }

    pub(super) fn is_small_order(&self, point: &Point) -> bool {
        self.is_identity(&self.mul(&BigUint::from(8u32), point))
    }

    /// A point of order 8, from the y-coordinate of any point: [L]P where that has order 8.
    pub(super) fn order_eight(&self) -> Point {
        let four = BigUint::from(4u32);
        (2u32..)
            .filter_map(|y| self.decode(&to_le(&BigUint::from(y))))
            .map(|point| self.mul(&self.l, &point))
            .find(|torsion| !self.is_identity(&self.mul(&four, torsion)))
            .unwrap()
    }

    pub(super) fn challenge(&self, r: &[u8], key: &[u8; 32], message: &[u8]) -> BigUint {
        let digest = Sha512::new().chain_update(r).chain_update(key).chain_update(message);
        from_le(&digest.finalize()) % &self.l
    }

    /// [S]B - [k]A.
    fn expected_r(&self, s: &BigUint, k: &BigUint, a: &Point) -> Point {
        self.add(&self.mul(s, &self.base), &self.neg(&self.mul(k, a)))
    }

    /// SPEC 11.1.
    pub(super) fn zip215(&self, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        let (r_bytes, s) = (&signature[..32], from_le(&signature[32..]));
        let (Some(a), Some(r)) = (self.decode(key), self.decode(r_bytes.try_into().unwrap()))
        else {
            return false;
        };
        let k = self.challenge(r_bytes, key, message);
        let difference = self.add(&self.expected_r(&s, &k, &a), &self.neg(&r));
        s < self.l && self.is_small_order(&difference)
    }

    /// SPEC 11.2.
    pub(super) fn eip665(&self, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        let (r_bytes, s) = (&signature[..32], from_le(&signature[32..]));
        let Some(a) = self.decode(key) else { return false };
        let k = self.challenge(r_bytes, key, message);
        let r = self.expected_r(&s, &k, &a);
        s < self.l
            && self.encode(&a) == *key
            && !self.is_small_order(&a)
            && !self.is_small_order(&r)
            && self.encode(&r) == *r_bytes
    }

    /// The key [a]B + T and a signature by it with R = [r]B + U, S = r + k a + `fault`.
    pub(super) fn sign(
        &self,
        a: &BigUint,
        r: &BigUint,
        [t, u]: [&Point; 2],
        message: &[u8],
        fault: u32,
    ) -> ([u8; 32], [u8; 64]) {
        let key = self.encode(&self.add(&self.mul(a, &self.base), t));
        let r_bytes = self.encode(&self.add(&self.mul(r, &self.base), u));
        let k = self.challenge(&r_bytes, &key, message);
        let s = to_le(&((r + k * a + fault) % &self.l));
        (key, core::array::from_fn(|i| if i < 32 { r_bytes[i] } else { s[i - 32] }))
    }
}

#[test]
fn model_obeys_the_group_laws() {
    let model = Model::new();
    let base = &model.base;
    assert!(model.is_identity(&model.mul(&model.l, base)));
    assert!(!model.is_small_order(base));
    let three = model.add(&model.add(base, base), base);
    assert_eq!(model.encode(&three), model.encode(&model.mul(&BigUint::from(3u32), base)));
    assert!(model.is_identity(&model.add(&three, &model.neg(&three))));
    // The encoding of the base point in RFC 8032: y = 4/5, x even.
    assert_eq!(hex::encode(model.encode(base)), format!("58{}", "66".repeat(31)));
    let torsion = model.order_eight();
    assert!(model.is_small_order(&torsion));
}
