//! `eth_subscribe`: new blocks and logs over a WebSocket, as they come.

use std::sync::Arc;

use alloy_rpc_types_eth::Filter;
use jsonrpsee::{PendingSubscriptionSink, RpcModule, SubscriptionSink, types::ErrorObjectOwned};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;

use crate::{chain::Block, error::Error, methods::Args, node::Node};

/// What is subscribed to.
enum Kind {
    Heads,
    Logs(Box<Filter>),
    Transactions,
}

/// The methods `eth_subscribe` and `eth_unsubscribe`.
pub(crate) fn module(node: Arc<Node>) -> RpcModule<Arc<Node>> {
    let mut module = RpcModule::new(node);
    module
        .register_subscription(
            "eth_subscribe",
            "eth_subscription",
            "eth_unsubscribe",
            |params, pending, node, _| async move {
                match kind(params.as_str()) {
                    Ok(kind) => serve(kind, pending, &node).await,
                    Err(error) => pending.reject(ErrorObjectOwned::from(error)).await,
                }
            },
        )
        .expect("the names are not taken");
    module
}

fn kind(params: Option<&str>) -> Result<Kind, Error> {
    let args = Args::parse(params)?;
    match args.get::<String>(0)?.as_str() {
        "newHeads" => Ok(Kind::Heads),
        "logs" => Ok(Kind::Logs(Box::new(args.optional(1)?.unwrap_or_default()))),
        "newPendingTransactions" => Ok(Kind::Transactions),
        other => Err(Error::params(format!("no {other:?} subscription in eth namespace"))),
    }
}

async fn serve(kind: Kind, pending: PendingSubscriptionSink, node: &Node) {
    let mut news = node.news();
    let Ok(sink) = pending.accept().await else { return };
    loop {
        let block = tokio::select! {
            () = sink.closed() => return,
            block = news.recv() => block,
        };
        let sent = match block {
            Ok(block) => tell(&kind, &sink, &block).await,
            // A client that is so slow has lost count anyway.
            Err(RecvError::Lagged(_) | RecvError::Closed) => return,
        };
        if sent.is_none() {
            return;
        }
    }
}

/// None if there is nobody to tell any more.
async fn tell(kind: &Kind, sink: &SubscriptionSink, block: &Block) -> Option<()> {
    match kind {
        Kind::Heads => send(sink, &block.rpc_header()).await,
        Kind::Transactions => match &block.mined {
            Some(mined) => send(sink, mined.tx.hash()).await,
            None => Some(()),
        },
        Kind::Logs(filter) => {
            for log in block.logs() {
                if filter.matches_address(log.address()) && filter.matches_topics(log.topics()) {
                    send(sink, &log).await?;
                }
            }
            Some(())
        }
    }
}

async fn send(sink: &SubscriptionSink, what: &impl Serialize) -> Option<()> {
    let message = serde_json::value::to_raw_value(what).ok()?;
    sink.send(message).await.ok()
}
