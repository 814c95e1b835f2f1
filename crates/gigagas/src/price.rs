//! Prices as data: a pure function of the input, apart from the work.

use crate::precompiles::{cip20, modexp};

/// How much gas a call costs. `len` is the length of the input in bytes; divisions round down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Price {
    /// The same for every input.
    Flat(u64),
    /// `base + chunk * ceil(len / chunk_len)`.
    PerChunk {
        /// Gas per call.
        base: u64,
        /// Gas per chunk begun.
        chunk: u64,
        /// Length of a chunk in bytes, not 0.
        chunk_len: usize,
    },
    /// `base + item * (len / item_len)`.
    PerItem {
        /// Gas per call.
        base: u64,
        /// Gas per whole item.
        item: u64,
        /// Length of an item in bytes, not 0.
        item_len: usize,
    },
    /// EIP-2537: `k * mul * discount(k) / 1000` with `k = len / item_len`; the last discount holds
    /// for all longer inputs.
    Msm {
        /// Gas per multiplication without discount.
        mul: u64,
        /// Length of an item in bytes, not 0.
        item_len: usize,
        /// Discounts in thousandths for k = 1, 2, ...
        discounts: &'static [u16; 128],
    },
    /// MODEXP under one of its three schedules.
    Modexp(modexp::Schedule),
    /// EIP-152: `base + round * rounds`, the number of rounds being the input's first 4 bytes.
    PerRound {
        /// Gas per call.
        base: u64,
        /// Gas per round.
        round: u64,
    },
    /// CIP-20: depends on the hash that the first byte selects.
    Cip20,
}

/// A word of the EVM, in bytes.
const WORD: usize = 32;

impl Price {
    /// The price of a call with `input`, in gas. `u64::MAX` stands for every price that no gas limit can pay.
    #[must_use]
    #[inline]
    pub fn gas(&self, input: &[u8]) -> u64 {
        match *self {
            // By words of the EVM: a division would take as long as a short copy, and so would a jump table.
            Self::PerChunk { base, chunk, chunk_len: WORD } => {
                linear(base, chunk, input.len().div_ceil(WORD))
            }
            Self::Flat(gas) => gas,
            other => other.formula(input),
        }
    }

    /// [`Price::gas`] by the formulas that take longer.
    #[inline(never)]
    fn formula(self, input: &[u8]) -> u64 {
        let len = input.len();
        match self {
            Self::Flat(gas) => gas,
            Self::PerChunk { base, chunk, chunk_len } => {
                linear(base, chunk, len.div_ceil(chunk_len))
            }
            Self::PerItem { base, item, item_len } => linear(base, item, len / item_len),
            Self::Msm { mul, item_len, discounts } => {
                let k = len / item_len;
                let discount = match k {
                    0 => return 0,
                    k => discounts[k.min(discounts.len()) - 1],
                };
                let gas = k as u128 * u128::from(mul) * u128::from(discount) / 1000;
                u64::try_from(gas).unwrap_or(u64::MAX)
            }
            Self::Modexp(schedule) => modexp::gas(schedule, input),
            Self::PerRound { base, round } => {
                let rounds = input.first_chunk().copied().map_or(0, u32::from_be_bytes);
                base.saturating_add(round.saturating_mul(u64::from(rounds)))
            }
            Self::Cip20 => cip20::gas(input),
        }
    }
}

fn linear(base: u64, slope: u64, n: usize) -> u64 {
    base.saturating_add(slope.saturating_mul(n as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_round_up_and_items_round_down() {
        let words = Price::PerChunk { base: 60, chunk: 12, chunk_len: 32 };
        for (len, gas) in [(0, 60), (1, 72), (32, 72), (33, 84), (64, 84)] {
            assert_eq!(words.gas(&alloc::vec![0; len]), gas, "{len}");
        }
        let pairs = Price::PerItem { base: 45_000, item: 34_000, item_len: 192 };
        for (len, gas) in [(0, 45_000), (191, 45_000), (192, 79_000), (383, 79_000), (384, 113_000)]
        {
            assert_eq!(pairs.gas(&alloc::vec![0; len]), gas, "{len}");
        }
    }

    #[test]
    fn rounds_need_four_bytes() {
        let rounds = Price::PerRound { base: 0, round: 1 };
        assert_eq!(rounds.gas(&[]), 0);
        assert_eq!(rounds.gas(&[1, 2, 3]), 0);
        assert_eq!(rounds.gas(&[0, 0, 1, 2]), 258);
        assert_eq!(rounds.gas(&[0xff; 213]), u64::from(u32::MAX));
    }
}
