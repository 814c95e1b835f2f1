//! Changes of code, to test the prover with: what computes something else must not be proved.

use iced_x86::{Mnemonic as M, Register as R};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::{
    code::{Instruction, Object, Operand},
    machine::Machine,
    numbers::Numbers,
    statement::Statement,
};

/// Numbers that follow from a seed (xorshift64*).
#[derive(Debug, Clone)]
pub struct Seeded(pub u64);

impl Seeded {
    /// The next number.
    pub fn next_word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next_word() >> 33).unwrap_or_default() % bound
    }
}

const GENERAL: [R; 13] = [
    R::RAX,
    R::RCX,
    R::RDX,
    R::RBX,
    R::RSI,
    R::RDI,
    R::R8,
    R::R9,
    R::R10,
    R::R11,
    R::R14,
    R::R15,
    R::RBP,
];

/// All changes of one instruction: left out, another opcode, another register, constant or offset, or
/// exchanged with the next.
#[must_use]
pub fn all(code: &[Instruction], seed: u64) -> Vec<(String, Vec<Instruction>)> {
    let mut random = Seeded(seed);
    let mut out = Vec::new();
    for (at, instruction) in code.iter().enumerate().take(code.len() - 1) {
        let mut emit = |kind: &str, replacement: Option<Instruction>| {
            let mut mutant = code.to_vec();
            let what = match &replacement {
                Some(replacement) => format!("{kind} {at}: {instruction} -> {replacement}"),
                None => format!("{kind} {at}: {instruction}"),
            };
            mutant.splice(at..=at, replacement);
            out.push((what, mutant));
        };
        emit("delete", None);
        if let Some(mnemonic) = other(instruction.mnemonic) {
            emit("opcode", Some(Instruction { mnemonic, ..instruction.clone() }));
        }
        for (place, operand) in instruction.operands.iter().enumerate() {
            let changed = match *operand {
                Operand::Register(old, size) if old.is_vector_register() => {
                    let new = R::ZMM0 + u32::try_from(random.below(22)).unwrap_or_default();
                    (new != old).then_some(Operand::Register(new, size))
                }
                Operand::Register(old, size) => {
                    let new = GENERAL[random.below(GENERAL.len())];
                    (new != old).then_some(Operand::Register(new, size))
                }
                Operand::Immediate(value) => {
                    let bits = if value > 64 { 64 } else { 6 };
                    Some(Operand::Immediate(value ^ (1 << random.below(bits))))
                }
                Operand::Memory { base, displacement, size, broadcast } => {
                    let step = i64::try_from(size).unwrap_or_default();
                    let by = if random.below(2) == 0 { step } else { -step };
                    let displacement = displacement + by;
                    Some(Operand::Memory { base, displacement, size, broadcast })
                }
                Operand::Fixed { address, size, broadcast } => {
                    Some(Operand::Fixed { address: address + 8, size, broadcast })
                }
            };
            if let Some(changed) = changed {
                let mut operands = instruction.operands.clone();
                operands[place] = changed;
                emit("operand", Some(Instruction { operands, ..instruction.clone() }));
            }
        }
        if at + 2 < code.len() {
            let mut mutant = code.to_vec();
            mutant.swap(at, at + 1);
            out.push((format!("exchange {at}: {instruction}"), mutant));
        }
    }
    out
}

fn other(mnemonic: M) -> Option<M> {
    Some(match mnemonic {
        M::Adcx => M::Adox,
        M::Adox => M::Adcx,
        M::Adc => M::Add,
        M::Add => M::Adc,
        M::Sbb => M::Sub,
        M::Sub => M::Sbb,
        M::Cmovb => M::Cmovae,
        M::Cmovae => M::Cmovb,
        M::Shl => M::Shr,
        M::Shr => M::Shl,
        M::Vpmadd52luq => M::Vpmadd52huq,
        M::Vpmadd52huq => M::Vpmadd52luq,
        M::Vpaddq => M::Vpsubq,
        M::Vpsubq => M::Vpaddq,
        _ => return None,
    })
}

/// Operands within the statement's bounds: edges of limbs and of the bound, patterns and random ones.
#[must_use]
pub fn inputs(statement: &Statement, count: usize, seed: u64) -> Vec<[BigInt; 2]> {
    let mut random = Seeded(seed);
    let high = &statement.operand_high;
    let p = &statement.modulus;
    let mut edges = vec![BigInt::zero(), BigInt::one(), high.clone(), high - 1, p - 1, p / 2];
    for bits in [64u32, 128, 192, 255] {
        edges.extend([(BigInt::one() << bits) - 1, BigInt::one() << bits]);
    }
    edges.extend([(high >> 64u32) << 64u32, p - (BigInt::one() << 32u32)]);
    edges.retain(|edge| !edge.is_negative() && edge <= high);
    let mut out = Vec::new();
    for a in &edges {
        out.extend(edges.iter().map(|b| [a.clone(), b.clone()]));
    }
    let limb_high = (1_u64 << (statement.radix - 1)) - 1 + (1_u64 << (statement.radix - 1));
    for _ in 0..count {
        out.push([(); 2].map(|()| {
            let patterned = random.below(2) == 0;
            let mut value = BigInt::zero();
            for _ in 0..statement.limbs() {
                let limb = match random.below(6) {
                    0 if patterned => 0,
                    1 if patterned => limb_high,
                    2 if patterned => limb_high - 1,
                    3 if patterned => 1,
                    _ => random.next_word() & limb_high,
                };
                value = (value << statement.radix) + limb;
            }
            value % (high + 1)
        }));
    }
    out
}

/// The limbs of a number in the statement's radix; the last one takes what is left.
#[must_use]
pub fn limbs(statement: &Statement, value: &BigInt) -> Vec<u64> {
    let count = statement.limbs();
    let mask = (BigInt::one() << statement.radix) - 1;
    (0..count)
        .map(|index| {
            let limb: BigInt = value >> (index * statement.radix as usize);
            u64::try_from(if index + 1 < count { limb & &mask } else { limb }).unwrap_or_default()
        })
        .collect()
}

/// What the rules make of numbers.
#[must_use]
pub fn simulate(
    object: &Object,
    code: &[Instruction],
    statement: &Statement,
    input: &[BigInt; 2],
) -> Option<Vec<u64>> {
    let operands: Vec<_> = input
        .iter()
        .take(statement.operation.operands())
        .map(|value| limbs(statement, value))
        .collect();
    Machine::new(Numbers, object, &operands, statement.limbs(), statement.lane).run(code).ok()
}

/// Whether a result is what the statement asks for.
#[must_use]
pub fn correct(statement: &Statement, input: &[BigInt; 2], result: &[u64]) -> bool {
    let weigh = |limbs: &[u64]| {
        limbs.iter().rev().fold(BigInt::zero(), |value, &limb| (value << statement.radix) + limb)
    };
    let value = weigh(result);
    let in_bounds = value <= statement.result_high
        && result
            .iter()
            .zip(&statement.result_limbs)
            .all(|(limb, high)| BigInt::from(*limb) <= *high);
    in_bounds && (statement.expected(input, &value) % &statement.modulus).is_zero()
}

/// Code with a bug.
#[derive(Debug)]
pub struct Planted {
    /// The kernel.
    pub kernel: &'static str,
    /// What is wrong.
    pub what: &'static str,
    /// The code.
    pub code: Vec<Instruction>,
}

/// Bugs of the kinds that people make, in kernels of 4 limbs.
///
/// # Errors
/// If a kernel has no such instruction.
pub fn planted(
    code: &impl Fn(&str) -> Result<Vec<Instruction>, String>,
) -> Result<Vec<Planted>, String> {
    let mut out = Vec::new();
    let mut plant = |kernel, what, edit: &dyn Fn(&mut Vec<Instruction>) -> Option<()>| {
        let mut code = code(kernel)?;
        edit(&mut code).ok_or_else(|| format!("{kernel}: {what} does not fit"))?;
        out.push(Planted { kernel, what, code });
        Ok::<_, String>(())
    };
    let find = |code: &[Instruction], mnemonic, nth: usize| {
        let places = code.iter().enumerate().filter(|(_, i)| i.mnemonic == mnemonic);
        places.map(|(at, _)| at).nth(nth)
    };
    let last = |code: &[Instruction], mnemonic| code.iter().rposition(|i| i.mnemonic == mnemonic);
    plant("gigagas_secp256k1_p_multiply", "the last carry of the second fold is lost", &|code| {
        let carry = last(code, M::Sbb)? - 1;
        (code[carry].mnemonic == M::Adc).then(|| code.remove(carry))?;
        Some(())
    })?;
    plant("gigagas_secp256k1_p_square", "the very last carry is lost", &|code| {
        let carry = last(code, M::Adc)?;
        code.remove(carry);
        Some(())
    })?;
    plant("gigagas_secp256k1_p_multiply", "the rare carry is taken too early", &|code| {
        let carry = last(code, M::Sbb)?;
        code.swap(carry - 1, carry);
        Some(())
    })?;
    plant("gigagas_bn254_p_multiply", "low and high half are exchanged", &|code| {
        let product = find(code, M::Mulx, 9)?;
        code[product].operands.swap(0, 1);
        Some(())
    })?;
    plant("gigagas_bn254_r_multiply", "a sum goes to another register", &|code| {
        let (sum, donor) = (find(code, M::Adcx, 6)?, find(code, M::Adcx, 3)?);
        let to = code[donor].operands[0];
        (to != code[sum].operands[0]).then(|| code[sum].operands[0] = to)
    })?;
    plant("gigagas_secp256k1_p_square", "the fold is by another number", &|code| {
        let fold = code.iter_mut().flat_map(|i| &mut i.operands);
        let fold = fold.filter_map(|operand| match operand {
            Operand::Immediate(value @ 0x1_0000_03d1) => Some(value),
            _ => None,
        });
        fold.for_each(|value| *value = 0x1_0000_03d0);
        Some(())
    })?;
    plant("gigagas_secp256k1_n_multiply", "the quotient digit is of another modulus", &|code| {
        let digit = find(code, M::Imul, 2)?;
        match &mut code[digit].operands[1] {
            Operand::Memory { displacement, .. } => *displacement += 8,
            Operand::Fixed { address, .. } => *address += 8,
            _ => return None,
        }
        Some(())
    })?;
    plant("gigagas_bn254_p_multiply", "nothing is subtracted at the end", &|code| {
        let borrow = code.iter_mut().filter(|i| matches!(i.mnemonic, M::Cmovb | M::Cmovae));
        borrow.for_each(|i| i.mnemonic = if i.mnemonic == M::Cmovb { M::Mov } else { M::Nop });
        code.retain(|i| i.mnemonic != M::Nop);
        Some(())
    })?;
    plant("gigagas_secp256k1_n_add", "the carry out of the sum is ignored", &|code| {
        let carry = last(code, M::Adc)?;
        code.remove(carry);
        Some(())
    })?;
    plant("gigagas_p256_p_multiply", "the shift is by one bit too many", &|code| {
        let shift = find(code, M::Shl, 1)?;
        code[shift].operands[1] = Operand::Immediate(33);
        Some(())
    })?;
    plant("gigagas_bn254_p_multiply", "a register of the caller is not restored", &|code| {
        let restore = last(code, M::Pop)?;
        code[restore].operands[0] = Operand::Register(R::RCX, 8);
        Some(())
    })?;
    plant("gigagas_bn254_p_square", "one word too far is written", &|code| {
        let store = code.iter_mut().rev().find_map(|i| match i.operands.first_mut() {
            Some(Operand::Memory { displacement, .. }) if i.mnemonic == M::Mov => {
                Some(displacement)
            }
            _ => None,
        });
        *store? += 64;
        Some(())
    })?;
    Ok(out)
}
