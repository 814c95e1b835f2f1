//! `gigagas serve`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use crate::program::{command, run};

/// A server and the address it listens on.
fn start(args: &[&str]) -> (Child, String) {
    let all = [&["--json", "serve", "--port", "0"], args].concat();
    let mut child = command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let listening: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(listening["status"], "listening");
    let address = listening["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    (child, address)
}

/// The result of a method.
fn ask(address: &str, method: &str, params: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    let head = format!(
        "POST / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, json) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str::<Value>(json).unwrap()["result"].take()
}

/// Ends the server by a signal; what it wrote on standard error.
fn end(mut server: Child, signal: &str) -> String {
    let kill = Command::new("kill").args([signal, &server.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    log
}

#[cfg(unix)]
#[test]
fn a_server_listens_on_loopback_and_ends_by_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let (server, address) = start(&["--fork", "istanbul", "--at", "0x0a=ed25519"]);
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert_eq!(ask(&address, "eth_chainId", "[]"), "0x7a69");
        let call = r#"[{"to":"0x000000000000000000000000000000000000000a"},"latest"]"#;
        assert_eq!(ask(&address, "eth_call", call), format!("0x{:064x}", 1));
        let log = end(server, signal);
        let lines: Vec<_> = log.lines().collect();
        assert_eq!(lines.len(), 2, "{log}");
        assert!(lines[0].starts_with("eth_chainId ") && lines[1].starts_with("eth_call "), "{log}");
    }
}

#[cfg(unix)]
#[test]
fn a_genesis_is_where_the_chain_begins() {
    let path = std::env::temp_dir().join(format!("gigagas-genesis-{}.json", std::process::id()));
    let genesis = r#"{"config":{"chainId":77,"homesteadBlock":0},"gasLimit":"0x1000000",
        "difficulty":"0x1","timestamp":"0x5","alloc":{"00000000000000000000000000000000000000aa":{"balance":"0x9"}}}"#;
    std::fs::write(&path, genesis).unwrap();
    let (server, address) = start(&["--quiet", "--genesis", path.to_str().unwrap()]);
    assert_eq!(ask(&address, "eth_chainId", "[]"), "0x4d");
    let at = r#"["0x00000000000000000000000000000000000000aa","latest"]"#;
    assert_eq!(ask(&address, "eth_getBalance", at), "0x9");
    assert_eq!(ask(&address, "eth_getBlockByNumber", r#"["latest",false]"#)["timestamp"], "0x5");
    assert_eq!(end(server, "-TERM"), "");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn what_cannot_be_followed_is_bad_usage() {
    let cases: [(&[&str], &str); 6] = [
        (&["--at", "0x0a"], "ADDR=NAME"),
        (&["--at", "0x0a=ed25520"], "no precompile"),
        (&["--at", "10=ed25519"], "--at \"10\""),
        (&["--fork", "parsi"], "parsi"),
        (&["--genesis", "/nowhere/genesis.json"], "/nowhere/genesis.json"),
        (&["--fork-url", "http://127.0.0.1:1"], "the remote node"),
    ];
    for (args, words) in cases {
        let ran = run(&[&["serve", "--port", "0"], args].concat());
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = run(&["serve", "--port", &port]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot listen on 127.0.0.1:"), "{}", ran.stderr);
}
