//! Bytecode, and what the program makes of it.

use gigagas_evm::revm::bytecode::opcode::OpCode;
use serde_json::Value;

use crate::program::{Folder, run};

/// Bytecode of mnemonics and numbers; a number is pushed (3 gas).
pub(crate) fn asm(text: &str) -> String {
    let mut code = String::new();
    for word in text.split_whitespace() {
        match word
            .strip_prefix("0x")
            .map(str::to_string)
            .or_else(|| word.parse::<u64>().ok().map(|number| format!("{number:x}")))
        {
            Some(digits) => {
                let digits = format!("{}{digits}", "0".repeat(digits.len() % 2));
                code += &format!("{:02x}{digits}", 0x5f + digits.len() / 2);
            }
            None => {
                let named = |byte: &u8| OpCode::new(*byte).is_some_and(|op| op.as_str() == word);
                let byte = (0..=255).find(named).unwrap_or_else(|| panic!("no opcode {word}"));
                code += &format!("{byte:02x}");
            }
        }
    }
    code
}

/// A call that a contract makes with the call data as input, at the start of memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) op: &'a str,
    pub(crate) address: &'a str,
    pub(crate) gas: u64,
    pub(crate) value: u64,
    /// Offset and length in bytes.
    pub(crate) output: (u64, u64),
}

impl Default for Call<'_> {
    fn default() -> Self {
        Self { op: "CALL", address: "0x04", gas: 50_000, value: 0, output: (256, 64) }
    }
}

/// What the contract saw.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) success: u64,
    /// Gas that the call instruction took, all that it gave to the callee included.
    pub(crate) cost: u64,
    pub(crate) returned: u64,
    /// Memory from 0 on, in hex.
    pub(crate) memory: String,
}

/// Where a report stands in memory.
const REPORT: usize = 512;

impl Call<'_> {
    /// Code that makes the call and returns its memory and a report.
    pub(crate) fn code(&self) -> String {
        let Self { op, address, gas, value, output: (offset, len) } = self;
        let value = if self.takes_value() { value.to_string() } else { String::new() };
        asm(&format!(
            "CALLDATASIZE 0 0 CALLDATACOPY 0 608 MSTORE
             GAS {len} {offset} CALLDATASIZE 0 {value} {address} {gas} {op} GAS
             SWAP1 512 MSTORE SWAP1 SUB 544 MSTORE RETURNDATASIZE 576 MSTORE 608 0 RETURN"
        ))
    }

    fn takes_value(&self) -> bool {
        matches!(self.op, "CALL" | "CALLCODE")
    }

    pub(crate) fn seen(&self, json: &Value) -> Seen {
        assert_eq!(json["status"], "ok", "{json}");
        let bytes = hex::decode(&json["output"].as_str().unwrap()[2..]).unwrap();
        let word = |i: usize| {
            let word = &bytes[REPORT + 32 * i..REPORT + 32 * (i + 1)];
            u64::from_be_bytes(word[24..].try_into().unwrap())
        };
        // CALLDATASIZE and the second GAS take 2, pushes 3.
        let pushes = if self.takes_value() { 6 } else { 5 };
        let (success, cost, returned) = (word(0), word(1) - 3 * pushes - 4, word(2));
        Seen { success, cost, returned, memory: hex::encode(&bytes[..REPORT]) }
    }
}

/// The JSON of a run, which must be the same with revm's own precompiles.
pub(crate) fn both(args: &[&str]) -> Value {
    let ours = ours(args);
    let stock = [&["evm", "run", "--json", "--dump", "--engine", "revm"], args].concat();
    // revm's own do not say which argument is wrong.
    let [one, other] = [ours.clone(), run(&stock).json()].map(|mut json| {
        for field in ["message", "time_ns"] {
            json.as_object_mut().unwrap().remove(field);
        }
        json.to_string()
    });
    assert_eq!(one, other, "{args:?}");
    ours
}

/// The JSON of a run.
pub(crate) fn ours(args: &[&str]) -> Value {
    let ran = run(&[&["evm", "run", "--json", "--dump"], args].concat());
    let json = ran.json();
    assert_eq!(ran.code, i32::from(json["status"] != "ok"), "{json}");
    json
}

/// A prestate in a file.
pub(crate) fn prestate(accounts: &[(&str, &str)]) -> (Folder, String) {
    let folder = Folder::new("prestate");
    let accounts =
        accounts.iter().map(|(address, account)| format!(r#""{address}":{{{account}}}"#));
    let text = format!("{{{}}}", accounts.collect::<Vec<_>>().join(","));
    let path = folder.write("prestate.json", text.as_bytes());
    (folder, path)
}

/// An account of a dump.
pub(crate) fn account<'a>(json: &'a Value, address: &str) -> &'a Value {
    let address = format!("0x{:0>40}", &address[2..]);
    &json["state"]["accounts"][address]
}
