//! Kernels for x86-64: one file per extension.

pub(crate) mod adx_field;
pub(crate) mod avx2;
pub(crate) mod avx512vl;
pub(crate) mod bmi2;
pub(crate) mod edwards25519_avx2;
pub(crate) mod edwards25519_ifma;
#[cfg(feature = "proofs")]
pub mod entries;
pub(crate) mod modexp_adx;
pub(crate) mod modexp_ifma;
pub(crate) mod modexp_ifma_low;
pub(crate) mod shani;
mod sse2;
