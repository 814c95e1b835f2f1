//! The shape of every answer, after the schemas of the execution-apis (OpenRPC): which fields there are, what
//! each looks like, and nothing beside them.

use serde_json::{Value, json};

use crate::client::{TestServer, request};

/// What a value looks like; names as in the schemas.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// `uint`: 0x, no leading zeros.
    Uint,
    /// Hex of exactly so many bytes: `address`, `hash32`, `bytes8`, `bytes256`.
    Bytes(usize),
    /// Hex of whole bytes.
    Data,
    Bool,
    Text,
    /// A number between 0 and 1.
    Ratio,
    /// A count in JSON, as in struct logs.
    Count,
    Null,
    /// Nothing is said.
    Any,
    List(&'static Shape),
    Either(&'static [Shape]),
    /// Fields with ? at the end may be missing.
    Object(&'static [(&'static str, Shape)]),
}

use Shape::{Any, Bool, Bytes, Count, Data, Either, List, Null, Object, Ratio, Text, Uint};

const HASH: Shape = Bytes(32);
const ADDRESS: Shape = Bytes(20);

pub(crate) const LOG: Shape = Object(&[
    ("address", ADDRESS),
    ("topics", List(&HASH)),
    ("data", Data),
    ("blockHash", HASH),
    ("blockNumber", Uint),
    ("blockTimestamp?", Uint),
    ("transactionHash", HASH),
    ("transactionIndex", Uint),
    ("logIndex", Uint),
    ("removed", Bool),
]);

const ACCESS_LIST: Shape = List(&Object(&[("address", ADDRESS), ("storageKeys", List(&HASH))]));

pub(crate) const TRANSACTION: Shape = Object(&[
    ("type", Uint),
    ("hash", HASH),
    ("nonce", Uint),
    ("blockHash", Either(&[HASH, Null])),
    ("blockNumber", Either(&[Uint, Null])),
    ("transactionIndex", Either(&[Uint, Null])),
    ("blockTimestamp?", Uint),
    ("from", ADDRESS),
    ("to", Either(&[ADDRESS, Null])),
    ("gas", Uint),
    ("value", Uint),
    ("input", Data),
    ("gasPrice", Uint),
    ("maxFeePerGas?", Uint),
    ("maxPriorityFeePerGas?", Uint),
    ("maxFeePerBlobGas?", Uint),
    ("blobVersionedHashes?", List(&HASH)),
    ("accessList?", ACCESS_LIST),
    ("authorizationList?", List(&Any)),
    ("chainId?", Uint),
    ("v", Uint),
    ("yParity?", Uint),
    ("r", Uint),
    ("s", Uint),
]);

pub(crate) const RECEIPT: Shape = Object(&[
    ("type", Uint),
    ("transactionHash", HASH),
    ("transactionIndex", Uint),
    ("blockHash", HASH),
    ("blockNumber", Uint),
    ("from", ADDRESS),
    ("to", Either(&[ADDRESS, Null])),
    ("cumulativeGasUsed", Uint),
    ("gasUsed", Uint),
    ("contractAddress", Either(&[ADDRESS, Null])),
    ("logs", List(&LOG)),
    ("logsBloom", Bytes(256)),
    ("status?", Uint),
    ("root?", HASH),
    ("effectiveGasPrice", Uint),
    ("blobGasUsed?", Uint),
    ("blobGasPrice?", Uint),
]);

macro_rules! block {
    ($($field:literal: $shape:expr),*) => {
        Object(&[
            ("hash", HASH),
            ("parentHash", HASH),
            ("sha3Uncles", HASH),
            ("miner", ADDRESS),
            ("stateRoot", HASH),
            ("transactionsRoot", HASH),
            ("receiptsRoot", HASH),
            ("logsBloom", Bytes(256)),
            ("difficulty", Uint),
            ("number", Uint),
            ("gasLimit", Uint),
            ("gasUsed", Uint),
            ("timestamp", Uint),
            ("extraData", Data),
            ("mixHash", HASH),
            ("nonce", Bytes(8)),
            ("baseFeePerGas?", Uint),
            ("withdrawalsRoot?", HASH),
            ("blobGasUsed?", Uint),
            ("excessBlobGas?", Uint),
            ("parentBeaconBlockRoot?", HASH),
            ("requestsHash?", HASH),
            ("size", Uint),
            $(($field, $shape),)*
        ])
    };
}

pub(crate) const HEADER: Shape = block!();
pub(crate) const BLOCK: Shape = block!(
    "uncles": List(&HASH), "withdrawals?": List(&Any),
    "transactions": Either(&[List(&HASH), List(&TRANSACTION)])
);
const SIMULATED: Shape = block!(
    "uncles": List(&HASH), "withdrawals?": List(&Any),
    "transactions": Either(&[List(&HASH), List(&TRANSACTION)]),
    "calls": List(&Object(&[
        ("returnData", Data),
        ("logs", List(&LOG)),
        ("gasUsed", Uint),
        ("maxUsedGas?", Uint),
        ("status", Uint),
        ("error?", Object(&[("code", Any), ("message", Text), ("data?", Data)])),
    ]))
);

const FEE_HISTORY: Shape = Object(&[
    ("oldestBlock", Uint),
    ("baseFeePerGas", List(&Uint)),
    ("baseFeePerBlobGas?", List(&Uint)),
    ("gasUsedRatio", List(&Ratio)),
    ("blobGasUsedRatio?", List(&Ratio)),
    ("reward?", List(&List(&Uint))),
]);

const CALL_FRAME: Shape = Object(&[
    ("type", Text),
    ("from", ADDRESS),
    ("to?", ADDRESS),
    ("value?", Uint),
    ("gas", Uint),
    ("gasUsed", Uint),
    ("input", Data),
    ("output?", Data),
    ("error?", Text),
    ("revertReason?", Text),
    ("calls?", List(&Any)),
    ("logs?", List(&Any)),
]);

const STRUCT_LOGS: Shape = Object(&[
    ("gas", Count),
    ("failed", Bool),
    ("returnValue", Data),
    (
        "structLogs",
        List(&Object(&[
            ("pc", Count),
            ("op", Text),
            ("gas", Count),
            ("gasCost", Count),
            ("depth", Count),
            ("stack?", List(&Uint)),
            ("memory?", List(&Any)),
            ("returnData?", Data),
            ("storage?", Any),
            ("refund?", Count),
            ("error?", Text),
        ])),
    ),
]);

/// Why `value` is not of this shape.
pub(crate) fn misfit(value: &Value, shape: Shape, at: &str) -> Option<String> {
    let wrong = |what: &str| Some(format!("{at}: {value} is not {what}"));
    let hex = value
        .as_str()
        .and_then(|text| text.strip_prefix("0x"))
        .filter(|digits| digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)));
    match shape {
        Uint => match hex {
            Some(digits) if digits == "0" || !digits.is_empty() && !digits.starts_with('0') => None,
            _ => wrong("a number in hex"),
        },
        Bytes(len) if hex.is_none_or(|digits| digits.len() != 2 * len) => {
            wrong(&format!("{len} bytes in hex"))
        }
        Data if hex.is_none_or(|digits| digits.len() % 2 != 0) => wrong("bytes in hex"),
        Bool if !value.is_boolean() => wrong("a truth value"),
        Text if !value.is_string() => wrong("a text"),
        Count if !value.is_u64() => wrong("a count"),
        Ratio if value.as_f64().is_none_or(|ratio| !(0.0..=1.0).contains(&ratio)) => {
            wrong("a ratio")
        }
        Null if !value.is_null() => wrong("null"),
        List(shape) => match value.as_array() {
            None => wrong("a list"),
            Some(list) => list
                .iter()
                .enumerate()
                .find_map(|(index, item)| misfit(item, *shape, &format!("{at}[{index}]"))),
        },
        Either(shapes) => {
            let misfits: Vec<_> = shapes.iter().map(|shape| misfit(value, *shape, at)).collect();
            (!misfits.contains(&None)).then(|| misfits[0].clone()).flatten()
        }
        Object(fields) => object_misfit(value, fields, at),
        _ => None,
    }
}

fn object_misfit(value: &Value, fields: &[(&str, Shape)], at: &str) -> Option<String> {
    let Some(object) = value.as_object() else {
        return Some(format!("{at}: {value} is not an object"));
    };
    let name = |field: &str| field.trim_end_matches('?').to_owned();
    let known = |key: &str| fields.iter().any(|(field, _)| name(field) == key);
    if let Some(key) = object.keys().find(|key| !known(key)) {
        return Some(format!("{at}.{key} is not in the schema"));
    }
    fields.iter().find_map(|(field, shape)| match object.get(&name(field)) {
        Some(value) => misfit(value, *shape, &format!("{at}.{}", name(field))),
        None if field.ends_with('?') => None,
        None => Some(format!("{at}.{field} is missing")),
    })
}

pub(crate) fn assert_shape(value: &Value, shape: Shape, what: &str) {
    assert_eq!(misfit(value, shape, what), None);
}

/// Deploys what emits a log of a zero word with the topic 0x2a, and returns the word: LOG1, RETURN.
pub(crate) const LOGGER: &str = "0x600c600c600039600c6000f3602a60206000a160206000f3";
const TO: &str = "0x0000000000000000000000000000000000000002";

#[test]
fn shapes_tell_right_from_wrong() {
    let cases = [
        (json!("0x0"), Uint, true),
        (json!("0x00"), Uint, false),
        (json!("0x"), Uint, false),
        (json!("0xA"), Uint, false),
        (json!(1), Uint, false),
        (json!("0x"), Data, true),
        (json!("0x0"), Data, false),
        (json!("0x00"), Bytes(1), true),
        (json!("0x0000"), Bytes(1), false),
        (json!(1.5), Ratio, false),
        (json!(null), Either(&[Uint, Null]), true),
        (json!({"a": "0x1"}), Object(&[("a", Uint)]), true),
        (json!({"a": "0x1", "b": 1}), Object(&[("a", Uint)]), false),
        (json!({}), Object(&[("a", Uint)]), false),
        (json!({}), Object(&[("a?", Uint)]), true),
    ];
    for (value, shape, fits) in cases {
        assert_eq!(misfit(&value, shape, "value").is_none(), fits, "{value}");
    }
}

/// Every method, on a chain of each kind of fork.
#[test]
fn every_answer_has_its_shape() {
    for fork in ["frontier", "byzantium", "istanbul", "berlin", "london", "shanghai", "osaka"] {
        let config = gigagas_serve::Config {
            fork: Some(fork.parse().unwrap()),
            ..gigagas_serve::Config::default()
        };
        let server = TestServer::new(config);
        let check = |method: &str, params: Value, shape: Shape| {
            let value = server.ask(method, params);
            assert_shape(&value, shape, &format!("{fork}: {method}"));
            value
        };
        let deployed = check("eth_sendTransaction", json!([{"data": LOGGER}]), HASH);
        let receipt = check("eth_getTransactionReceipt", json!([deployed]), RECEIPT);
        let contract = &receipt["contractAddress"];
        let sent = check("eth_sendTransaction", json!([{"to": contract, "data": "0x01"}]), HASH);
        let receipt = check("eth_getTransactionReceipt", json!([sent]), RECEIPT);
        assert_eq!(receipt["logs"].as_array().unwrap().len(), 1, "{fork}");
        let has_status = receipt.get("status").is_some();
        assert_eq!(
            (has_status, receipt.get("root").is_some()),
            (fork != "frontier", fork == "frontier")
        );
        let hash = &receipt["blockHash"];

        check("eth_getTransactionByHash", json!([sent]), TRANSACTION);
        check("eth_getTransactionByBlockHashAndIndex", json!([hash, "0x0"]), TRANSACTION);
        check("eth_getTransactionByBlockNumberAndIndex", json!(["latest", "0x0"]), TRANSACTION);
        check("eth_getTransactionByBlockNumberAndIndex", json!(["latest", "0x1"]), Null);
        for full in [false, true] {
            for tag in ["latest", "earliest", "pending", "safe", "finalized", "0x1"] {
                check("eth_getBlockByNumber", json!([tag, full]), BLOCK);
            }
            check("eth_getBlockByHash", json!([hash, full]), BLOCK);
        }
        check("eth_getBlockReceipts", json!(["latest"]), List(&RECEIPT));
        check("eth_getBlockReceipts", json!(["earliest"]), List(&RECEIPT));
        check("eth_getLogs", json!([{"fromBlock": "earliest"}]), List(&LOG));
        check("eth_feeHistory", json!(["0x3", "latest", [25, 75]]), FEE_HISTORY);
        check("eth_feeHistory", json!([3, "latest", null]), FEE_HISTORY);
        for method in ["BlockTransactionCountByNumber", "UncleCountByBlockNumber"] {
            check(&format!("eth_get{method}"), json!(["latest"]), Uint);
        }
        for method in ["BlockTransactionCountByHash", "UncleCountByBlockHash"] {
            check(&format!("eth_get{method}"), json!([hash]), Uint);
        }
        check("eth_call", json!([{"to": contract, "data": "0x01"}, "latest"]), Data);
        check("eth_estimateGas", json!([{"to": contract, "data": "0x01"}]), Uint);
        let account = &server.ask("eth_accounts", json!([]))[0];
        check("eth_getBalance", json!([account, "latest"]), Uint);
        check("eth_getTransactionCount", json!([account, "latest"]), Uint);
        check("eth_getCode", json!([contract, "latest"]), Data);
        check("eth_getStorageAt", json!([contract, "0x0", "latest"]), HASH);
        let tracer = json!({"tracer": "callTracer", "tracerConfig": {"withLog": true}});
        check("debug_traceCall", json!([{"to": contract}, "latest", tracer]), CALL_FRAME);
        check("debug_traceCall", json!([{"to": contract}, "latest"]), STRUCT_LOGS);
        let calls = json!({"blockStateCalls": [{"calls": [{"to": contract}, {"to": TO}]}]});
        check("eth_simulateV1", json!([calls, "latest"]), List(&SIMULATED));
        if !matches!(fork, "frontier" | "byzantium" | "istanbul") {
            let list = Object(&[("accessList", ACCESS_LIST), ("gasUsed", Uint), ("error?", Text)]);
            check("eth_createAccessList", json!([{"to": contract}, "latest"]), list);
        }
    }
}

#[test]
fn answers_without_a_chain_have_their_shape() {
    let server = TestServer::new(gigagas_serve::Config::default());
    let cases = [
        ("web3_clientVersion", json!([]), Text),
        ("web3_sha3", json!(["0x"]), HASH),
        ("net_version", json!([]), Text),
        ("net_listening", json!([]), Bool),
        ("net_peerCount", json!([]), Uint),
        ("eth_chainId", json!([]), Uint),
        ("eth_syncing", json!([]), Bool),
        ("eth_accounts", json!([]), List(&ADDRESS)),
        ("eth_coinbase", json!([]), ADDRESS),
        ("eth_blockNumber", json!([]), Uint),
        ("eth_gasPrice", json!([]), Uint),
        ("eth_maxPriorityFeePerGas", json!([]), Uint),
        ("eth_blobBaseFee", json!([]), Uint),
        ("eth_newBlockFilter", json!([]), Uint),
        ("eth_uninstallFilter", json!(["0x1"]), Bool),
        ("eth_getTransactionByHash", json!([format!("0x{:064x}", 1)]), Null),
        ("eth_getTransactionReceipt", json!([format!("0x{:064x}", 1)]), Null),
        ("eth_getBlockByHash", json!([format!("0x{:064x}", 1), false]), Null),
        ("eth_getBlockByNumber", json!(["0x10", false]), Null),
    ];
    for (method, params, shape) in cases {
        assert_shape(&server.ask(method, params), shape, method);
    }
    // The frame of an answer, whatever the id.
    for id in [json!(1), json!("a"), json!(null), json!(0)] {
        let mut body = request(1, "eth_syncing", json!([]));
        body["id"] = id.clone();
        let answer = server.client().json(&body);
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": id, "result": false}));
    }
}
