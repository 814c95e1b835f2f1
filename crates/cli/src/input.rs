//! Bytes from the command line, a file or standard input.

use std::{
    fs,
    io::{self, Read},
};

use crate::{
    args::{InputArgs, InputFormat},
    ui::{Failure, Ui},
};

/// The bytes that INPUT stands for.
pub(crate) fn read(args: &InputArgs, ui: &mut Ui) -> Result<Vec<u8>, Failure> {
    read_text(&args.input, args.input_format, ui)
}

/// Hex, `@file` or `-`; `format` is of the latter two.
pub(crate) fn read_text(text: &str, format: InputFormat, ui: &mut Ui) -> Result<Vec<u8>, Failure> {
    let (what, content) = if text == "-" {
        let mut content = Vec::new();
        let read = io::stdin().read_to_end(&mut content);
        read.map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        ("standard input", content)
    } else if let Some(path) = text.strip_prefix('@') {
        let content = fs::read(path);
        (path, content.map_err(|error| Failure::usage(format!("cannot read {path}: {error}")))?)
    } else {
        return parse_hex(text).map_err(|error| Failure::usage(format!("the input {error}")));
    };
    let as_text = std::str::from_utf8(&content).ok();
    match (format, as_text) {
        (InputFormat::Raw, _) | (InputFormat::Auto, None) => Ok(content),
        (InputFormat::Hex, None) => Err(Failure::usage(format!("{what} is not hex, but binary"))),
        (InputFormat::Auto, Some(text)) if !looks_like_hex(text) => {
            let len = content.len();
            ui.note(&format!("{what} is not hex; its {len} bytes are taken as they are"));
            Ok(content)
        }
        (InputFormat::Auto | InputFormat::Hex, Some(text)) => {
            parse_hex(text).map_err(|error| Failure::usage(format!("{what} {error}")))
        }
    }
}

/// What begins with 0x is meant to be hex, right or wrong.
fn looks_like_hex(text: &str) -> bool {
    let mut digits = text.chars().filter(|c| !c.is_whitespace()).peekable();
    if text.trim_start().starts_with("0x") {
        return true;
    }
    let mut count = 0;
    digits.all(|c| {
        count += 1;
        c.is_ascii_hexdigit()
    }) && count % 2 == 0
}

/// Hex digits after an optional 0x; white space does not count. Errors follow a noun.
pub(crate) fn parse_hex(text: &str) -> Result<Vec<u8>, String> {
    let body = text.trim_start();
    let body = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")).unwrap_or(body);
    let skipped = text.chars().count() - body.chars().count();
    let mut bytes = Vec::with_capacity(body.len() / 2);
    let mut half: Option<(u8, usize)> = None;
    for (index, digit) in body.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        let position = skipped + index + 1;
        let value = digit.to_digit(16).and_then(|value| u8::try_from(value).ok());
        let value = value.ok_or_else(|| {
            format!("is not hex: character {position} ({digit:?}) is no hex digit")
        })?;
        half = match half {
            None => Some((value, position)),
            Some((high, _)) => {
                bytes.push(high << 4 | value);
                None
            }
        };
    }
    match half {
        None => Ok(bytes),
        Some((_, position)) => Err(format!(
            "has an odd number of hex digits ({}): the last one, character {position}, has no partner",
            2 * bytes.len() + 1
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_with_and_without_prefix_and_white_space() {
        for text in ["0xabcd", "abcd", "ABCD", "0Xab cd", " 0xab\ncd\n"] {
            assert_eq!(parse_hex(text), Ok(vec![0xab, 0xcd]), "{text}");
        }
        assert_eq!(parse_hex(""), Ok(vec![]));
        assert_eq!(parse_hex("0x"), Ok(vec![]));
    }

    #[test]
    fn errors_give_the_position() {
        let error = parse_hex("0xabg0").unwrap_err();
        assert_eq!(error, "is not hex: character 5 ('g') is no hex digit");
        let error = parse_hex("0xabc").unwrap_err();
        let expected =
            "has an odd number of hex digits (3): the last one, character 5, has no partner";
        assert_eq!(error, expected);
        assert!(parse_hex("é").unwrap_err().contains("character 1"));
    }

    #[test]
    fn what_is_taken_as_hex() {
        for text in ["", "\n", "00ff", "00 ff\n", "0x0", "0xzz"] {
            assert!(looks_like_hex(text), "{text:?}");
        }
        for text in ["abc", "hello", "00fg", "x0"] {
            assert!(!looks_like_hex(text), "{text:?}");
        }
    }
}
