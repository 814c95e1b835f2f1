//! What a server is started with.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use alloy_genesis::{ChainConfig, Genesis};
use alloy_primitives::U256;
use gigagas::{Fork, Precompile, Set};
use revm::primitives::hardfork::SpecId;

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on; loopback unless the user says otherwise.
    pub host: IpAddr,
    /// The port to listen on; 0 takes a free one.
    pub port: u16,
    /// The rules of the EVM; else those of the genesis, of the set, or the latest.
    pub fork: Option<Fork>,
    /// The precompiles; else those of the fork.
    pub set: Option<Set>,
    /// Precompiles at addresses, at their newest price, in place of what stands there.
    pub at: Vec<(gigagas::Address, &'static Precompile)>,
    /// The first block and its state; else ten funded accounts ([`DEV_MNEMONIC`]).
    pub genesis: Option<Genesis>,
    /// The node whose state the chain begins with.
    pub fork_url: Option<String>,
    /// What is refused.
    pub limits: Limits,
    /// Where a line about each request goes.
    pub log: Option<Log>,
}

/// The phrase behind the funded accounts, known to everybody: never use it elsewhere.
pub const DEV_MNEMONIC: &str = "test test test test test test test test test test test junk";

impl Default for Config {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8545,
            fork: None,
            set: None,
            at: Vec::new(),
            genesis: None,
            fork_url: None,
            limits: Limits::default(),
            log: None,
        }
    }
}

/// Takes a line about each request. It is called from many threads and should not wait.
#[derive(Clone)]
pub struct Log(pub Arc<dyn Fn(&str) + Send + Sync>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// What is refused, so that no request and no number of them takes the machine.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a request.
    pub request: u32,
    /// Bytes of an answer.
    pub response: u32,
    /// Requests in a batch.
    pub batch: usize,
    /// Gas of a call; more is cut to it.
    pub gas: u64,
    /// Time of a call, of a request's arrival, and of an answer.
    pub time: Duration,
    /// Connections at a time.
    pub connections: usize,
    /// Calls that run at a time; others wait.
    pub executions: usize,
    /// Blocks that are kept, with state and receipts.
    pub history: usize,
    /// Opcodes in a trace.
    pub trace_steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request: 5 << 20,
            response: 64 << 20,
            batch: 1000,
            gas: 50_000_000,
            time: Duration::from_secs(5),
            connections: 1024,
            executions: 64,
            history: 8192,
            trace_steps: 200_000,
        }
    }
}

/// The chain's constants.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) spec: SpecId,
    pub(crate) chain_id: u64,
    pub(crate) set: Set,
}

/// The chain's number if nothing says otherwise.
const CHAIN_ID: u64 = 31337;

impl Rules {
    /// `now` is the time in seconds since 1970, which decides between the forks of a genesis.
    pub(crate) fn new(config: &Config, now: u64) -> Self {
        let genesis = config.genesis.as_ref().map(|genesis| &genesis.config);
        let fork = config
            .fork
            .or_else(|| genesis.map(|chain| genesis_fork(chain, now)))
            .or_else(|| set_fork(config.set.as_ref()?))
            .unwrap_or(Fork::LATEST);
        let base = config.set.as_ref().unwrap_or_else(|| Set::mainnet(fork));
        let put = |builder: gigagas::SetBuilder, &(address, precompile): &_| {
            builder.put(address, precompile)
        };
        let set = config.at.iter().fold(base.to_builder(), put).build();
        let chain_id = genesis.map_or(CHAIN_ID, |chain| chain.chain_id);
        Self { spec: spec(fork), chain_id, set }
    }

    pub(crate) fn is(&self, spec: SpecId) -> bool {
        self.spec.is_enabled_in(spec)
    }
}

/// The rules that belong to a set: a fork's own, and Istanbul's for Celo's Donut.
fn set_fork(set: &Set) -> Option<Fork> {
    if set.name() == Set::celo_donut().name() {
        return Some(Fork::Istanbul);
    }
    set.name().parse().ok()
}

/// The fork of the block after the genesis, if it came at time `now`.
fn genesis_fork(chain: &ChainConfig, now: u64) -> Fork {
    let block = 1;
    let timed = [
        (Fork::Amsterdam, chain.amsterdam_time),
        (Fork::Osaka, chain.osaka_time),
        (Fork::Prague, chain.prague_time),
        (Fork::Cancun, chain.cancun_time),
        (Fork::Shanghai, chain.shanghai_time),
    ];
    let merged = chain.terminal_total_difficulty_passed
        || chain.terminal_total_difficulty.is_some_and(|total| total == U256::ZERO);
    let numbered = [
        (Fork::London, chain.london_block),
        (Fork::Berlin, chain.berlin_block),
        (Fork::Istanbul, chain.istanbul_block),
        (Fork::Petersburg, chain.petersburg_block),
        (Fork::Byzantium, chain.byzantium_block),
        (Fork::SpuriousDragon, chain.eip158_block),
        (Fork::TangerineWhistle, chain.eip150_block),
        (Fork::Homestead, chain.homestead_block),
    ];
    let reached = |forks: &[(Fork, Option<u64>)], at: u64| {
        forks
            .iter()
            .find(|(_, start)| start.is_some_and(|start| start <= at))
            .map(|&(fork, _)| fork)
    };
    reached(&timed, now)
        .or_else(|| merged.then_some(Fork::Paris))
        .or_else(|| reached(&numbered, block))
        .unwrap_or(Fork::Frontier)
}

/// revm's rules for a fork. It has no Constantinople with EIP-1283; those blocks get Petersburg's rules.
pub(crate) fn spec(fork: Fork) -> SpecId {
    let specs = [
        (Fork::Amsterdam, SpecId::AMSTERDAM),
        (Fork::Osaka, SpecId::OSAKA),
        (Fork::Prague, SpecId::PRAGUE),
        (Fork::Cancun, SpecId::CANCUN),
        (Fork::Shanghai, SpecId::SHANGHAI),
        (Fork::Paris, SpecId::MERGE),
        (Fork::London, SpecId::LONDON),
        (Fork::Berlin, SpecId::BERLIN),
        (Fork::Istanbul, SpecId::ISTANBUL),
        (Fork::Constantinople, SpecId::PETERSBURG),
        (Fork::Byzantium, SpecId::BYZANTIUM),
        (Fork::SpuriousDragon, SpecId::SPURIOUS_DRAGON),
        (Fork::TangerineWhistle, SpecId::TANGERINE),
        (Fork::Homestead, SpecId::HOMESTEAD),
    ];
    specs.iter().find(|(since, _)| fork >= *since).map_or(SpecId::FRONTIER, |&(_, spec)| spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fork_has_the_rules_of_its_precompiles() {
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
    fn a_genesis_decides_unless_the_user_does() {
        let genesis: Genesis = serde_json::from_str(
            r#"{"config":{"chainId":5,"homesteadBlock":0,"byzantiumBlock":0,"londonBlock":0,
                "terminalTotalDifficulty":0,"shanghaiTime":0,"cancunTime":100},
                "difficulty":"0x0","gasLimit":"0x1","alloc":{}}"#,
        )
        .unwrap();
        let mut config = Config { genesis: Some(genesis), ..Config::default() };
        assert_eq!(Rules::new(&config, 99).spec, SpecId::SHANGHAI);
        assert_eq!(Rules::new(&config, 100).spec, SpecId::CANCUN);
        config.fork = Some(Fork::Istanbul);
        let rules = Rules::new(&config, 100);
        assert_eq!((rules.spec, rules.chain_id), (SpecId::ISTANBUL, 5));
    }

    #[test]
    fn sets_bring_their_rules_and_at_replaces() {
        let address = gigagas::Address::from_low(0x0a);
        let config = Config {
            set: Some(Set::celo_donut().clone()),
            at: vec![(address, &gigagas::table::ED25519)],
            ..Config::default()
        };
        let rules = Rules::new(&config, 0);
        assert_eq!((rules.spec, rules.chain_id), (SpecId::ISTANBUL, 31337));
        assert_eq!(rules.set.get(&address).unwrap().precompile.name, "ed25519");
        assert_eq!(Rules::new(&Config::default(), 0).spec, spec(Fork::LATEST));
    }
}
