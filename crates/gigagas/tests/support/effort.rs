//! How long to try.

/// `n`, or many times as much if `GIGAGAS_FULL` is set.
pub(crate) fn effort(n: usize) -> usize {
    if std::env::var_os("GIGAGAS_FULL").is_some() { 20 * n } else { n }
}
