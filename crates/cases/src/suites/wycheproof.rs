//! Wycheproof: ECDSA on P-256 as calls of P256VERIFY, Ed25519 as calls of CIP-25.

use std::path::Path;

use gigagas::Fork;
use serde::Deserialize;

use super::{
    Contents, ed25519, json,
    kzg::sha256,
    target::{mainnet, word},
};
use crate::{case::Case, hex_text::Hex};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File<Key> {
    test_groups: Vec<Group<Key>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group<Key> {
    public_key: Key,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct EcdsaKey {
    uncompressed: Hex,
}

#[derive(Deserialize)]
struct EddsaKey {
    pk: Hex,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    tc_id: u32,
    msg: Hex,
    sig: Hex,
    result: Verdict,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Valid,
    Invalid,
}

impl<Key> File<Key> {
    fn tests(&self) -> impl Iterator<Item = (&Key, &Test)> {
        self.test_groups
            .iter()
            .flat_map(|group| group.tests.iter().map(|test| (&group.public_key, test)))
    }
}

impl Test {
    fn name(&self) -> String {
        format!("tcId {}", self.tc_id)
    }

    fn valid(&self) -> bool {
        self.result == Verdict::Valid
    }
}

/// Signatures in DER.
pub(super) fn ecdsa_der(path: &Path) -> Result<Contents, String> {
    let mut contents = Contents::default();
    for (key, test) in json::<File<EcdsaKey>>(path)?.tests() {
        match parse_der(&test.sig.0) {
            Ok(signature) => contents.cases.push(p256verify(key, test, &signature)?),
            Err(why) if test.valid() => return Err(format!("{}: valid, but {why}", test.name())),
            Err(why) => contents.skip(test.name(), why),
        }
    }
    Ok(contents)
}

/// Signatures as r and s; one of another length makes an input of another length, which is invalid too.
pub(super) fn ecdsa_p1363(path: &Path) -> Result<Contents, String> {
    let file = json::<File<EcdsaKey>>(path)?;
    file.tests().map(|(key, test)| p256verify(key, test, &test.sig.0)).collect()
}

fn p256verify(key: &EcdsaKey, test: &Test, signature: &[u8]) -> Result<Case, String> {
    let [0x04, key @ ..] = &key.uncompressed.0[..] else {
        return Err(format!("{}: the public key is not uncompressed", test.name()));
    };
    let input = [&sha256(&test.msg.0)?, signature, key].concat();
    let output = if test.valid() { word(1) } else { Vec::new() };
    Ok(mainnet(Fork::Osaka, 0x100).output(test.name(), input, output, 6900))
}

/// Invalid after RFC 8032, valid after ZIP-215: R = (0, 1) with the sign bit set.
const VALID_UNDER_ZIP215: u32 = 151;

pub(super) fn ed25519(path: &Path) -> Result<Contents, String> {
    let mut contents = Contents::default();
    for (key, test) in json::<File<EddsaKey>>(path)?.tests() {
        let valid = test.valid() || test.tc_id == VALID_UNDER_ZIP215;
        let signature = (&key.pk.0[..], &test.sig.0[..], &test.msg.0[..]);
        ed25519::push_cip25(&mut contents, test.name(), signature, valid);
    }
    Ok(contents)
}

const NOT_DER: &str = "the signature is not strict DER, which the input cannot express";
const NEGATIVE: &str = "r or s is negative, which the input cannot express";
const TOO_LONG: &str = "r or s is over 32 bytes long, which the input cannot express";

/// r and s of a signature in DER (X.690, chapter 10): SEQUENCE of two INTEGERs.
fn parse_der(signature: &[u8]) -> Result<[u8; 64], &'static str> {
    let (body, []) = element(0x30, signature)? else { return Err(NOT_DER) };
    let (r, rest) = element(0x02, body)?;
    let (s, []) = element(0x02, rest)? else { return Err(NOT_DER) };
    let mut bytes = [0; 64];
    integer(r, &mut bytes[..32])?;
    integer(s, &mut bytes[32..])?;
    Ok(bytes)
}

/// The content of an element with this tag, and what follows it.
fn element(tag: u8, bytes: &[u8]) -> Result<(&[u8], &[u8]), &'static str> {
    let (len, rest) = match bytes {
        [first, len @ 0..=0x7f, rest @ ..] if *first == tag => (len, rest),
        [first, 0x81, len @ 0x80..=0xff, rest @ ..] if *first == tag => (len, rest),
        _ => return Err(NOT_DER),
    };
    rest.split_at_checked(usize::from(*len)).ok_or(NOT_DER)
}

fn integer(content: &[u8], out: &mut [u8]) -> Result<(), &'static str> {
    let magnitude = match content {
        [] | [0x00, 0x00..=0x7f, ..] if content != [0x00] => return Err(NOT_DER),
        [0xff, 0x80..=0xff, ..] => return Err(NOT_DER),
        [0x80..=0xff, ..] => return Err(NEGATIVE),
        [0x00, magnitude @ ..] => magnitude,
        magnitude => magnitude,
    };
    let start = out.len().checked_sub(magnitude.len()).ok_or(TOO_LONG)?;
    out[start..].copy_from_slice(magnitude);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_der_is_parsed() {
        let mut expected = [0; 64];
        expected[31] = 1;
        expected[62] = 0x80;
        assert_eq!(parse_der(&[0x30, 8, 2, 1, 1, 2, 3, 0, 0x80, 0]), Ok(expected));
        assert_eq!(parse_der(&[0x30, 6, 2, 1, 0, 2, 1, 0]), Ok([0; 64]));
    }

    #[test]
    fn all_else_is_told_apart() {
        for (bytes, why) in [
            (&[][..], NOT_DER),
            (&[0x31, 6, 2, 1, 1, 2, 1, 1], NOT_DER), // another tag
            (&[0x30, 6, 2, 1, 1, 2, 1, 1, 0], NOT_DER), // bytes after the end
            (&[0x30, 7, 2, 1, 1, 2, 1, 1, 0], NOT_DER), // bytes after s
            (&[0x30, 6, 2, 1, 1, 2, 2, 1], NOT_DER), // s is cut off
            (&[0x30, 0x81, 6, 2, 1, 1, 2, 1, 1], NOT_DER), // a length longer than need be
            (&[0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0], NOT_DER), // an indefinite length
            (&[0x30, 7, 2, 2, 0, 1, 2, 1, 1], NOT_DER), // a zero byte too many
            (&[0x30, 5, 2, 0, 2, 1, 1], NOT_DER),    // an empty integer
            (&[0x30, 7, 2, 2, 0xff, 0x80, 2, 1, 1], NOT_DER),
            (&[0x30, 6, 2, 1, 0x80, 2, 1, 1], NEGATIVE),
        ] {
            assert_eq!(parse_der(bytes), Err(why), "{bytes:02x?}");
        }
        let long = [&[0x30, 38, 2, 33, 1][..], &[0; 32], &[2, 1, 1]].concat();
        assert_eq!(parse_der(&long), Err(TOO_LONG));
    }
}
