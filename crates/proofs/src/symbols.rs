//! The domain of proofs: words as exact integer polynomials.
//!
//! Nothing is approximated. Where an instruction wraps around or divides, a new atom stands for the carry or
//! the quotient, and the equation that defines it is solved for the word: the sum a + b + c becomes
//! a + b + c - 2^64 carry, of which it is a [`Fact`] that it is in 0 .. 2^64.

use std::{collections::BTreeMap, rc::Rc};

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::{
    machine::{Domain, Step, Stop, refuse},
    poly::{Monomial, Poly, join, without},
};

/// How an atom's value follows from those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Definition {
    /// An input.
    Input,
    /// The quotient of the polynomial by 2^bits, rounded down, times the sign.
    Quotient(Poly, u32, i8),
    /// The remainder of the polynomial by 2^bits.
    Remainder(Poly, u32),
}

/// A number that code computes.
#[derive(Debug, Clone)]
pub struct Atom {
    /// For people and for certificates; the atoms of carries are named by their addition.
    pub name: String,
    /// The least value.
    pub low: BigInt,
    /// The greatest value.
    pub high: BigInt,
    /// What it is.
    pub definition: Definition,
}

/// low <= poly <= high.
#[derive(Debug, Clone)]
pub struct Fact {
    /// What is bounded.
    pub poly: Poly,
    /// The least value.
    pub low: BigInt,
    /// The greatest value.
    pub high: BigInt,
}

/// A word: its polynomial and its bounds.
#[derive(Debug, Clone)]
pub struct Word {
    /// The value.
    pub poly: Rc<Poly>,
    /// The least value.
    pub low: BigInt,
    /// The greatest value.
    pub high: BigInt,
}

impl Word {
    fn new(poly: Poly, low: BigInt, high: BigInt) -> Self {
        match poly.as_constant() {
            Some(value) => Self { poly: Rc::new(poly), low: value.clone(), high: value },
            None => Self { poly: Rc::new(poly), low, high },
        }
    }

    /// A known number.
    #[must_use]
    pub fn of(value: BigInt) -> Self {
        Self::constant(value)
    }

    fn constant(value: BigInt) -> Self {
        Self { poly: Rc::new(Poly::constant(value.clone())), low: value.clone(), high: value }
    }
}

/// What is known after a run along one path.
#[derive(Debug, Default)]
pub struct Symbols {
    /// All atoms.
    pub atoms: Vec<Atom>,
    /// What is known of polynomials.
    pub facts: Vec<Fact>,
    /// Polynomials that are 0.
    pub equations: Vec<Poly>,
    /// Products of two atoms that are congruent to a number mod 2^64.
    pub congruent_products: Vec<(Monomial, BigInt)>,
    /// Values of carries that this path supposes.
    pub decisions: BTreeMap<String, bool>,
    /// The definitions of the supposed carries.
    pub supposed: Vec<(String, Definition, bool)>,
    /// Carries that masks were made of.
    pub masks: Vec<usize>,
    congruences: BTreeMap<usize, (Poly, u32)>,
    sums: BTreeMap<(bool, Poly), (Word, Word)>,
    quotients: BTreeMap<(u32, Poly), Word>,
    remainders: BTreeMap<(u32, Poly), Word>,
    sum: usize,
    named: Option<usize>,
}

fn two_to(bits: u32) -> BigInt {
    BigInt::one() << bits
}

fn max(bits: u32) -> BigInt {
    two_to(bits) - 1
}

impl Symbols {
    /// Along a path.
    #[must_use]
    pub fn new(decisions: BTreeMap<String, bool>) -> Self {
        Self { decisions, ..Self::default() }
    }

    /// A new atom.
    pub fn atom(
        &mut self,
        name: String,
        low: BigInt,
        high: BigInt,
        definition: Definition,
    ) -> Word {
        self.atoms.push(Atom { name, low: low.clone(), high: high.clone(), definition });
        Word::new(Poly::atom(self.atoms.len() - 1), low, high)
    }

    /// An input of the kernel.
    pub fn input(&mut self, name: String, high: BigInt) -> Word {
        self.atom(name, BigInt::zero(), high, Definition::Input)
    }

    /// Adds low <= poly <= high.
    pub fn fact(&mut self, poly: Poly, low: BigInt, high: BigInt) {
        self.facts.push(Fact { poly, low, high });
    }

    /// The bounds of a monomial that follow from those of its atoms.
    #[must_use]
    pub fn bounds(&self, monomial: &[usize]) -> (BigInt, BigInt) {
        let mut bounds = (BigInt::one(), BigInt::one());
        for &atom in monomial {
            let Atom { low, high, .. } = &self.atoms[atom];
            let products = [&bounds.0 * low, &bounds.0 * high, &bounds.1 * low, &bounds.1 * high];
            let [mut least, mut greatest] = [products[0].clone(), products[0].clone()];
            for product in products {
                least = least.min(product.clone());
                greatest = greatest.max(product);
            }
            bounds = (least, greatest);
        }
        bounds
    }

    /// A carry turned out to be the same for all inputs.
    pub fn settle(&mut self, atom: usize, value: u8) {
        let value = BigInt::from(value);
        self.atoms[atom].low = value.clone();
        self.atoms[atom].high = value.clone();
        self.equations.push(Poly::atom(atom).plus(&Poly::constant(value), -1));
    }

    /// A word whose polynomial is in 0 .. 2^bits for a reason that its shape does not show.
    fn residue(&mut self, poly: Poly, bits: u32) -> Word {
        if poly.as_constant().is_some() || poly.as_atom().is_some() {
            return Word::new(poly, BigInt::zero(), max(bits));
        }
        self.fact(poly.clone(), BigInt::zero(), max(bits));
        if self.is_multiple(&poly, bits) {
            // A multiple of 2^bits in 0 .. 2^bits is 0.
            self.equations.push(poly);
            return Word::constant(BigInt::zero());
        }
        Word::new(poly, BigInt::zero(), max(bits))
    }

    /// Whether the polynomial is 0 mod 2^bits after atoms have been replaced by what they are congruent to.
    fn is_multiple(&self, poly: &Poly, bits: u32) -> bool {
        let mut rest = poly.low_bits(bits);
        // Each replacement leads to earlier atoms.
        for _ in 0..1000 {
            let replaced = rest.terms().find_map(|(monomial, coefficient)| {
                if bits <= 64 {
                    for (product, value) in &self.congruent_products {
                        let left = without(monomial, product[0])
                            .and_then(|left| without(&left, product[1]));
                        if let Some(left) = left {
                            let by = Poly::term(left, coefficient * value);
                            return Some((monomial.clone(), coefficient.clone(), by));
                        }
                    }
                }
                let (&atom, (by, _)) = monomial.iter().rev().find_map(|atom| {
                    let (poly, known) = self.congruences.get(atom)?;
                    (*known >= bits).then_some((atom, (poly, known)))
                })?;
                let left = Poly::term(without(monomial, atom)?, coefficient.clone());
                Some((monomial.clone(), coefficient.clone(), left.product(by)))
            });
            let Some((monomial, coefficient, by)) = replaced else { break };
            rest.add_term(monomial, &-coefficient);
            rest = rest.plus(&by, 1).low_bits(bits);
        }
        rest.is_zero()
    }

    fn carry(&mut self, sum: &Poly, sign: i8) -> Step<Word> {
        if self.named == Some(self.sum) {
            return refuse("two carries of one addition");
        }
        self.named = Some(self.sum);
        let name = format!("c{}", self.sum);
        let definition = Definition::Quotient(sum.clone(), 64, sign);
        if let Some(&value) = self.decisions.get(&name) {
            self.supposed.push((name, definition, value));
            return Ok(Word::constant(BigInt::from(u8::from(value))));
        }
        Ok(self.atom(name, BigInt::zero(), BigInt::one(), definition))
    }

    /// `poly` in low ..= high, which is within 2^64 of 0 .. 2^64 on the side of `sign`.
    fn wrap(&mut self, poly: Poly, low: &BigInt, high: &BigInt, sign: i8) -> Step<(Word, Word)> {
        if let Some(value) = poly.as_constant() {
            let carry = (value.clone() >> 64u32) * sign;
            return Ok((Word::constant(value & max(64)), Word::constant(carry)));
        }
        if !low.is_negative() && *high < two_to(64) {
            let zero = Word::constant(BigInt::zero());
            return Ok((Word::new(poly, low.clone(), high.clone()), zero));
        }
        if *low < -two_to(64) || *high >= two_to(65) {
            return refuse("more than a carry");
        }
        let key = (sign > 0, poly);
        if let Some((word, carry)) = self.sums.get(&key) {
            return Ok((word.clone(), carry.clone()));
        }
        let carry = self.carry(&key.1, sign)?;
        let word = key.1.clone().plus(&carry.poly, -two_to(64) * sign);
        let word = self.residue(word, 64);
        self.sums.insert(key, (word.clone(), carry.clone()));
        Ok((word, carry))
    }

    /// The quotient and the remainder by 2^bits of a polynomial in low ..= high.
    fn divide(&mut self, poly: &Poly, low: &BigInt, high: &BigInt, bits: u32) -> (Word, Word) {
        if let Some(value) = poly.as_constant() {
            return (Word::constant(value.clone() >> bits), Word::constant(value & max(bits)));
        }
        if !low.is_negative() && *high < two_to(bits) {
            let word = Word::new(poly.clone(), low.clone(), high.clone());
            return (Word::constant(BigInt::zero()), word);
        }
        let key = (bits, poly.clone());
        if let Some(quotient) = self.quotients.get(&key) {
            return (quotient.clone(), self.remainders[&key].clone());
        }
        let quotient = self.atom(
            format!("h{}", self.atoms.len()),
            low >> bits,
            high >> bits,
            Definition::Quotient(poly.clone(), bits, 1),
        );
        let rest = poly.clone().plus(&quotient.poly, -two_to(bits));
        let remainder = match self.remainders.get(&key) {
            Some(remainder) => {
                self.equations.push(rest.plus(&remainder.poly, -1));
                remainder.clone()
            }
            None => self.residue(rest, bits),
        };
        self.quotients.insert(key.clone(), quotient.clone());
        self.remainders.insert(key, remainder.clone());
        (quotient, remainder)
    }

    /// The remainder by 2^bits as an atom, where nobody asked for the quotient.
    fn remainder(&mut self, poly: &Poly, high: &BigInt, bits: u32) -> Word {
        if poly.as_constant().is_some() || *high < two_to(bits) {
            return self.divide(poly, &BigInt::zero(), high, bits).1;
        }
        let key = (bits, poly.clone());
        if let Some(remainder) = self.remainders.get(&key) {
            return remainder.clone();
        }
        let name = format!("m{}", self.atoms.len());
        let definition = Definition::Remainder(poly.clone(), bits);
        let remainder = self.atom(name, BigInt::zero(), max(bits), definition);
        self.congruences.insert(self.atoms.len() - 1, (poly.clone(), bits));
        self.remainders.insert(key, remainder.clone());
        remainder
    }

    /// poly times a power of two, without the atoms that equations define.
    #[must_use]
    pub fn reduced(&self, mut poly: Poly) -> Poly {
        for equation in self.equations.iter().rev() {
            let pivot = equation.terms().rev().find_map(|(monomial, coefficient)| {
                let [atom] = monomial[..] else { return None };
                let others = equation.terms().filter(|(other, _)| other.contains(&atom)).count();
                (others == 1 && is_power_of_two(&coefficient.abs()))
                    .then(|| (atom, coefficient.clone()))
            });
            let Some((atom, coefficient)) = pivot else { continue };
            let rest = equation.clone().plus(&Poly::atom(atom), -&coefficient);
            // coefficient · atom + rest = 0.
            while poly.contains(atom) {
                let mut next = Poly::default();
                for (monomial, factor) in poly.terms() {
                    next = match without(monomial, atom) {
                        Some(left) => {
                            let left = Poly::term(left, -factor);
                            next.plus(&left.product(&rest), 1)
                        }
                        None => next.plus(&Poly::term(monomial.clone(), factor * &coefficient), 1),
                    };
                }
                poly = next;
            }
        }
        poly
    }
}

fn is_power_of_two(value: &BigInt) -> bool {
    value.is_positive() && (value & &(value - BigInt::one())).is_zero()
}

impl Domain for Symbols {
    type Word = Word;

    fn next_sum(&mut self) {
        self.sum += 1;
    }

    fn number(&self, value: u64) -> Word {
        Word::constant(value.into())
    }

    fn known(&self, word: &Word) -> Option<u64> {
        word.poly.as_constant().and_then(|value| u64::try_from(value).ok())
    }

    fn fits(&self, word: &Word, bits: u32) -> bool {
        !word.low.is_negative() && word.high < two_to(bits)
    }

    fn add(&mut self, a: &Word, b: &Word, carry: &Word) -> Step<(Word, Word)> {
        let poly = a.poly.as_ref().clone().plus(&b.poly, 1).plus(&carry.poly, 1);
        let (low, high) = (&a.low + &b.low + &carry.low, &a.high + &b.high + &carry.high);
        self.wrap(poly, &low, &high, 1)
    }

    fn sub(&mut self, a: &Word, b: &Word, borrow: &Word) -> Step<(Word, Word)> {
        let poly = a.poly.as_ref().clone().plus(&b.poly, -1).plus(&borrow.poly, -1);
        let (low, high) = (&a.low - &b.high - &borrow.high, &a.high - &b.low - &borrow.low);
        self.wrap(poly, &low, &high, -1)
    }

    fn multiply(&mut self, a: &Word, b: &Word) -> Step<(Word, Word)> {
        if a.low.is_negative() || b.low.is_negative() {
            return refuse("product of a negative number");
        }
        let product = a.poly.product(&b.poly);
        let (high, low) = self.divide(&product, &(&a.low * &b.low), &(&a.high * &b.high), 64);
        Ok((low, high))
    }

    fn multiply_low(&mut self, a: &Word, b: &Word) -> Step<Word> {
        if a.low.is_negative() || b.low.is_negative() {
            return refuse("product of a negative number");
        }
        Ok(self.remainder(&a.poly.product(&b.poly), &(&a.high * &b.high), 64))
    }

    fn split(&mut self, a: &Word, bits: u32) -> Step<(Word, Word)> {
        if a.low.is_negative() {
            return refuse("shift of a negative number");
        }
        Ok(self.divide(&a.poly, &a.low, &a.high, bits))
    }

    fn join(&mut self, a: &Word, bits: u32, b: &Word) -> Step<Word> {
        if !self.fits(a, 64 - bits) || !self.fits(b, bits) {
            return refuse("parts of a word that overlap");
        }
        let poly = a.poly.times(two_to(bits)).plus(&b.poly, 1);
        Ok(Word::new(poly, (&a.low << bits) + &b.low, (&a.high << bits) + &b.high))
    }

    fn and(&mut self, a: &Word, b: &Word) -> Step<Word> {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(mask) = self.known(x)
                && (mask.wrapping_add(1) & mask) == 0
            {
                let bits = 64 - mask.leading_zeros();
                return Ok(match bits {
                    0 => Word::constant(BigInt::zero()),
                    64 => y.clone(),
                    _ => self.divide(&y.poly, &y.low, &y.high, bits).1,
                });
            }
            // (2^64 - 1) q with a value in 0 .. 2^64: q is 0 or 1.
            if let Some(bit) = x.poly.divided(&max(64))
                && self.fits(x, 64)
                && self.fits(y, 64)
            {
                return Ok(Word::new(bit.product(&y.poly), BigInt::zero(), y.high.clone()));
            }
        }
        refuse("and of two unknown numbers")
    }

    fn mask(&mut self, bit: &Word) -> Step<Word> {
        if !self.fits(bit, 1) {
            return refuse("not a bit");
        }
        self.masks.extend(bit.poly.as_atom());
        Ok(Word::new(bit.poly.times(max(64)), BigInt::zero(), max(64)))
    }

    fn decide(&mut self, bit: &Word) -> Step<bool> {
        if let Some(value) = self.known(bit) {
            return Ok(value == 1);
        }
        match bit.poly.as_atom() {
            Some(atom) if self.atoms[atom].name.starts_with('c') => {
                Err(Stop::Fork(self.atoms[atom].name.clone()))
            }
            _ => refuse("a choice by what is no carry"),
        }
    }

    fn multiply_add_52(&mut self, sum: &Word, a: &Word, b: &Word, high: bool) -> Step<Word> {
        let a = self.split(a, 52)?.1;
        let b = self.split(b, 52)?.1;
        let product = a.poly.product(&b.poly);
        let greatest = &a.high * &b.high;
        let part = if high {
            self.divide(&product, &BigInt::zero(), &greatest, 52).0
        } else if a.poly.as_atom().is_some() && b.poly.as_atom().is_some() {
            self.divide(&product, &BigInt::zero(), &greatest, 52).1
        } else {
            self.remainder(&product, &greatest, 52)
        };
        self.lane_sum(sum, &part, false)
    }

    fn lane_sum(&mut self, a: &Word, b: &Word, subtract: bool) -> Step<Word> {
        let (poly, low, high) = if subtract {
            (a.poly.as_ref().clone().plus(&b.poly, -1), &a.low - &b.high, &a.high - &b.low)
        } else {
            (a.poly.as_ref().clone().plus(&b.poly, 1), &a.low + &b.low, &a.high + &b.high)
        };
        // The same 64 bits, seen without or with a sign, and nothing lost.
        let unsigned = !low.is_negative() && high < two_to(64);
        let signed = low >= -two_to(63) && high < two_to(63);
        if unsigned || signed { Ok(Word::new(poly, low, high)) } else { refuse("a lane may wrap") }
    }

    fn shift_signed(&mut self, a: &Word, bits: u32) -> Step<Word> {
        if a.high >= two_to(63) {
            return refuse("a lane that may be taken for negative");
        }
        Ok(self.divide(&a.poly, &a.low, &a.high, bits).0)
    }
}

/// The product of atoms as a monomial.
#[must_use]
pub fn monomial(atoms: &[usize]) -> Monomial {
    join(atoms, &[])
}
