//! The root of the state trie, kept up with the newest block.

use std::collections::{BTreeMap, HashMap};

use alloy_primitives::{Address, B256, U256, keccak256};
use alloy_trie::{TrieAccount, root};
use revm::state::EvmState;

use crate::state::State;

/// Every account and slot under its hashed key, in order.
///
/// The root is computed anew for each block, in time that grows with the number of accounts: some thousands
/// are a matter of milliseconds, and the chain is for development.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    accounts: BTreeMap<B256, TrieAccount>,
    storage: HashMap<Address, BTreeMap<B256, U256>>,
}

impl Tries {
    /// The tries of a genesis.
    pub(crate) fn new(state: &State) -> Self {
        let mut tries = Self::default();
        for (address, account) in state.accounts() {
            let slots = account.storage.iter().map(|(slot, value)| (hashed(*slot), *value));
            tries.storage.insert(*address, slots.collect());
            tries.update(address, state);
        }
        tries
    }

    /// Follows `changes`, after which the state is `state`; returns the new root.
    pub(crate) fn follow(&mut self, changes: &EvmState, state: &State) -> B256 {
        for (address, touched) in changes.iter().filter(|(_, touched)| touched.is_touched()) {
            if touched.is_created() || state.account(address).is_none() {
                self.storage.remove(address);
            }
            let slots = self.storage.entry(*address).or_default();
            for (slot, value) in touched.changed_storage_slots() {
                match value.present_value {
                    U256::ZERO => slots.remove(&hashed(*slot)),
                    present => slots.insert(hashed(*slot), present),
                };
            }
            self.update(address, state);
        }
        self.root()
    }

    pub(crate) fn root(&self) -> B256 {
        root::state_root(self.accounts.iter().map(|(key, account)| (*key, *account)))
    }

    fn update(&mut self, address: &Address, state: &State) {
        let key = keccak256(address);
        let Some(account) = state.account(address) else {
            self.accounts.remove(&key);
            self.storage.remove(address);
            return;
        };
        let slots = self.storage.get(address).filter(|slots| !slots.is_empty());
        let storage_root = slots.map_or(alloy_trie::EMPTY_ROOT_HASH, |slots| {
            root::storage_root(slots.iter().map(|(key, value)| (*key, *value)))
        });
        if slots.is_none() {
            self.storage.remove(address);
        }
        let account =
            TrieAccount::new(account.nonce, account.balance, storage_root, account.code_hash);
        self.accounts.insert(key, account);
    }
}

fn hashed(slot: U256) -> B256 {
    keccak256(slot.to_be_bytes::<32>())
}
