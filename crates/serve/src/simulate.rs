//! `eth_simulateV1`: transactions one after the other in one block that is not kept.

use alloy_consensus::{
    Eip658Value, Header, Receipt, ReceiptEnvelope, ReceiptWithBloom, TxEnvelope,
    proofs::{calculate_receipt_root, calculate_transaction_root},
    transaction::{Recovered, Transaction as _},
};
use alloy_eips::BlockId;
use alloy_network_primitives::BlockTransactions;
use alloy_primitives::{B256, Bloom, U256};
use alloy_rpc_types_eth::{
    Block as RpcBlock, BlockOverrides, Header as RpcHeader, Log as RpcLog, Transaction,
    TransactionRequest,
    simulate::{SimBlock, SimCallResult, SimulateError, SimulatePayload, SimulatedBlock},
};
use revm::{
    DatabaseCommit, DatabaseRef,
    context::{
        TxEnv,
        result::{ExecutionResult, InvalidTransaction},
    },
    context_interface::Cfg,
    primitives::hardfork::SpecId,
};
use revm_inspectors::transfer::TransferInspector;

use crate::{
    call::Scene,
    chain::{Block, block_size},
    error::{self, Error},
    evm::{self, Watch},
    node::{Node, next_header},
};

/// Seconds between blocks, as geth assumes.
const BLOCK_TIME: u64 = 12;

/// The answer: one block. Its state root is not computed, and zero.
pub(crate) fn simulate(
    node: &Node,
    payload: SimulatePayload,
    id: BlockId,
) -> Result<Vec<SimulatedBlock>, Error> {
    let SimulatePayload { mut block_state_calls, trace_transfers, validation, .. } = payload;
    let full = payload.return_full_transactions;
    let block = block_state_calls.pop().ok_or_else(|| Error::params("empty input"))?;
    if !block_state_calls.is_empty() {
        return Err(Error::new(-38026, "too many blocks: one is simulated"));
    }
    let SimBlock { block_overrides, state_overrides, calls } = block;
    let base = node.block(id)?;
    let header = header(node, &base, block_overrides.as_ref(), validation)?;
    let mut scene = Scene::after(node, &base);
    scene.env = evm::env(&node.rules, &header);
    if let Some(overrides) = block_overrides {
        scene.override_block(overrides);
    }
    if let Some(overrides) = state_overrides {
        scene.override_state(overrides)?;
    }
    if !validation {
        evm::relax(&mut scene.env);
        scene.env.cfg_env.disable_block_gas_limit = false;
    }
    let mut simulation = Simulation {
        node,
        scene,
        header,
        validation,
        trace_transfers,
        gas_used: 0,
        transactions: Vec::new(),
        receipts: Vec::new(),
        results: Vec::new(),
    };
    for request in calls {
        simulation.call(request)?;
    }
    Ok(vec![simulation.finish(full)])
}

/// The block's header before its transactions.
fn header(
    node: &Node,
    base: &Block,
    overrides: Option<&BlockOverrides>,
    validation: bool,
) -> Result<Header, Error> {
    let mut header = next_header(&node.rules, base, base.header.timestamp + BLOCK_TIME);
    if !validation && header.base_fee_per_gas.is_some() {
        header.base_fee_per_gas = Some(0);
    }
    header.mix_hash = B256::ZERO;
    let Some(overrides) = overrides else { return Ok(header) };
    if let Some(number) = overrides.number {
        if number <= U256::from(base.header.number) {
            return Err(Error::new(-38020, "block numbers must be in order"));
        }
        if number != U256::from(header.number) {
            return Err(Error::new(-38026, "too many blocks: the next one is simulated"));
        }
    }
    if let Some(time) = overrides.time {
        if time <= base.header.timestamp {
            return Err(Error::new(-38021, "block timestamps must be in order"));
        }
        header.timestamp = time;
    }
    if let Some(limit) = overrides.gas_limit {
        header.gas_limit = limit;
    }
    if let Some(coinbase) = overrides.coinbase {
        header.beneficiary = coinbase;
    }
    if let Some(random) = overrides.random {
        header.mix_hash = random;
    }
    if let Some(fee) = overrides.base_fee {
        header.base_fee_per_gas = Some(fee.saturating_to());
    }
    Ok(header)
}

/// A block in the making.
struct Simulation<'a> {
    node: &'a Node,
    scene: Scene<'a>,
    header: Header,
    validation: bool,
    trace_transfers: bool,
    gas_used: u64,
    transactions: Vec<Recovered<TxEnvelope>>,
    receipts: Vec<ReceiptEnvelope>,
    results: Vec<SimCallResult>,
}

impl Simulation<'_> {
    fn call(&mut self, mut request: TransactionRequest) -> Result<(), Error> {
        self.fill(&mut request)?;
        let tx = self.scene.simulated_tx(request.clone())?;
        let envelope = envelope(request)?;
        let result = self.run(tx).map_err(coded)?;
        self.gas_used += result.tx_gas_used();
        let logs: Vec<_> = result.logs().to_vec();
        let receipt = Receipt {
            status: Eip658Value::Eip658(result.is_success()),
            cumulative_gas_used: self.gas_used,
            logs: logs.clone(),
        };
        let receipt: ReceiptWithBloom<_> = receipt.into();
        self.receipts.push(ReceiptEnvelope::from_typed(envelope.tx_type(), receipt));
        self.transactions.push(envelope);
        let logs = logs.into_iter().map(|log| RpcLog { inner: log, ..RpcLog::default() });
        self.results.push(call_result(result, logs.collect()));
        Ok(())
    }

    /// What the request leaves open.
    fn fill(&self, request: &mut TransactionRequest) -> Result<(), Error> {
        let rest = self.header.gas_limit.saturating_sub(self.gas_used);
        if request.gas.is_some_and(|gas| gas > rest) {
            return Err(Error::new(-38015, "block gas limit reached"));
        }
        let cap = Cfg::tx_gas_limit_cap(&self.scene.env.cfg_env);
        request.gas = Some(request.gas.unwrap_or(rest.min(cap)).min(self.node.limits.gas));
        let from = request.from.unwrap_or_default();
        request.from = Some(from);
        request.to = Some(request.to.unwrap_or_default());
        if request.nonce.is_none() {
            let info = self.scene.db.basic_ref(from)?;
            request.nonce = Some(info.map_or(0, |info| info.nonce));
        }
        if request.gas_price.is_none() && self.node.rules.is(SpecId::LONDON) {
            let base_fee = u128::from(self.scene.env.block_env.basefee);
            let tip = request.max_priority_fee_per_gas.get_or_insert(0);
            let least = if self.validation { base_fee + *tip } else { *tip };
            request.max_fee_per_gas.get_or_insert(least);
        } else {
            request.gas_price.get_or_insert(0);
        }
        request.chain_id = Some(self.node.rules.chain_id);
        Ok(())
    }

    fn run(&mut self, tx: TxEnv) -> Result<ExecutionResult, Error> {
        let scene = &mut self.scene;
        let done = if self.trace_transfers {
            let inspector = TransferInspector::new(false).with_logs(true);
            let watch = Watch::new(self.node.limits.time);
            scene.inspect(tx, inspector, watch)?.0
        } else {
            scene.run(tx)?
        };
        scene.db.commit(done.state);
        Ok(done.result)
    }

    fn finish(mut self, full: bool) -> SimulatedBlock {
        let bloom = |bloom: Bloom, receipt: &ReceiptEnvelope| bloom | *receipt.logs_bloom();
        self.header.logs_bloom = self.receipts.iter().fold(Bloom::ZERO, bloom);
        self.header.gas_used = self.gas_used;
        self.header.state_root = B256::ZERO;
        let plain: Vec<_> = self.transactions.iter().map(|tx| tx.inner().clone()).collect();
        self.header.transactions_root = calculate_transaction_root(&plain);
        self.header.receipts_root = calculate_receipt_root(&self.receipts);
        let hash = self.header.hash_slow();
        self.place_logs(hash);
        let transactions = if full {
            BlockTransactions::Full(self.rpc_transactions(hash))
        } else {
            BlockTransactions::Hashes(plain.iter().map(|tx| *tx.hash()).collect())
        };
        let withdrawals = self.header.withdrawals_root.map(|_| Vec::new().into());
        let size = Some(U256::from(block_size(&self.header, plain)));
        let header = RpcHeader { hash, inner: self.header, total_difficulty: None, size };
        let inner = RpcBlock { header, uncles: Vec::new(), transactions, withdrawals };
        SimulatedBlock { inner, calls: self.results }
    }

    /// Says of each log where it stands.
    fn place_logs(&mut self, hash: B256) {
        let mut log_index = 0;
        let calls = self.results.iter_mut().zip(&self.transactions).zip(0..);
        for ((result, tx), index) in calls {
            for log in &mut result.logs {
                log.block_hash = Some(hash);
                log.block_number = Some(self.header.number);
                log.block_timestamp = Some(self.header.timestamp);
                log.transaction_hash = Some(*tx.hash());
                log.transaction_index = Some(index);
                log.log_index = Some(log_index);
                log_index += 1;
            }
        }
    }

    fn rpc_transactions(&self, hash: B256) -> Vec<Transaction> {
        let place = |(tx, index): (&Recovered<TxEnvelope>, u64)| Transaction {
            inner: tx.clone(),
            block_hash: Some(hash),
            block_number: Some(self.header.number),
            transaction_index: Some(index),
            effective_gas_price: Some(tx.effective_gas_price(self.header.base_fee_per_gas)),
            block_timestamp: Some(self.header.timestamp),
        };
        self.transactions.iter().zip(0..).map(place).collect()
    }
}

/// The request as a transaction with an empty signature.
fn envelope(request: TransactionRequest) -> Result<Recovered<TxEnvelope>, Error> {
    let from = request.from.unwrap_or_default();
    let envelope = request.build_typed_simulate_transaction().map_err(Error::params)?;
    let envelope = envelope.map_eip4844(alloy_consensus::TxEip4844Variant::TxEip4844);
    Ok(Recovered::new_unchecked(envelope, from))
}

fn call_result(result: ExecutionResult, logs: Vec<RpcLog>) -> SimCallResult {
    let failed = |code, message, data| Some(SimulateError { code, message, data });
    let gas_used = result.tx_gas_used();
    let max_used_gas = Some(result.gas().total_gas_spent());
    let (status, return_data, error) = match result {
        ExecutionResult::Success { output, .. } => (true, output.into_data(), None),
        ExecutionResult::Revert { output, .. } => {
            let Error { code, message, data, .. } = Error::revert(output.clone());
            (false, output, failed(code, message, data))
        }
        ExecutionResult::Halt { reason, .. } => {
            let code = SimulateError::VM_EXECUTION_ERROR_CODE;
            (false, Default::default(), failed(code, error::halt(&reason), None))
        }
    };
    SimCallResult { return_data, logs, gas_used, max_used_gas, status, error }
}

/// The error with the code that this method has for a transaction that cannot be part of a block.
fn coded(error: Error) -> Error {
    use InvalidTransaction as I;
    let code = match error.invalid.as_deref() {
        Some(I::NonceTooLow { .. }) => -38010,
        Some(I::NonceTooHigh { .. }) => -38011,
        Some(I::GasPriceLessThanBasefee) => -38012,
        Some(I::CallGasCostMoreThanGasLimit { .. } | I::GasFloorMoreThanGasLimit { .. }) => -38013,
        Some(I::LackOfFundForMaxFee { .. } | I::OverflowPaymentInTransaction) => -38014,
        Some(I::CallerGasLimitMoreThanBlock) => -38015,
        Some(I::CreateInitCodeSizeLimit) => -38025,
        _ => error.code,
    };
    Error { code, ..error }
}
