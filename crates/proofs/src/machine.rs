//! The rules of the instructions, over any [`Domain`] of numbers.
//!
//! Only straight code: a branch, an address that depends on data, a flag that no instruction defined, an
//! access outside of the operands or an instruction without a rule ends the run with [`Stop::Refused`].

#![allow(clippy::missing_errors_doc, reason = "a step fails as `Stop` says")]

use std::collections::BTreeMap;

use iced_x86::{Mnemonic as M, Register as R};

use crate::code::{Instruction, Object, Operand};

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Not to be proved: the reason.
    Refused(String),
    /// Both values of the carry of that instruction are to be looked at.
    Fork(String),
}

/// The result of a step.
pub type Step<T> = Result<T, Stop>;

/// A refusal.
pub(crate) fn refuse<T>(reason: impl Into<String>) -> Step<T> {
    Err(Stop::Refused(reason.into()))
}

/// What registers and memory hold: 64-bit words, and bits as words that are 0 or 1.
pub trait Domain {
    /// A word.
    type Word: Clone + std::fmt::Debug;
    /// Before an addition or subtraction that may carry: they are counted, so that the moves between them,
    /// which compilers place, do not matter.
    fn next_sum(&mut self);
    /// A known number.
    fn number(&self, value: u64) -> Self::Word;
    /// The value, where it is known.
    fn known(&self, word: &Self::Word) -> Option<u64>;
    /// Whether the word is certainly below 2^bits.
    fn fits(&self, word: &Self::Word, bits: u32) -> bool;
    /// a + b + carry: the sum mod 2^64 and the new carry.
    fn add(
        &mut self,
        a: &Self::Word,
        b: &Self::Word,
        carry: &Self::Word,
    ) -> Step<(Self::Word, Self::Word)>;
    /// a - b - borrow: the difference mod 2^64 and the new borrow.
    fn sub(
        &mut self,
        a: &Self::Word,
        b: &Self::Word,
        borrow: &Self::Word,
    ) -> Step<(Self::Word, Self::Word)>;
    /// a b: low and high word.
    fn multiply(&mut self, a: &Self::Word, b: &Self::Word) -> Step<(Self::Word, Self::Word)>;
    /// a b mod 2^64.
    fn multiply_low(&mut self, a: &Self::Word, b: &Self::Word) -> Step<Self::Word>;
    /// The quotient and the remainder by 2^bits, 0 < bits < 64.
    fn split(&mut self, a: &Self::Word, bits: u32) -> Step<(Self::Word, Self::Word)>;
    /// a 2^bits + b for a < 2^(64 - bits), b < 2^bits.
    fn join(&mut self, a: &Self::Word, bits: u32, b: &Self::Word) -> Step<Self::Word>;
    /// a & b.
    fn and(&mut self, a: &Self::Word, b: &Self::Word) -> Step<Self::Word>;
    /// 2^64 - 1 if the bit is set, else 0.
    fn mask(&mut self, bit: &Self::Word) -> Step<Self::Word>;
    /// The value of a bit that code chooses by.
    fn decide(&mut self, bit: &Self::Word) -> Step<bool>;
    /// sum + (the low or the high 52 bits of the product of the low 52 bits of a and b).
    fn multiply_add_52(
        &mut self,
        sum: &Self::Word,
        a: &Self::Word,
        b: &Self::Word,
        high: bool,
    ) -> Step<Self::Word>;
    /// a + b or a - b mod 2^64 in a vector's lane.
    fn lane_sum(&mut self, a: &Self::Word, b: &Self::Word, subtract: bool) -> Step<Self::Word>;
    /// The quotient of a signed lane by 2^bits, rounded down.
    fn shift_signed(&mut self, a: &Self::Word, bits: u32) -> Step<Self::Word>;
}

/// Where a pointer points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// The result.
    Output,
    /// An operand.
    Input(usize),
    /// The stack, from the return address.
    Stack,
    /// Constants, from address 0 of the file.
    Constants,
}

/// What a register or 8 bytes of memory hold.
#[derive(Debug, Clone)]
enum Value<W> {
    Word(W),
    Pointer(Region, i64),
    /// A register's or the stack's content at the call.
    Initial(R),
}

type Lanes<W> = Vec<Option<Value<W>>>;

/// A processor on its way through a kernel with arguments (result, operand, ...).
///
/// In vectors of operands, an element is what a lane holds: `lane` bytes apart, one word for every lane.
#[derive(Debug)]
pub struct Machine<'a, D: Domain> {
    /// The numbers.
    pub domain: D,
    object: &'a Object,
    lane: usize,
    registers: BTreeMap<R, Value<D::Word>>,
    vectors: BTreeMap<R, Lanes<D::Word>>,
    memory: BTreeMap<(Region, i64), Value<D::Word>>,
    carry: Option<D::Word>,
    overflow: Option<D::Word>,
    results: usize,
    upper_used: bool,
}

const SAVED: [R; 6] = [R::RBX, R::RBP, R::R12, R::R13, R::R14, R::R15];
const ARGUMENTS: [R; 4] = [R::RSI, R::RDX, R::RCX, R::R8];

impl<'a, D: Domain> Machine<'a, D> {
    /// At the entry of a function (result, operands), System V calling convention.
    pub fn new(
        domain: D,
        object: &'a Object,
        operands: &[Vec<D::Word>],
        results: usize,
        lane: usize,
    ) -> Self {
        let mut registers: BTreeMap<_, _> =
            SAVED.into_iter().map(|register| (register, Value::Initial(register))).collect();
        registers.insert(R::RDI, Value::Pointer(Region::Output, 0));
        registers.insert(R::RSP, Value::Pointer(Region::Stack, 0));
        let mut memory = BTreeMap::new();
        memory.insert((Region::Stack, 0), Value::Initial(R::RIP));
        for (index, operand) in operands.iter().enumerate() {
            registers.insert(ARGUMENTS[index], Value::Pointer(Region::Input(index), 0));
            for (word, offset) in operand.iter().zip((0..).step_by(lane)) {
                memory.insert((Region::Input(index), offset), Value::Word(word.clone()));
            }
        }
        Self {
            domain,
            object,
            lane,
            registers,
            vectors: BTreeMap::new(),
            memory,
            carry: None,
            overflow: None,
            results,
            upper_used: false,
        }
    }

    /// Runs the whole function; the words of the result.
    pub fn run(&mut self, code: &[Instruction]) -> Step<Vec<D::Word>> {
        let (last, body) = code.split_last().ok_or(Stop::Refused("no code".into()))?;
        for (index, instruction) in body.iter().enumerate() {
            self.step(instruction).map_err(|stop| match stop {
                Stop::Refused(reason) => {
                    Stop::Refused(format!("{reason} [{index}: {instruction}]"))
                }
                fork @ Stop::Fork(_) => fork,
            })?;
        }
        if last.mnemonic != M::Ret || !last.operands.is_empty() {
            return refuse("does not end in a return");
        }
        self.check_frame()?;
        (0..self.results)
            .map(|index| match self.memory.get(&(Region::Output, offset(index, self.lane))) {
                Some(Value::Word(word)) => Ok(word.clone()),
                _ => refuse(format!("word {index} of the result is not written")),
            })
            .collect()
    }

    fn check_frame(&self) -> Step<()> {
        let kept = |value: Option<&Value<D::Word>>, register| matches!(value, Some(Value::Initial(initial)) if *initial == register);
        if !SAVED.into_iter().all(|register| kept(self.registers.get(&register), register)) {
            return refuse("a register of the caller is not restored");
        }
        if !matches!(self.registers.get(&R::RSP), Some(Value::Pointer(Region::Stack, 0))) {
            return refuse("the stack pointer is not restored");
        }
        if !kept(self.memory.get(&(Region::Stack, 0)), R::RIP) {
            return refuse("the return address is overwritten");
        }
        if self.upper_used {
            return refuse("no vzeroupper before the return");
        }
        Ok(())
    }

    fn address(&self, operand: &Operand) -> Step<(Region, i64, usize)> {
        match *operand {
            Operand::Memory { base, displacement, size, .. } => match self.registers.get(&base) {
                Some(Value::Pointer(region, start)) => Ok((*region, start + displacement, size)),
                _ => refuse("an address that depends on data"),
            },
            Operand::Fixed { address, size, .. } => {
                Ok((Region::Constants, address.cast_signed(), size))
            }
            _ => refuse("not an address"),
        }
    }

    fn load(&self, region: Region, at: i64, size: usize) -> Step<Value<D::Word>> {
        if region == Region::Constants {
            return match self.object.constant(at.cast_unsigned(), size) {
                Some(constant) => Ok(Value::Word(self.domain.number(constant))),
                None => refuse("not a constant"),
            };
        }
        if size != 8 {
            return refuse("an access of other than 8 bytes");
        }
        match self.memory.get(&(region, at)) {
            Some(value) => Ok(value.clone()),
            None => refuse(format!("reads outside of what is there: {region:?}{at:+}")),
        }
    }

    fn store(&mut self, region: Region, at: i64, value: Value<D::Word>) -> Step<()> {
        let end = offset(self.results, self.lane);
        let inside = match region {
            Region::Output => {
                (0..end).contains(&at) && at.cast_unsigned().is_multiple_of(self.lane as u64)
            }
            // The frame and, below it, the 128 bytes that no signal handler touches.
            Region::Stack => match self.registers.get(&R::RSP) {
                Some(Value::Pointer(Region::Stack, top)) => {
                    (top - 128..0).contains(&at) && at % 8 == 0
                }
                _ => false,
            },
            Region::Input(_) | Region::Constants => false,
        };
        if !inside {
            return refuse(format!("writes outside of the result: {region:?}{at:+}"));
        }
        self.memory.insert((region, at), value);
        Ok(())
    }

    fn read(&self, operand: &Operand) -> Step<Value<D::Word>> {
        match operand {
            Operand::Immediate(value) => Ok(Value::Word(self.domain.number(*value))),
            Operand::Register(register, size) => match (self.registers.get(register), size) {
                (Some(value), 8) => Ok(value.clone()),
                (Some(Value::Word(word)), 1 | 4) if self.domain.fits(word, 8 * bits(*size)) => {
                    Ok(Value::Word(word.clone()))
                }
                _ => refuse(format!("reads {register:?}, which is undefined or wider")),
            },
            _ => {
                let (region, at, size) = self.address(operand)?;
                self.load(region, at, size)
            }
        }
    }

    fn word(&self, operand: &Operand) -> Step<D::Word> {
        match self.read(operand)? {
            Value::Word(word) => Ok(word),
            _ => refuse("arithmetic on what is no number"),
        }
    }

    fn write(&mut self, operand: &Operand, value: Value<D::Word>) -> Step<()> {
        match *operand {
            Operand::Register(register, 8) => {
                self.registers.insert(register, value);
                Ok(())
            }
            // The upper half is cleared: the same number only if it fits.
            Operand::Register(register, 4) => match value {
                Value::Word(word) if self.domain.fits(&word, 32) => {
                    self.registers.insert(register, Value::Word(word));
                    Ok(())
                }
                _ => refuse("a wide number in a 32-bit register"),
            },
            Operand::Memory { .. } => {
                let (region, at, size) = self.address(operand)?;
                if size != 8 {
                    return refuse("stores other than 8 bytes");
                }
                self.store(region, at, value)
            }
            _ => refuse("not a destination"),
        }
    }

    fn put(&mut self, operand: &Operand, word: D::Word) -> Step<()> {
        self.write(operand, Value::Word(word))
    }

    fn carry(&self) -> Step<D::Word> {
        self.carry.clone().ok_or(Stop::Refused("the carry flag is undefined".into()))
    }

    fn flags(&mut self, carry: Option<D::Word>) {
        self.carry = carry;
        self.overflow = None;
    }

    fn step(&mut self, instruction: &Instruction) -> Step<()> {
        if instruction.mask.is_some() {
            return refuse("no rule for masks");
        }
        let o = instruction.operands.as_slice();
        // 32-bit forms are known for few instructions only.
        let narrow = o.iter().any(|operand| matches!(operand, Operand::Register(_, 1 | 2 | 4)));
        if narrow && !matches!(instruction.mnemonic, M::Mov | M::Xor | M::And | M::Setb | M::Movzx)
        {
            return refuse("no rule for the narrow form");
        }
        match (instruction.mnemonic, o) {
            (M::Mov, [to, from]) => {
                let value = self.read(from)?;
                self.write(to, value)
            }
            (M::Lea, [to, from]) => {
                let (region, at, _) = self.address(from)?;
                self.write(to, Value::Pointer(region, at))
            }
            (M::Push, [from]) => {
                let value = self.read(from)?;
                self.move_stack(-8)?;
                self.write(&STACK_TOP, value)
            }
            (M::Pop, [to]) => {
                let value = self.read(&STACK_TOP)?;
                self.move_stack(8)?;
                self.write(to, value)
            }
            (M::Add | M::Sub, [Operand::Register(R::RSP, 8), Operand::Immediate(by)]) => {
                let by = by.cast_signed();
                self.move_stack(if instruction.mnemonic == M::Add { by } else { -by })?;
                self.flags(None);
                Ok(())
            }
            (M::Xor | M::Sub, [to @ Operand::Register(a, _), Operand::Register(b, _)])
                if a == b =>
            {
                let zero = self.domain.number(0);
                self.flags(Some(zero.clone()));
                self.overflow = Some(zero.clone());
                self.put(to, zero)
            }
            (M::Sbb, [to @ Operand::Register(a, _), Operand::Register(b, _)]) if a == b => {
                let borrow = self.carry()?;
                let mask = self.domain.mask(&borrow)?;
                self.flags(Some(borrow));
                self.put(to, mask)
            }
            (M::Add | M::Adc | M::Adcx | M::Adox | M::Sub | M::Sbb | M::Cmp, [to, from]) => {
                self.sum(instruction.mnemonic, to, from)
            }
            (M::Mulx, [high, low, factor]) => {
                let rdx = self.word(&Operand::Register(R::RDX, 8))?;
                let factor = self.word(factor)?;
                let (l, h) = self.domain.multiply(&rdx, &factor)?;
                // Of one register for both, the high half stays.
                self.put(low, l)?;
                self.put(high, h)
            }
            (M::Imul, [to, from]) => {
                let (a, b) = (self.word(to)?, self.word(from)?);
                let product = self.domain.multiply_low(&a, &b)?;
                self.flags(None);
                self.put(to, product)
            }
            (M::And, [to, from]) => {
                // 32 bits of a wide register may be asked for, if a constant takes fewer of them.
                let (a, b) = match (to, from) {
                    (Operand::Register(register, 4), Operand::Immediate(mask))
                        if *mask < 1 << 31 =>
                    {
                        (self.word(&Operand::Register(*register, 8))?, self.domain.number(*mask))
                    }
                    _ => (self.word(to)?, self.word(from)?),
                };
                let result = self.domain.and(&a, &b)?;
                let zero = self.domain.number(0);
                self.flags(Some(zero.clone()));
                self.overflow = Some(zero);
                self.put(to, result)
            }
            (M::Neg, [to]) => {
                let a = self.word(to)?;
                self.domain.next_sum();
                let zero = self.domain.number(0);
                let (result, borrow) = if self.domain.fits(&a, 1) {
                    (self.domain.mask(&a)?, a)
                } else {
                    self.domain.sub(&zero, &a, &zero)?
                };
                self.flags(Some(borrow));
                self.put(to, result)
            }
            (M::Shl | M::Shr | M::Rcr, [to, Operand::Immediate(by)]) => {
                self.shift(instruction.mnemonic, to, *by)
            }
            (M::Cmovb | M::Cmovae, [to, from]) => {
                let value = self.read(from)?;
                let carry = self.carry()?;
                if self.domain.decide(&carry)? == (instruction.mnemonic == M::Cmovb) {
                    self.write(to, value)?;
                }
                Ok(())
            }
            (M::Setb, [Operand::Register(register, 1)]) => {
                let carry = self.carry()?;
                // The other bytes stay: known only where they are 0.
                match self.registers.get(register) {
                    Some(Value::Word(old)) if self.domain.fits(old, 8) => {
                        self.registers.insert(*register, Value::Word(carry));
                        Ok(())
                    }
                    _ => refuse("sets a byte of an unknown register"),
                }
            }
            (M::Movzx, [to, from @ Operand::Register(_, 1)]) => {
                let word = self.word(from)?;
                self.put(to, word)
            }
            _ => crate::vectors::step(self, instruction),
        }
    }

    fn move_stack(&mut self, by: i64) -> Step<()> {
        match self.registers.get_mut(&R::RSP) {
            Some(Value::Pointer(Region::Stack, top)) if by % 8 == 0 => {
                *top += by;
                // What is popped is gone.
                let top = *top;
                self.memory.retain(|&(region, at), _| region != Region::Stack || at >= top - 128);
                Ok(())
            }
            _ => refuse("not the stack pointer"),
        }
    }

    fn sum(&mut self, mnemonic: M, to: &Operand, from: &Operand) -> Step<()> {
        self.domain.next_sum();
        let (a, b) = (self.word(to)?, self.word(from)?);
        let bit = match mnemonic {
            M::Adox => {
                self.overflow.clone().ok_or(Stop::Refused("undefined overflow flag".into()))?
            }
            M::Adc | M::Adcx | M::Sbb => self.carry()?,
            _ => self.domain.number(0),
        };
        let (result, carry) = if matches!(mnemonic, M::Sub | M::Sbb | M::Cmp) {
            self.domain.sub(&a, &b, &bit)?
        } else {
            self.domain.add(&a, &b, &bit)?
        };
        match mnemonic {
            M::Adcx => self.carry = Some(carry),
            M::Adox => self.overflow = Some(carry),
            _ => self.flags(Some(carry)),
        }
        if mnemonic == M::Cmp { Ok(()) } else { self.put(to, result) }
    }

    fn shift(&mut self, mnemonic: M, to: &Operand, by: u64) -> Step<()> {
        let a = self.word(to)?;
        let by = match u32::try_from(by) {
            Ok(by @ 1..64) => by,
            _ => return refuse("shift"),
        };
        let zero = self.domain.number(0);
        match mnemonic {
            M::Shl => {
                let (_, low) = self.domain.split(&a, 64 - by)?;
                let result = self.domain.join(&low, by, &zero)?;
                self.flags(None);
                self.put(to, result)
            }
            M::Shr => {
                let (high, _) = self.domain.split(&a, by)?;
                self.flags(None);
                self.put(to, high)
            }
            _ if by == 1 => {
                let carry = self.carry()?;
                let (high, low) = self.domain.split(&a, 1)?;
                let result = self.domain.join(&carry, 63, &high)?;
                self.flags(Some(low));
                self.put(to, result)
            }
            _ => refuse("rotation by more than 1"),
        }
    }
}

const STACK_TOP: Operand =
    Operand::Memory { base: R::RSP, displacement: 0, size: 8, broadcast: false };

fn bits(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX / 8)
}

fn offset(index: usize, lane: usize) -> i64 {
    i64::try_from(index * lane).unwrap_or(i64::MAX)
}

pub(crate) mod access {
    //! What the rules of vectors need of the machine.

    use super::{Domain, Lanes, Machine, Operand, Region, Step, Value, refuse};

    impl<D: Domain> Machine<'_, D> {
        /// A general register moves into the low half of a vector, or out of it.
        pub(crate) fn move_quadword(&mut self, to: &Operand, from: &Operand) -> Step<()> {
            match (to, from) {
                (Operand::Register(vector, 16), from) if vector.is_vector_register() => {
                    let value = self.read(from)?;
                    let zero = Value::Word(self.domain.number(0));
                    self.vectors.insert(*vector, vec![Some(value), Some(zero)]);
                    Ok(())
                }
                (to, Operand::Register(vector, 16)) => {
                    match self.vectors.get(vector).and_then(|lanes| lanes[0].clone()) {
                        Some(value) => self.write(to, value),
                        None => refuse("an undefined vector"),
                    }
                }
                _ => refuse("no rule for this form of movq"),
            }
        }

        /// 16 or 32 bytes as words.
        pub(crate) fn move_vector(&mut self, to: &Operand, from: &Operand) -> Step<()> {
            let lanes = match *from {
                Operand::Register(vector, _) => match self.vectors.get(&vector) {
                    Some(lanes) => lanes.clone(),
                    None => return refuse("an undefined vector"),
                },
                _ => {
                    let (region, at, size) = self.address(from)?;
                    self.load_lanes(region, at, size)?
                }
            };
            match *to {
                Operand::Register(vector, size) => {
                    self.upper_used |= size > 16;
                    self.vectors.insert(vector, lanes);
                    Ok(())
                }
                _ => {
                    let (region, at, size) = self.address(to)?;
                    if size != 8 * lanes.len() {
                        return refuse("part of a vector");
                    }
                    for (lane, at) in lanes.into_iter().zip((at..).step_by(8)) {
                        match lane {
                            Some(value) => self.store(region, at, value)?,
                            None => return refuse("an undefined lane"),
                        }
                    }
                    Ok(())
                }
            }
        }

        fn load_lanes(&self, region: Region, at: i64, size: usize) -> Step<Lanes<D::Word>> {
            (at..).step_by(8).take(size / 8).map(|at| self.load(region, at, 8).map(Some)).collect()
        }

        /// The upper parts of all vectors are cleared.
        pub(crate) fn clear_upper(&mut self) {
            self.upper_used = false;
            for lanes in self.vectors.values_mut() {
                lanes.truncate(2);
            }
        }

        /// A vector of which every lane does the same: the generic lane.
        pub(crate) fn generic(&self, operand: &Operand) -> Step<D::Word> {
            let value = match *operand {
                Operand::Register(vector, 64) if vector.is_vector_register() => {
                    self.registers.get(&vector).cloned()
                }
                Operand::Memory { size: 64, broadcast: false, .. } if self.lane == 64 => {
                    let (region, at, _) = self.address(operand)?;
                    self.memory.get(&(region, at)).cloned()
                }
                Operand::Fixed { address, size: 8, .. } => {
                    return match self.object.constant(address, 8) {
                        Some(constant) => Ok(self.domain.number(constant)),
                        None => refuse("not a constant"),
                    };
                }
                Operand::Fixed { address, size: 64, .. } => {
                    let lanes: Option<Vec<_>> =
                        (0..8).map(|lane| self.object.constant(address + 8 * lane, 8)).collect();
                    return match lanes.as_deref() {
                        Some([first, rest @ ..]) if rest.iter().all(|lane| lane == first) => {
                            Ok(self.domain.number(*first))
                        }
                        _ => refuse("lanes of a constant differ"),
                    };
                }
                _ => return refuse("no rule for this vector"),
            };
            match value {
                Some(Value::Word(word)) => Ok(word),
                _ => refuse("an undefined vector"),
            }
        }

        /// Writes the generic lane.
        pub(crate) fn put_generic(&mut self, operand: &Operand, word: D::Word) -> Step<()> {
            match *operand {
                Operand::Register(vector, 64) if vector.is_vector_register() => {
                    self.upper_used = true;
                    self.vectors.remove(&vector);
                    self.registers.insert(vector, Value::Word(word));
                    Ok(())
                }
                Operand::Memory { size: 64, broadcast: false, .. } if self.lane == 64 => {
                    let (region, at, _) = self.address(operand)?;
                    if region != Region::Output {
                        return refuse("a vector outside of the result");
                    }
                    self.store(region, at, Value::Word(word))
                }
                _ => refuse("no rule for this vector"),
            }
        }

        /// A register's content is no longer known as one generic lane.
        pub(crate) fn forget_generic(&mut self, operand: &Operand) {
            if let Operand::Register(vector, _) = operand
                && vector.is_vector_register()
            {
                self.registers.remove(vector);
            }
        }
    }
}
