//! The listener: connections, and their end.

use std::{
    fmt, io,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use hyper::{Request, Response, body::Incoming, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use jsonrpsee::{
    Methods,
    server::{
        BatchRequestConfig, HttpBody, PingConfig, Server as RpcServer, ServerConfig, StopHandle,
        TowerService, TowerServiceBuilder,
        middleware::rpc::{RpcService, RpcServiceBuilder},
        stop_channel,
    },
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    task::{JoinHandle, JoinSet},
    time::timeout,
};
use tokio_io_timeout::TimeoutStream;
use tower::{
    Service as _,
    layer::util::{Identity, Stack},
};

use crate::{
    config::Config,
    http,
    node::Node,
    rpc::{Ids, Peer, Rpc, Shared, request_time},
    state::ReadError,
    subscribe,
};

/// How long open requests may go on when the server is stopped.
const GRACE: Duration = Duration::from_secs(2);
/// Subscriptions on one connection.
const MAX_SUBSCRIPTIONS: u32 = 128;
/// Messages that wait for a slow client of a WebSocket.
const MESSAGES: u32 = 256;

/// Why a server did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The node of [`Config::fork_url`] does not answer.
    Remote(String),
    /// The system does not give what a server needs.
    System(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::Remote(message) => f.write_str(message),
            Self::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

impl From<ReadError> for StartError {
    fn from(error: ReadError) -> Self {
        Self::Remote(error.to_string())
    }
}

/// A running server. Dropped without [`Server::stop`], it ends with its runtime.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    stop: jsonrpsee::server::ServerHandle,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server on the current runtime, which has to have time, I/O and several threads.
    ///
    /// # Errors
    /// If the port is taken, or the remote node does not answer.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let wanted = SocketAddr::new(config.host, config.port);
        let listen = |error| StartError::Listen(wanted, error);
        let listener = TcpListener::bind(wanted).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // A remote node is waited for.
        let log = config.log.clone();
        let node = tokio::task::spawn_blocking(move || Node::new(&config));
        let node = node.await.map_err(|error| StartError::System(io::Error::other(error)))??;
        let shared = Arc::new(Shared::new(Arc::new(node), log));
        let (stopped, stop) = stop_channel();
        let task = tokio::spawn(accept(listener, shared, stopped));
        Ok(Self { address, stop, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more requests, lets the open ones end (for two seconds), and ends.
    pub async fn stop(self) {
        // It may have stopped by itself.
        let _ = self.stop.stop();
        let _ = self.task.await;
    }
}

/// Takes connections until it is told to stop.
async fn accept(listener: TcpListener, shared: Arc<Shared>, stopped: StopHandle) {
    let methods: Methods = subscribe::module(Arc::clone(&shared.node)).into();
    let places = Arc::new(Semaphore::new(shared.limits.connections));
    let mut connections = JoinSet::new();
    let end = stopped.clone().shutdown();
    tokio::pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            accepted = listener.accept() => accepted,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            // Out of descriptors, most likely: some will be freed.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // Beyond the limit connections are closed at once.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let connection =
            connection(socket, peer, Arc::clone(&shared), methods.clone(), stopped.clone());
        connections.spawn(async move {
            connection.await;
            drop(place);
        });
    }
    drop(listener);
    let all = async { while connections.join_next().await.is_some() {} };
    // What goes on after that is cut off.
    let _ = timeout(GRACE, all).await;
}

/// Serves one connection.
async fn connection(
    socket: TcpStream,
    peer: SocketAddr,
    shared: Arc<Shared>,
    methods: Methods,
    stopped: StopHandle,
) {
    let limit = request_time(&shared.limits);
    // Small answers must not wait for more to send. Failing that, they do.
    let _ = socket.set_nodelay(true);
    let mut socket = TimeoutStream::new(socket);
    // A client that does not read its answers holds them here.
    socket.set_write_timeout(Some(limit));
    let service = {
        let builder = rpc_builder(&shared);
        let (shared, stopped) = (Arc::clone(&shared), stopped.clone());
        service_fn(move |request| {
            let service = builder.clone().build(methods.clone(), stopped.clone());
            respond(request, peer, Arc::clone(&shared), service)
        })
    };
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limit / 2)
        // A client may end its side after the request and still wait for the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(Box::pin(socket)), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        () = stopped.shutdown() => None,
    };
    if ended.is_none() {
        connection.as_mut().graceful_shutdown();
        // A broken connection needs no further word.
        let _ = connection.await;
    }
}

type Layers = Stack<RpcLayer, Identity>;
type RpcBuilder = TowerServiceBuilder<Layers, Identity>;
type RpcTower = TowerService<Layers, Identity>;

/// Puts [`Rpc`] over jsonrpsee's service.
#[derive(Debug, Clone)]
struct RpcLayer(Arc<Shared>);

impl tower::Layer<RpcService> for RpcLayer {
    type Service = Rpc;

    fn layer(&self, inner: RpcService) -> Rpc {
        Rpc { shared: Arc::clone(&self.0), inner }
    }
}

fn rpc_builder(shared: &Arc<Shared>) -> RpcBuilder {
    let limits = &shared.limits;
    let config = ServerConfig::builder()
        .max_request_body_size(limits.request)
        .max_response_body_size(limits.response)
        .max_connections(u32::try_from(limits.connections).unwrap_or(u32::MAX))
        .max_subscriptions_per_connection(MAX_SUBSCRIPTIONS)
        .set_message_buffer_capacity(MESSAGES)
        // `Rpc` looks at the length.
        .set_batch_request_config(BatchRequestConfig::Unlimited)
        .enable_ws_ping(PingConfig::new())
        .set_id_provider(Ids)
        .build();
    RpcServer::builder()
        .set_config(config)
        .set_rpc_middleware(RpcServiceBuilder::new().layer(RpcLayer(Arc::clone(shared))))
        .to_service_builder()
}

/// Answers one HTTP request, or turns its connection into a WebSocket.
async fn respond(
    mut request: Request<Incoming>,
    address: SocketAddr,
    shared: Arc<Shared>,
    mut service: RpcTower,
) -> Result<Response<HttpBody>, Box<dyn std::error::Error + Send + Sync>> {
    let start = Instant::now();
    let peer = Peer { address, logged: Arc::default() };
    let method = request.method().clone();
    let mut response = match http::check(&method, request.headers()) {
        Ok(origin) => {
            request.extensions_mut().insert(peer.clone());
            match timeout(request_time(&shared.limits), service.call(request)).await {
                Ok(response) => {
                    let mut response = response?;
                    http::allow(&mut response, origin);
                    response
                }
                Err(_) => http::timed_out(),
            }
        }
        Err(response) => *response,
    };
    if !peer.logged.load(Ordering::Relaxed) {
        let status = response.status().as_u16();
        shared.log(method.as_str(), start, &format!("http {status}"), Some(address));
    }
    if response.status().is_client_error() {
        // The rest of a request that is refused is not read.
        let close = hyper::header::HeaderValue::from_static("close");
        response.headers_mut().insert(hyper::header::CONNECTION, close);
    }
    Ok(response)
}
