//! Seeded randomness with a taste for edges.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};

/// A generator that gives the same in every run.
#[derive(Debug, Clone)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The generator of that seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// An integer below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        usize::try_from(self.0.next_u64() % n).expect("below a usize")
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of `items`.
    ///
    /// # Panics
    /// If there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.0.next_u32().to_le_bytes()[0]
    }

    /// `len` random bytes.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// An integer below `n`, nearly uniform.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn integer_below(&mut self, n: &BigUint) -> BigUint {
        let len = usize::try_from(n.bits() / 8).expect("a short integer") + 9;
        BigUint::from_bytes_be(&self.bytes(len)) % n
    }

    /// An integer of at most `bits` bits: often 0, 1, 2^k, 2^k - 1, all ones, or next to one of the
    /// given `moduli`.
    pub fn edge(&mut self, bits: u64, moduli: &[&BigUint]) -> BigUint {
        let one = BigUint::one();
        let end = &one << bits;
        let k = self.below(usize::try_from(bits).expect("few bits")) as u64;
        let value = match self.below(10) {
            0 => BigUint::zero(),
            1 => one,
            2 => &end - 1u32,
            3 => &one << k,
            4 => (&one << k) - 1u32,
            5 => BigUint::from(self.below(20)),
            6..=7 if !moduli.is_empty() => {
                let around = (*self.choose(moduli)).clone() * (1 + self.below(2));
                around + self.below(3) - 1u32
            }
            _ => self.integer_below(&end),
        };
        value % end
    }

    /// An integer in 1..n: 1, 2, n - 1 or anything.
    pub fn scalar(&mut self, n: &BigUint) -> BigUint {
        match self.below(8) {
            0 => BigUint::one(),
            1 => n - 1u32,
            2 => BigUint::from(2 + self.below(14)),
            _ => self.integer_below(&(n - 1u32)) + 1u32,
        }
    }
}
