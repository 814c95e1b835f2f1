//! The state of the chain after a block.
//!
//! Maps share structure, so that a copy costs nothing and every block keeps its own state; calls read a copy
//! and never wait for the chain.

use std::{fmt, sync::Arc};

use alloy_primitives::{Address, B256, KECCAK256_EMPTY, U256};
use revm::{
    DatabaseRef,
    bytecode::Bytecode,
    database_interface::DBErrorMarker,
    state::{Account as Touched, AccountInfo, EvmState},
};
use rpds::HashTrieMapSync;

use crate::{chain::Hashes, remote::Remote};

/// An account with code by hash.
#[derive(Debug, Clone, Default)]
pub(crate) struct Account {
    pub(crate) nonce: u64,
    pub(crate) balance: U256,
    pub(crate) code_hash: B256,
    /// Slots that are not zero; with a remote state also those that were set to zero here.
    pub(crate) storage: HashTrieMapSync<U256, U256>,
    /// Whether `storage` is all there is, even on top of a remote state.
    whole: bool,
}

/// Accounts and codes.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    /// None: gone, though the remote state may have it.
    accounts: HashTrieMapSync<Address, Option<Account>>,
    codes: HashTrieMapSync<B256, Bytecode>,
    remote: Option<Arc<Remote>>,
}

impl State {
    /// On top of what a remote node has.
    pub(crate) fn on(remote: Option<Arc<Remote>>) -> Self {
        Self { remote, ..Self::default() }
    }

    /// Whether reading may mean asking a remote node.
    pub(crate) const fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    /// Puts an account of the genesis.
    pub(crate) fn put(
        &mut self,
        address: Address,
        nonce: u64,
        balance: U256,
        code: Option<Bytecode>,
        storage: impl IntoIterator<Item = (U256, U256)>,
    ) {
        let code_hash = code.as_ref().map_or(KECCAK256_EMPTY, Bytecode::hash_slow);
        if let Some(code) = code {
            self.codes.insert_mut(code_hash, code);
        }
        let storage = storage.into_iter().filter(|(_, value)| !value.is_zero()).collect();
        let account = Account { nonce, balance, code_hash, storage, whole: true };
        self.accounts.insert_mut(address, Some(account));
    }

    /// The account, if it is known here.
    pub(crate) fn account(&self, address: &Address) -> Option<&Account> {
        self.accounts.get(address)?.as_ref()
    }

    /// Every account that is known here.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = (&Address, &Account)> {
        self.accounts.iter().filter_map(|(address, account)| Some((address, account.as_ref()?)))
    }

    /// Takes over what a transaction changed. From Spurious Dragon on (EIP-161) empty accounts go.
    pub(crate) fn commit(&mut self, changes: &EvmState, clears_empty: bool) {
        for (address, touched) in changes.iter().filter(|(_, touched)| touched.is_touched()) {
            let gone = touched.is_selfdestructed() || clears_empty && touched.info.is_empty();
            if !gone {
                self.change(*address, touched);
            } else if self.is_remote() {
                self.accounts.insert_mut(*address, None);
            } else {
                self.accounts.remove_mut(address);
            }
        }
    }

    fn change(&mut self, address: Address, touched: &Touched) {
        let code = touched.info.code.as_ref().filter(|code| !code.is_empty());
        if let Some(code) = code
            && !self.codes.contains_key(&touched.info.code_hash)
        {
            self.codes.insert_mut(touched.info.code_hash, code.clone());
        }
        let old = self.accounts.get(&address);
        let mut account = match old {
            Some(Some(account)) if !touched.is_created() => account.clone(),
            // What is gone, or made anew, has nothing behind it.
            known => Account {
                whole: touched.is_created() || known.is_some() || !self.is_remote(),
                ..Account::default()
            },
        };
        account.nonce = touched.info.nonce;
        account.balance = touched.info.balance;
        account.code_hash = touched.info.code_hash;
        for (slot, value) in touched.changed_storage_slots() {
            if value.present_value.is_zero() && account.whole {
                account.storage.remove_mut(slot);
            } else {
                account.storage.insert_mut(*slot, value.present_value);
            }
        }
        self.accounts.insert_mut(address, Some(account));
    }

    fn basic(&self, address: Address) -> Result<Option<AccountInfo>, ReadError> {
        match (self.accounts.get(&address), &self.remote) {
            (Some(known), _) => Ok(known.as_ref().map(|account| AccountInfo {
                balance: account.balance,
                nonce: account.nonce,
                code_hash: account.code_hash,
                ..AccountInfo::default().without_code()
            })),
            (None, Some(remote)) => remote.basic(address),
            (None, None) => Ok(None),
        }
    }

    fn code(&self, hash: B256) -> Result<Bytecode, ReadError> {
        if let Some(code) = self.codes.get(&hash) {
            return Ok(code.clone());
        }
        let remote = self.remote.as_ref().and_then(|remote| remote.code(hash));
        Ok(remote.unwrap_or_default())
    }

    fn storage(&self, address: Address, slot: U256) -> Result<U256, ReadError> {
        match (self.accounts.get(&address), &self.remote) {
            (Some(None), _) | (None, None) => Ok(U256::ZERO),
            (Some(Some(account)), remote) => match (account.storage.get(&slot), remote) {
                (Some(value), _) => Ok(*value),
                (None, Some(remote)) if !account.whole => remote.storage(address, slot),
                (None, _) => Ok(U256::ZERO),
            },
            (None, Some(remote)) => remote.storage(address, slot),
        }
    }
}

/// A remote node did not give what was asked of it.
#[derive(Debug, Clone)]
pub(crate) struct ReadError(pub(crate) String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the remote node: {}", self.0)
    }
}

impl std::error::Error for ReadError {}
impl DBErrorMarker for ReadError {}

/// A state with the hashes of the blocks before it: what the EVM reads.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) state: State,
    pub(crate) hashes: Hashes,
}

impl DatabaseRef for View {
    type Error = ReadError;

    fn basic_ref(&self, address: Address) -> Result<Option<AccountInfo>, ReadError> {
        self.state.basic(address)
    }

    fn code_by_hash_ref(&self, hash: B256) -> Result<Bytecode, ReadError> {
        self.state.code(hash)
    }

    fn storage_ref(&self, address: Address, slot: U256) -> Result<U256, ReadError> {
        self.state.storage(address, slot)
    }

    fn block_hash_ref(&self, number: u64) -> Result<B256, ReadError> {
        Ok(self.hashes.get(number).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use revm::state::EvmStorageSlot;

    fn touched(balance: u64, slots: &[(u64, u64, u64)]) -> Touched {
        let info = AccountInfo { balance: U256::from(balance), ..AccountInfo::default() };
        let mut account = Touched::from(info);
        account.mark_touch();
        for &(slot, old, new) in slots {
            let value =
                EvmStorageSlot::new_changed(U256::from(old), U256::from(new), Default::default());
            account.storage.insert(U256::from(slot), value);
        }
        account
    }

    fn storage(state: &State, slot: u64) -> U256 {
        state.storage(Address::ZERO, U256::from(slot)).unwrap()
    }

    #[test]
    fn a_copy_keeps_its_state() {
        let mut state = State::default();
        state.put(Address::ZERO, 0, U256::from(1), None, [(U256::from(1), U256::from(2))]);
        let before = state.clone();
        let changes = EvmState::from_iter([(Address::ZERO, touched(5, &[(1, 2, 0), (2, 0, 7)]))]);
        state.commit(&changes, true);
        assert_eq!((storage(&before, 1), storage(&before, 2)), (U256::from(2), U256::ZERO));
        assert_eq!((storage(&state, 1), storage(&state, 2)), (U256::ZERO, U256::from(7)));
        assert_eq!(state.account(&Address::ZERO).unwrap().storage.size(), 1);
        assert_eq!(state.basic(Address::ZERO).unwrap().unwrap().balance, U256::from(5));
    }

    #[test]
    fn empty_and_destroyed_accounts_go() {
        let empty = EvmState::from_iter([(Address::ZERO, touched(0, &[]))]);
        let mut state = State::default();
        state.commit(&empty, false);
        assert!(state.basic(Address::ZERO).unwrap().is_some(), "before EIP-161");
        state.commit(&empty, true);
        assert!(state.basic(Address::ZERO).unwrap().is_none());

        state.put(Address::ZERO, 1, U256::from(1), None, [(U256::from(1), U256::from(2))]);
        let mut destroyed = touched(3, &[]);
        destroyed.mark_selfdestruct();
        state.commit(&EvmState::from_iter([(Address::ZERO, destroyed)]), true);
        assert!(state.basic(Address::ZERO).unwrap().is_none());
        assert_eq!(storage(&state, 1), U256::ZERO);
    }
}
