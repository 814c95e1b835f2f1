//! The state of a running node, read over JSON-RPC as it is needed.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use alloy_primitives::{Address, B256, Bytes, U64, U256};
use alloy_rpc_types_eth::Block;
use revm::{bytecode::Bytecode, state::AccountInfo};
use serde_json::{Value, json};

use crate::state::ReadError;

/// Entries of the cache; it starts anew beyond.
const CACHE: usize = 1 << 20;
/// Bytes of an answer.
const MAX_ANSWER: u64 = 64 << 20;

/// A node, and the block whose state is read.
pub(crate) struct Remote {
    url: String,
    agent: ureq::Agent,
    block: String,
    cache: Mutex<Cache>,
}

#[derive(Debug, Default)]
struct Cache {
    accounts: HashMap<Address, Option<AccountInfo>>,
    slots: HashMap<(Address, U256), U256>,
    codes: HashMap<B256, Bytecode>,
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remote({} at {})", self.url, self.block)
    }
}

impl Remote {
    /// Asks for the newest block and the chain's number; reads are at that block.
    ///
    /// This waits for the node.
    ///
    /// # Errors
    /// If there is no node, or it answers otherwise than a node does.
    pub(crate) fn connect(url: &str) -> Result<(Self, Block<B256>, u64), ReadError> {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(20)))
            .http_status_as_error(false);
        let mut remote = Self {
            url: url.into(),
            agent: config.build().into(),
            block: String::new(),
            cache: Mutex::default(),
        };
        let [block, id] = remote.ask([
            ("eth_getBlockByNumber", json!(["latest", false])),
            ("eth_chainId", json!([])),
        ])?;
        let block: Block<B256> = serde_json::from_value(block).map_err(other)?;
        let id: U64 = serde_json::from_value(id).map_err(other)?;
        remote.block = format!("{:#x}", block.header.number);
        Ok((remote, block, id.to()))
    }

    pub(crate) fn basic(&self, address: Address) -> Result<Option<AccountInfo>, ReadError> {
        if let Some(known) = self.cache().accounts.get(&address) {
            return Ok(known.clone());
        }
        let params = json!([address, self.block]);
        let answers = self.ask([
            ("eth_getBalance", params.clone()),
            ("eth_getTransactionCount", params.clone()),
            ("eth_getCode", params),
        ])?;
        let [balance, nonce, code] = answers;
        let balance: U256 = serde_json::from_value(balance).map_err(other)?;
        let nonce: U64 = serde_json::from_value(nonce).map_err(other)?;
        let code: Bytes = serde_json::from_value(code).map_err(other)?;
        let code = Bytecode::new_raw_checked(code).map_err(other)?;
        let code_hash = code.hash_slow();
        let info = AccountInfo { balance, nonce: nonce.to(), code_hash, ..Default::default() };
        let info = (!info.is_empty()).then(|| info.without_code());
        let mut cache = self.cache();
        if !code.is_empty() {
            cache.codes.insert(code_hash, code);
        }
        cache.accounts.insert(address, info.clone());
        Ok(info)
    }

    /// A code that an account of [`Self::basic`] has.
    pub(crate) fn code(&self, hash: B256) -> Option<Bytecode> {
        self.cache().codes.get(&hash).cloned()
    }

    pub(crate) fn storage(&self, address: Address, slot: U256) -> Result<U256, ReadError> {
        if let Some(known) = self.cache().slots.get(&(address, slot)) {
            return Ok(*known);
        }
        let params = json!([address, slot, self.block]);
        let [value] = self.ask([("eth_getStorageAt", params)])?;
        let value: B256 = serde_json::from_value(value).map_err(other)?;
        let value = value.into();
        self.cache().slots.insert((address, slot), value);
        Ok(value)
    }

    /// The answers to a batch, in order.
    fn ask<const N: usize>(&self, calls: [(&str, Value); N]) -> Result<[Value; N], ReadError> {
        let batch: Vec<_> = calls
            .into_iter()
            .enumerate()
            .map(|(id, (method, params))| {
                json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
            })
            .collect();
        let mut response = self.agent.post(&self.url).send_json(&batch).map_err(other)?;
        let body = response.body_mut().with_config().limit(MAX_ANSWER);
        let answers: Vec<Value> = body.read_json().map_err(other)?;
        let mut results = [const { Value::Null }; N];
        for mut answer in answers {
            if let Some(error) = answer.get("error") {
                return Err(ReadError(error.to_string()));
            }
            let id = answer["id"].as_u64().and_then(|id| usize::try_from(id).ok());
            if let Some(result) = id.and_then(|id| results.get_mut(id)) {
                *result = answer["result"].take();
            }
        }
        Ok(results)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        // Codes stay: they are found by hash only, after their account.
        if cache.accounts.len() + cache.slots.len() > CACHE {
            cache.accounts.clear();
            cache.slots.clear();
        }
        cache
    }
}

fn other(error: impl ToString) -> ReadError {
    ReadError(error.to_string())
}
