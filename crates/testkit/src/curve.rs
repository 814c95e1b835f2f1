//! Affine chord-and-tangent arithmetic on short Weierstrass curves, and the curves of the EVM.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::field::{Field, Prime, Quadratic, hex};

/// A point; None is infinity.
pub type Point<E> = Option<(E, E)>;
/// A point over a prime field.
pub type Point1 = Point<BigUint>;
/// A point over a quadratic field.
pub type Point2 = Point<(BigUint, BigUint)>;

/// X, Y, Z; None is infinity.
type Jacobian<E> = Option<(E, E, E)>;

/// y² = x³ + a x + b with a subgroup of prime order.
#[derive(Debug, Clone)]
pub struct Curve<F: Field> {
    /// The field of the coordinates.
    pub field: F,
    /// a.
    pub a: F::El,
    /// b.
    pub b: F::El,
    /// The order of the subgroup.
    pub order: BigUint,
    /// A generator of the subgroup.
    pub generator: (F::El, F::El),
}

impl<F: Field> Curve<F> {
    /// Whether the equation holds (or the point is infinity).
    #[must_use]
    pub fn contains(&self, point: &Point<F::El>) -> bool {
        let Some((x, y)) = point else { return true };
        self.field.mul(y, y) == self.right_side(x)
    }

    /// A point with this x, if there is one.
    #[must_use]
    pub fn lift_x(&self, x: &F::El) -> Point<F::El> {
        Some((x.clone(), self.field.sqrt(&self.right_side(x))?))
    }

    fn right_side(&self, x: &F::El) -> F::El {
        let f = &self.field;
        f.add(&f.mul(x, &f.add(&f.mul(x, x), &self.a)), &self.b)
    }

    /// -P.
    #[must_use]
    pub fn neg(&self, point: &Point<F::El>) -> Point<F::El> {
        point.as_ref().map(|(x, y)| (x.clone(), self.field.neg(y)))
    }

    /// P + Q.
    #[must_use]
    pub fn add(&self, p: &Point<F::El>, q: &Point<F::El>) -> Point<F::El> {
        let f = &self.field;
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else {
            return p.clone().or_else(|| q.clone());
        };
        let (rise, run) = if x1 != x2 {
            (f.sub(y2, y1), f.sub(x2, x1))
        } else if y1 == y2 {
            let square = f.mul(x1, x1);
            (f.add(&f.mul(&f.int(3), &square), &self.a), f.add(y1, y1))
        } else {
            return None;
        };
        // The run is 0 only where a point of order 2 is doubled.
        let slope = f.mul(&rise, &f.inv(&run)?);
        let x = f.sub(&f.sub(&f.mul(&slope, &slope), x1), x2);
        let y = f.sub(&f.mul(&slope, &f.sub(x1, &x)), y1);
        Some((x, y))
    }

    /// k P by double-and-add, in Jacobian coordinates (x = X/Z², y = Y/Z³) to save inversions.
    #[must_use]
    pub fn mul(&self, k: &BigUint, point: &Point<F::El>) -> Point<F::El> {
        let Some((x, y)) = point else { return None };
        let mut sum = None;
        for i in (0..k.bits()).rev() {
            sum = self.double(sum);
            if k.bit(i) {
                sum = self.add_affine(sum, x, y);
            }
        }
        let f = &self.field;
        let (x, y, z) = sum?;
        let inverse = f.inv(&z)?;
        let square = f.mul(&inverse, &inverse);
        Some((f.mul(&x, &square), f.mul(&y, &f.mul(&square, &inverse))))
    }

    fn double(&self, p: Jacobian<F::El>) -> Jacobian<F::El> {
        let f = &self.field;
        let (x, y, z) = p?;
        if f.is_zero(&y) {
            return None;
        }
        let twice = |a: &F::El| f.add(a, a);
        let (xx, yy, zz) = (f.mul(&x, &x), f.mul(&y, &y), f.mul(&z, &z));
        let s = twice(&twice(&f.mul(&x, &yy)));
        let m = f.add(&f.add(&twice(&xx), &xx), &f.mul(&self.a, &f.mul(&zz, &zz)));
        let x3 = f.sub(&f.mul(&m, &m), &twice(&s));
        let yyyy8 = twice(&twice(&twice(&f.mul(&yy, &yy))));
        let y3 = f.sub(&f.mul(&m, &f.sub(&s, &x3)), &yyyy8);
        Some((x3, y3, twice(&f.mul(&y, &z))))
    }

    fn add_affine(&self, p: Jacobian<F::El>, x2: &F::El, y2: &F::El) -> Jacobian<F::El> {
        let f = &self.field;
        let Some((x, y, z)) = p else { return Some((x2.clone(), y2.clone(), f.int(1))) };
        let zz = f.mul(&z, &z);
        let h = f.sub(&f.mul(x2, &zz), &x);
        let r = f.sub(&f.mul(y2, &f.mul(&zz, &z)), &y);
        if f.is_zero(&h) {
            return if f.is_zero(&r) { self.double(Some((x, y, z))) } else { None };
        }
        let hh = f.mul(&h, &h);
        let (hhh, v) = (f.mul(&hh, &h), f.mul(&x, &hh));
        let x3 = f.sub(&f.sub(&f.mul(&r, &r), &hhh), &f.add(&v, &v));
        let y3 = f.sub(&f.mul(&r, &f.sub(&v, &x3)), &f.mul(&y, &hhh));
        Some((x3, y3, f.mul(&z, &h)))
    }

    /// k G.
    #[must_use]
    pub fn mul_generator(&self, k: &BigUint) -> Point<F::El> {
        self.mul(k, &Some(self.generator.clone()))
    }

    /// Whether order · P is infinity.
    #[must_use]
    pub fn in_subgroup(&self, point: &Point<F::El>) -> bool {
        self.mul(&self.order, point).is_none()
    }
}

/// SEC 2 section 2.4.1.
pub static SECP256K1: LazyLock<Curve<Prime>> = LazyLock::new(|| Curve {
    field: Prime::new(hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")),
    a: BigUint::zero(),
    b: 7u32.into(),
    order: hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    generator: (
        hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ),
});

/// FIPS 186-4 section D.1.2.3.
pub static P256: LazyLock<Curve<Prime>> = LazyLock::new(|| Curve {
    field: Prime::new(hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")),
    a: hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
    b: hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
    order: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    generator: (
        hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    ),
});

fn bn254_prime() -> Prime {
    Prime::new(hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"))
}

fn bn254_order() -> BigUint {
    hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001")
}

/// EIP-196.
pub static BN254_G1: LazyLock<Curve<Prime>> = LazyLock::new(|| Curve {
    field: bn254_prime(),
    a: BigUint::zero(),
    b: 3u32.into(),
    order: bn254_order(),
    generator: (1u32.into(), 2u32.into()),
});

/// EIP-197: the twist y² = x³ + 3 / (9 + i).
pub static BN254_G2: LazyLock<Curve<Quadratic>> = LazyLock::new(|| {
    let field = Quadratic { base: bn254_prime() };
    let inverse = field.inv(&(9u32.into(), 1u32.into())).expect("9 + i is not 0");
    let b = field.mul(&field.int(3), &inverse);
    Curve {
        a: field.int(0),
        b,
        field,
        order: bn254_order(),
        generator: (
            (
                hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
                hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
            ),
            (
                hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
                hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
            ),
        ),
    }
});

fn bls_prime() -> Prime {
    Prime::new(hex(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    ))
}

fn bls_order() -> BigUint {
    hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001")
}

/// EIP-2537.
pub static BLS_G1: LazyLock<Curve<Prime>> = LazyLock::new(|| Curve {
    field: bls_prime(),
    a: BigUint::zero(),
    b: 4u32.into(),
    order: bls_order(),
    generator: (
        hex(
            "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        ),
        hex(
            "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ),
    ),
});

/// EIP-2537: the twist y² = x³ + 4 (1 + i).
pub static BLS_G2: LazyLock<Curve<Quadratic>> = LazyLock::new(|| {
    let field = Quadratic { base: bls_prime() };
    Curve {
        a: field.int(0),
        b: (4u32.into(), 4u32.into()),
        field,
        order: bls_order(),
        generator: (
            (
                hex(
                    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
                ),
                hex(
                    "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
                ),
            ),
            (
                hex(
                    "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
                ),
                hex(
                    "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
                ),
            ),
        ),
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn sound<F: Field>(curve: &Curve<F>) {
        let g = Some(curve.generator.clone());
        assert!(curve.contains(&g) && curve.in_subgroup(&g));
        let order = &curve.order;
        assert_eq!(curve.mul(&(order - 1u32), &g), curve.neg(&g));
        assert_eq!(curve.add(&g, &curve.neg(&g)), None);
        assert_eq!(curve.add(&g, &None), g);
        // The multiples by repeated affine addition, up to some and around the order.
        let mut multiple = None;
        for k in 0u32..40 {
            assert_eq!(curve.mul(&k.into(), &g), multiple, "{k}");
            assert_eq!(curve.mul(&(order + k), &g), multiple, "order + {k}");
            assert!(curve.contains(&multiple));
            multiple = curve.add(&multiple, &g);
        }
        let third = order / 3u32;
        let sum = curve.add(&curve.mul_generator(&third), &curve.mul_generator(&(&third + 5u32)));
        assert_eq!(curve.mul_generator(&(2u32 * third + 5u32)), sum);
        let lifted = curve.lift_x(&curve.generator.0);
        assert!(lifted == g || lifted == curve.neg(&g));
    }

    #[test]
    fn every_curve_has_its_generator_and_order() {
        sound(&SECP256K1);
        sound(&P256);
        sound(&BN254_G1);
        sound(&BN254_G2);
        sound(&BLS_G1);
        sound(&BLS_G2);
    }

    /// SPEC: (0, 2) has order 3 on BLS12-381.
    #[test]
    fn a_small_order_point_is_outside_the_subgroup() {
        let point = Some((0u32.into(), 2u32.into()));
        assert!(BLS_G1.contains(&point) && !BLS_G1.in_subgroup(&point));
        assert_eq!(BLS_G1.add(&point, &point), BLS_G1.neg(&point));
    }
}
