//! Writes the table of routes.
use gigagas::route::everything_measured;
use gigagas_measure::{
    Saved,
    routing::{Input, generate, inputs_of},
};
use std::{env, fs, io, path::Path};
fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| fs::read_to_string(root.join(file));
    let mut inputs = inputs_of(everything_measured(), read)?;
    for file in env::args().skip(1) {
        inputs.retain(|input| input.file != file);
        let saved = Saved::from_csv(&read(&file)?)?;
        inputs.push(Input { file, saved });
    }
    fs::write(
        root.join("crates/gigagas/src/route/table/measured.rs"),
        generate(&inputs, everything_measured())?,
    )
}
