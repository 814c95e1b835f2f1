//! BLS12-381 by the C library `blst`.

use super::{
    Fp2, G1, G2, P,
    engine::{self, Curve, Engine},
};
use crate::{
    arch::blst::{self as c, P1, P1Affine, P2, P2Affine},
    limb::{self, U256, U384},
    msm::{Group, Part, straus},
    point::Affine,
};
use alloc::vec::Vec;

/// The backend.
pub(super) struct Blst;
/// G1.
pub(super) struct Curve1;
/// G2.
pub(super) struct Curve2;

impl Engine for Blst {
    type G1 = Curve1;
    type G2 = Curve2;
    type Fp12 = c::Fp12;

    fn fp12_mul(f: &c::Fp12, g: &c::Fp12) -> c::Fp12 {
        c::fp12_mul(f, g)
    }
    fn miller_loop(p: &[P1Affine], q: &[P2Affine]) -> c::Fp12 {
        c::miller_loop(p, q)
    }
    fn is_one_in_gt(f: &c::Fp12) -> bool {
        c::fp12_is_one(&c::final_exp(f))
    }
    fn decompress(x: &U384, y_is_larger: bool) -> Option<P1Affine> {
        let mut bytes = [0; 48];
        limb::to_be_bytes(x, &mut bytes);
        // x < p < 2^381 leaves three bits: compressed, infinity, y is larger.
        bytes[0] |= 0x80 | u8::from(y_is_larger) << 5;
        c::p1_uncompress(&bytes)
    }
    fn map_to_g1(u: &U384) -> P1 {
        c::map_to_g1(&c::fp_from_limbs(u))
    }
    fn map_to_g2(u: &Fp2) -> P2 {
        c::map_to_g2(&c::Fp2 { fp: [c::fp_from_limbs(&u[0]), c::fp_from_limbs(&u[1])] })
    }
}

/// Terms from which Pippenger's method of blst beats Straus' with the endomorphism.
const PIPPENGER_FROM: usize = 40;

impl Curve for Curve1 {
    type Coordinate = U384;

    fn load(p: &G1) -> Option<P1Affine> {
        let point = P1Affine { x: fp(&p.x)?, y: fp(&p.y)? };
        c::p1_on_curve(&point).then_some(point)
    }
    fn store(p: &P1) -> G1 {
        let p = c::p1_to_affine(p);
        Affine { x: c::fp_to_limbs(&p.x), y: c::fp_to_limbs(&p.y) }
    }
    fn is_infinity(p: &P1Affine) -> bool {
        *p == P1Affine::default()
    }
    fn in_subgroup(p: &P1Affine) -> bool {
        c::p1_in_subgroup(p)
    }
    fn msm(terms: &[(P1Affine, U256)]) -> P1 {
        if terms.len() < PIPPENGER_FROM {
            return straus::<Self>(terms);
        }
        let (points, scalars): (Vec<_>, Vec<_>) =
            terms.iter().map(|(p, k)| (*p, c::scalar_bytes(k))).unzip();
        c::p1s_msm(&points, &scalars)
    }
}

impl Curve for Curve2 {
    type Coordinate = Fp2;

    fn load(p: &G2) -> Option<P2Affine> {
        let point = P2Affine { x: fp2(&p.x)?, y: fp2(&p.y)? };
        c::p2_on_curve(&point).then_some(point)
    }
    fn store(p: &P2) -> G2 {
        let p = c::p2_to_affine(p);
        Affine { x: p.x.fp.map(|x| c::fp_to_limbs(&x)), y: p.y.fp.map(|y| c::fp_to_limbs(&y)) }
    }
    fn is_infinity(p: &P2Affine) -> bool {
        *p == P2Affine::default()
    }
    fn in_subgroup(p: &P2Affine) -> bool {
        c::p2_in_subgroup(p)
    }
    fn msm(terms: &[(P2Affine, U256)]) -> P2 {
        if terms.len() < PIPPENGER_FROM {
            return straus::<Self>(terms);
        }
        let (points, scalars): (Vec<_>, Vec<_>) =
            terms.iter().map(|(p, k)| (*p, c::scalar_bytes(k))).unzip();
        c::p2s_msm(&points, &scalars)
    }
}

impl Group for Curve1 {
    type Affine = P1Affine;
    type Projective = P1;

    fn infinity() -> P1 {
        P1::default()
    }
    fn double(p: &mut P1) {
        *p = c::p1_double(p);
    }
    fn add(p: &mut P1, q: &P1) {
        *p = c::p1_add(p, q);
    }
    fn add_affine(p: &mut P1, q: &P1Affine) {
        *p = c::p1_add_affine(p, q);
    }
    fn neg(p: &P1Affine) -> P1Affine {
        P1Affine { x: p.x, y: c::fp_neg(&p.y) }
    }
    fn to_projective(p: &P1Affine) -> P1 {
        c::p1_from_affine(p)
    }
    fn batch_to_affine(points: &[P1]) -> Vec<P1Affine> {
        c::p1s_to_affine(points)
    }
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        engine::split_g1(k)
    }
    fn endomorphism(p: &P1Affine, i: usize) -> P1Affine {
        if i == 0 { *p } else { P1Affine { x: c::fp_mul(&p.x, &BETA), y: p.y } }
    }
}

impl Group for Curve2 {
    type Affine = P2Affine;
    type Projective = P2;

    fn infinity() -> P2 {
        P2::default()
    }
    fn double(p: &mut P2) {
        *p = c::p2_double(p);
    }
    fn add(p: &mut P2, q: &P2) {
        *p = c::p2_add(p, q);
    }
    fn add_affine(p: &mut P2, q: &P2Affine) {
        *p = c::p2_add_affine(p, q);
    }
    fn neg(p: &P2Affine) -> P2Affine {
        P2Affine { x: p.x, y: c::fp2_neg(&p.y) }
    }
    fn to_projective(p: &P2Affine) -> P2 {
        c::p2_from_affine(p)
    }
    fn batch_to_affine(points: &[P2]) -> Vec<P2Affine> {
        c::p2s_to_affine(points)
    }
    fn split(k: &U256) -> impl ExactSizeIterator<Item = Part> {
        engine::split_g2(k)
    }
    fn endomorphism(p: &P2Affine, i: usize) -> P2Affine {
        let mut point = *p;
        if i >= 2 {
            point.x.fp = point.x.fp.map(|x| c::fp_mul(&x, &PSI2_X));
            point.y = c::fp2_neg(&point.y);
        }
        if i % 2 == 1 {
            let [x0, x1] = &point.x.fp;
            let [y0, y1] = &point.y.fp;
            let conjugate = c::Fp2 { fp: [*y0, c::fp_neg(y1)] };
            point = P2Affine {
                x: c::Fp2 { fp: [c::fp_mul(x1, &PSI_X), c::fp_mul(x0, &PSI_X)] },
                y: c::fp2_mul(&conjugate, &PSI_Y),
            };
        }
        point
    }
}

fn fp(x: &U384) -> Option<c::Fp> {
    limb::lt(x, &P).then(|| c::fp_from_limbs(x))
}

fn fp2(x: &Fp2) -> Option<c::Fp2> {
    Some(c::Fp2 { fp: [fp(&x[0])?, fp(&x[1])?] })
}

// The constants of the endomorphisms, as in the arkworks backend, times 2^384 mod p.

/// φ: (x, y) -> (βx, y), β³ = 1.
const BETA: c::Fp = c::Fp {
    l: [
        0x30f1_361b_798a_64e8,
        0xf3b8_ddab_7ece_5a2a,
        0x16a8_ca3a_c615_77f7,
        0xc26a_2ff8_74fd_029b,
        0x3636_b766_6070_1c6e,
        0x051b_a4ab_241b_6160,
    ],
};
/// ψ: (x, y) -> (PSI_X u conj(x), PSI_Y conj(y)).
const PSI_X: c::Fp = c::Fp {
    l: [
        0x890d_c9e4_8675_45c3,
        0x2af3_2253_3285_a5d5,
        0x5088_0866_309b_7e2c,
        0xa20d_1b8c_7e88_1024,
        0x14e4_f04f_e2db_9068,
        0x14e5_6d3f_1564_853a,
    ],
};
const PSI_Y: c::Fp2 = c::Fp2 {
    fp: [
        c::Fp {
            l: [
                0x3e2f_585d_a55c_9ad1,
                0x4294_213d_86c1_8183,
                0x3828_44c8_8b62_3732,
                0x92ad_2afd_1910_3e18,
                0x1d79_4e4f_ac7c_f0b9,
                0x0bd5_92fc_7d82_5ec8,
            ],
        },
        c::Fp {
            l: [
                0x7bcf_a7a2_5aa3_0fda,
                0xdc17_dec1_2a92_7e7c,
                0x2f08_8dd8_6b4e_bef1,
                0xd1ca_2087_da74_d4a7,
                0x2da2_5966_96ce_bc1d,
                0x0e2b_7eed_bbfd_87d2,
            ],
        },
    ],
};
/// ψ²: (x, y) -> (PSI2_X x, -y).
const PSI2_X: c::Fp = c::Fp {
    l: [
        0xcd03_c9e4_8671_f071,
        0x5dab_2246_1fcd_a5d2,
        0x5870_42af_d385_1b95,
        0x8eb6_0ebe_01ba_cb9e,
        0x03f9_7d6e_83d0_50d2,
        0x18f0_2065_5463_8741,
    ],
};
