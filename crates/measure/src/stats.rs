//! From rounds to figures that a busy machine cannot move, and how far to trust them.
//!
//! What others do on the machine can only slow a batch down, by up to a half on a shared core and for
//! milliseconds or minutes. So the batches that count are the quiet ones, those within 3 % of the
//! fastest, and their median is the time. That is to be trusted if the machine was quiet more than
//! once: if laps that lie far apart came to the same fastest batch.
//!
//! Tried on six runs of 29 cases with a load of 11 on two cores, and left: the median of all rounds
//! (two runs differed by over 5 % in 66 % of the cases), of the quieter half of the rounds (14 %), the
//! 10 % quantile (2 %), and the median of the ratios within each round (4 %: neighbours come and go
//! faster than a round goes by). The quiet batches of nine laps: 0.4 %.

/// A batch is quiet if it takes at most this many times the fastest.
const QUIET: f64 = 1.03;
/// At least so many batches count.
pub(crate) const LEAST: usize = 3;

/// A middle and how far it may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The median of what counts.
    pub median: f64,
    /// By how much it may be off, as a fraction of it.
    pub noise: f64,
}

/// The rounds of a case: `times[round][engine]` in ns per call, and the lap that each belongs to.
#[derive(Debug, Clone, Default)]
pub struct Rounds {
    /// Times in ns per call, by round and engine.
    pub times: Vec<Vec<f64>>,
    /// The lap of each round.
    pub laps: Vec<usize>,
}

impl Rounds {
    /// An engine's time per call in ns: the median of its quiet batches. Its noise is how far the
    /// third best lap is behind the best; if there are fewer than three laps, the third best batch.
    #[must_use]
    pub fn time(&self, engine: usize) -> Estimate {
        let times = sorted(self.times.iter().map(|times| times[engine]));
        let Some(&fastest) = times.first() else {
            return Estimate { median: f64::NAN, noise: f64::NAN };
        };
        let quiet = times.iter().filter(|&&time| time <= fastest * QUIET).count();
        let quiet = &times[..quiet.max(LEAST).min(times.len())];
        let laps = self.fastest_by_lap(engine);
        let seen = if laps.len() < LEAST { &times } else { &laps };
        let confirmed = seen[(LEAST - 1).min(seen.len() - 1)];
        Estimate { median: quantile(quiet, 0.5), noise: confirmed / fastest - 1.0 }
    }

    /// An engine's time divided by another's.
    #[must_use]
    pub fn ratio(&self, engine: usize, reference: usize) -> Estimate {
        if engine == reference {
            return Estimate { median: 1.0, noise: 0.0 };
        }
        let (time, other) = (self.time(engine), self.time(reference));
        Estimate { median: time.median / other.median, noise: time.noise.hypot(other.noise) }
    }

    /// Quantiles of all batches of an engine, in ns per call.
    #[must_use]
    pub fn quantiles<const N: usize>(&self, engine: usize, q: [f64; N]) -> [f64; N] {
        let times = sorted(self.times.iter().map(|times| times[engine]));
        q.map(|q| quantile(&times, q))
    }

    /// The fastest batches of the laps, in order of size.
    fn fastest_by_lap(&self, engine: usize) -> Vec<f64> {
        let last = self.laps.iter().copied().max().unwrap_or(0);
        let mut fastest = vec![f64::INFINITY; last + 1];
        for (times, &lap) in self.times.iter().zip(&self.laps) {
            fastest[lap] = fastest[lap].min(times[engine]);
        }
        sorted(fastest.into_iter().filter(|time| time.is_finite()))
    }
}

/// The median; NaN of nothing.
#[must_use]
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    quantile(&sorted(values), 0.5)
}

/// The geometric mean of positive values; NaN of nothing.
#[must_use]
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    f64::exp(sum / count)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The quantile `q` of sorted values, interpolated; NaN of nothing.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 <= q <= 1")]
fn quantile(sorted: &[f64], q: f64) -> f64 {
    if sorted.is_empty() {
        return f64::NAN;
    }
    let position = q * as_f64(sorted.len() - 1);
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (position - position.floor())
}

/// Counts here are far below 2^52.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub(crate) fn as_f64(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Engines of 100 and 150 ns, in laps with these slowdowns; the first round of a lap is worse.
    fn rounds(slowdowns: &[f64]) -> Rounds {
        let mut rounds = Rounds::default();
        for (lap, slowdown) in slowdowns.iter().enumerate() {
            for worse in [1.5, 1.01, 1.0, 1.02] {
                rounds.times.push(vec![100.0 * slowdown * worse, 150.0 * slowdown]);
                rounds.laps.push(lap);
            }
        }
        rounds
    }

    #[test]
    fn quiet_batches_count() {
        let rounds = rounds(&[1.0, 1.9, 1.0, 1.4, 1.0, 2.0]);
        let time = rounds.time(0);
        assert_eq!(time, Estimate { median: 101.0, noise: 0.0 });
        assert_eq!(rounds.time(1), Estimate { median: 150.0, noise: 0.0 });
        assert_eq!(rounds.ratio(1, 0), Estimate { median: 150.0 / 101.0, noise: 0.0 });
        assert_eq!(rounds.ratio(0, 0), Estimate { median: 1.0, noise: 0.0 });
        assert_eq!(rounds.quantiles(1, [0.0, 0.9]), [150.0, 300.0]);
    }

    #[test]
    fn a_time_that_only_two_laps_reach_is_uncertain() {
        assert!(rounds(&[1.0, 1.2, 1.0, 1.1, 1.3]).time(1).noise > 0.09);
        assert!(rounds(&[1.0, 1.2, 1.0, 1.1, 1.3]).ratio(1, 0).noise > 0.13);
        // Laps that follow bring certainty.
        assert!(rounds(&[1.0, 1.2, 1.0, 1.1, 1.3, 1.0]).time(1).noise < 0.01);
        // One lap alone: its batches.
        assert!((rounds(&[1.0]).time(0).noise - 0.02).abs() < 1e-9);
        assert!(Rounds::default().time(0).median.is_nan());
    }

    #[test]
    fn quantiles_and_means() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
        assert_eq!(quantile(&[7.0], 0.9), 7.0);
        assert!(quantile(&[], 0.5).is_nan());
        assert!((geometric_mean([1.0, 4.0, 16.0].into_iter()) - 4.0).abs() < 1e-12);
    }
}
