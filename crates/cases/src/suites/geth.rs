//! go-ethereum's format, which the EIPs' assets share.

use std::path::Path;

use serde::Deserialize;

use super::{Contents, json, target::Target};
use crate::{
    case::{Expected, HaltKind},
    hex_text::Hex,
};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Passing {
    name: String,
    input: Hex,
    expected: Hex,
    gas: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Failing {
    name: String,
    input: Hex,
    expected_error: String,
}

pub(super) fn passing(path: &Path, target: Target) -> Result<Contents, String> {
    let cases: Vec<Passing> = json(path)?;
    Ok(cases.into_iter().map(|c| target.output(c.name, c.input.0, c.expected.0, c.gas)).collect())
}

pub(super) fn failing(path: &Path, target: Target) -> Result<Contents, String> {
    let cases: Vec<Failing> = json(path)?;
    let case = |c: Failing| {
        target.case(c.name, c.input.0, Expected::Halt(halt_kind(&c.expected_error)), None)
    };
    Ok(cases.into_iter().map(case).collect())
}

/// What go-ethereum's error texts say.
fn halt_kind(text: &str) -> HaltKind {
    let code = match text {
        "invalid input length" => "length",
        "invalid field element top bytes"
        | "invalid fp.Element encoding"
        | "invalid final flag" => "encoding",
        "invalid point: not on curve" => "not_on_curve",
        _ if text.ends_with("correct subgroup") => "not_in_subgroup",
        _ => return HaltKind::Failure,
    };
    HaltKind::Code(code)
}
