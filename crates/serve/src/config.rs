//! What a server is started with.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use alloy_genesis::Genesis;
use gigagas::{Fork, Precompile, Set};
use gigagas_evm::{genesis_fork, resolve, spec};
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
        // A genesis without forks is Frontier's; its first block is number 1.
        let of_genesis = |chain| genesis_fork(chain, 1, now).unwrap_or(Fork::Frontier);
        let fork = config.fork.or_else(|| genesis.map(of_genesis));
        let (fork, set) = resolve(fork, config.set.as_ref(), &config.at);
        let chain_id = genesis.map_or(CHAIN_ID, |chain| chain.chain_id);
        Self { spec: spec(fork), chain_id, set }
    }

    pub(crate) fn is(&self, spec: SpecId) -> bool {
        self.spec.is_enabled_in(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
