//! The finder of refutations: asks an LP solver in another process. Nothing that it says is trusted.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::{
    certificate::{Certificate, Combination, Row},
    poly::{Monomial, Poly},
    prove::Hints,
    symbols::Symbols,
};

/// Answers from `find.py`, collected as a certificate.
#[derive(Debug)]
pub struct Finder {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What has been found for the kernel at hand.
    pub found: Certificate,
    /// Questions.
    pub asked: usize,
}

impl Finder {
    /// Starts the solver.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(python: &str, script: &str) -> std::io::Result<Self> {
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(std::io::ErrorKind::BrokenPipe)?;
        let output = BufReader::new(output);
        Ok(Self { child, input, output, found: Certificate::default(), asked: 0 })
    }

    fn ask(&mut self, symbols: &Symbols, goal: &Poly) -> Option<Combination> {
        let mut question = String::new();
        for (row, poly) in rows(symbols, goal) {
            let kind = if matches!(row, Row::Equation(_)) { '=' } else { '>' };
            let _ = write!(question, "{row} {kind}");
            for (monomial, coefficient) in poly.terms() {
                let atoms: Vec<_> = monomial.iter().map(ToString::to_string).collect();
                let _ = write!(question, " {}:{coefficient}", atoms.join("."));
            }
            question.push('\n');
        }
        question.push_str("solve\n");
        self.input.write_all(question.as_bytes()).ok()?;
        self.input.flush().ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        answer.trim().parse().ok()
    }
}

impl Drop for Finder {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All rows about the monomials that can play a part.
fn rows(symbols: &Symbols, goal: &Poly) -> Vec<(Row, Poly)> {
    let mut rows = vec![Row::Goal];
    rows.extend((0..symbols.facts.len()).flat_map(|i| [Row::FactLow(i), Row::FactHigh(i)]));
    rows.extend((0..symbols.equations.len()).map(Row::Equation));
    let mut out: Vec<_> = rows
        .into_iter()
        .filter_map(|row| row.poly(symbols, goal).map(|poly| (row, poly)))
        .collect();
    let monomials: BTreeSet<Monomial> = out
        .iter()
        .flat_map(|(_, poly)| poly.terms().map(|(monomial, _)| monomial.clone()))
        .filter(|monomial| !monomial.is_empty())
        .collect();
    for monomial in monomials {
        for row in [Row::MonomialLow(monomial.clone()), Row::MonomialHigh(monomial)] {
            out.extend(row.poly(symbols, goal).map(|poly| (row, poly)));
        }
    }
    out
}

impl Hints for Finder {
    fn refute(
        &mut self,
        path: &str,
        what: &str,
        symbols: &Symbols,
        goal: &Poly,
    ) -> Option<Combination> {
        self.asked += 1;
        let found = self.ask(symbols, goal)?;
        let path = self.found.0.entry(path.to_owned()).or_default();
        path.refutations.insert(what.to_owned(), found.clone());
        Some(found)
    }

    /// The first mask whose bit is not supposed yet.
    fn split(&mut self, path: &str, symbols: Option<&Symbols>) -> Option<String> {
        let symbols = symbols?;
        let mask = symbols.masks.iter().find(|&&atom| {
            symbols.atoms[atom].name.starts_with('c')
                && symbols.atoms[atom].low != symbols.atoms[atom].high
        })?;
        let name = symbols.atoms[*mask].name.clone();
        // What was found for the path is not needed.
        let path = self.found.0.entry(path.to_owned()).or_default();
        path.refutations.clear();
        path.split = Some(name.clone());
        Some(name)
    }
}
