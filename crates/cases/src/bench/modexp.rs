//! MODEXP: a grid of sizes, the classes and the grid by which Erigon compares its backends, and
//! inputs that fail.

use gigagas::table::MODEXP;
use rand_chacha::ChaCha8Rng;

use super::{Case, Expect, entry, inputs, random, word};

/// What a modulus is like.
#[derive(Debug, Clone, Copy)]
enum Modulus {
    /// Random, of this many bits, odd.
    Odd(usize),
    /// Random, of this many bits, even.
    Even(usize),
    /// The power of two of this many bits, 2^(bits - 1).
    PowerOfTwo(usize),
    /// 2^192 + 237, a modulus just over three limbs.
    Above192,
}

/// What an exponent is like.
#[derive(Debug, Clone, Copy)]
enum Exponent {
    /// This number.
    Value(u64),
    /// Random, of this many bits.
    Bits(usize),
}

impl Modulus {
    fn bits(self) -> usize {
        match self {
            Self::Odd(bits) | Self::Even(bits) | Self::PowerOfTwo(bits) => bits,
            Self::Above192 => 193,
        }
    }

    fn name(self) -> String {
        match self {
            Self::Odd(bits) => format!("m{bits}-odd"),
            Self::Even(bits) => format!("m{bits}-even"),
            Self::PowerOfTwo(bits) => format!("m2^{}", bits - 1),
            Self::Above192 => "m2^192+237".into(),
        }
    }

    fn bytes(self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        let mut bytes = random_bits(rng, self.bits());
        let last = bytes.len() - 1;
        match self {
            Self::Odd(_) => bytes[last] |= 1,
            Self::Even(_) => bytes[last] &= !1,
            Self::PowerOfTwo(_) | Self::Above192 => {
                bytes.fill(0);
                bytes[0] = 1 << ((self.bits() - 1) % 8);
                if let Self::Above192 = self {
                    bytes[last] = 237;
                }
            }
        }
        bytes
    }
}

impl Exponent {
    fn name(self) -> String {
        match self {
            Self::Value(0xff_ffff_ffff) => "e40-ones".into(),
            Self::Value(value) => format!("e={value}"),
            Self::Bits(bits) => format!("e{bits}"),
        }
    }

    fn bytes(self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        match self {
            Self::Value(value) => {
                let bytes = value.to_be_bytes();
                bytes[value.leading_zeros() as usize / 8..].to_vec()
            }
            Self::Bits(bits) => random_bits(rng, bits),
        }
    }
}

/// A random number of exactly that many bits, in as few bytes as hold it.
fn random_bits(rng: &mut ChaCha8Rng, bits: usize) -> Vec<u8> {
    let mut bytes = random(rng, bits.div_ceil(8));
    let top = (bits - 1) % 8;
    bytes[0] = bytes[0] & ((1 << top) - 1) | 1 << top;
    bytes
}

/// An exponent of exactly `bits` bits: the top one alone (`ones` = 0), random ones (1) or all (2).
pub(super) fn exponent(rng: &mut ChaCha8Rng, bits: u64, ones: u64) -> Vec<u8> {
    let bits = usize::try_from(bits).unwrap_or(usize::MAX);
    let mut bytes = random_bits(rng, bits);
    let top = 1 << ((bits - 1) % 8);
    match ones {
        0 => {
            bytes.fill(0);
            bytes[0] = top;
        }
        1 => {}
        _ => {
            bytes.fill(0xff);
            bytes[0] = top | (top - 1);
        }
    }
    bytes
}

/// An input by the length of the base in bytes, the exponent's bits, the length of the modulus in bytes,
/// how many eighths of the modulus are trailing zeros (8: a power of two), and [`exponent`]'s ones.
pub(super) fn shaped(rng: &mut ChaCha8Rng, parameters: [u64; 5]) -> Vec<u8> {
    let [base, exponent_bits, modulus, zeros, ones] = parameters;
    let len = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    let (mut base, mut modulus) = (random(rng, len(base)), random(rng, len(modulus)));
    if let Some(last) = base.last_mut() {
        // As above.
        *last |= 1;
    }
    let (bits, zeros) = (8 * modulus.len(), modulus.len() * len(zeros).min(8));
    let zeros = zeros.min(bits - 1);
    let end = modulus.len() - zeros / 8;
    modulus[end..].fill(0);
    modulus[end - 1] = (modulus[end - 1] | 1) << (zeros % 8);
    if zeros + 1 == bits {
        modulus[0] = 0;
    }
    modulus[0] |= 0x80;
    encode(&base, &exponent(rng, exponent_bits, ones), &modulus)
}

pub(super) fn encode(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let mut input = Vec::new();
    for operand in [base, exponent, modulus] {
        input.extend(word(operand.len() as u64));
    }
    input.extend([base, exponent, modulus].concat());
    input
}

/// Base lengths in bytes: that of the modulus, or one of its own.
fn case(
    family: &'static str,
    modulus: Modulus,
    exponent: Exponent,
    base_len: Option<usize>,
) -> Case {
    let base = base_len.map(|len| format!("-b{}", 8 * len)).unwrap_or_default();
    let name = format!("{family}/{}/{}{base}", modulus.name(), exponent.name());
    // A call of 8192 bits takes some 10^5 times as long as one of 64.
    let n = if modulus.bits() <= 512 { 8 } else { 2 };
    let one = move |rng: &mut ChaCha8Rng| {
        let modulus = modulus.bytes(rng);
        let mut base = random(rng, base_len.unwrap_or(modulus.len()));
        if let Some(last) = base.last_mut() {
            // A high power of an even base is 0 modulo a power of two, which is no work.
            *last |= 1;
        }
        encode(&base, &exponent.bytes(rng), &modulus)
    };
    Case::new(entry(&MODEXP), family, name, inputs(n, one))
}

const GRID_BITS: [usize; 13] =
    [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192];
const GRID_EXPONENTS: [Exponent; 11] = [
    Exponent::Value(3),
    Exponent::Value(17),
    Exponent::Value(33),
    Exponent::Value(65),
    Exponent::Value(65_537),
    Exponent::Value(0xff_ffff_ffff),
    Exponent::Bits(64),
    Exponent::Bits(256),
    Exponent::Bits(512),
    Exponent::Bits(2048),
    Exponent::Bits(8192),
];

fn grid() -> Vec<Case> {
    let mut moduli = vec![Modulus::PowerOfTwo(193)];
    for bits in GRID_BITS {
        moduli.extend([Modulus::Odd(bits), Modulus::Even(bits), Modulus::PowerOfTwo(bits)]);
    }
    let mut cases = Vec::new();
    for modulus in moduli {
        let mut exponents = GRID_EXPONENTS.to_vec();
        let own_size = Exponent::Bits(modulus.bits());
        if !exponents.iter().any(|known| matches!(known, Exponent::Bits(b) if *b == modulus.bits()))
        {
            exponents.push(own_size);
        }
        for exponent in exponents {
            let quick = matches!(modulus, Modulus::Odd(256 | 1024) | Modulus::Even(256))
                && matches!(exponent, Exponent::Value(3 | 65_537) | Exponent::Bits(256));
            cases.push(case("grid", modulus, exponent, None).quick_if(quick));
            if modulus.bits() < 8 * 1024 {
                cases.push(case("grid", modulus, exponent, Some(1024)));
            }
        }
    }
    cases
}

/// The 17 operand classes of Erigon's comparison of backends (its pull request 22940), odd moduli.
fn erigon() -> Vec<Case> {
    let bits = Exponent::Bits;
    let classes = [
        (Modulus::Odd(2048), bits(2048), None),
        (Modulus::Odd(2048), bits(256), None),
        (Modulus::Odd(1024), bits(256), None),
        (Modulus::Odd(512), bits(256), None),
        (Modulus::Odd(2048), Exponent::Value(65_537), None),
        (Modulus::Odd(256), bits(8192), None),
        (Modulus::Odd(256), bits(2048), None),
        (Modulus::Odd(512), bits(64), None),
        (Modulus::Odd(128), bits(64), None),
        (Modulus::Odd(256), bits(64), None),
        (Modulus::Above192, bits(64), None),
        (Modulus::Odd(256), Exponent::Value(65_537), None),
        (Modulus::Odd(1024), Exponent::Value(3), None),
        (Modulus::Odd(1024), Exponent::Value(65_537), None),
        (Modulus::Odd(2048), Exponent::Value(3), None),
        (Modulus::Odd(256), Exponent::Value(65_537), Some(1024)),
        (Modulus::Odd(512), Exponent::Value(65_537), None),
    ];
    classes
        .map(|(modulus, exponent, base)| case("erigon17", modulus, exponent, base).quick())
        .into()
}

/// Erigon's grid: moduli of 320 to 8192 bits, exponents of 1 to 64 bytes.
fn erigon_grid() -> Vec<Case> {
    const BITS: [usize; 13] =
        [320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192];
    let mut cases = Vec::new();
    for bits in BITS {
        for len in [1, 2, 4, 8, 16, 32, 64] {
            cases.push(case("erigon-grid", Modulus::Odd(bits), Exponent::Bits(8 * len), None));
        }
    }
    cases
}

fn failing() -> Vec<Case> {
    let too_long = |which: usize| {
        let name = format!("fail/{}-of-1025-bytes", ["base", "exponent", "modulus"][which]);
        let one = move |rng: &mut ChaCha8Rng| {
            let mut operands = [random(rng, 32), vec![3], random(rng, 32)];
            operands[which] = random(rng, 1025);
            encode(&operands[0], &operands[1], &operands[2])
        };
        Case::new(entry(&MODEXP), "failing", name, inputs(8, one)).expect(Expect::Halt)
    };
    let declared = |rng: &mut ChaCha8Rng| [vec![0xff; 96], random(rng, 96)].concat();
    let mut cases: Vec<_> = (0..3).map(too_long).collect();
    cases.push(
        Case::new(entry(&MODEXP), "failing", "fail/lengths-of-2^256-1", inputs(8, declared))
            .expect(Expect::Halt)
            .quick(),
    );
    cases
}

pub(super) fn cases() -> Vec<Case> {
    let stream = |rng: &mut ChaCha8Rng| {
        let modulus = Modulus::Odd(256).bytes(rng);
        encode(&random(rng, 32), &random_bits(rng, 256), &modulus)
    };
    let mut cases = erigon();
    cases.extend(grid());
    cases.extend(erigon_grid());
    cases.push(Case::new(entry(&MODEXP), "stream", "stream/m256-odd/e256", inputs(256, stream)));
    cases.extend(failing());
    cases
}
