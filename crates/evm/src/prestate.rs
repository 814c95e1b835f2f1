//! Accounts and a block to begin with.

use std::{collections::BTreeMap, fmt};

use alloy_genesis::{ChainConfig, Genesis, GenesisAccount};
use gigagas::Fork;
use revm::{
    bytecode::Bytecode,
    context::BlockEnv,
    database::CacheState,
    primitives::{Address, B256, U256, eip4844::BLOB_BASE_FEE_UPDATE_FRACTION_PRAGUE},
    state::AccountInfo,
};
use serde_json::{Map, Value};

/// The state before a message, and the block that it is in.
#[derive(Debug, Clone)]
pub struct Prestate {
    /// The accounts.
    pub accounts: BTreeMap<Address, GenesisAccount>,
    /// The block; its gas limit is not enforced.
    pub block: BlockEnv,
    /// What CHAINID answers.
    pub chain_id: u64,
    /// The fork that the block is in, if a genesis says which forks there are.
    pub fork: Option<Fork>,
}

impl Default for Prestate {
    /// No accounts, block 0 without a base fee, chain 1.
    fn default() -> Self {
        let block = BlockEnv {
            number: U256::ZERO,
            timestamp: U256::ZERO,
            gas_limit: u64::MAX,
            basefee: 0,
            difficulty: U256::ZERO,
            prevrandao: Some(B256::ZERO),
            ..BlockEnv::default()
        };
        Self { accounts: BTreeMap::new(), block, chain_id: 1, fork: None }
    }
}

/// Why a text is no prestate.
#[derive(Debug)]
#[non_exhaustive]
pub enum PrestateError {
    /// It is no JSON.
    Json(serde_json::Error),
    /// It is JSON of another kind; says what was looked for.
    Shape(String),
    /// An account, or the genesis around the accounts, does not fit.
    Content(String, serde_json::Error),
}

impl fmt::Display for PrestateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "is not JSON: {error}"),
            Self::Shape(message) => f.write_str(message),
            Self::Content(place, error) => write!(f, "{place}: {error}"),
        }
    }
}

impl std::error::Error for PrestateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Json(error) | Self::Content(_, error) => Some(error),
            Self::Shape(_) => None,
        }
    }
}

impl Prestate {
    /// Reads JSON: a genesis of geth (with `alloc`), the accounts alone, a dump (`accounts`), or a file with
    /// one state test (`pre`; its block is not taken, since each test has a transaction and fork of its own).
    ///
    /// # Errors
    /// If the text is none of these, with the account or field that does not fit.
    pub fn from_json(text: &str) -> Result<Self, PrestateError> {
        let value: Value = serde_json::from_str(text).map_err(PrestateError::Json)?;
        let Value::Object(mut object) = value else {
            return Err(PrestateError::Shape("is no JSON object".into()));
        };
        if object.contains_key("alloc") {
            return from_genesis(object);
        }
        for key in ["pre", "accounts"] {
            if let Some(accounts) = object.remove(key) {
                return from_accounts(accounts);
            }
        }
        let tests = object.values().filter(|test| test.get("pre").is_some()).count();
        match tests {
            0 => from_accounts(Value::Object(object)),
            1 => {
                let pre = object.into_iter().find_map(|(_, mut test)| {
                    test.as_object_mut().and_then(|test| test.remove("pre"))
                });
                from_accounts(pre.unwrap_or_default())
            }
            n => Err(PrestateError::Shape(format!("holds {n} state tests; give a file with one"))),
        }
    }

    /// The accounts in revm's form.
    pub(crate) fn cache(&self) -> CacheState {
        let mut cache = CacheState::new();
        for (address, account) in &self.accounts {
            let code = account.code.clone().unwrap_or_default();
            // What is no delegation but begins with 0xef is code that cannot run.
            let bytecode = Bytecode::new_raw_checked(code.clone())
                .unwrap_or_else(|_| Bytecode::new_legacy(code));
            let mut info = AccountInfo::from_bytecode(bytecode.clone());
            info.code = None;
            info.balance = account.balance;
            info.nonce = account.nonce.unwrap_or(0);
            if !bytecode.is_empty() {
                cache.contracts.insert(info.code_hash, bytecode);
            }
            let slots = account.storage.iter().flatten();
            let storage = slots.map(|(key, value)| ((*key).into(), (*value).into())).collect();
            cache.insert_account_with_storage(*address, info, storage);
        }
        cache
    }
}

fn from_genesis(mut object: Map<String, Value>) -> Result<Prestate, PrestateError> {
    let accounts = object.insert("alloc".into(), Value::Object(Map::new())).unwrap_or_default();
    let prestate = from_accounts(accounts)?;
    let genesis: Genesis = serde_json::from_value(Value::Object(object))
        .map_err(|error| PrestateError::Content("the genesis".into(), error))?;
    let number = genesis.number.unwrap_or(0);
    let mut block = BlockEnv {
        number: U256::from(number),
        beneficiary: genesis.coinbase,
        timestamp: U256::from(genesis.timestamp),
        gas_limit: genesis.gas_limit,
        basefee: genesis.base_fee_per_gas.unwrap_or(0).try_into().unwrap_or(u64::MAX),
        difficulty: genesis.difficulty,
        prevrandao: Some(genesis.mix_hash),
        ..prestate.block
    };
    // The price follows from the rules, which are not known here.
    block.set_blob_excess_gas_and_price(
        genesis.excess_blob_gas.unwrap_or(0),
        BLOB_BASE_FEE_UPDATE_FRACTION_PRAGUE,
    );
    let fork = genesis_fork(&genesis.config, number, genesis.timestamp);
    // A genesis that says nothing of a chain has 0 there.
    let chain_id = Some(genesis.config.chain_id).filter(|&id| id != 0).unwrap_or(1);
    Ok(Prestate { block, chain_id, fork, ..prestate })
}

/// The newest fork of `chain` that has come by this block; None if the genesis names none.
#[must_use]
pub fn genesis_fork(chain: &ChainConfig, block: u64, timestamp: u64) -> Option<Fork> {
    let total = chain.terminal_total_difficulty;
    let merged =
        chain.terminal_total_difficulty_passed || total.is_some_and(|total| total.is_zero());
    let by = |start: Option<u64>, now: u64| start.is_some_and(|start| start <= now);
    let forks = [
        (Fork::Homestead, by(chain.homestead_block, block)),
        (Fork::TangerineWhistle, by(chain.eip150_block, block)),
        (Fork::SpuriousDragon, by(chain.eip158_block, block)),
        (Fork::Byzantium, by(chain.byzantium_block, block)),
        (Fork::Constantinople, by(chain.constantinople_block, block)),
        (Fork::Petersburg, by(chain.petersburg_block, block)),
        (Fork::Istanbul, by(chain.istanbul_block, block)),
        (Fork::Berlin, by(chain.berlin_block, block)),
        (Fork::London, by(chain.london_block, block)),
        (Fork::Paris, merged),
        (Fork::Shanghai, by(chain.shanghai_time, timestamp)),
        (Fork::Cancun, by(chain.cancun_time, timestamp)),
        (Fork::Prague, by(chain.prague_time, timestamp)),
        (Fork::Osaka, by(chain.osaka_time, timestamp)),
        (Fork::Amsterdam, by(chain.amsterdam_time, timestamp)),
    ];
    forks.iter().rfind(|(_, has_come)| *has_come).map(|&(fork, _)| fork)
}

fn from_accounts(accounts: Value) -> Result<Prestate, PrestateError> {
    let Value::Object(object) = accounts else {
        return Err(PrestateError::Shape("has accounts that are no JSON object".into()));
    };
    let mut prestate = Prestate::default();
    for (key, mut account) in object {
        let address = key.parse::<Address>().map_err(|_| {
            PrestateError::Shape(format!(
                "has the key {key:?} where an address should be (known: a genesis with \"alloc\", \
                 a state test with \"pre\", or the accounts alone)"
            ))
        })?;
        if let Some(fields) = account.as_object_mut() {
            // What a dump of geth adds.
            for derived in ["root", "codeHash", "address", "key"] {
                fields.remove(derived);
            }
        }
        let account = serde_json::from_value(account)
            .map_err(|error| PrestateError::Content(format!("account {address}"), error))?;
        if prestate.accounts.insert(address, account).is_some() {
            return Err(PrestateError::Shape(format!("names the account {address} twice")));
        }
    }
    Ok(prestate)
}

#[cfg(test)]
#[path = "prestate_tests.rs"]
mod tests;
