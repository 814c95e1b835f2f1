//! What the server adds to a call: the median of an `eth_call` of IDENTITY over a kept connection on loopback,
//! beside revm's own `transact` of the same call. `cargo run --release -p gigagas-serve --example latency`

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Instant,
};

use gigagas_revm::GigagasPrecompiles;
use gigagas_serve::{Config, Server};
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    context::TxEnv,
    database::InMemoryDB,
    primitives::{Address, TxKind, hardfork::SpecId},
};

const CALLS: usize = 20_000;
const IDENTITY: &str = "0x0000000000000000000000000000000000000004";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let config = Config { port: 0, ..Config::default() };
    let server = runtime.block_on(Server::start(config))?;
    let mut client = Client::new(server.address())?;

    let params = format!(r#"[{{"to":"{IDENTITY}","data":"0x01"}},"latest"]"#);
    let transact = median(|| {
        revm_call();
        Ok(())
    })?;
    let call = median(|| client.ask("eth_call", &params))?;
    let echo = echo()?;
    let nothing = median(|| client.ask("eth_chainId", "[]"))?;
    println!("revm's transact   {transact:9.1} us (p50 of {CALLS})");
    println!("an echo over TCP  {echo:9.1} us");
    println!("eth_chainId       {nothing:9.1} us");
    println!("eth_call          {call:9.1} us: {:.1} us above transact", call - transact);
    runtime.block_on(server.stop());
    Ok(())
}

/// A byte to another thread and back: what no server on this machine is quicker than.
fn echo() -> Result<f64, Box<dyn std::error::Error>> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let mut near = TcpStream::connect(listener.local_addr()?)?;
    let (mut far, _) = listener.accept()?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    std::thread::spawn(move || {
        let mut byte = [0];
        while far.read_exact(&mut byte).is_ok() && far.write_all(&byte).is_ok() {}
    });
    median(|| {
        near.write_all(&[1])?;
        near.read_exact(&mut [0])
    })
}

/// The median time in microseconds.
fn median(mut run: impl FnMut() -> std::io::Result<()>) -> Result<f64, Box<dyn std::error::Error>> {
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[CALLS / 2].as_secs_f64() * 1e6)
}

/// The call in a new EVM on an empty state.
fn revm_call() {
    let tx = TxEnv::builder()
        .kind(TxKind::Call(Address::with_last_byte(4)))
        .data(vec![1].into())
        .gas_limit(1_000_000)
        .build_fill();
    let mut evm = Context::mainnet()
        .modify_cfg_chained(|cfg| cfg.set_spec_and_mainnet_gas_params(SpecId::OSAKA))
        .with_db(InMemoryDB::default())
        .build_mainnet()
        .with_precompiles(GigagasPrecompiles::new(SpecId::OSAKA));
    let done = evm.transact(tx).expect("it is a valid call");
    assert_eq!(done.result.output().map(AsRef::as_ref), Some(&[1][..]));
}

struct Client {
    stream: BufReader<TcpStream>,
    line: String,
    body: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), line: String::new(), body: Vec::new() })
    }

    fn ask(&mut self, method: &str, params: &str) -> std::io::Result<()> {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let request = format!(
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut length = 0;
        loop {
            self.line.clear();
            self.stream.read_line(&mut self.line)?;
            if let Some(value) = self.line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(std::io::Error::other)?;
            }
            if self.line == "\r\n" {
                break;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body)?;
        assert!(self.body.windows(9).any(|part| part == b"\"result\":"), "an error");
        Ok(())
    }
}
