//! The routing table from measured results.

use std::{error::Error, fs, io, path::Path, process::ExitCode};

use gigagas::route::everything_measured;
use gigagas_measure::{
    Saved,
    routing::{Input, generate, inputs_of},
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Results that replace or join those behind the present table, as `gigagas bench --csv` prints them;
    /// paths from the root of the repository. Default: the present ones.
    results: Vec<String>,
    /// Write nothing; fail if the table is not what its results say.
    #[arg(long)]
    check: bool,
}

const TABLE: &str = "crates/gigagas/src/route/table/measured.rs";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| {
        let about = |error: io::Error| io::Error::new(error.kind(), format!("{file}: {error}"));
        fs::read_to_string(root.join(file)).map_err(about)
    };
    // A file that is named need not be there any more as it was.
    let named = |file: &str| args.results.iter().any(|named| named == file);
    let kept: Vec<_> =
        everything_measured().iter().filter(|m| !named(m.source.file)).copied().collect();
    let mut inputs = inputs_of(&kept, read)?;
    for file in &args.results {
        inputs.push(Input { file: file.clone(), saved: Saved::from_csv(&read(file)?)? });
    }
    let table = generate(&inputs, everything_measured())?;
    if read(TABLE)? == table {
        println!("{TABLE} is what its results say");
    } else if args.check {
        eprintln!("{TABLE} is stale: run `cargo run -p gigagas-bench -- route`");
        return Ok(ExitCode::FAILURE);
    } else {
        fs::write(root.join(TABLE), table)?;
        println!("{TABLE} is written; `gigagas route` explains it");
    }
    Ok(ExitCode::SUCCESS)
}
