//! Transactions: signed outside, in and out of order, refused; and the roots of their blocks.

use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope, TxLegacy};
use alloy_eips::eip2718::Encodable2718;
use alloy_primitives::{Address, Signature, TxKind, U256, hex};
use gigagas_serve::Config;
use k256::ecdsa::SigningKey;
use serde_json::{Value, json};

use crate::client::TestServer;

/// The first account of the development phrase.
const KEY: [u8; 32] = hex!("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const SENDER: &str = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const TO: Address = Address::repeat_byte(0xaa);

fn sign<T: SignableTransaction<Signature>>(tx: T) -> String
where
    TxEnvelope: From<alloy_consensus::Signed<T>>,
{
    let key = SigningKey::from_slice(&KEY).unwrap();
    let (signature, id) = key.sign_prehash_recoverable(tx.signature_hash().as_slice());
    let bytes = signature.to_bytes();
    let [r, s] = [&bytes[..32], &bytes[32..]].map(U256::from_be_slice);
    let signature = Signature::new(r, s, id.is_y_odd()).normalized_s();
    let envelope = TxEnvelope::from(tx.into_signed(signature));
    hex::encode_prefixed(envelope.encoded_2718())
}

fn transfer(nonce: u64) -> TxEip1559 {
    TxEip1559 {
        chain_id: 31337,
        nonce,
        gas_limit: 21_000,
        max_fee_per_gas: 10_000_000_000,
        max_priority_fee_per_gas: 1,
        to: TxKind::Call(TO),
        value: U256::from(1),
        ..TxEip1559::default()
    }
}

fn refused(server: &TestServer, raw: String) -> String {
    let (code, message) = server.fail("eth_sendRawTransaction", json!([raw]));
    assert_eq!(code, -32000, "{message}");
    message
}

#[test]
fn transactions_are_refused_in_the_words_of_geth() {
    let server = TestServer::new(Config::default());
    server.ask("eth_sendRawTransaction", json!([sign(transfer(0))]));
    let cases = [
        (sign(transfer(0)), "already known"),
        (sign(TxEip1559 { value: U256::ZERO, ..transfer(0) }), "nonce too low"),
        (sign(TxEip1559 { chain_id: 1, ..transfer(1) }), "invalid chain id for signer"),
        (sign(TxEip1559 { chain_id: 1, ..transfer(9) }), "invalid chain id for signer"),
        (sign(TxEip1559 { gas_limit: 20_999, ..transfer(1) }), "intrinsic gas too low"),
        (sign(TxEip1559 { gas_limit: 1 << 25, ..transfer(1) }), "transaction gas limit too high"),
        (
            sign(TxEip1559 { max_fee_per_gas: 1, ..transfer(1) }),
            "max fee per gas less than block base fee",
        ),
        (
            sign(TxEip1559 { max_priority_fee_per_gas: u128::MAX >> 1, ..transfer(1) }),
            "max priority fee per gas higher than max fee per gas",
        ),
        (sign(TxEip1559 { value: U256::MAX >> 8, ..transfer(1) }), "insufficient funds for gas"),
        ("0x".into(), ""),
        ("0x02c0".into(), ""),
    ];
    for (raw, words) in cases {
        let message = refused(&server, raw);
        assert!(message.starts_with(words), "{message:?} instead of {words:?}");
    }
    assert_eq!(server.ask("eth_blockNumber", json!([])), "0x1");
    let london = Config { fork: Some(gigagas::Fork::Istanbul), ..Config::default() };
    let message = refused(&TestServer::new(london), sign(transfer(0)));
    assert_eq!(message, "transaction type not supported");
}

#[test]
fn transactions_wait_for_earlier_ones() {
    let server = TestServer::new(Config::default());
    let send = |nonce| server.ask("eth_sendRawTransaction", json!([sign(transfer(nonce))]));
    let [second, third] = [2, 1].map(send);
    assert_eq!(server.ask("eth_blockNumber", json!([])), "0x0");
    let waiting = server.ask("eth_getTransactionByHash", json!([second]));
    crate::shapes::assert_shape(&waiting, crate::shapes::TRANSACTION, "waiting");
    assert_eq!(waiting["blockNumber"], Value::Null);
    assert_eq!(server.ask("eth_getTransactionReceipt", json!([second])), Value::Null);
    assert_eq!(refused(&server, sign(transfer(2))), "already known");
    let first = send(0);
    for (hash, number) in [(first, "0x1"), (third, "0x2"), (second, "0x3")] {
        let receipt = server.ask("eth_getTransactionReceipt", json!([hash]));
        assert_eq!((&receipt["blockNumber"], &receipt["status"]), (&json!(number), &json!("0x1")));
    }
    assert_eq!(server.ask("eth_getTransactionCount", json!([SENDER, "latest"])), "0x3");
    assert_eq!(server.ask("eth_getTransactionCount", json!([SENDER, "0x1"])), "0x1");
    assert_eq!(server.ask("eth_getBalance", json!([TO, "latest"])), "0x3");
}

#[test]
fn transactions_without_a_chain_id_pass() {
    let server = TestServer::new(Config::default());
    let tx = TxLegacy {
        gas_price: 10_000_000_000,
        gas_limit: 21_000,
        to: TxKind::Call(TO),
        ..TxLegacy::default()
    };
    let hash = server.ask("eth_sendRawTransaction", json!([sign(tx)]));
    assert_eq!(server.ask("eth_getTransactionReceipt", json!([hash]))["status"], "0x1");
}

#[test]
fn blocks_hang_together() {
    let server = TestServer::new(Config::default());
    for nonce in 0..3 {
        server.ask("eth_sendRawTransaction", json!([sign(transfer(nonce))]));
    }
    let blocks: Vec<_> = (0..=3)
        .map(|number| server.ask("eth_getBlockByNumber", json!([format!("{number:#x}"), true])))
        .collect();
    for pair in blocks.windows(2) {
        assert_eq!(pair[0]["hash"], pair[1]["parentHash"]);
        assert_ne!(pair[0]["stateRoot"], pair[1]["stateRoot"]);
        assert!(pair[0]["timestamp"] != pair[1]["timestamp"]);
        assert_eq!(pair[1]["gasUsed"], "0x5208");
        // EIP-1559: nearly empty blocks lower the base fee by nearly an eighth.
        let fee = |block: &Value| {
            let text = block["baseFeePerGas"].as_str().unwrap();
            u64::from_str_radix(&text[2..], 16).unwrap()
        };
        assert!(fee(&pair[1]) < fee(&pair[0]) && fee(&pair[1]) >= fee(&pair[0]) * 7 / 8);
    }
}
