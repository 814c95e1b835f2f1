//! What a kernel has to fulfil.

use gigagas_math::contracts::{Bound, Contract, Operation};
use num_bigint::BigInt;
use num_traits::One;

use crate::{
    poly::Poly,
    symbols::{Symbols, Word},
};

/// A contract in numbers.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What is computed.
    pub operation: Operation,
    /// The modulus.
    pub modulus: BigInt,
    /// R.
    pub montgomery: BigInt,
    /// Bits of a limb.
    pub radix: u32,
    /// Bytes from limb to limb in memory.
    pub lane: usize,
    /// The greatest value of each limb of an operand.
    pub operand_limbs: Vec<BigInt>,
    /// The greatest value of an operand.
    pub operand_high: BigInt,
    /// The greatest value of each limb of the result.
    pub result_limbs: Vec<BigInt>,
    /// The greatest value of the result.
    pub result_high: BigInt,
}

impl Statement {
    /// Of a kernel of 4 limbs of 64 bits.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        let modulus = contract
            .modulus
            .iter()
            .rev()
            .fold(BigInt::default(), |value, &limb| (value << 64u32) + limb);
        let limbs = vec![(BigInt::one() << 64u32) - 1; 4];
        let high = |bound| match bound {
            Bound::Any => (BigInt::one() << 256u32) - 1,
            Bound::Reduced => modulus.clone() - 1,
            Bound::Nearly => &modulus + (&modulus >> 62u32),
        };
        Self {
            operation: contract.operation,
            montgomery: BigInt::one() << contract.montgomery,
            radix: 64,
            lane: 8,
            operand_limbs: limbs.clone(),
            operand_high: high(contract.operands),
            result_limbs: limbs,
            result_high: high(contract.result),
            modulus,
        }
    }

    /// The number of limbs.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.operand_limbs.len()
    }

    /// The number of these limbs.
    #[must_use]
    pub fn value(&self, limbs: &[Word]) -> Poly {
        let weights = (0..).step_by(self.radix as usize);
        limbs.iter().zip(weights).fold(Poly::default(), |value, (limb, weight)| {
            value.plus(&limb.poly, BigInt::one() << weight)
        })
    }

    /// Operands of which only the bounds are known.
    pub fn operands(&self, symbols: &mut Symbols) -> Vec<Vec<Word>> {
        let mut operands = Vec::new();
        for name in ["a", "b"].into_iter().take(self.operation.operands()) {
            let limbs = self.operand_limbs.iter().zip((0..).step_by(self.radix as usize));
            let limbs: Vec<_> = limbs
                .enumerate()
                .map(|(index, (high, weight))| {
                    let high = high.clone().min(&self.operand_high >> weight);
                    symbols.input(format!("{name}{index}"), high)
                })
                .collect();
            operands.push(limbs);
        }
        for a in &operands {
            let value = self.value(a);
            symbols.fact(value.clone(), BigInt::default(), self.operand_high.clone());
            for limb in operands.iter().flatten() {
                // 0 <= (high - a) b_j.
                let product = value.product(&limb.poly);
                let rest = limb.poly.times(self.operand_high.clone()).plus(&product, -1);
                symbols.fact(rest, BigInt::default(), &self.operand_high * &limb.high);
            }
        }
        operands
    }

    /// What is to be a multiple of the modulus.
    #[must_use]
    pub fn difference(&self, operands: &[Vec<Word>], result: &Poly) -> Poly {
        let a = self.value(&operands[0]);
        let b = operands.get(1).map(|b| self.value(b)).unwrap_or_default();
        let r = &self.montgomery;
        match self.operation {
            Operation::Multiply => result.times(r.clone()).plus(&a.product(&b), -1),
            Operation::Square => result.times(r.clone()).plus(&a.product(&a), -1),
            Operation::Add => result.clone().plus(&a, -1).plus(&b, -1),
            Operation::Subtract => result.clone().plus(&a, -1).plus(&b, 1),
            Operation::Negate => result.clone().plus(&a, 1),
            Operation::Halve => result.times(2).plus(&a, -1),
            Operation::Enter => result.clone().plus(&a, -r.clone()),
            Operation::Leave => result.times(r.clone()).plus(&a, -1),
        }
    }

    /// [`Self::difference`] of numbers.
    #[must_use]
    pub fn expected(&self, input: &[BigInt; 2], result: &BigInt) -> BigInt {
        let operands: Vec<_> = input
            .iter()
            .take(self.operation.operands())
            .map(|value| vec![Word::of(value.clone())])
            .collect();
        let difference = self.difference(&operands, &Poly::constant(result.clone()));
        difference.value(&[])
    }

    /// Names and polynomials that must be negative, for the bounds that intervals do not show.
    #[must_use]
    pub fn goals(&self, results: &[Word], result: &Poly) -> Vec<(String, Poly)> {
        let mut goals = Vec::new();
        for (index, (limb, high)) in results.iter().zip(&self.result_limbs).enumerate() {
            if limb.high > *high || limb.low < BigInt::default() {
                let goal = limb.poly.as_ref().clone().plus(&Poly::constant(high.clone() + 1), -1);
                goals.push((format!("limb {index}"), goal));
                if limb.low < BigInt::default() {
                    let goal = limb.poly.times(-1).plus(&Poly::constant(1), -1);
                    goals.push((format!("limb {index} positive"), goal));
                }
            }
        }
        let sum: BigInt = self
            .result_limbs
            .iter()
            .zip((0..).step_by(self.radix as usize))
            .map(|(limb, weight)| limb << weight)
            .sum();
        if self.result_high < sum {
            let goal = result.clone().plus(&Poly::constant(self.result_high.clone() + 1), -1);
            goals.push(("below".into(), goal));
        }
        goals
    }
}
