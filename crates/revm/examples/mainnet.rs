//! Mainnet's precompiles, all of gigagas, in a plain revm.

use gigagas_revm::GigagasPrecompiles;
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    context::{
        TxEnv,
        result::{ExecutionResult, HaltReason},
    },
    primitives::{Address, Bytes, TxKind, hardfork::SpecId},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = SpecId::OSAKA;
    let mut evm = Context::mainnet()
        .modify_cfg_chained(|cfg| cfg.set_spec_and_mainnet_gas_params(spec))
        .build_mainnet()
        .with_precompiles(GigagasPrecompiles::new(spec));

    // BN254_PAIRING of no pairs: the empty product is one.
    let tx = TxEnv::builder()
        .kind(TxKind::Call(Address::with_last_byte(8)))
        .gas_limit(100_000)
        .build()
        .map_err(|error| format!("{error:?}"))?;
    let outcome = evm.transact(tx)?.result;
    assert_eq!(outcome.output().map(|output| output[31]), Some(1));
    // Of the transaction, and EIP-1108's base price.
    assert_eq!(outcome.tx_gas_used(), 21_000 + 45_000);

    // What fails says why.
    let tx = TxEnv::builder()
        .kind(TxKind::Call(Address::with_last_byte(8)))
        .data(Bytes::from_static(&[0; 191]))
        .gas_limit(100_000)
        .build()
        .map_err(|error| format!("{error:?}"))?;
    let ExecutionResult::Halt { reason, .. } = evm.transact(tx)?.result else {
        return Err("191 bytes are no pair".into());
    };
    let why = "the input is 191 bytes long; it must be a multiple of 192";
    assert_eq!(reason, HaltReason::PrecompileErrorWithContext(why.into()));
    println!("BN254_PAIRING() = 1; of 191 bytes: {why}");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
