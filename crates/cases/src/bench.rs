//! What is measured: one list of cases for `gigagas bench`, the comparison with peers and the routes.
//!
//! A [`Case`] is a precompile, its price and a stream of distinct inputs of one kind. Inputs are
//! generated from a seed when they are first asked for, so that listing costs nothing.

mod bls12_381;
mod bn254;
mod files;
mod hashes;
mod modexp;
pub mod shapes;
mod signatures;

use std::{fmt, io, path::Path, sync::OnceLock};

use gigagas::{Address, Entry, Fork, Precompile, Set};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};

/// How a call of a case ends.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expect {
    /// An answer, whatever it says.
    Success,
    /// These answers to the first inputs, in order, and some answer to each of the rest.
    Answers(Vec<Vec<u8>>),
    /// A success that says no, in these bytes.
    Negative(&'static [u8]),
    /// A failed call, which takes all gas.
    Halt,
    /// Anything that the engines agree upon.
    Any,
}

/// How often a case is worth its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Tier {
    /// In every run, `--quick` too.
    Quick,
    /// In full runs.
    Full,
}

type Generate = Box<dyn Fn(&mut ChaCha8Rng) -> Vec<Vec<u8>> + Send + Sync>;

/// One thing to measure.
pub struct Case {
    /// The precompile, where it stands and what a call costs.
    pub entry: Entry,
    /// Unique among the cases of the precompile, without spaces.
    pub name: String,
    /// The family that the case belongs to, e.g. `grid` or `Blake1KRounds`.
    pub family: &'static str,
    /// Whether quick runs have it.
    pub tier: Tier,
    /// How its calls end.
    pub expect: Expect,
    /// The operation of the library whose backends the case tells apart.
    pub measures: &'static str,
    generate: Generate,
    inputs: OnceLock<Vec<Vec<u8>>>,
}

impl Case {
    /// A case of the full tier whose calls succeed. `generate` makes its inputs, at least one, from
    /// a generator that is seeded by the names of the precompile and the case.
    pub fn new(
        entry: Entry,
        family: &'static str,
        name: impl Into<String>,
        generate: impl Fn(&mut ChaCha8Rng) -> Vec<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            entry,
            name: name.into(),
            family,
            tier: Tier::Full,
            expect: Expect::Success,
            measures: entry.precompile.operations[0],
            generate: Box::new(generate),
            inputs: OnceLock::new(),
        }
    }

    /// The same in quick runs too.
    #[must_use]
    pub fn quick(mut self) -> Self {
        self.tier = Tier::Quick;
        self
    }

    /// The same in quick runs too if `quick`.
    #[must_use]
    pub fn quick_if(self, quick: bool) -> Self {
        if quick { self.quick() } else { self }
    }

    /// The same with another end.
    #[must_use]
    pub fn expect(mut self, expect: Expect) -> Self {
        self.expect = expect;
        self
    }

    /// The same, for the backends of another operation than the precompile's first.
    #[must_use]
    pub fn measures(mut self, operation: &'static str) -> Self {
        self.measures = operation;
        self
    }

    /// The size of its calls by which they are routed, in [`gigagas::route::size_unit`]s: that of the first input.
    pub fn size(&self) -> u64 {
        gigagas::route::size(self.measures, &self.inputs()[0])
    }

    /// The precompile's name.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.entry.precompile.name
    }

    /// `operation/case`: unique in the list.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.operation(), self.name)
    }

    /// The inputs: at least one, in a fixed order, the same in every run.
    ///
    /// # Panics
    /// If the case was made with a generator of nothing.
    pub fn inputs(&self) -> &[Vec<u8>] {
        self.inputs.get_or_init(|| {
            let inputs = (self.generate)(&mut ChaCha8Rng::seed_from_u64(fnv1a(&self.id())));
            assert!(!inputs.is_empty(), "case {} has no inputs", self.id());
            inputs
        })
    }

    /// The price of a call in gas: the mean over the inputs, rounded down. A call that no gas limit
    /// can pay for, or that is refused before it is priced, counts as the cheapest one: the caller
    /// loses what gas it has, and that need not be more.
    pub fn gas(&self) -> u64 {
        let inputs = self.inputs();
        let gas = |input: &Vec<u8>| match self.entry.charge(input, u64::MAX) {
            Ok(gas) => gas,
            Err(_) => self.entry.gas(&[]),
        };
        let sum: u128 = inputs.iter().map(|input| u128::from(gas(input))).sum();
        u64::try_from(sum / inputs.len() as u128).unwrap_or(u64::MAX)
    }

    /// The longest answer to any of the inputs that the price and the limits admit, in bytes.
    pub fn output_len(&self) -> usize {
        let inputs = self.inputs().iter();
        // Others may declare any length.
        let admitted = inputs.filter(|input| self.entry.charge(input, u64::MAX).is_ok());
        admitted.map(|input| self.entry.output_len(input)).max().unwrap_or(0)
    }

    /// The label in the style of go-ethereum's benchmarks: `name/case-Gas=N`.
    pub fn geth_label(&self) -> String {
        format!("{}-Gas={}", self.id(), self.gas())
    }

    /// Whether `filter` is part of the case's id, family or geth-style label without its gas, or a
    /// name of its precompile; case does not matter.
    #[must_use]
    pub fn matches(&self, filter: &str) -> bool {
        let filter = filter.to_lowercase();
        let precompile = self.entry.precompile;
        self.id().to_lowercase().contains(&filter)
            || self.family.to_lowercase().contains(&filter)
            || precompile.aliases.contains(&filter.as_str())
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case")
            .field("id", &self.id())
            .field("family", &self.family)
            .field("tier", &self.tier)
            .field("expect", &self.expect)
            .finish_non_exhaustive()
    }
}

/// Every case: the generated ones, then those from the public files in the folder `vectors`.
///
/// Files that are not there are passed over: the files are public but not part of this package.
///
/// # Errors
/// If a file is there and cannot be read as what it should be.
pub fn cases(vectors: Option<&Path>) -> io::Result<Vec<Case>> {
    let mut cases =
        [signatures::cases(), hashes::cases(), modexp::cases(), bn254::cases(), bls12_381::cases()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>();
    if let Some(folder) = vectors {
        cases.extend(files::cases(folder)?);
    }
    Ok(cases)
}

/// Where `precompile` stands: in Osaka, else on Celo, else nowhere, at the price of its specification.
#[must_use]
pub fn entry(precompile: &'static Precompile) -> Entry {
    let sets = [Set::mainnet(Fork::Osaka), Set::celo_donut()];
    let mut entries = sets.iter().flat_map(|set| set.entries());
    match entries.find(|entry| std::ptr::eq(entry.precompile, precompile)) {
        Some(entry) => *entry,
        None => {
            let price = precompile.latest_price();
            let limits = gigagas::Limits::default();
            Entry { address: Address::from_low(0), precompile, price, limits }
        }
    }
}

/// `n` inputs, each from `one`.
fn inputs(
    n: usize,
    one: impl Fn(&mut ChaCha8Rng) -> Vec<u8> + Send + Sync + 'static,
) -> impl Fn(&mut ChaCha8Rng) -> Vec<Vec<u8>> + Send + Sync + 'static {
    move |rng| (0..n).map(|_| one(rng)).collect()
}

fn random(rng: &mut ChaCha8Rng, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    rng.fill_bytes(&mut bytes);
    bytes
}

fn random_array<const N: usize>(rng: &mut ChaCha8Rng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// A number in 32 bytes, big-endian.
fn word(n: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&n.to_be_bytes());
    bytes
}

/// The 64-bit FNV-1a hash: turns a name into a seed.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests;
