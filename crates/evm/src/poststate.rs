//! Accounts after a message or transaction.

use std::collections::BTreeMap;

use alloy_genesis::GenesisAccount;
use alloy_trie::{HashBuilder, Nibbles, TrieAccount, root::storage_root_unhashed};
use revm::{
    database::CacheState,
    primitives::{Address, B256, KECCAK_EMPTY, keccak256},
};
use serde::Serialize;

/// All accounts and the root of their trie. Its JSON can be read back as a prestate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostState {
    /// The root of the state trie.
    pub root: B256,
    /// The accounts.
    pub accounts: BTreeMap<Address, GenesisAccount>,
}

impl PostState {
    pub(crate) fn new(cache: &CacheState) -> Self {
        let account = |(address, account): (Address, &revm::database::PlainAccount)| {
            let info = &account.info;
            let code = info.code.as_ref().or_else(|| cache.contracts.get(&info.code_hash));
            let code = code.filter(|_| info.code_hash != KECCAK_EMPTY);
            let storage: BTreeMap<B256, B256> = account
                .storage
                .iter()
                .filter(|(_, value)| !value.is_zero())
                .map(|(key, value)| ((*key).into(), (*value).into()))
                .collect();
            let genesis = GenesisAccount {
                nonce: Some(info.nonce),
                balance: info.balance,
                code: code.map(|code| code.original_bytes()),
                storage: Some(storage).filter(|storage| !storage.is_empty()),
                ..GenesisAccount::default()
            };
            (address, genesis)
        };
        let accounts = cache.trie_account().into_iter().map(account).collect();
        Self { root: root(cache), accounts }
    }
}

/// The root of the state trie (yellow paper, appendix D).
pub(crate) fn root(cache: &CacheState) -> B256 {
    let leaf = |(address, account): (Address, &revm::database::PlainAccount)| {
        let slots = account.storage.iter().filter(|(_, value)| !value.is_zero());
        let storage_root = storage_root_unhashed(slots.map(|(k, v)| (B256::from(*k), *v)));
        let info = &account.info;
        let account = TrieAccount {
            nonce: info.nonce,
            balance: info.balance,
            storage_root,
            code_hash: info.code_hash,
        };
        (keccak256(address), alloy_rlp::encode(account))
    };
    let leaves: BTreeMap<_, _> = cache.trie_account().into_iter().map(leaf).collect();
    let mut builder = HashBuilder::default();
    for (key, account) in &leaves {
        builder.add_leaf(Nibbles::unpack(key), account);
    }
    builder.root()
}
