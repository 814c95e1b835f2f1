//! Functions around single kernels, for `gigagas-proofs`: compiled as everywhere else, and found by name.

#![allow(missing_docs, reason = "described by `contracts`")]

use super::adx_field::Adx;
use crate::{
    bn254, cpu,
    field::{Arch, Fe, Field},
    limb::U256,
    p256, secp256k1,
};

/// The function of an entry: the result, the operands. Unary kernels have the same operand twice.
#[derive(Debug, Clone, Copy)]
pub enum Entry {
    /// Of one operand.
    Unary(extern "sysv64" fn(&mut U256, &U256)),
    /// Of two operands.
    Binary(extern "sysv64" fn(&mut U256, &U256, &U256)),
}

impl Entry {
    /// Runs the kernel; the second operand is for those that have two.
    pub fn run(self, _: cpu::Adx, a: &U256, b: &U256) -> U256 {
        let mut out = [0; 4];
        match self {
            Self::Unary(function) => function(&mut out, a),
            Self::Binary(function) => function(&mut out, a, b),
        }
        out
    }
}

macro_rules! unary {
    ($name:ident, |$a:ident| $result:expr) => {
        // SAFETY: no other symbol has this prefix.
        #[unsafe(no_mangle)]
        #[inline(never)]
        extern "sysv64" fn $name(out: &mut U256, $a: &U256) {
            *out = $result;
        }
    };
}

macro_rules! binary {
    ($name:ident, |$a:ident, $b:ident| $result:expr) => {
        // SAFETY: no other symbol has this prefix.
        #[unsafe(no_mangle)]
        #[inline(never)]
        extern "sysv64" fn $name(out: &mut U256, $a: &U256, $b: &U256) {
            *out = $result;
        }
    };
}

macro_rules! entries {
    ($($field:ident $p:expr, $fold:literal: $multiply:ident $square:ident $add:ident $subtract:ident
        $negate:ident $halve:ident $($enter:ident $leave:ident)?;)+
    ) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            struct $field;
            impl Field for $field {
                const P: U256 = $p;
                const FOLD: u64 = $fold;
            }
            binary!($multiply, |a, b| Adx::mul::<$field>(a, b));
            unary!($square, |a| Adx::square::<$field>(a));
            binary!($add, |a, b| Adx::add::<$field>(a, b));
            binary!($subtract, |a, b| Adx::sub::<$field>(a, b));
            unary!($negate, |a| Fe::<$field, Adx>::from_form(*a).neg().form());
            unary!($halve, |a| Adx::halve::<$field>(a));
            $(
                unary!($enter, |a| Fe::<$field, Adx>::new(a).form());
                unary!($leave, |a| Fe::<$field, Adx>::from_form(*a).to_canonical());
            )?
        )+

        /// All entries by their names.
        pub static ENTRIES: &[(&str, Entry)] = &[$(
            (stringify!($multiply), Entry::Binary($multiply)),
            (stringify!($square), Entry::Unary($square)),
            (stringify!($add), Entry::Binary($add)),
            (stringify!($subtract), Entry::Binary($subtract)),
            (stringify!($negate), Entry::Unary($negate)),
            (stringify!($halve), Entry::Unary($halve)),
            $(
                (stringify!($enter), Entry::Unary($enter)),
                (stringify!($leave), Entry::Unary($leave)),
            )?
        )+];
    };
}

entries! {
    BnP bn254::P, 0: gigagas_bn254_p_multiply gigagas_bn254_p_square gigagas_bn254_p_add
        gigagas_bn254_p_subtract gigagas_bn254_p_negate gigagas_bn254_p_halve
        gigagas_bn254_p_enter gigagas_bn254_p_leave;
    BnR bn254::R, 0: gigagas_bn254_r_multiply gigagas_bn254_r_square gigagas_bn254_r_add
        gigagas_bn254_r_subtract gigagas_bn254_r_negate gigagas_bn254_r_halve
        gigagas_bn254_r_enter gigagas_bn254_r_leave;
    SecpP secp256k1::P, 0x1_0000_03d1: gigagas_secp256k1_p_multiply gigagas_secp256k1_p_square
        gigagas_secp256k1_p_add gigagas_secp256k1_p_subtract gigagas_secp256k1_p_negate
        gigagas_secp256k1_p_halve;
    SecpN secp256k1::N, 0: gigagas_secp256k1_n_multiply gigagas_secp256k1_n_square
        gigagas_secp256k1_n_add gigagas_secp256k1_n_subtract gigagas_secp256k1_n_negate
        gigagas_secp256k1_n_halve gigagas_secp256k1_n_enter gigagas_secp256k1_n_leave;
    NistP p256::P, 0: gigagas_p256_p_multiply gigagas_p256_p_square gigagas_p256_p_add
        gigagas_p256_p_subtract gigagas_p256_p_negate gigagas_p256_p_halve
        gigagas_p256_p_enter gigagas_p256_p_leave;
    NistN p256::N, 0: gigagas_p256_n_multiply gigagas_p256_n_square gigagas_p256_n_add
        gigagas_p256_n_subtract gigagas_p256_n_negate gigagas_p256_n_halve
        gigagas_p256_n_enter gigagas_p256_n_leave;
}
