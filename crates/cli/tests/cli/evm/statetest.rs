//! `gigagas evm statetest` on a test that is made here.

use super::code::asm;
use crate::program::{Folder, refused, run};

/// Keccak-256 of the RLP of no logs.
const NO_LOGS: &str = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

/// One test at `fork`: a call of code that stores SHA-256 of nothing.
fn test(fork: &str, root: &str, logs: &str, exception: &str) -> String {
    let code = asm("0 0 32 0 0 0 0 2 50000 CALL POP 0 MLOAD 0 SSTORE");
    format!(
        r#"{{"sha256":{{"env":{{"currentCoinbase":"0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba",
        "currentDifficulty":"0x0","currentGasLimit":"0x1000000","currentNumber":"0x1","currentTimestamp":"0x1",
        "currentBaseFee":"0x7","currentExcessBlobGas":"0x0",
        "currentRandom":"0x0000000000000000000000000000000000000000000000000000000000000000"}},
        "pre":{{"0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b":{{"balance":"0xffffffffff","nonce":"0x0","code":"0x",
        "storage":{{}}}},"0x00000000000000000000000000000000000000c0":{{"balance":"0x0","nonce":"0x0",
        "code":"0x{code}","storage":{{}}}}}},
        "transaction":{{"data":["0x"],"gasLimit":["0x30000"],"value":["0x0"],"gasPrice":"0xa","nonce":"0x0",
        "to":"0x00000000000000000000000000000000000000c0",
        "secretKey":"0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8"}},
        "post":{{"{fork}":[{{"hash":"{root}","logs":"{logs}","indexes":{{"data":0,"gas":0,"value":0}}{exception}}}]}}
        }}}}"#
    )
}

/// The root that the program finds.
fn root(fork: &str) -> String {
    let folder = Folder::new("root");
    let zero = format!("0x{}", "00".repeat(32));
    let path = folder.write("a/test.json", test(fork, &zero, NO_LOGS, "").as_bytes());
    let ran = run(&["evm", "statetest", &path, "--json"]);
    assert_eq!(ran.code, 1);
    let failure = &ran.json()["failures"][0];
    assert_eq!(
        (&failure["name"], &failure["fork"], &failure["index"]),
        (&"sha256".into(), &fork.into(), &0.into())
    );
    assert_eq!(failure["why"]["state_root"]["expected"], zero);
    failure["why"]["state_root"]["got"].as_str().unwrap().into()
}

#[test]
fn what_passes_is_counted_by_folder() {
    let folder = Folder::new("passes");
    for fork in ["Osaka", "Prague"] {
        let content = test(fork, &root(fork), NO_LOGS, "");
        folder.write(&format!("tests/{fork}/sha256.json"), content.as_bytes());
    }
    folder.write("tests/.meta/index.json", b"{}");
    folder.write("tests/more/old.json", test("Constantinople", NO_LOGS, NO_LOGS, "").as_bytes());
    folder.write("tests/more/new.json", test("Atlantis", NO_LOGS, NO_LOGS, "").as_bytes());
    let path = folder.path().join("tests");
    let path = path.to_str().unwrap();
    for engine in ["gigagas", "revm", "both"] {
        let ran = run(&["evm", "statetest", path, "--engine", engine, "--jobs", "2"]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        let words: Vec<Vec<_>> =
            ran.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
        assert!(words.contains(&vec!["tests/Osaka", "1", "1", "0", "0"]), "{}", ran.stdout);
        assert!(words.contains(&vec!["tests/more", "0", "0", "0", "2"]), "{}", ran.stdout);
        assert!(words.contains(&vec!["total", "2", "2", "0", "2"]), "{}", ran.stdout);
        assert!(ran.stdout.contains("1 skipped: revm has no Constantinople"), "{}", ran.stdout);
        let json = run(&["evm", "statetest", path, "--engine", engine, "--json"]).json();
        assert_eq!(
            (&json["status"], &json["run"], &json["passed"]),
            (&"ok".into(), &2.into(), &2.into())
        );
        assert_eq!(json["folders"]["tests/Prague"]["run"], 1);
    }
    let one = run(&["evm", "statetest", path, "--fork", "osaka", "--run", "^sha", "--json"]).json();
    assert_eq!(one["run"], 1);
}

#[test]
fn what_fails_is_told_with_the_reason() {
    let root = root("Osaka");
    for (content, expected) in [
        (
            test("Osaka", NO_LOGS, NO_LOGS, ""),
            format!("sha256 Osaka[0]: the state root is {root}, expected"),
        ),
        (
            test("Osaka", &root, &root, ""),
            format!("the hash of the logs is {NO_LOGS}, expected {root}"),
        ),
        (
            test("Osaka", &root, NO_LOGS, r#","expectException":"TransactionException.NONCE""#),
            "executed, expected TransactionException.NONCE".into(),
        ),
        (test("Osaka", &root, NO_LOGS, "").replace("0x30000", "0x5207"), "refused: ".into()),
        (
            test("Osaka", &root, NO_LOGS, "").replace(r#""gas":0"#, r#""gas":9"#),
            "an index is beyond".into(),
        ),
        ("{".into(), "no file of state tests".into()),
    ] {
        let folder = Folder::new("fails");
        let path = folder.write("test.json", content.as_bytes());
        let ran = run(&["evm", "statetest", &path]);
        assert_eq!(ran.code, 1, "{}", ran.stdout);
        let line = ran.stdout.lines().next().unwrap();
        assert!(line.starts_with(&format!("FAIL {path}")) && line.contains(&expected), "{line}");
    }
}

#[test]
fn a_refusal_that_is_expected_passes() {
    let folder = Folder::new("refusal");
    let content =
        test("Osaka", NO_LOGS, NO_LOGS, r#","expectException":"TransactionException.INTRINSIC""#);
    let path = folder.write("test.json", content.replace("0x30000", "0x5207").as_bytes());
    assert_eq!(run(&["evm", "statetest", &path]).code, 0);
}

#[test]
fn bad_usage_is_explained() {
    let folder = Folder::new("empty");
    let path = folder.path().to_str().unwrap();
    assert!(refused(&["evm", "statetest", path]).contains("no case to run"));
    assert!(refused(&["evm", "statetest", "/nowhere"]).contains("/nowhere"));
    assert!(refused(&["evm", "statetest", path, "--run", "("]).contains("--run"));
    assert!(refused(&["evm", "statetest", path, "--fork", "abacus"]).contains("unknown fork"));
    refused(&["evm", "statetest"]);
}
