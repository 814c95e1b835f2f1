//! Certificates: what a proof needs beyond running the code, as text.
//!
//! ```text
//! kernel NAME
//! path [CARRY=BIT ...]
//! split CARRY              both values are looked at, each in a path of its own
//! zero CARRY: TERM, ...    the carry cannot be 1
//! one CARRY: TERM, ...     the carry cannot be 0
//! above A B: TERM, ...     carry A cannot be above carry B
//! below: TERM, ...         the result cannot exceed its bound
//! dead: TERM, ...          no input takes this path
//! ```
//!
//! A TERM is a number and a row. The sum of the rows times their numbers is a negative constant, although
//! every row is a polynomial that is not negative (Farkas): `f7>` is fact 7 minus its lower bound, `f7<` its
//! upper bound minus fact 7, `e3` equation 3 (which is 0), `m1.5>` and `m1.5<` the bounds of the product of
//! atoms 1 and 5, and `goal` what is to be refuted.

use std::{collections::BTreeMap, fmt, str::FromStr};

use num_bigint::BigInt;
use num_traits::Signed;

use crate::{
    poly::{Monomial, Poly},
    symbols::Symbols,
};

/// A polynomial that is not negative, or 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// What would have to be true.
    Goal,
    /// A fact and its lower bound.
    FactLow(usize),
    /// A fact and its upper bound.
    FactHigh(usize),
    /// An equation.
    Equation(usize),
    /// A product of atoms and its lower bound.
    MonomialLow(Monomial),
    /// A product of atoms and its upper bound.
    MonomialHigh(Monomial),
}

impl Row {
    /// The polynomial.
    #[must_use]
    pub fn poly(&self, symbols: &Symbols, goal: &Poly) -> Option<Poly> {
        let constant = |value: &BigInt| Poly::constant(value.clone());
        Some(match self {
            Self::Goal => goal.clone(),
            Self::FactLow(index) => {
                let fact = symbols.facts.get(*index)?;
                fact.poly.clone().plus(&constant(&fact.low), -1)
            }
            Self::FactHigh(index) => {
                let fact = symbols.facts.get(*index)?;
                constant(&fact.high).plus(&fact.poly, -1)
            }
            Self::Equation(index) => symbols.equations.get(*index)?.clone(),
            Self::MonomialLow(monomial) | Self::MonomialHigh(monomial) => {
                if monomial.is_empty() || monomial.iter().any(|&atom| atom >= symbols.atoms.len()) {
                    return None;
                }
                if !monomial.is_sorted() {
                    return None;
                }
                let (low, high) = symbols.bounds(monomial);
                let poly = Poly::term(monomial.clone(), 1.into());
                match self {
                    Self::MonomialLow(_) => poly.plus(&constant(&low), -1),
                    _ => constant(&high).plus(&poly, -1),
                }
            }
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let monomial = |f: &mut fmt::Formatter<'_>, monomial: &[usize], end| {
            let atoms: Vec<_> = monomial.iter().map(ToString::to_string).collect();
            write!(f, "m{}{end}", atoms.join("."))
        };
        match self {
            Self::Goal => write!(f, "goal"),
            Self::FactLow(index) => write!(f, "f{index}>"),
            Self::FactHigh(index) => write!(f, "f{index}<"),
            Self::Equation(index) => write!(f, "e{index}"),
            Self::MonomialLow(atoms) => monomial(f, atoms, '>'),
            Self::MonomialHigh(atoms) => monomial(f, atoms, '<'),
        }
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("not a row: {text}");
        let index = |text: &str| text.parse::<usize>().map_err(|_| bad());
        if text == "goal" {
            return Ok(Self::Goal);
        }
        if let Some(equation) = text.strip_prefix('e') {
            return Ok(Self::Equation(index(equation)?));
        }
        let (body, low) = match (text.strip_suffix('>'), text.strip_suffix('<')) {
            (Some(body), _) => (body, true),
            (_, Some(body)) => (body, false),
            _ => return Err(bad()),
        };
        if let Some(fact) = body.strip_prefix('f') {
            return Ok(if low {
                Self::FactLow(index(fact)?)
            } else {
                Self::FactHigh(index(fact)?)
            });
        }
        let atoms = body.strip_prefix('m').ok_or_else(bad)?;
        let monomial = atoms.split('.').map(index).collect::<Result<_, _>>()?;
        Ok(if low { Self::MonomialLow(monomial) } else { Self::MonomialHigh(monomial) })
    }
}

/// Rows with their multipliers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Combination(pub Vec<(BigInt, Row)>);

impl Combination {
    /// Whether the sum is a negative constant although it cannot be: then the goal is false.
    #[must_use]
    pub fn refutes(&self, symbols: &Symbols, goal: &Poly) -> bool {
        let mut sum = Poly::default();
        for (multiplier, row) in &self.0 {
            if multiplier.is_negative() && !matches!(row, Row::Equation(_)) {
                return false;
            }
            let Some(poly) = row.poly(symbols, goal) else { return false };
            sum = sum.plus(&poly, multiplier.clone());
        }
        sum.as_constant().is_some_and(|constant| constant.is_negative())
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (multiplier, row)) in self.0.iter().enumerate() {
            write!(f, "{}{multiplier} {row}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl FromStr for Combination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let terms = text.split(',').map(|term| {
            let (multiplier, row) = term.trim().split_once(' ').ok_or("a term without a row")?;
            let multiplier = multiplier.parse().map_err(|_| format!("multiplier {multiplier}"))?;
            Ok((multiplier, row.parse()?))
        });
        terms.collect::<Result<_, String>>().map(Self)
    }
}

/// What is known about one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path {
    /// The carry to be looked at in both values before anything else.
    pub split: Option<String>,
    /// Refutations by what they are of.
    pub refutations: BTreeMap<String, Combination>,
}

/// A kernel's certificate: its paths by their decisions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Certificate(pub BTreeMap<String, Path>);

/// The name of a path.
#[must_use]
pub fn path_name(decisions: &BTreeMap<String, bool>) -> String {
    let words: Vec<_> =
        decisions.iter().map(|(carry, bit)| format!("{carry}={}", u8::from(*bit))).collect();
    words.join(" ")
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, path) in &self.0 {
            writeln!(f, "{}", format!("path {name}").trim_end())?;
            if let Some(split) = &path.split {
                writeln!(f, "split {split}")?;
            }
            for (what, combination) in &path.refutations {
                writeln!(f, "{what}: {combination}")?;
            }
        }
        Ok(())
    }
}

/// Reads a file of certificates, by kernel.
///
/// # Errors
/// The line that is not understood.
pub fn parse(text: &str) -> Result<BTreeMap<String, Certificate>, String> {
    let mut kernels: BTreeMap<String, Certificate> = BTreeMap::new();
    let (mut kernel, mut path) = (None::<String>, None::<String>);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("kernel ") {
            kernels.entry(name.to_owned()).or_default();
            (kernel, path) = (Some(name.to_owned()), None);
            continue;
        }
        let certificate = kernel.as_ref().and_then(|kernel| kernels.get_mut(kernel));
        let certificate = certificate.ok_or_else(|| format!("outside of a kernel: {line}"))?;
        if line == "path" || line.starts_with("path ") {
            let name = line["path".len()..].trim().to_owned();
            certificate.0.entry(name.clone()).or_default();
            path = Some(name);
            continue;
        }
        let path = path.as_ref().and_then(|path| certificate.0.get_mut(path));
        let path = path.ok_or_else(|| format!("outside of a path: {line}"))?;
        if let Some(split) = line.strip_prefix("split ") {
            path.split = Some(split.to_owned());
        } else {
            let (what, combination) =
                line.split_once(": ").ok_or_else(|| format!("not understood: {line}"))?;
            path.refutations.insert(what.to_owned(), combination.parse()?);
        }
    }
    Ok(kernels)
}
