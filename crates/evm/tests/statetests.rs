//! Every public state test with gigagas' and with revm's own precompiles: they must agree in status, gas,
//! output, logs and state, and all that passes with revm's own must pass with gigagas'.
//!
//! Without the vectors it says so, and fails only if `GIGAGAS_VECTORS_REQUIRED=1`.

use std::{convert::Infallible, env, process::ExitCode};

use gigagas_cases::{is_asked_for, is_required, vectors_dir};
use gigagas_evm::statetest::{self, Engine, Folder, Options, Verdict};

/// Folders below that of the vectors, with the number of cases that they hold at least.
const SUITES: [(&str, usize); 2] = [("ethereum-tests", 2800), ("eest", 4600)];

fn main() -> ExitCode {
    if !is_asked_for("statetests", env::args().skip(1)) {
        return ExitCode::SUCCESS;
    }
    let dir = vectors_dir();
    let (mut passed, mut failed, mut missing) = (0, 0, 0);
    for (name, least) in SUITES {
        let Ok(files) = statetest::files(&[dir.join(name)]) else {
            println!("{name}: not there");
            missing += 1;
            continue;
        };
        let options = Options { engine: Engine::Both, ..Options::default() };
        let report = statetest::run(&files, &options, |case| {
            if matches!(case.verdict, Verdict::Failed(_)) {
                println!("FAIL {case}");
            }
            Ok::<_, Infallible>(())
        });
        let Ok(report) = report;
        for (folder, counts) in &report.folders {
            print(folder, counts);
        }
        let total = report.total();
        print(name, &total);
        passed += total.passed;
        failed += total.run - total.passed;
        if total.run < least {
            println!("FAIL {name}: {} cases were run, there should be {least}", total.run);
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    if missing > 0 {
        let (n, all) = (SUITES.len() - missing, SUITES.len());
        let dir = dir.display();
        println!("VECTORS MISSING: {n} of {all} suites run (looked in {dir}; set GIGAGAS_VECTORS)");
    }
    let good = failed == 0 && (missing == 0 || !is_required());
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print(name: &str, Folder { run, passed, skipped }: &Folder) {
    println!("{name}: {run} run, {passed} passed");
    for (reason, n) in skipped {
        println!("  {n} skipped: {reason}");
    }
}
