//! `gigagas encode`: an input from its fields.

use std::{collections::BTreeMap, process::ExitCode};

use gigagas::{
    Precompile,
    layout::{Field, Tail},
};
use serde::Serialize;

use super::fields::{Kind, kind};
use crate::{
    args::{EncodeArgs, InputFormat},
    input, number, target,
    ui::{Failure, Outcome, Ui, hex0x},
};

#[derive(Serialize)]
struct Encoded {
    status: &'static str,
    precompile: &'static str,
    input: String,
    length: usize,
}

pub(crate) fn run(args: &EncodeArgs, ui: &mut Ui) -> Outcome {
    let precompile = target::find(&args.precompile, &args.set)?.entry.precompile;
    let mut parts = Parts::default();
    for word in &args.fields {
        let Some((name, value)) = word.split_once('=') else {
            return Err(Failure::usage(format!(
                "{word:?} is not FIELD=VALUE; {}",
                known(precompile)
            )));
        };
        parts.add(precompile, name, value)?;
    }
    let input = parts.encode(precompile, ui)?;
    if ui.json {
        let (precompile, length, input) = (precompile.name, input.len(), hex0x(&input));
        ui.object(&Encoded { status: "ok", precompile, input, length })?;
    } else {
        writeln!(ui.out(), "{}", hex0x(&input))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Texts of values by field.
type Values<'a> = BTreeMap<&'static str, &'a str>;

/// What was given, sorted into the parts of the layout.
#[derive(Default)]
struct Parts<'a> {
    head: Values<'a>,
    items: Vec<Values<'a>>,
    tail: Values<'a>,
}

impl<'a> Parts<'a> {
    fn add(
        &mut self,
        precompile: &'static Precompile,
        name: &str,
        value: &'a str,
    ) -> Result<(), Failure> {
        let layout = &precompile.layout;
        let named =
            |fields: &[Field]| fields.iter().map(|field| field.name).find(|known| *known == name);
        let tail = tail_names(precompile).iter().copied().find(|known| *known == name);
        let repeated = if let Some(name) = named(layout.head) {
            self.head.insert(name, value)
        } else if let Some(name) = named(layout.item) {
            if self.items.last().is_none_or(|item| item.contains_key(name)) {
                self.items.push(Values::new());
            }
            self.items.last_mut().and_then(|item| item.insert(name, value))
        } else if let Some(name) = tail {
            self.tail.insert(name, value)
        } else {
            return Err(Failure::usage(format!("no field {name:?}; {}", known(precompile))));
        };
        match repeated {
            Some(_) => Err(Failure::usage(format!("{name} is given twice"))),
            None => Ok(()),
        }
    }

    fn encode(mut self, precompile: &'static Precompile, ui: &mut Ui) -> Result<Vec<u8>, Failure> {
        let layout = &precompile.layout;
        let mut tail = Vec::new();
        match layout.tail {
            Tail::None => {}
            Tail::Bytes(name) => {
                let text = self.tail.get(name).copied().unwrap_or_default();
                tail =
                    input::read_text(text, InputFormat::Auto, ui).map_err(|e| within(name, e))?;
            }
            Tail::Sized(names) => return self.encode_sized(layout.head, names),
        }
        let mut input = fixed(layout.head, &mut self.head, "", precompile)?;
        for (index, mut item) in self.items.into_iter().enumerate() {
            let of = format!(" of {} {}", layout.item_name, index + 1);
            input.extend(fixed(layout.item, &mut item, &of, precompile)?);
        }
        input.extend(tail);
        Ok(input)
    }

    /// `head` are the lengths of the operands `names`. Operands at the end may be left out where their
    /// lengths are given.
    fn encode_sized(&self, head: &[Field], names: &[&str]) -> Result<Vec<u8>, Failure> {
        let (mut lengths, mut operands, mut left_out) = (Vec::new(), Vec::new(), None);
        for (field, name) in head.iter().zip(names) {
            let length = self.head.get(field.name);
            let length = length.map(|text| integer(field.name, text, field.len)).transpose()?;
            let operand = self.tail.get(name).map(|text| operand(name, text)).transpose()?;
            let (length, operand) = match (length, operand) {
                (None, None) => return Err(Failure::usage(format!("{name} is missing"))),
                (None, Some(operand)) => (length_of(&operand, field.len), operand),
                (Some(length), Some(operand)) => {
                    let operand = padded_to(&length, &operand, name, field.name)?;
                    (length, operand)
                }
                (Some(length), None) => {
                    let is_empty = number::without_leading_zeros(&length).is_empty();
                    left_out = left_out.or((!is_empty).then_some(*name));
                    (length, Vec::new())
                }
            };
            if let Some(missing) = left_out.filter(|_| !operand.is_empty()) {
                return Err(Failure::usage(format!("{missing} is missing before {name}")));
            }
            lengths.extend(length);
            operands.extend(operand);
        }
        Ok([lengths, operands].concat())
    }
}

/// The operand's length in `len` bytes.
fn length_of(operand: &[u8], len: usize) -> Vec<u8> {
    let bytes = operand.len().to_be_bytes();
    [&vec![0; len - bytes.len()][..], &bytes].concat()
}

/// The operand with zeros before it, as long as stated.
fn padded_to(length: &[u8], value: &[u8], name: &str, stated_by: &str) -> Result<Vec<u8>, Failure> {
    /// Longer operands are better written as they are.
    const MAX: u64 = 1 << 20;
    let Some(len) = number::to_u64(length).filter(|&len| len <= MAX) else {
        return Err(Failure::usage(format!("{stated_by} is over {MAX}, too long to write {name}")));
    };
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    pad(number::without_leading_zeros(value), len).ok_or_else(|| {
        Failure::usage(format!("{name} has more than the {len} bytes that {stated_by} states"))
    })
}

fn tail_names(precompile: &'static Precompile) -> &'static [&'static str] {
    match &precompile.layout.tail {
        Tail::None => &[],
        Tail::Bytes(name) => std::slice::from_ref(name),
        Tail::Sized(names) => names,
    }
}

/// The fields one after the other; `of` says which item they belong to.
fn fixed(
    fields: &[Field],
    values: &mut Values<'_>,
    of: &str,
    precompile: &'static Precompile,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    for field in fields {
        let Some(text) = values.remove(field.name) else {
            let message = format!("{}{of} is missing; {}", field.name, known(precompile));
            return Err(Failure::usage(message));
        };
        bytes.extend(value(field, text).map_err(|error| within(of.trim_start(), error))?);
    }
    Ok(bytes)
}

fn value(field: &Field, text: &str) -> Result<Vec<u8>, Failure> {
    match kind(field.name) {
        Kind::Integer => integer(field.name, text, field.len),
        Kind::LittleEndian if !is_hex(text) => {
            let mut bytes = integer(field.name, text, field.len)?;
            bytes.reverse();
            Ok(bytes)
        }
        Kind::LittleEndian | Kind::Bytes => exact(field, text),
    }
}

fn is_hex(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}

fn exact(field: &Field, text: &str) -> Result<Vec<u8>, Failure> {
    let bytes = hex(field.name, text)?;
    if bytes.len() == field.len {
        return Ok(bytes);
    }
    let Field { name, len, .. } = field;
    Err(Failure::usage(format!("{name} must be {len} bytes of hex; {} are given", bytes.len())))
}

/// Decimal or 0x hex, with zeros before it to `len` bytes.
fn integer(name: &str, text: &str, len: usize) -> Result<Vec<u8>, Failure> {
    let bytes = if is_hex(text) { hex_integer(name, text)? } else { decimal(name, text)? };
    pad(number::without_leading_zeros(&bytes), len)
        .ok_or_else(|| Failure::usage(format!("{name} does not fit {len} bytes")))
}

/// An operand of MODEXP: hex as it is written, decimal without leading zeros, but one byte at least.
fn operand(name: &str, text: &str) -> Result<Vec<u8>, Failure> {
    if is_hex(text) {
        return hex_integer(name, text);
    }
    let bytes = decimal(name, text)?;
    Ok(if bytes.is_empty() { vec![0] } else { bytes })
}

fn decimal(name: &str, text: &str) -> Result<Vec<u8>, Failure> {
    number::parse_decimal(text)
        .map_err(|error| Failure::usage(format!("{name} {error} (hex begins with 0x)")))
}

/// An integer may have an odd number of digits.
fn hex_integer(name: &str, text: &str) -> Result<Vec<u8>, Failure> {
    let digits = &text[2..];
    if digits.len() % 2 == 1 { hex(name, &format!("0x0{digits}")) } else { hex(name, text) }
}

fn hex(name: &str, text: &str) -> Result<Vec<u8>, Failure> {
    input::parse_hex(text).map_err(|error| Failure::usage(format!("{name} {error}")))
}

fn pad(bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    let zeros = len.checked_sub(bytes.len())?;
    Some([&vec![0; zeros][..], bytes].concat())
}

fn within(place: &str, error: Failure) -> Failure {
    match error {
        Failure::Usage(message) if !place.is_empty() => {
            Failure::Usage(format!("{place}: {message}"))
        }
        other => other,
    }
}

/// The fields, for messages.
fn known(precompile: &'static Precompile) -> String {
    let layout = &precompile.layout;
    let fields = |fields: &[Field]| {
        let words = fields
            .iter()
            .map(|Field { name, len, about }| format!("\n  {name} ({len} bytes): {about}"));
        words.collect::<String>()
    };
    let mut text = format!("fields of {}:{}", precompile.name, fields(layout.head));
    if !layout.item.is_empty() {
        text += &format!("\n  and for each {}:{}", layout.item_name, fields(layout.item));
    }
    for name in tail_names(precompile) {
        text += &format!("\n  {name}");
    }
    text
}
