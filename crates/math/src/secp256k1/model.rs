//! A plain model of short Weierstrass curves over big integers, for tests: affine chord and tangent.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{limb::U256, point::Affine};

/// None is infinity.
pub(crate) type Point = Option<(BigUint, BigUint)>;

/// y^2 = x^3 + a x + b over the integers mod p (p = 3 mod 4), base point g of prime order n.
#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) p: BigUint,
    pub(crate) n: BigUint,
    pub(crate) a: BigUint,
    pub(crate) b: BigUint,
    pub(crate) g: Point,
}

pub(crate) fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
}

pub(crate) fn big(x: &U256) -> BigUint {
    x.iter().rev().fold(BigUint::zero(), |sum, &limb| (sum << 64u32) + limb)
}

pub(crate) fn limbs(x: &BigUint) -> U256 {
    let mut digits = x.iter_u64_digits();
    let out = core::array::from_fn(|_| digits.next().unwrap_or(0));
    assert!(digits.next().is_none(), "fits 256 bits");
    out
}

pub(crate) fn affine(point: &Point) -> Affine<U256> {
    point.as_ref().map_or_else(Affine::default, |(x, y)| Affine { x: limbs(x), y: limbs(y) })
}

impl Curve {
    pub(crate) fn secp256k1() -> Self {
        Self {
            p: hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
            n: hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
            a: BigUint::zero(),
            b: BigUint::from(7u32),
            g: Some((
                hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
                hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
            )),
        }
    }

    pub(crate) fn p256() -> Self {
        let p = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
        Self {
            a: &p - 3u32,
            p,
            n: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
            b: hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
            g: Some((
                hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
                hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
            )),
        }
    }

    fn sub(&self, x: &BigUint, y: &BigUint) -> BigUint {
        (x + &self.p - y) % &self.p
    }

    fn right_side(&self, x: &BigUint) -> BigUint {
        (x * x * x + &self.a * x + &self.b) % &self.p
    }

    pub(crate) fn contains(&self, x: &BigUint, y: &BigUint) -> bool {
        y * y % &self.p == self.right_side(x)
    }

    /// The point of that x with y of that parity.
    pub(crate) fn lift(&self, x: &BigUint, odd: bool) -> Point {
        let exponent = (&self.p + 1u32) / 4u32;
        let y = self.right_side(x).modpow(&exponent, &self.p);
        let y = if y.bit(0) == odd { y } else { self.sub(&BigUint::zero(), &y) };
        self.contains(x, &y).then(|| (x.clone(), y))
    }

    pub(crate) fn neg(&self, point: &Point) -> Point {
        point.as_ref().map(|(x, y)| (x.clone(), self.sub(&BigUint::zero(), y)))
    }

    pub(crate) fn add(&self, left: &Point, right: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (left, right) else {
            return left.clone().or_else(|| right.clone());
        };
        let (rise, run) = if x1 != x2 {
            (self.sub(y2, y1), self.sub(x2, x1))
        } else if y1 == y2 && !y1.is_zero() {
            ((x1 * x1 * 3u32 + &self.a) % &self.p, y1 * 2u32 % &self.p)
        } else {
            return None;
        };
        let slope = rise * run.modinv(&self.p).unwrap() % &self.p;
        let x = self.sub(&self.sub(&(&slope * &slope % &self.p), x1), x2);
        let y = self.sub(&(&slope * self.sub(x1, &x) % &self.p), y1);
        Some((x, y))
    }

    pub(crate) fn mul(&self, scalar: &BigUint, point: &Point) -> Point {
        let mut sum = None;
        for i in (0..scalar.bits()).rev() {
            sum = self.add(&sum, &sum);
            if scalar.bit(i) {
                sum = self.add(&sum, point);
            }
        }
        sum
    }

    /// `scalar` mod n times the base point, by the shorter of the two ways round.
    pub(crate) fn mul_base(&self, scalar: &BigUint) -> Point {
        let opposite = self.minus(scalar);
        let scalar = scalar % &self.n;
        if opposite < scalar {
            self.neg(&self.mul(&opposite, &self.g))
        } else {
            self.mul(&scalar, &self.g)
        }
    }

    pub(crate) fn inverse(&self, scalar: &BigUint) -> BigUint {
        scalar.modinv(&self.n).unwrap()
    }

    /// -scalar mod n.
    pub(crate) fn minus(&self, scalar: &BigUint) -> BigUint {
        (&self.n - scalar % &self.n) % &self.n
    }

    /// SEC 1, 4.1.6, for x = r and the given parity of y.
    pub(crate) fn recover(&self, z: &BigUint, r: &BigUint, s: &BigUint, odd: bool) -> Point {
        let nonce_point = self.lift(r, odd);
        nonce_point.as_ref()?;
        let inverse = self.inverse(r);
        let u1 = self.minus(&(z * &inverse));
        let u2 = s * &inverse % &self.n;
        self.add(&self.mul(&u1, &self.g), &self.mul(&u2, &nonce_point))
    }

    /// FIPS 186-5, 6.4.2, with a check of the key.
    pub(crate) fn verify(&self, z: &BigUint, r: &BigUint, s: &BigUint, key: &Point) -> bool {
        let Some((x, y)) = key else { return false };
        if !self.contains(x, y) {
            return false;
        }
        let w = self.inverse(s);
        let u1 = z * &w % &self.n;
        let u2 = r * &w % &self.n;
        let sum = self.add(&self.mul(&u1, &self.g), &self.mul(&u2, key));
        sum.is_some_and(|(x, _)| x % &self.n == *r)
    }

    /// (z, s) such that u1 = -z/r and u2 = s/r in a recovery, or a signature on z by the key of that recovery.
    pub(crate) fn craft(&self, r: &BigUint, u1: &BigUint, u2: &BigUint) -> (BigUint, BigUint) {
        (self.minus(&(u1 * r)), u2 * r % &self.n)
    }
}

#[test]
fn model_obeys_the_group_laws() {
    for curve in [Curve::secp256k1(), Curve::p256()] {
        let g = &curve.g;
        let (x, y) = g.clone().unwrap();
        assert!(curve.contains(&x, &y));
        assert_eq!(curve.mul(&curve.n, g), None);
        assert_eq!(curve.mul(&(&curve.n - 1u32), g), curve.neg(g));
        assert_eq!(curve.mul_base(&(&curve.n - 1u32)), curve.neg(g));
        let three = curve.mul(&BigUint::from(3u32), g);
        assert_eq!(curve.add(&curve.add(g, g), g), three);
        assert_eq!(curve.add(&three, &curve.neg(&three)), None);
        assert_eq!(curve.lift(&x, y.bit(0)), *g);
        assert_eq!(curve.inverse(&BigUint::from(2u32)) * 2u32 % &curve.n, BigUint::one());
    }
}
