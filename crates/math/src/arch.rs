//! Kernels that need `unsafe`: one folder per instruction set, one file per extension, and one file per C library.

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
#[cfg(feature = "c")]
pub(crate) mod blst;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
