//! gigagas as the cryptography of revm's own precompiles. The choice is one per process: hence one test.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "evm/inputs.rs"]
mod inputs;

use std::{sync::Barrier, thread};

use gigagas::Set;
use gigagas_revm::{GigagasPrecompiles, InstallError, fork, install};
use inputs::{ADDRESSES, assorted, failing, rng};
use revm::{
    precompile::{PrecompileSpecId, PrecompileStatus, Precompiles, u64_to_address},
    primitives::hardfork::SpecId,
};

#[test]
fn one_of_two_threads_installs_and_every_precompile_runs_on_it() {
    let barrier = Barrier::new(2);
    let race = || {
        barrier.wait();
        install()
    };
    let results = thread::scope(|scope| {
        let threads = [scope.spawn(race), scope.spawn(race)];
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert!(results.contains(&Err(InstallError::AlreadyInstalled)));
    assert!(format!("{:?}", revm::precompile::crypto()).contains("GigagasCrypto"));

    for spec in [SpecId::BYZANTIUM, SpecId::ISTANBUL, SpecId::BERLIN, SpecId::OSAKA] {
        for address in ADDRESSES {
            every_answer_is_ours(spec, address);
        }
    }
}

/// revm's precompile on our kernels against our precompile, which the tests of `evm` compare with revm's
/// on its own kernels.
fn every_answer_is_ours(spec: SpecId, low: u64) {
    let theirs = Precompiles::new(PrecompileSpecId::from_spec_id(spec));
    let address = gigagas::Address::from_low(low);
    let set = Set::mainnet(fork(spec));
    assert_eq!(set.name(), GigagasPrecompiles::new(spec).set().name());
    let Some(stock) = theirs.get(&u64_to_address(low)) else {
        assert!(set.get(&address).is_none());
        return;
    };
    let mut inputs = assorted(low, 10, &mut rng(low));
    inputs.extend(failing(low, &mut rng(low)));
    for input in inputs {
        for gas in [30_000_000, set.gas(&address, &input).unwrap().saturating_sub(1)] {
            // revm would spend minutes on what no transaction can pay.
            let gas = gas.min(30_000_000);
            let stock = stock.execute(&input, gas, 0).expect("not fatal");
            let context = || format!("{spec:?} {low:#x}");
            match set.call_to_vec(&address, &input, gas) {
                Ok(ours) => {
                    assert_eq!(stock.status, PrecompileStatus::Success, "{}", context());
                    assert_eq!(stock.gas_used, ours.gas_used, "{}", context());
                    assert_eq!(stock.bytes, ours.bytes, "{}", context());
                }
                Err(error) => assert!(stock.is_halt(), "{}: {error}", context()),
            }
        }
    }
}
