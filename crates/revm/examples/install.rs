//! One line makes gigagas the cryptography of revm's own precompiles: in reth, foundry, revme, or here.

use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    context::TxEnv,
    primitives::{Address, Bytes, TxKind, hex},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // First of all: revm's choice is made by the first call to a precompile.
    gigagas_revm::install()?;

    // An EVM as anyone builds it.
    let tx = TxEnv::builder()
        .kind(TxKind::Call(Address::with_last_byte(2)))
        .data(Bytes::from_static(b"abc"))
        .gas_limit(100_000)
        .build()
        .map_err(|error| format!("{error:?}"))?;
    let outcome = Context::mainnet().build_mainnet().transact(tx)?;
    let digest = hex!("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(outcome.result.output().map(AsRef::as_ref), Some(&digest[..]));

    // A second installation is refused.
    assert_eq!(gigagas_revm::install(), Err(gigagas_revm::InstallError::AlreadyInstalled));
    println!("SHA256(\"abc\") = {}", hex::encode(digest));
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
