//! Cases from public files, where they are present: evmone's mainnet inputs, the inputs of EEST's
//! benchmarks and of gas-benchmarks, and the worst shapes of MODEXP.

use std::{collections::BTreeMap, fs, io, path::Path};

use gigagas::{Address, Fork, Precompile, Set, table::MODEXP};
use rand_core::RngCore as _;
use serde::{Deserialize, de::DeserializeOwned};

use super::{Case, Expect, entry};

/// An input of `bench/eest_gas_benchmark_inputs.json`.
#[derive(Deserialize)]
struct Eest {
    name: String,
    address: String,
    input: String,
    expected: Option<String>,
}

/// A shape of `modexp_worst_cases.json`.
#[derive(Deserialize)]
struct Shape {
    name: String,
    base_len: usize,
    input: String,
    expected: String,
}

pub(super) fn cases(folder: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    let mainnet: BTreeMap<String, Vec<String>> =
        read(&folder.join("bench/evmone_precompile_bench_inputs.json"))?.unwrap_or_default();
    for (name, inputs) in mainnet {
        cases.push(evmone(&name, &inputs)?);
    }
    let eest: Vec<Eest> =
        read(&folder.join("bench/eest_gas_benchmark_inputs.json"))?.unwrap_or_default();
    for input in eest {
        cases.push(input.case()?);
    }
    let shapes: Vec<Shape> = read(&folder.join("modexp_worst_cases.json"))?.unwrap_or_default();
    for shape in shapes {
        cases.push(shape.case()?);
    }
    Ok(cases)
}

/// The file's contents; None if there is no such file.
fn read<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(|error| bad(format!("{}: {error}", path.display())))
}

fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

fn bytes(hex: &str) -> io::Result<Vec<u8>> {
    hex::decode(hex.trim_start_matches("0x")).map_err(|error| bad(format!("{error} in {hex:.40}")))
}

/// evmone's mainnet inputs of one precompile, as one stream. Some of them fail on chain as well, so
/// that only agreement can be asked for.
fn evmone(name: &str, inputs: &[String]) -> io::Result<Case> {
    let precompile = Precompile::by_name(name).ok_or_else(|| bad(format!("precompile {name}?")))?;
    let inputs = inputs.iter().map(|input| bytes(input)).collect::<io::Result<Vec<_>>>()?;
    Ok(Case::new(entry(precompile), "evmone", "evmone/mainnet", move |_| inputs.clone())
        .expect(Expect::Any)
        .quick())
}

impl Eest {
    fn case(self) -> io::Result<Case> {
        let low = u64::from_str_radix(self.address.trim_start_matches("0x"), 16)
            .map_err(|error| bad(format!("{}: {error}", self.name)))?;
        let entry = Set::mainnet(Fork::Osaka)
            .get(&Address::from_low(low))
            .ok_or_else(|| bad(format!("{}: nothing at {low:#x}", self.name)))?;
        let input = bytes(&self.input)?;
        let expect = match &self.expected {
            Some(answer) => Expect::Answers(vec![bytes(answer)?]),
            None => Expect::Any,
        };
        let name = format!("eest/{}", self.name);
        Ok(Case::new(*entry, "eest", name, move |_| vec![input.clone()]).expect(expect))
    }
}

impl Shape {
    /// The input as given, then others with the same exponent and modulus and another base, so that
    /// remembering does not help.
    fn case(self) -> io::Result<Case> {
        let input = bytes(&self.input)?;
        let expect = Expect::Answers(vec![bytes(&self.expected)?]);
        let base = 96..96 + self.base_len;
        if input.len() < base.end {
            return Err(bad(format!("{}: the input is cut off", self.name)));
        }
        let name = format!("worst/{}", self.name);
        let stream = move |rng: &mut rand_chacha::ChaCha8Rng| {
            let mut inputs = vec![input.clone(); 4];
            for input in &mut inputs[1..] {
                rng.fill_bytes(&mut input[base.clone()]);
            }
            inputs
        };
        Ok(Case::new(entry(&MODEXP), "worst", name, stream).expect(expect))
    }
}
