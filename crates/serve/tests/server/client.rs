//! A server for a test, and a plain HTTP client.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use gigagas_serve::{Config, Log, Server};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// How long a test waits for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; it stops when it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    lines: Arc<Mutex<Vec<String>>>,
    keeps_lines: Arc<AtomicBool>,
    server: Option<Server>,
    runtime: Runtime,
}

impl TestServer {
    pub(crate) fn new(mut config: Config) -> Self {
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let keeps_lines = Arc::new(AtomicBool::new(true));
        let (sink, keep) = (Arc::clone(&lines), Arc::clone(&keeps_lines));
        config.port = 0;
        config.log = Some(Log(Arc::new(move |line| {
            if keep.load(Ordering::Relaxed) {
                sink.lock().unwrap().push(line.into());
            }
        })));
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(Server::start(config)).unwrap();
        Self { address: server.address(), lines, keeps_lines, server: Some(server), runtime }
    }

    /// Keeps no lines from now on.
    pub(crate) fn forget_lines(&self) {
        self.keeps_lines.store(false, Ordering::Relaxed);
    }

    /// The lines of the log so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// The result of a method.
    pub(crate) fn ask(&self, method: &str, params: Value) -> Value {
        let mut answer = self.client().call(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// The code and message of an error.
    pub(crate) fn fail(&self, method: &str, params: Value) -> (i64, String) {
        let answer = self.client().call(method, params);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        let error = &answer["error"];
        (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }

    pub(crate) fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A connection that is kept open.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    pub(crate) fn stream(&self) -> &TcpStream {
        self.stream.get_ref()
    }

    /// Sends a request with a body that is JSON or pretends to be.
    pub(crate) fn send(&self, body: &str) {
        let head = format!(
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        self.stream().write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
    }

    /// Status and body of the next answer; None if the connection ends.
    pub(crate) fn receive(&mut self) -> Option<(u16, String)> {
        let mut line = String::new();
        let mut read_line = |stream: &mut BufReader<TcpStream>| {
            line.clear();
            let read = stream.read_line(&mut line).ok()?;
            (read > 0).then(|| line.trim_end().to_owned())
        };
        let status = read_line(&mut self.stream)?.split(' ').nth(1)?.parse().unwrap();
        let mut length = 0;
        loop {
            let header = read_line(&mut self.stream)?.to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status, String::from_utf8(body).unwrap()))
    }

    /// Status and body of the answer to `body`.
    pub(crate) fn post(&mut self, body: &str) -> (u16, String) {
        self.send(body);
        self.receive().expect("an answer")
    }

    /// The answer to `body` in JSON.
    pub(crate) fn json(&mut self, body: &Value) -> Value {
        let (status, answer) = self.post(&body.to_string());
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// The answer to one request.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.json(&request(1, method, params))
    }
}

pub(crate) fn request(id: u64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}
