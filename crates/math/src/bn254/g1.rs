//! The group G1: addition and multiplication.

mod own;

use super::{G1, arkworks};
#[cfg(target_arch = "x86_64")]
use crate::{arch::x86_64::adx_field, cpu};
use crate::{
    backend::backends,
    field::{Portable, Task as _},
    limb::U256,
    point::InvalidPoint,
};

backends! {
    "bn254 addition and multiplication";
    Arkworks = "arkworks",
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Adx(cpu::Adx) = "adx",
}

/// p + q; checks that both are on the curve (item 0, item 1).
///
/// # Errors
/// The first summand that is not on the curve.
pub fn add(backend: Backend, p: &G1, q: &G1) -> Result<G1, InvalidPoint> {
    let task = own::Add { p, q };
    match backend {
        Backend::Arkworks => arkworks::add(p, q),
        Backend::Portable => task.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        Backend::Adx(adx) => adx_field::run(adx, task),
    }
}

/// k p for any 256-bit k; checks that p is on the curve.
///
/// # Errors
/// If p is not on the curve.
pub fn mul(backend: Backend, p: &G1, k: &U256) -> Result<G1, InvalidPoint> {
    let task = own::Mul { p, k };
    match backend {
        Backend::Arkworks => arkworks::mul(p, k),
        Backend::Portable => task.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        Backend::Adx(adx) => adx_field::run(adx, task),
    }
}
