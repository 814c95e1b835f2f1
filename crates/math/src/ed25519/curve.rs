//! edwards25519, -x^2 + y^2 = 1 + d x^2 y^2 with d = -121665/121666 (RFC 8032, 5.1): what the verification
//! algorithms need of an implementation ([`Group`]), the constants, and the implementation over a [`Field`].
//!
//! Formulas: Hisil, Wong, Carter, Dawson, Twisted Edwards Curves Revisited (2008), add-2008-hwcd-3 and
//! dbl-2008-hwcd of the explicit-formulas database. They are complete, as -1 is a square and d is not.

#[cfg(test)]
pub(super) mod formulas;

use alloc::vec::Vec;

use super::field::{Fe51, Field, POWER_CHAIN};
use crate::limb::{self, U256};

/// Odd multiples 1, 3 ... 127 of the base point B, then of 2^126 B.
pub(crate) type BaseTables<T> = [[T; 64]; 2];

/// An implementation of the curve's group, held as a value: a witness of what the CPU can do.
pub(crate) trait Group: Copy {
    /// A point to be doubled and added to.
    type Point: Copy;
    /// A point to be added.
    type Cached: Copy;
    /// A precomputed point to be added.
    type Base: Copy + 'static;

    fn identity(self) -> Self::Point;
    /// The points of two encodings, by the lenient rules of ZIP-215: y counts mod p, the sign of x = 0 is ignored.
    fn decode_pair(self, encodings: [&[u8; 32]; 2]) -> Option<[Self::Point; 2]>;
    /// Decodes an even number of encodings, onto the end of `points`; false if one is not a point.
    #[inline(always)]
    fn decode_all(self, encodings: &[&[u8; 32]], points: &mut Vec<Self::Point>) -> bool {
        for pair in encodings.as_chunks::<2>().0 {
            let Some(decoded) = self.decode_pair(*pair) else { return false };
            points.extend_from_slice(&decoded);
        }
        true
    }
    fn double(self, point: &Self::Point) -> Self::Point;
    /// point + addend, or point - addend if `negative`.
    fn add(self, point: &Self::Point, addend: &Self::Cached, negative: bool) -> Self::Point;
    /// As `add`.
    fn add_base(self, point: &Self::Point, addend: &Self::Base, negative: bool) -> Self::Point;
    fn cache(self, point: &Self::Point) -> Self::Cached;
    fn base_tables(self) -> &'static BaseTables<Self::Base>;
    fn is_identity(self, point: &Self::Point) -> bool;
}

/// d.
pub(crate) const D: Fe51 =
    Fe51::ZERO.minus(&Fe51::small(121_665)).times(&Fe51::small(121_666).inverse());
/// 2d, tight.
pub(crate) const D2: Fe51 = D.times(&Fe51::small(2));
/// A square root of -1: 2^((p - 1) / 4).
pub(crate) const SQRT_MINUS_ONE: Fe51 = {
    // (p - 1) / 4 = 2 (p - 5) / 8 + 1.
    let power = Fe51::small(2).power_p58();
    power.squared().times(&Fe51::small(2))
};

/// y = 4/5 and the even x of that point, the base point B.
const BASE: [Fe51; 2] = {
    let y = Fe51::small(4).times(&Fe51::small(5).inverse());
    let yy = y.squared();
    let u = yy.minus(&Fe51::ONE);
    let v = yy.times(&D).plus(&Fe51::ONE).carried();
    // With v inverted this is the square root by x = u^((p + 3) / 8) = u u^((p - 5) / 8), times a root of -1 if needed.
    let square = u.times(&v.inverse());
    let x = square.times(&square.power_p58());
    let x = if x.squared().equals(&square) { x } else { x.times(&SQRT_MINUS_ONE) };
    assert!(x.squared().equals(&square), "B is on the curve");
    let x = if x.pack()[0] & 1 == 0 { x } else { Fe51::ZERO.minus(&x).carried() };
    [x, y]
};

/// (y + x, y - x, 2 d x y).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Niels<F> {
    pub(crate) y_plus_x: F,
    pub(crate) y_minus_x: F,
    pub(crate) xy2d: F,
}

/// Extended coordinates (X, Y, Z, T), T = XY/Z, all tight; for the tables only.
#[derive(Clone, Copy)]
struct Extended([Fe51; 4]);

impl Extended {
    const fn plus(&self, other: &Self) -> Self {
        let ([x1, y1, z1, t1], [x2, y2, z2, t2]) = (&self.0, &other.0);
        let a = y1.minus(x1).times(&y2.minus(x2));
        let b = y1.plus(x1).times(&y2.plus(x2));
        let c = t1.times(&D2).times(t2);
        let zz = z1.times(z2);
        let d = zz.plus(&zz);
        let (e, f, g, h) = (b.minus(&a), d.minus(&c), d.plus(&c), b.plus(&a));
        Self([e.times(&f), g.times(&h), f.times(&g), e.times(&h)])
    }
}

/// The tables of B and 2^126 B.
pub(crate) const BASE_TABLES: BaseTables<Niels<Fe51>> = {
    let mut point = Extended([BASE[0], BASE[1], Fe51::ONE, BASE[0].times(&BASE[1])]);
    let mut points = [point; 128];
    let mut table = 0;
    while table < 2 {
        let twice = point.plus(&point);
        let mut i = 0;
        while i < 64 {
            points[64 * table + i] = point;
            point = point.plus(&twice);
            i += 1;
        }
        // Again from the first multiple, doubled 126 times, for the second table.
        point = points[0];
        let mut doublings = 0;
        while doublings < 126 {
            point = point.plus(&point);
            doublings += 1;
        }
        table += 1;
    }
    normalize(&points)
};

/// To Z = 1, by one inversion (Montgomery's trick).
const fn normalize(points: &[Extended; 128]) -> BaseTables<Niels<Fe51>> {
    let mut prefixes = [Fe51::ONE; 128];
    let mut product = Fe51::ONE;
    let mut i = 0;
    while i < 128 {
        prefixes[i] = product;
        product = product.times(&points[i].0[2]);
        i += 1;
    }
    let mut inverse = product.inverse();
    let zero = Niels { y_plus_x: Fe51::ZERO, y_minus_x: Fe51::ZERO, xy2d: Fe51::ZERO };
    let mut tables = [[zero; 64]; 2];
    while i > 0 {
        i -= 1;
        let [x, y, z, _] = &points[i].0;
        let z_inverse = inverse.times(&prefixes[i]);
        inverse = inverse.times(z);
        let (x, y) = (x.times(&z_inverse), y.times(&z_inverse));
        tables[i / 64][i % 64] = Niels {
            y_plus_x: Fe51::unpack(&y.plus(&x).pack()),
            y_minus_x: Fe51::unpack(&y.minus(&x).pack()),
            xy2d: Fe51::unpack(&x.times(&y).times(&D2).pack()),
        };
    }
    tables
}

/// Splits an encoding into y, below 2^255, and the sign of x.
pub(crate) fn split_encoding(encoding: &[u8; 32]) -> (U256, bool) {
    let mut y = super::scalar::from_le_bytes(encoding);
    let sign = y[3] >> 63 == 1;
    y[3] &= u64::MAX >> 1;
    (y, sign)
}

/// The group over a field with scalar operations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Serial<F: 'static> {
    d: F,
    d2: F,
    sqrt_minus_one: F,
    one: F,
    base: &'static BaseTables<Niels<F>>,
}

/// X = E F, Y = G H, Z = F G, T = E H: what a formula leaves before its last four products, as the next
/// operation does not need all of them. All loose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Completed<F> {
    e: F,
    f: F,
    g: F,
    h: F,
}

/// (Y + X, Y - X, Z, 2dT).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cached<F> {
    y_plus_x: F,
    y_minus_x: F,
    z: F,
    t2d: F,
}

impl<F: Field> Serial<F> {
    pub(crate) fn new(base: &'static BaseTables<Niels<F>>) -> Self {
        Self {
            d: F::from_fe51(&D),
            d2: F::from_fe51(&D2),
            sqrt_minus_one: F::from_fe51(&SQRT_MINUS_ONE),
            one: F::from_fe51(&Fe51::ONE),
            base,
        }
    }

    /// x_i^((p - 5) / 8).
    #[inline(always)]
    fn power_p58(x: [F; 2]) -> [F; 2] {
        let mut y = F::square_pair(x);
        let mut values = [x; 12];
        values[1] = y;
        for (i, &(n, factor)) in POWER_CHAIN.iter().chain(&[(2, 0)]).enumerate() {
            for _ in 0..n {
                y = F::square_pair(y);
            }
            let [first, second] = values[factor];
            y = [y[0].mul(first), y[1].mul(second)];
            if let Some(value) = values.get_mut(i + 2) {
                *value = y;
            }
        }
        y
    }

    /// The x of y: x^2 = u / v, given w = (u v^7)^((p - 5) / 8): u v^3 w, or that times a root of -1.
    #[inline(always)]
    fn finish_root(self, [u, v, uv3]: [F; 3], w: F, sign: bool) -> Option<F> {
        let mut x = uv3.mul(w);
        let check = v.mul(x.square());
        if !limb::is_zero(&check.sub(u).to_limbs()) {
            if !limb::is_zero(&check.add(u).to_limbs()) {
                return None;
            }
            x = x.mul(self.sqrt_minus_one);
        }
        let odd = x.to_limbs()[0] & 1 == 1;
        // Of x = 0 the opposite is 0 too.
        Some(if odd == sign { x } else { F::from_limbs(&[0; 4]).sub(x) })
    }

    #[inline(always)]
    fn combine([a, b, c, d]: [F; 4], negative: bool) -> Completed<F> {
        let (f, g) = (d.sub(c), d.add(c));
        let (f, g) = if negative { (g, f) } else { (f, g) };
        Completed { e: b.sub(a), f, g, h: b.add(a) }
    }
}

/// The longer operations are functions of their own: inlined they would not fit the instruction cache.
impl<F: Field> Group for Serial<F> {
    type Point = Completed<F>;
    type Cached = Cached<F>;
    type Base = Niels<F>;

    #[inline(always)]
    fn identity(self) -> Completed<F> {
        let zero = F::from_limbs(&[0; 4]);
        Completed { e: zero, f: self.one, g: self.one, h: self.one }
    }

    #[inline(never)]
    fn decode_pair(self, encodings: [&[u8; 32]; 2]) -> Option<[Completed<F>; 2]> {
        let parts = encodings.map(split_encoding);
        let y = parts.map(|(y, _)| F::from_limbs(&y));
        let roots = y.map(|y| {
            let yy = y.square();
            // v is the sum of two tight elements, u a difference: both enter products only, then sums of
            // products; u is made tight for the comparison.
            let (u, v) = (yy.sub(self.one).mul(self.one), yy.mul(self.d).add(self.one));
            let v3 = v.square().mul(v);
            let uv3 = u.mul(v3);
            ([u, v, uv3], uv3.mul(v3.mul(v)))
        });
        let w = Self::power_p58(roots.map(|(_, base)| base));
        let first = self.finish_root(roots[0].0, w[0], parts[0].1)?;
        let second = self.finish_root(roots[1].0, w[1], parts[1].1)?;
        Some([(first, y[0]), (second, y[1])].map(|(x, y)| Completed {
            e: x,
            f: self.one,
            g: self.one,
            h: y,
        }))
    }

    #[inline(never)]
    fn double(self, point: &Completed<F>) -> Completed<F> {
        let (x, y) = (point.e.mul(point.f), point.g.mul(point.h));
        let z = point.f.mul(point.g);
        let (xx, yy, zz) = (x.square(), y.square(), z.square());
        let h = xx.add(yy);
        let e = x.add(y).square().sub(h);
        // F and H with the opposite signs of dbl-2008-hwcd, so that all of X, Y, Z, T change theirs.
        Completed { e, f: zz.add(zz).add(xx).sub(yy), g: yy.sub(xx), h }
    }

    #[inline(never)]
    fn add(self, point: &Completed<F>, addend: &Cached<F>, negative: bool) -> Completed<F> {
        let (x, y) = (point.e.mul(point.f), point.g.mul(point.h));
        let (z, t) = (point.f.mul(point.g), point.e.mul(point.h));
        let (minus, plus) = (&addend.y_minus_x, &addend.y_plus_x);
        let (minus, plus) = if negative { (plus, minus) } else { (minus, plus) };
        let zz = z.mul(addend.z);
        let (a, b) = (y.sub(x).mul(*minus), y.add(x).mul(*plus));
        Self::combine([a, b, t.mul(addend.t2d), zz.add(zz)], negative)
    }

    #[inline(never)]
    fn add_base(self, point: &Completed<F>, addend: &Niels<F>, negative: bool) -> Completed<F> {
        let (x, y) = (point.e.mul(point.f), point.g.mul(point.h));
        let (z, t) = (point.f.mul(point.g), point.e.mul(point.h));
        let (minus, plus) = (&addend.y_minus_x, &addend.y_plus_x);
        let (minus, plus) = if negative { (plus, minus) } else { (minus, plus) };
        let (a, b) = (y.sub(x).mul(*minus), y.add(x).mul(*plus));
        Self::combine([a, b, t.mul(addend.xy2d), z.add(z)], negative)
    }

    #[inline(never)]
    fn cache(self, point: &Completed<F>) -> Cached<F> {
        let (x, y) = (point.e.mul(point.f), point.g.mul(point.h));
        let (z, t) = (point.f.mul(point.g), point.e.mul(point.h));
        Cached { y_plus_x: y.add(x), y_minus_x: y.sub(x), z, t2d: t.mul(self.d2) }
    }

    #[inline(always)]
    fn base_tables(self) -> &'static BaseTables<Niels<F>> {
        self.base
    }

    #[inline(always)]
    fn is_identity(self, point: &Completed<F>) -> bool {
        let x = point.e.mul(point.f);
        let (y, z) = (point.g.mul(point.h), point.f.mul(point.g));
        limb::is_zero(&x.to_limbs()) && limb::is_zero(&y.sub(z).to_limbs())
    }
}
