//! Polynomials modulo a prime in place of field elements, so that the code of formulas that is generic over
//! the field can be compared with the group law for all inputs at once.
//!
//! An element is the number of a polynomial in a table; equal polynomials have equal numbers, 0 is 0 and 1 is 1.

use std::{cell::RefCell, collections::BTreeMap};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{
    field::{Arch, Field},
    limb::U256,
    secp256k1::model::big,
};

/// Exponents of the variables.
type Monomial = [u16; 8];

/// A polynomial over the integers mod p; no coefficient is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Poly(BTreeMap<Monomial, BigUint>);

impl Poly {
    fn term(monomial: Monomial, coefficient: BigUint) -> Self {
        let mut out = Self::default();
        if !coefficient.is_zero() {
            out.0.insert(monomial, coefficient);
        }
        out
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: BigUint, p: &BigUint) {
        let sum = self.0.entry(monomial).or_default();
        *sum = (&*sum + coefficient) % p;
        if sum.is_zero() {
            self.0.remove(&monomial);
        }
    }
}

thread_local! {
    static TABLE: RefCell<Vec<Poly>> =
        RefCell::new(vec![Poly::default(), Poly::term([0; 8], BigUint::one())]);
}

fn get(number: u64) -> Poly {
    TABLE.with_borrow(|table| table[usize::try_from(number).unwrap()].clone())
}

fn put(poly: Poly) -> u64 {
    TABLE.with_borrow_mut(|table| {
        let known = table.iter().position(|other| *other == poly).unwrap_or_else(|| {
            table.push(poly);
            table.len() - 1
        });
        known as u64
    })
}

/// The constant of that value mod p.
pub(crate) fn constant(value: &BigUint, p: &U256) -> u64 {
    put(Poly::term([0; 8], value % big(p)))
}

/// The variable of that index, below 8.
pub(crate) fn variable(index: usize) -> u64 {
    let mut monomial = [0; 8];
    monomial[index] = 1;
    put(Poly::term(monomial, BigUint::one()))
}

/// a + factor b.
fn combine(a: u64, b: u64, factor: &BigUint, p: &BigUint) -> u64 {
    let mut out = get(a);
    for (monomial, coefficient) in get(b).0 {
        out.add_term(monomial, coefficient * factor, p);
    }
    put(out)
}

pub(crate) fn add(a: u64, b: u64, p: &U256) -> u64 {
    combine(a, b, &BigUint::one(), &big(p))
}

pub(crate) fn sub(a: u64, b: u64, p: &U256) -> u64 {
    let p = big(p);
    combine(a, b, &(&p - 1u32), &p)
}

pub(crate) fn mul(a: u64, b: u64, p: &U256) -> u64 {
    let (p, a, b) = (big(p), get(a), get(b));
    let mut out = Poly::default();
    for (m, c) in &a.0 {
        for (n, d) in &b.0 {
            out.add_term(core::array::from_fn(|i| m[i] + n[i]), c * d, &p);
        }
    }
    put(out)
}

/// The arithmetic of numbers of polynomials, for fields with `FOLD` != 0 (whose 1 is the form 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbolic;

impl Arch for Symbolic {
    fn mul<F: Field>(a: &U256, b: &U256) -> U256 {
        [mul(a[0], b[0], &F::P), 0, 0, 0]
    }

    fn square<F: Field>(a: &U256) -> U256 {
        Self::mul::<F>(a, a)
    }

    fn add<F: Field>(a: &U256, b: &U256) -> U256 {
        [add(a[0], b[0], &F::P), 0, 0, 0]
    }

    fn sub<F: Field>(a: &U256, b: &U256) -> U256 {
        [sub(a[0], b[0], &F::P), 0, 0, 0]
    }

    fn halve<F: Field>(a: &U256) -> U256 {
        let half = (big(&F::P) + 1u32) >> 1;
        [mul(a[0], constant(&half, &F::P), &F::P), 0, 0, 0]
    }
}
