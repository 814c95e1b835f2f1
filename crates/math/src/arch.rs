//! Kernels that need `unsafe`: one folder per instruction set, one file per extension, and one file per C library.

#[cfg(feature = "c")]
pub(crate) mod blst;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64 {
    pub(crate) mod avx2;
    pub(crate) mod avx512vl;
    pub(crate) mod bmi2;
    pub(crate) mod shani;
    mod sse2;
}
