//! A chain on top of another server's state.

use gigagas_serve::Config;
use serde_json::{Value, json};

use crate::client::TestServer;

const AT: &str = "0x00000000000000000000000000000000000000aa";

#[test]
fn state_is_read_from_a_running_node_and_changed_here() {
    let origin = TestServer::new(Config::default());
    // SSTORE(0, SLOAD(0) + 1), and the new value returned: 17 bytes after a constructor that copies them.
    let deploy = "0x6011600c60003960116000f35f546001018060005560005260206000f3";
    let hash = origin.ask("eth_sendTransaction", json!([{"data": deploy}]));
    let counter = origin.ask("eth_getTransactionReceipt", json!([hash]))["contractAddress"].clone();
    let count = |server: &TestServer| server.ask("eth_call", json!([{"to": counter}]));
    let bump = |server: &TestServer| server.ask("eth_sendTransaction", json!([{"to": counter}]));
    bump(&origin);
    origin.ask("eth_sendTransaction", json!([{"to": AT, "value": "0x7"}]));

    let url = Some(format!("http://{}", origin.address));
    let fork = TestServer::new(Config { fork_url: url, ..Config::default() });
    for method in ["eth_blockNumber", "eth_chainId"] {
        assert_eq!(fork.ask(method, json!([])), origin.ask(method, json!([])));
    }
    assert_eq!(fork.ask("eth_getBalance", json!([AT])), "0x7");
    assert_eq!(
        fork.ask("eth_getCode", json!([counter])),
        origin.ask("eth_getCode", json!([counter]))
    );
    let word = |value: u64| json!(format!("0x{value:064x}"));
    assert_eq!((count(&origin), count(&fork)), (word(2), word(2)));

    // Each goes on by itself.
    bump(&fork);
    bump(&fork);
    bump(&origin);
    assert_eq!((count(&origin), count(&fork)), (word(3), word(4)));
    let block = |server: &TestServer, number: &str| -> Value {
        server.ask("eth_getBlockByNumber", json!([number, false]))
    };
    assert_eq!(block(&fork, "0x4")["parentHash"], block(&origin, "0x3")["hash"]);
    assert_eq!(fork.ask("eth_getStorageAt", json!([counter, "0x0", "0x3"])), word(1));
    assert_eq!(fork.fail("eth_getBalance", json!([AT, "0x1"])).0, 4444);
}

#[test]
fn a_node_that_is_not_there_is_an_error() {
    let address = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let url = Some(format!("http://{address}"));
    let config = Config { fork_url: url, port: 0, ..Config::default() };
    let error = runtime.block_on(gigagas_serve::Server::start(config)).unwrap_err();
    assert!(error.to_string().starts_with("the remote node: "), "{error}");
}
