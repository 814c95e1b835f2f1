//! MODEXP (0x05), since Byzantium — EIP-198; gas EIP-2565 (Berlin), EIP-7883 (Osaka); length limit EIP-7823 (Osaka).
//!
//! input  = base_len\[32\] | exp_len\[32\] | mod_len\[32\] | base | exp | mod     big-endian, zero-extended
//! output = base^exp mod mod, mod_len bytes, big-endian
//! halts  = Length (a length over 1024 bytes, from Osaka)

use gigagas_math::modexp::{self, Operand};

use crate::{
    codec,
    halt::{Halt, LengthRule},
    layout::{Layout, OtherLengths, Tail, field},
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout {
    head: &[
        field("base_len", 32, "length of base in bytes"),
        field("exp_len", 32, "length of exp in bytes"),
        field("mod_len", 32, "length of mod in bytes"),
    ],
    item: &[],
    item_name: "",
    tail: Tail::Sized(&["base", "exp", "mod"]),
    other_lengths: OtherLengths::ZeroExtended,
};

/// EIP-7823.
pub(crate) const MAX_OPERAND_LEN: usize = 1024;

/// A price list of MODEXP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schedule {
    /// EIP-198.
    Byzantium,
    /// EIP-2565.
    Berlin,
    /// EIP-7883.
    Osaka,
}

const HEADER: usize = 96;
/// Where the head of the exponent ends and its length is priced instead, in bytes.
const EXP_HEAD: u64 = 32;
/// From this length (bytes) on a price counts as unpayable: no gas limit reaches it.
const UNPAYABLE_LEN: u64 = 1 << 32;

/// The three lengths in bytes; saturated at `u64::MAX`.
struct Lengths {
    base: u64,
    exp: u64,
    modulus: u64,
}

impl Lengths {
    fn read(input: &[u8]) -> Self {
        let [base, exp, modulus] =
            [0, 32, 64].map(|offset| match codec::u256(&codec::zero_extended(input, offset)) {
                [low, 0, 0, 0] => low,
                _ => u64::MAX,
            });
        Self { base, exp, modulus }
    }
}

/// The price of `input` in gas; `u64::MAX` for what cannot be paid.
pub(crate) fn gas(schedule: Schedule, input: &[u8]) -> u64 {
    let lengths = Lengths::read(input);
    let x = lengths.base.max(lengths.modulus);
    let minimum = match schedule {
        Schedule::Byzantium => 0,
        Schedule::Berlin => 200,
        Schedule::Osaka => 500,
    };
    if x == 0 && schedule != Schedule::Osaka {
        return minimum;
    }
    if x >= UNPAYABLE_LEN || lengths.exp >= UNPAYABLE_LEN {
        return u64::MAX;
    }
    // Below 2^65 and 2^37 from here on, so that the product fits.
    let complexity = complexity(schedule, x.into());
    let iterations = u128::from(iterations(schedule, input, &lengths));
    let product = complexity * iterations;
    let gas = match schedule {
        Schedule::Byzantium => product / 20,
        Schedule::Berlin => product / 3,
        Schedule::Osaka => product,
    };
    u64::try_from(gas).unwrap_or(u64::MAX).max(minimum)
}

/// Cost of one multiplication of x-byte numbers.
const fn complexity(schedule: Schedule, x: u128) -> u128 {
    let words = x.div_ceil(8);
    match schedule {
        Schedule::Byzantium if x <= 64 => x * x,
        Schedule::Byzantium if x <= 1024 => x * x / 4 + 96 * x - 3072,
        Schedule::Byzantium => x * x / 16 + 480 * x - 199_680,
        Schedule::Berlin => words * words,
        Schedule::Osaka if x <= 32 => 16,
        Schedule::Osaka => 2 * words * words,
    }
}

/// Number of multiplications that the exponent counts for. The head is its *first* 32 bytes, as all
/// clients have it (the pseudocode of EIP-2565 and EIP-7883 takes the last).
fn iterations(schedule: Schedule, input: &[u8], lengths: &Lengths) -> u64 {
    let per_byte = if schedule == Schedule::Osaka { 16 } else { 8 };
    let tail = lengths.exp.saturating_sub(EXP_HEAD);
    (per_byte * tail + exp_head_bits(input, lengths).saturating_sub(1)).max(1)
}

/// Bit length of the exponent's first 32 bytes (or of all of it, if shorter).
fn exp_head_bits(input: &[u8], lengths: &Lengths) -> u64 {
    let start = usize::try_from(lengths.base).ok().and_then(|base| base.checked_add(HEADER));
    let exp = start.and_then(|start| input.get(start..)).unwrap_or_default();
    let head_len = lengths.exp.min(EXP_HEAD) as usize;
    let given = &exp[..exp.len().min(head_len)];
    match given.iter().position(|&byte| byte != 0) {
        None => 0,
        Some(i) => 8 * (head_len - i) as u64 - u64::from(given[i].leading_zeros()),
    }
}

/// EIP-7823: `Length` if a length is over `max` bytes.
pub(crate) fn check_operands(input: &[u8], max: usize) -> Result<(), Halt> {
    let Lengths { base, exp, modulus } = Lengths::read(input);
    for (what, got) in [("base", base), ("exponent", exp), ("modulus", modulus)] {
        if got > max as u64 {
            return Err(Halt::Length { what, got, rule: LengthRule::AtMost(max) });
        }
    }
    Ok(())
}

/// The length of the modulus in bytes; `u64::MAX` if it is longer than 64 bits can tell.
pub(crate) fn modulus_len(input: &[u8]) -> u64 {
    Lengths::read(input).modulus
}

/// `usize::MAX` if the modulus is longer than memory can be: such a call is never paid for.
pub(crate) fn output_len(input: &[u8]) -> usize {
    usize::try_from(modulus_len(input)).unwrap_or(usize::MAX)
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let lengths = Lengths::read(input);
    if lengths.modulus == 0 {
        return Ok(0);
    }
    let mut rest = input.get(HEADER..).unwrap_or_default();
    let mut operand = |len: u64| {
        // All lengths that were paid for are below 2^32.
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let (bytes, after) = rest.split_at(rest.len().min(len));
        rest = after;
        Operand { bytes, len }
    };
    let [base, exp, modulus] = [lengths.base, lengths.exp, lengths.modulus].map(&mut operand);
    modexp::modexp(routes.modexp.at(modulus.len), base, exp, modulus, &mut out[..modulus.len]);
    Ok(modulus.len)
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec::Vec};

    use super::*;
    use crate::{
        precompiles::testing::{call, hex},
        table::MODEXP,
    };

    fn input(lengths: [u64; 3], rest: &[u8]) -> Vec<u8> {
        let mut input = Vec::new();
        for len in lengths {
            input.extend([0; 24]);
            input.extend(len.to_be_bytes());
        }
        input.extend(rest);
        input
    }

    fn gas_of_all(input: &[u8]) -> [u64; 3] {
        [Schedule::Byzantium, Schedule::Berlin, Schedule::Osaka].map(|s| gas(s, input))
    }

    #[test]
    fn the_eip_198_examples() {
        // EIP-198: 3^(p-1) mod p for secp256k1's p: 13056 gas; 0^e mod p with 32-byte e likewise.
        let mut fermat = alloc::vec![3];
        fermat.extend([0xff; 27]);
        fermat.extend([0xfe, 0xff, 0xff, 0xfc, 0x2e]);
        let fermat = input([1, 32, 32], &fermat);
        assert_eq!(gas_of_all(&fermat), [13_056, 1360, 4080]);
    }

    #[test]
    fn minimum_prices() {
        assert_eq!(gas_of_all(&[]), [0, 200, 500]);
        assert_eq!(gas_of_all(&input([1, 1, 1], &[2, 3, 5])), [0, 200, 500]);
    }

    #[test]
    fn the_head_of_the_exponent_is_its_first_32_bytes() {
        let exp = |first: u8| {
            let mut exp = alloc::vec![0; 33];
            exp[0] = first;
            input([0, 33, 32], &exp)
        };
        // 8 (16 from Osaka) for the 33rd byte, and 255 for a head of 256 bits.
        assert_eq!(gas_of_all(&exp(0x80)), [1024 * 263 / 20, 16 * 263 / 3, 16 * 271]);
        assert_eq!(gas_of_all(&exp(0)), [1024 * 8 / 20, 200, 500]);
    }

    #[test]
    fn a_short_exponent_is_not_shifted_and_a_missing_one_is_zero() {
        assert_eq!(
            exp_head_bits(&input([0, 2, 0], &[1, 0]), &Lengths { base: 0, exp: 2, modulus: 0 }),
            9
        );
        // One byte given of two: the integer is 0x0100.
        assert_eq!(
            exp_head_bits(&input([0, 2, 0], &[1]), &Lengths { base: 0, exp: 2, modulus: 0 }),
            9
        );
        let far = Lengths { base: u64::MAX, exp: 32, modulus: 0 };
        assert_eq!(exp_head_bits(&input([0; 3], &[1; 64]), &far), 0);
    }

    #[test]
    fn complexity_pieces_meet_at_their_bounds() {
        for (x, eip198) in [(64, 4096), (65, 4224), (1024, 357_376), (1025, 357_984)] {
            assert_eq!(complexity(Schedule::Byzantium, x), eip198, "{x}");
        }
        assert_eq!(complexity(Schedule::Osaka, 32), 16);
        assert_eq!(complexity(Schedule::Osaka, 33), 50);
        assert_eq!(complexity(Schedule::Osaka, 1024), 32_768);
    }

    #[test]
    fn lengths_that_no_gas_pays_for() {
        let mut huge = input([0, 0, 0], &[]);
        huge[64] = 1; // mod_len = 2^248
        assert_eq!(gas_of_all(&huge), [u64::MAX; 3]);
        assert_eq!(gas_of_all(&input([1 << 32, 0, 0], &[])), [u64::MAX; 3]);
        assert_eq!(gas_of_all(&input([1, 1 << 32, 0], &[])), [u64::MAX; 3]);
        // A huge exponent of nothing costs nothing before Osaka.
        assert_eq!(gas_of_all(&input([0, 1 << 32, 0], &[])), [0, 200, u64::MAX]);
        // The largest that is payable does not overflow.
        let largest = input([u64::from(u32::MAX); 3], &[]);
        assert_eq!(gas_of_all(&largest), [u64::MAX; 3]);
    }

    /// Operands in hex, their lengths as they are written.
    fn power(base: &str, exp: &str, modulus: &str) -> Vec<u8> {
        let [base, exp, modulus] = [base, exp, modulus].map(hex);
        let lengths = [&base, &exp, &modulus].map(|operand| operand.len() as u64);
        call(&MODEXP, &input(lengths, &[base, exp, modulus].concat())).unwrap()
    }

    #[test]
    fn degenerate_operands() {
        let cases = [
            // No modulus, nothing comes back; a modulus of 0 gives 0, of 1 too.
            ("", "", "", ""),
            ("02", "03", "", ""),
            ("02", "03", "00", "00"),
            ("02", "03", "000000", "000000"),
            ("02", "03", "01", "00"),
            ("00", "00", "01", "00"),
            ("", "", "0001", "0000"),
            // x^0 = 1, also for x = 0 and for operands without bytes.
            ("00", "00", "05", "01"),
            ("", "", "05", "01"),
            ("", "00", "0005", "0001"),
            ("06", "", "02", "01"),
            ("07", "0000", "05", "01"),
            // 0^x = 0.
            ("00", "01", "05", "00"),
            ("", "05", "05", "00"),
            // The base is a multiple of the modulus, or over it.
            ("06", "05", "03", "00"),
            ("05", "01", "05", "00"),
            ("ff", "02", "07", "02"),
            // Leading zeros and even moduli.
            ("0002", "000003", "00000005", "00000003"),
            ("03", "02", "04", "01"),
            ("02", "03", "08", "00"),
            ("03", "05", "06", "03"),
            ("03", "ff", "0100", "00ab"),
            ("ffffffffffffffffff", "02", "010000000000000000", "000000000000000001"),
        ];
        for (base, exp, modulus, expected) in cases {
            assert_eq!(power(base, exp, modulus), hex(expected), "{base}^{exp} mod {modulus}");
        }
    }

    #[test]
    fn missing_bytes_are_zeros_and_further_ones_do_not_count() {
        assert_eq!(call(&MODEXP, &[]), Ok(Vec::new()));
        assert_eq!(call(&MODEXP, &input([1, 1, 2], &[])), Ok(hex("0000")));
        // The modulus 0x0500: its second byte is missing.
        assert_eq!(call(&MODEXP, &input([1, 1, 2], &[2, 3, 5])), Ok(hex("0008")));
        // The exponent 0x0200 and no modulus at all.
        assert_eq!(call(&MODEXP, &input([1, 2, 1], &[2, 2])), Ok(hex("00")));
        assert_eq!(call(&MODEXP, &input([1, 1, 1], &[2, 3, 5, 9, 9])), Ok(hex("03")));
        // The header ends within mod_len, which is then 0x0100 = 256.
        let mut header = input([0, 0, 0], &[]);
        header[94] = 1;
        header.truncate(95);
        assert_eq!(call(&MODEXP, &header).map(|out| out.len()), Ok(256));
    }

    #[test]
    fn an_exponent_of_any_length_costs_nothing_where_nothing_is_raised() {
        let mut huge = input([0, 0, 0], &[]);
        huge[32..64].fill(0xff);
        assert_eq!(gas_of_all(&huge)[..2], [0, 200]);
        assert_eq!(call(&MODEXP, &huge), Ok(Vec::new()));
    }

    #[test]
    fn osaka_refuses_long_operands_each_by_name() {
        for (i, name) in ["base", "exponent", "modulus"].into_iter().enumerate() {
            let mut lengths = [0; 3];
            lengths[i] = 1024;
            assert_eq!(check_operands(&input(lengths, &[]), MAX_OPERAND_LEN), Ok(()));
            lengths[i] = 1025;
            let halt = check_operands(&input(lengths, &[]), MAX_OPERAND_LEN).unwrap_err();
            let rule = LengthRule::AtMost(1024);
            assert_eq!(halt, Halt::Length { what: name, got: 1025, rule });
            let text = alloc::format!("the {name} is 1025 bytes long; it must be at most 1024");
            assert_eq!(halt.to_string(), text);
            let mut huge = input([0; 3], &[]);
            huge[32 * i] = 1;
            let halt = check_operands(&huge, MAX_OPERAND_LEN).unwrap_err();
            let text =
                alloc::format!("the {name} length is 2^64 bytes or more; it must be at most 1024");
            assert_eq!(halt.to_string(), text);
        }
    }
}
