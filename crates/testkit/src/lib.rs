//! Oracles and test suites of gigagas.
