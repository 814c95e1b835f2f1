//! From rounds to figures: medians that do not mind a busy machine, and how far to trust them.
//!
//! In a round every engine runs once, within milliseconds of each other. What slows the machine down
//! for longer than a round (a busy sibling core, a lower clock) therefore multiplies the whole round
//! and cancels in ratios taken round by round. For the absolute times such rounds are told by their
//! common slowdown, and the quieter half counts, the same half for all engines.

/// A middle and how far it may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The median of the rounds that count.
    pub median: f64,
    /// Half the width of the interval that the median is in, as a fraction of the median.
    ///
    /// The larger of: the distribution-free 95 % interval of the median (order statistics), and the
    /// distance of the medians of laps, which are minutes apart and show what rounds in a row hide.
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
    /// Indices of the rounds that count: the quieter half, and at least five if there are so many.
    #[must_use]
    pub fn quiet(&self) -> Vec<usize> {
        let Some(first) = self.times.first() else { return Vec::new() };
        let medians: Vec<f64> =
            (0..first.len()).map(|engine| median(self.times.iter().map(|t| t[engine]))).collect();
        let slowdown = |times: &Vec<f64>| median(times.iter().zip(&medians).map(|(t, m)| t / m));
        let slowdowns: Vec<f64> = self.times.iter().map(slowdown).collect();
        let mut order: Vec<usize> = (0..self.times.len()).collect();
        order.sort_by(|&a, &b| slowdowns[a].total_cmp(&slowdowns[b]));
        order.truncate(self.times.len().div_ceil(2).max(5));
        order.sort_unstable();
        order
    }

    /// An engine's time per call in ns, over the rounds `kept`.
    #[must_use]
    pub fn time(&self, kept: &[usize], engine: usize) -> Estimate {
        self.estimate(kept, |times| times[engine])
    }

    /// An engine's time divided by another's, round by round, over the rounds `kept`.
    #[must_use]
    pub fn ratio(&self, kept: &[usize], engine: usize, reference: usize) -> Estimate {
        self.estimate(kept, |times| times[engine] / times[reference])
    }

    /// The 10 % and 90 % quantiles of an engine's time over all rounds, in ns.
    #[must_use]
    pub fn spread(&self, engine: usize) -> (f64, f64) {
        let times = sorted(self.times.iter().map(|times| times[engine]));
        (quantile(&times, 0.1), quantile(&times, 0.9))
    }

    fn estimate(&self, kept: &[usize], value: impl Fn(&[f64]) -> f64) -> Estimate {
        let values = sorted(kept.iter().map(|&round| value(&self.times[round])));
        let middle = quantile(&values, 0.5);
        let (low, high) = median_interval(&values);
        let mut half_width = (high - low) / 2.0;
        let laps = self.lap_medians(kept, value);
        if let (Some(first), Some(last)) = (laps.first(), laps.last()) {
            half_width = half_width.max((last - first) / 2.0);
        }
        Estimate { median: middle, noise: half_width / middle }
    }

    /// The medians of the laps that have at least three of the rounds `kept`, in order of size.
    fn lap_medians(&self, kept: &[usize], value: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let last = self.laps.iter().copied().max().unwrap_or(0);
        let medians = (0..=last).filter_map(|lap| {
            let of_lap = kept.iter().filter(|&&round| self.laps[round] == lap);
            let values = sorted(of_lap.map(|&round| value(&self.times[round])));
            (values.len() >= 3).then(|| quantile(&values, 0.5))
        });
        sorted(medians)
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

/// The 95 % interval of the median of sorted values: the order statistics n/2 -+ 0.98 sqrt(n) (normal
/// approximation of the sign test); the extremes where there are too few.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to indices")]
fn median_interval(sorted: &[f64]) -> (f64, f64) {
    let n = sorted.len();
    if n == 0 {
        return (f64::NAN, f64::NAN);
    }
    let below = (as_f64(n) / 2.0 - 0.98 * as_f64(n).sqrt()).floor().max(0.0) as usize;
    (sorted[below], sorted[n - 1 - below])
}

/// Counts here are far below 2^52.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub(crate) fn as_f64(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Engines of 100 and 150 ns; every other lap runs on a machine twice as slow.
    fn shaky() -> Rounds {
        let mut rounds = Rounds::default();
        for lap in 0..4 {
            for round in 0..6 {
                let slow = if lap % 2 == 1 { 2.0 } else { 1.0 };
                let jitter = 1.0 + f64::from(round) / 1000.0;
                rounds.times.push(vec![100.0 * slow * jitter, 150.0 * slow]);
                rounds.laps.push(lap);
            }
        }
        rounds
    }

    #[test]
    fn the_quieter_half_counts_and_ratios_cancel_the_rest() {
        let rounds = shaky();
        let quiet = rounds.quiet();
        assert_eq!(quiet.len(), 12);
        assert!(quiet.iter().all(|&round| rounds.laps[round].is_multiple_of(2)));
        let time = rounds.time(&quiet, 1);
        assert_eq!(time, Estimate { median: 150.0, noise: 0.0 });
        let all: Vec<usize> = (0..24).collect();
        let ratio = rounds.ratio(&all, 1, 0);
        assert!((ratio.median - 1.5).abs() < 0.01 && ratio.noise < 0.005, "{ratio:?}");
        assert!(rounds.time(&all, 1).noise > 0.3);
        assert_eq!(rounds.spread(1), (150.0, 300.0));
    }

    #[test]
    fn laps_that_disagree_are_noise() {
        let mut rounds = Rounds::default();
        for lap in 0..2 {
            for _ in 0..40 {
                rounds.times.push(vec![100.0, if lap == 0 { 150.0 } else { 165.0 }]);
                rounds.laps.push(lap);
            }
        }
        let all: Vec<usize> = (0..80).collect();
        assert!(rounds.ratio(&all, 1, 0).noise > 0.04);
    }

    #[test]
    fn quantiles_and_means() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
        assert_eq!(quantile(&[7.0], 0.9), 7.0);
        assert!(quantile(&[], 0.5).is_nan());
        assert!((geometric_mean([1.0, 4.0, 16.0].into_iter()) - 4.0).abs() < 1e-12);
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!(median_interval(&values), (40.0, 59.0));
        assert_eq!(median_interval(&[1.0, 2.0, 9.0]), (1.0, 9.0));
    }
}
