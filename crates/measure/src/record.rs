//! A result: one engine on one case.

use serde::{Deserialize, Serialize};

/// Ratios are ties within this even if measured more closely: the layout of code and memory alone
/// moves times that much between two builds of the same source.
pub const TIE: f64 = 0.01;

/// What is known about one engine on one case. Times are ns per call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The precompile.
    pub operation: String,
    /// The case, unique within the operation.
    pub case: String,
    /// The family that the case belongs to.
    pub family: String,
    /// The label in go-ethereum's style, `name/case-Gas=N`.
    pub label: String,
    /// The engine's name.
    pub engine: String,
    /// The engine's version.
    pub version: String,
    /// The backend within the engine, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// The median of the quiet batches ([`crate::stats`]); absent if wrong.
    pub median_ns: Option<f64>,
    /// The fastest batch.
    pub low_ns: Option<f64>,
    /// The 90 % quantile of all batches: what the machine's other work made of it.
    pub high_ns: Option<f64>,
    /// How all batches spread, the disturbed ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// By how much the median may be off, as a fraction of it.
    pub noise: Option<f64>,
    /// `median_ns` in cycles of the core's clock, where that could be estimated.
    pub cycles: Option<f64>,
    /// The price of a call, in gas (evmone's `gas_used`, per call).
    pub gas: u64,
    /// Gas / 10^6 per second of direct calls (evmone's `gas_rate` / 10^6).
    pub mgas_per_s: Option<f64>,
    /// Gas per second, under evmone's name.
    pub gas_rate: Option<f64>,
    /// The time divided by that of the first engine: above 1 is slower.
    pub ratio: Option<f64>,
    /// By how much the ratio may be off, as a fraction of it.
    pub ratio_noise: Option<f64>,
    /// Allocations per call, where they are counted.
    pub allocations: Option<f64>,
    /// How many rounds were measured.
    pub rounds: usize,
    /// Whether the figures are too uncertain to be compared.
    pub noisy: bool,
    /// Whether the engine's answers are wrong; then it is not timed.
    pub wrong: bool,
    /// What is wrong with the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Times of all batches in ns per call, as gas-benchmarks sums them up; the fastest is `low_ns`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Half of the batches took at most this long.
    pub p50_ns: f64,
    /// 95 % did.
    pub p95_ns: f64,
    /// 99 % did.
    pub p99_ns: f64,
    /// The slowest.
    pub max_ns: f64,
}

/// How an engine stands to the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It takes less time, by more than the noise.
    Faster,
    /// The difference is within the noise.
    Tie,
    /// It takes more time, by more than the noise.
    Slower,
}

impl Record {
    /// `operation/case`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.operation, self.case)
    }

    /// How the engine stands to the first one of the case; None if either is wrong.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        let (ratio, noise) = self.ratio.zip(self.ratio_noise)?;
        Some(standing(ratio, noise))
    }
}

/// The verdict on a ratio that may be off by the fraction `noise`.
#[must_use]
pub fn standing(ratio: f64, noise: f64) -> Standing {
    let margin = 1.0 + noise.max(TIE);
    if ratio > margin {
        Standing::Slower
    } else if ratio < 1.0 / margin {
        Standing::Faster
    } else {
        Standing::Tie
    }
}
