//! aarch64, a file for each extension.

pub(crate) mod neon;
