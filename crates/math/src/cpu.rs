//! The only place where CPU features are detected.
//!
//! A witness is a value that exists only where its instructions do: a kernel that takes one cannot be
//! called on the wrong machine. With the `std` feature detection is at run time (the standard library
//! caches it); without, only what the compilation target states counts.

macro_rules! witness {
    ($(#[$doc:meta])* $name:ident, $arch:literal, $detect:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        #[cfg(target_arch = $arch)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(());

        #[cfg(target_arch = $arch)]
        impl $name {
            /// The witness, if this CPU (and its operating system) supports every feature named above.
            #[must_use]
            pub fn detect() -> Option<Self> {
                #[cfg(feature = "std")]
                let found = $(std::arch::$detect!($feature))&&+;
                #[cfg(not(feature = "std"))]
                let found = $(cfg!(target_feature = $feature))&&+;
                found.then_some(Self(()))
            }
        }
    };
}

witness!(
    /// BMI1 and BMI2: `andn`, `rorx`, `mulx`.
    Bmi2, "x86_64", is_x86_feature_detected, ["bmi1", "bmi2"]
);
witness!(
    /// ADX with BMI2: `adcx`, `adox`, `mulx`.
    Adx, "x86_64", is_x86_feature_detected, ["adx", "bmi1", "bmi2"]
);
witness!(
    /// AVX2.
    Avx2, "x86_64", is_x86_feature_detected, ["avx2"]
);
witness!(
    /// AVX-512 F, VL, DQ and BW on 128-, 256- and 512-bit vectors.
    Avx512Vl, "x86_64", is_x86_feature_detected,
    ["avx2", "avx512f", "avx512vl", "avx512dq", "avx512bw"]
);
witness!(
    /// AVX-512 IFMA (52-bit multiply-add) with F, VL, DQ, BW, and BMI2 and ADX for the scalar parts.
    Avx512Ifma, "x86_64", is_x86_feature_detected,
    ["avx2", "avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512ifma", "adx", "bmi1", "bmi2"]
);
witness!(
    /// SHA-NI with SSSE3 and SSE4.1.
    ShaNi, "x86_64", is_x86_feature_detected, ["sha", "ssse3", "sse4.1"]
);
witness!(
    /// NEON (Advanced SIMD).
    Neon, "aarch64", is_aarch64_feature_detected, ["neon"]
);
witness!(
    /// The ARMv8 SHA-2 extension.
    Sha2, "aarch64", is_aarch64_feature_detected, ["neon", "sha2"]
);

#[cfg(target_arch = "x86_64")]
impl From<Avx512Ifma> for Adx {
    /// The IFMA witness covers ADX, BMI1 and BMI2.
    fn from(_: Avx512Ifma) -> Self {
        Self(())
    }
}

/// Kinds of CPUs that speeds are measured for and apart: what is fastest on one need not be on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CpuClass {
    /// x86-64 with AVX-512 IFMA (and all that its witness names).
    X86Avx512Ifma,
    /// x86-64 with ADX and BMI2.
    X86Adx,
    /// Any other x86-64.
    X86,
    /// aarch64.
    Aarch64,
    /// Anything else.
    Other,
}

impl CpuClass {
    /// Every class.
    pub const ALL: [Self; 5] =
        [Self::X86Avx512Ifma, Self::X86Adx, Self::X86, Self::Aarch64, Self::Other];

    /// This CPU's class.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if Avx512Ifma::detect().is_some() {
                Self::X86Avx512Ifma
            } else if Adx::detect().is_some() {
                Self::X86Adx
            } else {
                Self::X86
            }
        }
        #[cfg(target_arch = "aarch64")]
        return Self::Aarch64;
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        return Self::Other;
    }

    /// Its name, e.g. `x86-64 avx512ifma`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::X86Avx512Ifma => "x86-64 avx512ifma",
            Self::X86Adx => "x86-64 adx",
            Self::X86 => "x86-64",
            Self::Aarch64 => "aarch64",
            Self::Other => "other",
        }
    }

    /// The architecture, the same for all its classes.
    #[must_use]
    pub fn arch(self) -> &'static str {
        match self {
            Self::X86Avx512Ifma | Self::X86Adx | Self::X86 => "x86-64",
            Self::Aarch64 | Self::Other => self.name(),
        }
    }
}
