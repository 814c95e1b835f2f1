//! What gas costs.

use alloy_consensus::Transaction as _;
use alloy_eips::{BlockNumberOrTag, eip1559::BaseFeeParams};
use alloy_rpc_types_eth::FeeHistory;

use crate::{chain::Block, error::Error, evm, node::Node};

/// What a transaction may give beyond the base fee to be taken at once: anything, so the usual 1 gwei.
pub(crate) const TIP: u128 = 1_000_000_000;
/// Blocks and percentiles in an answer, as geth.
const MAX_BLOCKS: u64 = 1024;
const MAX_PERCENTILES: usize = 100;

/// The base fee of the next block; None before London.
pub(crate) fn next_base_fee(block: &Block) -> Option<u64> {
    block.header.next_block_base_fee(BaseFeeParams::ethereum())
}

/// `eth_gasPrice`.
pub(crate) fn gas_price(node: &Node) -> u128 {
    TIP + u128::from(next_base_fee(&node.latest()).unwrap_or(0))
}

/// `eth_feeHistory`.
pub(crate) fn history(
    node: &Node,
    count: u64,
    newest: BlockNumberOrTag,
    percentiles: Option<&[f64]>,
) -> Result<FeeHistory, Error> {
    check(percentiles.unwrap_or_default())?;
    let chain = node.chain();
    let last = chain.find(newest.into())?.cloned().ok_or_else(|| {
        let (asked, head) = (chain.number(newest), chain.latest().header.number);
        Error::server(format!("request beyond head block: requested {asked}, head {head}"))
    })?;
    let count = count.min(MAX_BLOCKS);
    if count == 0 {
        return Ok(FeeHistory { oldest_block: 0, ..FeeHistory::default() });
    }
    let newest = last.header.number;
    let oldest = newest.saturating_sub(count - 1).max(chain.oldest());
    let params = evm::blob_params(node.rules.spec);
    let blob_gas = params.max_blob_gas_per_block();
    let mut history = FeeHistory { oldest_block: oldest, ..FeeHistory::default() };
    let mut rewards = Vec::new();
    for block in chain.range(oldest, newest) {
        let header = &block.header;
        history.base_fee_per_gas.push(header.base_fee_per_gas.unwrap_or(0).into());
        history.gas_used_ratio.push(ratio(header.gas_used, header.gas_limit));
        history.base_fee_per_blob_gas.push(header.blob_fee(params).unwrap_or(0));
        history.blob_gas_used_ratio.push(ratio(header.blob_gas_used.unwrap_or(0), blob_gas));
        let tip = block.mined.as_ref().map_or(0, |mined| {
            let base_fee = header.base_fee_per_gas.unwrap_or(0);
            mined.tx.effective_tip_per_gas(base_fee).unwrap_or(0)
        });
        rewards.push(vec![tip; percentiles.map_or(0, <[f64]>::len)]);
    }
    history.base_fee_per_gas.push(next_base_fee(&last).unwrap_or(0).into());
    history.base_fee_per_blob_gas.push(last.header.next_block_blob_fee(params).unwrap_or(0));
    history.reward = percentiles.filter(|list| !list.is_empty()).map(|_| rewards);
    Ok(history)
}

fn check(percentiles: &[f64]) -> Result<(), Error> {
    if percentiles.len() > MAX_PERCENTILES {
        return Err(Error::server(format!("over the query limit {MAX_PERCENTILES}")));
    }
    let in_range = percentiles.iter().all(|percent| (0.0..=100.0).contains(percent));
    if !in_range || percentiles.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(Error::server("invalid reward percentile"));
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a ratio is a rough figure")]
fn ratio(used: u64, limit: u64) -> f64 {
    if limit == 0 { 0.0 } else { used as f64 / limit as f64 }
}
