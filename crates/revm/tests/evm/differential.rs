//! The same transactions with revm's own precompiles and with ours: nothing may differ.

use gigagas::Set;
use gigagas_revm::{GigagasPrecompiles, InstallError, fork};
use revm::{
    context::result::ResultAndState,
    handler::EthPrecompiles,
    primitives::{Bytes, hardfork::SpecId, hex},
    state::EvmState,
};

use crate::{
    inputs::{ADDRESSES, assorted, rng},
    probe::{Probe, Scheme, database, precompile, specs, transact},
};

/// The first fork of each price list; later ones repeat it.
const REPRICINGS: [SpecId; 7] = [
    SpecId::FRONTIER,
    SpecId::BYZANTIUM,
    SpecId::ISTANBUL,
    SpecId::BERLIN,
    SpecId::CANCUN,
    SpecId::PRAGUE,
    SpecId::OSAKA,
];

/// Everything but the reason of a failure: where gas is short and the input is wrong too, revm names the one
/// and we the other, and a chain cannot tell.
fn comparable(outcome: ResultAndState) -> (bool, Option<Bytes>, u64, EvmState) {
    let result = outcome.result;
    let output = result.output().cloned();
    (result.is_success(), output, result.tx_gas_used(), outcome.state)
}

fn compare(spec: SpecId, address: u64, input: &[u8]) {
    let context = || format!("{spec:?} {address:#x} {}", hex::encode(input));
    // As the transaction's own call.
    let direct = |ours: bool| {
        let (db, to) = (database(), precompile(address));
        let outcome = if ours {
            transact(spec, db, GigagasPrecompiles::new(spec), to, input)
        } else {
            transact(spec, db, EthPrecompiles::new(spec), to, input)
        };
        comparable(outcome.unwrap())
    };
    assert_eq!(direct(true), direct(false), "{}", context());

    // From a contract: ample gas, the exact price and one less.
    let set = Set::mainnet(fork(spec));
    let price = set.get(&gigagas::Address::from_low(address)).map_or(700, |entry| entry.gas(input));
    let gas = [price, price.wrapping_sub(1), 2_000_000];
    for gas in gas.into_iter().filter(|&gas| gas <= 5_000_000) {
        let probe = Probe::new(Scheme::Call, address, gas, input, 300);
        let ours = probe.run_in(spec, probe.database(spec), GigagasPrecompiles::new(spec));
        let stock = probe.run_in(spec, probe.database(spec), EthPrecompiles::new(spec));
        assert_eq!(ours.1, stock.1, "gas {gas} {}", context());
        assert_eq!(comparable(ours.0), comparable(stock.0), "gas {gas} {}", context());
    }
}

#[test]
fn hashes_modexp_and_blake2f() {
    at_every_fork(&[0x02, 0x03, 0x04, 0x05, 0x09], 12);
}

#[test]
fn signatures() {
    at_every_fork(&[0x01, 0x100], 16);
}

#[test]
fn bn254() {
    at_every_fork(&[0x06, 0x07, 0x08], 10);
}

#[test]
fn bls12_381() {
    at_every_fork(&[0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11], 8);
}

fn at_every_fork(addresses: &[u64], n: usize) {
    for spec in specs() {
        let n = if REPRICINGS.contains(&spec) { n } else { 1 };
        for &address in addresses {
            let mut rng = rng(1000 * address + spec as u64);
            // An address that is not there yet is called a few times too.
            let offered =
                Set::mainnet(fork(spec)).get(&gigagas::Address::from_low(address)).is_some();
            let inputs = assorted(address, n, &mut rng);
            let few = if offered { inputs.len() } else { 3 };
            for input in inputs.iter().take(few) {
                compare(spec, address, input);
            }
        }
    }
}

#[test]
fn the_sets_of_addresses_are_equal() {
    for spec in specs() {
        let (ours, stock) = (GigagasPrecompiles::new(spec), EthPrecompiles::new(spec));
        assert_eq!(ours.warm_addresses(), stock.warm_addresses(), "{spec:?}");
        for address in ADDRESSES.into_iter().chain([0, 0x12, 0x101]).map(precompile) {
            assert_eq!(ours.contains(&address), stock.contains(&address), "{spec:?} {address}");
        }
    }
}

/// revm's own cryptography has been used, so that it cannot be replaced any more.
#[test]
fn an_installation_after_the_first_use_is_refused() {
    assert!(format!("{:?}", revm::precompile::crypto()).contains("DefaultCrypto"));
    assert_eq!(gigagas_revm::install(), Err(InstallError::AlreadyInstalled));
    assert!(format!("{:?}", revm::precompile::crypto()).contains("DefaultCrypto"));
}
