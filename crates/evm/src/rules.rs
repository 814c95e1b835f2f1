//! A fork of revm, and the precompiles that run in it.

use gigagas::{Address, Fork, Precompile, Set};
use gigagas_revm::GigagasPrecompiles;
use revm::{
    context_interface::{Cfg, ContextTr},
    handler::{EthPrecompiles, PrecompileProvider},
    interpreter::{CallInputs, InterpreterResult},
    primitives::{AddressSet, hardfork::SpecId},
};

/// revm's rules for a fork of mainnet.
///
/// revm has no Constantinople (EIP-1283 never came to stay) and no DAO fork: these take the rules of
/// Petersburg and of Homestead, with the same precompiles.
#[must_use]
pub const fn spec(fork: Fork) -> SpecId {
    match fork {
        Fork::Frontier => SpecId::FRONTIER,
        Fork::Homestead | Fork::Dao => SpecId::HOMESTEAD,
        Fork::TangerineWhistle => SpecId::TANGERINE,
        Fork::SpuriousDragon => SpecId::SPURIOUS_DRAGON,
        Fork::Byzantium => SpecId::BYZANTIUM,
        Fork::Constantinople | Fork::Petersburg => SpecId::PETERSBURG,
        Fork::Istanbul | Fork::MuirGlacier => SpecId::ISTANBUL,
        Fork::Berlin => SpecId::BERLIN,
        Fork::London | Fork::ArrowGlacier | Fork::GrayGlacier => SpecId::LONDON,
        Fork::Paris => SpecId::MERGE,
        Fork::Shanghai => SpecId::SHANGHAI,
        Fork::Cancun => SpecId::CANCUN,
        Fork::Prague => SpecId::PRAGUE,
        Fork::Osaka | Fork::Bpo1 | Fork::Bpo2 => SpecId::OSAKA,
        // Amsterdam. A fork that is new to the table needs a line here; the test below tells.
        _ => SpecId::AMSTERDAM,
    }
}

/// Whose precompiles run.
#[derive(Debug, Clone)]
pub enum Precompiles {
    /// gigagas'.
    Gigagas(Box<GigagasPrecompiles>),
    /// revm's own, with whatever cryptography revm has in this process. For comparisons.
    Revm,
}

impl Precompiles {
    pub(crate) fn gigagas(ours: GigagasPrecompiles) -> Self {
        Self::Gigagas(Box::new(ours))
    }

    pub(crate) fn provider(&self, spec: SpecId) -> Provider {
        match self {
            Self::Gigagas(ours) => Provider::Gigagas(ours.clone()),
            Self::Revm => Provider::Revm(EthPrecompiles::new(spec)),
        }
    }
}

/// One of two providers, chosen while the program runs.
#[derive(Debug)]
pub(crate) enum Provider {
    Gigagas(Box<GigagasPrecompiles>),
    Revm(EthPrecompiles),
}

impl<CTX: ContextTr> PrecompileProvider<CTX> for Provider {
    type Output = InterpreterResult;

    fn set_spec(&mut self, spec: <CTX::Cfg as Cfg>::Spec) -> bool {
        match self {
            Self::Gigagas(ours) => PrecompileProvider::<CTX>::set_spec(ours, spec),
            Self::Revm(stock) => PrecompileProvider::<CTX>::set_spec(stock, spec),
        }
    }

    fn run(
        &mut self,
        context: &mut CTX,
        inputs: &CallInputs,
    ) -> Result<Option<InterpreterResult>, String> {
        match self {
            Self::Gigagas(ours) => ours.run(context, inputs),
            Self::Revm(stock) => stock.run(context, inputs),
        }
    }

    fn warm_addresses(&self) -> &AddressSet {
        match self {
            Self::Gigagas(ours) => PrecompileProvider::<CTX>::warm_addresses(ours),
            Self::Revm(stock) => PrecompileProvider::<CTX>::warm_addresses(stock),
        }
    }
}

/// What code runs under.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Opcodes, gas and state rules.
    pub spec: SpecId,
    /// The precompiles.
    pub precompiles: Precompiles,
}

impl Rules {
    /// A fork of mainnet with its precompiles.
    #[must_use]
    pub fn mainnet(fork: Fork) -> Self {
        let spec = spec(fork);
        Self { spec, precompiles: Precompiles::gigagas(GigagasPrecompiles::new(spec)) }
    }

    /// The rules of `fork` with the precompiles of `set`.
    #[must_use]
    pub fn custom(fork: Fork, set: Set) -> Self {
        let precompiles = Precompiles::gigagas(GigagasPrecompiles::custom(set));
        Self { spec: spec(fork), precompiles }
    }

    /// The rules for what a user asks for; see [`resolve`].
    #[must_use]
    pub fn of(
        fork: Option<Fork>,
        set: Option<&Set>,
        at: &[(Address, &'static Precompile)],
    ) -> Self {
        let (fork, set) = resolve(fork, set, at);
        Self::custom(fork, set)
    }

    /// The rules of `fork` with revm's own precompiles.
    #[must_use]
    pub const fn stock(fork: Fork) -> Self {
        Self { spec: spec(fork), precompiles: Precompiles::Revm }
    }
}

/// The fork and the precompiles from what a user may ask for: a fork, a set, and precompiles (at their newest
/// price) at addresses in place of what stands there. What is missing follows from the rest: the fork of a
/// set named after one, Istanbul for `celo-donut`, the latest; the set of the fork.
#[must_use]
pub fn resolve(
    fork: Option<Fork>,
    set: Option<&Set>,
    at: &[(Address, &'static Precompile)],
) -> (Fork, Set) {
    let fork = fork.or_else(|| fork_of(set?)).unwrap_or(Fork::LATEST);
    let base = set.unwrap_or_else(|| Set::mainnet(fork)).to_builder();
    let put =
        |builder: gigagas::SetBuilder, &(address, precompile): &_| builder.put(address, precompile);
    (fork, at.iter().fold(base, put).build())
}

fn fork_of(set: &Set) -> Option<Fork> {
    if set.name() == Set::celo_donut().name() {
        return Some(Fork::Istanbul);
    }
    set.name().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::table::ED25519;

    fn set(rules: &Rules) -> &Set {
        match &rules.precompiles {
            Precompiles::Gigagas(ours) => ours.set(),
            Precompiles::Revm => panic!("revm's own"),
        }
    }

    #[test]
    fn every_fork_has_its_own_precompiles() {
        assert_eq!(Fork::ALL.last(), Some(&Fork::Amsterdam), "a fork without a line in `spec`");
        for &fork in Fork::ALL {
            let entries = |set: &Set| {
                let entries = set.entries().iter();
                entries.map(|entry| (entry.address, entry.price)).collect::<Vec<_>>()
            };
            assert_eq!(
                entries(set(&Rules::mainnet(fork))),
                entries(Set::mainnet(fork)),
                "{fork:?}"
            );
        }
    }

    #[test]
    fn the_rules_of_a_fork_lead_back_to_its_precompiles() {
        for &fork in Fork::ALL {
            let back = Set::mainnet(gigagas_revm::fork(spec(fork)));
            let entries = |set: &Set| {
                let entries = set.entries().iter();
                entries.map(|entry| (entry.address, entry.price)).collect::<Vec<_>>()
            };
            assert_eq!(entries(back), entries(Set::mainnet(fork)), "{fork:?}");
        }
    }

    #[test]
    fn what_is_not_asked_for_follows_from_the_rest() {
        let address = Address::from_low(0xf3);
        let celo = Rules::of(None, Some(Set::celo_donut()), &[]);
        assert_eq!((celo.spec, set(&celo).name()), (SpecId::ISTANBUL, "celo-donut"));
        let berlin = Rules::of(None, Some(Set::mainnet(Fork::Berlin)), &[]);
        assert_eq!(berlin.spec, SpecId::BERLIN);
        let moved = Rules::of(Some(Fork::Cancun), None, &[(address, &ED25519)]);
        assert_eq!(moved.spec, SpecId::CANCUN);
        assert_eq!(set(&moved).get(&address).unwrap().precompile.name, "ed25519");
        assert_eq!(set(&moved).entries().len(), Set::mainnet(Fork::Cancun).entries().len() + 1);
        assert_eq!(Rules::of(None, None, &[]).spec, spec(Fork::LATEST));
    }
}
