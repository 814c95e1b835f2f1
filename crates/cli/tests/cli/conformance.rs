//! `gigagas conformance` on a folder of one suite.

use crate::program::{Folder, refused, run};

/// A folder with one file, whose one case expects this output.
fn folder(name: &str, expected: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let case = format!(r#"[{{"Name":"empty","Input":"","Expected":"{expected}","Gas":3000}}]"#);
    folder.write("vectors/geth/ecRecover.json", case.as_bytes());
    let path = folder.path().join("vectors").to_str().unwrap().into();
    (folder, path)
}

#[test]
fn what_passes_is_counted_and_what_is_missing_is_named() {
    let (_folder, path) = folder("passes", "");
    let ran = run(&["conformance", &path]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(" passed, 0 failed\n") && !ran.stdout.contains("\n0 passed"));
    let last = ran.stdout.lines().last().unwrap();
    assert!(last.starts_with("VECTORS MISSING: 0 of "), "{last}");
    assert!(ran.stdout.contains("p256Verify.json: no such file"));
    assert!(!ran.stdout.contains("ecRecover.json: no such file"));
}

#[test]
fn what_is_missing_fails_where_it_is_required() {
    let (_folder, path) = folder("required", "");
    assert_eq!(run(&["conformance", &path, "--require"]).code, 1);
    let json = run(&["conformance", &path, "--require", "--json"]).json();
    assert_eq!((&json["status"], &json["failed"]), (&"fail".into(), &0.into()));
    let json = run(&["conformance", &path, "--json"]).json();
    assert_eq!(json["status"], "missing");
    assert_eq!(json["suites"][0]["suite"], "geth");
    assert_eq!(json["suites"][0]["cases"], 1);
}

#[test]
fn a_wrong_answer_fails_and_is_named() {
    let (_folder, path) = folder("fails", "01");
    let ran = run(&["conformance", &path, "--route", "portable"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("0 passed, 1 failed\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("geth/ecRecover.json: empty: 0x01 expected, got 0x"));
    let json = run(&["conformance", &path, "--route", "portable", "--json"]).json();
    assert_eq!(json["status"], "fail");
    let failure = &json["routes"][0]["suites"][0]["failed"][0];
    assert_eq!(
        (&failure["case"], &failure["file"]),
        (&"empty".into(), &"geth/ecRecover.json".into())
    );
}

#[test]
fn a_file_that_cannot_be_read_fails() {
    let (folder, path) = folder("malformed", "");
    folder.write("vectors/geth/modexp.json", b"{");
    let ran = run(&["conformance", &path, "--route", "portable"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("1 passed, 1 failed\n"), "{}", ran.stdout);
}

#[test]
fn an_unknown_route_is_bad_usage() {
    let message = refused(&["conformance", "nowhere", "--route", "abacus"]);
    assert!(message.contains("abacus") && message.contains("portable"), "{message}");
}
