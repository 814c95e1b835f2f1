//! Sets of precompiles: what stands at which address, at which price, within which limits.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use crate::{
    address::Address,
    call::{CallError, Done},
    fork::Fork,
    halt::{Halt, LengthRule},
    precompiles::modexp,
    price::Price,
    route::Routes,
    table::{self, PRECOMPILES, Precompile},
};

/// Sizes over which a call halts before anything is priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// The longest input in bytes, as OP-stack chains have it.
    pub input: Option<usize>,
    /// MODEXP: the longest base, exponent and modulus in bytes (EIP-7823).
    pub operand: Option<usize>,
}

impl Limits {
    #[inline(never)]
    fn check(&self, input: &[u8]) -> Result<(), Halt> {
        if let Some(max) = self.input.filter(|&max| input.len() > max) {
            return Err(Halt::input_length(input.len(), LengthRule::AtMost(max)));
        }
        self.operand.map_or(Ok(()), |max| modexp::check_operands(input, max))
    }
}

#[cold]
#[inline(never)]
fn out_of_gas(required: u64, limit: u64) -> Halt {
    Halt::OutOfGas { required, limit }
}

/// A precompile at an address of a set.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Where it stands.
    pub address: Address,
    /// What it is.
    pub precompile: &'static Precompile,
    /// What a call costs.
    pub price: Price,
    /// Which sizes are refused.
    pub limits: Limits,
}

impl Entry {
    const EMPTY: Self = Self {
        address: Address::from_low(0),
        precompile: &table::IDENTITY,
        price: Price::Flat(0),
        limits: Limits { input: None, operand: None },
    };

    /// The price of a call with `input` in gas, limits apart; `u64::MAX` if no gas limit can pay it.
    #[must_use]
    #[inline]
    pub fn gas(&self, input: &[u8]) -> u64 {
        self.price.gas(input)
    }

    /// The most bytes that a call with `input` can return.
    #[must_use]
    pub fn output_len(&self, input: &[u8]) -> usize {
        self.precompile.output_len.of(input)
    }

    /// Checks limits and price: all that is done before a call is paid for. Returns the price.
    ///
    /// # Errors
    /// `Length` if the input is over a limit, `OutOfGas` if the price is over `gas_limit`.
    #[inline]
    pub fn charge(&self, input: &[u8], gas_limit: u64) -> Result<u64, Halt> {
        // Few precompiles have limits, and few calls fail: neither is in the way of the others.
        if self.limits.input.is_some() || self.limits.operand.is_some() {
            self.limits.check(input)?;
        }
        let required = self.gas(input);
        if required > gas_limit || required == u64::MAX {
            return Err(out_of_gas(required, gas_limit));
        }
        Ok(required)
    }

    /// Runs the precompile; see [`Set::call`].
    ///
    /// # Errors
    /// As [`Set::call`], but for the address.
    pub fn call(
        &self,
        routes: &Routes,
        input: &[u8],
        gas_limit: u64,
        out: &mut [u8],
    ) -> Result<Done, CallError> {
        let gas_used = self.charge(input, gas_limit)?;
        let needed = self.output_len(input);
        if out.len() < needed {
            return Err(CallError::OutputTooSmall { needed });
        }
        let output_len = (self.precompile.run)(routes, input, out)?;
        Ok(Done { gas_used, output_len })
    }
}

/// Precompiles by address.
#[derive(Debug, Clone)]
pub struct Set {
    name: Cow<'static, str>,
    /// In the order of their addresses.
    entries: Cow<'static, [Entry]>,
    /// Addresses that belong to the chain but that this library does not run.
    not_offered: &'static [(u64, &'static str)],
}

const fn count(fork: Fork) -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < PRECOMPILES.len() {
        n += PRECOMPILES[i].price_at(fork).is_some() as usize;
        i += 1;
    }
    n
}

const fn entries<const N: usize>(fork: Fork) -> [Entry; N] {
    let mut entries = [Entry::EMPTY; N];
    let mut n = 0;
    let mut i = 0;
    while i < PRECOMPILES.len() {
        let precompile = PRECOMPILES[i];
        if let (Some(low), Some(price)) = (precompile.mainnet, precompile.price_at(fork)) {
            let operand = match price {
                Price::Modexp(modexp::Schedule::Osaka) => Some(modexp::MAX_OPERAND_LEN),
                _ => None,
            };
            let limits = Limits { input: None, operand };
            entries[n] = Entry { address: Address::from_low(low), precompile, price, limits };
            n += 1;
        }
        i += 1;
    }
    entries
}

macro_rules! mainnet {
    ($($id:ident = $fork:ident),+) => {
        $(static $id: Set = Set {
            name: Cow::Borrowed(Fork::$fork.name()),
            entries: Cow::Borrowed(&{ const ENTRIES: [Entry; count(Fork::$fork)] = entries(Fork::$fork); ENTRIES }),
            not_offered: &[],
        };)+
    };
}

mainnet!(
    FRONTIER = Frontier,
    BYZANTIUM = Byzantium,
    ISTANBUL = Istanbul,
    BERLIN = Berlin,
    CANCUN = Cancun,
    PRAGUE = Prague,
    OSAKA = Osaka
);

/// Celo's Donut: Istanbul's nine, CIP-25 at 0xf3 and CIP-20 at 0xe2.
static CELO_DONUT: Set = Set {
    name: Cow::Borrowed("celo-donut"),
    entries: Cow::Borrowed(&{
        const N: usize = count(Fork::Istanbul) + 2;
        const ENTRIES: [Entry; N] = {
            let istanbul: [Entry; N - 2] = entries(Fork::Istanbul);
            let mut entries = [Entry::EMPTY; N];
            let mut i = 0;
            while i < N - 2 {
                entries[i] = istanbul[i];
                i += 1;
            }
            entries[N - 2] = celo(0xe2, &table::CIP20);
            entries[N - 1] = celo(0xf3, &table::ED25519);
            entries
        };
        ENTRIES
    }),
    not_offered: &[
        (0xe1, "getValidatorBLS"),
        (0xe3, "BLS12-377 pairing"),
        (0xe4, "BLS12-377 G2 multi-exponentiation"),
        (0xe5, "BLS12-377 G2 multiplication"),
        (0xe6, "BLS12-377 G2 addition"),
        (0xe7, "BLS12-377 G1 multi-exponentiation"),
        (0xe8, "BLS12-377 G1 multiplication"),
        (0xe9, "BLS12-377 G1 addition"),
        (0xea, "BLS12-381 map to G2 (draft prices)"),
        (0xeb, "BLS12-381 map to G1 (draft prices)"),
        (0xec, "BLS12-381 pairing (draft prices)"),
        (0xed, "BLS12-381 G2 multi-exponentiation (draft prices)"),
        (0xee, "BLS12-381 G2 multiplication (draft prices)"),
        (0xef, "BLS12-381 G2 addition (draft prices)"),
        (0xf0, "BLS12-381 G1 multi-exponentiation (draft prices)"),
        (0xf1, "BLS12-381 G1 multiplication (draft prices)"),
        (0xf2, "BLS12-381 G1 addition (draft prices)"),
        (0xf4, "getVerifiedSealBitmap"),
        (0xf5, "getParentSealBitmap"),
        (0xf6, "hashHeader"),
        (0xf7, "blockNumberFromHeader"),
        (0xf8, "epochSize"),
        (0xf9, "numberValidators"),
        (0xfa, "getValidator"),
        (0xfb, "proofOfPossession"),
        (0xfc, "fractionMulExp"),
        (0xfd, "transfer"),
    ],
};

const fn celo(low: u64, precompile: &'static Precompile) -> Entry {
    let limits = Limits { input: None, operand: None };
    Entry { address: Address::from_low(low), precompile, price: precompile.latest_price(), limits }
}

impl Set {
    /// Names of the sets that [`Set::by_name`] knows besides the forks.
    pub const NAMES: &'static [&'static str] = &["celo-donut"];

    /// The precompiles of mainnet at `fork`.
    #[must_use]
    pub fn mainnet(fork: Fork) -> &'static Self {
        match fork {
            Fork::Frontier
            | Fork::Homestead
            | Fork::Dao
            | Fork::TangerineWhistle
            | Fork::SpuriousDragon => &FRONTIER,
            Fork::Byzantium | Fork::Constantinople | Fork::Petersburg => &BYZANTIUM,
            Fork::Istanbul | Fork::MuirGlacier => &ISTANBUL,
            Fork::Berlin
            | Fork::London
            | Fork::ArrowGlacier
            | Fork::GrayGlacier
            | Fork::Paris
            | Fork::Shanghai => &BERLIN,
            Fork::Cancun => &CANCUN,
            Fork::Prague => &PRAGUE,
            Fork::Osaka | Fork::Bpo1 | Fork::Bpo2 | Fork::Amsterdam => &OSAKA,
        }
    }

    /// Celo's Donut fork (2021): Istanbul's nine, CIP-25 at 0xf3 and CIP-20 at 0xe2. Its other
    /// addresses answer [`CallError::NotOffered`].
    #[must_use]
    pub fn celo_donut() -> &'static Self {
        &CELO_DONUT
    }

    /// A fork's set, or one of [`Set::NAMES`].
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        match name.parse() {
            Ok(fork) => Some(Self::mainnet(fork)),
            Err(_) if name.eq_ignore_ascii_case("celo-donut") => Some(Self::celo_donut()),
            Err(_) => None,
        }
    }

    /// The set's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All entries by address: the list that EIP-2929 wants warm.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Addresses of the chain that this library does not run, with their names.
    pub fn not_offered(&self) -> impl Iterator<Item = (Address, &'static str)> {
        self.not_offered.iter().map(|&(low, name)| (Address::from_low(low), name))
    }

    /// The entry at `address`.
    #[must_use]
    pub fn get(&self, address: &Address) -> Option<&Entry> {
        // Mainnet's addresses begin at 1 without a gap, so that the first guess is mostly right.
        let guess = usize::from(address.0[19]).wrapping_sub(1);
        match self.entries.get(guess) {
            Some(entry) if entry.address == *address => Some(entry),
            _ => {
                let index =
                    self.entries.binary_search_by_key(address, |entry| entry.address).ok()?;
                self.entries.get(index)
            }
        }
    }

    /// The entry at `address`, or why there is none.
    ///
    /// # Errors
    /// `NotPrecompile`, `NotOffered`.
    pub fn entry(&self, address: &Address) -> Result<&Entry, CallError> {
        self.get(address).ok_or_else(|| {
            match self.not_offered().find(|(known, _)| known == address) {
                Some((_, name)) => CallError::NotOffered { address: *address, name },
                None => CallError::NotPrecompile { address: *address },
            }
        })
    }

    /// A builder that starts from this set.
    pub fn to_builder(&self) -> SetBuilder {
        SetBuilder { set: self.clone() }
    }
}

/// Changes a set: adds, moves, re-prices, limits and removes addresses.
///
/// ```
/// use gigagas::{Address, Fork, Price, Set, table};
///
/// let set = Set::mainnet(Fork::Cancun)
///     .to_builder()
///     .name("my rollup")
///     .put(Address::from_low(0x100), &table::P256VERIFY)
///     .price(Address::from_low(0x100), table::P256VERIFY_PRICE_RIP7212)?
///     .limit_input(Address::from_low(0x08), 112_687)?
///     .remove(Address::from_low(0x0a))?
///     .build();
/// assert_eq!(set.entry(&Address::from_low(0x100))?.gas(&[]), 3450);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct SetBuilder {
    set: Set,
}

impl SetBuilder {
    /// Names the set.
    pub fn name(mut self, name: &str) -> Self {
        self.set.name = Cow::Owned(name.into());
        self
    }

    /// Puts `precompile` at `address` at its newest price, in place of what may stand there.
    pub fn put(self, address: Address, precompile: &'static Precompile) -> Self {
        let price = precompile.latest_price();
        let operand = matches!(price, Price::Modexp(_)).then_some(modexp::MAX_OPERAND_LEN);
        self.put_entry(Entry {
            address,
            precompile,
            price,
            limits: Limits { input: None, operand },
        })
    }

    /// Puts an entry at its address, in place of what may stand there.
    pub fn put_entry(mut self, entry: Entry) -> Self {
        let entries: &mut Vec<_> = self.set.entries.to_mut();
        match entries.binary_search_by_key(&entry.address, |known| known.address) {
            Ok(index) => entries[index] = entry,
            Err(index) => entries.insert(index, entry),
        }
        self
    }

    /// Sets the price at `address`.
    ///
    /// # Errors
    /// If nothing stands there.
    pub fn price(mut self, address: Address, price: Price) -> Result<Self, AbsentError> {
        self.entry_mut(address)?.price = price;
        Ok(self)
    }

    /// Makes inputs of more than `max` bytes to `address` halt.
    ///
    /// # Errors
    /// If nothing stands there.
    pub fn limit_input(mut self, address: Address, max: usize) -> Result<Self, AbsentError> {
        self.entry_mut(address)?.limits.input = Some(max);
        Ok(self)
    }

    /// Applies a chain's table of input limits, e.g. [`OP_JOVIAN`]; addresses that the set lacks are passed over.
    pub fn limit_inputs(mut self, limits: &[InputLimit]) -> Self {
        for &InputLimit { address, max } in limits {
            if let Ok(entry) = self.entry_mut(Address::from_low(address)) {
                entry.limits.input = Some(max);
            }
        }
        self
    }

    /// Moves what stands at `from` to `to`, in place of what may stand there.
    ///
    /// # Errors
    /// If nothing stands at `from`.
    pub fn relocate(mut self, from: Address, to: Address) -> Result<Self, AbsentError> {
        let entry = Entry { address: to, ..*self.entry_mut(from)? };
        Ok(self.remove(from)?.put_entry(entry))
    }

    /// Leaves nothing at `address`.
    ///
    /// # Errors
    /// If nothing stands there.
    pub fn remove(mut self, address: Address) -> Result<Self, AbsentError> {
        self.entry_mut(address)?;
        self.set.entries.to_mut().retain(|entry| entry.address != address);
        Ok(self)
    }

    /// The finished set.
    #[must_use]
    pub fn build(self) -> Set {
        self.set
    }

    fn entry_mut(&mut self, address: Address) -> Result<&mut Entry, AbsentError> {
        let entries = self.set.entries.to_mut();
        entries.iter_mut().find(|entry| entry.address == address).ok_or(AbsentError { address })
    }
}

/// A change to an address where nothing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbsentError {
    /// The address.
    pub address: Address,
}

impl fmt::Display for AbsentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the set has no precompile at {}", self.address)
    }
}

impl core::error::Error for AbsentError {}

/// The longest input (bytes) that a chain admits at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputLimit {
    /// The address as an integer.
    pub address: u64,
    /// Length in bytes.
    pub max: usize,
}

const fn limit(address: u64, max: usize) -> InputLimit {
    InputLimit { address, max }
}

/// OP stack, Granite.
pub const OP_GRANITE: &[InputLimit] = &[limit(0x08, 112_687)];
/// OP stack, Isthmus.
pub const OP_ISTHMUS: &[InputLimit] =
    &[limit(0x08, 112_687), limit(0x0c, 513_760), limit(0x0e, 488_448), limit(0x0f, 235_008)];
/// OP stack, Jovian.
pub const OP_JOVIAN: &[InputLimit] =
    &[limit(0x08, 81_984), limit(0x0c, 288_960), limit(0x0e, 278_784), limit(0x0f, 156_672)];
/// OP stack, Karst.
pub const OP_KARST: &[InputLimit] =
    &[limit(0x08, 57_600), limit(0x0c, 288_960), limit(0x0e, 278_784), limit(0x0f, 156_672)];

#[cfg(test)]
mod tests {
    use super::*;

    fn lows(set: &Set) -> Vec<u64> {
        set.entries().iter().filter_map(|entry| entry.address.low()).collect()
    }

    fn gas(set: &Set, low: u64, input: &[u8]) -> u64 {
        set.get(&Address::from_low(low)).unwrap().gas(input)
    }

    /// SPEC: addresses per fork, typed from the EIPs.
    #[test]
    fn addresses_of_every_fork() {
        for &fork in Fork::ALL {
            let last = match fork {
                _ if fork >= Fork::Prague => 0x11,
                _ if fork >= Fork::Cancun => 0x0a,
                _ if fork >= Fork::Istanbul => 0x09,
                _ if fork >= Fork::Byzantium => 0x08,
                _ => 0x04,
            };
            let mut expected: Vec<u64> = (1..=last).collect();
            expected.extend((fork >= Fork::Osaka).then_some(0x100));
            let set = Set::mainnet(fork);
            assert_eq!(lows(set), expected, "{fork}");
            // The set answers for exactly its own addresses.
            for low in 0..0x200 {
                let found = set.get(&Address::from_low(low)).map(|entry| entry.address.low());
                assert_eq!(found, expected.contains(&low).then_some(Some(low)), "{fork} {low:#x}");
            }
            assert!(set.get(&Address([1; 20])).is_none());
        }
    }

    #[test]
    fn prices_change_at_their_forks() {
        let two_pairs = [0; 384];
        for &fork in Fork::ALL {
            let set = Set::mainnet(fork);
            if fork >= Fork::Byzantium {
                let istanbul = fork >= Fork::Istanbul;
                assert_eq!(gas(set, 0x06, &[]), if istanbul { 150 } else { 500 });
                assert_eq!(gas(set, 0x07, &[]), if istanbul { 6000 } else { 40_000 });
                assert_eq!(gas(set, 0x08, &two_pairs), if istanbul { 113_000 } else { 260_000 });
                let modexp = [(Fork::Osaka, 500), (Fork::Berlin, 200), (Fork::Byzantium, 0)];
                let (_, minimum) = modexp.into_iter().find(|&(since, _)| fork >= since).unwrap();
                assert_eq!(gas(set, 0x05, &[]), minimum);
                let operand = set.get(&Address::from_low(0x05)).unwrap().limits.operand;
                assert_eq!(operand, (fork >= Fork::Osaka).then_some(1024));
            }
        }
        let osaka = Set::mainnet(Fork::Osaka);
        let table = [
            (0x01, 0, 3000),
            (0x02, 33, 84),
            (0x03, 33, 840),
            (0x04, 33, 21),
            (0x09, 213, 0),
            (0x0a, 192, 50_000),
            (0x0b, 256, 375),
            (0x0c, 0, 0),
            (0x0c, 160, 12_000),
            (0x0c, 320, 22_776),
            (0x0c, 160 * 128, 797_184),
            (0x0c, 160 * 129, 803_412),
            (0x0d, 512, 600),
            (0x0e, 288, 22_500),
            (0x0e, 576, 45_000),
            (0x0e, 288 * 200, 2_358_000),
            (0x0f, 0, 37_700),
            (0x0f, 768, 102_900),
            (0x10, 64, 5500),
            (0x11, 128, 23_800),
            (0x100, 160, 6900),
        ];
        for (low, len, price) in table {
            assert_eq!(gas(osaka, low, &alloc::vec![0; len]), price, "{low:#x} {len}");
        }
    }

    #[test]
    fn celo_donut() {
        let set = Set::celo_donut();
        assert_eq!(lows(set), [1, 2, 3, 4, 5, 6, 7, 8, 9, 0xe2, 0xf3]);
        for (len, price) in [(0, 1560), (96, 1584), (108, 1584), (224, 1608), (352, 1632)] {
            assert_eq!(gas(set, 0xf3, &alloc::vec![0; len]), price, "{len}");
        }
        for low in 0xe1..=0xfd {
            let entry = set.entry(&Address::from_low(low));
            match low {
                0xe2 | 0xf3 => assert!(entry.is_ok()),
                _ => assert!(matches!(entry, Err(CallError::NotOffered { .. })), "{low:#x}"),
            }
        }
        let nothing = set.entry(&Address::from_low(0x0a));
        assert!(matches!(nothing, Err(CallError::NotPrecompile { .. })));
        assert_eq!(Set::by_name("Celo-Donut").unwrap().name(), "celo-donut");
        assert!(Set::by_name("celo").is_none());
    }

    #[test]
    fn a_builder_adds_moves_reprices_limits_and_removes() {
        let at = Address::from_low;
        let set = Set::mainnet(Fork::Istanbul)
            .to_builder()
            .put(at(0x0a), &table::ED25519)
            .relocate(at(0x09), at(0x99))
            .unwrap()
            .price(at(0x01), Price::Flat(841))
            .unwrap()
            .limit_inputs(OP_GRANITE)
            .remove(at(0x03))
            .unwrap()
            .build();
        assert_eq!(lows(&set), [1, 2, 4, 5, 6, 7, 8, 0x0a, 0x99]);
        assert_eq!(gas(&set, 0x01, &[]), 841);
        assert_eq!(gas(&set, 0x0a, &[]), 1560);
        let pairing = set.get(&at(0x08)).unwrap();
        let halt = pairing.charge(&alloc::vec![0; 112_688], u64::MAX).unwrap_err();
        assert_eq!(halt, Halt::input_length(112_688, LengthRule::AtMost(112_687)));
        assert!(pairing.charge(&alloc::vec![0; 112_687], u64::MAX).is_ok());

        let absent = AbsentError { address: at(0x0a) };
        let builder = || Set::mainnet(Fork::Istanbul).to_builder();
        assert_eq!(builder().price(at(0x0a), Price::Flat(1)).unwrap_err(), absent);
        assert_eq!(builder().relocate(at(0x0a), at(1)).unwrap_err(), absent);
        assert_eq!(builder().remove(at(0x0a)).unwrap_err(), absent);
        assert_eq!(builder().limit_input(at(0x0a), 1).unwrap_err(), absent);
    }

    #[test]
    fn gas_is_charged_before_anything_else() {
        let osaka = Set::mainnet(Fork::Osaka);
        for entry in osaka.entries() {
            let price = entry.gas(&[]);
            if let Some(short) = price.checked_sub(1) {
                let halt = entry.charge(&[], short).unwrap_err();
                assert_eq!(halt, Halt::OutOfGas { required: price, limit: short });
            }
            assert_eq!(entry.charge(&[], price), Ok(price));
        }
    }
}
