//! Finds certificates, with a solver that is not trusted.
//!
//! `prove PYTHON [FILTER]` prints the certificates of the kernels; `prove mutants PYTHON COUNT [FILTER]` looks
//! for proofs of changed kernels instead, which must not be found where the change matters.

#[cfg(target_arch = "x86_64")]
fn main() -> Result<(), String> {
    x86_64::main()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> Result<(), String> {
    Err("there are no kernels to prove on this architecture".into())
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::time::Instant;

    use gigagas_math::{
        contracts::{ADX_FIELDS, Contract},
        entries::ENTRIES,
    };
    use gigagas_proofs::{
        certificate::Certificate,
        code::Object,
        find::Finder,
        mutants::{self, correct, inputs, simulate},
        prove::prove,
        statement::Statement,
    };

    const USAGE: &str = "prove PYTHON [FILTER] | prove mutants PYTHON COUNT [FILTER]";

    pub(crate) fn main() -> Result<(), String> {
        // All entries are linked where they are looked at.
        std::hint::black_box(ENTRIES);
        let mut arguments = std::env::args().skip(1);
        let first = arguments.next().ok_or(USAGE)?;
        let object = Object::current()?;
        if first == "mutants" {
            let mut finder = start(&arguments.next().ok_or(USAGE)?)?;
            let count = arguments.next().and_then(|count| count.parse().ok()).ok_or(USAGE)?;
            plant(&object, &mut finder)?;
            return kernels(arguments.next())
                .try_for_each(|contract| mutate(&object, &mut finder, contract, count));
        }
        let mut finder = start(&first)?;
        let failed = kernels(arguments.next())
            .filter(|contract| !certify(&object, &mut finder, contract))
            .count();
        if failed == 0 { Ok(()) } else { Err(format!("{failed} not proved")) }
    }

    fn start(python: &str) -> Result<Finder, String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/find.py");
        Finder::start(python, script).map_err(|error| error.to_string())
    }

    fn kernels(filter: Option<String>) -> impl Iterator<Item = &'static Contract> {
        let filter = filter.unwrap_or_default();
        ADX_FIELDS.iter().filter(move |contract| contract.name.contains(&filter))
    }

    fn certify(object: &Object, finder: &mut Finder, contract: &Contract) -> bool {
        let start = Instant::now();
        finder.found = Certificate::default();
        let verdict = object.code(contract.name).and_then(|code| {
            let proof = prove(object, &code, &Statement::of(contract), finder)?;
            Ok((code.len(), proof))
        });
        let (name, seconds) = (contract.name, start.elapsed().as_secs_f64());
        match &verdict {
            Ok((length, proof)) => {
                eprintln!("{name} proved: {length} instructions, {proof:?}, {seconds:.2} s");
                print!("kernel {name}\n{}\n", finder.found);
            }
            Err(reason) => eprintln!("{name} NOT PROVED after {seconds:.2} s: {reason}"),
        }
        verdict.is_ok()
    }

    fn plant(object: &Object, finder: &mut Finder) -> Result<(), String> {
        let planted = mutants::planted(&|name| object.code(name))?;
        for mutants::Planted { kernel: name, what, code } in planted {
            let contract = kernels(Some(name.to_owned())).next().ok_or("no such kernel")?;
            match prove(object, &code, &Statement::of(contract), finder) {
                Ok(_) => return Err(format!("{name} is proved although {what}")),
                Err(reason) => println!("{name}: {what}: {reason}"),
            }
        }
        Ok(())
    }

    fn mutate(
        object: &Object,
        finder: &mut Finder,
        contract: &Contract,
        count: usize,
    ) -> Result<(), String> {
        let start = Instant::now();
        let (code, statement) = (object.code(contract.name)?, Statement::of(contract));
        let inputs = inputs(&statement, 400, 5);
        let mut all = mutants::all(&code, 7);
        let mut random = mutants::Seeded(9);
        // Proved and right, proved and wrong, refused and wrong, refused though no input shows why.
        let mut counts = [0; 4];
        for _ in 0..count.min(all.len()) {
            let (what, mutant) = all.swap_remove(random.below(all.len()));
            let verdict = prove(object, &mutant, &statement, finder);
            let right = inputs.iter().all(|input| {
                simulate(object, &mutant, &statement, input)
                    .is_some_and(|result| correct(&statement, input, &result))
            });
            match (&verdict, right) {
                (Ok(_), true) => println!("  proved: {what}"),
                (Ok(_), false) => println!("  UNSOUND: {what}"),
                (Err(reason), true) => println!("  refused: {what}: {reason}"),
                (Err(_), false) => {}
            }
            counts[usize::from(verdict.is_err()) * 2 + usize::from(verdict.is_ok() != right)] += 1;
        }
        let [equivalent, unsound, refused, unseen] = counts;
        println!(
            "{}: {equivalent} proved, {unsound} of them wrong, {refused} refused and wrong, {unseen} refused \
             though all inputs pass, {:.0} s",
            contract.name,
            start.elapsed().as_secs_f64()
        );
        if unsound == 0 { Ok(()) } else { Err("a wrong mutant is proved".into()) }
    }
}
