//! Options, output and errors of `gigagas evm run`.

use serde_json::Value;

use super::code::{account, asm, both, ours};
use crate::program::{Folder, ok, refused, run, run_with_stdin};

/// Returns the word that `text` leaves on the stack.
fn word(text: &str) -> String {
    asm(&format!("{text} 0 MSTORE 32 0 RETURN"))
}

fn number(json: &Value) -> u64 {
    u64::from_str_radix(json["output"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap_or(0)
}

#[test]
fn an_answer_in_words_and_a_failure_in_words() {
    let text = ok(&["evm", "run", "--code", &word("7")]);
    assert!(text.contains(&format!("output   0x{}7\n", "0".repeat(63))), "{text}");
    // Four pushes, MSTORE with a word of memory.
    assert!(text.contains(&format!("gas      {}\n", 4 * 3 + 3 + 3)), "{text}");
    for (code, gas, words) in [
        ("5f5ffd", "4", "execution reverted"),
        ("56", "1000", "stack underflow"),
        ("fe", "1000", "0xFE"),
    ] {
        let ran = run(&["evm", "run", "--code", code, "--gas", "1000"]);
        assert_eq!(ran.code, 1);
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
        assert!(ran.stdout.contains(&format!("gas      {gas}\n")), "{}", ran.stdout);
    }
}

#[test]
fn errors_have_names() {
    for (code, error) in [
        ("60016000556001600055fe", "invalid_fe_opcode"),
        ("0c", "opcode_not_found"),
        ("600056", "invalid_jump"),
        ("5f5ffd", "revert"),
        ("5b600056", "out_of_gas"),
        (&asm("1 0 0 RETURNDATACOPY"), "out_of_offset"),
    ] {
        let json = both(&["--code", code, "--gas", "100000"]);
        assert_eq!(json["error"], error, "{code}");
        assert!(json["message"].is_string());
    }
    assert_eq!(both(&["--code", "5f5ffd"])["status"], "revert");
    assert_eq!(both(&["--code", "fe"])["status"], "halt");
}

#[test]
fn code_and_input_come_from_files_and_standard_input() {
    let folder = Folder::new("files");
    let code = folder.write("code.hex", format!("0x{}\n", word("0 CALLDATALOAD")).as_bytes());
    let input = folder.write("input.hex", "00".repeat(31).as_bytes());
    let with = |args: &[&str], stdin: &str| {
        let args = [&["evm", "run", "--json"], args].concat();
        number(&run_with_stdin(&args, stdin.as_bytes()).json())
    };
    assert_eq!(with(&["--codefile", &code, "--input", &format!("{}2a", "00".repeat(31))], ""), 42);
    assert_eq!(with(&["--codefile", &code, "--inputfile", &input], ""), 0);
    assert_eq!(
        with(&["--code", &format!("@{code}"), "--input", "-"], &format!("{}07", "00".repeat(31))),
        7
    );
    assert_eq!(with(&["--codefile", "-"], &word("9")), 9);
}

#[test]
fn what_code_can_ask_about_its_message() {
    let sender = "0x00000000000000000000000000000000000000aa";
    for (text, expected) in [
        ("CALLER", 0xaa),
        ("ORIGIN", 0xaa),
        ("ADDRESS", 0xbb),
        ("CALLVALUE", 7),
        ("SELFBALANCE", 7),
        ("GASPRICE", 3),
        ("CALLER BALANCE", 0),
        ("CALLDATASIZE", 2),
        ("GAS", 100_000 - 2),
        ("CHAINID", 1),
        ("NUMBER", 0),
    ] {
        let json = both(&[
            "--code",
            &word(text),
            "--sender",
            sender,
            "--receiver",
            "0xbb",
            "--value",
            "7",
            "--price",
            "3",
            "--input",
            "0x0102",
            "--gas",
            "100000",
        ]);
        assert_eq!(number(&json), expected, "{text}");
    }
    let large = both(&["--code", &word("CALLVALUE"), "--value", &format!("0x{}", "f".repeat(64))]);
    assert_eq!(large["output"], format!("0x{}", "f".repeat(64)));
}

#[test]
fn a_genesis_is_the_state_and_the_block_and_a_dump_is_a_prestate() {
    let folder = Folder::new("genesis");
    let counter = asm("0 SLOAD 1 ADD 0 SSTORE NUMBER CHAINID ADD 0 MSTORE 32 0 RETURN");
    let genesis = format!(
        r#"{{"config":{{"chainId":40}},"number":"0x2","gasLimit":"0x1","difficulty":"0x0","alloc":
            {{"00000000000000000000000000000000000000cc":{{"balance":"0x0","code":"0x{counter}",
              "storage":{{"0x00":"0x05"}}}}}}}}"#
    );
    let path = folder.write("genesis.json", genesis.as_bytes());
    let first = both(&["--receiver", "0xcc", "--prestate", &path]);
    assert_eq!(number(&first), 42);
    let slot = format!("0x{}", "0".repeat(64));
    let stored =
        |json: &Value| account(json, "0xcc")["storage"][&slot].as_str().unwrap().to_string();
    assert!(stored(&first).ends_with("06"));
    let again = folder.write("again.json", first["state"].to_string().as_bytes());
    let second = both(&["--receiver", "0xcc", "--prestate", &again]);
    assert!(stored(&second).ends_with("07"));
    assert_ne!(first["state_root"], second["state_root"]);
    assert_eq!(second["state_root"], second["state"]["root"]);
    assert_eq!(second["fork"], "Osaka");
    let old = genesis.replace(r#""chainId":40"#, r#""chainId":40,"istanbulBlock":2"#);
    let old = folder.write("old.json", old.as_bytes());
    let istanbul = both(&["--receiver", "0xcc", "--prestate", &old]);
    assert_eq!(istanbul["fork"], "Istanbul");
    // SLOAD 800 and SSTORE 5000, where there is no cold slot yet (EIP-1884, EIP-2200).
    assert_eq!(
        first["gas_used"].as_u64().unwrap() - 2100 - 2900,
        istanbul["gas_used"].as_u64().unwrap() - 800 - 5000
    );
    let berlin = both(&["--receiver", "0xcc", "--prestate", &old, "--fork", "berlin"]);
    assert_eq!(berlin["fork"], "Berlin");
}

#[test]
fn a_created_contract_and_logs_are_told() {
    // Its code is one byte, 0x0a; a log comes before.
    let code = asm("1 0 0 LOG1 10 0 MSTORE8 1 0 RETURN");
    let json = both(&["--code", &code, "--create", "--value", "3"]);
    let created = json["created"].as_str().unwrap().to_lowercase();
    assert_eq!(json["output"], "0x0a");
    assert_eq!(
        (&account(&json, &created)["code"], &account(&json, &created)["balance"]),
        (&"0x0a".into(), &"0x3".into())
    );
    assert_eq!(json["logs"][0]["address"].as_str().unwrap().to_lowercase(), created);
    assert_eq!(json["logs"][0]["topics"][0], format!("0x{}1", "0".repeat(63)));
    let text = ok(&["evm", "run", "--code", &code, "--create"]);
    assert!(text.contains("created  0x") && text.contains("topic  0x"), "{text}");
}

#[test]
fn refunds_are_told_and_not_given() {
    // A slot set and cleared.
    let json = both(&["--code", &asm("1 0 SSTORE 0 0 SSTORE")]);
    assert_eq!(json["gas_refund"], 19_900);
    assert_eq!(json["gas_used"], 4 * 3 + 2100 + 20_000 + 100);
}

#[test]
fn a_trace_has_a_line_for_each_opcode_and_a_summary() {
    let code = word("5 6 MUL");
    let ran = run(&["evm", "run", "--code", &code, "--trace", "--json"]);
    let lines: Vec<Value> =
        ran.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = lines.iter().filter_map(|line| line["opName"].as_str()).collect();
    assert_eq!(names, ["PUSH1", "PUSH1", "MUL", "PUSH1", "MSTORE", "PUSH1", "PUSH1", "RETURN"]);
    assert_eq!((&lines[2]["pc"], &lines[2]["gasCost"]), (&4.into(), &"0x5".into()));
    assert_eq!(lines[2]["stack"], serde_json::json!(["0x5", "0x6"]));
    assert!(lines[7]["memory"].is_null());
    let last = lines.last().unwrap();
    assert_eq!((&last["pass"], &last["output"]), (&true.into(), &ran.json()["output"]));
    assert_eq!(last["stateRoot"], ran.json()["state_root"]);
    let ran = run(&["evm", "run", "--code", &code, "--trace", "--trace-memory"]);
    assert!(ran.stderr.contains(&format!(r#""memory":"0x{}1e""#, "00".repeat(31))));
}

#[test]
fn bad_usage_is_explained() {
    let folder = Folder::new("bad");
    let file = folder.write("prestate.json", br#"{"0xaa":{}}"#);
    for (args, expected) in [
        (&[][..], "--code"),
        (&["--code", "zz"], "--code is not hex"),
        (&["--codefile", "/nowhere"], "/nowhere"),
        (&["--code", "00", "--sender", "0x1g"], "--sender"),
        (&["--code", "00", "--value", "1x"], "--value"),
        (&["--code", "00", "--fork", "abacus"], "unknown fork"),
        (&["--code", "00", "--set", "abacus"], "celo-donut"),
        (&["--code", "00", "--at", "0x0a"], "ADDR=NAME"),
        (&["--code", "00", "--at", "0x0a=abacus"], "ed25519"),
        (&["--code", "00", "--prestate", &file], "where an address should be"),
        (&["--code", "00", "--prestate", "/nowhere"], "/nowhere"),
        (&["--receiver", "0x1", "--create"], "--create"),
        (&["--code", "00", "--engine", "revm", "--at", "0x0a=ed25519"], "--engine"),
    ] {
        let message = refused(&[&["evm", "run"], args].concat());
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    // What is not offered is no empty success.
    let donut = refused(&["evm", "run", "--set", "celo-donut", "--receiver", "0xfd"]);
    assert!(donut.contains("not offered"), "{donut}");
}

#[test]
fn no_gas_limit_takes_all_memory() {
    let json = ours(&["--code", &asm("0xffffffffff MLOAD"), "--gas", &u64::MAX.to_string()]);
    assert_eq!(json["error"], "out_of_gas");
}
