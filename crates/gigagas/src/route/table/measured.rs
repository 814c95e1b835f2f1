//! DO NOT EDIT: `gigagas-bench route` writes this file from the results that it names.

use super::Measured;

pub(super) static MEASURED: &[Measured] = &[];
