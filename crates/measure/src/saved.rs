//! Results as text: JSON lines for programs, CSV for people and for `results/`.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    head::Head,
    record::{Record, Spread},
};

/// A run with its circumstances.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    /// The circumstances.
    pub head: Head,
    /// The results, case by case.
    pub records: Vec<Record>,
}

const COLUMNS: &str = "operation,case,family,engine,backend,version,gas,median_ns,low_ns,high_ns,noise,\
                       cycles,mgas_per_s,ratio,ratio_noise,allocations,rounds,noisy,wrong,p50_ns,p95_ns,\
                       p99_ns,max_ns";

#[derive(Serialize, Deserialize)]
struct HeadLine {
    head: Head,
}

/// The folder for runs and journals: `GIGAGAS_BENCH_DIR`, else `target/gigagas-bench`.
#[must_use]
pub fn folder() -> PathBuf {
    match std::env::var_os("GIGAGAS_BENCH_DIR") {
        Some(folder) => folder.into(),
        None => ["target", "gigagas-bench"].iter().collect(),
    }
}

/// Where a run of that name is kept; a name with a separator or `.jsonl` is a path itself.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    if name.contains(std::path::is_separator) || name.ends_with(".jsonl") {
        return name.into();
    }
    folder().join(format!("{name}.jsonl"))
}

impl Saved {
    /// A line with the head, then a line for each record.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let head = serde_json::to_string(&HeadLine { head: self.head.clone() })?;
        fs::write(path, head + "\n" + &json_lines(&self.records)?)
    }

    /// What [`Saved::save`] wrote.
    ///
    /// # Errors
    /// If the file cannot be read or is not such a file.
    pub fn load(path: &Path) -> io::Result<Self> {
        let about =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let text = fs::read_to_string(path).map_err(about)?;
        let mut lines = text.lines();
        let head: Result<HeadLine, _> = serde_json::from_str(lines.next().unwrap_or_default());
        let records: Result<Vec<Record>, _> = lines.map(serde_json::from_str).collect();
        match (head, records) {
            (Ok(HeadLine { head }), Ok(records)) => Ok(Self { head, records }),
            (Err(error), _) | (_, Err(error)) => Err(about(error.into())),
        }
    }

    /// The head as comments, then a table with a line for each record.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.head.lines() {
            text += &format!("# {name}: {value}\n");
        }
        text += COLUMNS;
        text.push('\n');
        for record in &self.records {
            text += &csv_line(record);
        }
        text
    }

    /// What [`Saved::csv`] wrote, to the digits that it has.
    ///
    /// # Errors
    /// If the text is not such a table.
    pub fn from_csv(text: &str) -> io::Result<Self> {
        let bad = |what: &str| {
            io::Error::new(io::ErrorKind::InvalidData, format!("not a table of results: {what}"))
        };
        let comments = text.lines().map_while(|line| line.strip_prefix("# "));
        let comments: Vec<_> = comments.filter_map(|line| line.split_once(": ")).collect();
        let head = Head::from_lines(&comments).ok_or_else(|| bad("circumstances are missing"))?;
        let mut rows = text.lines().skip_while(|line| line.starts_with("# "));
        let columns: Vec<&str> = rows.next().unwrap_or_default().split(',').collect();
        let record = |line: &str| parse_record(&columns, line).ok_or_else(|| bad(line));
        let records = rows.map(record).collect::<io::Result<_>>()?;
        Ok(Self { head, records })
    }
}

/// A row by the names of its columns; those of figures may be missing, as in files of older versions.
fn parse_record(columns: &[&str], line: &str) -> Option<Record> {
    let fields = csv_fields(line);
    if fields.len() != columns.len() {
        return None;
    }
    let text = |name: &str| {
        let index = columns.iter().position(|column| *column == name)?;
        Some(fields[index].as_str())
    };
    let number = |name: &str| match text(name) {
        None | Some("") => Some(None),
        Some(digits) => Some(Some(digits.parse::<f64>().ok()?)),
    };
    let (operation, case, gas) = (text("operation")?, text("case")?, text("gas")?.parse().ok()?);
    let backend = text("backend")?;
    let error = text("wrong")?;
    let mgas_per_s = number("mgas_per_s")?;
    let spread = (number("p50_ns")?, number("p95_ns")?, number("p99_ns")?, number("max_ns")?);
    Some(Record {
        operation: operation.into(),
        case: case.into(),
        family: text("family")?.into(),
        label: format!("{operation}/{case}-Gas={gas}"),
        engine: text("engine")?.into(),
        version: text("version")?.into(),
        backend: (!backend.is_empty()).then(|| backend.into()),
        median_ns: number("median_ns")?,
        low_ns: number("low_ns")?,
        high_ns: number("high_ns")?,
        spread: match spread {
            (Some(p50_ns), Some(p95_ns), Some(p99_ns), Some(max_ns)) => {
                Some(Spread { p50_ns, p95_ns, p99_ns, max_ns })
            }
            _ => None,
        },
        noise: number("noise")?,
        cycles: number("cycles")?,
        gas,
        mgas_per_s,
        gas_rate: mgas_per_s.map(|rate| rate * 1e6),
        ratio: number("ratio")?,
        ratio_noise: number("ratio_noise")?,
        allocations: number("allocations")?,
        rounds: text("rounds")?.parse().ok()?,
        noisy: text("noisy")? == "1",
        wrong: error != "0",
        error: (error != "0").then(|| error.into()),
    })
}

/// The fields of a line, without their quotes.
fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let (Some(letter), Some(field)) = (letters.next(), fields.last_mut()) {
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => field.push(letter),
        }
    }
    fields
}

/// A line of JSON for each record.
///
/// # Errors
/// If a figure has no JSON, which no figure has.
pub fn json_lines(records: &[Record]) -> io::Result<String> {
    let mut text = String::new();
    for record in records {
        text += &serde_json::to_string(record)?;
        text.push('\n');
    }
    Ok(text)
}

fn csv_line(record: &Record) -> String {
    let number = |value: Option<f64>, digits: usize| match value {
        Some(value) => format!("{value:.digits$}"),
        None => String::new(),
    };
    let mut line = String::new();
    for text in [
        record.operation.as_str(),
        &record.case,
        &record.family,
        &record.engine,
        record.backend.as_deref().unwrap_or_default(),
        &record.version,
    ] {
        line += &csv_field(text);
        line.push(',');
    }
    let _ = writeln!(
        line,
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        record.gas,
        number(record.median_ns, 1),
        number(record.low_ns, 1),
        number(record.high_ns, 1),
        number(record.noise, 4),
        number(record.cycles, 0),
        number(record.mgas_per_s, 2),
        number(record.ratio, 4),
        number(record.ratio_noise, 4),
        number(record.allocations, 2),
        record.rounds,
        u8::from(record.noisy),
        record.error.as_deref().map_or("0".into(), csv_field),
        number(record.spread.map(|spread| spread.p50_ns), 1),
        number(record.spread.map(|spread| spread.p95_ns), 1),
        number(record.spread.map(|spread| spread.p99_ns), 1),
        number(record.spread.map(|spread| spread.max_ns), 1),
    );
    line
}

/// RFC 4180: quoted where it must be.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}
