//! Polynomials with integer coefficients, in atoms that are named by numbers.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Atoms in ascending order, with repetition; the empty one is 1.
pub type Monomial = Vec<usize>;

/// A sum of monomials with coefficients that are not 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poly(BTreeMap<Monomial, BigInt>);

impl Poly {
    /// The polynomial without atoms.
    #[must_use]
    pub fn constant(value: impl Into<BigInt>) -> Self {
        let mut out = Self::default();
        out.add_term(Monomial::new(), &value.into());
        out
    }

    /// The polynomial that is one atom.
    #[must_use]
    pub fn atom(atom: usize) -> Self {
        Self::term(vec![atom], BigInt::one())
    }

    /// One monomial times a coefficient.
    #[must_use]
    pub fn term(monomial: Monomial, coefficient: BigInt) -> Self {
        let mut out = Self::default();
        out.add_term(monomial, &coefficient);
        out
    }

    /// self += coefficient · monomial.
    pub fn add_term(&mut self, monomial: Monomial, coefficient: &BigInt) {
        if coefficient.is_zero() {
            return;
        }
        match self.0.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(coefficient.clone());
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if entry.get().is_zero() {
                    entry.remove();
                }
            }
        }
    }

    /// self + factor · other.
    #[must_use]
    pub fn plus(mut self, other: &Self, factor: impl Into<BigInt>) -> Self {
        let factor = factor.into();
        for (monomial, coefficient) in &other.0 {
            self.add_term(monomial.clone(), &(coefficient * &factor));
        }
        self
    }

    /// factor · self.
    #[must_use]
    pub fn times(&self, factor: impl Into<BigInt>) -> Self {
        Self::default().plus(self, factor)
    }

    /// self · other.
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let mut out = Self::default();
        for (a, c) in &self.0 {
            for (b, d) in &other.0 {
                out.add_term(join(a, b), &(c * d));
            }
        }
        out
    }

    /// The monomials with their coefficients.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &BigInt)> {
        self.0.iter()
    }

    /// The value, if there are no atoms.
    #[must_use]
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.0.len() {
            0 => Some(BigInt::zero()),
            1 => self.0.get(&[][..]).cloned(),
            _ => None,
        }
    }

    /// The atom, if the polynomial is nothing else.
    #[must_use]
    pub fn as_atom(&self) -> Option<usize> {
        match (self.0.len(), self.0.first_key_value()) {
            (1, Some((monomial, coefficient))) if monomial.len() == 1 && coefficient.is_one() => {
                Some(monomial[0])
            }
            _ => None,
        }
    }

    /// The coefficient of a monomial.
    #[must_use]
    pub fn coefficient(&self, monomial: &[usize]) -> BigInt {
        self.0.get(monomial).cloned().unwrap_or_default()
    }

    /// self / divisor, if every coefficient is a multiple.
    #[must_use]
    pub fn divided(&self, divisor: &BigInt) -> Option<Self> {
        let divisible = self.0.values().all(|c| (c % divisor).is_zero());
        divisible.then(|| Self(self.0.iter().map(|(m, c)| (m.clone(), c / divisor)).collect()))
    }

    /// Coefficients mod 2^bits, in 0 .. 2^bits.
    #[must_use]
    pub fn low_bits(&self, bits: u32) -> Self {
        let mask = (BigInt::one() << bits) - 1;
        let mut out = Self::default();
        for (monomial, coefficient) in &self.0 {
            // `&` of a negative number is that of its two's complement.
            out.add_term(monomial.clone(), &(coefficient & &mask));
        }
        out
    }

    /// Whether an atom occurs.
    #[must_use]
    pub fn contains(&self, atom: usize) -> bool {
        self.0.keys().any(|monomial| monomial.contains(&atom))
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the monomials that satisfy a condition.
    pub fn retain(&mut self, mut keep: impl FnMut(&Monomial, &BigInt) -> bool) {
        self.0.retain(|monomial, coefficient| keep(monomial, coefficient));
    }

    /// The value where atoms have these values.
    #[must_use]
    pub fn value(&self, atoms: &[BigInt]) -> BigInt {
        self.0
            .iter()
            .map(|(monomial, coefficient)| {
                monomial.iter().fold(coefficient.clone(), |product, &atom| product * &atoms[atom])
            })
            .sum()
    }
}

/// The product of two monomials.
#[must_use]
pub fn join(a: &[usize], b: &[usize]) -> Monomial {
    let mut out = [a, b].concat();
    out.sort_unstable();
    out
}

/// The monomial without one occurrence of an atom in it.
#[must_use]
pub fn without(monomial: &[usize], atom: usize) -> Option<Monomial> {
    let place = monomial.iter().position(|&other| other == atom)?;
    let mut out = monomial.to_vec();
    out.remove(place);
    Some(out)
}
