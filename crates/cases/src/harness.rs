//! What test targets without libtest share.

use crate::dirs::REQUIRED_VARIABLE;

/// Whether missing vectors are a failure: `GIGAGAS_VECTORS_REQUIRED=1`.
#[must_use]
pub fn is_required() -> bool {
    std::env::var(REQUIRED_VARIABLE).is_ok_and(|value| value == "1")
}

/// What libtest would make of the arguments, were there one test with this name: `--list` lists nothing, and
/// a filter that is not part of the name runs nothing.
#[must_use]
pub fn is_asked_for(name: &str, mut arguments: impl Iterator<Item = String>) -> bool {
    const WITH_VALUE: [&str; 7] =
        ["--format", "--test-threads", "--color", "--logfile", "-Z", "--shuffle-seed", "--skip"];
    let mut filters = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--list" | "--ignored" => return false,
            option if WITH_VALUE.contains(&option) => drop(arguments.next()),
            option if option.starts_with('-') => {}
            _ => filters.push(argument),
        }
    }
    filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_mean_what_libtest_makes_of_them() {
        for (arguments, expected) in [
            (&[][..], true),
            (&["vec"], true),
            (&["other"], false),
            (&["other", "vectors"], true),
            (&["--nocapture", "--test-threads", "2"], true),
            (&["--list"], false),
            (&["--ignored"], false),
        ] {
            let arguments = arguments.iter().map(ToString::to_string);
            assert_eq!(is_asked_for("vectors", arguments.clone()), expected, "{arguments:?}");
        }
    }
}
