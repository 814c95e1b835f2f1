//! What the edge tables of the precompiles share.

use alloc::{string::String, vec::Vec};

use crate::{halt::Halt, route::Routes, table::Precompile};

/// The answer of every backend of every operation, which must be one and the same. Bytes past the
/// answer, and all bytes after a halt, must be left as they were.
pub(crate) fn call(precompile: &Precompile, input: &[u8]) -> Result<Vec<u8>, Halt> {
    let run = |routes: &Routes| {
        const OLD: u8 = 0xa5;
        let needed = precompile.output_len.of(input);
        let mut out = alloc::vec![OLD; needed + 7];
        let result = (precompile.run)(routes, input, &mut out);
        let len = *result.as_ref().unwrap_or(&0);
        assert!(len <= needed && out[len..].iter().all(|&byte| byte == OLD));
        result.map(|len| out[..len].to_vec())
    };
    let answer = run(&Routes::preferred());
    for operation in precompile.operations {
        for backend in Routes::choices(operation) {
            let name = alloc::format!("{operation}={backend}");
            assert_eq!(run(&Routes::preferred().with(&name).unwrap()), answer, "{name}");
        }
    }
    answer
}

/// What a halting call says.
pub(crate) fn message(precompile: &Precompile, input: &[u8]) -> String {
    alloc::format!("{}", call(precompile, input).unwrap_err())
}

/// The bytes that hex digits write; white space does not matter.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits: String = digits.split_whitespace().collect();
    ::hex::decode(digits).unwrap()
}

/// Integers in hex, apart by white space, each as `len` big-endian bytes.
pub(crate) fn fields(len: usize, integers: &str) -> Vec<u8> {
    let width = 2 * len;
    integers
        .split_whitespace()
        .flat_map(|digits| hex(&alloc::format!("{digits:0>width$}")))
        .collect()
}

/// 32 bytes that are a number.
pub(crate) fn word(value: u8) -> Vec<u8> {
    let mut word = alloc::vec![0; 32];
    word[31] = value;
    word
}
