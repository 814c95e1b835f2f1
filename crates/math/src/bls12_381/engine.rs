//! The operations, written once over what a backend provides.

use super::{CompressedG1, Fp2, G1, G2, P, Q, X};
use crate::{
    limb::{self, U256, U384},
    msm::{Group, Part, reduce, straus},
    point::{Affine, Defect, InvalidPoint},
};
use alloc::vec::Vec;

/// One of the two groups.
pub(super) trait Curve: Group {
    /// U384 or Fp2.
    type Coordinate: Default + PartialEq;

    /// The point, unless a coordinate is not below p or the point is not on the curve.
    fn load(p: &Affine<Self::Coordinate>) -> Option<Self::Affine>;
    fn store(p: &Self::Projective) -> Affine<Self::Coordinate>;
    fn is_infinity(p: &Self::Affine) -> bool;
    /// For a point on the curve, infinity included.
    fn in_subgroup(p: &Self::Affine) -> bool;
    /// Σ k p; points in the subgroup and finite, scalars below q.
    fn msm(terms: &[(Self::Affine, U256)]) -> Self::Projective {
        straus::<Self>(terms)
    }
}

/// A backend: both groups, and the pairing.
pub(super) trait Engine {
    type G1: Curve<Coordinate = U384>;
    type G2: Curve<Coordinate = Fp2>;
    /// The field of 12th degree.
    type Fp12;

    fn fp12_mul(f: &Self::Fp12, g: &Self::Fp12) -> Self::Fp12;
    /// The product of the Miller functions of pairs of finite points (as many of one as of the other,
    /// at least one pair, at most `PAIRS`).
    fn miller_loop(
        p: &[<Self::G1 as Group>::Affine],
        q: &[<Self::G2 as Group>::Affine],
    ) -> Self::Fp12;
    /// Whether f is one after the final exponentiation.
    fn is_one_in_gt(f: &Self::Fp12) -> bool;
    /// The point with this x, not checked for the subgroup; none if x gives no point.
    fn decompress(x: &U384, y_is_larger: bool) -> Option<<Self::G1 as Group>::Affine>;
    fn map_to_g1(u: &U384) -> <Self::G1 as Group>::Projective;
    fn map_to_g2(u: &Fp2) -> <Self::G2 as Group>::Projective;
}

/// Pairs in one Miller loop: bounds the memory that does not lie in the input.
const PAIRS: usize = 64;

pub(super) fn g1_add<E: Engine>(p: &G1, q: &G1) -> Result<G1, InvalidPoint> {
    add::<E::G1>(p, q)
}

pub(super) fn g2_add<E: Engine>(p: &G2, q: &G2) -> Result<G2, InvalidPoint> {
    add::<E::G2>(p, q)
}

fn add<C: Curve>(
    p: &Affine<C::Coordinate>,
    q: &Affine<C::Coordinate>,
) -> Result<Affine<C::Coordinate>, InvalidPoint> {
    let (p, q) = (on_curve::<C>(p, 0, 0)?, on_curve::<C>(q, 1, 0)?);
    let mut sum = C::to_projective(&p);
    C::add_affine(&mut sum, &q);
    Ok(C::store(&sum))
}

pub(super) fn g1_msm<E: Engine>(terms: &[(G1, U256)]) -> Result<G1, InvalidPoint> {
    msm::<E::G1>(terms)
}

pub(super) fn g2_msm<E: Engine>(terms: &[(G2, U256)]) -> Result<G2, InvalidPoint> {
    msm::<E::G2>(terms)
}

fn msm<C: Curve>(
    terms: &[(Affine<C::Coordinate>, U256)],
) -> Result<Affine<C::Coordinate>, InvalidPoint> {
    let mut checked = Vec::with_capacity(terms.len());
    for (item, (point, k)) in terms.iter().enumerate() {
        let point = in_subgroup::<C>(point, item, 0)?;
        let k = reduce(k, &Q);
        if !C::is_infinity(&point) && !limb::is_zero(&k) {
            checked.push((point, k));
        }
    }
    Ok(C::store(&C::msm(&checked)))
}

pub(super) fn pairing_check<E: Engine>(pairs: &[(G1, G2)]) -> Result<bool, InvalidPoint> {
    let capacity = pairs.len().min(PAIRS);
    let (mut ps, mut qs) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
    let mut product: Option<E::Fp12> = None;
    for (item, (p, q)) in pairs.iter().enumerate() {
        let (p, q) = (in_subgroup::<E::G1>(p, item, 0)?, in_subgroup::<E::G2>(q, item, 1)?);
        // A pair with infinity contributes one.
        if !E::G1::is_infinity(&p) && !E::G2::is_infinity(&q) {
            ps.push(p);
            qs.push(q);
        }
        if ps.len() == PAIRS || (item + 1 == pairs.len() && !ps.is_empty()) {
            let f = E::miller_loop(&ps, &qs);
            product = Some(match product {
                None => f,
                Some(product) => E::fp12_mul(&product, &f),
            });
            ps.clear();
            qs.clear();
        }
    }
    Ok(product.is_none_or(|f| E::is_one_in_gt(&f)))
}

pub(super) fn map_fp_to_g1<E: Engine>(u: &U384) -> G1 {
    assert!(limb::lt(u, &P), "map_fp_to_g1: u is not below p");
    E::G1::store(&E::map_to_g1(u))
}

pub(super) fn map_fp2_to_g2<E: Engine>(u: &Fp2) -> G2 {
    assert!(u.iter().all(|c| limb::lt(c, &P)), "map_fp2_to_g2: u is not below p");
    E::G2::store(&E::map_to_g2(u))
}

/// e(C - y G1, -G2) e(π, \[τ - z\]G2) = 1, rewritten as e(C - y G1 + z π, -G2) e(π, \[τ\]G2) = 1: the
/// points of G2 are fixed.
pub(super) fn verify_kzg_proof<E: Engine>(
    commitment: &CompressedG1,
    z: &U256,
    y: &U256,
    proof: &CompressedG1,
) -> Result<bool, InvalidPoint> {
    let c = decompress::<E>(commitment, 0)?;
    let pi = decompress::<E>(proof, 1)?;
    let minus_g = E::G1::neg(&constant::<E::G1>(&G1_GENERATOR));
    let mut terms = Vec::with_capacity(2);
    terms.push((minus_g, *y));
    terms.extend(pi.map(|pi| (pi, *z)));
    let mut sum = E::G1::msm(&terms);
    if let Some(c) = c {
        E::G1::add_affine(&mut sum, &c);
    }
    let left = E::G1::batch_to_affine(&[sum]).first().copied();
    let left = left.filter(|sum| !E::G1::is_infinity(sum));

    let (mut ps, mut qs) = (Vec::with_capacity(2), Vec::with_capacity(2));
    if let Some(left) = left {
        ps.push(left);
        qs.push(E::G2::neg(&constant::<E::G2>(&G2_GENERATOR)));
    }
    if let Some(pi) = pi {
        ps.push(pi);
        qs.push(constant::<E::G2>(&TAU_G2));
    }
    Ok(ps.is_empty() || E::is_one_in_gt(&E::miller_loop(&ps, &qs)))
}

/// The point, checked; none at infinity.
fn decompress<E: Engine>(
    point: &CompressedG1,
    item: usize,
) -> Result<Option<<E::G1 as Group>::Affine>, InvalidPoint> {
    let CompressedG1::Finite { x, y_is_larger } = point else { return Ok(None) };
    let invalid = |defect| InvalidPoint { item, part: 0, defect };
    let point = if limb::lt(x, &P) { E::decompress(x, *y_is_larger) } else { None };
    let point = point.ok_or(invalid(Defect::NotOnCurve))?;
    if E::G1::in_subgroup(&point) { Ok(Some(point)) } else { Err(invalid(Defect::NotInSubgroup)) }
}

fn on_curve<C: Curve>(
    p: &Affine<C::Coordinate>,
    item: usize,
    part: usize,
) -> Result<C::Affine, InvalidPoint> {
    C::load(p).ok_or(InvalidPoint { item, part, defect: Defect::NotOnCurve })
}

fn in_subgroup<C: Curve>(
    p: &Affine<C::Coordinate>,
    item: usize,
    part: usize,
) -> Result<C::Affine, InvalidPoint> {
    let point = on_curve::<C>(p, item, part)?;
    if C::in_subgroup(&point) {
        Ok(point)
    } else {
        Err(InvalidPoint { item, part, defect: Defect::NotInSubgroup })
    }
}

fn constant<C: Curve>(p: &Affine<C::Coordinate>) -> C::Affine {
    C::load(p).expect("a constant point is on its curve")
}

/// k in base X, least significant digit first; k < q < X⁴.
pub(super) fn digits(k: &U256) -> [u64; 4] {
    let mut quotient = *k;
    [(); 4].map(|()| {
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            let dividend = u128::from(remainder) << 64 | u128::from(*limb);
            #[expect(clippy::cast_possible_truncation, reason = "remainder < X, so it fits")]
            {
                *limb = (dividend / u128::from(X)) as u64;
                remainder = (dividend % u128::from(X)) as u64;
            }
        }
        remainder
    })
}

/// k = k0 + k1 X²; the endomorphism φ of G1 is multiplication by -X² (Scott, eprint 2021/1130).
pub(super) fn split_g1(k: &U256) -> impl ExactSizeIterator<Item = Part> + use<> {
    let [d0, d1, d2, d3] = digits(k);
    let join = |low, high| u128::from(low) + u128::from(high) * u128::from(X);
    [(false, join(d0, d1)), (true, join(d2, d3))]
        .into_iter()
        .map(|(negative, magnitude)| Part { negative, magnitude })
}

/// k = Σ kᵢ Xⁱ; the endomorphism ψ of G2 is multiplication by -X (Galbraith, Lin, Scott 2009).
pub(super) fn split_g2(k: &U256) -> impl ExactSizeIterator<Item = Part> + use<> {
    digits(k)
        .into_iter()
        .enumerate()
        .map(|(i, digit)| Part { negative: i % 2 == 1, magnitude: u128::from(digit) })
}

/// The generator of G1 (draft-irtf-cfrg-pairing-friendly-curves section 4.2.1).
pub(super) const G1_GENERATOR: G1 = Affine {
    x: [
        0xfb3a_f00a_db22_c6bb,
        0x6c55_e83f_f97a_1aef,
        0xa14e_3a3f_171b_ac58,
        0xc368_8c4f_9774_b905,
        0x2695_638c_4fa9_ac0f,
        0x17f1_d3a7_3197_d794,
    ],
    y: [
        0x0caa_2329_46c5_e7e1,
        0xd03c_c744_a288_8ae4,
        0x00db_18cb_2c04_b3ed,
        0xfcf5_e095_d5d0_0af6,
        0xa09e_30ed_741d_8ae4,
        0x08b3_f481_e3aa_a0f1,
    ],
};

/// The generator of G2 (same source).
pub(super) const G2_GENERATOR: G2 = Affine {
    x: [
        [
            0xd480_56c8_c121_bdb8,
            0x0bac_0326_a805_bbef,
            0xb451_0b64_7ae3_d177,
            0xc6e4_7ad4_fa40_3b02,
            0x2608_0527_2dc5_1051,
            0x024a_a2b2_f08f_0a91,
        ],
        [
            0xe5ac_7d05_5d04_2b7e,
            0x334c_f112_1394_5d57,
            0xb5da_61bb_dc7f_5049,
            0x596b_d0d0_9920_b61a,
            0x7dac_d3a0_8827_4f65,
            0x13e0_2b60_5271_9f60,
        ],
    ],
    y: [
        [
            0xe193_5486_08b8_2801,
            0x923a_c9cc_3bac_a289,
            0x6d42_9a69_5160_d12c,
            0xadfd_9baa_8cbd_d3a7,
            0x8cc9_cdc6_da2e_351a,
            0x0ce5_d527_727d_6e11,
        ],
        [
            0xaaa9_075f_f05f_79be,
            0x3f37_0d27_5cec_1da1,
            0x2674_92ab_572e_99ab,
            0xcb3e_287e_85a7_63af,
            0x32ac_d2b0_2bc2_8b99,
            0x0606_c4a0_2ea7_34cc,
        ],
    ],
};

/// \[τ\]G2 of the KZG ceremony: the second monomial of G2 in the trusted setup of consensus-specs.
pub(super) const TAU_G2: G2 = Affine {
    x: [
        [
            0xc98e_dada_20c1_def2,
            0x0870_41de_6210_00ed,
            0xa368_5147_7ba4_c60b,
            0x3926_c911_ccec_eac9,
            0x7344_29b7_b386_08e2,
            0x185c_bfee_5349_2714,
        ],
        [
            0xafaa_ab24_f349_9f72,
            0x2914_e587_0cb4_52d2,
            0x1009_a2ce_615a_c53d,
            0x2618_7075_cbfb_efa8,
            0x843b_c287_230a_f389,
            0x15bf_d7dd_8cde_b128,
        ],
    ],
    y: [
        [
            0xee68_9bfb_bb83_2a99,
            0x4ce2_6d10_5941_f383,
            0xe824_51a4_96a9_c979,
            0x1315_6949_0e28_de18,
            0xd7d5_ee85_99d1_fca2,
            0x0143_53bd_b96b_626d,
        ],
        [
            0x2304_8ef3_0d0a_154f,
            0x9495_346f_3d7a_c9cd,
            0xda5e_d1ba_9bfa_0789,
            0xef79_de09_fc63_671f,
            0x0343_2fca_e018_1b4b,
            0x1666_c54b_0a32_5295,
        ],
    ],
};
