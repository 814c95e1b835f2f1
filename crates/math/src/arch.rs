//! Kernels that need `unsafe`: one folder per instruction set, one file per extension.
