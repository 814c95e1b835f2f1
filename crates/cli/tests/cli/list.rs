//! `gigagas list`, `route`, `completions`, and help.

use crate::program::{command, ok, refused, run};
use gigagas::{Fork, PRECOMPILES, Routes, Set};
use serde_json::Value;

#[test]
fn every_fork_lists_its_addresses() {
    for &fork in Fork::ALL {
        let json = run(&["list", "--fork", fork.name(), "--json"]).json();
        let listed: Vec<_> = json["precompiles"].as_array().unwrap().iter().collect();
        let entries = Set::mainnet(fork).entries();
        assert_eq!(listed.len(), entries.len());
        for (row, entry) in listed.iter().zip(entries) {
            assert_eq!(row["address"], entry.address.to_string());
            assert_eq!(row["name"], entry.precompile.name);
        }
    }
}

#[test]
fn the_table_names_prices_documents_and_backends() {
    let text = ok(&["list"]);
    for word in ["osaka", "0x01", "0x100", "ecrecover", "3000", "EIP-7951", "portable*"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(ok(&["list", "--fork", "byzantium"]).contains("40000"));
    assert!(!text.contains("ed25519"));
}

#[test]
fn all_lists_what_has_no_address_as_well() {
    let json = run(&["list", "--all", "--json"]).json();
    let rows = json["precompiles"].as_array().unwrap();
    assert_eq!(rows.len(), PRECOMPILES.len());
    let ed25519 = rows.iter().find(|row| row["name"] == "ed25519").unwrap();
    assert!(ed25519["address"].is_null());
    assert!(ok(&["list", "--all"]).contains("cip20_hash"));
}

#[test]
fn celo_lists_what_is_not_offered() {
    let text = ok(&["list", "--set", "celo-donut"]);
    assert!(text.contains("0xe1") && text.contains("getValidatorBLS (not offered here)"), "{text}");
    let json = run(&["list", "--set", "celo-donut", "--json"]).json();
    assert_eq!(
        json["not_offered"].as_array().unwrap().len(),
        Set::celo_donut().not_offered().count()
    );
    assert_eq!(json["set"], "celo-donut");
}

#[test]
fn the_active_backend_is_among_the_choices() {
    let json = run(&["route", "--json"]).json();
    let routes = json["routes"].as_array().unwrap();
    assert_eq!(routes.len(), Routes::OPERATIONS.len());
    for route in routes {
        let choices = route["choices"].as_array().unwrap();
        let active = route["active"].as_array().unwrap();
        assert!(!active.is_empty(), "{route}");
        assert!(active.iter().all(|range| choices.contains(&range["backend"])), "{route}");
    }
}

#[test]
fn one_operation_or_those_of_a_precompile() {
    let names = |op| {
        let json = run(&["route", op, "--json"]).json();
        let routes = json["routes"].as_array().unwrap().clone();
        routes
            .iter()
            .map(|route| route["operation"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("keccak"), ["keccak"]);
    assert_eq!(names("cip20"), ["keccak", "sha512", "blake2s"]);
    assert!(ok(&["route", "sha256"]).contains("portable"));
    assert!(refused(&["route", "abacus"]).contains("keccak"));
}

#[test]
fn a_route_is_explained_by_its_measurements() {
    let json = run(&["route", "sha256", "--json"]).json();
    let route = &json["routes"][0];
    assert_eq!(route["size_unit"], "bytes of input");
    let text = ok(&["route", "sha256"]);
    if cfg!(target_arch = "x86_64") {
        assert!(route["why"].as_str().unwrap().starts_with("measured"), "{route}");
        for cell in route["measured"]["sizes"].as_array().unwrap() {
            let times = cell["times"].as_array().unwrap();
            assert_eq!(times[0]["ratio"], 1.0, "{cell}");
            assert!(times.is_sorted_by_key(|time| time["ns"].as_f64().unwrap()), "{cell}");
        }
        assert!(text.contains("results/") && text.contains("serves: 1.00x"), "{text}");
    }
    let output = command(&["route", "sha256", "--json"]).env("GIGAGAS_ROUTE", "portable").output();
    let json: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    assert_eq!(json["routes"][0]["active"][0]["backend"], "portable");
    // On a CPU with nothing better, the environment asks for what serves anyway.
    if Routes::preferred().ranges("sha256")[0].1 != "portable" {
        assert_eq!(json["routes"][0]["why"], "override");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(ok(&["completions", shell]).contains("gigagas"), "{shell}");
    }
    assert!(refused(&["completions", "abacus"]).contains("bash"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(ok(&["--version"]).starts_with("gigagas "));
    assert!(ok(&["--help"]).contains("conformance"));
    assert!(ok(&["encode", "--help"]).contains("little-endian"));
    assert!(ok(&["--help", "--json"]).contains("conformance"));
}
