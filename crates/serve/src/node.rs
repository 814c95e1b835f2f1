//! The chain with what produces its blocks: one block for each transaction.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard},
    time::{SystemTime, UNIX_EPOCH},
};

use alloy_consensus::{
    EMPTY_OMMER_ROOT_HASH, Eip658Value, Header, Receipt, ReceiptEnvelope, ReceiptWithBloom,
    Transaction as _, TxEnvelope,
    constants::{EMPTY_RECEIPTS, EMPTY_TRANSACTIONS, EMPTY_WITHDRAWALS},
    proofs::{calculate_receipt_root, calculate_transaction_root},
    transaction::Recovered,
};
use alloy_eips::{BlockId, eip1559::BaseFeeParams, eip7685::EMPTY_REQUESTS_HASH};
use alloy_evm::FromRecoveredTx;
use alloy_genesis::Genesis;
use alloy_primitives::{Address, B256, U256, keccak256};
use alloy_rpc_types_eth::Block as RpcBlock;
use gigagas_revm::GigagasPrecompiles;
use revm::{
    DatabaseRef,
    bytecode::Bytecode,
    context::{TxEnv, result::ResultAndState},
    database::CacheDB,
    primitives::hardfork::SpecId,
};
use tokio::sync::broadcast;

use crate::{
    chain::{Block, Chain, Hashes, Mined},
    config::{Config, Limits, Rules},
    error::Error,
    evm,
    filters::Filters,
    remote::Remote,
    root::Tries,
    signed::{DevAccount, dev_accounts},
    state::{ReadError, State, View},
};

/// What a block may use if no genesis says otherwise; mainnet's limit of 2026.
const BLOCK_GAS: u64 = 60_000_000;
/// The first base fee, in wei per gas (EIP-1559).
const FIRST_BASE_FEE: u64 = 1_000_000_000;
/// What a funded account has: 10000 ether.
const FUNDS: U256 = U256::from_limbs([0x19e0_c9ba_b240_0000, 0x021e, 0, 0]);
/// Transactions that wait for an earlier nonce, of all accounts together.
const MAX_QUEUED: usize = 4096;
/// Blocks that a slow subscriber may lag behind.
const BACKLOG: usize = 1024;

/// A chain, its rules, and its accounts.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    pub(crate) precompiles: GigagasPrecompiles,
    pub(crate) accounts: Vec<DevAccount>,
    pub(crate) filters: Filters,
    chain: RwLock<Chain>,
    producer: Mutex<Producer>,
    news: broadcast::Sender<Arc<Block>>,
}

/// What only the making of a block needs. Its lock is held while a transaction runs; the chain's is not.
#[derive(Debug)]
struct Producer {
    /// None on top of a remote state, whose root nobody knows.
    tries: Option<Tries>,
    /// Transactions with a nonce to come.
    queued: BTreeMap<(Address, u64), Recovered<TxEnvelope>>,
}

impl Node {
    /// A chain of one block. With [`Config::fork_url`] this waits for the remote node.
    pub(crate) fn new(config: &Config) -> Result<Self, ReadError> {
        let mut rules = Rules::new(config, now());
        let accounts = dev_accounts();
        let genesis = match (&config.fork_url, &config.genesis) {
            (Some(url), _) => {
                let (remote, block, chain_id) = Remote::connect(url)?;
                rules.chain_id = chain_id;
                forked(remote, block, &accounts)?
            }
            (None, Some(genesis)) => from_genesis(&rules, genesis),
            (None, None) => fresh(&rules, &accounts),
        };
        let state = &genesis.after.state;
        let tries = (!state.is_remote()).then(|| Tries::new(state));
        Ok(Self {
            precompiles: GigagasPrecompiles::custom(rules.set.clone()),
            rules,
            limits: config.limits.clone(),
            accounts,
            filters: Filters::default(),
            chain: RwLock::new(Chain::new(genesis, config.limits.history)),
            producer: Mutex::new(Producer { tries, queued: BTreeMap::new() }),
            news: broadcast::channel(BACKLOG).0,
        })
    }

    pub(crate) fn chain(&self) -> RwLockReadGuard<'_, Chain> {
        self.chain.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn latest(&self) -> Arc<Block> {
        Arc::clone(self.chain().latest())
    }

    /// The block that is asked for.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn block(&self, id: BlockId) -> Result<Arc<Block>, Error> {
        self.chain().find(id)?.cloned().ok_or_else(Error::no_block)
    }

    /// Blocks as they come.
    pub(crate) fn news(&self) -> broadcast::Receiver<Arc<Block>> {
        self.news.subscribe()
    }

    /// A transaction that waits for its turn.
    pub(crate) fn queued(&self, hash: &B256) -> Option<Recovered<TxEnvelope>> {
        self.producer().queued.values().find(|tx| tx.hash() == hash).cloned()
    }

    fn producer(&self) -> MutexGuard<'_, Producer> {
        self.producer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts `tx` into a block of its own, and after it those that waited for it; or makes it wait for
    /// earlier nonces.
    ///
    /// # Errors
    /// If it cannot be executed.
    pub(crate) fn submit(&self, tx: Recovered<TxEnvelope>) -> Result<B256, Error> {
        let hash = *tx.hash();
        let sender = tx.signer();
        let mut producer = self.producer();
        if self.chain().of_transaction(&hash).is_some() {
            return Err(Error::server("already known"));
        }
        let next = self.nonce(sender)?;
        if tx.nonce() > next {
            self.enqueue(&mut producer, tx)?;
            return Ok(hash);
        }
        self.produce(&mut producer, tx)?;
        let mut nonce = next + 1;
        while let Some(tx) = producer.queued.remove(&(sender, nonce)) {
            // What cannot be executed any more is dropped, as from a pool.
            if self.produce(&mut producer, tx).is_err() {
                break;
            }
            nonce += 1;
        }
        Ok(hash)
    }

    /// The next nonce of an account.
    fn nonce(&self, address: Address) -> Result<u64, Error> {
        let info = self.latest().after.basic_ref(address)?;
        Ok(info.map_or(0, |info| info.nonce))
    }

    fn enqueue(&self, producer: &mut Producer, tx: Recovered<TxEnvelope>) -> Result<(), Error> {
        if tx.chain_id().is_some_and(|id| id != self.rules.chain_id) {
            return Err(Error::server("invalid chain id for signer"));
        }
        let key = (tx.signer(), tx.nonce());
        if producer.queued.get(&key).is_some_and(|known| known.hash() == tx.hash()) {
            return Err(Error::server("already known"));
        }
        if producer.queued.len() >= MAX_QUEUED && !producer.queued.contains_key(&key) {
            return Err(Error::server("txpool is full"));
        }
        producer.queued.insert(key, tx);
        Ok(())
    }

    /// Executes `tx` in a new block.
    fn produce(&self, producer: &mut Producer, tx: Recovered<TxEnvelope>) -> Result<(), Error> {
        let parent = self.latest();
        let mut header = next_header(&self.rules, &parent, now());
        let env = evm::env(&self.rules, &header);
        let mut db = CacheDB::new(parent.after.clone());
        let tx_env = TxEnv::from_recovered_tx(tx.inner(), tx.signer());
        let done = evm::run(&mut db, &env, &self.precompiles, tx_env, self.limits.time)?;
        let ResultAndState { result, state: changes } = done;

        let mut after = parent.after.clone();
        after.state.commit(&changes, self.rules.is(SpecId::SPURIOUS_DRAGON));
        header.state_root = match &mut producer.tries {
            Some(tries) => tries.follow(&changes, &after.state),
            None => B256::ZERO,
        };
        let gas_used = result.tx_gas_used();
        header.gas_used = gas_used;
        let blob_gas = tx.blob_gas_used();
        if header.blob_gas_used.is_some() {
            header.blob_gas_used = Some(blob_gas.unwrap_or(0));
        }
        let created = result.created_address().filter(|_| tx.is_create());
        let status = if self.rules.is(SpecId::BYZANTIUM) {
            Eip658Value::Eip658(result.is_success())
        } else {
            Eip658Value::PostState(header.state_root)
        };
        let receipt = Receipt { status, cumulative_gas_used: gas_used, logs: result.into_logs() };
        let receipt: ReceiptWithBloom<_> = receipt.into();
        header.logs_bloom = receipt.logs_bloom;
        let receipt = ReceiptEnvelope::from_typed(tx.tx_type(), receipt);
        header.transactions_root = calculate_transaction_root(std::slice::from_ref(tx.inner()));
        header.receipts_root = calculate_receipt_root(std::slice::from_ref(&receipt));
        let blob_gas_price =
            blob_gas.and(env.block_env.blob_excess_gas_and_price).map(|blob| blob.blob_gasprice);
        let mined = Mined { tx, receipt, gas_used, created, blob_gas_price };
        self.push(Block::new(header, Some(mined), after));
        Ok(())
    }

    fn push(&self, block: Block) {
        let mut chain = self.chain.write().unwrap_or_else(PoisonError::into_inner);
        chain.push(block);
        let block = Arc::clone(chain.latest());
        drop(chain);
        // Nobody may be listening.
        let _ = self.news.send(block);
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The header of a block after `parent` without its results.
pub(crate) fn next_header(rules: &Rules, parent: &Block, now: u64) -> Header {
    let before = &parent.header;
    let base_fee = rules
        .is(SpecId::LONDON)
        .then(|| before.next_block_base_fee(BaseFeeParams::ethereum()).unwrap_or(FIRST_BASE_FEE));
    let blobs = evm::blob_params(rules.spec);
    let excess = before.next_block_excess_blob_gas(blobs).unwrap_or(0);
    let header = Header {
        parent_hash: parent.hash,
        number: before.number + 1,
        timestamp: now.max(before.timestamp + 1),
        beneficiary: before.beneficiary,
        gas_limit: before.gas_limit,
        base_fee_per_gas: base_fee,
        excess_blob_gas: Some(excess),
        ..blank(rules, before.difficulty, keccak256(parent.hash))
    };
    for_fork(header, rules)
}

/// A header with what the fork asks for, of an empty block.
fn blank(rules: &Rules, difficulty: U256, random: B256) -> Header {
    let merged = rules.is(SpecId::MERGE);
    Header {
        ommers_hash: EMPTY_OMMER_ROOT_HASH,
        transactions_root: EMPTY_TRANSACTIONS,
        receipts_root: EMPTY_RECEIPTS,
        difficulty: if merged { U256::ZERO } else { difficulty },
        mix_hash: if merged { random } else { B256::ZERO },
        ..Header::default()
    }
}

/// Adds the fields that the fork has, and takes away those that it does not. Amsterdam's access list
/// (EIP-7928) is not made.
fn for_fork(header: Header, rules: &Rules) -> Header {
    let cancun = rules.is(SpecId::CANCUN);
    Header {
        withdrawals_root: rules.is(SpecId::SHANGHAI).then_some(EMPTY_WITHDRAWALS),
        blob_gas_used: cancun.then_some(0),
        excess_blob_gas: header.excess_blob_gas.filter(|_| cancun),
        parent_beacon_block_root: cancun.then_some(B256::ZERO),
        requests_hash: rules.is(SpecId::PRAGUE).then_some(EMPTY_REQUESTS_HASH),
        ..header
    }
}

/// The first block of a chain without a genesis.
fn fresh(rules: &Rules, accounts: &[DevAccount]) -> Block {
    let mut state = State::default();
    for account in accounts {
        state.put(account.address, 0, FUNDS, None, []);
    }
    let header = Header {
        timestamp: now(),
        gas_limit: BLOCK_GAS,
        base_fee_per_gas: rules.is(SpecId::LONDON).then_some(FIRST_BASE_FEE),
        excess_blob_gas: Some(0),
        state_root: Tries::new(&state).root(),
        ..blank(rules, U256::from(1), B256::ZERO)
    };
    Block::new(for_fork(header, rules), None, View { state, hashes: Hashes::default() })
}

/// The first block that a genesis describes.
fn from_genesis(rules: &Rules, genesis: &Genesis) -> Block {
    let mut state = State::default();
    for (address, account) in &genesis.alloc {
        let code = account.non_empty_code().map(|code| Bytecode::new_legacy(code.clone()));
        let slots = account.storage_slots().map(|(slot, value)| (slot.into(), value));
        state.put(*address, account.nonce.unwrap_or(0), account.balance, code, slots);
    }
    let base_fee = genesis
        .base_fee_per_gas
        .map_or(FIRST_BASE_FEE, |fee| u64::try_from(fee).unwrap_or(u64::MAX));
    let header = Header {
        parent_hash: genesis.parent_hash.unwrap_or_default(),
        number: genesis.number.unwrap_or(0),
        timestamp: genesis.timestamp,
        beneficiary: genesis.coinbase,
        gas_limit: genesis.gas_limit,
        extra_data: genesis.extra_data.clone(),
        nonce: genesis.nonce.into(),
        difficulty: genesis.difficulty,
        mix_hash: genesis.mix_hash,
        base_fee_per_gas: rules.is(SpecId::LONDON).then_some(base_fee),
        excess_blob_gas: Some(genesis.excess_blob_gas.unwrap_or(0)),
        state_root: Tries::new(&state).root(),
        ..blank(rules, genesis.difficulty, genesis.mix_hash)
    };
    Block::new(for_fork(header, rules), None, View { state, hashes: Hashes::default() })
}

/// The newest block of a remote node, with funded accounts added to its state.
fn forked(
    remote: Remote,
    block: RpcBlock<B256>,
    accounts: &[DevAccount],
) -> Result<Block, ReadError> {
    let remote = Arc::new(remote);
    let mut state = State::on(Some(Arc::clone(&remote)));
    for account in accounts {
        let nonce = remote.basic(account.address)?.map_or(0, |info| info.nonce);
        state.put(account.address, nonce, FUNDS, None, []);
    }
    let after = View { state, hashes: Hashes::default() };
    Ok(Block::with_hash(block.header.inner, block.header.hash, None, after))
}
