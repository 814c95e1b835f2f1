//! `gigagas decode`: the fields of an input.

use std::{io::Write, process::ExitCode};

use gigagas::{
    Precompile,
    layout::{Field, OtherLengths, Tail},
};
use serde::Serialize;

use super::fields::{Kind, kind};
use crate::{
    args::DecodeArgs,
    input, number, target,
    ui::{FAINT, Failure, HEADING, Outcome, Ui, WRONG, hex0x, hex0x_cut},
};

#[derive(Serialize)]
struct Decoded {
    status: &'static str,
    precompile: &'static str,
    length: usize,
    fields: Vec<Value>,
    /// Bytes after the last field.
    #[serde(skip_serializing_if = "Option::is_none")]
    surplus: Option<Surplus>,
    /// What the precompile makes of missing or surplus bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize)]
struct Value {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<Item>,
    offset: u64,
    /// In bytes.
    length: u64,
    /// With the zeros that missing bytes read as, where they do.
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    integer: Option<u64>,
    /// How many bytes the input lacks.
    missing: u64,
    about: &'static str,
}

#[derive(Clone, Copy, Serialize)]
struct Item {
    name: &'static str,
    index: usize,
}

#[derive(Serialize)]
struct Surplus {
    offset: usize,
    length: usize,
    value: String,
}

pub(crate) fn run(args: &DecodeArgs, ui: &mut Ui) -> Outcome {
    let precompile = target::find(&args.call.precompile, &args.call.set)?.entry.precompile;
    let input = input::read(&args.call.input, ui)?;
    let decoded = Decoder::new(precompile, &input).decode();
    if ui.json {
        ui.object(&decoded)?;
    } else {
        decoded.print(ui.out())?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Decoder<'a> {
    precompile: &'static Precompile,
    input: &'a [u8],
    offset: u64,
    fields: Vec<Value>,
}

impl<'a> Decoder<'a> {
    fn new(precompile: &'static Precompile, input: &'a [u8]) -> Self {
        Self { precompile, input, offset: 0, fields: Vec::new() }
    }

    fn decode(mut self) -> Decoded {
        let layout = &self.precompile.layout;
        self.all(layout.head, None);
        let mut index = 0;
        while !layout.item.is_empty() && !self.rest().is_empty() {
            self.all(layout.item, Some(Item { name: layout.item_name, index }));
            index += 1;
        }
        match layout.tail {
            Tail::None => {}
            Tail::Bytes(name) => self.field(name, self.rest().len() as u64, "", None),
            Tail::Sized(names) => {
                let lengths: Vec<_> = self.fields.iter().map(|field| field.integer).collect();
                for (name, length) in names.iter().zip(lengths) {
                    // A length that does not fit stands for more than there can be.
                    self.field(name, length.unwrap_or(u64::MAX), "", None);
                }
            }
        }
        self.finish()
    }

    /// What no field has taken yet.
    fn rest(&self) -> &'a [u8] {
        let offset = usize::try_from(self.offset).unwrap_or(usize::MAX);
        self.input.get(offset..).unwrap_or_default()
    }

    fn all(&mut self, fields: &[Field], item: Option<Item>) {
        for Field { name, len, about } in fields {
            self.field(name, *len as u64, about, item);
        }
    }

    fn field(&mut self, name: &'static str, length: u64, about: &'static str, item: Option<Item>) {
        /// Longest value (bytes) that is written out with zeros that the input does not have.
        const MAX_EXTENDED: usize = 4096;
        let rest = self.rest();
        let there = rest.len().min(usize::try_from(length).unwrap_or(usize::MAX));
        let mut bytes = rest[..there].to_vec();
        let whole = usize::try_from(length).unwrap_or(usize::MAX);
        if self.precompile.layout.other_lengths == OtherLengths::ZeroExtended
            && whole <= MAX_EXTENDED
        {
            bytes.resize(whole, 0);
        }
        let complete = bytes.len() == whole;
        let integer = match kind(name) {
            Kind::Integer if complete => number::to_u64(&bytes),
            Kind::LittleEndian if complete => {
                number::to_u64(&bytes.iter().rev().copied().collect::<Vec<_>>())
            }
            _ => None,
        };
        let missing = length - there as u64;
        let (offset, value) = (self.offset, hex0x(&bytes));
        self.fields.push(Value { name, item, offset, length, value, integer, missing, about });
        self.offset = self.offset.saturating_add(length);
    }

    fn finish(self) -> Decoded {
        let surplus = self.rest();
        let missing = self.fields.iter().any(|field| field.missing > 0);
        Decoded {
            status: "ok",
            precompile: self.precompile.name,
            length: self.input.len(),
            note: note(self.precompile.layout.other_lengths, missing, !surplus.is_empty()),
            surplus: (!surplus.is_empty()).then(|| Surplus {
                offset: self.input.len() - surplus.len(),
                length: surplus.len(),
                value: hex0x(surplus),
            }),
            fields: self.fields,
        }
    }
}

fn note(other_lengths: OtherLengths, missing: bool, surplus: bool) -> Option<String> {
    let what = match (missing, surplus) {
        (false, false) => return None,
        (true, _) => "too short",
        (_, true) => "too long",
    };
    Some(match other_lengths {
        OtherLengths::ZeroExtended if missing => "missing bytes read as zero".into(),
        OtherLengths::ZeroExtended => "surplus bytes are ignored".into(),
        OtherLengths::Halt => format!("the input is {what}: a call with it halts"),
        OtherLengths::Negative => {
            format!("the input is {what}: a call with it gives the negative answer")
        }
    })
}

impl Decoded {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{HEADING}{}, {} bytes{HEADING:#}", self.precompile, self.length)?;
        let width = self.fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
        let mut item = None;
        for field in &self.fields {
            if let Some(Item { name, index }) = field.item.filter(|new| Some(new.index) != item) {
                writeln!(out, "{HEADING}{name} {}{HEADING:#}", index + 1)?;
                item = Some(index);
            }
            field.print(width, out)?;
        }
        if let Some(Surplus { offset, length, value }) = &self.surplus {
            let end = offset + length;
            let bytes = input::parse_hex(value).unwrap_or_default();
            let value = hex0x_cut(&bytes, SHOWN);
            writeln!(
                out,
                "{:>14}  {WRONG}{length} surplus bytes{WRONG:#} {value}",
                range(*offset as u64, end as u64)
            )?;
        }
        if let Some(note) = &self.note {
            writeln!(out, "{WRONG}{note}{WRONG:#}")?;
        }
        Ok(())
    }
}

/// How many bytes of a value people are shown.
const SHOWN: usize = 128;

fn range(start: u64, end: u64) -> String {
    format!("{start}..{end}")
}

impl Value {
    fn print(&self, width: usize, out: &mut dyn Write) -> Result<(), Failure> {
        let end = self.offset.saturating_add(self.length);
        let bytes = input::parse_hex(&self.value).unwrap_or_default();
        write!(
            out,
            "{:>14}  {:<width$}  {}",
            range(self.offset, end),
            self.name,
            hex0x_cut(&bytes, SHOWN)
        )?;
        if let Some(integer) = self.integer {
            write!(out, " = {integer}")?;
        }
        if self.missing > 0 {
            write!(out, "  {WRONG}{} bytes missing{WRONG:#}", self.missing)?;
        }
        if !self.about.is_empty() {
            write!(out, "  {FAINT}{}{FAINT:#}", self.about)?;
        }
        Ok(writeln!(out)?)
    }
}
