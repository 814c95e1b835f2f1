//! One call: set, address, input, gas limit and output buffer in; gas and length, or the reason, out.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    address::Address,
    halt::Halt,
    route::{RouteError, Routes},
    set::{Entry, Set},
};

/// A successful call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// The price, in gas.
    pub gas_used: u64,
    /// How many bytes of the output buffer are the answer; the others are as they were.
    pub output_len: usize,
}

/// A successful call with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The price, in gas.
    pub gas_used: u64,
    /// The answer.
    pub bytes: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The call fails on chain: it consumes all of its gas and returns nothing.
    Halt(Halt),
    /// The set has nothing at this address: on chain, a call to an ordinary account.
    NotPrecompile {
        /// The address.
        address: Address,
    },
    /// The chain has a precompile at this address that this library does not run.
    NotOffered {
        /// The address.
        address: Address,
        /// Its name there.
        name: &'static str,
    },
    /// The caller's buffer cannot hold the longest answer to this input (or memory for one cannot be
    /// had); nothing was run.
    OutputTooSmall {
        /// The length that suffices, in bytes.
        needed: usize,
    },
    /// `GIGAGAS_ROUTE` asks for what does not exist here.
    Route(RouteError),
}

impl From<Halt> for CallError {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Halt(halt) => halt.fmt(f),
            Self::NotPrecompile { address } => write!(f, "no precompile at {address}"),
            Self::NotOffered { address, name } => {
                write!(f, "{name} at {address} belongs to this chain but is not offered here")
            }
            Self::OutputTooSmall { needed } => {
                write!(f, "the output buffer is too small; {needed} bytes suffice")
            }
            Self::Route(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for CallError {}

/// # Calling
impl Set {
    /// Calls the precompile at `address` with the routes of the process.
    ///
    /// The order is fixed: limits, price, buffer, then work. `out` must hold the longest answer to
    /// this input, see [`Entry::output_len`]; bytes past the answer, and all of it after a halt, are
    /// left as they were.
    ///
    /// # Errors
    /// [`CallError::Halt`] is the one that happens on chain; the others are the caller's.
    pub fn call(
        &self,
        address: &Address,
        input: &[u8],
        gas_limit: u64,
        out: &mut [u8],
    ) -> Result<Done, CallError> {
        let entry = self.entry(address)?;
        with_active_routes(|routes| entry.call(routes, input, gas_limit, out))
    }

    /// As [`Set::call`], returning owned bytes.
    ///
    /// # Errors
    /// As [`Set::call`]; `OutputTooSmall` only if memory runs out.
    pub fn call_to_vec(
        &self,
        address: &Address,
        input: &[u8],
        gas_limit: u64,
    ) -> Result<Output, CallError> {
        let entry = self.entry(address)?;
        with_active_routes(|routes| entry.call_to_vec(routes, input, gas_limit))
    }

    /// The price of a call, in gas, without running it; `u64::MAX` if no gas limit can pay it.
    ///
    /// # Errors
    /// If there is no precompile at `address`.
    pub fn gas(&self, address: &Address, input: &[u8]) -> Result<u64, CallError> {
        Ok(self.entry(address)?.gas(input))
    }
}

impl Entry {
    /// As [`Entry::call`], returning owned bytes. The buffer is allocated when the call is paid for.
    ///
    /// # Errors
    /// As [`Entry::call`]; `OutputTooSmall` only if memory runs out.
    pub fn call_to_vec(
        &self,
        routes: &Routes,
        input: &[u8],
        gas_limit: u64,
    ) -> Result<Output, CallError> {
        let gas_used = self.charge(input, gas_limit)?;
        let needed = self.output_len(input);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(needed).map_err(|_| CallError::OutputTooSmall { needed })?;
        bytes.resize(needed, 0);
        let output_len = (self.precompile.run)(routes, input, &mut bytes)?;
        bytes.truncate(output_len);
        Ok(Output { gas_used, bytes })
    }
}

#[cfg(feature = "std")]
fn with_active_routes<T>(
    call: impl FnOnce(&Routes) -> Result<T, CallError>,
) -> Result<T, CallError> {
    call(Routes::active().map_err(|error| CallError::Route(error.clone()))?)
}

#[cfg(not(feature = "std"))]
fn with_active_routes<T>(
    call: impl FnOnce(&Routes) -> Result<T, CallError>,
) -> Result<T, CallError> {
    call(&Routes::preferred())
}
