//! What happens to a request between the transport and its method: limits, threads, the log.

use std::{
    collections::{HashMap, hash_map::RandomState},
    fmt::Write as _,
    hash::{BuildHasher as _, Hasher as _},
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use jsonrpsee::{
    BatchResponseBuilder, Extensions, MethodResponse, ResponsePayload,
    core::middleware::{Batch, BatchEntry, Notification, RpcServiceT},
    server::{IdProvider, middleware::rpc::RpcService},
    types::{ErrorObjectOwned, Id, Request, SubscriptionId},
};
use serde_json::value::RawValue;
use tokio::{sync::Semaphore, time::timeout};

use crate::{
    call,
    config::{Limits, Log},
    error::Error,
    methods::{Answer, Args, METHODS, Method, Work},
    node::Node,
};

/// A batch may take so many times as long as a call.
const BATCH_TIMES: u32 = 6;
/// Bytes of a call's parameters that are looked at on the spot.
const BRIEF_PARAMS: usize = 16 << 10;
/// Bytes of a method's name in the log.
const MAX_NAME: usize = 64;

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) node: Arc<Node>,
    pub(crate) limits: Limits,
    log: Option<Log>,
    methods: HashMap<&'static str, Method>,
    /// Whether state is read over the network.
    is_remote: bool,
    executions: Semaphore,
}

impl Shared {
    pub(crate) fn new(node: Arc<Node>, log: Option<Log>) -> Self {
        let limits = node.limits.clone();
        Self {
            executions: Semaphore::new(limits.executions),
            methods: METHODS.iter().map(|method| (method.name, *method)).collect(),
            is_remote: node.latest().after.state.is_remote(),
            node,
            limits,
            log,
        }
    }

    /// Writes a line: what, how long, how it ended, for whom.
    pub(crate) fn log(&self, what: &str, since: Instant, end: &str, peer: Option<SocketAddr>) {
        let Some(Log(write)) = &self.log else { return };
        let mut line = String::with_capacity(96);
        // What comes from outside must not break the line, nor drive a terminal.
        line.extend(
            what.chars().take(MAX_NAME).map(|c| if c.is_ascii_graphic() { c } else { '?' }),
        );
        let time = since.elapsed().as_secs_f64() * 1e3;
        let _ = write!(line, " {time:.3} ms {end}");
        if let Some(peer) = peer {
            let _ = write!(line, " {peer}");
        }
        write(&line);
    }

    /// Whether an `eth_call` is over sooner than another thread has begun with it.
    fn is_brief_call(&self, params: Option<&RawValue>) -> bool {
        let Some(params) = params.map(RawValue::get).filter(|text| text.len() <= BRIEF_PARAMS)
        else {
            return false;
        };
        Args::parse(Some(params)).is_ok_and(|args| call::is_brief(&self.node, &args))
    }

    /// Runs a method on this thread, or on one that may wait.
    async fn run(self: &Arc<Self>, method: Method, params: Option<&RawValue>) -> Answer {
        let short = match method.work {
            Work::Short => true,
            Work::State => !self.is_remote,
            Work::Call => !self.is_remote && self.is_brief_call(params),
            Work::Long => false,
        };
        if short {
            return (method.run)(&self.node, &Args::parse(params.map(RawValue::get))?);
        }
        // A full house is no reason to wait for ever.
        let permit = timeout(self.limits.time, self.executions.acquire()).await;
        let Ok(Ok(_permit)) = permit else {
            return Err(Error::new(-32005, "too many calls are running"));
        };
        let node = Arc::clone(&self.node);
        let params = params.map(|params| params.get().to_owned());
        let work = move || (method.run)(&node, &Args::parse(params.as_deref())?);
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(Error::internal(error)))
    }
}

/// Who asks, and whether the request has its line in the log.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) logged: Arc<AtomicBool>,
}

fn peer(extensions: &Extensions) -> Option<SocketAddr> {
    let peer = extensions.get::<Peer>()?;
    peer.logged.store(true, Ordering::Relaxed);
    Some(peer.address)
}

/// Answers the methods of [`METHODS`]; others (subscriptions) go to the service below.
#[derive(Debug, Clone)]
pub(crate) struct Rpc {
    pub(crate) shared: Arc<Shared>,
    pub(crate) inner: RpcService,
}

impl Rpc {
    async fn answer(self, request: Request<'_>) -> MethodResponse {
        let start = Instant::now();
        let peer = peer(&request.extensions);
        let name = request.method.clone().into_owned();
        let response = self.dispatch(request).await;
        let shared = &self.shared;
        match response.as_error_code() {
            Some(code) => shared.log(&name, start, &format!("error {code}"), peer),
            None => shared.log(&name, start, "ok", peer),
        }
        response
    }

    async fn dispatch(&self, request: Request<'_>) -> MethodResponse {
        let Some(method) = self.shared.methods.get(&*request.method) else {
            return self.other(request).await;
        };
        let Request { id, params, extensions, .. } = request;
        let max = self.shared.limits.response as usize;
        let response = match self.shared.run(*method, params.as_deref()).await {
            Ok(answer) => MethodResponse::response(id, ResponsePayload::success(answer), max),
            Err(error) => MethodResponse::error(id, ErrorObjectOwned::from(error)),
        };
        response.with_extensions(extensions)
    }

    /// Subscriptions, and what does not exist.
    async fn other(&self, request: Request<'_>) -> MethodResponse {
        if matches!(&*request.method, "eth_subscribe" | "eth_unsubscribe") {
            let id = request.id.clone().into_owned();
            let response = self.inner.call(request).await;
            // Over HTTP nothing can be sent later.
            let unsupported = -32603;
            if response.as_error_code() == Some(unsupported) {
                let error = Error::new(-32601, "notifications not supported");
                return MethodResponse::error(id, ErrorObjectOwned::from(error));
            }
            return response;
        }
        let name: String = request.method.chars().take(MAX_NAME).collect();
        let message = format!("the method {name} does not exist/is not available");
        let error = ErrorObjectOwned::from(Error::new(-32601, message));
        MethodResponse::error(request.id, error).with_extensions(request.extensions)
    }

    async fn answer_batch(self, batch: Batch<'_>) -> MethodResponse {
        let Limits { batch: max, response, time, .. } = self.shared.limits;
        if batch.len() > max {
            let error = ErrorObjectOwned::from(Error::new(-32600, "batch too large"));
            return MethodResponse::error(Id::Null, error);
        }
        let until = Instant::now() + time * BATCH_TIMES;
        let mut responses = BatchResponseBuilder::new_with_limit(response as usize);
        let mut notified = false;
        for entry in batch {
            let response = match entry {
                Ok(BatchEntry::Call(request)) if Instant::now() < until => {
                    self.clone().answer(request).await
                }
                Ok(BatchEntry::Call(request)) => {
                    let error = ErrorObjectOwned::from(Error::new(-32002, "request timed out"));
                    MethodResponse::error(request.id, error)
                }
                Ok(BatchEntry::Notification(_)) => {
                    notified = true;
                    continue;
                }
                Err(error) => {
                    let (error, id) = error.into_parts();
                    MethodResponse::error(id, error)
                }
            };
            if let Err(too_large) = responses.append(response) {
                return too_large;
            }
        }
        if responses.is_empty() && notified {
            return MethodResponse::notification();
        }
        MethodResponse::from_batch(responses.finish())
    }
}

impl RpcServiceT for Rpc {
    type MethodResponse = MethodResponse;
    type NotificationResponse = MethodResponse;
    type BatchResponse = MethodResponse;

    fn call<'a>(&self, request: Request<'a>) -> impl Future<Output = MethodResponse> + Send + 'a {
        self.clone().answer(request)
    }

    fn batch<'a>(&self, batch: Batch<'a>) -> impl Future<Output = MethodResponse> + Send + 'a {
        self.clone().answer_batch(batch)
    }

    fn notification<'a>(
        &self,
        notification: Notification<'a>,
    ) -> impl Future<Output = MethodResponse> + Send + 'a {
        self.inner.notification(notification)
    }
}

/// Names subscriptions as geth does, by 16 bytes in hex. They need not be secret: a connection can end only
/// its own.
#[derive(Debug)]
pub(crate) struct Ids;

impl IdProvider for Ids {
    fn next_id(&self) -> SubscriptionId<'static> {
        // Each hasher of the standard library has keys of its own.
        let [high, low] = [(); 2].map(|()| RandomState::new().build_hasher().finish());
        format!("0x{high:016x}{low:016x}").into()
    }
}

/// The time after which a whole request is given up.
pub(crate) fn request_time(limits: &Limits) -> Duration {
    limits.time * (2 * BATCH_TIMES)
}
