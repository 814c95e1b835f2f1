//! Inputs of public benchmarks, where the output is stated.

use std::path::Path;

use gigagas::{Address, Fork};
use serde::Deserialize;

use super::{Contents, json, target};
use crate::hex_text::Hex;

#[derive(Deserialize)]
struct Input {
    name: String,
    address: String,
    input: Hex,
    gas: u64,
    expected: Option<Hex>,
}

pub(super) fn eest(path: &Path) -> Result<Contents, String> {
    let mut contents = Contents::default();
    for Input { name, address, input, gas, expected } in json::<Vec<Input>>(path)? {
        let Some(Hex(expected)) = expected else {
            contents.skip(name, "no output is stated");
            continue;
        };
        let address: Address = address.parse().map_err(|e| format!("{name}: {e}"))?;
        let target = target::find(Fork::Osaka, &address)
            .ok_or_else(|| format!("{name}: no precompile at {address}"))?;
        contents.cases.push(target.output(name, input.0, expected, gas));
    }
    Ok(contents)
}
