//! What a backend is, and the macro that declares an operation's backends.

/// One named implementation of an operation, chosen at run time and at the grain of a whole call.
///
/// Witness types from [`crate::cpu`] inside the variants make an unsupported backend unconstructible.
pub trait Backend: Copy + Eq + core::fmt::Debug + 'static {
    /// The names of all backends in this build, whether or not this CPU can run them.
    const NAMES: &'static [&'static str];

    /// The backends that this build can run on this CPU, in the order of preference: the preferred one last.
    fn available() -> impl Iterator<Item = Self>;

    /// The name by which users ask for it, e.g. `portable` or `avx2`.
    fn name(self) -> &'static str;

    /// The runnable backend of that name.
    #[must_use]
    fn by_name(name: &str) -> Option<Self> {
        Self::available().find(|backend| backend.name() == name)
    }

    /// The reference, pure Rust that runs everywhere: `portable`, or the first one that has a crate's name.
    #[must_use]
    fn reference() -> Self {
        Self::by_name("portable")
            .or_else(|| Self::available().next())
            .expect("every operation has a portable backend")
    }

    /// The preferred backend where no measurement says otherwise.
    #[must_use]
    fn preferred() -> Self {
        Self::available().last().expect("every operation has a portable backend")
    }
}

/// Declares `pub enum Backend`: variants in order of preference, the preferred one last.
///
/// ```ignore
/// backends! {
///     "SHA-256";
///     Portable = "portable",
///     ShaNi(cpu::ShaNi) = "shani",
/// }
/// ```
macro_rules! backends {
    ($operation:literal; $($(#[$meta:meta])* $variant:ident $(($witness:ty))? = $name:literal,)+) => {
        #[doc = concat!("Backends of ", $operation, ".")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Backend {
            $(
                $(#[$meta])*
                #[doc = concat!("Backend `", $name, "`.")]
                $variant $(($witness))?,
            )+
        }

        impl $crate::backend::Backend for Backend {
            const NAMES: &'static [&'static str] = &[$($(#[$meta])* $name,)+];

            fn available() -> impl Iterator<Item = Self> {
                [$($(#[$meta])* backends!(@detect $variant $(($witness))?),)+].into_iter().flatten()
            }

            fn name(self) -> &'static str {
                match self {
                    $($(#[$meta])* backends!(@pattern $variant $(($witness))?) => $name,)+
                }
            }
        }
    };
    (@detect $variant:ident) => { Some(Self::$variant) };
    (@detect $variant:ident($witness:ty)) => { <$witness>::detect().map(Self::$variant) };
    (@pattern $variant:ident) => { Self::$variant };
    (@pattern $variant:ident($witness:ty)) => { Self::$variant(_) };
}
pub(crate) use backends;
