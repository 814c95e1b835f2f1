//! The forks of Ethereum's mainnet, in order.

use core::{fmt, str::FromStr};

macro_rules! forks {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $(| $alias:literal)*,)+) => {
        /// A fork of Ethereum's mainnet; `<` is "earlier than".
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Fork { $($(#[$doc])* $variant,)+ }

        impl Fork {
            /// Every fork, oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name in lower case without separators, e.g. `osaka`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl FromStr for Fork {
            type Err = UnknownFork;

            /// Ignores case, `-`, `_` and spaces; knows the usual second names (`merge`, `pectra`, ...).
            fn from_str(text: &str) -> Result<Self, UnknownFork> {
                let matches = |name: &str| {
                    let letters = text.bytes().filter(|b| !matches!(b, b'-' | b'_' | b' '));
                    letters.map(|b| b.to_ascii_lowercase()).eq(name.bytes())
                };
                $(if matches($name) $(|| matches($alias))* { return Ok(Self::$variant); })+
                Err(UnknownFork)
            }
        }
    };
}

forks! {
    /// 2015-07.
    Frontier = "frontier",
    /// 2016-03.
    Homestead = "homestead",
    /// 2016-07.
    Dao = "dao" | "daofork",
    /// 2016-10 (EIP-150).
    TangerineWhistle = "tangerinewhistle" | "tangerine" | "eip150",
    /// 2016-11 (EIP-158, EIP-161).
    SpuriousDragon = "spuriousdragon" | "spurious" | "eip158",
    /// 2017-10: MODEXP and bn254.
    Byzantium = "byzantium",
    /// 2019-02.
    Constantinople = "constantinople",
    /// 2019-02.
    Petersburg = "petersburg" | "constantinoplefix",
    /// 2019-12: BLAKE2F; bn254 repriced.
    Istanbul = "istanbul",
    /// 2020-01.
    MuirGlacier = "muirglacier",
    /// 2021-04: MODEXP repriced (EIP-2565).
    Berlin = "berlin",
    /// 2021-08.
    London = "london",
    /// 2021-12.
    ArrowGlacier = "arrowglacier",
    /// 2022-06.
    GrayGlacier = "grayglacier",
    /// 2022-09.
    Paris = "paris" | "merge",
    /// 2023-04.
    Shanghai = "shanghai" | "shapella",
    /// 2024-03: point evaluation.
    Cancun = "cancun" | "dencun",
    /// 2025-05: BLS12-381.
    Prague = "prague" | "pectra",
    /// 2025-12: MODEXP repriced and bounded (EIP-7883, EIP-7823), P256VERIFY.
    Osaka = "osaka" | "fusaka",
    /// First blob-parameter-only fork.
    Bpo1 = "bpo1",
    /// Second blob-parameter-only fork.
    Bpo2 = "bpo2",
    /// Next after Osaka; no precompile changes.
    Amsterdam = "amsterdam" | "glamsterdam",
}

impl Fork {
    /// The newest fork that is live on mainnet, the default of the programs.
    pub const LATEST: Self = Self::Osaka;
}

impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no fork's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownFork;

impl fmt::Display for UnknownFork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown fork; known:")?;
        Fork::ALL.iter().try_for_each(|fork| write!(f, " {fork}"))
    }
}

impl core::error::Error for UnknownFork {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_round_trip() {
        for &fork in Fork::ALL {
            assert_eq!(fork.name().parse(), Ok(fork));
            assert_eq!(fork.name().to_uppercase().parse(), Ok(fork));
        }
        assert_eq!("Spurious Dragon".parse(), Ok(Fork::SpuriousDragon));
        assert_eq!("merge".parse(), Ok(Fork::Paris));
        assert_eq!("".parse::<Fork>(), Err(UnknownFork));
        assert!(UnknownFork.to_string().contains("osaka"));
    }
}
