use super::*;
use revm::primitives::{address, b256};

const ACCOUNT: &str = r#""0x00000000000000000000000000000000000000aa":
    {"balance":"0x10","nonce":"0x2","code":"0x6001","storage":{"0x01":"0xff"}}"#;

#[test]
fn the_usual_formats_mean_the_same() {
    let texts = [
        format!("{{{ACCOUNT}}}"),
        format!(r#"{{"alloc":{{{ACCOUNT}}}}}"#),
        format!(r#"{{"accounts":{{{ACCOUNT}}}}}"#),
        format!(r#"{{"pre":{{{ACCOUNT}}},"env":{{}}}}"#),
        format!(r#"{{"name":{{"pre":{{{ACCOUNT}}},"env":{{}}}}}}"#),
        // As a dump of geth has it.
        format!(
            "{{{}}}",
            ACCOUNT
                .replace("0x10", "16")
                .replace(r#""nonce""#, r#""root":"0x00","codeHash":"0x00","key":"0x00","nonce""#)
        ),
        // Genesis files leave 0x away.
        format!("{{{}}}", ACCOUNT.replace("\"0x00000000", "\"00000000")),
    ];
    for text in texts {
        let prestate = Prestate::from_json(&text).expect(&text);
        let account = &prestate.accounts[&address!("00000000000000000000000000000000000000aa")];
        assert_eq!((account.balance, account.nonce), (U256::from(16), Some(2)), "{text}");
        assert_eq!(account.code, Some(vec![0x60, 0x01].into()));
        let key = b256!("0000000000000000000000000000000000000000000000000000000000000001");
        assert_eq!(account.storage.as_ref().unwrap()[&key][31], 0xff);
    }
}

#[test]
fn a_genesis_sets_the_block() {
    let text = r#"{"config":{"chainId":5},"alloc":{},"number":"0x7","timestamp":"0x8","gasLimit":"0x9",
        "difficulty":"0xa","coinbase":"0x00000000000000000000000000000000000000bb","baseFeePerGas":"0xb"}"#;
    let Prestate { block, chain_id, .. } = Prestate::from_json(text).unwrap();
    assert_eq!((chain_id, block.gas_limit, block.basefee), (5, 9, 11));
    assert_eq!([block.number, block.timestamp, block.difficulty], [7, 8, 10].map(U256::from));
    assert_eq!(block.beneficiary, address!("00000000000000000000000000000000000000bb"));
    assert_eq!(Prestate::from_json(r#"{"alloc":{}}"#).unwrap().chain_id, 1);
}

#[test]
fn a_genesis_says_which_fork_it_is_in() {
    let fork = |config: &str, timestamp: u64| {
        let text = format!(
            r#"{{"config":{{"chainId":1{config}}},"timestamp":"{timestamp:#x}","alloc":{{}}}}"#
        );
        Prestate::from_json(&text).expect(&text).fork
    };
    assert_eq!(fork("", 0), None);
    assert_eq!(
        fork(r#","homesteadBlock":0,"byzantiumBlock":0,"londonBlock":5"#, 0),
        Some(Fork::Byzantium)
    );
    let merged =
        r#","londonBlock":0,"terminalTotalDifficulty":0,"cancunTime":100,"pragueTime":101"#;
    assert_eq!(fork(merged, 99), Some(Fork::Paris));
    assert_eq!(fork(merged, 100), Some(Fork::Cancun));
    assert_eq!(fork(merged, 101), Some(Fork::Prague));
}

#[test]
fn what_does_not_fit_is_named() {
    for (text, expected) in [
        ("{", "is not JSON"),
        ("[]", "no JSON object"),
        (r#"{"pre":[]}"#, "accounts that are no JSON object"),
        (r#"{"0xaa":{}}"#, "\"0xaa\" where an address should be"),
        (r#"{"a":{"pre":{}},"b":{"pre":{}}}"#, "holds 2 state tests"),
        (
            r#"{"00000000000000000000000000000000000000aa":{"nonce":"0x1"}}"#,
            "missing field `balance`",
        ),
        (r#"{"00000000000000000000000000000000000000aa":{"balance":"zz"}}"#, "00AA: "),
        (r#"{"alloc":{},"gasLimit":"zz"}"#, "the genesis: "),
    ] {
        let error = Prestate::from_json(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
