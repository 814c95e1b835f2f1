//! `prove PYTHON [FILTER]`: finds the certificates of all kernels and prints them.

use gigagas_math::{contracts::ADX_FIELDS, entries::ENTRIES};
use gigagas_proofs::{
    certificate::Certificate, code::Object, find::Finder, prove::prove, statement::Statement,
};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let python = arguments.next().ok_or("prove PYTHON [FILTER]")?;
    let filter = arguments.next().unwrap_or_default();
    let object = Object::current()?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/find.py");
    let mut finder = Finder::start(&python, script).map_err(|error| error.to_string())?;
    eprintln!("{} entries", std::hint::black_box(ENTRIES).len());
    let mut failed = 0;
    for contract in ADX_FIELDS.iter().filter(|contract| contract.name.contains(&filter)) {
        let start = std::time::Instant::now();
        finder.found = Certificate::default();
        let code = object.code(contract.name);
        let verdict = code.and_then(|code| {
            prove(&object, &code, &Statement::of(contract), &mut finder).map(|p| (code.len(), p))
        });
        let seconds = start.elapsed().as_secs_f64();
        match verdict {
            Ok((length, proof)) => {
                eprintln!(
                    "{} proved: {length} instructions, {proof:?}, {seconds:.2} s",
                    contract.name
                );
                print!("kernel {}\n{}\n", contract.name, finder.found);
            }
            Err(reason) => {
                eprintln!("{} NOT PROVED after {seconds:.2} s: {reason}", contract.name);
                failed += 1;
            }
        }
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} not proved")) }
}
