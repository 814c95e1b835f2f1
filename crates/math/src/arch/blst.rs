//! Safe, typed calls of the C library `blst` (BLS12-381).
//!
//! Field elements are in Montgomery form; affine (0, 0) and projective z = 0 are infinity. The types are
//! `repr(C)` and without invariants that `unsafe` code relies on: blst reads and writes fixed-size
//! arrays of limbs, whatever their values.

use crate::limb::{U256, U384};
use alloc::{vec, vec::Vec};
use core::ptr;

pub(crate) use ::blst::{
    blst_fp as Fp, blst_fp2 as Fp2, blst_fp12 as Fp12, blst_p1 as P1, blst_p1_affine as P1Affine,
    blst_p2 as P2, blst_p2_affine as P2Affine,
};

/// Functions that write their first parameter and read the others.
macro_rules! functions {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty = $function:ident;)+) => {
        $(pub(crate) fn $name($($arg: &$type),*) -> $out {
            let mut out = <$out>::default();
            // SAFETY: the pointers come from references, so they are valid and aligned for the types that
            // the function declares; it writes `out` only and keeps no pointer.
            unsafe { ::blst::$function(&mut out, $($arg),*) };
            out
        })+
    };
}

/// Functions that read their parameters and return a truth value.
macro_rules! predicates {
    ($($name:ident($($arg:ident: $type:ty),*) = $function:ident;)+) => {
        $(pub(crate) fn $name($($arg: &$type),*) -> bool {
            // SAFETY: the pointers come from references, so they are valid and aligned for the types that
            // the function declares; it writes nothing and keeps no pointer.
            unsafe { ::blst::$function($($arg),*) }
        })+
    };
}

functions! {
    fp_mul(a: Fp, b: Fp) -> Fp = blst_fp_mul;
    fp2_mul(a: Fp2, b: Fp2) -> Fp2 = blst_fp2_mul;
    fp12_mul(a: Fp12, b: Fp12) -> Fp12 = blst_fp12_mul;
    p1_double(p: P1) -> P1 = blst_p1_double;
    p2_double(p: P2) -> P2 = blst_p2_double;
    p1_add(p: P1, q: P1) -> P1 = blst_p1_add_or_double;
    p2_add(p: P2, q: P2) -> P2 = blst_p2_add_or_double;
    p1_add_affine(p: P1, q: P1Affine) -> P1 = blst_p1_add_or_double_affine;
    p2_add_affine(p: P2, q: P2Affine) -> P2 = blst_p2_add_or_double_affine;
    p1_to_affine(p: P1) -> P1Affine = blst_p1_to_affine;
    p2_to_affine(p: P2) -> P2Affine = blst_p2_to_affine;
    p1_from_affine(p: P1Affine) -> P1 = blst_p1_from_affine;
    p2_from_affine(p: P2Affine) -> P2 = blst_p2_from_affine;
    final_exp(f: Fp12) -> Fp12 = blst_final_exp;
}

predicates! {
    p1_on_curve(p: P1Affine) = blst_p1_affine_on_curve;
    p2_on_curve(p: P2Affine) = blst_p2_affine_on_curve;
    p1_in_subgroup(p: P1Affine) = blst_p1_affine_in_g1;
    p2_in_subgroup(p: P2Affine) = blst_p2_affine_in_g2;
    fp12_is_one(f: Fp12) = blst_fp12_is_one;
}

/// The Montgomery form of x < p.
pub(crate) fn fp_from_limbs(x: &U384) -> Fp {
    let mut out = Fp::default();
    // SAFETY: both pointers are valid for the 6 limbs that the function reads and writes.
    unsafe { ::blst::blst_fp_from_uint64(&mut out, x.as_ptr()) };
    out
}

/// The canonical form.
pub(crate) fn fp_to_limbs(x: &Fp) -> U384 {
    let mut out = [0; 6];
    // SAFETY: both pointers are valid for the 6 limbs that the function reads and writes.
    unsafe { ::blst::blst_uint64_from_fp(out.as_mut_ptr(), x) };
    out
}

/// -x.
pub(crate) fn fp_neg(x: &Fp) -> Fp {
    let mut out = Fp::default();
    // SAFETY: both pointers are valid for a field element.
    unsafe { ::blst::blst_fp_cneg(&mut out, x, true) };
    out
}

/// -x.
pub(crate) fn fp2_neg(x: &Fp2) -> Fp2 {
    let mut out = Fp2::default();
    // SAFETY: both pointers are valid for an element of Fp2.
    unsafe { ::blst::blst_fp2_cneg(&mut out, x, true) };
    out
}

/// The point of the 48 bytes of a finite compressed point of G1; none if x gives no point.
///
/// The subgroup is not checked.
pub(crate) fn p1_uncompress(bytes: &[u8; 48]) -> Option<P1Affine> {
    use ::blst::BLST_ERROR;
    let mut out = P1Affine::default();
    // SAFETY: `bytes` is valid for the 48 bytes that the function reads, `out` for the point it writes.
    let status = unsafe { ::blst::blst_p1_uncompress(&mut out, bytes.as_ptr()) };
    // blst writes the points (0, ±2) too, and only warns that they are outside the subgroup.
    matches!(status, BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP).then_some(out)
}

/// RFC 9380 map_to_curve and clear_cofactor.
pub(crate) fn map_to_g1(u: &Fp) -> P1 {
    let mut out = P1::default();
    // SAFETY: `u` and `out` are valid; the second element is optional and absent when null.
    unsafe { ::blst::blst_map_to_g1(&mut out, u, ptr::null()) };
    out
}

/// RFC 9380 map_to_curve and clear_cofactor.
pub(crate) fn map_to_g2(u: &Fp2) -> P2 {
    let mut out = P2::default();
    // SAFETY: `u` and `out` are valid; the second element is optional and absent when null.
    unsafe { ::blst::blst_map_to_g2(&mut out, u, ptr::null()) };
    out
}

/// The product of the Miller functions of pairs of finite points; 0.4 KiB of stack per pair.
///
/// # Panics
/// If the slices differ in length or are empty.
pub(crate) fn miller_loop(ps: &[P1Affine], qs: &[P2Affine]) -> Fp12 {
    assert!(ps.len() == qs.len() && !ps.is_empty(), "miller_loop: lengths");
    let (p, q) = ([ps.as_ptr(), ptr::null()], [qs.as_ptr(), ptr::null()]);
    let mut out = Fp12::default();
    // SAFETY: each list has one pointer, to `ps.len()` points in a row, and then null, as blst asks for
    // contiguous points; `out` is valid.
    unsafe { ::blst::blst_miller_loop_n(&mut out, q.as_ptr(), p.as_ptr(), ps.len()) };
    out
}

/// Per-group functions over lists of points.
macro_rules! lists {
    ($batch:ident, $msm:ident, $projective:ty, $affine:ty, $to_affine:ident, $scratch:ident, $mult:ident) => {
        /// The points in affine form, with one inversion.
        pub(crate) fn $batch(points: &[$projective]) -> Vec<$affine> {
            let mut out = vec![<$affine>::default(); points.len()];
            if !points.is_empty() {
                let list = [points.as_ptr(), ptr::null()];
                // SAFETY: the list has one pointer, to `points.len()` points in a row, and then null, as
                // blst asks for contiguous points; `out` has room for as many.
                unsafe { ::blst::$to_affine(out.as_mut_ptr(), list.as_ptr(), points.len()) };
            }
            out
        }

        /// Σ k p on this thread. Points: finite and in the subgroup; scalars: 32 bytes little-endian, below q.
        ///
        /// # Panics
        /// If the slices differ in length or are empty.
        pub(crate) fn $msm(points: &[$affine], scalars: &[[u8; 32]]) -> $projective {
            assert!(points.len() == scalars.len() && !points.is_empty(), "msm: lengths");
            // SAFETY: a pure function of a number.
            let scratch_bytes = unsafe { ::blst::$scratch(points.len()) };
            let mut scratch =
                vec![0 as ::blst::limb_t; scratch_bytes.div_ceil(size_of::<::blst::limb_t>())];
            let point_list = [points.as_ptr(), ptr::null()];
            let scalar_list = [scalars.as_ptr().cast::<u8>(), ptr::null()];
            let mut out = <$projective>::default();
            // SAFETY: each list has one pointer, to `points.len()` items in a row (scalars of 256 bits are
            // 32 bytes), and then null, as blst asks for contiguous items; `scratch` has the size that
            // blst states for this many points.
            unsafe {
                ::blst::$mult(
                    &mut out,
                    point_list.as_ptr(),
                    points.len(),
                    scalar_list.as_ptr(),
                    255,
                    scratch.as_mut_ptr(),
                );
            }
            out
        }
    };
}

lists!(
    p1s_to_affine,
    p1s_msm,
    P1,
    P1Affine,
    blst_p1s_to_affine,
    blst_p1s_mult_pippenger_scratch_sizeof,
    blst_p1s_mult_pippenger
);
lists!(
    p2s_to_affine,
    p2s_msm,
    P2,
    P2Affine,
    blst_p2s_to_affine,
    blst_p2s_mult_pippenger_scratch_sizeof,
    blst_p2s_mult_pippenger
);

/// k as 32 little-endian bytes.
pub(crate) fn scalar_bytes(k: &U256) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, limb) in bytes.chunks_exact_mut(8).zip(k) {
        chunk.copy_from_slice(&limb.to_le_bytes());
    }
    bytes
}
