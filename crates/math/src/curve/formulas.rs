//! Every addition and doubling as exact polynomial identities: the code runs on polynomials ([`Symbolic`])
//! and gives the point of the affine group law, with variables for all coordinates.
//!
//! A finite Jacobian point is (x z², y z³, z) for its affine (x, y) and any z ≠ 0. The law: for x1 ≠ x2 with
//! λ = (y2 - y1) / (x2 - x1), for twice a point with λ = (3 x² + a) / (2 y), the sum is x3 = λ² - x1 - x2,
//! y3 = λ (x1 - x3) - y1. Identities hold without the curve's equation. New Z are products of what is not 0:
//! z, y (no point of odd order has y = 0) and x2 - x1. Exceptions, each run here too: an infinite operand, equal
//! points, opposite points; points of the same x are one of these two, as y1² = y2².

use super::{Curve, Jacobian, Point};
use crate::{
    bn254,
    field::{Fe, Field},
    limb::U256,
    p256, secp256k1,
    symbolic::{self, Symbolic},
};

macro_rules! curves {
    ($($field:ident $curve:ident $p:expr, $minus_3:literal;)+) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct $field;
        impl Field for $field {
            const P: U256 = $p;
            /// Anything but 0: forms are numbers of polynomials.
            const FOLD: u64 = 1;
        }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct $curve;
        impl Curve for $curve {
            type Field = $field;
            const A_IS_MINUS_3: bool = $minus_3;
        }
    )+};
}
curves! {
    SecpP Secp256k1 secp256k1::P, false;
    BnP Bn254 bn254::P, false;
    NistP P256 p256::P, true;
}

type Element<C> = Fe<<C as Curve>::Field, Symbolic>;

fn variable<C: Curve>(index: usize) -> Element<C> {
    Fe::from_form([symbolic::variable(index), 0, 0, 0])
}

/// (x, y, z) as variables from `first` on, as an affine and a Jacobian point.
fn point<C: Curve>(first: usize) -> (Point<C, Symbolic>, Jacobian<C, Symbolic>) {
    let [x, y, z] = [0, 1, 2].map(|i| variable::<C>(first + i));
    let zz = z.square();
    (Point { x, y }, Jacobian { x: x.mul(&zz), y: y.mul(&zz.mul(&z)), z })
}

/// λ = n / d gives this sum of points with x-coordinates that sum up to `xs`, one of them p.
fn assert_sum<C: Curve>(
    sum: &Jacobian<C, Symbolic>,
    [n, d]: [Element<C>; 2],
    p: &Point<C, Symbolic>,
    xs: &Element<C>,
) {
    // x3 = u / d², y3 = v / d³.
    let dd = d.square();
    let u = n.square().sub(&xs.mul(&dd));
    let v = n.mul(&p.x.mul(&dd).sub(&u)).sub(&p.y.mul(&dd.mul(&d)));
    let zz = sum.z.square();
    assert_eq!(sum.x.mul(&dd), u.mul(&zz));
    assert_eq!(sum.y.mul(&dd.mul(&d)), v.mul(&zz.mul(&sum.z)));
    assert!(!sum.is_infinity());
}

fn check<C: Curve>() {
    let ((p, jp), (q, jq)) = (point::<C>(0), point::<C>(3));
    let (z1, z2, s) = (jp.z, jq.z, variable::<C>(6));
    let infinity = Jacobian::<C, Symbolic>::INFINITY;
    let opposite = |p: &Jacobian<C, Symbolic>| Jacobian { y: p.y.neg(), ..*p };
    let same = |a: Jacobian<C, Symbolic>, b: Jacobian<C, Symbolic>| {
        assert_eq!((a.x, a.y, a.z), (b.x, b.y, b.z));
    };

    // Doubling.
    let twice = jp.double();
    let three = Element::<C>::ONE.double().add(&Element::<C>::ONE);
    let tangent = three.mul(&p.x.square());
    let tangent = if C::A_IS_MINUS_3 { tangent.sub(&three) } else { tangent };
    assert_sum(&twice, [tangent, p.y.double()], &p, &p.x.double());
    let z4 = z1.square().square();
    assert_eq!(twice.z, p.y.mul(&z4));
    assert!(infinity.double().is_infinity());

    // Additions of different x.
    let chord = [q.y.sub(&p.y), q.x.sub(&p.x)];
    let xs = p.x.add(&q.x);
    let sum = jp.add_point(&q);
    assert_sum(&sum, chord, &p, &xs);
    assert_eq!(sum.z, z1.square().mul(&z1).mul(&chord[1]));
    let (finite, factor) = jp.add_finite(&q, &jp.z);
    same(finite, sum);
    assert_eq!(sum.z, z1.mul(&factor));
    let sum = jp.add(&jq);
    assert_sum(&sum, chord, &p, &xs);
    assert_eq!(sum.z, z1.mul(&z2).square().mul(&z1.mul(&z2)).mul(&chord[1]));
    // add_scaled takes q' = (s² x, s³ y) for q = (x, y): add the point whose multiple is q.
    let scaled = q.scaled(&s);
    let sum = jp.add_scaled(&q, &s);
    assert_sum(&sum, [scaled.y.sub(&p.y), scaled.x.sub(&p.x)], &p, &p.x.add(&scaled.x));

    // Equal and opposite points.
    same(jp.add_point(&p), twice);
    same(jp.add(&jp), twice);
    assert!(jp.add_point(&p.neg()).is_infinity());
    assert!(jp.add(&opposite(&jp)).is_infinity());
    let other_z = Jacobian { x: p.x.mul(&z2.square()), y: p.y.mul(&z2.square().mul(&z2)), z: z2 };
    assert!(jp.add(&opposite(&other_z)).is_infinity());
    let twice_z = jp.add(&other_z);
    assert_sum(&twice_z, [tangent, p.y.double()], &p, &p.x.double());

    // Infinity.
    same(infinity.add(&jq), jq);
    same(jp.add(&infinity), jp);
    same(infinity.add_point(&q), q.into());
    same(infinity.add_scaled(&q, &s), scaled.into());
    assert!(infinity.add(&infinity).is_infinity());
}

#[test]
fn formulas_are_the_group_law() {
    check::<Secp256k1>();
    check::<Bn254>();
    check::<P256>();
}
