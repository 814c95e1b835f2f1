//! Every addition and doubling of edwards25519 as exact polynomial identities over the integers mod p.
//!
//! The code runs on polynomials ([`symbolic`]) with variables for all coordinates. A point (x, y) is
//! E = g x, F = f, G = g, H = f y with any f, g ≠ 0. The law is x3 = (x1 y2 + x2 y1) / (1 + d x1 x2 y1 y2),
//! y3 = (y1 y2 + x1 x2) / (1 - d x1 x2 y1 y2), whose denominators are never 0, as -1 is a square and d is not:
//! there are no exceptional cases. Doublings use the curve's equation, 1 + d x² y² = y² - x².

use num_bigint::BigUint;

use super::{BaseTables, Completed, D, Group as _, Niels, Serial};
use crate::{
    ed25519::field::{Fe51, Field, P},
    limb::U256,
    secp256k1::model::big,
    symbolic,
};

/// The number of a polynomial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ed25519) struct Element(pub(in crate::ed25519) u64);

impl Field for Element {
    fn from_fe51(x: &Fe51) -> Self {
        Self::from_limbs(&x.pack())
    }

    fn from_limbs(x: &U256) -> Self {
        Self(symbolic::constant(&big(x), &P))
    }

    fn to_limbs(self) -> U256 {
        [self.0, 0, 0, 0]
    }

    fn add(self, y: Self) -> Self {
        Self(symbolic::add(self.0, y.0, &P))
    }

    fn sub(self, y: Self) -> Self {
        Self(symbolic::sub(self.0, y.0, &P))
    }

    fn mul(self, y: Self) -> Self {
        Self(symbolic::mul(self.0, y.0, &P))
    }

    fn square(self) -> Self {
        self.mul(self)
    }
}

/// The constant of that value.
pub(in crate::ed25519) fn small(value: u32) -> Element {
    Element(symbolic::constant(&BigUint::from(value), &P))
}

/// A point's x and y, and what its projective coordinates are multiplied by.
#[derive(Clone, Copy)]
pub(in crate::ed25519) struct Point {
    pub(in crate::ed25519) x: Element,
    pub(in crate::ed25519) y: Element,
    pub(in crate::ed25519) f: Element,
    pub(in crate::ed25519) g: Element,
}

impl Point {
    /// Of variables, from `first` on.
    pub(in crate::ed25519) fn new(first: usize) -> Self {
        let [x, y, f, g] = [0, 1, 2, 3].map(|i| Element(symbolic::variable(first + i)));
        Self { x, y, f, g }
    }

    /// The opposite point.
    pub(in crate::ed25519) fn neg(self) -> Self {
        Self { x: small(0).sub(self.x), ..self }
    }

    fn completed(&self) -> Completed<Element> {
        Completed { e: self.g.mul(self.x), f: self.f, g: self.g, h: self.f.mul(self.y) }
    }
}

/// E, F, G, H of p + q by the law, up to a factor.
pub(in crate::ed25519) fn law(p: &Point, q: &Point) -> [Element; 4] {
    let d = Element::from_fe51(&D);
    let (x, y) = (p.x.mul(q.x), p.y.mul(q.y));
    let c = d.mul(x).mul(y);
    [p.x.mul(q.y).add(q.x.mul(p.y)), small(1).sub(c), small(1).add(c), y.add(x)]
}

/// E, F, G, H of 2p by the law and the curve's equation.
pub(in crate::ed25519) fn law_of_doubling(p: &Point) -> [Element; 4] {
    let (xx, yy) = (p.x.square(), p.y.square());
    let g = yy.sub(xx);
    [small(2).mul(p.x).mul(p.y), small(2).sub(g), g, yy.add(xx)]
}

fn assert_same(point: &Completed<Element>, law: [Element; 4], factor: Element) {
    let [e, f, g, h] = law.map(|x| x.mul(factor));
    assert_eq!((point.e, point.f, point.g, point.h), (e, f, g, h));
}

static TABLES: BaseTables<Niels<Element>> = {
    let zero = Niels { y_plus_x: Element(0), y_minus_x: Element(0), xy2d: Element(0) };
    [[zero; 64]; 2]
};

#[test]
fn serial_formulas_are_the_group_law() {
    let group = Serial::<Element>::new(&TABLES);
    let (p, q) = (Point::new(0), Point::new(4));
    let (zp, zq) = (p.f.mul(p.g), q.f.mul(q.g));
    let point = p.completed();

    assert_same(&group.double(&point), law_of_doubling(&p), zp.square());
    let cached = group.cache(&q.completed());
    let factor = small(2).mul(zp).mul(zq);
    assert_same(&group.add(&point, &cached, false), law(&p, &q), factor);
    assert_same(&group.add(&point, &cached, true), law(&p, &q.neg()), factor);
    let base = Niels {
        y_plus_x: q.y.add(q.x),
        y_minus_x: q.y.sub(q.x),
        xy2d: q.x.mul(q.y).mul(small(2)).mul(Element::from_fe51(&D)),
    };
    let factor = small(2).mul(zp);
    assert_same(&group.add_base(&point, &base, false), law(&p, &q), factor);
    assert_same(&group.add_base(&point, &base, true), law(&p, &q.neg()), factor);

    let origin = Point { x: small(0), y: small(1), f: small(1), g: small(1) };
    assert_same(&group.identity(), law(&origin, &origin), small(1));
    assert!(group.is_identity(&group.identity()) && !group.is_identity(&point));
    assert_same(&group.add(&point, &group.cache(&group.identity()), false), law(&p, &origin), {
        small(2).mul(zp)
    });
}
