//! Limits on batches, gas, time, traces, answers and history; and the lines of the log.

use std::time::Duration;

use gigagas_serve::{Config, Limits};
use serde_json::{Value, json};

use crate::client::{TestServer, request};

/// JUMPDEST, PUSH1 0, JUMP.
const LOOP: &str = "0x5b600056";
const AT: &str = "0x00000000000000000000000000000000000000aa";

fn server(limits: Limits) -> TestServer {
    TestServer::new(Config { limits, ..Config::default() })
}

/// The parameters of a call to `code`.
fn call(code: &str) -> Value {
    json!([{"to": AT}, "latest", {AT: {"code": code}}])
}

#[test]
fn batches_are_answered_in_order_up_to_the_limit() {
    let server = server(Limits { batch: 20, ..Limits::default() });
    let batch =
        |len: u64| -> Value { (0..len).map(|id| request(id, "eth_chainId", json!([]))).collect() };
    let answers = server.client().json(&batch(20));
    let expected: Vec<_> =
        (0..20).map(|id| json!({"jsonrpc": "2.0", "id": id, "result": "0x7a69"})).collect();
    assert_eq!(answers, Value::from(expected));
    let refused = server.client().json(&batch(21));
    assert_eq!(refused["error"], json!({"code": -32600, "message": "batch too large"}));
}

#[test]
fn batches_may_hold_anything() {
    let server = server(Limits::default());
    let notification = json!({"jsonrpc": "2.0", "method": "eth_chainId", "params": []});
    let batch = json!([
        request(1, "eth_chainId", json!([])), 7, {"id": 2}, notification,
        request(3, "eth_missing", json!([])), request(4, "eth_getBalance", json!({"a": 1})),
    ]);
    let answers = server.client().json(&batch);
    let codes: Vec<_> =
        answers.as_array().unwrap().iter().map(|a| a["error"]["code"].clone()).collect();
    assert_eq!(codes, [json!(null), json!(-32600), json!(-32600), json!(-32601), json!(-32602)]);
    let (status, body) = server.client().post(&json!([notification]).to_string());
    assert!(status == 200 && !body.contains("jsonrpc"), "{body}");
    // A transaction is seen by what follows it.
    let sender = server.ask("eth_accounts", json!([]))[0].clone();
    let answers = server.client().json(&json!([
        request(1, "eth_sendTransaction", json!([{"to": AT, "value": "0x1"}])),
        request(2, "eth_getBalance", json!([AT, "latest"])),
        request(3, "eth_getTransactionCount", json!([sender, "latest"])),
    ]));
    assert_eq!((&answers[1]["result"], &answers[2]["result"]), (&json!("0x1"), &json!("0x1")));
}

#[test]
fn gas_is_capped() {
    let server = server(Limits { gas: 100_000, ..Limits::default() });
    let (code, message) = server.fail("eth_call", call(LOOP));
    assert_eq!((code, message.as_str()), (-32000, "out of gas"));
    // GAS, and its value returned.
    let gas = server.ask("eth_call", call("0x5a60005260206000f3"));
    assert_eq!(gas, format!("0x{:064x}", 100_000 - 21_000 - 2));
    let (code, message) = server.fail("eth_estimateGas", call(LOOP));
    assert_eq!(code, -32000);
    assert_eq!(message, "gas required exceeds allowance (100000)");
}

#[test]
fn long_calls_are_aborted() {
    let limits = Limits { gas: u64::MAX, time: Duration::from_millis(50), ..Limits::default() };
    let server = server(limits);
    for method in ["eth_call", "eth_estimateGas"] {
        let mut params = call(LOOP);
        params[0]["gas"] = json!("0xffffffffffffff");
        let (code, message) = match method {
            "eth_call" => server.fail(method, params),
            // Cut to the block's gas, which is done before the time is.
            _ => server.fail("eth_createAccessList", params),
        };
        assert_eq!((code, message.as_str()), (-32000, "execution aborted (timeout = 0.05s)"));
    }
}

#[test]
fn traces_are_cut_off() {
    let server = server(Limits { trace_steps: 1000, ..Limits::default() });
    let trace =
        |code: &str| json!([{"to": AT}, "latest", {"stateOverrides": {AT: {"code": code}}}]);
    let (code, message) = server.fail("debug_traceCall", trace(LOOP));
    assert_eq!((code, message.as_str()), (-32000, "trace aborted (more than 1000 opcodes)"));
    let whole = server.ask("debug_traceCall", trace("0x600160020100"));
    let ops: Vec<_> =
        whole["structLogs"].as_array().unwrap().iter().map(|log| &log["op"]).collect();
    assert_eq!(ops, ["PUSH1", "PUSH1", "ADD", "STOP"]);
}

#[test]
fn answers_that_are_too_long_are_errors() {
    let server = server(Limits { response: 4096, ..Limits::default() });
    // PUSH2 0x1000, PUSH1 0, RETURN: 4096 zero bytes, 8192 digits.
    let (code, _) = server.fail("eth_call", call("0x6110006000f3"));
    assert_eq!(code, -32008);
    assert_eq!(server.ask("eth_call", call("0x60206000f3")), format!("0x{:064x}", 0));
}

#[test]
fn old_blocks_are_forgotten() {
    let server = server(Limits { history: 4, ..Limits::default() });
    let hashes: Vec<_> = (0..10)
        .map(|_| server.ask("eth_sendTransaction", json!([{"to": AT, "value": "0x1"}])))
        .collect();
    assert_eq!(server.ask("eth_getBalance", json!([AT, "0x8"])), "0x8");
    assert_eq!(server.fail("eth_getBalance", json!([AT, "0x6"])).0, 4444);
    assert_eq!(server.fail("eth_getLogs", json!([{"fromBlock": "0x0"}])).0, 4444);
    assert_eq!(server.ask("eth_getBlockByNumber", json!(["earliest", false]))["number"], "0x7");
    assert_eq!(server.ask("eth_getTransactionReceipt", json!([hashes[0]])), Value::Null);
    assert_eq!(server.ask("eth_getTransactionReceipt", json!([hashes[9]]))["blockNumber"], "0xa");
    // BLOCKHASH sees further: PUSH1 1, BLOCKHASH.
    let hash = server.ask("eth_call", call("0x60014060005260206000f3"));
    assert_ne!(hash, format!("0x{:064x}", 0));
}

#[test]
fn each_request_has_its_line() {
    let server = server(Limits::default());
    server.ask("eth_chainId", json!([]));
    server.fail("eth_mis\nsing\u{1b}[31m", json!([]));
    server.client().post("{");
    server.client().json(&json!([request(1, "eth_gasPrice", json!([])), 7]));
    let lines = server.lines();
    let starts: Vec<_> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(starts, ["eth_chainId", "eth_mis?sing?[31m", "POST", "eth_gasPrice"]);
    let words: Vec<_> = lines[1].split(' ').collect();
    assert_eq!((words[2], words[3], words[4]), ("ms", "error", "-32601"));
    assert!(words[1].parse::<f64>().is_ok() && words[5].starts_with("127.0.0.1:"));
    assert!(lines[2].contains("http 200"), "{}", lines[2]);
}
