//! blst's C functions as safe ones. Its safe API knows signatures only, and its multi-scalar
//! multiplication there starts threads.
#![expect(unsafe_code, reason = "the functions of a C library")]

use std::ptr;

pub(super) use ::blst::{
    blst_fp as Fp, blst_fp2 as Fp2, blst_fp12 as Fp12, blst_p1 as P1, blst_p1_affine as P1Affine,
    blst_p2 as P2, blst_p2_affine as P2Affine,
};

/// Functions that write their first parameter and read the others.
macro_rules! functions {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty = $function:ident;)+) => {
        $(pub(super) fn $name($($arg: &$type),*) -> $out {
            let mut out = <$out>::default();
            // SAFETY: references are valid and aligned pointers; the function writes `out` alone.
            unsafe { ::blst::$function(&mut out, $($arg),*) };
            out
        })+
    };
}

/// Functions that read their parameter.
macro_rules! predicates {
    ($($name:ident($type:ty) = $function:ident;)+) => {
        $(pub(super) fn $name(x: &$type) -> bool {
            // SAFETY: a reference is a valid and aligned pointer; the function writes nothing.
            unsafe { ::blst::$function(x) }
        })+
    };
}

/// The sum of k P over points that are not infinity and scalars of 32 little-endian bytes.
macro_rules! msm {
    ($name:ident, $affine:ty, $point:ty, $scratch:ident, $function:ident) => {
        pub(super) fn $name(points: &[$affine], scalars: &[[u8; 32]]) -> $point {
            assert_eq!(points.len(), scalars.len(), "a scalar for each point");
            let mut out = <$point>::default();
            if points.is_empty() {
                return out;
            }
            // SAFETY: the function computes from a number alone.
            let len = unsafe { ::blst::$scratch(points.len()) };
            let mut scratch = vec![0_u64; len.div_ceil(8)];
            // An array that ends with null stands for elements that lie one after the other.
            let points_of = [points.as_ptr(), ptr::null()];
            let scalars_of = [scalars.as_ptr().cast::<u8>(), ptr::null()];
            // SAFETY: both arrays hold `points.len()` elements, scalars have 256 bits, the scratch
            // space is as long as the library asked for, and `out` is a point.
            unsafe {
                ::blst::$function(
                    &mut out,
                    points_of.as_ptr(),
                    points.len(),
                    scalars_of.as_ptr(),
                    256,
                    scratch.as_mut_ptr(),
                );
            }
            out
        }
    };
}

functions! {
    p1_add(p: P1, q: P1Affine) -> P1 = blst_p1_add_or_double_affine;
    p2_add(p: P2, q: P2Affine) -> P2 = blst_p2_add_or_double_affine;
    p1_from_affine(p: P1Affine) -> P1 = blst_p1_from_affine;
    p2_from_affine(p: P2Affine) -> P2 = blst_p2_from_affine;
    p1_to_affine(p: P1) -> P1Affine = blst_p1_to_affine;
    p2_to_affine(p: P2) -> P2Affine = blst_p2_to_affine;
    miller_loop(q: P2Affine, p: P1Affine) -> Fp12 = blst_miller_loop;
    fp12_mul(a: Fp12, b: Fp12) -> Fp12 = blst_fp12_mul;
    final_exp(f: Fp12) -> Fp12 = blst_final_exp;
}

predicates! {
    p1_on_curve(P1Affine) = blst_p1_affine_on_curve;
    p2_on_curve(P2Affine) = blst_p2_affine_on_curve;
    p1_in_subgroup(P1Affine) = blst_p1_affine_in_g1;
    p2_in_subgroup(P2Affine) = blst_p2_affine_in_g2;
    p1_is_infinity(P1Affine) = blst_p1_affine_is_inf;
    p2_is_infinity(P2Affine) = blst_p2_affine_is_inf;
    fp12_is_one(Fp12) = blst_fp12_is_one;
}

msm!(p1_msm, P1Affine, P1, blst_p1s_mult_pippenger_scratch_sizeof, blst_p1s_mult_pippenger);
msm!(p2_msm, P2Affine, P2, blst_p2s_mult_pippenger_scratch_sizeof, blst_p2s_mult_pippenger);

/// The element of big-endian bytes below the modulus.
pub(super) fn fp(bytes: &[u8; 48]) -> Fp {
    let mut out = Fp::default();
    // SAFETY: the function reads 48 bytes and writes a field element.
    unsafe { ::blst::blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
    out
}

/// The element in big-endian bytes.
pub(super) fn bytes(x: &Fp) -> [u8; 48] {
    let mut out = [0; 48];
    // SAFETY: the function reads a field element and writes 48 bytes.
    unsafe { ::blst::blst_bendian_from_fp(out.as_mut_ptr(), x) };
    out
}

/// RFC 9380's map_to_curve and clear_cofactor.
pub(super) fn map_to_g1(u: &Fp) -> P1 {
    let mut out = P1::default();
    // SAFETY: `u` and `out` are valid; the second element is optional, and null says that it is absent.
    unsafe { ::blst::blst_map_to_g1(&mut out, u, ptr::null()) };
    out
}

/// RFC 9380's map_to_curve and clear_cofactor.
pub(super) fn map_to_g2(u: &Fp2) -> P2 {
    let mut out = P2::default();
    // SAFETY: `u` and `out` are valid; the second element is optional, and null says that it is absent.
    unsafe { ::blst::blst_map_to_g2(&mut out, u, ptr::null()) };
    out
}
