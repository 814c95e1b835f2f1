//! Blocks, found by number, hash, and transaction.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use alloy_consensus::{
    Header, ReceiptEnvelope, TxEnvelope,
    transaction::{Recovered, Transaction as _},
};
use alloy_eips::{BlockId, BlockNumberOrTag};
use alloy_network_primitives::BlockTransactions;
use alloy_primitives::{Address, B256, U256};
use alloy_rlp::Encodable;
use alloy_rpc_types_eth::{
    Block as RpcBlock, Header as RpcHeader, Log as RpcLog, Transaction, TransactionReceipt,
};
use rpds::HashTrieMapSync;

use crate::{error::Error, state::View};

/// How far back BLOCKHASH sees.
const BLOCK_HASHES: u64 = 256;

/// The hashes of the last 256 blocks, and of the newest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hashes(HashTrieMapSync<u64, B256>);

impl Hashes {
    pub(crate) fn get(&self, number: u64) -> Option<B256> {
        self.0.get(&number).copied()
    }

    pub(crate) fn push(&mut self, number: u64, hash: B256) {
        self.0.insert_mut(number, hash);
        if let Some(old) = number.checked_sub(BLOCK_HASHES + 1) {
            self.0.remove_mut(&old);
        }
    }
}

/// A transaction with what came of it.
#[derive(Debug)]
pub(crate) struct Mined {
    pub(crate) tx: Recovered<TxEnvelope>,
    pub(crate) receipt: ReceiptEnvelope,
    pub(crate) gas_used: u64,
    pub(crate) created: Option<Address>,
    pub(crate) blob_gas_price: Option<u128>,
}

/// A block and the state after it.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) header: Header,
    pub(crate) hash: B256,
    pub(crate) mined: Option<Mined>,
    pub(crate) after: View,
}

impl Block {
    /// `hashes` are those of the blocks before.
    pub(crate) fn new(header: Header, mined: Option<Mined>, after: View) -> Self {
        let hash = header.hash_slow();
        Self::with_hash(header, hash, mined, after)
    }

    /// With a hash that is known, of a header that may have fields that are not.
    pub(crate) fn with_hash(
        header: Header,
        hash: B256,
        mined: Option<Mined>,
        mut after: View,
    ) -> Self {
        after.hashes.push(header.number, hash);
        Self { header, hash, mined, after }
    }

    /// As the interface gives it.
    pub(crate) fn rpc(&self, full: bool) -> RpcBlock {
        let transactions = match (&self.mined, full) {
            (Some(_), true) => BlockTransactions::Full(self.transaction().into_iter().collect()),
            (mined, _) => {
                BlockTransactions::Hashes(mined.iter().map(|mined| *mined.tx.hash()).collect())
            }
        };
        RpcBlock {
            header: self.rpc_header(),
            uncles: Vec::new(),
            transactions,
            withdrawals: self.header.withdrawals_root.map(|_| Vec::new().into()),
        }
    }

    /// The header as the interface gives it.
    pub(crate) fn rpc_header(&self) -> RpcHeader {
        RpcHeader {
            hash: self.hash,
            inner: self.header.clone(),
            total_difficulty: None,
            size: Some(U256::from(block_size(
                &self.header,
                self.mined.iter().map(|mined| mined.tx.inner().clone()).collect(),
            ))),
        }
    }

    /// The transaction as the interface gives it.
    pub(crate) fn transaction(&self) -> Option<Transaction> {
        let mined = self.mined.as_ref()?;
        Some(Transaction {
            inner: mined.tx.clone(),
            block_hash: Some(self.hash),
            block_number: Some(self.header.number),
            transaction_index: Some(0),
            effective_gas_price: Some(mined.tx.effective_gas_price(self.header.base_fee_per_gas)),
            block_timestamp: Some(self.header.timestamp),
        })
    }

    /// The logs as the interface gives them.
    pub(crate) fn logs(&self) -> impl Iterator<Item = RpcLog> {
        let mined = self.mined.iter();
        mined.flat_map(|mined| {
            mined.receipt.logs().iter().zip(0..).map(|(log, index)| RpcLog {
                inner: log.clone(),
                block_hash: Some(self.hash),
                block_number: Some(self.header.number),
                block_timestamp: Some(self.header.timestamp),
                transaction_hash: Some(*mined.tx.hash()),
                transaction_index: Some(0),
                log_index: Some(index),
                removed: false,
            })
        })
    }

    /// The receipt as the interface gives it.
    pub(crate) fn receipt(&self) -> Option<TransactionReceipt> {
        let mined = self.mined.as_ref()?;
        let mut logs = self.logs();
        let inner = mined.receipt.clone().map_logs(|_| logs.next().unwrap_or_default());
        Some(TransactionReceipt {
            inner,
            transaction_hash: *mined.tx.hash(),
            transaction_index: Some(0),
            block_hash: Some(self.hash),
            block_number: Some(self.header.number),
            gas_used: mined.gas_used,
            effective_gas_price: mined.tx.effective_gas_price(self.header.base_fee_per_gas),
            blob_gas_used: mined.tx.blob_gas_used(),
            blob_gas_price: mined.blob_gas_price,
            from: mined.tx.signer(),
            to: mined.tx.to(),
            contract_address: mined.created,
        })
    }
}

/// The length of a block in RLP.
pub(crate) fn block_size(header: &Header, transactions: Vec<TxEnvelope>) -> usize {
    let withdrawals = header.withdrawals_root.map(|_| Vec::new().into());
    let body = alloy_consensus::BlockBody { transactions, ommers: Vec::new(), withdrawals };
    alloy_consensus::Block::new(header.clone(), body).length()
}

/// The newest blocks, without a gap; never empty.
#[derive(Debug)]
pub(crate) struct Chain {
    blocks: VecDeque<Arc<Block>>,
    numbers: HashMap<B256, u64>,
    transactions: HashMap<B256, u64>,
    /// How many blocks are kept.
    keep: usize,
}

impl Chain {
    pub(crate) fn new(genesis: Block, keep: usize) -> Self {
        let mut chain = Self {
            blocks: VecDeque::new(),
            numbers: HashMap::new(),
            transactions: HashMap::new(),
            keep: keep.max(1),
        };
        chain.push(genesis);
        chain
    }

    /// Adds the next block, and forgets the oldest if there are too many.
    pub(crate) fn push(&mut self, block: Block) {
        self.numbers.insert(block.hash, block.header.number);
        if let Some(mined) = &block.mined {
            self.transactions.insert(*mined.tx.hash(), block.header.number);
        }
        self.blocks.push_back(Arc::new(block));
        if self.blocks.len() > self.keep
            && let Some(old) = self.blocks.pop_front()
        {
            self.numbers.remove(&old.hash);
            if let Some(mined) = &old.mined {
                self.transactions.remove(mined.tx.hash());
            }
        }
    }

    /// The newest block.
    pub(crate) fn latest(&self) -> &Arc<Block> {
        self.blocks.back().expect("there is a genesis, and at least one block is kept")
    }

    /// The number of the oldest block that is kept.
    pub(crate) fn oldest(&self) -> u64 {
        self.blocks.front().map_or(0, |block| block.header.number)
    }

    /// The block of a transaction.
    pub(crate) fn of_transaction(&self, hash: &B256) -> Option<&Arc<Block>> {
        self.at(*self.transactions.get(hash)?).ok().flatten()
    }

    /// The block with this number; None if it is still to come.
    ///
    /// # Errors
    /// If it is forgotten.
    pub(crate) fn at(&self, number: u64) -> Result<Option<&Arc<Block>>, Error> {
        let index = number.checked_sub(self.oldest()).ok_or_else(Error::pruned)?;
        Ok(usize::try_from(index).ok().and_then(|index| self.blocks.get(index)))
    }

    /// The number that a tag stands for. Every block is final at once.
    pub(crate) fn number(&self, tag: BlockNumberOrTag) -> u64 {
        match tag {
            BlockNumberOrTag::Number(number) => number,
            BlockNumberOrTag::Earliest => self.oldest(),
            _ => self.latest().header.number,
        }
    }

    /// The block that is asked for, if there is one.
    ///
    /// # Errors
    /// If it is forgotten.
    pub(crate) fn find(&self, id: BlockId) -> Result<Option<&Arc<Block>>, Error> {
        match id {
            BlockId::Number(tag) => self.at(self.number(tag)),
            BlockId::Hash(hash) => match self.numbers.get(&hash.block_hash) {
                Some(&number) => self.at(number),
                None => Ok(None),
            },
        }
    }

    /// The blocks from `first` to `last`, both included, as far as they are kept.
    pub(crate) fn range(&self, first: u64, last: u64) -> impl Iterator<Item = &Arc<Block>> {
        let skip = usize::try_from(first.saturating_sub(self.oldest())).unwrap_or(usize::MAX);
        self.blocks.iter().skip(skip).take_while(move |block| block.header.number <= last)
    }
}
