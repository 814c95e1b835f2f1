//! One set with every precompile, and every way to route each.

use gigagas::{Address, Entry, Fork, Precompile, Routes, Set, table};

/// Osaka's precompiles, the three without a mainnet address at addresses of their own, and MODEXP at
/// Berlin's price without a limit on its operands, so that more of it is reached.
pub(crate) fn every() -> Set {
    let berlin = Set::mainnet(Fork::Berlin).get(&Address::from_low(0x05)).unwrap();
    Set::mainnet(Fork::Osaka)
        .to_builder()
        .put_entry(*berlin)
        .put(Address::from_low(0xf3), &table::ED25519)
        .put(Address::from_low(0xf4), &table::ED25519_EIP665)
        .put(Address::from_low(0xe2), &table::CIP20)
        .build()
}

/// The entry of the precompile called `name` in [`every`].
pub(crate) fn entry(name: &str) -> Entry {
    let set = every();
    *set.entries().iter().find(|entry| entry.precompile.name == name).unwrap()
}

/// The routes that differ in one of the precompile's operations: each backend of each, by name.
pub(crate) fn routes(precompile: &Precompile) -> Vec<(String, Routes)> {
    let each = |operation: &&'static str| {
        let operation = *operation;
        Routes::choices(operation).into_iter().map(move |backend| format!("{operation}={backend}"))
    };
    let names: Vec<_> = precompile.operations.iter().flat_map(each).collect();
    assert!(names.len() >= precompile.operations.len());
    let set = |name: String| {
        let routes = Routes::preferred().with(&name).unwrap();
        (name, routes)
    };
    names.into_iter().map(set).collect()
}
