//! Exponents: sliding windows over odd digits, and the choice of their width.
//!
//! A window of width w costs a table of the 2^(w-1) odd powers and one multiplication per window.
//! Which w is best follows from how many windows the exponent really needs. That number is bounded
//! from above without recoding: greedy left-to-right windows are the fewest intervals of w bits that
//! cover all set bits, so any fixed grid of w-bit digits has at least as many non-zero digits. The
//! width is taken only where this bound, table included, is no more than the number of set bits;
//! hence no exponent at all costs more than plain square-and-multiply.

use super::natural::Natural;

/// The widest window: 64 table entries.
pub(crate) const MAX_WIDTH: u32 = 7;

/// An exponent above 0: bytes · 256^tail, whose first byte is masked (for a reduction mod 2^k).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exponent<'a> {
    bytes: &'a [u8],
    mask: u8,
    tail: usize,
}

impl<'a> Exponent<'a> {
    pub(super) fn new(value: Natural<'a>) -> Self {
        Self { bytes: value.sig, mask: u8::MAX, tail: value.tail }
    }

    /// `self` mod 2^bits, if that is not 0.
    pub(super) fn low_bits(self, bits: u64) -> Option<Self> {
        let bytes = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
        if bytes > self.bytes.len().saturating_add(self.tail) {
            return Some(self);
        }
        let keep = bytes.checked_sub(self.tail).filter(|&keep| keep > 0)?;
        let mut low = Self { bytes: &self.bytes[self.bytes.len() - keep..], ..self };
        if keep < self.bytes.len() {
            low.mask = u8::MAX;
        }
        if !bits.is_multiple_of(8) {
            low.mask &= u8::MAX >> (8 - bits % 8);
        }
        // Leading zero bytes again.
        let first = *low.bytes.first()? & low.mask;
        if first == 0 {
            let skip = 1 + low.bytes[1..].iter().position(|&byte| byte != 0)?;
            low = Self { bytes: &low.bytes[skip..], mask: u8::MAX, ..low };
        }
        Some(low)
    }

    /// The value, if it fits in a word.
    pub(super) fn word(&self) -> Option<u64> {
        if self.bytes.len() + self.tail > 8 {
            return None;
        }
        let sig = self.words().next()?;
        Some(sig << (8 * self.tail))
    }

    /// The significant part in words from the top, the first one perhaps of fewer bytes.
    fn words(&self) -> impl Iterator<Item = u64> {
        let head = match self.bytes.len() % 8 {
            0 => self.bytes.len().min(8),
            rest => rest,
        };
        let (head, rest) = self.bytes.split_at(head);
        let first = head
            .iter()
            .skip(1)
            .fold(u64::from(head.first().map_or(0, |byte| byte & self.mask)), |word, &byte| {
                (word << 8) | u64::from(byte)
            });
        let rest = rest.as_chunks().0.iter().map(|word| u64::from_be_bytes(*word));
        core::iter::once(first).chain(rest)
    }

    /// Squarings of the plain binary method.
    pub(super) fn squarings(&self) -> u64 {
        self.bit_len() + self.tail_bits() - 1
    }

    /// Zero bits below the significant part.
    pub(super) fn tail_bits(&self) -> u64 {
        8 * self.tail as u64
    }

    /// N bytes of the significant part as a number, from byte `low` of its low end on; 0 past its top.
    pub(super) fn chunk<const N: usize>(&self, low: usize) -> u64 {
        let end = self.bytes.len() - low;
        let start = end.saturating_sub(N);
        let number =
            |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| (number << 8) | u64::from(byte));
        let mut chunk = number(&self.bytes[start..end]);
        if start == 0 {
            let above = 8 * (end - 1);
            chunk &= !(u64::from(!self.mask) << above);
        }
        chunk
    }

    /// Bits of the significant part.
    pub(super) fn bit_len(&self) -> u64 {
        let first = self.bytes.first().map_or(0, |byte| byte & self.mask);
        8 * self.bytes.len() as u64 - u64::from(first.leading_zeros())
    }

    /// The window width to use, at most `max`.
    pub(crate) fn width(&self, max: u32) -> u32 {
        self.width_and_products(max).0
    }

    /// That width, and at most how many products its windows and their table take.
    pub(super) fn width_and_products(&self, max: u32) -> (u32, u64) {
        let ones: u64 = self.words().map(|word| u64::from(word.count_ones())).sum();
        let usual = usual_width(self.bit_len(), ones);
        let (mut width, mut least) = (1, ones);
        for candidate in usual.saturating_sub(1).max(2)..=usual.min(max) {
            let cost = (1 << (candidate - 1)) + self.digits(candidate);
            if cost <= least {
                (width, least) = (candidate, cost);
            }
        }
        (width, least)
    }

    /// Non-zero digits of `width` bits, each word on a grid of its own.
    fn digits(&self, width: u32) -> u64 {
        let grid = (0..64).step_by(width as usize).fold(0, |grid, bit| grid | (1u64 << bit));
        let in_word = |word: u64| {
            let any = (1..width).fold(word, |any, shift| any | (word >> shift));
            u64::from((any & grid).count_ones())
        };
        self.words().map(in_word).sum()
    }

    pub(super) fn windows(&self, width: u32) -> Windows<'a> {
        Windows {
            bytes: self.bytes,
            mask: self.mask,
            tail: self.tail,
            width,
            buffer: 0,
            bits: 0,
            squarings: 0,
        }
    }
}

/// The width that suits most exponents of that many bits and set bits.
fn usual_width(bits: u64, ones: u64) -> u32 {
    // Where half of the bits are set, thresholds by bit length; dense or sparse exponents count as
    // longer or shorter ones.
    match bits.min(2 * ones) {
        0..=6 => 1,
        7..=27 => 2,
        28..=84 => 3,
        85..=244 => 4,
        245..=690 => 5,
        691..=1830 => 6,
        _ => MAX_WIDTH,
    }
}

/// One step of an exponentiation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// Squarings to do first.
    pub(super) squarings: u64,
    /// Then the table entry to multiply by: i stands for the power 2i + 1.
    pub(super) entry: Option<usize>,
}

/// The steps of an exponent from its top.
#[derive(Debug)]
pub(super) struct Windows<'a> {
    bytes: &'a [u8],
    mask: u8,
    tail: usize,
    width: u32,
    /// The next `bits` bits, at the top of the word.
    buffer: u64,
    bits: u32,
    squarings: u64,
}

impl Windows<'_> {
    fn refill(&mut self) {
        while self.bits <= 56
            && let Some((&byte, rest)) = self.bytes.split_first()
        {
            self.buffer |= u64::from(byte & self.mask) << (56 - self.bits);
            self.mask = u8::MAX;
            self.bits += 8;
            self.bytes = rest;
        }
    }

    fn take(&mut self, bits: u32) {
        self.buffer = self.buffer.checked_shl(bits).unwrap_or(0);
        self.bits -= bits;
        self.squarings += u64::from(bits);
    }
}

impl Iterator for Windows<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if self.bits < self.width {
                self.refill();
            }
            if self.buffer == 0 {
                self.take(self.bits);
                if !self.bytes.is_empty() {
                    continue;
                }
                self.squarings += 8 * core::mem::take(&mut self.tail) as u64;
                let squarings = core::mem::take(&mut self.squarings);
                return (squarings > 0).then_some(Step { squarings, entry: None });
            }
            let zeros = self.buffer.leading_zeros();
            if zeros > 0 {
                self.take(zeros);
                continue;
            }
            let window = self.buffer >> (64 - self.width);
            // Past the end of the exponent the buffer holds zeros, which are trimmed here.
            let trim = window.trailing_zeros();
            self.take(self.width - trim);
            let squarings = core::mem::take(&mut self.squarings);
            let entry = (window >> trim) >> 1;
            return Some(Step { squarings, entry: usize::try_from(entry).ok() });
        }
    }
}

/// An accumulator and a table of ring elements.
pub(crate) trait Machine {
    /// acc := table\[i\].
    fn load(&mut self, i: usize);
    /// table\[i\] := acc.
    fn store(&mut self, i: usize);
    /// acc := acc^(2^times).
    fn square(&mut self, times: u64);
    /// acc := acc · table\[i\].
    fn multiply(&mut self, i: usize);
}

/// acc := table\[0\]^exponent; the table has 2^(width - 1) entries.
#[inline(always)]
pub(crate) fn pow<M: Machine>(machine: &mut M, exponent: &Exponent<'_>, width: u32) {
    if width > 1 {
        let last = (1 << (width - 1)) - 1;
        machine.load(0);
        machine.square(1);
        machine.store(last);
        for i in 1..=last {
            machine.load(i - 1);
            machine.multiply(last);
            machine.store(i);
        }
    }
    let mut steps = exponent.windows(width);
    if let Some(entry) = steps.next().and_then(|first| first.entry) {
        machine.load(entry);
    }
    for step in steps {
        machine.square(step.squarings);
        if let Some(entry) = step.entry {
            machine.multiply(entry);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Operand;
    use super::*;
    use num_bigint::BigUint;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    /// Exponents instead of powers: squaring doubles, multiplication adds; operations are counted.
    #[derive(Default)]
    struct Counter {
        acc: BigUint,
        table: Vec<BigUint>,
        squarings: u64,
        products: u64,
    }

    impl Machine for Counter {
        fn load(&mut self, i: usize) {
            self.acc = self.table[i].clone();
        }
        fn store(&mut self, i: usize) {
            self.table[i] = self.acc.clone();
        }
        fn square(&mut self, times: u64) {
            self.acc <<= times;
            self.squarings += times;
        }
        fn multiply(&mut self, i: usize) {
            self.acc += &self.table[i];
            self.products += 1;
        }
    }

    /// Operations for that width, after a check of the power.
    fn cost(bytes: &[u8], pad: usize, width: u32, value: &BigUint) -> u64 {
        let natural = Natural::new(Operand { bytes, len: bytes.len() + pad });
        let mut counter =
            Counter { table: vec![BigUint::from(1u32); 1 << (width - 1)], ..Counter::default() };
        pow(&mut counter, &Exponent::new(natural), width);
        assert_eq!(&counter.acc, value, "width {width}");
        counter.squarings + counter.products
    }

    /// 5000 seeded exponents of 3 to 162 bytes, a third of them sparse.
    pub(in super::super) fn wide_exponents() -> impl Iterator<Item = Vec<u8>> {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        (0..5000usize).map(move |round| {
            let mut bytes = vec![0; 3 + round % 160];
            rng.fill_bytes(&mut bytes);
            if round % 3 == 0 {
                for byte in &mut bytes {
                    *byte &= u8::try_from(rng.next_u32() & rng.next_u32() & 255).unwrap();
                }
            }
            bytes[0] |= 1;
            bytes
        })
    }

    fn chosen(bytes: &[u8]) -> u32 {
        Exponent::new(Natural::new(Operand { bytes, len: bytes.len() })).width(MAX_WIDTH)
    }

    /// Operations of square-and-multiply.
    fn plain(value: &BigUint) -> u64 {
        value.bits() - 1 + value.count_ones() - 1
    }

    #[test]
    fn every_short_exponent_at_least_as_cheap_as_width_1() {
        for value in 1u32..1 << 22 {
            let bytes = value.to_be_bytes();
            let exponent = Exponent::new(Natural::new(Operand { bytes: &bytes, len: 4 }));
            let width = exponent.width(MAX_WIDTH);
            let (mut acc, mut operations) = (0u32, 0);
            if width > 1 {
                operations += 1 << (width - 1);
            }
            for (i, step) in exponent.windows(width).enumerate() {
                let power = step.entry.map_or(0, |entry| 2 * u32::try_from(entry).unwrap() + 1);
                acc = (acc << step.squarings) + power;
                if i > 0 {
                    operations += step.squarings + u64::from(step.entry.is_some());
                }
            }
            assert_eq!(acc, value);
            let plain = 31 - value.leading_zeros() + value.count_ones() - 1;
            assert!(operations <= u64::from(plain), "{value:x} width {width}");
        }
    }

    #[test]
    fn wide_exponents_at_least_as_cheap_as_width_1() {
        for bytes in wide_exponents() {
            let value = BigUint::from_bytes_be(&bytes);
            assert!(cost(&bytes, 0, chosen(&bytes), &value) <= plain(&value));
        }
    }

    #[test]
    fn patterns_of_every_length() {
        for bits in (1..=300).chain([511, 512, 513, 1023, 1024, 1025, 8192]) {
            let one = BigUint::from(1u32);
            let top: BigUint = &one << (bits - 1);
            let spaced =
                |gap: usize| (0..bits).step_by(gap).fold(BigUint::ZERO, |sum, i| sum + (&top >> i));
            let patterns = [
                (&one << bits) - &one,
                top.clone(),
                spaced(2),
                spaced(3),
                spaced(5),
                spaced(8),
                spaced(33),
            ];
            for value in patterns {
                let bytes = value.to_bytes_be();
                assert!(cost(&bytes, 0, chosen(&bytes), &value) <= plain(&value), "{value:x}");
            }
        }
    }

    #[test]
    fn the_choice_is_close_to_the_best_for_random_exponents() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for len in [3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512] {
            let (mut ours, mut best) = (0, 0);
            for _ in 0..30 {
                let mut bytes = vec![0; len];
                rng.fill_bytes(&mut bytes);
                bytes[0] |= 128;
                let value = BigUint::from_bytes_be(&bytes);
                ours += cost(&bytes, 0, chosen(&bytes), &value);
                best += (1..=MAX_WIDTH).map(|width| cost(&bytes, 0, width, &value)).min().unwrap();
            }
            // The best of short exponents differs from one to the next.
            let excess = if len < 16 { 35 } else { 12 };
            assert!(ours * 1000 <= best * (1000 + excess), "{len} bytes: {ours} against {best}");
        }
    }

    #[test]
    fn tails_and_low_bits() {
        let bytes = [0x85, 0, 0, 0xf0, 0x13, 0, 0, 0, 0, 0, 0, 0, 7];
        for cut in 1..=bytes.len() {
            for pad in 0..12 {
                let bytes = &bytes[..cut];
                let value = BigUint::from_bytes_be(bytes) << (8 * pad);
                let natural = Natural::new(Operand { bytes, len: cut + pad });
                let exponent = Exponent::new(natural);
                assert_eq!(exponent.word(), u64::try_from(&value).ok());
                for width in 1..=MAX_WIDTH {
                    cost(bytes, pad, width, &value);
                }
                for bits in 1..220 {
                    let low = &value % (BigUint::from(1u32) << bits);
                    let Some(exponent) = exponent.low_bits(bits) else {
                        assert_eq!(low, BigUint::ZERO);
                        continue;
                    };
                    let mut counter =
                        Counter { table: vec![BigUint::from(1u32); 4], ..Counter::default() };
                    pow(&mut counter, &exponent, 3);
                    assert_eq!(counter.acc, low);
                }
            }
        }
    }
}
