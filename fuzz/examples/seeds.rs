//! Writes seeded inputs of every precompile to `corpus/<precompile>/`.

use std::{fs, path::Path};

use gigagas_testkit::inputs::Inputs;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for precompile in gigagas::PRECOMPILES {
        let folder = corpus.join(precompile.name);
        fs::create_dir_all(&folder)?;
        let mut inputs = Inputs::new(41);
        for i in 0..200 {
            fs::write(folder.join(format!("seed-{i:03}")), inputs.draw(precompile.name))?;
        }
    }
    println!("{}", corpus.display());
    Ok(())
}
