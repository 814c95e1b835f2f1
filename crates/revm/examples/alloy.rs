//! alloy-evm, as reth and foundry use it: a set in place of the built-in precompiles, and one precompile
//! added to what is there.

use alloy_evm::{Evm, EvmEnv, eth::EthEvmBuilder, precompiles::PrecompilesMap};
use gigagas::{Address, Entry, Limits, Price, Set, table};
use gigagas_revm::{dyn_precompile, extend_precompiles, fork};
use revm::{
    context::TxEnv,
    database::InMemoryDB,
    precompile::{Precompiles, u64_to_address},
    primitives::{Bytes, TxKind, hardfork::SpecId, hex},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What an EVM factory starts from, with every address of the fork replaced by ours.
    let mut precompiles = PrecompilesMap::from_static(Precompiles::prague());
    extend_precompiles(&mut precompiles, Set::mainnet(fork(SpecId::PRAGUE)));
    // RIP-7212 at a rollup's price, which Prague does not have.
    let p256verify = Entry {
        address: Address::from_low(0x100),
        precompile: &table::P256VERIFY,
        price: table::P256VERIFY_PRICE_RIP7212,
        limits: Limits { input: None, operand: None },
    };
    precompiles.apply_precompile(&u64_to_address(0x100), |_| Some(dyn_precompile(p256verify)));
    assert_eq!(p256verify.price, Price::Flat(3450));

    let mut env = EvmEnv::default();
    env.cfg_env.set_spec_and_mainnet_gas_params(SpecId::PRAGUE);
    let mut evm = EthEvmBuilder::new(InMemoryDB::default(), env).precompiles(precompiles).build();
    let mut call = |low, data: &'static [u8]| -> Result<_, Box<dyn std::error::Error>> {
        let tx = TxEnv::builder()
            .kind(TxKind::Call(u64_to_address(low)))
            .data(Bytes::from_static(data))
            .gas_limit(100_000)
            .build()
            .map_err(|error| format!("{error:?}"))?;
        Ok(evm.transact(tx)?.result)
    };
    let hashed = call(0x03, b"abc")?;
    let digest = hex!("0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc");
    assert_eq!(hashed.output().map(AsRef::as_ref), Some(&digest[..]));
    // Three bytes are no signature: an empty answer at the full price.
    let refused = call(0x100, b"abc")?;
    assert!(refused.output().is_some_and(|output| output.is_empty()));
    assert_eq!(refused.tx_gas_used(), 21_000 + 3 * 16 + 3450);
    println!("RIPEMD160(\"abc\") = {}", hex::encode(digest));
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
