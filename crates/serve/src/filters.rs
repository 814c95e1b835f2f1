//! Filters that are asked for news again and again (`eth_newFilter` and its kin).

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use alloy_eips::BlockNumberOrTag;
use alloy_primitives::{U64, U256};
use alloy_rpc_types_eth::{Filter, FilterBlockOption, Log};
use serde_json::{Value, json};

use crate::{chain::Chain, error::Error};

/// Filters at a time.
const MAX_FILTERS: usize = 1024;
/// A filter that nobody asked for so long is dropped, as by geth.
const TIMEOUT: Duration = Duration::from_secs(300);
/// Logs in one answer.
const MAX_LOGS: usize = 100_000;

/// What is watched.
#[derive(Debug, Clone)]
pub(crate) enum Watched {
    Logs(Box<Filter>),
    Blocks,
    Transactions,
}

#[derive(Debug)]
struct Entry {
    watched: Watched,
    /// The first block that has not been told of.
    next: u64,
    used: Instant,
}

/// The filters of all clients.
#[derive(Debug, Default)]
pub(crate) struct Filters(Mutex<(u64, HashMap<u64, Entry>)>);

impl Filters {
    fn lock(&self) -> MutexGuard<'_, (u64, HashMap<u64, Entry>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a filter that tells of blocks from `next` on.
    pub(crate) fn add(&self, watched: Watched, next: u64) -> Result<U64, Error> {
        let (last, entries) = &mut *self.lock();
        entries.retain(|_, entry| entry.used.elapsed() < TIMEOUT);
        if entries.len() >= MAX_FILTERS {
            return Err(Error::server("too many filters"));
        }
        *last += 1;
        entries.insert(*last, Entry { watched, next, used: Instant::now() });
        Ok(U64::from(*last))
    }

    /// Whether there was such a filter.
    pub(crate) fn remove(&self, id: U256) -> bool {
        u64::try_from(id).is_ok_and(|id| self.lock().1.remove(&id).is_some())
    }

    /// What has happened since the last question.
    pub(crate) fn changes(&self, chain: &Chain, id: U256) -> Result<Value, Error> {
        let (watched, first) = {
            let mut filters = self.lock();
            let entry = find(&mut filters.1, id)?;
            let first = std::mem::replace(&mut entry.next, chain.latest().header.number + 1);
            (entry.watched.clone(), first)
        };
        let blocks = chain.range(first, u64::MAX);
        Ok(match watched {
            Watched::Blocks => blocks.map(|block| json!(block.hash)).collect(),
            Watched::Transactions => blocks
                .filter_map(|block| block.mined.as_ref())
                .map(|mined| json!(mined.tx.hash()))
                .collect(),
            Watched::Logs(mut filter) => {
                let (wanted, to) = range(chain, &filter);
                filter.block_option = FilterBlockOption::Range {
                    from_block: Some(first.max(wanted).into()),
                    to_block: Some(to.unwrap_or(u64::MAX).into()),
                };
                json!(logs(chain, &filter)?)
            }
        })
    }

    /// The filter behind an id of `eth_newFilter`.
    pub(crate) fn of_logs(&self, id: U256) -> Result<Box<Filter>, Error> {
        match &find(&mut self.lock().1, id)?.watched {
            Watched::Logs(filter) => Ok(filter.clone()),
            _ => Err(not_found()),
        }
    }
}

fn find(entries: &mut HashMap<u64, Entry>, id: U256) -> Result<&mut Entry, Error> {
    let id = u64::try_from(id).map_err(|_| not_found())?;
    let entry = entries.get_mut(&id).ok_or_else(not_found)?;
    entry.used = Instant::now();
    Ok(entry)
}

fn not_found() -> Error {
    Error::server("filter not found")
}

/// The numbers a filter's range begins and, if it is to, ends with.
fn range(chain: &Chain, filter: &Filter) -> (u64, Option<u64>) {
    let FilterBlockOption::Range { from_block, to_block } = filter.block_option else {
        return (0, None);
    };
    let explicit = |tag: BlockNumberOrTag| tag.is_number().then(|| chain.number(tag));
    (from_block.and_then(explicit).unwrap_or(0), to_block.and_then(explicit))
}

/// The logs that `filter` lets pass, in order.
///
/// # Errors
/// If the range is backward or forgotten, the block is unknown, or there are too many.
pub(crate) fn logs(chain: &Chain, filter: &Filter) -> Result<Vec<Log>, Error> {
    let (first, last) = match filter.block_option {
        FilterBlockOption::AtBlockHash(hash) => {
            let block = chain.find(hash.into())?.ok_or_else(|| Error::server("unknown block"))?;
            (block.header.number, block.header.number)
        }
        FilterBlockOption::Range { from_block, to_block } => {
            let [from, to] =
                [from_block, to_block].map(|tag| chain.number(tag.unwrap_or_default()));
            (from, to)
        }
    };
    if first > last {
        return Err(Error::params("invalid block range params"));
    }
    if first < chain.oldest() {
        return Err(Error::pruned());
    }
    let mut found = Vec::new();
    for block in chain.range(first, last) {
        if !filter.matches_bloom(block.header.logs_bloom) {
            continue;
        }
        found.extend(block.logs().filter(|log| {
            filter.matches_address(log.address()) && filter.matches_topics(log.topics())
        }));
        if found.len() > MAX_LOGS {
            return Err(Error::params(format!("more than {MAX_LOGS} logs; ask for fewer blocks")));
        }
    }
    Ok(found)
}
