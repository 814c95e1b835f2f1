//! Bytecode on which implementations are known to have failed.

use gigagas_cases::{Dirs, evm_cases, is_required};

use super::code::both;

/// The public list, where it is at hand; its two cases are also typed below.
#[test]
fn the_public_bytecode_cases() {
    let cases = match evm_cases(&Dirs::find()) {
        Ok(cases) => cases,
        Err(missing) if is_required() => panic!("{missing}"),
        Err(missing) => return println!("VECTORS MISSING: {missing}"),
    };
    assert!(cases.len() >= 2);
    for case in cases {
        let [code, input] = [&case.code, &case.calldata].map(hex::encode);
        let (fork, address) = (case.fork.name(), case.address.to_string());
        let json =
            both(&["--code", &code, "--input", &input, "--fork", fork, "--receiver", &address]);
        assert_eq!(json["output"], format!("0x{}", hex::encode(case.expected)), "{}", case.name);
    }
}

/// CVE-2020-26241: the answer of IDENTITY was the caller's memory itself, so that what was written there
/// afterwards changed the return data.
#[test]
fn return_data_is_a_copy() {
    let ones = "11".repeat(32);
    let code = super::code::asm(&format!(
        "0x{ones} 0 MSTORE 32 0 32 0 0 4 GAS CALL POP
         0x{} 0 MSTORE 32 0 64 RETURNDATACOPY 32 64 RETURN",
        "22".repeat(32)
    ));
    assert_eq!(both(&["--code", &code, "--fork", "berlin"])["output"], format!("0x{ones}"));
}

/// CVE-2021-39137: an output area over the input changed the return data.
#[test]
fn return_data_does_not_follow_an_output_over_the_input() {
    let receiver = "1111111111111111111111111111111111112222";
    let code = super::code::asm(
        "ADDRESS 0 MSTORE 32 7 32 0 4 GAS STATICCALL POP
         32 0 64 RETURNDATACOPY 32 0 96 MCOPY 64 64 RETURN",
    );
    let json = both(&["--code", &code, "--receiver", &format!("0x{receiver}"), "--fork", "cancun"]);
    // Bytes 7..39 became the old word; 0..7 were its first bytes.
    let memory = format!("{}{}", "00".repeat(7 + 12), &receiver[..26]);
    assert_eq!(json["output"], format!("0x{}{receiver}{memory}", "00".repeat(12)));
}
