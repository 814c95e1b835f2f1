//! Which backend runs each operation at each size, and how a user says otherwise.
//!
//! [`measured`] tells what is known about an operation (`gigagas-bench route` writes the table): at each
//! size the fastest backend that this CPU can run serves. An operation that has not been measured on this
//! architecture goes to its preferred backend.

mod range;
mod table;

pub use gigagas_math::cpu::CpuClass;
pub use range::MAX_RANGES;

use alloc::{string::String, vec::Vec};
use core::fmt;

use gigagas_math::{
    backend::Backend, bls12_381, bn254, ed25519, hash, identity, modexp, p256, secp256k1,
};

use crate::precompiles;
use range::Route;
pub use table::{
    Cell, Measured, Ranking, Source, Time, everything_measured, measured, measured_elsewhere,
};

macro_rules! routes {
    ($($(#[$doc:meta])* $operation:ident: $($module:ident)::+,)+) => {
        /// Backends for every operation, by the size of the call ([`size`]).
        ///
        /// An operation is the work behind a precompile (`modexp`) or a part that several share
        /// (`keccak256`). The default is what was measured to be the fastest that this CPU can run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Routes {
            $($(#[$doc])* pub(crate) $operation: Route<$($module)::+::Backend>,)+
        }

        impl Routes {
            /// Every operation's name.
            pub const OPERATIONS: &'static [&'static str] = &[$(stringify!($operation),)+];

            /// The fastest backends by measurement; without the feature `std`, which detects the CPU, the
            /// preferred backend of each operation.
            #[must_use]
            pub fn preferred() -> Self {
                Self { $($operation: Route::measured(stringify!($operation)),)+ }
            }

            /// The reference backend of each operation: pure Rust, on any CPU.
            #[must_use]
            pub fn portable() -> Self {
                Self { $($operation: Route::always(Backend::reference()),)+ }
            }

            /// The name of the backend that `operation` uses in a call of this size ([`size`]); None if there
            /// is no such operation.
            #[must_use]
            pub fn backend(&self, operation: &str, size: u64) -> Option<&'static str> {
                match operation {
                    $(stringify!($operation) => Some(self.$operation.at(usize::try_from(size).unwrap_or(usize::MAX)).name()),)+
                    _ => None,
                }
            }

            /// The backends that `operation` uses, smallest calls first, each with the greatest size that it
            /// serves; the last one serves all above. Empty if there is no such operation.
            #[must_use]
            pub fn ranges(&self, operation: &str) -> Vec<(u64, &'static str)> {
                match operation {
                    $(stringify!($operation) => {
                        self.$operation.ranges().map(|(upper, backend)| (upper, backend.name())).collect()
                    })+
                    _ => Vec::new(),
                }
            }

            /// The names of the backends that can run `operation` here, the preferred one last; empty
            /// if there is no such operation.
            #[must_use]
            pub fn choices(operation: &str) -> Vec<&'static str> {
                match operation {
                    $(stringify!($operation) => {
                        <$($module)::+::Backend>::available().map(Backend::name).collect()
                    })+
                    _ => Vec::new(),
                }
            }

            /// The names of all backends of `operation` in this build, those included that need another
            /// CPU; empty if there is no such operation.
            #[must_use]
            pub fn in_build(operation: &str) -> &'static [&'static str] {
                match operation {
                    $(stringify!($operation) => <$($module)::+::Backend>::NAMES,)+
                    _ => &[],
                }
            }

            /// Sets one operation's backend; false if the pair does not exist here.
            fn set(&mut self, operation: &str, name: &str) -> bool {
                match operation {
                    $(stringify!($operation) => match Backend::by_name(name) {
                        Some(backend) => { self.$operation = Route::always(backend); true }
                        None => false,
                    },)+
                    _ => false,
                }
            }
        }
    };
}

routes! {
    /// 0x01.
    ecrecover: secp256k1,
    /// 0x02, and the versioned hash of 0x0a.
    sha256: hash::sha256,
    /// 0x03.
    ripemd160: hash::ripemd160,
    /// 0x04.
    identity: identity,
    /// 0x05.
    modexp: modexp,
    /// 0x06.
    bn254_add: bn254::g1,
    /// 0x07.
    bn254_mul: bn254::g1,
    /// 0x08.
    bn254_pairing: bn254,
    /// 0x09.
    blake2f: hash::blake2b,
    /// 0x0a.
    point_evaluation: bls12_381,
    /// 0x0b.
    bls12_g1add: bls12_381,
    /// 0x0c.
    bls12_g1msm: bls12_381,
    /// 0x0d.
    bls12_g2add: bls12_381,
    /// 0x0e.
    bls12_g2msm: bls12_381,
    /// 0x0f.
    bls12_pairing: bls12_381,
    /// 0x10.
    bls12_map_fp_to_g1: bls12_381,
    /// 0x11.
    bls12_map_fp2_to_g2: bls12_381,
    /// 0x100.
    p256verify: p256,
    /// CIP-25 and EIP-665.
    ed25519: ed25519,
    /// Part of 0x01 and CIP-20.
    keccak: hash::keccak,
    /// Part of CIP-20.
    sha512: hash::sha512,
    /// Part of CIP-20.
    blake2s: hash::blake2s,
}

/// The size of a call by which `operation` is routed: see [`size_unit`]. `input` is the call data, or for
/// a part of a precompile the part's own input.
#[must_use]
pub fn size(operation: &str, input: &[u8]) -> u64 {
    match operation {
        "blake2f" => u64::from(precompiles::blake2f::rounds(input)),
        "modexp" => precompiles::modexp::modulus_len(input),
        _ => input.len() as u64,
    }
}

/// What [`size`] counts.
#[must_use]
pub fn size_unit(operation: &str) -> &'static str {
    match operation {
        "blake2f" => "rounds",
        "modexp" => "bytes of the modulus",
        _ => "bytes of input",
    }
}

/// What a backend does inside for an operation, by size: ascending greatest sizes in the unit that the text
/// names, the last `u64::MAX`. Empty for operations whose backends do one thing.
#[must_use]
pub fn inside(operation: &str, backend: &str) -> Vec<(u64, &'static str)> {
    match (operation, modexp::Backend::by_name(backend)) {
        ("modexp", Some(backend)) => modexp::engines(backend),
        _ => Vec::new(),
    }
}

/// The environment variable that overrides the routes of the whole process.
pub const ROUTE_VARIABLE: &str = "GIGAGAS_ROUTE";

impl Routes {
    /// The routes of this process: preferred, overridden by `GIGAGAS_ROUTE` (see [`Routes::with`]), read once.
    ///
    /// # Errors
    /// If `GIGAGAS_ROUTE` names what does not exist here. Calls that use these routes report it as
    /// [`crate::CallError::Route`]: a backend that was asked for is never silently replaced.
    #[cfg(feature = "std")]
    pub fn active() -> Result<&'static Self, &'static RouteError> {
        static ACTIVE: std::sync::OnceLock<Result<Routes, RouteError>> = std::sync::OnceLock::new();
        let read = || match std::env::var(ROUTE_VARIABLE) {
            Ok(overrides) => Self::preferred().with(&overrides),
            Err(std::env::VarError::NotPresent) => Ok(Self::preferred()),
            Err(std::env::VarError::NotUnicode(_)) => Err(RouteError::NotUnicode),
        };
        ACTIVE.get_or_init(read).as_ref()
    }

    /// Applies overrides, left to right, separated by commas:
    /// `operation=backend` sets one operation; a bare `backend` sets every operation that has it;
    /// a bare `portable` sets every operation to its pure-Rust reference.
    ///
    /// # Errors
    /// An unknown operation, or a backend that is unknown or cannot run on this CPU; the error lists the choices.
    pub fn with(mut self, overrides: &str) -> Result<Self, RouteError> {
        for word in overrides.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.split_once('=') {
                Some((operation, backend)) => self.set_one(operation.trim(), backend.trim())?,
                None if word == "portable" => self = Self::portable(),
                None => self.set_all(word)?,
            }
        }
        Ok(self)
    }

    fn set_one(&mut self, operation: &str, backend: &str) -> Result<(), RouteError> {
        if !Self::OPERATIONS.contains(&operation) {
            return Err(RouteError::UnknownOperation(operation.into()));
        }
        if self.set(operation, backend) {
            return Ok(());
        }
        let choices = Self::choices(operation);
        Err(RouteError::Unavailable {
            operation: operation.into(),
            backend: backend.into(),
            choices,
        })
    }

    fn set_all(&mut self, backend: &str) -> Result<(), RouteError> {
        let found = Self::OPERATIONS.iter().filter(|op| self.set(op, backend)).count();
        if found > 0 {
            return Ok(());
        }
        let mut choices: Vec<_> =
            Self::OPERATIONS.iter().flat_map(|op| Self::choices(op)).collect();
        choices.push("portable");
        choices.sort_unstable();
        choices.dedup();
        Err(RouteError::Unavailable {
            operation: "any operation".into(),
            backend: backend.into(),
            choices,
        })
    }
}

impl Default for Routes {
    fn default() -> Self {
        Self::preferred()
    }
}

/// An override that cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RouteError {
    /// No operation of this name.
    UnknownOperation(String),
    /// The operation has no such backend in this build on this CPU.
    Unavailable {
        /// The operation.
        operation: String,
        /// What was asked for.
        backend: String,
        /// What there is.
        choices: Vec<&'static str>,
    },
    /// The environment variable is not UTF-8.
    NotUnicode,
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOperation(operation) => {
                write!(
                    f,
                    "no operation {operation:?}; operations: {}",
                    Routes::OPERATIONS.join(", ")
                )
            }
            Self::Unavailable { operation, backend, choices } => write!(
                f,
                "no backend {backend:?} for {operation} in this build on this CPU; choices: {}",
                choices.join(", ")
            ),
            Self::NotUnicode => write!(f, "{ROUTE_VARIABLE} is not valid UTF-8"),
        }
    }
}

impl core::error::Error for RouteError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_operation_has_a_reference_and_answers_by_name() {
        for operation in Routes::OPERATIONS {
            let choices = Routes::choices(operation);
            assert!(choices.iter().all(|name| Routes::in_build(operation).contains(name)));
            assert_eq!(Routes::portable().ranges(operation).len(), 1);
            let used =
                [Routes::portable(), Routes::preferred()].map(|routes| routes.ranges(operation));
            for (_, name) in used.concat() {
                assert!(choices.contains(&name), "{operation} {name}");
            }
            for name in choices {
                let routes =
                    Routes::preferred().with(&alloc::format!("{operation}={name}")).unwrap();
                assert_eq!(routes.ranges(operation), [(u64::MAX, name)]);
                assert_eq!(routes.backend(operation, 0), Some(name));
            }
        }
        assert_eq!(Routes::preferred().backend("nothing", 0), None);
        assert!(Routes::preferred().ranges("nothing").is_empty());
        assert!(Routes::choices("nothing").is_empty());
        assert!(Routes::in_build("nothing").is_empty());
    }

    #[test]
    fn modexp_tells_its_engines() {
        for name in Routes::choices("modexp") {
            let engines = inside("modexp", name);
            assert_eq!(engines.last().unwrap().0, u64::MAX);
            assert!(engines.is_sorted_by_key(|engine| engine.0));
        }
        assert!(inside("modexp", "abacus").is_empty() && inside("sha256", "portable").is_empty());
    }

    #[test]
    fn overrides_apply_in_order() {
        assert_eq!(Routes::preferred().with("portable"), Ok(Routes::portable()));
        assert_eq!(Routes::preferred().with(" , "), Ok(Routes::preferred()));
        let choices = Routes::choices("bls12_pairing");
        let last = choices.last().unwrap();
        let routes =
            Routes::preferred().with(&alloc::format!("portable, bls12_pairing = {last}")).unwrap();
        assert_eq!(routes.backend("bls12_pairing", 384), Some(*last));
        assert_eq!(routes.backend("bls12_g1add", 256), Some(choices[0]));
    }

    #[test]
    fn a_bare_name_sets_every_operation_that_has_it() {
        let routes = Routes::preferred().with("arkworks").unwrap();
        assert_eq!(routes.backend("bls12_pairing", 384), Some("arkworks"));
        assert_eq!(routes.backend("bn254_pairing", 192), Some("arkworks"));
    }

    #[test]
    fn what_cannot_be_followed_is_an_error_that_lists_the_choices() {
        let error = Routes::preferred().with("sha256=abacus").unwrap_err().to_string();
        assert!(error.contains("abacus") && error.contains("portable"), "{error}");
        let error = Routes::preferred().with("sha257=portable").unwrap_err().to_string();
        assert!(error.contains("sha257") && error.contains("ripemd160"), "{error}");
        let error = Routes::preferred().with("abacus").unwrap_err().to_string();
        assert!(error.contains("abacus") && error.contains("arkworks"), "{error}");
    }
}
