//! `gigagas run` and `gigagas gas`: answers, exit codes, messages, JSON.

use std::{io::Read, process::Stdio};

use crate::program::{Folder, command, ok, refused, run, run_with_stdin};
use gigagas::{Fork, Set};
use serde_json::Value;

const ABC: &str = "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn an_answer_in_words_and_in_json() {
    let text = ok(&["run", "sha256", "0x616263"]);
    assert!(text.contains(ABC) && text.contains("72") && text.contains("backend"), "{text}");
    let json = run(&["run", "sha256", "616263", "--json"]).json();
    assert_eq!(json["status"], "ok");
    assert_eq!(json["output"], ABC);
    assert_eq!(json["gas_used"], 72);
    assert_eq!(json["address"], "0x02");
    assert_eq!(json["set"], "osaka");
    assert!(json["backend"].is_string() && json["time_ns"].is_u64());
}

#[test]
fn names_aliases_and_addresses_mean_the_same() {
    for name in ["sha256", "SHA-256", "sha2", "0x02", "0x2"] {
        assert_eq!(run(&["run", name, "616263", "--json"]).json()["output"], ABC, "{name}");
    }
}

#[test]
fn every_precompile_of_every_set_runs() {
    let sets = Fork::ALL.iter().map(|&fork| Set::mainnet(fork)).chain([Set::celo_donut()]);
    for (set, entry) in sets.flat_map(|set| set.entries().iter().map(move |entry| (set, entry))) {
        let address = entry.address.to_string();
        let ran = run(&["run", &address, "", "--set", set.name(), "--json"]);
        let json = ran.json();
        let expected = set.call_to_vec(&entry.address, &[], 1 << 24);
        assert_eq!(ran.code, i32::from(expected.is_err()), "{address} in {}", set.name());
        match expected {
            Ok(output) => {
                assert_eq!(json["output"], format!("0x{}", hex::encode(output.bytes)));
                assert_eq!(json["gas_used"], output.gas_used);
            }
            Err(error) => assert_eq!(json["message"], error.to_string()),
        }
    }
}

#[test]
fn a_valid_negative_answer_is_a_success() {
    let json = run(&["run", "ecrecover", "", "--json"]).json();
    assert_eq!((&json["status"], &json["output"]), (&Value::from("ok"), &Value::from("0x")));
    assert!(ok(&["run", "ecrecover", ""]).contains("(empty)"));
}

#[test]
fn a_halt_says_what_is_wrong_and_where() {
    // BLAKE2F whose last byte is 2.
    let input = format!("{}02", "00".repeat(212));
    let ran = run(&["run", "blake2f", &input]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("f (bytes 212..213) must be 0 or 1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("are 0x02"), "{}", ran.stderr);
    assert!(ran.stderr.contains("all of the 16777216 gas"), "{}", ran.stderr);
    let ran = run(&["run", "blake2f", &input, "--json", "--gas", "1000"]);
    let json = ran.json();
    assert_eq!(ran.code, 1);
    assert_eq!(json["status"], "halt");
    assert_eq!(json["error"], "encoding");
    assert_eq!(json["message"], "f (bytes 212..213) must be 0 or 1");
    assert_eq!((&json["gas_used"], &json["gas_required"]), (&1000.into(), &0.into()));
    assert_eq!(json["argument"], "f");
    assert_eq!((&json["offset"], &json["length"]), (&212.into(), &1.into()));
    assert!(json["backend"].is_string());
}

#[test]
fn a_fault_in_an_item_is_told_with_its_index() {
    // The second pair's y of G1 is p.
    let p = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
    let input = format!("{}{}{p}{}", "00".repeat(192), "00".repeat(32), "00".repeat(128));
    let json = run(&["run", "ecpairing", &input, "--json"]).json();
    assert_eq!(json["argument"], "g1_y");
    assert_eq!(json["item"]["name"], "pair");
    assert_eq!(json["item"]["index"], 1);
    assert_eq!((&json["offset"], &json["length"]), (&224.into(), &32.into()));
}

#[test]
fn halts_without_a_place_have_none() {
    let json = run(&["run", "kzg", "00", "--json"]).json();
    assert_eq!((&json["error"], &json["gas_required"]), (&"length".into(), &50_000.into()));
    assert!(json.get("argument").is_none() && json.get("offset").is_none());
}

#[test]
fn too_little_gas_halts() {
    let ran = run(&["run", "sha256", "616263", "--gas", "71", "--json"]);
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!(json["error"], "out_of_gas");
    assert_eq!((&json["gas_used"], &json["gas_required"]), (&71.into(), &72.into()));
    assert_eq!(run(&["run", "sha256", "616263", "--gas", "72"]).code, 0);
    // No limit can pay for a modulus of 2^256 - 1 bytes.
    let huge = format!("{}{}", "00".repeat(64), "ff".repeat(32));
    let json = run(&["run", "modexp", &huge, "--fork", "berlin", "--json"]).json();
    assert_eq!((&json["error"], &json["gas_required"]), (&"out_of_gas".into(), &Value::Null));
}

#[test]
fn the_price_alone() {
    assert_eq!(ok(&["gas", "sha256", "616263"]), "72\n");
    assert_eq!(run(&["gas", "ecadd", "", "--fork", "byzantium", "--json"]).json()["gas"], 500);
    assert_eq!(ok(&["gas", "ecadd", ""]), "150\n");
    // A length over a limit has no price.
    let long = format!("{}{:064x}", "00".repeat(64), 1025);
    let ran = run(&["gas", "modexp", &long]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("the modulus is 1025 bytes long"), "{}", ran.stderr);
    assert_eq!(run(&["gas", "modexp", &long, "--json"]).json()["error"], "length");
}

#[test]
fn what_the_set_does_not_have_runs_at_its_own_price() {
    let ran = run(&["run", "ed25519", ""]);
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("no address in osaka"), "{}", ran.stderr);
    let json = run(&["run", "ed25519", "", "--json"]).json();
    assert_eq!((&json["address"], &json["gas_used"]), (&Value::Null, &1560.into()));
    assert!(json["note"].as_str().unwrap().contains("CIP-25"));
    let celo = run(&["run", "ed25519", "", "--set", "celo-donut", "--json"]).json();
    assert_eq!(celo["address"], "0xf3");
    assert!(celo.get("note").is_none());
    assert_eq!(run(&["gas", "p256verify", "", "--fork", "cancun", "--json"]).json()["gas"], 6900);
}

#[test]
fn bad_usage_is_told_apart() {
    for (args, words) in [
        (&["run", "sha257", ""][..], &["sha257", "ripemd160"][..]),
        (&["run", "sha256", "abc"], &["odd number of hex digits (3)", "character 3"]),
        (&["run", "sha256", "0xabx0"], &["character 5", "'x'"]),
        (&["run", "0x12", ""], &["no precompile at 0x12", "osaka", "0x100"]),
        (&["run", "0x0a", "", "--fork", "berlin"], &["no precompile at 0x0a"]),
        (&["run", "0x", ""], &["1 to 40 hex digits"]),
        (&["run", "0xe1", "", "--set", "celo-donut"], &["getValidatorBLS", "not offered"]),
        (&["run", "getValidatorBLS", "", "--set", "celo-donut"], &["0xe1", "not offered"]),
        (&["run", "sha256", "", "--fork", "atlantis"], &["atlantis", "osaka"]),
        (&["run", "sha256", "", "--set", "atlantis"], &["atlantis", "celo-donut", "osaka"]),
        (&["run", "sha256", "", "--backend", "abacus"], &["abacus", "portable"]),
        (&["run", "sha256", "", "--backend", "sha256=abacus"], &["abacus", "portable"]),
        (&["run", "sha256", "@nowhere"], &["cannot read nowhere"]),
        (&["run", "sha256", "", "--gas", "x"], &["--gas"]),
        (&["run", "sha256"], &["INPUT"]),
        (&["run", "sha256", "", "--set", "osaka", "--fork", "osaka"], &["--fork"]),
        (&["walk"], &["walk"]),
        (&[], &["Usage"]),
    ] {
        let message = refused(args);
        assert!(words.iter().all(|word| message.contains(word)), "{args:?}: {message}");
    }
}

#[test]
fn a_backend_can_be_chosen() {
    for backend in gigagas::Routes::choices("sha256") {
        for spelling in [backend.to_string(), format!("sha256={backend}")] {
            let json = run(&["run", "sha256", "616263", "--backend", &spelling, "--json"]).json();
            assert_eq!((&json["backend"], &json["output"]), (&backend.into(), &ABC.into()));
        }
    }
    let json = run(&["run", "ecrecover", "", "--backend", "portable", "--json"]).json();
    assert_eq!(json["backends"]["keccak"], gigagas::Routes::choices("keccak")[0]);
}

#[test]
fn the_environment_chooses_backends_or_is_refused() {
    let reference = gigagas::Routes::choices("sha256")[0];
    let mut chosen = command(&["run", "sha256", "", "--json"]);
    let output = chosen.env("GIGAGAS_ROUTE", "portable").output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["backend"], reference);
    let output = command(&["list"]).env("GIGAGAS_ROUTE", "abacus").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("abacus"));
}

#[test]
fn files_and_standard_input_hold_hex_or_raw_bytes() {
    let folder = Folder::new("input");
    let raw: &[u8] = &[0xff, 0x00, 0x80];
    for (content, format, hex) in [
        (&b"616263"[..], "auto", "616263"),
        (b"0x61 62\n63\n", "auto", "616263"),
        (b"", "auto", ""),
        (b"hello", "auto", "68656c6c6f"),
        (b"abc", "auto", "616263"),
        (raw, "auto", "ff0080"),
        (raw, "raw", "ff0080"),
        (b"6162", "raw", "36313632"),
        (b"6162", "hex", "6162"),
    ] {
        let expected = format!("0x{hex}");
        let file = folder.write("file", content);
        let args = ["run", "identity", &format!("@{file}"), "--input-format", format, "--json"];
        assert_eq!(run(&args).json()["output"], expected, "{content:?} as {format}");
        let args = ["run", "identity", "-", "--input-format", format, "--json"];
        assert_eq!(run_with_stdin(&args, content).json()["output"], expected);
    }
    for (content, format) in
        [(&b"abc"[..], "hex"), (b"0xabc", "auto"), (b"0xzz", "auto"), (raw, "hex")]
    {
        let ran = run_with_stdin(&["run", "identity", "-", "--input-format", format], content);
        assert_eq!(ran.code, 2, "{content:?} as {format}");
        assert!(ran.stderr.contains("standard input"), "{}", ran.stderr);
    }
}

#[test]
fn a_pipe_that_closes_early_is_no_error() {
    for args in [
        &["list"][..],
        &["run", "identity", "-", "--input-format", "raw"],
        &["--help"],
        &["list", "--json"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn no_colours_where_there_is_no_terminal() {
    for args in [
        &["list"][..],
        &["route"],
        &["run", "sha256", ""],
        &["run", "kzg", ""],
        &["decode", "kzg", ""],
    ] {
        let ran = run(args);
        assert!(!ran.stdout.contains('\x1b') && !ran.stderr.contains('\x1b'), "{args:?}");
    }
}
