//! What the methods answer, and how they fail.

use gigagas_serve::Config;
use serde_json::{Value, json};

use crate::client::TestServer;

const AT: &str = "0x00000000000000000000000000000000000000aa";
const SHA256: &str = "0x0000000000000000000000000000000000000002";
const IDENTITY: &str = "0x0000000000000000000000000000000000000004";
/// SHA-256 of nothing.
const EMPTY: &str = "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn word(value: u64) -> String {
    format!("0x{value:064x}")
}

/// Runs `code` under a block override.
fn call(server: &TestServer, code: &str, block: Value) -> Value {
    server.ask("eth_call", json!([{"to": AT}, "latest", {AT: {"code": code}}, block]))
}

#[test]
fn overrides_of_state() {
    let server = TestServer::new(Config::default());
    let run = |account: Value| server.ask("eth_call", json!([{"to": AT}, "latest", {AT: account}]));
    // SLOAD of slot 1; BALANCE of itself.
    let sload = "0x60015460005260206000f3";
    let slot = json!({word(1): word(7)});
    assert_eq!(run(json!({"code": sload, "state": slot})), word(7));
    assert_eq!(run(json!({"code": sload, "stateDiff": slot})), word(7));
    assert_eq!(run(json!({"code": sload})), word(0));
    assert_eq!(run(json!({"code": "0x4760005260206000f3", "balance": "0x9"})), word(9));
    let both = json!({"state": slot, "stateDiff": slot});
    assert_eq!(server.fail("eth_call", json!([{"to": AT}, "latest", {AT: both}])).0, -32000);
    // Nothing of it stays.
    assert_eq!(server.ask("eth_getCode", json!([AT, "latest"])), "0x");
}

#[test]
fn overrides_of_the_block() {
    let server = TestServer::new(Config::default());
    let opcode = |code: &str| format!("0x{code}60005260206000f3");
    let cases = [
        ("43", json!({"number": "0x77"}), 0x77),
        ("42", json!({"time": "0x78"}), 0x78),
        ("45", json!({"gasLimit": "0x79"}), 0x79),
        ("41", json!({"feeRecipient": AT}), 0xaa),
        ("44", json!({"prevRandao": word(0x7a)}), 0x7a),
        ("48", json!({}), 0),
    ];
    for (code, block, expected) in cases {
        assert_eq!(call(&server, &opcode(code), block), word(expected), "{code}");
    }
}

#[test]
fn precompiles_move() {
    let server = TestServer::new(Config::default());
    let moved = json!({SHA256: {"movePrecompileToAddress": AT}});
    let ask = |to: &str| server.ask("eth_call", json!([{"to": to}, "latest", moved]));
    assert_eq!((ask(AT), ask(SHA256)), (json!(EMPTY), json!("0x")));
    // Two change places.
    let swapped = json!({
        SHA256: {"movePrecompileToAddress": IDENTITY},
        IDENTITY: {"movePrecompileToAddress": SHA256},
    });
    let ask = |to: &str| server.ask("eth_call", json!([{"to": to}, "latest", swapped]));
    assert_eq!((ask(IDENTITY), ask(SHA256)), (json!(EMPTY), json!("0x")));
    let refused = [
        (json!({AT: {"movePrecompileToAddress": SHA256}}), "is not a precompile"),
        (json!({SHA256: {"movePrecompileToAddress": SHA256}}), "is moved to itself"),
        (
            json!({SHA256: {"movePrecompileToAddress": AT}, AT: {"code": "0x00"}}),
            "has already been overridden",
        ),
        (
            json!({SHA256: {"movePrecompileToAddress": AT}, IDENTITY: {"movePrecompileToAddress": AT}}),
            "moved to the same address",
        ),
    ];
    for (overrides, words) in refused {
        let (code, message) = server.fail("eth_call", json!([{"to": AT}, "latest", overrides]));
        assert!(code == -32000 && message.ends_with(words), "{message:?}: {words}");
    }
    // What was at the old place is code like any other.
    let both = json!({SHA256: {"movePrecompileToAddress": AT, "code": "0x60015ff3"}});
    assert_eq!(server.ask("eth_call", json!([{"to": SHA256}, "latest", both])), "0x00");
}

#[test]
fn failures_have_the_codes_of_geth() {
    let server = TestServer::new(Config::default());
    // REVERT with nothing; INVALID; a jump to nowhere; POP on an empty stack.
    let cases = [
        ("0x5f5ffd", 3, "execution reverted"),
        ("0xfe", -32000, "invalid opcode: INVALID"),
        ("0x600056", -32000, "invalid jump destination"),
        ("0x50", -32000, "stack underflow"),
    ];
    for (code, number, words) in cases {
        for method in ["eth_call", "eth_estimateGas"] {
            let params = json!([{"to": AT}, "latest", {AT: {"code": code}}]);
            assert_eq!(server.fail(method, params), (number, words.to_owned()), "{method}");
        }
    }
    let revert = json!([{"to": AT}, "latest", {AT: {"code": "0x60205ffd"}}]);
    let answer = server.client().call("eth_call", revert);
    assert_eq!(answer["error"]["data"], word(0));
    let params = [
        ("eth_call", json!([]), "missing value for required argument 0"),
        ("eth_getBalance", json!(["0x1", "latest"]), "invalid argument 0: "),
        ("eth_getBalance", json!([AT, "yesterday"]), "invalid argument 1: "),
        ("eth_getBalance", json!([AT, "latest", 1]), "too many arguments, want at most 2"),
        ("eth_call", json!({"to": AT}), "non-array args"),
        ("eth_sendRawTransaction", json!(["0x0"]), "invalid argument 0: "),
        ("eth_feeHistory", json!([[], "latest"]), "invalid argument 0: "),
    ];
    for (method, params, words) in params {
        let (code, message) = server.fail(method, params);
        assert!(code == -32602 && message.starts_with(words), "{method}: {code} {message}");
    }
    let (code, message) = server.fail("eth_getBalance", json!([AT, "0x10"]));
    assert_eq!((code, message.as_str()), (-32000, "header not found"));
    let (code, _) = server.fail("eth_call", json!([{"from": AT, "to": SHA256, "value": "0x1"}]));
    assert_eq!(code, -32000);
}

/// A precompile's halt says what is wrong with the input.
#[test]
fn halts_of_precompiles_are_explained() {
    let server = TestServer::new(Config::default());
    let blake2f = "0x0000000000000000000000000000000000000009";
    let (code, message) = server.fail("eth_call", json!([{"to": blake2f, "data": "0x00"}]));
    assert_eq!(code, -32000);
    assert!(message.contains("213"), "{message}");
}

#[test]
fn estimates_are_the_least_gas_that_suffices() {
    let server = TestServer::new(Config::default());
    let estimate = |params: Value| {
        let text = server.ask("eth_estimateGas", params);
        u64::from_str_radix(&text.as_str().unwrap()[2..], 16).unwrap()
    };
    assert_eq!(estimate(json!([{"to": AT}])), 21_000);
    assert_eq!(estimate(json!([{"to": SHA256}])), 21_060);
    // A refund (SSTORE to zero) is no help, and a call, without which the third reverts, holds back a 64th.
    let codes = ["0x5f600155", "0x60015f55", "0x5f5f5f5f5f60025af115600e57005b5f5ffd", "0x5a50"];
    for code in codes {
        let overrides = json!({AT: {"code": code, "state": {word(1): word(1)}}});
        let gas = estimate(json!([{"to": AT}, "latest", overrides]));
        let with = |gas: u64| json!([{"to": AT, "gas": format!("{gas:#x}")}, "latest", overrides]);
        server.ask("eth_call", with(gas));
        let (number, _) = server.fail("eth_call", with(gas - 1));
        assert!(number == -32000 || number == 3, "{code}: {gas}");
    }
}

#[test]
fn access_lists_are_found() {
    let server = TestServer::new(Config::default());
    // SLOAD of slot 5, BALANCE of 0xbb.
    let code = "0x60055460bb3100";
    let found =
        server.ask("eth_createAccessList", json!([{"to": AT}, "latest", {AT: {"code": code}}]));
    let other = "0x00000000000000000000000000000000000000bb";
    let expected = json!([
        {"address": AT, "storageKeys": [word(5)]},
        {"address": other, "storageKeys": []},
    ]);
    assert_eq!(found["accessList"], expected);
    let failed =
        server.ask("eth_createAccessList", json!([{"to": AT}, "latest", {AT: {"code": "0xfe"}}]));
    assert_eq!(failed["error"], "invalid opcode: INVALID");
}

#[test]
fn traces_show_calls_and_logs() {
    let server = TestServer::new(Config::default());
    // CALL of IDENTITY, then LOG0 of nothing.
    let code = "0x5f5f5f5f5f60045af15f5fa000";
    let options = json!({
        "tracer": "callTracer", "tracerConfig": {"withLog": true},
        "stateOverrides": {AT: {"code": code}},
    });
    let trace = server.ask("debug_traceCall", json!([{"to": AT}, "latest", options]));
    assert_eq!((&trace["type"], &trace["to"]), (&json!("CALL"), &json!(AT)));
    assert_eq!(trace["calls"][0]["to"], IDENTITY);
    assert_eq!(trace["logs"][0]["address"], AT);
    let unknown = json!([{"to": AT}, "latest", {"tracer": "{step: function() {}}"}]);
    assert_eq!(server.fail("debug_traceCall", unknown).0, -32000);
}

#[test]
fn blocks_are_simulated() {
    let server = TestServer::new(Config::default());
    let [from, to] = [0, 1].map(|index| server.ask("eth_accounts", json!([]))[index].clone());
    let simulate = |block: Value, more: Value| {
        let mut payload = json!({"blockStateCalls": [block]});
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([payload, "latest"])
    };
    // Storage that one call writes is there for the next: SSTORE(0, SLOAD(0) + 1), and returned.
    let counter = "0x5f546001018060005560005260206000f3";
    let block = json!({
        "stateOverrides": {AT: {"code": counter}},
        "calls": [{"to": AT}, {"to": AT}, {"from": from, "to": to, "value": "0x5"}, {"to": AT, "gas": "0x5300"}],
    });
    let more = json!({"traceTransfers": true, "returnFullTransactions": true});
    let answer = server.ask("eth_simulateV1", simulate(block, more));
    let calls = answer[0]["calls"].as_array().unwrap();
    assert_eq!(
        (&calls[0]["returnData"], &calls[1]["returnData"]),
        (&json!(word(1)), &json!(word(2)))
    );
    let transfer = &calls[2]["logs"][0];
    assert_eq!((&transfer["data"], &transfer["logIndex"]), (&json!(word(5)), &json!("0x0")));
    assert_eq!((&calls[3]["status"], &calls[3]["error"]["code"]), (&json!("0x0"), &json!(-32015)));
    assert_eq!(answer[0]["transactions"].as_array().unwrap().len(), 4);
    assert_eq!(answer[0]["number"], "0x1");
    assert_eq!(server.ask("eth_blockNumber", json!([])), "0x0");

    let wrong = [
        (json!({"calls": [{"from": from, "nonce": "0x5", "to": to}]}), -38011),
        (json!({"calls": [{"from": AT, "to": to, "value": "0x1"}]}), -38014),
        (json!({"calls": [{"from": from, "to": to, "gas": "0x100"}]}), -38013),
        (json!({"calls": [{"to": to, "gas": "0xffffffffff"}]}), -38015),
        (json!({"blockOverrides": {"number": "0x0"}, "calls": []}), -38020),
        (json!({"blockOverrides": {"time": "0x1"}, "calls": []}), -38021),
        (json!({"blockOverrides": {"number": "0x9"}, "calls": []}), -38026),
    ];
    for (block, code) in wrong {
        let params = simulate(block, json!({"validation": true}));
        assert_eq!(server.fail("eth_simulateV1", params).0, code);
    }
    let two = json!([{"blockStateCalls": [{}, {}]}, "latest"]);
    assert_eq!(server.fail("eth_simulateV1", two).0, -38026);
    assert_eq!(server.fail("eth_simulateV1", json!([{"blockStateCalls": []}])).0, -32602);
}

#[test]
fn filters_tell_what_is_new() {
    let server = TestServer::new(Config::default());
    let blocks = server.ask("eth_newBlockFilter", json!([]));
    let logs = server.ask("eth_newFilter", json!([{}]));
    let changes = |id: &Value| server.ask("eth_getFilterChanges", json!([id]));
    let hash = server.ask("eth_sendTransaction", json!([{"data": crate::shapes::LOGGER}]));
    let contract =
        server.ask("eth_getTransactionReceipt", json!([hash]))["contractAddress"].clone();
    assert_eq!(changes(&logs), json!([]));
    server.ask("eth_sendTransaction", json!([{"to": contract}]));
    assert_eq!(changes(&blocks).as_array().unwrap().len(), 2);
    assert_eq!(changes(&logs)[0]["address"], contract);
    assert_eq!((changes(&blocks), changes(&logs)), (json!([]), json!([])));
    assert_eq!(server.ask("eth_uninstallFilter", json!([blocks])), true);
    assert_eq!(server.fail("eth_getFilterChanges", json!([blocks])).0, -32000);

    let topic = word(0x2a);
    let found =
        |filter: Value| server.ask("eth_getLogs", json!([filter])).as_array().unwrap().len();
    let all = json!({"fromBlock": "earliest", "toBlock": "latest"});
    let with = |key: &str, value: Value| {
        let mut filter = all.clone();
        filter[key] = value;
        found(filter)
    };
    assert_eq!(found(all.clone()), 1);
    assert_eq!((with("address", json!(contract)), with("address", json!(AT))), (1, 0));
    assert_eq!((with("topics", json!([topic])), with("topics", json!([word(9)]))), (1, 0));
    assert_eq!((with("topics", json!([null])), with("topics", json!([[topic, word(9)]]))), (1, 1));
    let backward = json!([{"fromBlock": "0x2", "toBlock": "0x1"}]);
    assert_eq!(server.fail("eth_getLogs", backward).0, -32602);
}
