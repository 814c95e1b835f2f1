use std::collections::BTreeSet;

use super::*;

fn dirs(dir: &Path) -> Dirs {
    Dirs { vectors: dir.into(), cases: dir.into() }
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gigagas-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load(dir: &Folder, path: &str) -> Result<Contents, LoadError> {
    let mut files = SUITES.iter().flat_map(|suite| suite.files);
    files.find(|file| file.path == path).unwrap().load(&dirs(&dir.0))
}

#[test]
fn paths_and_names_are_unique() {
    let paths: Vec<_> = SUITES.iter().flat_map(|suite| suite.files).map(|file| file.path).collect();
    assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), paths.len());
    assert_eq!(SUITES.iter().map(|suite| suite.name).collect::<BTreeSet<_>>().len(), SUITES.len());
    assert!(SUITES.iter().all(|suite| !suite.files.is_empty()));
}

#[test]
fn every_table_row_names_a_precompile() {
    for file in SUITES.iter().flat_map(|suite| suite.files) {
        if let Format::Passing(fork, address) | Format::Failing(fork, address) = file.format {
            let _ = target::mainnet(fork, address);
        }
    }
    let own = [target::cip20(), target::cip25(), target::eip665(), target::rip7212()];
    let prices = own.map(|target| target.entry.gas(&[]));
    assert_eq!(prices, [200, 1560, 2000, 3450]);
}

#[test]
fn absence_emptiness_and_nonsense_are_told_apart() {
    let dir = Folder::new("load");
    let path = "geth/ecRecover.json";
    assert!(matches!(load(&dir, path), Err(LoadError::Missing(_))));
    dir.write(path, "[]");
    assert!(matches!(load(&dir, path), Err(LoadError::Empty(_))));
    dir.write(path, r#"[{"Name": "a", "Input": "0g", "Expected": "", "Gas": 3000}]"#);
    assert!(matches!(load(&dir, path), Err(LoadError::Malformed(..))));
    dir.write(path, r#"[{"Name": "a", "Input": "00", "Expected": "", "Gas": 3000}]"#);
    let contents = load(&dir, path).unwrap();
    assert_eq!(contents.cases[0].input, [0]);
    assert_eq!((contents.cases[0].gas, contents.cases[0].gas_limit), (Some(3000), 3000));
}

#[test]
fn a_proof_becomes_an_input() {
    let dir = Folder::new("kzg");
    let infinity = format!("c0{}", "00".repeat(47));
    let word = "00".repeat(32);
    let fields =
        format!(r#""commitment":"{infinity}","z":"{word}","y":"{word}","proof":"{infinity}""#);
    let path = "kzg/go_kzg_4844_verify_kzg_proof.json";
    dir.write(path, &format!(r#"[{{"name":"a","input":{{{fields}}},"output":true}}]"#));
    let case = &load(&dir, path).unwrap().cases[0];
    assert_eq!(case.input.len(), 192);
    assert_eq!(hex::encode(&case.input[..4]), "010657f3");
    assert!(matches!(&case.expected, crate::case::Expected::Output(output) if output.len() == 64));
    let path = "kzg/verify_kzg_proof.json";
    dir.write(path, &format!(r#"[{{"name":"a",{fields},"output":true,"precompile_input":"00"}}]"#));
    assert!(matches!(load(&dir, path), Err(LoadError::Malformed(..))));
}

#[test]
fn speccheck_needs_its_table() {
    let dir = Folder::new("speccheck");
    let path = "ed25519-speccheck/cases.json";
    let case = format!(
        r#"{{"message":"{}","pub_key":"{}","signature":"{}"}}"#,
        "00".repeat(32),
        "00".repeat(32),
        "00".repeat(64)
    );
    dir.write(path, &format!("[{case}]"));
    assert!(matches!(load(&dir, path), Err(LoadError::Malformed(..))));
    dir.write("ed25519-speccheck/results.md", "|LibSodium      | X |\n|Zebra          | V |\n");
    let cases = load(&dir, path).unwrap().cases;
    let outputs: Vec<_> = cases.iter().map(|case| &case.expected).collect();
    use crate::case::Expected::Output;
    assert_eq!(outputs, [&Output(vec![0; 32]), &Output(vec![0, 0, 0, 1])]);
}

#[test]
fn bytecode_cases_are_read() {
    let dir = Folder::new("evm");
    assert!(matches!(evm_cases(&dirs(&dir.0)), Err(LoadError::Missing(_))));
    let file = |cases: &str| {
        dir.write(
            known_faults::FILE,
            &format!(r#"{{"cases":[],"evm_cases":[{cases}],"ed25519_cases":[]}}"#),
        );
        evm_cases(&dirs(&dir.0))
    };
    assert!(matches!(file(""), Err(LoadError::Empty(_))));
    let case = |fork: &str| {
        format!(
            r#"{{"name":"a","fork":"{fork}","code":"0x00","address":"0xc0de","calldata":"0x","expected":"0x01"}}"#
        )
    };
    assert!(matches!(file(&case("Nowhere")), Err(LoadError::Malformed(..))));
    let cases = file(&case("Berlin")).unwrap();
    assert_eq!((cases[0].fork, &cases[0].expected[..]), (Fork::Berlin, &[1][..]));
}
