//! gigagas' precompiles for revm 43 and alloy-evm 0.39.
//!
//! There are three ways in, from the least to the most:
//!
//! | | what | addresses and prices are | for |
//! |---|---|---|---|
//! | 1 | [`install`] | revm's own | reth, foundry, revme: one line at the start of `main` |
//! | 2 | [`GigagasPrecompiles`] | those of any [`gigagas::Set`] | an EVM built on revm |
//! | 3 | [`extend_precompiles`], [`precompiles_map`], [`dyn_precompile`] | those of any set, or one by one | an EVM built on alloy-evm |
//!
//! # 1. Cryptography for revm's own precompiles
//!
//! ```standalone_crate
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! gigagas_revm::install()?;
//! # Ok(())
//! # }
//! ```
//!
//! revm parses inputs and charges gas as before, and every [`Crypto`](revm::precompile::Crypto) method runs on
//! our kernels. The choice is one per process and is made by the first installation *or the first call to a
//! precompile*; after that `revm::install_crypto` returns false and [`install`] says
//! [`InstallError::AlreadyInstalled`]. Two threads that install at once get one success between them.
//!
//! # 2. A set in revm
//!
//! ```
//! use gigagas::{Address, Fork, Price, Set, table};
//! use gigagas_revm::GigagasPrecompiles;
//! use revm::{Context, MainBuilder, MainContext, primitives::hardfork::SpecId};
//!
//! // Mainnet's, following the fork of the EVM.
//! let evm = Context::mainnet()
//!     .build_mainnet()
//!     .with_precompiles(GigagasPrecompiles::new(SpecId::OSAKA));
//!
//! // A chain's own: ed25519 at an address and a price of its own.
//! let ed25519 = Address::from_low(0xed25);
//! let set = Set::mainnet(Fork::Osaka)
//!     .to_builder()
//!     .put(ed25519, &table::ED25519)
//!     .price(ed25519, Price::Flat(2000))?
//!     .build();
//! let evm = Context::mainnet().build_mainnet().with_precompiles(GigagasPrecompiles::custom(set));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 3. A set or a precompile in alloy-evm
//!
//! Needs the feature `alloy-evm`, which is on by default.
//!
//! ```
//! # #[cfg(feature = "alloy-evm")] {
//! use alloy_evm::precompiles::PrecompilesMap;
//! use gigagas::Set;
//! use revm::{precompile::Precompiles, primitives::hardfork::SpecId};
//!
//! let mut map = PrecompilesMap::from_static(Precompiles::osaka());
//! gigagas_revm::extend_precompiles(&mut map, Set::mainnet(gigagas_revm::fork(SpecId::OSAKA)));
//! # }
//! ```
//!
//! `examples/` has each of these as a program, and a precompile with state of its own beside ours.
//!
//! # What fails, and how
//!
//! - A call that halts (short of gas, malformed input) takes all gas that was forwarded, returns no data and
//!   leaves the caller's memory alone; its value goes back. A valid negative answer (ECRECOVER, P256VERIFY)
//!   is a success with no data.
//! - Errors that are not the chain's abort the transaction: `EVMError::Custom` with a message. They are a call
//!   to an address that the chain has and gigagas does not offer ([`gigagas::Set::not_offered`]); an override
//!   in `GIGAGAS_ROUTE` that cannot be followed; memory that cannot be had. No precompile is ever missing in
//!   silence: there is no feature of this crate that takes an address out of a set, and a set that lacks one
//!   was built so.
//!
//! # Addresses that are delegated, moved or touched
//!
//! These rules are revm's, as long as the provider answers for the right addresses. What holds, and is tested:
//!
//! - **Which address counts.** Code runs from the address that the call names. CALL, STATICCALL, DELEGATECALL
//!   and CALLCODE to a precompile all run it.
//! - **Delegation (EIP-7702).** An account that delegates to a precompile has empty code: a call to it succeeds
//!   with no data, and the precompile's price is not charged. A precompile's address runs the precompile even
//!   if its account holds a delegation.
//! - **Warm addresses (EIP-2929).** From the start of a transaction the set's own addresses are warm, and those
//!   of later forks are not. Moved ([`gigagas::SetBuilder::relocate`]), a precompile is warm at its new address;
//!   the old one becomes an ordinary, cold account. Addresses that are not offered are warm too, as they are on
//!   their chain. In a `PrecompilesMap`, [`extend_precompiles`] only adds and replaces: what a set has removed
//!   or moved away stays in the map, so start from [`precompiles_map`] instead.
//! - **Touched accounts (EIP-161).** A call touches the account that it names; if the call fails the mark goes,
//!   except at 0x03 (mainnet's block 2675119). revm ties this exception to the address 0x03, not to RIPEMD160,
//!   so it does not move with the precompile.
//! - **Existence.** A precompile's account has no code and exists only if something was sent to it. A first
//!   transfer pays the price of a new account.
//! - **Return data** is a copy: neither the caller's memory nor an output area over the input changes it
//!   (CVE-2020-26241, CVE-2021-39137).
//!
//! # Backends
//!
//! Calls run on the routes of the process ([`gigagas::Routes::active`]); `with_routes` of [`GigagasCrypto`] and
//! [`GigagasPrecompiles`] takes others. The feature `c`, on by default, adds backends written in C.

#![forbid(unsafe_code)]

#[cfg(feature = "alloy-evm")]
mod alloy;
mod crypto;
mod provider;
mod reason;

#[cfg(feature = "alloy-evm")]
pub use alloy::{dyn_precompile, extend_precompiles, precompiles_map};
pub use crypto::{GigagasCrypto, InstallError, install};
pub use provider::{GigagasPrecompiles, fork};
pub use reason::{halt_reason, precompile_id};
