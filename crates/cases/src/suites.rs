//! The files of vectors: where each stands, what it calls, how it is read.

mod bench;
mod celo;
mod derived;
mod ed25519;
mod geth;
mod known_faults;
mod kzg;
mod modexp;
mod target;
mod wycheproof;

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use gigagas::Fork::{self, Byzantium, Cancun, Frontier, Istanbul, Osaka, Prague};
use serde::de::DeserializeOwned;

use crate::{case::Case, dirs::Dirs};
pub use known_faults::{EvmCase, evm_cases};

/// Vectors of one origin.
#[derive(Debug)]
pub struct Suite {
    /// A short name.
    pub name: &'static str,
    /// Its files.
    pub files: &'static [SuiteFile],
}

/// A file of vectors.
#[derive(Debug)]
pub struct SuiteFile {
    /// Path below the folder.
    pub path: &'static str,
    root: Root,
    format: Format,
}

/// Which folder a path stands in.
#[derive(Debug, Clone, Copy)]
enum Root {
    Vectors,
    Cases,
}

/// How a file is read.
#[derive(Debug, Clone, Copy)]
enum Format {
    /// go-ethereum's list of successful calls, of the address at the fork.
    Passing(Fork, u64),
    /// go-ethereum's list of failing calls.
    Failing(Fork, u64),
    /// A format of its own.
    Own(fn(&Path) -> Result<Contents, String>),
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct Contents {
    /// The calls to make.
    pub cases: Vec<Case>,
    /// Vectors that are no call of a precompile.
    pub skipped: Vec<Skipped>,
}

impl Contents {
    fn skip(&mut self, name: String, reason: &'static str) {
        self.skipped.push(Skipped { name, reason });
    }
}

impl FromIterator<Case> for Contents {
    fn from_iter<I: IntoIterator<Item = Case>>(cases: I) -> Self {
        Self { cases: cases.into_iter().collect(), skipped: Vec::new() }
    }
}

/// A vector that cannot be made a call.
#[derive(Debug, Clone)]
pub struct Skipped {
    /// The vector's name.
    pub name: String,
    /// Why.
    pub reason: &'static str,
}

/// Why a file gave no cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such file.
    Missing(PathBuf),
    /// It holds no cases.
    Empty(PathBuf),
    /// It is not what it should be.
    Malformed(PathBuf, String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{}: no such file", path.display()),
            Self::Empty(path) => write!(f, "{}: no cases in it", path.display()),
            Self::Malformed(path, why) => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

/// A suite as it was read.
#[derive(Debug)]
pub struct LoadedSuite {
    /// The suite's name.
    pub name: &'static str,
    /// Its files, in order.
    pub files: Vec<LoadedFile>,
}

/// A file as it was read.
#[derive(Debug)]
pub struct LoadedFile {
    /// Path below the folder.
    pub path: &'static str,
    /// The cases, or why there are none.
    pub contents: Result<Contents, LoadError>,
}

impl LoadedSuite {
    /// All cases with their file's path.
    pub fn cases(&self) -> impl Iterator<Item = (&'static str, &Case)> {
        let read =
            self.files.iter().filter_map(|file| Some((file.path, file.contents.as_ref().ok()?)));
        read.flat_map(|(path, contents)| contents.cases.iter().map(move |case| (path, case)))
    }

    /// The files that gave nothing.
    pub fn errors(&self) -> impl Iterator<Item = &LoadError> {
        self.files.iter().filter_map(|file| file.contents.as_ref().err())
    }

    /// How many vectors were skipped, by reason.
    #[must_use]
    pub fn skipped(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        let read = self.files.iter().filter_map(|file| file.contents.as_ref().ok());
        for skipped in read.flat_map(|contents| &contents.skipped) {
            *counts.entry(skipped.reason).or_default() += 1;
        }
        counts
    }
}

impl Suite {
    /// Reads every file.
    #[must_use]
    pub fn load(&self, dirs: &Dirs) -> LoadedSuite {
        let load = |file: &SuiteFile| LoadedFile { path: file.path, contents: file.load(dirs) };
        LoadedSuite { name: self.name, files: self.files.iter().map(load).collect() }
    }
}

impl SuiteFile {
    /// Reads the file. One without cases is an error, so that nothing counts as a pass.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn load(&self, dirs: &Dirs) -> Result<Contents, LoadError> {
        let root = match self.root {
            Root::Vectors => &dirs.vectors,
            Root::Cases => &dirs.cases,
        };
        let path = root.join(self.path);
        if !path.is_file() {
            return Err(LoadError::Missing(path));
        }
        let read = match self.format {
            Format::Passing(fork, address) => geth::passing(&path, target::mainnet(fork, address)),
            Format::Failing(fork, address) => geth::failing(&path, target::mainnet(fork, address)),
            Format::Own(read) => read(&path),
        };
        match read {
            Ok(contents) if contents.cases.is_empty() => Err(LoadError::Empty(path)),
            Ok(contents) => Ok(contents),
            Err(why) => Err(LoadError::Malformed(path, why)),
        }
    }
}

/// Reads a JSON file.
fn json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_str(&text(path)?).map_err(|error| error.to_string())
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| error.to_string())
}

const fn pass(path: &'static str, fork: Fork, address: u64) -> SuiteFile {
    SuiteFile { path, root: Root::Vectors, format: Format::Passing(fork, address) }
}

const fn fail(path: &'static str, fork: Fork, address: u64) -> SuiteFile {
    SuiteFile { path, root: Root::Vectors, format: Format::Failing(fork, address) }
}

const fn own(path: &'static str, read: fn(&Path) -> Result<Contents, String>) -> SuiteFile {
    SuiteFile { path, root: Root::Vectors, format: Format::Own(read) }
}

/// Every suite. The fork of a file is the one that its prices are of.
pub static SUITES: &[Suite] = &[
    Suite {
        name: "geth",
        files: &[
            pass("geth/ecRecover.json", Frontier, 0x01),
            pass("geth/modexp.json", Byzantium, 0x05),
            pass("geth/modexp_eip2565.json", Fork::Berlin, 0x05),
            pass("geth/modexp_eip7883.json", Osaka, 0x05),
            pass("geth/bn256Add.json", Istanbul, 0x06),
            pass("geth/bn256ScalarMul.json", Istanbul, 0x07),
            pass("geth/bn256Pairing.json", Istanbul, 0x08),
            pass("geth/blake2F.json", Istanbul, 0x09),
            pass("geth/pointEvaluation.json", Cancun, 0x0a),
            pass("geth/blsG1Add.json", Prague, 0x0b),
            pass("geth/blsG1Mul.json", Prague, 0x0c),
            pass("geth/blsG1MultiExp.json", Prague, 0x0c),
            pass("geth/blsG2Add.json", Prague, 0x0d),
            pass("geth/blsG2Mul.json", Prague, 0x0e),
            pass("geth/blsG2MultiExp.json", Prague, 0x0e),
            pass("geth/blsPairing.json", Prague, 0x0f),
            pass("geth/blsMapG1.json", Prague, 0x10),
            pass("geth/blsMapG2.json", Prague, 0x11),
            pass("geth/p256Verify.json", Osaka, 0x100),
            fail("geth/fail-blake2f.json", Istanbul, 0x09),
            fail("geth/fail-blsG1Add.json", Prague, 0x0b),
            fail("geth/fail-blsG1Mul.json", Prague, 0x0c),
            fail("geth/fail-blsG1MultiExp.json", Prague, 0x0c),
            fail("geth/fail-blsG2Add.json", Prague, 0x0d),
            fail("geth/fail-blsG2Mul.json", Prague, 0x0e),
            fail("geth/fail-blsG2MultiExp.json", Prague, 0x0e),
            fail("geth/fail-blsPairing.json", Prague, 0x0f),
            fail("geth/fail-blsMapG1.json", Prague, 0x10),
            fail("geth/fail-blsMapG2.json", Prague, 0x11),
        ],
    },
    Suite {
        name: "eip-2537",
        files: &[
            pass("eip-2537/add_G1_bls.json", Prague, 0x0b),
            pass("eip-2537/add_G2_bls.json", Prague, 0x0d),
            pass("eip-2537/mul_G1_bls.json", Prague, 0x0c),
            pass("eip-2537/mul_G2_bls.json", Prague, 0x0e),
            pass("eip-2537/msm_G1_bls.json", Prague, 0x0c),
            pass("eip-2537/pairing_check_bls.json", Prague, 0x0f),
            pass("eip-2537/map_fp_to_G1_bls.json", Prague, 0x10),
            pass("eip-2537/map_fp2_to_G2_bls.json", Prague, 0x11),
            fail("eip-2537/fail-add_G1_bls.json", Prague, 0x0b),
            fail("eip-2537/fail-add_G2_bls.json", Prague, 0x0d),
            fail("eip-2537/fail-mul_G1_bls.json", Prague, 0x0c),
            fail("eip-2537/fail-mul_G2_bls.json", Prague, 0x0e),
            fail("eip-2537/fail-msm_G1_bls.json", Prague, 0x0c),
            fail("eip-2537/fail-msm_G2_bls.json", Prague, 0x0e),
            fail("eip-2537/fail-pairing_check_bls.json", Prague, 0x0f),
            fail("eip-2537/fail-map_fp_to_G1_bls.json", Prague, 0x10),
            fail("eip-2537/fail-map_fp2_to_G2_bls.json", Prague, 0x11),
        ],
    },
    Suite {
        name: "eip-7951",
        files: &[own("eip-7951/test-vectors.json", |path| geth::passing(path, target::rip7212()))],
    },
    Suite {
        name: "kzg",
        files: &[
            own("kzg/verify_kzg_proof.json", kzg::c_kzg),
            own("kzg/go_kzg_4844_verify_kzg_proof.json", kzg::go_kzg),
        ],
    },
    Suite {
        name: "derived",
        files: &[
            pass("derived/ecrecover_edge.json", Frontier, 0x01),
            pass("derived/p256_edge.json", Osaka, 0x100),
            own("derived/bn254_add_edge.json", |path| derived::edge(path, Istanbul, 0x06)),
            own("derived/bn254_mul_edge.json", |path| derived::edge(path, Istanbul, 0x07)),
            own("derived/bls_add_and_fail_edge.json", derived::bls_edge),
            own("derived/subgroup_membership.json", derived::subgroup_membership),
        ],
    },
    Suite {
        name: "celo",
        files: &[
            own("celo/ed25519Verify.json", celo::ed25519),
            own("celo/cip20.json", celo::cip20),
        ],
    },
    Suite {
        name: "ed25519",
        files: &[
            own("ed25519/zip215_196.json", ed25519::verdicts),
            own("ed25519/speccheck_zip215.json", ed25519::verdicts),
            own("ed25519/wycheproof_zip215.json", ed25519::verdicts),
            own("ed25519/cctv_ed25519vectors.json", ed25519::verdicts),
            own("ed25519/rfc8032_sign_input_128.json", ed25519::verdicts),
        ],
    },
    Suite {
        name: "ed25519-speccheck",
        files: &[own("ed25519-speccheck/cases.json", ed25519::speccheck)],
    },
    Suite {
        name: "wycheproof",
        files: &[
            own("wycheproof/ecdsa_secp256r1_sha256_test.json", wycheproof::ecdsa_der),
            own("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json", wycheproof::ecdsa_p1363),
            own("wycheproof/ed25519_test.json", wycheproof::ed25519),
        ],
    },
    Suite { name: "evmone", files: &[own("evmone/expmod_cases.json", modexp::evmone)] },
    Suite {
        name: "modexp-worst-cases",
        files: &[own("modexp_worst_cases.json", modexp::worst_cases)],
    },
    Suite { name: "bench", files: &[own("bench/eest_gas_benchmark_inputs.json", bench::eest)] },
    Suite {
        name: "known-faults",
        files: &[SuiteFile {
            path: known_faults::FILE,
            root: Root::Cases,
            format: Format::Own(known_faults::read),
        }],
    },
];

#[cfg(test)]
mod tests;
