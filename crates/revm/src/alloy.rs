//! Sets and single precompiles in alloy-evm's [`PrecompilesMap`].

use std::borrow::Cow;

use alloy_evm::precompiles::{DynPrecompile, PrecompilesMap};
use gigagas::{CallError, Entry, Routes, Set};
use revm::{
    precompile::{PrecompileError, PrecompileId, Precompiles},
    primitives::Address,
};

use crate::{provider::execute, reason::precompile_id};

/// `entry`'s precompile at its price and within its limits, for any address.
///
/// It runs on the routes of the process; `GIGAGAS_ROUTE` that cannot be followed is a fatal error of the call.
#[must_use]
pub fn dyn_precompile(entry: Entry) -> DynPrecompile {
    DynPrecompile::new(precompile_id(entry.precompile), move |input| {
        let routes = Routes::active().map_err(fatal)?;
        execute(&entry, routes, input.data, input.gas, input.reservoir)
            .map(|(output, _)| output)
            .map_err(fatal)
    })
}

/// Adds the addresses of `set` to `map`, in place of what may stand there; what stands elsewhere stays.
///
/// Addresses of the chain that are not offered ([`Set::not_offered`]) are added too: a call to one is a fatal
/// error. A map of alloy-evm does not follow forks; take the set of the fork, e.g.
/// [`Set::mainnet`]`(`[`crate::fork`]`(spec))`.
pub fn extend_precompiles(map: &mut PrecompilesMap, set: &Set) {
    let offered = set.entries().iter().map(|&entry| (entry.address, dyn_precompile(entry)));
    let not_offered = set
        .not_offered()
        .map(|(address, name)| (address, refusing(CallError::NotOffered { address, name }, name)));
    let all = offered.chain(not_offered);
    map.extend_precompiles(all.map(|(address, precompile)| (Address::from(address.0), precompile)));
}

/// A map of the addresses of `set` and no others.
#[must_use]
pub fn precompiles_map(set: &Set) -> PrecompilesMap {
    let mut map = PrecompilesMap::new(Cow::Owned(Precompiles::default()));
    extend_precompiles(&mut map, set);
    map
}

/// A precompile that always answers with a fatal error.
fn refusing(error: CallError, name: &'static str) -> DynPrecompile {
    DynPrecompile::new_stateful(PrecompileId::custom(name), move |_| Err(fatal(&error)))
}

fn fatal(error: impl ToString) -> PrecompileError {
    PrecompileError::Fatal(error.to_string())
}
