//! WebSocket: calls, batches and subscriptions on the port of HTTP.

use gigagas_serve::Config;
use jsonrpsee::{
    core::{
        client::{BatchResponse, ClientT, Subscription, SubscriptionClientT},
        params::{ArrayParams, BatchRequestBuilder},
    },
    rpc_params,
    ws_client::{WsClient, WsClientBuilder},
};
use serde_json::{Value, json};
use tokio::{runtime::Runtime, time::timeout};

use crate::{
    client::{PATIENCE, TestServer},
    shapes::{HEADER, LOG, LOGGER, assert_shape},
};

async fn connect(server: &TestServer) -> WsClient {
    WsClientBuilder::default().build(format!("ws://{}", server.address)).await.unwrap()
}

async fn next(subscription: &mut Subscription<Value>) -> Value {
    timeout(PATIENCE, subscription.next()).await.unwrap().unwrap().unwrap()
}

fn subscribe_params(kind: &str, filter: Option<Value>) -> ArrayParams {
    let mut params = rpc_params![kind];
    if let Some(filter) = filter {
        params.insert(filter).unwrap();
    }
    params
}

#[test]
fn calls_and_batches() {
    let server = TestServer::new(Config::default());
    Runtime::new().unwrap().block_on(async {
        let client = connect(&server).await;
        let id: String = client.request("eth_chainId", rpc_params![]).await.unwrap();
        assert_eq!(id, "0x7a69");
        let mut batch = BatchRequestBuilder::new();
        for _ in 0..10 {
            batch.insert("eth_blockNumber", rpc_params![]).unwrap();
        }
        let answers: BatchResponse<'_, String> = client.batch_request(batch).await.unwrap();
        assert_eq!(answers.num_successful_calls(), 10);
        let missing = client.request::<Value, _>("eth_missing", rpc_params![]).await.unwrap_err();
        assert!(missing.to_string().contains("does not exist"), "{missing}");
    });
}

#[test]
fn news_come_in_order() {
    let server = TestServer::new(Config::default());
    Runtime::new().unwrap().block_on(async {
        let client = connect(&server).await;
        let subscribe = |params| async {
            let (on, off) = ("eth_subscribe", "eth_unsubscribe");
            client.subscribe::<Value, _>(on, params, off).await
        };
        let mut heads = subscribe(subscribe_params("newHeads", None)).await.unwrap();
        let mut logs = subscribe(subscribe_params("logs", Some(json!({})))).await.unwrap();
        let other = json!({"address": format!("0x{:040x}", 1)});
        let mut no_logs = subscribe(subscribe_params("logs", Some(other))).await.unwrap();
        let mut hashes = subscribe(subscribe_params("newPendingTransactions", None)).await.unwrap();
        assert!(subscribe(subscribe_params("weather", None)).await.is_err());

        let send = |tx: Value| client.request::<Value, _>("eth_sendTransaction", rpc_params![tx]);
        let first = send(json!({"data": LOGGER})).await.unwrap();
        let receipt: Value =
            client.request("eth_getTransactionReceipt", rpc_params![&first]).await.unwrap();
        let second = send(json!({"to": receipt["contractAddress"]})).await.unwrap();
        for (number, hash) in [("0x1", &first), ("0x2", &second)] {
            let head = next(&mut heads).await;
            assert_shape(&head, HEADER, "newHeads");
            assert_eq!(head["number"], number);
            assert_eq!(next(&mut hashes).await, *hash);
        }
        let log = next(&mut logs).await;
        assert_shape(&log, LOG, "logs");
        assert_eq!(log["transactionHash"], second);
        // What came for the other filter would have come before the last head.
        let nothing = timeout(std::time::Duration::from_millis(20), no_logs.next()).await;
        assert!(nothing.is_err());
        heads.unsubscribe().await.unwrap();
    });
}

#[test]
fn subscriptions_need_a_connection_that_stays() {
    let server = TestServer::new(Config::default());
    let (code, message) = server.fail("eth_subscribe", json!(["newHeads"]));
    assert_eq!((code, message.as_str()), (-32601, "notifications not supported"));
}
