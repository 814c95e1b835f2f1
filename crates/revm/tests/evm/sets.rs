//! Sets of the user's own, the fork that the EVM is set to, and fatal errors.

use std::sync::Arc;

use gigagas::{Address, Fork, Price, Set, table};
use gigagas_revm::GigagasPrecompiles;
use revm::{
    context::result::EVMError,
    primitives::{AddressSet, hardfork::SpecId},
};

use crate::probe::{Probe, Scheme, database, precompile, specs, transact};

fn addresses(lows: impl IntoIterator<Item = u64>) -> AddressSet {
    lows.into_iter().map(precompile).collect()
}

#[test]
fn mainnets_set_follows_the_fork_and_a_custom_one_stays() {
    for from in specs() {
        for to in specs() {
            let mut ours = GigagasPrecompiles::new(from);
            assert_eq!(ours.set_spec(to), from != to);
            assert_eq!(ours.set().name(), Set::mainnet(gigagas_revm::fork(to)).name());
        }
        let mut ours = GigagasPrecompiles::custom(Set::celo_donut().clone());
        assert!(!ours.set_spec(from));
        assert_eq!(ours.set().name(), "celo-donut");
    }
    // The provider is built for one fork and the EVM is set to another.
    let probe = Probe::new(Scheme::Call, 0x100, 10_000, &[], 0);
    let report = probe.run(SpecId::OSAKA, GigagasPrecompiles::new(SpecId::BERLIN));
    assert_eq!(report.gas_used, 100 + 6900);
}

#[test]
fn addresses_that_are_moved_are_warm_where_they_are_and_cold_where_they_were() {
    let moved = precompile(0x1234);
    let set = Set::mainnet(Fork::Cancun)
        .to_builder()
        .relocate(Address::from_low(0x04), Address(moved.into_array()))
        .unwrap()
        .remove(Address::from_low(0x09))
        .unwrap()
        .build();
    let ours = GigagasPrecompiles::custom(set);
    assert_eq!(ours.warm_addresses(), &addresses([1, 2, 3, 5, 6, 7, 8, 0x0a, 0x1234]));

    let call =
        |low| Probe::new(Scheme::Call, low, 1000, &[9; 32], 32).run(SpecId::CANCUN, ours.clone());
    let there = call(0x1234);
    assert_eq!(there.return_data, Some(vec![9; 32]));
    assert_eq!(there.gas_used, 100 + 18);
    for gone in [0x04, 0x09] {
        let report = call(gone);
        assert!(report.success, "an account without code");
        assert_eq!(report.return_data, Some(vec![]));
        assert_eq!(report.gas_used, 2600);
    }
}

#[test]
fn prices_and_limits_of_a_set_hold() {
    let at = Address::from_low;
    let set = Set::mainnet(Fork::Osaka)
        .to_builder()
        .price(at(0x02), Price::Flat(5))
        .unwrap()
        .limit_input(at(0x04), 64)
        .unwrap()
        .put(at(0x0200), &table::ED25519)
        .build();
    let ours = GigagasPrecompiles::custom(set);
    let call = |low, len| {
        Probe::new(Scheme::Call, low, 5000, &vec![0; len], 0).run(SpecId::OSAKA, ours.clone())
    };
    assert_eq!(call(0x02, 32).gas_used, 105);
    assert!(call(0x04, 64).success);
    let over = call(0x04, 65);
    assert!(!over.success);
    assert_eq!(over.gas_used, 5100);
    // CIP-25: too short an input is an invalid signature, which is the number 1.
    let ed25519 = call(0x0200, 95);
    assert_eq!(ed25519.return_data.unwrap()[31], 1);
    assert_eq!(ed25519.gas_used, 100 + 1560 + 8 * 3);
}

#[test]
fn an_address_that_is_not_offered_is_a_fatal_error() {
    let ours = GigagasPrecompiles::custom(Set::celo_donut().clone());
    assert!(ours.contains(&precompile(0xfd)));
    let spec = SpecId::ISTANBUL;
    let message = "transfer at 0xfd belongs to this chain but is not offered here";
    let error = transact(spec, database(), ours.clone(), precompile(0xfd), &[]).unwrap_err();
    assert_eq!(error, EVMError::Custom(message.into()));
    // From a contract too: the whole transaction is off.
    let probe = Probe::new(Scheme::StaticCall, 0xfd, 5000, &[], 0);
    let error =
        transact(spec, probe.database(spec), ours, crate::probe::CONTRACT, &[]).unwrap_err();
    assert_eq!(error, EVMError::Custom(message.into()));
}

#[test]
fn a_failing_transaction_says_what_is_wrong_with_its_input() {
    let ours = GigagasPrecompiles::new(SpecId::OSAKA);
    let outcome = transact(SpecId::OSAKA, database(), ours, precompile(0x09), b"abc").unwrap();
    let text = format!("{:?}", outcome.result);
    assert!(text.contains("the input is 3 bytes long; it must be exactly 213"), "{text}");
}

#[test]
fn providers_can_be_sent_and_shared() {
    let ours = Arc::new(GigagasPrecompiles::new(SpecId::OSAKA));
    let other = Arc::clone(&ours);
    let n = std::thread::spawn(move || other.set().entries().len()).join().unwrap();
    assert_eq!(n, ours.set().entries().len());
}
