//! An override of routes that cannot be followed. The environment is read once per process: the test runs
//! itself again in another.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use gigagas::ROUTE_VARIABLE;
use gigagas_revm::{GigagasCrypto, GigagasPrecompiles, InstallError, install};
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    context::{TxEnv, result::EVMError},
    primitives::{Address, TxKind, hardfork::SpecId},
};

const OVERRIDE: &str = "sha256=abacus";
const CHILD: &str = "GIGAGAS_TEST_CHILD";

#[test]
fn a_route_that_does_not_exist_is_fatal_and_says_so() {
    if std::env::var_os(CHILD).is_some() {
        return in_child();
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_route_that_does_not_exist_is_fatal_and_says_so"])
        .env(CHILD, "1")
        .env(ROUTE_VARIABLE, OVERRIDE)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && stdout.contains("1 passed"), "{stdout}");
}

fn in_child() {
    let is_told = |text: &str| text.contains("abacus") && text.contains("sha256");

    let call = |to: Address, precompiles| {
        let tx = TxEnv::builder().kind(TxKind::Call(to)).gas_limit(100_000).build().unwrap();
        Context::mainnet().build_mainnet().with_precompiles(precompiles).transact(tx)
    };
    let ours = GigagasPrecompiles::new(SpecId::OSAKA);
    let identity = Address::with_last_byte(4);
    let Err(EVMError::Custom(message)) = call(identity, ours.clone()) else {
        panic!("a call to a precompile must be fatal");
    };
    assert!(is_told(&message), "{message}");
    // Calls elsewhere are none of ours, and routes given in code need no environment.
    assert!(call(Address::with_last_byte(0xee), ours.clone()).unwrap().result.is_success());
    let routed = ours.with_routes(gigagas::Routes::preferred());
    assert!(call(identity, routed).unwrap().result.is_success());

    let Err(InstallError::Route(error)) = install() else {
        panic!("the installation must fail");
    };
    assert!(is_told(&error.to_string()), "{error}");
    assert!(GigagasCrypto::new().is_err());
    // Nothing was installed.
    assert!(format!("{:?}", revm::precompile::crypto()).contains("DefaultCrypto"));

    #[cfg(feature = "alloy-evm")]
    in_alloy(is_told);
}

#[cfg(feature = "alloy-evm")]
fn in_alloy(is_told: impl Fn(&str) -> bool) {
    use alloy_evm::{Evm, EvmEnv, eth::EthEvmBuilder};
    use gigagas::{Fork, Set};
    use revm::{database::InMemoryDB, primitives::Bytes};

    let mut evm = EthEvmBuilder::new(InMemoryDB::default(), EvmEnv::default())
        .precompiles(gigagas_revm::precompiles_map(Set::mainnet(Fork::Osaka)))
        .build();
    let to = Address::with_last_byte(4);
    let error = evm.transact_system_call(Address::ZERO, to, Bytes::new()).unwrap_err();
    assert!(is_told(&error.to_string()), "{error}");
}
