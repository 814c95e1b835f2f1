//! The journal of a run: what was measured is on disk at once, so that an interrupted run goes on
//! where it stopped.

use std::{
    fs::{self, File, OpenOptions},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, BufRead as _, BufReader, Seek as _, Write as _},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};

use crate::{head::Head, run::Run, saved};

/// All rounds of one case in one lap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lap {
    /// The case's id.
    pub(crate) case: String,
    /// The number of the lap, from 0.
    pub(crate) lap: usize,
    /// What was asked, in the order of the engines.
    pub(crate) engines: Vec<Checked>,
    /// Times in ns per call by round, of the engines that are not wrong, in order.
    pub(crate) rounds: Vec<Vec<f64>>,
    /// The core's clock in GHz by round, where it could be estimated.
    pub(crate) ghz: Vec<Option<f64>>,
    /// How long it took altogether, in ns.
    pub(crate) spent_ns: u64,
}

/// An engine before it is timed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checked {
    pub(crate) name: String,
    pub(crate) error: Option<String>,
    pub(crate) allocations: Option<f64>,
    /// How many of the inputs it was asked, from the first on; it is timed on these.
    pub(crate) inputs: usize,
    /// The time of the longest of these calls in ns.
    pub(crate) call_ns: u64,
}

/// A file that holds the parameters of a run, then its laps, a line each.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    pub(crate) laps: Vec<Lap>,
}

impl Journal {
    /// The journal of `run` in the folder of saved runs. It is continued only by the same program
    /// (by its date and length) on the same machine.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn of(run: &Run<'_>, head: &Head) -> io::Result<Self> {
        Self::named("journal", &run.parameters(), head)
    }

    /// The journal of what `parameters` describe, in a file whose name begins with `prefix`.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(crate) fn named(prefix: &str, parameters: &str, head: &Head) -> io::Result<Self> {
        let program = std::env::current_exe()?.metadata()?;
        let built = program.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let parameters = format!(
            "{}; {} {} {built:?} {}; {}",
            parameters,
            head.cpu,
            head.commit,
            program.len(),
            head.flags
        );
        let mut hash = DefaultHasher::new();
        parameters.hash(&mut hash);
        let name = format!("{prefix}-{:016x}.jsonl", hash.finish());
        Self::open(&saved::folder().join(name), &parameters)
    }

    /// Forgets what is in it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn restart(self) -> io::Result<Self> {
        let Self { path, file, .. } = self;
        let mut first = String::new();
        BufReader::new(File::open(&path)?).read_line(&mut first)?;
        file.set_len(first.len() as u64)?;
        Self::open(&path, &serde_json::from_str::<String>(&first)?)
    }

    /// Opens the journal at `path` if it is of a run with the same `parameters`, else begins it anew.
    /// A last line that was cut off is dropped.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, parameters: &str) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (laps, good_len) = read(&file, parameters)?;
        file.set_len(good_len)?;
        file.seek(io::SeekFrom::End(0))?;
        if good_len == 0 {
            writeln!(file, "{}", serde_json::to_string(parameters)?)?;
        }
        Ok(Self { path: path.into(), file, laps })
    }

    /// How many laps of cases are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.laps.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.laps.is_empty()
    }

    pub(crate) fn push(&mut self, lap: &Lap) -> io::Result<()> {
        let mut line = serde_json::to_string(lap)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.laps.push(lap.clone());
        Ok(())
    }

    /// Removes the file: the run is complete.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// The laps in the file, and the length of its part that is whole; nothing if the parameters differ.
fn read(file: &File, parameters: &str) -> io::Result<(Vec<Lap>, u64)> {
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    let mut good_len = 0;
    let mut laps = Vec::new();
    while let len @ 1.. = reader.read_line(&mut line)? {
        if !line.ends_with('\n') {
            break;
        }
        if good_len == 0 {
            if serde_json::from_str::<String>(&line).ok().as_deref() != Some(parameters) {
                return Ok((Vec::new(), 0));
            }
        } else {
            let Ok(lap) = serde_json::from_str(&line) else { break };
            laps.push(lap);
        }
        good_len += len as u64;
        line.clear();
    }
    Ok((laps, good_len))
}
