//! Kernels that need `unsafe`: one folder per instruction set, one file per extension.

#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
