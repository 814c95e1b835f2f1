//! Makes the README's table of speeds anew: `cargo run -p gigagas-measure --example readme`.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("README.md");
    let readme = fs::read_to_string(&path)?;
    fs::write(
        path,
        gigagas_measure::readme::refresh(&readme, |file| fs::read_to_string(root.join(file)))?,
    )
}
