//! One operation's backends by size.

use gigagas_math::backend::Backend;

/// At most so many ranges of sizes: one rule per change of algorithm, not per measured point.
pub const MAX_RANGES: usize = 3;

/// A backend for each range of sizes: ascending greatest sizes, the last of which is `u64::MAX`.
/// Places that are not needed repeat the last range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Route<B> {
    ranges: [(u64, B); MAX_RANGES],
}

impl<B: Backend> Route<B> {
    /// One backend for all sizes.
    pub(super) fn always(backend: B) -> Self {
        Self { ranges: [(u64::MAX, backend); MAX_RANGES] }
    }

    /// In each measured range the first backend of its ranking that this CPU can run.
    #[cfg(feature = "std")]
    pub(super) fn measured(operation: &str) -> Self {
        let measured = super::measured(operation).or_else(|| super::measured_elsewhere(operation));
        let rows = measured.map_or(&[][..], |measured| measured.rankings);
        let fastest = |backends: &[&str]| backends.iter().find_map(|name| B::by_name(name));
        let ranges = rows.iter().map(|row| (row.upper, fastest(row.backends)));
        Self::from_ranges(
            ranges.map(|(upper, backend)| (upper, backend.unwrap_or_else(B::preferred))),
        )
    }

    /// Without detection, the preferred backend of the build.
    #[cfg(not(feature = "std"))]
    pub(super) fn measured(_operation: &str) -> Self {
        Self::always(B::preferred())
    }

    /// Neighbours of the same backend are one range; the last range reaches to the end.
    #[cfg(any(feature = "std", test))]
    fn from_ranges(ranges: impl Iterator<Item = (u64, B)>) -> Self {
        let mut route = Self::always(B::preferred());
        let mut n = 0;
        for (upper, backend) in ranges {
            if n > 0 && route.ranges[n - 1].1 == backend {
                n -= 1;
            }
            if n == MAX_RANGES {
                break;
            }
            route.ranges[n] = (upper, backend);
            n += 1;
        }
        if n > 0 {
            let last = route.ranges[n - 1].1;
            route.ranges[n - 1..].fill((u64::MAX, last));
        }
        route
    }

    /// The backend for calls of this size.
    #[inline]
    pub(crate) fn at(&self, size: usize) -> B {
        let size = size as u64;
        let [first, second, third] = &self.ranges;
        if size <= first.0 {
            first.1
        } else if size <= second.0 {
            second.1
        } else {
            third.1
        }
    }

    /// The ranges, ascending.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u64, B)> {
        let last = self.ranges.iter().position(|range| range.0 == u64::MAX);
        self.ranges.into_iter().take(last.map_or(MAX_RANGES, |last| last + 1))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use gigagas_math::bls12_381::Backend as Bls;

    use super::*;

    fn ranges(of: &[(u64, Bls)]) -> Vec<(u64, Bls)> {
        Route::from_ranges(of.iter().copied()).ranges().collect()
    }

    #[test]
    fn neighbours_are_joined_and_the_last_range_reaches_to_the_end() {
        let (a, b) = (Bls::reference(), Bls::preferred());
        assert_eq!(ranges(&[]), [(u64::MAX, b)]);
        assert_eq!(ranges(&[(5, a)]), [(u64::MAX, a)]);
        assert_eq!(ranges(&[(5, a), (7, a), (u64::MAX, a)]), [(u64::MAX, a)]);
        if a != b {
            assert_eq!(ranges(&[(5, a), (7, b)]), [(5, a), (u64::MAX, b)]);
            assert_eq!(
                ranges(&[(1, a), (2, a), (3, b), (4, b), (5, a)]),
                [(2, a), (4, b), (u64::MAX, a)]
            );
            // What does not fit belongs to the last range that does.
            assert_eq!(ranges(&[(1, a), (2, b), (3, a), (4, b)]), [(1, a), (2, b), (u64::MAX, a)]);
        }
    }

    #[test]
    fn a_size_belongs_to_the_first_range_that_reaches_it() {
        let (a, b) = (Bls::reference(), Bls::preferred());
        let route = Route::from_ranges([(5, a), (9, b), (u64::MAX, a)].into_iter());
        for (size, backend) in [(0, a), (5, a), (6, b), (9, b), (10, a), (usize::MAX, a)] {
            assert_eq!(route.at(size), backend, "{size}");
        }
    }
}
