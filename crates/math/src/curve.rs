//! Short Weierstrass curves y² = x³ + a x + b of prime order with a = 0 or a = -3, over any [`Field`].
//!
//! Points are affine ([`Point`], never infinity) or Jacobian ([`Jacobian`], (X/Z², Y/Z³), infinity where
//! Z = 0). Additions are complete: they also hold for equal, opposite and infinite operands.

mod glv;
mod multiply;
mod wnaf;
pub(crate) use glv::Glv;
#[cfg(test)]
pub(crate) use glv::tests::check as check_glv;
pub(crate) use multiply::{
    FixedBase, Stream, WIDTH, interleave, odd_multiples, odd_multiples_shared_z,
};
pub(crate) use wnaf::Wnaf;
#[cfg(test)]
mod formulas;
#[cfg(test)]
mod tests;

use core::fmt::Debug;

use crate::field::{Arch, Fe, Field};

/// The facts about a curve.
pub(crate) trait Curve: Copy + Eq + Debug + 'static {
    type Field: Field;
    /// a = -3, else a = 0.
    const A_IS_MINUS_3: bool;
}

/// An affine point.
#[derive(Debug)]
pub(crate) struct Point<C: Curve, A> {
    pub(crate) x: Fe<C::Field, A>,
    pub(crate) y: Fe<C::Field, A>,
}

impl<C: Curve, A> Clone for Point<C, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: Curve, A> Copy for Point<C, A> {}

/// A point in Jacobian coordinates.
#[derive(Debug)]
pub(crate) struct Jacobian<C: Curve, A> {
    pub(crate) x: Fe<C::Field, A>,
    pub(crate) y: Fe<C::Field, A>,
    pub(crate) z: Fe<C::Field, A>,
}

impl<C: Curve, A> Clone for Jacobian<C, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: Curve, A> Copy for Jacobian<C, A> {}

impl<C: Curve, A: Arch> From<Point<C, A>> for Jacobian<C, A> {
    #[inline(always)]
    fn from(p: Point<C, A>) -> Self {
        Self { x: p.x, y: p.y, z: Fe::ONE }
    }
}

impl<C: Curve, A: Arch> Point<C, A> {
    #[inline(always)]
    pub(crate) fn neg(&self) -> Self {
        Self { x: self.x, y: self.y.neg() }
    }

    /// (s² x, s³ y): the point on the isomorphic curve with a s⁴ for a and b s⁶ for b.
    #[inline(always)]
    fn scaled(&self, s: &Fe<C::Field, A>) -> Self {
        let square = s.square();
        Self { x: self.x.mul(&square), y: self.y.mul(&square.mul(s)) }
    }
}

impl<C: Curve, A: Arch> Jacobian<C, A> {
    pub(crate) const INFINITY: Self = Self { x: Fe::ONE, y: Fe::ONE, z: Fe::ZERO };

    #[inline(always)]
    pub(crate) fn is_infinity(&self) -> bool {
        self.z.is_zero()
    }

    /// 2p; infinity stays infinity, and no point has y = 0, for the order is odd.
    ///
    /// With L = (3 X² + a Z⁴) / 2 the usual formulas lose their factors of 2, 4 and 8.
    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        // Independent products stand together: a processor looks ahead over about three.
        let s = self.y.square();
        let z = self.y.mul(&self.z);
        let slope = if C::A_IS_MINUS_3 {
            let zz = self.z.square();
            self.x.sub(&zz).mul(&self.x.add(&zz))
        } else {
            self.x.square()
        };
        let w = self.x.mul(&s);
        let l = slope.double().add(&slope).halve();
        let ss = s.square();
        let x = l.square().sub(&w.double());
        let y = l.mul(&w.sub(&x)).sub(&ss);
        Self { x, y, z }
    }

    /// self + q.
    #[inline(always)]
    pub(crate) fn add_point(&self, q: &Point<C, A>) -> Self {
        if self.is_infinity() {
            return (*q).into();
        }
        self.add_finite(q, &self.z).0
    }

    /// self + q', where q' = (s² x, s³ y) for s = `scale`.
    #[inline(always)]
    pub(crate) fn add_scaled(&self, q: &Point<C, A>, scale: &Fe<C::Field, A>) -> Self {
        if self.is_infinity() {
            return q.scaled(scale).into();
        }
        self.add_finite(q, &self.z.mul(scale)).0
    }

    /// self + q for a finite self, where q stands for (x (z/Z)², y (z/Z)³); and the new Z over the old.
    ///
    /// madd: 8M + 3S (Hankerson, Menezes, Vanstone, "Guide to Elliptic Curve Cryptography", 3.22).
    #[inline(always)]
    fn add_finite(&self, q: &Point<C, A>, z: &Fe<C::Field, A>) -> (Self, Fe<C::Field, A>) {
        let zz = z.square();
        let h = q.x.mul(&zz).sub(&self.x);
        let r = q.y.mul(&zz.mul(z)).sub(&self.y);
        if h.is_zero() {
            return (self.add_same_x(&r), Fe::ZERO);
        }
        let hh = h.square();
        let rr = r.square();
        let hhh = hh.mul(&h);
        let v = self.x.mul(&hh);
        let z = self.z.mul(&h);
        let x = rr.sub(&hhh.add(&v.double()));
        let yhhh = self.y.mul(&hhh);
        let y = r.mul(&v.sub(&x)).sub(&yhhh);
        (Self { x, y, z }, h)
    }

    /// self plus the point of the same x whose y differs by r.
    #[cold]
    #[inline(never)]
    fn add_same_x(&self, r: &Fe<C::Field, A>) -> Self {
        if r.is_zero() { self.double() } else { Self::INFINITY }
    }

    /// self + q: 12M + 4S.
    pub(crate) fn add(&self, q: &Self) -> Self {
        if self.is_infinity() {
            return *q;
        }
        if q.is_infinity() {
            return *self;
        }
        let (zz1, zz2) = (self.z.square(), q.z.square());
        let (u1, s1) = (self.x.mul(&zz2), self.y.mul(&zz2.mul(&q.z)));
        let h = q.x.mul(&zz1).sub(&u1);
        let r = q.y.mul(&zz1.mul(&self.z)).sub(&s1);
        if h.is_zero() {
            return self.add_same_x(&r);
        }
        let hh = h.square();
        let hhh = hh.mul(&h);
        let v = u1.mul(&hh);
        let x = r.square().sub(&hhh.add(&v.double()));
        let y = r.mul(&v.sub(&x)).sub(&s1.mul(&hhh));
        Self { x, y, z: self.z.mul(&q.z).mul(&h) }
    }

    /// The affine point, if finite.
    pub(crate) fn to_point(self) -> Option<Point<C, A>> {
        if self.is_infinity() {
            return None;
        }
        Some(Point { x: self.x, y: self.y }.scaled(&self.z.invert()))
    }
}
