//! What the EVM around a precompile must do: twenty-odd rules, each with its outcome reasoned from the yellow
//! paper or the EIP, and compared with revm's own precompiles where those can stand at the same place.

use gigagas_evm::revm::primitives::{Address, B256, hex, keccak256};
use serde_json::Value;

use super::code::{Call, Seen, account, asm, both, ours, prestate};
use crate::program::run;

/// EIP-2929: a warm account.
const WARM: u64 = 100;
/// EIP-2929: a cold account.
const COLD: u64 = 2600;
/// Yellow paper, G_callvalue, G_newaccount and G_callstipend.
const VALUE: u64 = 9000;
const NEW: u64 = 25_000;
const STIPEND: u64 = 2300;
/// IDENTITY of 32 bytes.
const IDENTITY: u64 = 15 + 3;
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const WORD: &str = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const RECEIVER: &str = "0x0000000000000000000000007265636569766572";
/// The account of an empty balance, as a prestate has it.
const EMPTY: &str = r#""balance":"0x0""#;

/// What a call with the input `WORD` sees.
fn seen(call: Call<'_>, args: &[&str]) -> (Value, Seen) {
    let json = both(&[&["--code", &call.code(), "--input", WORD], args].concat());
    let seen = call.seen(&json);
    (json, seen)
}

fn output(seen: &Seen, offset: usize, len: usize) -> &str {
    &seen.memory[2 * offset..2 * (offset + len)]
}

/// The word that code leaves on the stack.
fn word(text: &str, args: &[&str]) -> String {
    let code = asm(&format!("{text} 0 MSTORE 32 0 RETURN"));
    let json = both(&[&["--code", &code], args].concat());
    json["output"].as_str().unwrap()[2..].trim_start_matches('0').to_string()
}

#[test]
fn a_message_calls_a_precompile_itself() {
    let json = both(&["--receiver", "0x02", "--input", "616263", "--gas", "1000"]);
    assert_eq!((&json["output"], &json["gas_used"]), (&format!("0x{ABC}").into(), &72.into()));
}

#[test]
fn one_gas_less_than_the_price_is_out_of_gas() {
    let json = both(&["--receiver", "0x02", "--input", "616263", "--gas", "72"]);
    assert_eq!((&json["status"], &json["gas_used"]), (&"ok".into(), &72.into()));
    let json = both(&["--receiver", "0x02", "--input", "616263", "--gas", "71"]);
    assert_eq!((&json["error"], &json["gas_used"]), (&"out_of_gas".into(), &71.into()));
    for (gas, success) in [(72, 1), (71, 0)] {
        let call = Call { op: "STATICCALL", address: "0x02", gas, ..Call::default() };
        let (_, seen) = seen(call, &[]);
        assert_eq!((seen.success, seen.cost), (success, WARM + gas));
        assert_eq!(seen.returned, 32 * success);
    }
}

#[test]
fn a_failing_precompile_takes_all_gas_that_it_was_given() {
    for op in ["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL"] {
        let (_, seen) = seen(Call { op, address: "0x09", ..Call::default() }, &[]);
        assert_eq!((seen.success, seen.cost, seen.returned), (0, WARM + 50_000, 0), "{op}");
        assert_eq!(output(&seen, 256, 64), "00".repeat(64));
    }
    let json = both(&["--receiver", "0x09", "--input", "00", "--gas", "1000"]);
    assert_eq!((&json["error"], &json["gas_used"]), (&"precompile_error".into(), &1000.into()));
}

#[test]
fn value_to_a_precompile_makes_its_account() {
    let call = Call { value: 7, ..Call::default() };
    let (json, seen) = seen(call, &["--value", "7"]);
    assert_eq!((seen.success, seen.cost), (1, WARM + VALUE + NEW + IDENTITY - STIPEND));
    assert_eq!(account(&json, "0x04")["balance"], "0x7");
    assert_eq!(account(&json, RECEIVER)["balance"], "0x0");
}

#[test]
fn value_to_a_precompile_that_has_an_account_makes_none() {
    let (_folder, path) =
        prestate(&[("0x0000000000000000000000000000000000000004", r#""balance":"0x1""#)]);
    let call = Call { value: 7, ..Call::default() };
    let (json, seen) = seen(call, &["--value", "7", "--prestate", &path]);
    assert_eq!((seen.success, seen.cost), (1, WARM + VALUE + IDENTITY - STIPEND));
    assert_eq!(account(&json, "0x04")["balance"], "0x8");
}

#[test]
fn value_that_the_caller_lacks_fails_the_call_and_gives_the_gas_back() {
    let (json, seen) = seen(Call { value: 8, ..Call::default() }, &["--value", "7"]);
    assert_eq!((seen.success, seen.returned), (0, 0));
    // The stipend comes back too.
    assert_eq!(seen.cost, WARM + VALUE + NEW - STIPEND);
    assert_eq!(account(&json, "0x04"), &Value::Null);
}

#[test]
fn value_to_a_failing_precompile_comes_back() {
    let call = Call { address: "0x09", value: 7, ..Call::default() };
    let (json, seen) = seen(call, &["--value", "7"]);
    // The stipend is lost with the rest, and it was not the caller's.
    assert_eq!((seen.success, seen.cost), (0, WARM + VALUE + NEW + 50_000));
    assert_eq!(account(&json, "0x09"), &Value::Null);
    assert_eq!(account(&json, RECEIVER)["balance"], "0x7");
    let json = both(&["--receiver", "0x09", "--input", "00", "--value", "7", "--gas", "9"]);
    assert_eq!(account(&json, "0x73656e646572")["balance"], "0x7");
}

#[test]
fn callcode_with_value_moves_nothing() {
    let call = Call { op: "CALLCODE", value: 7, ..Call::default() };
    let (json, seen) = seen(call, &["--value", "7"]);
    assert_eq!((seen.success, seen.cost), (1, WARM + VALUE + IDENTITY - STIPEND));
    assert_eq!(account(&json, "0x04"), &Value::Null);
    assert_eq!(account(&json, RECEIVER)["balance"], "0x7");
}

#[test]
fn within_a_static_call_value_to_a_precompile_is_a_violation() {
    let helper = "0x00000000000000000000000000000000000000a1";
    for (value, success, cost) in [(0, 1, None), (1, 0, Some(COLD + 50_000))] {
        let inner = asm(&format!("0 0 0 0 {value} 4 10000 CALL 0 MSTORE 32 0 RETURN"));
        let account = format!(r#""balance":"0x9","code":"0x{inner}""#);
        let (_folder, path) = prestate(&[(helper, &account)]);
        let call = Call { op: "STATICCALL", address: helper, ..Call::default() };
        let (_, seen) = seen(call, &["--prestate", &path]);
        assert_eq!(seen.success, success, "value {value}");
        assert!(cost.is_none_or(|cost| cost == seen.cost), "value {value}: {}", seen.cost);
    }
}

#[test]
fn a_64th_of_the_gas_stays_behind() {
    // EIP-150. 64000 are left at the call, after seven pushes and the warm account: 1000 stay.
    let code = asm("0 0 1 0 0 9 0xffffffffffffffff CALL GAS 0 MSTORE 32 0 RETURN");
    let json = both(&["--code", &code, "--gas", &(64_000 + 7 * 3 + WARM + 3).to_string()]);
    // A word of memory takes 3; the second GAS 2.
    assert!(json["output"].as_str().unwrap().ends_with(&format!("{:04x}", 1000 - 2)), "{json}");
    // Before, what is not there cannot be given: the caller itself is out of gas.
    let json = both(&["--code", &code, "--gas", "64000", "--fork", "homestead"]);
    assert_eq!(json["error"], "out_of_gas");
}

#[test]
fn a_precompile_has_no_code() {
    // keccak-256 of nothing.
    let of_nothing = keccak256([]).to_string();
    let (_folder, path) =
        prestate(&[("0x0000000000000000000000000000000000000002", r#""balance":"0x1""#)]);
    for address in ["1", "2", "0x0100"] {
        assert_eq!(word(&format!("{address} EXTCODESIZE"), &["--prestate", &path]), "");
        // EIP-1052: 0 of an account that does not exist.
        let expected = if address == "2" { &of_nothing[2..] } else { "" };
        assert_eq!(word(&format!("{address} EXTCODEHASH"), &["--prestate", &path]), expected);
    }
}

#[test]
fn return_data_is_whole_whatever_the_output_area() {
    for (len, kept) in [(0, ""), (5, &ABC[..10]), (64, ABC)] {
        let call = Call { address: "0x02", output: (256, len), ..Call::default() };
        let json = both(&["--code", &call.code(), "--input", "616263"]);
        let seen = call.seen(&json);
        assert_eq!((seen.success, seen.returned), (1, 32));
        assert_eq!(output(&seen, 256, 64), format!("{kept:0<128}"), "{len}");
    }
    // EIP-211: beyond its end is an error.
    let text = "0 0 0 0 0 2 GAS CALL 33 0 0 RETURNDATACOPY";
    assert_eq!(both(&["--code", &asm(text), "--gas", "100000"])["error"], "out_of_offset");
}

#[test]
fn output_may_lie_over_the_input() {
    for offset in [0, 1, 31] {
        let call = Call { output: (offset, 32), ..Call::default() };
        let (_, seen) = seen(call, &[]);
        let at = usize::try_from(offset).unwrap();
        assert_eq!(output(&seen, at, 32), WORD);
        assert_eq!(output(&seen, 0, at), &WORD[..2 * at]);
    }
}

#[test]
fn a_moved_precompile_answers_at_its_new_address() {
    // BLAKE2F, one round: the state and the message of EIP-152's test vectors.
    let state = "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5\
        d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b";
    let input = format!("00000001{state}{:0<256}{:0<32}01", "616263", "03");
    let expected = both(&["--receiver", "0x09", "--input", &input]);
    assert_eq!(expected["gas_used"], 1);
    for address in ["0x20", "0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef"] {
        let at = format!("{address}=blake2f");
        let json = ours(&["--receiver", address, "--input", &input, "--at", &at]);
        assert_eq!((&json["output"], &json["gas_used"]), (&expected["output"], &1.into()));
    }
    // What stood there is replaced.
    let replaced = ours(&["--receiver", "0x09", "--input", WORD, "--at", "0x09=identity"]);
    assert_eq!(replaced["output"], format!("0x{WORD}"));
}

#[test]
fn ed25519_as_first_drafted_and_as_adopted() {
    // A signature of CIP-25's test list over "test message".
    let key = "304b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546";
    let signature = "b3624c07c18b1abdb8f4808f0115e6a33d7323ac821976479cfae8426e86c178\
        bd32dacce8f0d52456da8dfaf88cb42f352679674f9d4980635c9c686c6c560d";
    let message = "74657374206d657373616765";
    let valid = format!("{key}{signature}{message}");
    let invalid = valid.replace("7465737420", "6425737420");
    let places: [&[&str]; 2] = [
        &["--receiver", "0x0a", "--fork", "istanbul", "--at", "0x0a=ed25519"],
        &["--receiver", "0xf3", "--set", "celo-donut"],
    ];
    for place in places {
        // 1560, and 12 for each word of 64 bytes that has begun.
        for (input, answer, gas) in
            [(&valid, "0", 1584), (&invalid, "1", 1584), (&String::new(), "1", 1560)]
        {
            let json = ours(&[&["--input", input], place].concat());
            assert_eq!(json["output"], format!("0x{answer:0>64}"), "{place:?}");
            assert_eq!((&json["gas_used"], &json["fork"]), (&gas.into(), &"Istanbul".into()));
        }
    }
}

#[test]
fn the_addresses_of_the_rules_are_warm_and_no_others() {
    let cost = |address: &str, args: &[&str]| {
        let code = asm(&format!("GAS {address} BALANCE POP GAS SWAP1 SUB 0 MSTORE 32 0 RETURN"));
        let json = ours(&[&["--code", &code], args].concat());
        // The push, POP and the second GAS.
        let text = json["output"].as_str().unwrap().trim_start_matches("0x");
        u64::from_str_radix(text, 16).unwrap() - 3 - 2 - 2
    };
    assert_eq!(cost("0x0100", &["--fork", "osaka"]), WARM);
    assert_eq!(cost("0x0100", &["--fork", "prague"]), COLD);
    assert_eq!(cost("0x0a", &["--fork", "shanghai"]), COLD);
    assert_eq!(cost("0x0999", &["--at", "0x0999=identity"]), WARM);
    assert_eq!(cost("0x0999", &[]), COLD);
}

#[test]
fn a_delegation_to_a_precompile_is_empty_code() {
    // EIP-7702: the precompile is not run and not paid; its address is warm.
    let account = "0x00000000000000000000000000000000000de1e9";
    let code = format!(r#""balance":"0x0","code":"0xef0100{:0>40}""#, "4");
    let (_folder, path) = prestate(&[(account, &code)]);
    let (_, seen) = seen(Call { address: account, ..Call::default() }, &["--prestate", &path]);
    assert_eq!((seen.success, seen.cost, seen.returned), (1, COLD + WARM, 0));
    let json = both(&["--receiver", account, "--input", WORD, "--prestate", &path]);
    assert_eq!((&json["output"], &json["gas_used"]), (&"0x".into(), &0.into()));
}

#[test]
fn a_precompile_runs_though_its_account_has_code() {
    for code in ["0xfe", "0xef01000000000000000000000000000000000000000001"] {
        let account = format!(r#""balance":"0x0","code":"{code}""#);
        let (_folder, path) = prestate(&[("0x0000000000000000000000000000000000000004", &account)]);
        let (_, seen) = seen(Call::default(), &["--prestate", &path]);
        assert_eq!((seen.success, seen.returned, output(&seen, 256, 32)), (1, 32, WORD));
    }
}

#[test]
fn an_empty_account_that_is_touched_goes() {
    // EIP-161; a failing call touches nothing, except at 0x03 (mainnet's block 2675119).
    for (address, gas, stays) in
        [(2, 50_000, false), (2, 1, true), (3, 50_000, false), (3, 1, false), (4, 1, true)]
    {
        let account_of = format!("0x{address:0>40}");
        let (_folder, path) = prestate(&[(&account_of, EMPTY)]);
        let code = asm(&format!("0 0 32 0 0 {address} {gas} CALL"));
        let json = both(&["--code", &code, "--fork", "spuriousdragon", "--prestate", &path]);
        assert_eq!(account(&json, &account_of).is_object(), stays, "{address} {gas}");
    }
}

#[test]
fn before_eip_161_a_call_makes_the_account() {
    for (fork, exists, cost) in [("homestead", true, 40 + NEW), ("spuriousdragon", false, 700)] {
        let code = asm("GAS 0 0 0 0 0 4 50000 CALL POP GAS SWAP1 SUB 0 MSTORE 32 0 RETURN");
        let json = both(&["--code", &code, "--fork", fork]);
        assert_eq!(account(&json, "0x04").is_object(), exists, "{fork}");
        // Seven pushes, POP, the second GAS, and IDENTITY of nothing.
        let expected = cost + 7 * 3 + 2 + 2 + 15;
        assert!(json["output"].as_str().unwrap().ends_with(&format!("{expected:04x}")), "{json}");
    }
}

#[test]
fn a_contract_may_be_created_where_a_precompile_stands() {
    // CREATE2 (EIP-1014) of code 0xfe, then a call of what was created.
    let init = "60fe60005360016000f3";
    let code = asm(&format!("0x{init} 0 MSTORE 0 10 22 0 CREATE2 0 MSTORE 32 0 RETURN"));
    let receiver: Address = RECEIVER.parse().unwrap();
    let created = receiver.create2_from_code(B256::ZERO, hex::decode(init).unwrap());
    let (address, at) = (format!("{created:#x}"), format!("{created:#x}=identity"));
    let json = ours(&["--code", &code, "--at", &at]);
    assert!(json["output"].as_str().unwrap().ends_with(&address[2..]), "{json}");
    assert_eq!(account(&json, &address)["code"], "0xfe");
    // The precompile is what answers there.
    let call = "32 64 32 0 0 DUP6 50000 CALL POP 32 64 RETURN";
    let both_steps = asm(&format!("0x{init} 0 MSTORE 0 10 22 0 CREATE2 {call}"));
    let json = ours(&["--code", &both_steps, "--at", &at]);
    assert_eq!(json["output"], format!("0x{}{init}", "00".repeat(22)));
    assert_ne!(ours(&["--code", &both_steps])["output"], json["output"]);
}

#[test]
fn a_creation_collides_with_an_account_that_has_a_nonce() {
    // EIP-684: the creation fails and takes the gas that it was given, precompile or not.
    let code = asm("0 0 0 0 CREATE2 GAS 32 MSTORE 0 MSTORE 64 0 RETURN");
    let receiver: Address = RECEIVER.parse().unwrap();
    let address = format!("{:#x}", receiver.create2_from_code(B256::ZERO, []));
    let at = format!("{address}=identity");
    for (nonce, collides) in [("0x0", false), ("0x1", true)] {
        let (_folder, path) =
            prestate(&[(&address, &format!(r#""balance":"0x1","nonce":"{nonce}""#))]);
        for args in [&["--prestate", path.as_str()][..], &["--prestate", &path, "--at", &at]] {
            let json = ours(&[&["--code", &code, "--gas", "6400000"], args].concat());
            let output = &json["output"].as_str().unwrap()[2..];
            let left = u64::from_str_radix(&output[64..], 16).unwrap();
            assert_eq!(output[..64].ends_with(&address[2..]), !collides, "{nonce}");
            assert_eq!(left < 110_000, collides, "{left}");
        }
    }
}

#[test]
fn no_call_is_made_from_depth_1024() {
    // Calls itself until depth N of the input's second word, then IDENTITY; returns whether that succeeded,
    // or the depth that could not be reached.
    let text = "0 CALLDATALOAD DUP1 32 CALLDATALOAD EQ LEAF JUMPI
        1 ADD 0 MSTORE 32 CALLDATALOAD 32 MSTORE
        32 0 64 0 0 ADDRESS GAS CALL POP 32 0 RETURN
        JUMPDEST 0 0 0 0 0 4 300 CALL 0 MSTORE 32 0 RETURN";
    // LEAF stands for an offset of one byte.
    let start = asm(&text.replace("LEAF", "255")[..text.find("JUMPDEST").unwrap() - 1]).len() / 2;
    let code = asm(&text.replace("LEAF", &start.to_string()));
    for (depth, answer) in [(0, 1), (1, 1), (1023, 1), (1024, 0), (1025, 1025)] {
        let input = format!("{:064x}{depth:064x}", 0);
        let json = both(&["--code", &code, "--input", &input, "--gas", "1000000000000"]);
        assert_eq!(json["output"], format!("0x{answer:064x}"), "{depth}");
    }
}

#[test]
fn what_a_set_does_not_offer_is_never_an_empty_success() {
    let code = asm("0 0 0 0 0 0xfd GAS CALL");
    let ran = run(&["evm", "run", "--code", &code, "--set", "celo-donut"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("not offered"), "{}", ran.stderr);
}
