//! Mixed traffic for some time, and no growth of memory. `GIGAGAS_FULL=1` makes it ten minutes.

use std::{
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use gigagas_serve::{Config, Limits};
use serde_json::{Value, json};

use crate::client::{Client, TestServer, request};

/// What the process may grow by after the first quarter: allocators keep some of what threads give back.
const MAX_GROWTH: usize = 64 << 20;
const CLIENTS: u64 = 4;
const AT: &str = "0x00000000000000000000000000000000000000aa";

/// Bytes in memory; 0 where the system does not say.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: usize = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * 4096
}

/// The requests of a round; they are all answered without an error.
fn round(client: u64, count: u64) -> Vec<Value> {
    let sender = json!("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
    let target = format!("0x{:040x}", 0x1000 + count % 64);
    let blake2f = format!("0x{:08x}{}", 1000, "00".repeat(209));
    let code = "0x60015b600101806064116002575f5260205ff3";
    let blake2f_at = "0x0000000000000000000000000000000000000009";
    let trace = json!({"stateOverrides": {AT: {"code": code}}});
    let call = |method: &str, params: Value| request(client << 32 | count, method, params);
    vec![
        call("eth_blockNumber", json!([])),
        call("eth_call", json!([{"to": blake2f_at, "data": blake2f}, "latest"])),
        call("eth_call", json!([{"to": AT}, "latest", {AT: {"code": code}}])),
        call("eth_estimateGas", json!([{"from": sender, "to": target, "value": "0x1"}])),
        call("eth_sendTransaction", json!([{"to": target, "value": "0x1", "gas": "0x5208"}])),
        call("eth_getBlockByNumber", json!(["latest", true])),
        call("eth_getBalance", json!([target, "latest"])),
        call("eth_getLogs", json!([{"fromBlock": "earliest"}])),
        call("eth_feeHistory", json!(["0x10", "latest", [50]])),
        call("debug_traceCall", json!([{"to": AT}, "latest", trace])),
        call("eth_newBlockFilter", json!([])),
    ]
}

fn work(address: SocketAddr, id: u64, until: Instant) -> u64 {
    let mut rounds = 0;
    while Instant::now() < until {
        let mut client = Client::new(address);
        for _ in 0..20 {
            for body in round(id, rounds) {
                let answer = client.json(&body);
                // Of two transactions at once with the same nonce one is late; filters run out.
                let may_fail = matches!(
                    body["method"].as_str(),
                    Some("eth_sendTransaction" | "eth_newBlockFilter" | "eth_getLogs")
                );
                assert!(answer.get("result").is_some() || may_fail, "{body}: {answer}");
            }
            let batch: Value = round(id, rounds).into();
            assert_eq!(client.json(&batch).as_array().unwrap().len(), 11);
            rounds += 1;
        }
        client.post("{\"jsonrpc\":");
        // Sent, and not waited for.
        client.send(&round(id, rounds)[9].to_string());
    }
    rounds
}

#[test]
fn memory_does_not_grow_under_mixed_load() {
    let full = std::env::var_os("GIGAGAS_FULL").is_some();
    let time = Duration::from_secs(if full { 600 } else { 10 });
    let limits = Limits { history: 64, ..Limits::default() };
    let mut server = TestServer::new(Config { limits, ..Config::default() });
    server.forget_lines();
    let address = server.address;
    let start = Instant::now();
    let threads: Vec<_> =
        (0..CLIENTS).map(|id| thread::spawn(move || work(address, id, start + time))).collect();
    thread::sleep(time / 4);
    let before = resident();
    let rounds: u64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    let after = resident();
    assert!(rounds > 0);
    println!("{rounds} rounds of 22 requests; {before} bytes, then {after}");
    assert!(after.saturating_sub(before) < MAX_GROWTH, "from {before} to {after} bytes");
    server.stop();
}
