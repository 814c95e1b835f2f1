//! Kernels for x86-64.

pub(crate) mod avx2;
pub(crate) mod avx512vl;
pub(crate) mod modexp_adx;
pub(crate) mod modexp_ifma;
