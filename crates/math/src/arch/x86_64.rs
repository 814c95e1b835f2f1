//! Kernels for x86-64.

pub(crate) mod modexp_adx;
