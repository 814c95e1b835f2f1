//! The committed certificates prove the kernels of this build; changed kernels are not proved.
#![cfg(target_arch = "x86_64")]

use std::collections::BTreeMap;

use gigagas_math::{
    contracts::{ADX_FIELDS, Contract},
    cpu,
    entries::ENTRIES,
};
use gigagas_proofs::{
    certificate::{Certificate, parse},
    code::{Instruction, Object},
    mutants::{self, correct, inputs, simulate},
    prove::prove,
    statement::Statement,
};

fn certificates() -> BTreeMap<String, Certificate> {
    parse(include_str!("../certificates/adx_fields.txt")).expect("a file of certificates")
}

fn object() -> Object {
    assert!(std::hint::black_box(ENTRIES).len() >= ADX_FIELDS.len());
    Object::current().expect("an ELF file")
}

fn code(object: &Object, contract: &Contract) -> Vec<Instruction> {
    object.code(contract.name).expect("straight code")
}

#[test]
fn every_kernel_is_proved() {
    let (object, certificates) = (object(), certificates());
    for contract in ADX_FIELDS {
        let mut certificate = &certificates[contract.name];
        let code = code(&object, contract);
        let verdict = prove(&object, &code, &Statement::of(contract), &mut certificate);
        assert!(verdict.is_ok(), "{}: {verdict:?}", contract.name);
    }
    assert_eq!(certificates.len(), ADX_FIELDS.len());
}

#[test]
fn rules_compute_what_the_cpu_does() {
    let Some(adx) = cpu::Adx::detect() else { return };
    let object = object();
    for contract in ADX_FIELDS {
        let code = code(&object, contract);
        let statement = Statement::of(contract);
        let entry = ENTRIES.iter().find(|(name, _)| *name == contract.name).expect("an entry").1;
        for input in inputs(&statement, 300, 3) {
            let [a, b] =
                [0, 1].map(|i| mutants::limbs(&statement, &input[i]).try_into().expect("4 limbs"));
            let result = entry.run(adx, &a, &b);
            let simulated = simulate(&object, &code, &statement, &input);
            assert_eq!(simulated.as_deref(), Some(&result[..]), "{} {input:?}", contract.name);
            assert!(correct(&statement, &input, &result), "{} {input:?}", contract.name);
        }
    }
}

#[test]
fn planted_bugs_are_not_proved() {
    let (object, certificates) = (object(), certificates());
    let planted = mutants::planted(&|name| object.code(name)).expect("planted bugs");
    assert!(planted.len() >= 8);
    for mutants::Planted { kernel: name, what, code } in planted {
        let contract = ADX_FIELDS.iter().find(|contract| contract.name == name).expect("a kernel");
        let mut certificate = &certificates[name];
        let verdict = prove(&object, &code, &Statement::of(contract), &mut certificate);
        assert!(verdict.is_err(), "{name}: {what}");
    }
}

/// Some changes make no difference; what is still proved has to be right for all inputs that we try.
#[test]
fn no_wrong_mutant_is_proved() {
    let (object, certificates) = (object(), certificates());
    let count = if std::env::var_os("GIGAGAS_FULL").is_some() { 200 } else { 20 };
    for contract in ADX_FIELDS {
        let code = code(&object, contract);
        let statement = Statement::of(contract);
        let inputs = inputs(&statement, 300, 5);
        let mut all = mutants::all(&code, 7);
        let mut random = mutants::Seeded(9);
        for _ in 0..count.min(all.len()) {
            let (what, mutant) = all.swap_remove(random.below(all.len()));
            let mut certificate = &certificates[contract.name];
            if prove(&object, &mutant, &statement, &mut certificate).is_err() {
                continue;
            }
            for input in &inputs {
                let result = simulate(&object, &mutant, &statement, input);
                let right = result.is_some_and(|result| correct(&statement, input, &result));
                assert!(right, "{}: {what} is proved but wrong for {input:?}", contract.name);
            }
        }
    }
}
