//! The README says what the results say.

use std::{fs, path::Path};

use gigagas_measure::readme::refresh;

#[test]
fn the_table_of_speeds_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let fresh = refresh(&readme, |file| fs::read_to_string(root.join(file))).unwrap();
    assert!(fresh == readme, "stale: cargo run -p gigagas-measure --example readme");
}
