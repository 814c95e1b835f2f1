//! Proofs: the code is run along every path, and what it computes is compared with its contract.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::{One, Zero};

use crate::{
    certificate::{Certificate, Combination, path_name},
    code::{Instruction, Object},
    machine::{Machine, Stop},
    poly::Poly,
    statement::Statement,
    symbols::{Symbols, Word},
};

/// Where refutations come from. They are not trusted.
pub trait Hints {
    /// A combination that shows that the goal, supposed not to be negative, is false.
    fn refute(
        &mut self,
        path: &str,
        what: &str,
        symbols: &Symbols,
        goal: &Poly,
    ) -> Option<Combination>;
    /// The carry to split an unfinished path by, if any is worth it.
    fn split(&mut self, path: &str, symbols: Option<&Symbols>) -> Option<String>;
}

impl Hints for &Certificate {
    fn refute(&mut self, path: &str, what: &str, _: &Symbols, _: &Poly) -> Option<Combination> {
        self.0.get(path)?.refutations.get(what).cloned()
    }

    fn split(&mut self, path: &str, _: Option<&Symbols>) -> Option<String> {
        self.0.get(path)?.split.clone()
    }
}

/// What a proof took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Proof {
    /// Paths through the code.
    pub paths: usize,
    /// Paths that no input takes.
    pub dead: usize,
    /// Refutations that were checked.
    pub refutations: usize,
}

/// More paths than this are not looked at.
const MAX_PATHS: usize = 64;

/// Proves that the code fulfils the statement.
///
/// # Errors
/// Why not.
pub fn prove(
    object: &Object,
    code: &[Instruction],
    statement: &Statement,
    hints: &mut impl Hints,
) -> Result<Proof, String> {
    let mut proof = Proof::default();
    let mut open = vec![BTreeMap::new()];
    while let Some(decisions) = open.pop() {
        if proof.paths + open.len() > MAX_PATHS {
            return Err("too many paths".into());
        }
        let name = path_name(&decisions);
        let run = PathRun { object, code, statement, hints, name: &name, proof: &mut proof };
        match run.prove(decisions.clone()) {
            Ok(()) => proof.paths += 1,
            Err(Stop::Refused(reason)) => return Err(format!("{reason} (path {name})")),
            Err(Stop::Fork(carry)) => {
                for bit in [true, false] {
                    let mut decisions = decisions.clone();
                    if decisions.insert(carry.clone(), bit).is_some() {
                        return Err(format!("{carry} is split twice"));
                    }
                    open.push(decisions);
                }
            }
        }
    }
    Ok(proof)
}

struct PathRun<'a, H> {
    object: &'a Object,
    code: &'a [Instruction],
    statement: &'a Statement,
    hints: &'a mut H,
    name: &'a str,
    proof: &'a mut Proof,
}

impl<H: Hints> PathRun<'_, H> {
    fn refute(&mut self, what: &str, symbols: &Symbols, goal: &Poly) -> bool {
        let hint = self.hints.refute(self.name, what, symbols, goal);
        let refuted = hint.is_some_and(|hint| hint.refutes(symbols, goal));
        self.proof.refutations += usize::from(refuted);
        refuted
    }

    fn prove(mut self, decisions: BTreeMap<String, bool>) -> Result<(), Stop> {
        if let Some(carry) = self.hints.split(self.name, None)
            && !decisions.contains_key(&carry)
        {
            return Err(Stop::Fork(carry));
        }
        let supposed = !decisions.is_empty();
        let mut symbols = Symbols::new(decisions);
        let operands = self.statement.operands(&mut symbols);
        let statement = self.statement;
        let (limbs, lane) = (statement.limbs(), statement.lane);
        let mut machine = Machine::new(symbols, self.object, &operands, limbs, lane);
        let results = machine.run(self.code)?;
        let mut symbols = machine.domain;
        if supposed && self.refute("dead", &symbols, &Poly::constant(0)) {
            // The goal 0 >= 0 always holds, so that the facts contradict each other.
            self.proof.dead += 1;
            return Ok(());
        }
        let result = statement.value(&results);
        if let Err(reason) = self.congruence(&mut symbols, &operands, &result) {
            return match self.hints.split(self.name, Some(&symbols)) {
                Some(carry) => Err(Stop::Fork(carry)),
                None => Err(Stop::Refused(reason)),
            };
        }
        for (what, goal) in statement.goals(&results, &result) {
            if !self.refute(&what, &symbols, &goal) {
                return match self.hints.split(self.name, Some(&symbols)) {
                    Some(carry) => Err(Stop::Fork(carry)),
                    None => Err(Stop::Refused(format!("the result may be out of bounds: {what}"))),
                };
            }
        }
        Ok(())
    }

    /// The congruence modulo p, after carries that nobody took into account have turned out to be 0.
    fn congruence(
        &mut self,
        symbols: &mut Symbols,
        operands: &[Vec<Word>],
        result: &Poly,
    ) -> Result<(), String> {
        let difference = self.statement.difference(operands, result);
        let p = &self.statement.modulus;
        let mut tried = BTreeSet::new();
        loop {
            let mut rest = symbols.reduced(difference.clone());
            rest.retain(|_, coefficient| !(coefficient % p).is_zero());
            if rest.is_zero() {
                return Ok(());
            }
            let carries = rest.terms().filter_map(|(monomial, _)| match monomial[..] {
                [atom] if symbols.atoms[atom].high.is_one() => Some(atom),
                _ => None,
            });
            let carries: Vec<_> = carries.collect();
            let progress = self.settle(symbols, &carries, &mut tried)
                || self.equate(symbols, &carries, &mut tried);
            if !progress {
                let names: Vec<_> = rest
                    .terms()
                    .take(4)
                    .map(|(m, _)| {
                        let names = m.iter().map(|&atom| symbols.atoms[atom].name.as_str());
                        names.collect::<Vec<_>>().join(" ")
                    })
                    .collect();
                return Err(format!("not congruent: {}", names.join(", ")));
            }
        }
    }
    /// Whether one of the carries turns out to be the same for all inputs of the path.
    fn settle(
        &mut self,
        symbols: &mut Symbols,
        carries: &[usize],
        tried: &mut BTreeSet<String>,
    ) -> bool {
        let mut progress = false;
        for &atom in carries {
            let name = symbols.atoms[atom].name.clone();
            let carry = Poly::atom(atom);
            let not = [("zero", 0, carry.clone().plus(&one(), -1)), ("one", 1, carry.times(-1))];
            for (word, value, goal) in not {
                let what = format!("{word} {name}");
                if tried.insert(what.clone()) && self.refute(&what, symbols, &goal) {
                    symbols.settle(atom, value);
                    progress = true;
                    break;
                }
            }
        }
        progress
    }

    /// Whether two of the carries turn out to be equal.
    fn equate(
        &mut self,
        symbols: &mut Symbols,
        carries: &[usize],
        tried: &mut BTreeSet<String>,
    ) -> bool {
        for (index, &a) in carries.iter().enumerate() {
            for &b in &carries[..index] {
                let (first, second) = (&symbols.atoms[a].name, &symbols.atoms[b].name);
                let above = format!("above {first} {second}");
                let below = format!("above {second} {first}");
                let difference = Poly::atom(a).plus(&Poly::atom(b), -1);
                if tried.insert(above.clone())
                    && self.refute(&above, symbols, &difference.clone().plus(&one(), -1))
                    && self.refute(&below, symbols, &difference.times(-1).plus(&one(), -1))
                {
                    symbols.equations.push(difference);
                    return true;
                }
            }
        }
        false
    }
}

fn one() -> Poly {
    Poly::constant(1)
}
