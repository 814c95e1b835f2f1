//! Clients that are slow, broken, or hostile.

use std::{
    io::{Read, Write},
    net::Shutdown,
    thread,
    time::{Duration, Instant},
};

use gigagas_serve::{Config, Limits};
use serde_json::json;

use crate::client::{Client, TestServer, request};

/// A call of BLAKE2F with so many rounds.
fn blake2f(rounds: u32) -> serde_json::Value {
    let input = format!("0x{rounds:08x}{}", "00".repeat(209));
    json!([{"to": "0x0000000000000000000000000000000000000009", "data": input}])
}

/// A quick server: everything times out in fractions of a second.
fn hasty() -> TestServer {
    let limits = Limits { time: Duration::from_millis(100), ..Limits::default() };
    TestServer::new(Config { limits, ..Config::default() })
}

#[test]
fn two_hundred_calls_at_once() {
    let server = TestServer::new(Config::default());
    let address = server.address;
    let data = format!("0x{:064x}", 7);
    let call = |index: u64| {
        let data = data.clone();
        thread::spawn(move || {
            let mut client = Client::new(address);
            for round in 0..5 {
                let id = index * 10 + round;
                let to = "0x0000000000000000000000000000000000000004";
                let params = json!([{"to": to, "data": data}, "latest"]);
                let answer = client.json(&request(id, "eth_call", params));
                assert_eq!(answer, json!({"jsonrpc": "2.0", "id": id, "result": data}));
            }
        })
    };
    let threads: Vec<_> = (0..200).map(call).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(server.lines().len(), 1000);
}

#[test]
fn slow_calls_do_not_hold_up_others() {
    let server = TestServer::new(Config::default());
    // As many as there are threads for requests, and more.
    let slow: Vec<_> = (0..24).map(|_| server.client()).collect();
    for client in &slow {
        client.send(&request(1, "eth_call", blake2f(16_000_000)).to_string());
    }
    // Answers to others come while none of these is there, however long they take.
    for _ in 0..50 {
        server.ask("eth_blockNumber", json!([]));
        server.ask("eth_call", blake2f(1));
    }
    let unanswered = slow.iter().filter(|client| {
        client.stream().set_nonblocking(true).unwrap();
        let peeked = client.stream().peek(&mut [0]);
        client.stream().set_nonblocking(false).unwrap();
        peeked.is_err()
    });
    assert!(unanswered.count() > 0, "the slow calls are done: they were not slow");
    for mut client in slow {
        let (status, body) = client.receive().unwrap();
        assert_eq!(status, 200);
        assert!(body.contains("result"), "{body}");
    }
}

#[test]
fn calls_beyond_the_limit_are_refused_in_time() {
    let limits = Limits { executions: 1, time: Duration::from_millis(20), ..Limits::default() };
    let server = TestServer::new(Config { limits, ..Config::default() });
    let slow: Vec<_> = (0..3).map(|_| server.client()).collect();
    for client in &slow {
        client.send(&request(1, "eth_call", blake2f(16_000_000)).to_string());
    }
    let codes = slow.into_iter().map(|mut client| {
        // The one that runs may itself be given up (408), which is no JSON.
        let (_, body) = client.receive().unwrap();
        let answer: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        answer["error"]["code"].as_i64()
    });
    let refused = codes.filter(|code| *code == Some(-32005)).count();
    assert!(refused >= 1, "each of three slow calls had the only place");
    server.ask("eth_call", blake2f(1));
}

#[test]
fn bodies_that_are_too_long_are_refused() {
    let server = TestServer::new(Config::default());
    let long = format!("\"{}\"", "a".repeat(6 << 20));
    let client = server.client();
    let head = format!(
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        long.len()
    );
    client.stream().write_all(head.as_bytes()).unwrap();
    // The server may close before all is sent.
    let _ = client.stream().write_all(long.as_bytes());
    let mut client = client;
    assert_eq!(client.receive().map(|(status, _)| status), Some(413));

    // A length that is only declared, and one that has no end.
    let mut client = server.client();
    let head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let declared = format!("{head}content-length: 100000000\r\n\r\n");
    client.stream().write_all(declared.as_bytes()).unwrap();
    assert_eq!(client.receive().map(|(status, _)| status), Some(413));
    let mut client = server.client();
    client
        .stream()
        .write_all(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes())
        .unwrap();
    let chunk = format!("100000\r\n{}\r\n", "{".repeat(1 << 20));
    for _ in 0..8 {
        if client.stream().write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    let status = client.receive().map(|(status, _)| status);
    // What has no end is cut off while it is read, which counts as a fault of the connection.
    assert!(matches!(status, None | Some(413 | 500)), "{status:?}");
    server.ask("eth_chainId", json!([]));
}

#[test]
fn broken_json_is_answered_with_the_right_code() {
    let server = TestServer::new(Config::default());
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let deep_params = request(1, "eth_call", json!([])).to_string().replace("[]", &deep);
    let deep_object = format!("{}1{}", "{\"a\":".repeat(50_000), "}".repeat(50_000));
    let deep_object = request(1, "eth_call", json!([])).to_string().replace("[]", &deep_object);
    let cases = [
        ("{", -32700),
        ("[", -32700),
        ("[1,]", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\"", -32700),
        ("{}", -32700),
        ("{\"id\":1,\"method\":\"eth_chainId\"}", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"eth_chainId\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600),
        ("[]", -32600),
        // A batch of one request, which is none; it is not even looked into.
        (deep.as_str(), -32600),
        (deep_params.as_str(), -32602),
        (deep_object.as_str(), -32602),
    ];
    for (body, code) in cases {
        let (status, answer) = server.client().post(body);
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let answer = if answer.is_array() { &answer[0] } else { &answer };
        let shown = &body[..body.len().min(80)];
        assert_eq!(answer["error"]["code"], code, "{status} {shown}: {answer}");
        assert_eq!(answer["jsonrpc"], "2.0", "{shown}");
    }
    for body in ["", "x", "null", "\u{feff}{}"] {
        let (status, answer) = server.client().post(body);
        assert_eq!(status, 400, "{answer}");
    }
    server.ask("eth_chainId", json!([]));
}

#[test]
fn other_methods_and_types_of_http_are_refused() {
    let server = TestServer::new(Config::default());
    let cases = [
        ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", 405),
        ("PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n", 405),
        (
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
             content-length: 2\r\n\r\n{}",
            415,
        ),
        ("POST / HTTP/1.1\r\nhost: example.org\r\ncontent-length: 0\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nhost: localhost\r\norigin: http://example.org\r\n\r\n", 403),
        ("OPTIONS / HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost:3000\r\n\r\n", 204),
        ("nonsense\r\n\r\n", 400),
    ];
    for (text, expected) in cases {
        let mut client = server.client();
        client.stream().write_all(text.as_bytes()).unwrap();
        assert_eq!(client.receive().map(|(status, _)| status), Some(expected), "{text}");
    }
    let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(1 << 20));
    let mut client = server.client();
    let _ = client.stream().write_all(long.as_bytes());
    let status = client.receive().map(|(status, _)| status);
    assert!(matches!(status, None | Some(400..=431)), "{status:?}");
}

#[test]
fn clients_that_do_not_finish_are_dropped() {
    let server = hasty();
    let head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let body = format!("{head}content-length: 100\r\n\r\n{{");
    let clients = ["", "POST / HT", head, &body].map(|begun| {
        let client = server.client();
        client.stream().write_all(begun.as_bytes()).unwrap();
        client
    });
    server.ask("eth_chainId", json!([]));
    for client in clients {
        let mut rest = Vec::new();
        // It ends: what is read is nothing, or that the request came too late.
        let _ = client.stream().read_to_end(&mut rest);
        let text = String::from_utf8_lossy(&rest);
        assert!(rest.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
    }
}

#[test]
fn a_request_that_comes_byte_by_byte_is_answered() {
    let server = TestServer::new(Config::default());
    let mut client = server.client();
    let body = request(3, "eth_chainId", json!([])).to_string();
    let text = format!(
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    for byte in text.bytes() {
        client.stream().write_all(&[byte]).unwrap();
    }
    assert_eq!(client.receive().unwrap().0, 200);
}

#[test]
fn a_client_that_ends_its_side_gets_its_answer() {
    let server = TestServer::new(Config::default());
    for _ in 0..20 {
        let mut client = server.client();
        client.send(&request(1, "eth_call", blake2f(200_000)).to_string());
        client.stream().shutdown(Shutdown::Write).unwrap();
        assert_eq!(client.receive().unwrap().0, 200);
        assert_eq!(client.receive(), None, "the server ends its side, too");
    }
}

#[test]
fn clients_that_leave_cost_nothing() {
    let server = TestServer::new(Config::default());
    for index in 0..300 {
        let client = server.client();
        match index % 3 {
            0 => {}
            1 => client.stream().write_all(b"POST / HTTP/1.1\r\n").unwrap(),
            _ => client.send(&request(1, "eth_call", blake2f(10_000)).to_string()),
        }
    }
    server.ask("eth_chainId", json!([]));
}

#[test]
fn connections_beyond_the_limit_are_closed_and_places_come_back() {
    let limits = Limits { connections: 4, ..Limits::default() };
    let server = TestServer::new(Config { limits, ..Config::default() });
    let mut held: Vec<_> = (0..4).map(|_| server.client()).collect();
    for client in &mut held {
        client.call("eth_chainId", json!([]));
    }
    let mut fifth = server.client();
    let _ = fifth.stream().write_all(b"POST / HTTP/1.1\r\n");
    assert_eq!(fifth.receive(), None);
    drop(held);
    let since = Instant::now();
    loop {
        let mut client = server.client();
        let body = request(1, "eth_chainId", json!([])).to_string();
        let head = format!(
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        if client.stream().write_all(head.as_bytes()).is_ok() && client.receive().is_some() {
            break;
        }
        assert!(since.elapsed() < crate::client::PATIENCE, "no place came back");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_stopped_server_lets_open_requests_end_and_takes_no_more() {
    let mut server = TestServer::new(Config::default());
    let mut idle = server.client();
    idle.call("eth_chainId", json!([]));
    let mut busy = server.client();
    busy.send(&request(1, "eth_call", blake2f(4_000_000)).to_string());
    // It has to be taken before the stop; whether it is also done by then does not matter.
    thread::sleep(Duration::from_millis(500));
    server.stop();
    assert_eq!(busy.receive().map(|(status, _)| status), Some(200));
    assert_eq!(idle.receive(), None);
    assert!(std::net::TcpStream::connect(server.address).is_err());
}
