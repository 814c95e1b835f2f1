//! Sets and single precompiles in alloy-evm's map.

#![cfg(feature = "alloy-evm")]

use alloy_evm::{
    Evm, EvmEnv,
    eth::EthEvmBuilder,
    precompiles::{Precompile as _, PrecompilesMap},
};
use gigagas::{Address, Entry, Fork, Limits, Price, Set, table};
use gigagas_revm::{dyn_precompile, extend_precompiles, precompiles_map};
use revm::{
    context::{
        CfgEnv,
        result::{EVMError, ExecutionResult, HaltReason, OutOfGasError},
    },
    database::InMemoryDB,
    precompile::{PrecompileId, Precompiles, u64_to_address},
    primitives::{self, AddressSet, Bytes, hardfork::SpecId},
};

type Outcome = Result<ExecutionResult, EVMError<std::convert::Infallible>>;

/// A call of the precompile at `low`; system calls are free of intrinsic gas.
fn call(map: PrecompilesMap, low: u64, data: &[u8]) -> Outcome {
    let env = EvmEnv { cfg_env: CfgEnv::new_with_spec(SpecId::OSAKA), ..EvmEnv::default() };
    let mut evm = EthEvmBuilder::new(InMemoryDB::default(), env).precompiles(map).build();
    let data = Bytes::copy_from_slice(data);
    evm.transact_system_call(primitives::Address::ZERO, u64_to_address(low), data)
        .map(|outcome| outcome.result)
}

fn addresses(map: &PrecompilesMap) -> AddressSet {
    map.addresses().copied().collect()
}

#[test]
fn a_map_of_a_set_has_its_addresses_and_answers() {
    let osaka = precompiles_map(Set::mainnet(Fork::Osaka));
    assert_eq!(&addresses(&osaka), Precompiles::osaka().addresses_set());
    for (low, data) in [(0x02, &b"abc"[..]), (0x03, b""), (0x04, b"abc"), (0x05, b"")] {
        let ours = call(precompiles_map(Set::mainnet(Fork::Osaka)), low, data).unwrap();
        let stock = call(PrecompilesMap::from_static(Precompiles::osaka()), low, data).unwrap();
        assert_eq!(ours, stock);
        assert!(ours.is_success());
    }
    let failed = call(osaka, 0x09, b"abc").unwrap();
    assert!(matches!(failed, ExecutionResult::Halt { reason: HaltReason::PrecompileError, .. }));
}

#[test]
fn extending_replaces_what_is_there_and_leaves_the_rest() {
    let mut map = PrecompilesMap::from_static(Precompiles::berlin());
    let before = addresses(&map);
    let set = Set::mainnet(Fork::Frontier)
        .to_builder()
        .price(Address::from_low(4), Price::Flat(u64::MAX))
        .unwrap()
        .put(Address::from_low(0xed25), &table::ED25519)
        .build();
    extend_precompiles(&mut map, &set);
    let mut expected = before;
    expected.insert(u64_to_address(0xed25));
    assert_eq!(addresses(&map), expected);
    // Unpayable now; out of gas is told apart from other failures.
    let failed = call(map, 4, b"abc").unwrap();
    let reason = HaltReason::OutOfGas(OutOfGasError::Precompile);
    assert!(matches!(failed, ExecutionResult::Halt { reason: ref found, .. } if *found == reason));
}

#[test]
fn one_precompile_at_a_price_of_its_own() {
    let entry = Entry {
        address: Address::from_low(0xed25),
        precompile: &table::ED25519,
        price: Price::Flat(1234),
        limits: Limits { input: Some(200), operand: None },
    };
    let mut map = PrecompilesMap::from_static(Precompiles::osaka());
    map.apply_precompile(&u64_to_address(0xed25), |_| Some(dyn_precompile(entry)));
    let id = map.get(&u64_to_address(0xed25)).map(|p| p.precompile_id().clone());
    assert_eq!(id, Some(PrecompileId::custom("ed25519")));
    let outcome = call(map, 0xed25, &[0; 96]).unwrap();
    assert_eq!(outcome.tx_gas_used(), 1234);
    assert_eq!(outcome.output().map(|output| output.len()), Some(32));
}

#[test]
fn identity_is_not_worth_caching() {
    let map = precompiles_map(Set::mainnet(Fork::Osaka));
    let caches = |low| map.get(&u64_to_address(low)).map(|p| p.supports_caching());
    assert_eq!(caches(4), Some(false));
    assert_eq!(caches(8), Some(true));
}

#[test]
fn an_address_that_is_not_offered_is_a_fatal_error() {
    let map = precompiles_map(Set::celo_donut());
    assert!(addresses(&map).contains(&u64_to_address(0xfd)));
    let error = call(map, 0xfd, &[]).unwrap_err();
    let message = "transfer at 0xfd belongs to this chain but is not offered here";
    assert!(matches!(&error, EVMError::Custom(text) if text.contains(message)), "{error:?}");
}
