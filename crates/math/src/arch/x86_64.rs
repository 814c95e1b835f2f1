//! Kernels for x86-64.

pub(crate) mod modexp_adx;
pub(crate) mod modexp_ifma;
pub(crate) mod modexp_ifma_low;
