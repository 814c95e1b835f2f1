//! A chain of one's own: Osaka's precompiles, and ed25519 at an address of its own at a price of its own.

use gigagas::{Address, Fork, Price, Set, table};
use gigagas_revm::GigagasPrecompiles;
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    context::TxEnv,
    primitives::{Bytes, TxKind, address, hex},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let place = address!("00000000000000000000000000000000000ed255");
    let ed25519 = Address(place.into_array());
    let set = Set::mainnet(Fork::Osaka)
        .to_builder()
        .name("my chain")
        .put(ed25519, &table::ED25519)
        .price(ed25519, Price::Flat(2000))?
        .build();
    let precompiles = GigagasPrecompiles::custom(set);
    assert!(precompiles.warm_addresses().contains(&place));

    // RFC 8032, section 7.1, test 2: the message is the byte 72. CIP-25 wants key, signature, message.
    let key = hex!("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    let signature = hex!(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    );
    let verify = |message: u8| -> Result<_, Box<dyn std::error::Error>> {
        let tx = TxEnv::builder()
            .kind(TxKind::Call(place))
            .data(Bytes::from([&key[..], &signature, &[message]].concat()))
            .gas_limit(100_000)
            .build()
            .map_err(|error| format!("{error:?}"))?;
        let evm = Context::mainnet().build_mainnet();
        let outcome = evm.with_precompiles(precompiles.clone()).transact(tx)?;
        Ok(outcome.result.into_output().ok_or("the call failed")?)
    };
    // CIP-25 answers with the number 0 for a valid signature and 1 for another.
    assert_eq!(verify(0x72)?[..], [0; 32]);
    assert_eq!(verify(0x73)?[31], 1);
    println!("ed25519 at {place}: RFC 8032 test 2 verifies");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
