//! What the curves over `arkworks` have in common: its short Weierstrass groups as [`Group`]s.

use crate::{
    limb::U256,
    msm::{Group, Part},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveGroup,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, Zero};
use core::marker::PhantomData;

/// The endomorphism of a curve: see [`Group`].
pub(crate) trait Endomorphism: SWCurveConfig {
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part>;
    fn endomorphism(p: &Affine<Self>, i: usize) -> Affine<Self>;
}

/// The group of the curve `C`.
pub(crate) struct Arkworks<C>(PhantomData<C>);

impl<C: Endomorphism> Group for Arkworks<C> {
    type Affine = Affine<C>;
    type Projective = Projective<C>;

    fn infinity() -> Projective<C> {
        Projective::zero()
    }
    fn double(p: &mut Projective<C>) {
        p.double_in_place();
    }
    fn add(p: &mut Projective<C>, q: &Projective<C>) {
        *p += q;
    }
    fn add_affine(p: &mut Projective<C>, q: &Affine<C>) {
        *p += q;
    }
    fn neg(p: &Affine<C>) -> Affine<C> {
        -*p
    }
    fn to_projective(p: &Affine<C>) -> Projective<C> {
        p.into_group()
    }
    fn batch_to_affine(points: &[Projective<C>]) -> Vec<Affine<C>> {
        Projective::normalize_batch(points)
    }
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        C::split(k)
    }
    fn endomorphism(p: &Affine<C>, i: usize) -> Affine<C> {
        C::endomorphism(p, i)
    }
}
