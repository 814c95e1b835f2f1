//! Where the vectors are.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The environment variable that names the folder of the public vectors.
pub const VECTORS_VARIABLE: &str = "GIGAGAS_VECTORS";
/// The environment variable that names the folder of `known-faults.json`.
pub const CASES_VARIABLE: &str = "GIGAGAS_CASES";
/// The environment variable that, set to 1, makes missing vectors a failure.
pub const REQUIRED_VARIABLE: &str = "GIGAGAS_VECTORS_REQUIRED";

/// The folder of the public vectors: `GIGAGAS_VECTORS`, else `shared/vectors` beside the workspace.
#[must_use]
pub fn vectors_dir() -> PathBuf {
    match from_environment(VECTORS_VARIABLE) {
        Some(dir) => dir,
        None => tidy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors")),
    }
}

/// The two folders that suites are read from.
#[derive(Debug, Clone)]
pub struct Dirs {
    /// The public vectors.
    pub vectors: PathBuf,
    /// Where `known-faults.json` is.
    pub cases: PathBuf,
}

impl Dirs {
    /// [`vectors_dir`], and `GIGAGAS_CASES` or else the folder `cases` beside it.
    #[must_use]
    pub fn find() -> Self {
        Self::at(vectors_dir())
    }

    /// The given folder of vectors, and `GIGAGAS_CASES` or else the folder `cases` beside it.
    #[must_use]
    pub fn at(vectors: PathBuf) -> Self {
        let cases = from_environment(CASES_VARIABLE).unwrap_or_else(|| vectors.join("../cases"));
        Self { cases: tidy(&cases), vectors: tidy(&vectors) }
    }
}

fn from_environment(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The real path where there is one, so that messages are readable; else the path as it is.
fn tidy(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into())
}
