//! The rules of vector instructions: moves, and arithmetic that does the same in each lane of 64 bits.

use iced_x86::Mnemonic as M;

use crate::{
    code::{Instruction, Operand},
    machine::{Domain, Machine, Step, refuse},
};

/// One instruction.
pub(crate) fn step<D: Domain>(m: &mut Machine<'_, D>, instruction: &Instruction) -> Step<()> {
    let o = instruction.operands.as_slice();
    match (instruction.mnemonic, o) {
        (M::Movq | M::Vmovq, [to, from]) => {
            m.forget_generic(to);
            m.move_quadword(to, from)
        }
        (
            M::Movups
            | M::Movaps
            | M::Movupd
            | M::Movapd
            | M::Movdqu
            | M::Movdqa
            | M::Vmovups
            | M::Vmovaps
            | M::Vmovdqu
            | M::Vmovdqa,
            [to, from],
        ) if !is_512(to) && !is_512(from) => {
            m.forget_generic(to);
            m.move_vector(to, from)
        }
        (M::Vzeroupper, []) => {
            m.clear_upper();
            Ok(())
        }
        (
            M::Vmovdqu64
            | M::Vmovdqa64
            | M::Vmovups
            | M::Vmovaps
            | M::Vmovdqu32
            | M::Vmovdqa32
            | M::Vpbroadcastq,
            [to, from],
        ) => {
            let word = m.generic(from)?;
            m.put_generic(to, word)
        }
        (M::Vpxor | M::Vpxord | M::Vpxorq, [to, a, b]) if a == b => {
            let Operand::Register(vector, _) = *to else { return refuse("not a register") };
            let zero = m.domain.number(0);
            // Writing 128 or 256 bits clears the rest.
            m.put_generic(&Operand::Register(vector, 64), zero)
        }
        (M::Vpmadd52luq | M::Vpmadd52huq, [to, a, b]) => {
            let (sum, a, b) = (m.generic(to)?, m.generic(a)?, m.generic(b)?);
            let high = instruction.mnemonic == M::Vpmadd52huq;
            let word = m.domain.multiply_add_52(&sum, &a, &b, high)?;
            m.put_generic(to, word)
        }
        (M::Vpaddq | M::Vpsubq, [to, a, b]) => {
            let (a, b) = (m.generic(a)?, m.generic(b)?);
            let word = m.domain.lane_sum(&a, &b, instruction.mnemonic == M::Vpsubq)?;
            m.put_generic(to, word)
        }
        (M::Vpsrlq, [to, a, Operand::Immediate(by)]) => {
            let a = m.generic(a)?;
            let word = m.domain.split(&a, lane_shift(*by)?)?.0;
            m.put_generic(to, word)
        }
        (M::Vpsllq, [to, a, Operand::Immediate(by)]) => {
            let (a, by) = (m.generic(a)?, lane_shift(*by)?);
            let low = m.domain.split(&a, 64 - by)?.1;
            let zero = m.domain.number(0);
            let word = m.domain.join(&low, by, &zero)?;
            m.put_generic(to, word)
        }
        (M::Vpsraq, [to, a, Operand::Immediate(by)]) => {
            let (a, by) = (m.generic(a)?, lane_shift(*by)?);
            let word = m.domain.shift_signed(&a, by)?;
            m.put_generic(to, word)
        }
        (M::Vpandq | M::Vpandd, [to, a, b]) => {
            let (a, b) = (m.generic(a)?, m.generic(b)?);
            let word = m.domain.and(&a, &b)?;
            m.put_generic(to, word)
        }
        _ => refuse("no rule for this instruction"),
    }
}

fn is_512(operand: &Operand) -> bool {
    match operand {
        Operand::Register(vector, size) => vector.is_vector_register() && *size == 64,
        Operand::Memory { size, .. } | Operand::Fixed { size, .. } => *size == 64,
        Operand::Immediate(_) => false,
    }
}

fn lane_shift(by: u64) -> Step<u32> {
    match u32::try_from(by) {
        Ok(by @ 1..64) => Ok(by),
        _ => refuse("shift"),
    }
}
