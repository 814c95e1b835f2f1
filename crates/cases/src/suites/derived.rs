//! Edge cases computed with big-integer models.

use std::path::Path;

use gigagas::{Address, Fork};
use serde::Deserialize;

use super::{
    Contents, json,
    target::{self, Target, mainnet, word},
};
use crate::{
    case::{Case, Expected, HaltKind},
    hex_text::Hex,
};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Edge {
    address: Option<String>,
    name: String,
    input: Hex,
    expected: Option<Hex>,
    fail: bool,
    gas: Option<u64>,
}

impl Edge {
    fn case(self, target: Target) -> Result<Case, String> {
        let expected = match (self.fail, self.expected) {
            (false, Some(Hex(output))) => Expected::Output(output),
            (true, _) => Expected::Halt(HaltKind::Failure),
            (false, None) => return Err(format!("{}: neither fails nor has an output", self.name)),
        };
        Ok(target.case(self.name, self.input.0, expected, self.gas))
    }
}

pub(super) fn edge(path: &Path, fork: Fork, address: u64) -> Result<Contents, String> {
    let cases: Vec<Edge> = json(path)?;
    cases.into_iter().map(|edge| edge.case(mainnet(fork, address))).collect()
}

pub(super) fn bls_edge(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Edge> = json(path)?;
    cases.into_iter().map(|edge| edge.case_at_its_address()).collect()
}

impl Edge {
    fn case_at_its_address(self) -> Result<Case, String> {
        let address = self.address.as_deref().ok_or("no Address")?;
        let address: Address = format!("0x{address}").parse().map_err(|e| format!("{e}"))?;
        let target = target::find(Fork::Prague, &address).ok_or("no such precompile")?;
        self.case(target)
    }
}

#[derive(Deserialize)]
struct Membership {
    curve: Curve,
    name: String,
    encoding: Hex,
    in_subgroup: bool,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Curve {
    BlsG1,
    BlsG2,
    Bn254G2,
}

pub(super) fn subgroup_membership(path: &Path) -> Result<Contents, String> {
    let cases: Vec<Membership> = json(path)?;
    Ok(cases.iter().flat_map(Membership::calls).collect())
}

impl Membership {
    /// The calls that tell whether the point is in the subgroup, and the additions that must not.
    fn calls(&self) -> Vec<Case> {
        let prague = |address| mainnet(Fork::Prague, address);
        match self.curve {
            Curve::BlsG1 => vec![
                self.checked("product with 0", prague(0x0c), &[&self.point(), &word(0)], &[0; 128]),
                self.checked(
                    "product with 1",
                    prague(0x0c),
                    &[&self.point(), &word(1)],
                    &self.point(),
                ),
                self.checked(
                    "pairing with infinity",
                    prague(0x0f),
                    &[&self.point(), &[0; 256]],
                    &word(1),
                ),
                self.unchecked("sum with infinity", prague(0x0b), &[&self.point(), &[0; 128]]),
            ],
            Curve::BlsG2 => vec![
                self.checked("product with 0", prague(0x0e), &[&self.point(), &word(0)], &[0; 256]),
                self.checked(
                    "product with 1",
                    prague(0x0e),
                    &[&self.point(), &word(1)],
                    &self.point(),
                ),
                self.checked(
                    "pairing with infinity",
                    prague(0x0f),
                    &[&[0; 128], &self.point()],
                    &word(1),
                ),
                self.unchecked("sum with infinity", prague(0x0d), &[&self.point(), &[0; 256]]),
            ],
            Curve::Bn254G2 => vec![self.checked(
                "pairing with infinity",
                mainnet(Fork::Istanbul, 0x08),
                &[&[0; 64], &self.point()],
                &word(1),
            )],
        }
    }

    fn point(&self) -> Vec<u8> {
        self.encoding.0.clone()
    }

    fn checked(&self, what: &str, target: Target, input: &[&[u8]], output: &[u8]) -> Case {
        let expected = match self.in_subgroup {
            true => Expected::Output(output.to_vec()),
            false => Expected::Halt(HaltKind::Code("not_in_subgroup")),
        };
        target.case(format!("{}: {what}", self.name), input.concat(), expected, None)
    }

    fn unchecked(&self, what: &str, target: Target, input: &[&[u8]]) -> Case {
        target.output(format!("{}: {what}", self.name), input.concat(), self.point(), None)
    }
}
