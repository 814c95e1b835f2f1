//! Calls that change nothing: `eth_call`, `eth_estimateGas`, `eth_createAccessList`, `debug_traceCall`.

use alloy_eips::BlockId;
use alloy_eips::eip2930::{AccessList, AccessListResult};
use alloy_evm::{
    EvmEnv, TransactionEnvMut,
    overrides::{StateOverrideError, apply_block_overrides, apply_state_overrides},
    rpc::TryIntoTxEnv,
};
use alloy_primitives::{Address, Bytes, U256};
use alloy_rpc_types_eth::{BlockOverrides, TransactionRequest, state::StateOverride};
use alloy_rpc_types_trace::geth::{GethDebugTracingCallOptions, GethTrace};
use gigagas::Set;
use gigagas_revm::GigagasPrecompiles;
use revm::{
    DatabaseRef, Inspector,
    context::{
        TxEnv,
        result::{ExecutionResult, HaltReason, InvalidTransaction, ResultAndState},
    },
    context_interface::{Cfg, block::BlobExcessGasAndPrice},
    database::CacheDB,
    state::AccountInfo,
};
use revm_inspectors::{
    access_list::AccessListInspector,
    tracing::{DebugInspector, TransactionContext},
};

use crate::{
    chain::Block,
    error::{self, Error},
    evm::{self, Ctx, Db, Watch},
    methods::Args,
    node::Node,
};

/// Runs until an access list does not grow any more; each adds what the last one found.
const MAX_ACCESS_LIST_RUNS: usize = 16;

/// A state, an environment and precompiles to call in.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    node: &'a Node,
    pub(crate) db: Db,
    pub(crate) env: EvmEnv,
    pub(crate) precompiles: GigagasPrecompiles,
}

impl<'a> Scene<'a> {
    /// After the block that is asked for, with overrides.
    pub(crate) fn new(
        node: &'a Node,
        id: BlockId,
        state: Option<StateOverride>,
        block: Option<Box<BlockOverrides>>,
    ) -> Result<Self, Error> {
        let base = node.block(id)?;
        let mut scene = Self::after(node, &base);
        if let Some(overrides) = block {
            scene.override_block(*overrides);
        }
        if let Some(overrides) = state {
            scene.override_state(overrides)?;
        }
        Ok(scene)
    }

    /// After `block`.
    pub(crate) fn after(node: &'a Node, block: &Block) -> Self {
        Self {
            node,
            db: CacheDB::new(block.after.clone()),
            env: evm::env(&node.rules, &block.header),
            precompiles: node.precompiles.clone(),
        }
    }

    pub(crate) fn override_block(&mut self, overrides: BlockOverrides) {
        apply_block_overrides(overrides, &mut self.db, &mut self.env.block_env);
    }

    pub(crate) fn override_state(&mut self, overrides: StateOverride) -> Result<(), Error> {
        let moved = moved_set(self.precompiles.set(), &overrides)?;
        if let Some(set) = moved {
            self.precompiles = GigagasPrecompiles::custom(set);
        }
        apply_state_overrides(overrides, &mut self.db).map_err(|error| match error {
            StateOverrideError::BothStateAndStateDiff(address) => {
                Error::server(format!("account {address} has both 'state' and 'stateDiff'"))
            }
            other => Error::server(other),
        })
    }

    /// The request as a transaction. Fees count only if the request names them.
    pub(crate) fn tx(&mut self, mut request: TransactionRequest) -> Result<TxEnv, Error> {
        let free = request.gas_price.unwrap_or(0) == 0
            && request.max_fee_per_gas.unwrap_or(0) == 0
            && request.max_priority_fee_per_gas.unwrap_or(0) == 0;
        if free {
            // As geth: a call for nothing sees a base fee of nothing.
            self.env.block_env.basefee = 0;
        }
        if request.max_fee_per_blob_gas.unwrap_or(0) == 0
            && let Some(BlobExcessGasAndPrice { blob_gasprice, .. }) =
                &mut self.env.block_env.blob_excess_gas_and_price
        {
            *blob_gasprice = 0;
        }
        let asked = request.gas;
        request.gas = Some(asked.unwrap_or(u64::MAX).min(self.node.limits.gas));
        let mut tx = request.try_into_tx_env(&self.env).map_err(Error::params)?;
        if asked.is_none() {
            tx.gas_limit = tx.gas_limit.min(self.affordable_gas(&tx)?);
        }
        Ok(tx)
    }

    /// The request, of which nothing is missing, as a transaction.
    pub(crate) fn simulated_tx(&self, request: TransactionRequest) -> Result<TxEnv, Error> {
        request.try_into_tx_env(&self.env).map_err(Error::params)
    }

    /// The gas that the sender can pay for.
    fn affordable_gas(&self, tx: &TxEnv) -> Result<u64, Error> {
        if tx.gas_price == 0 {
            return Ok(u64::MAX);
        }
        let info = self.db.basic_ref(tx.caller)?;
        let balance = info.map(|info| info.balance).unwrap_or_default();
        // What is missing for the value is found out by the transaction itself.
        let rest = balance.saturating_sub(tx.value);
        Ok((rest / U256::from(tx.gas_price)).saturating_to())
    }

    /// Runs `tx`.
    pub(crate) fn run(&mut self, tx: TxEnv) -> Result<ResultAndState, Error> {
        evm::run(&mut self.db, &self.env, &self.precompiles, tx, self.node.limits.time)
    }

    /// Runs `tx` under an inspector.
    pub(crate) fn inspect<I: for<'c> Inspector<Ctx<'c>>>(
        &mut self,
        tx: TxEnv,
        inspector: I,
        watch: Watch,
    ) -> Result<(ResultAndState, I), Error> {
        evm::inspect(&mut self.db, &self.env, &self.precompiles, tx, inspector, watch)
    }
}

/// The set after the moves that `overrides` ask for, if any (`movePrecompileToAddress`).
fn moved_set(set: &Set, overrides: &StateOverride) -> Result<Option<Set>, Error> {
    let moves =
        overrides.iter().filter_map(|(from, account)| Some((*from, account.move_precompile_to?)));
    let mut builder = set.to_builder();
    let mut taken = Vec::new();
    // All are lifted before any is put down: two may change places.
    for (from, to) in moves {
        let entry = *set
            .get(&ours(from))
            .ok_or_else(|| Error::server(format!("account {from} is not a precompile")))?;
        if from == to {
            return Err(Error::server(format!("account {from} is moved to itself")));
        }
        if overrides.get(&to).is_some_and(|at_goal| at_goal.move_precompile_to.is_none()) {
            return Err(Error::server(format!("account {to} has already been overridden")));
        }
        builder = builder.remove(ours(from)).map_err(Error::server)?;
        taken.push(gigagas::Entry { address: ours(to), ..entry });
    }
    let mut goals: Vec<_> = taken.iter().map(|entry| entry.address).collect();
    goals.sort_unstable();
    if goals.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Error::server("two precompiles are moved to the same address"));
    }
    if taken.is_empty() {
        return Ok(None);
    }
    Ok(Some(taken.into_iter().fold(builder, gigagas::SetBuilder::put_entry).build()))
}

const fn ours(address: Address) -> gigagas::Address {
    gigagas::Address(address.0.0)
}

/// The output, or why there is none.
fn output(result: ExecutionResult) -> Result<Bytes, Error> {
    match result {
        ExecutionResult::Success { output, .. } => Ok(output.into_data()),
        ExecutionResult::Revert { output, .. } => Err(Error::revert(output)),
        ExecutionResult::Halt { reason, .. } => Err(Error::server(error::halt(&reason))),
    }
}

/// A precompile's price up to which it is run on the spot: some microseconds.
const BRIEF_GAS: u64 = 10_000;

/// Whether the parameters of `eth_call` name no overrides, and a cheap precompile or an account without code.
/// A precompile is priced before it runs, so that this is known before.
pub(crate) fn is_brief(node: &Node, args: &Args<'_>) -> bool {
    let (Ok(request), Ok(id)) = (args.get::<TransactionRequest>(0), args.block(1)) else {
        return false;
    };
    let Some(to) = request.to.and_then(|kind| kind.into_to()) else { return false };
    if args.len() > 2 || request.access_list.is_some() || request.authorization_list.is_some() {
        return false;
    }
    if let Some(entry) = node.rules.set.get(&ours(to)) {
        return entry.gas(request.input.input().map_or(&[], |data| data)) <= BRIEF_GAS;
    }
    let info = node.block(id).map(|block| block.after.basic_ref(to));
    matches!(info, Ok(Ok(info)) if info.as_ref().is_none_or(AccountInfo::is_empty_code_hash))
}

/// `eth_call`.
pub(crate) fn call(mut scene: Scene<'_>, request: TransactionRequest) -> Result<Bytes, Error> {
    evm::relax(&mut scene.env);
    let tx = scene.tx(request)?;
    output(scene.run(tx)?.result)
}

/// `eth_estimateGas`: the lowest gas limit with which the transaction succeeds.
pub(crate) fn estimate(mut scene: Scene<'_>, request: TransactionRequest) -> Result<u64, Error> {
    let block_gas = scene.env.block_env.gas_limit;
    let cap = Cfg::tx_gas_limit_cap(&scene.env.cfg_env);
    evm::relax(&mut scene.env);
    let gas = request.gas;
    let tx = scene.tx(TransactionRequest { gas: None, ..request })?;
    // What is too little for a transfer is no wish, as for geth.
    let wish = gas.filter(|&gas| gas >= 21_000).unwrap_or(block_gas);
    let most = wish.min(cap).min(tx.gas_limit);
    let with = |gas_limit| TxEnv { gas_limit, ..tx.clone() };

    let result = scene.run(with(most))?.result;
    if let ExecutionResult::Halt { reason, .. } = &result
        && matches!(reason, HaltReason::OutOfGas(_))
    {
        return Err(Error::server(format!("gas required exceeds allowance ({most})")));
    }
    let gas = *result.gas();
    output(result)?;

    let suffices = |scene: &mut Scene<'_>, gas_limit| match scene.run(with(gas_limit)) {
        Ok(done) => Ok(done.result.is_success()),
        Err(error) if is_too_little(&error) => Ok(false),
        Err(error) => Err(error),
    };
    // `low` does not suffice, `high` does. The gas that is used before refunds is a lower bound and, with
    // the 1/64 that calls hold back (EIP-150), often nearly enough.
    let spent = gas.total_gas_spent();
    let mut low = gas.tx_gas_used().saturating_sub(1).max(20_999);
    let mut high = most;
    let guess = (spent + 2300).saturating_mul(64) / 63;
    for tip in [spent, guess] {
        if tip > low && tip < high {
            if suffices(&mut scene, tip)? {
                high = tip;
                break;
            }
            low = tip;
        }
    }
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if suffices(&mut scene, middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

fn is_too_little(error: &Error) -> bool {
    matches!(
        error.invalid.as_deref(),
        Some(
            InvalidTransaction::CallGasCostMoreThanGasLimit { .. }
                | InvalidTransaction::GasFloorMoreThanGasLimit { .. }
        )
    )
}

/// `eth_createAccessList`.
pub(crate) fn access_list(
    mut scene: Scene<'_>,
    request: TransactionRequest,
) -> Result<AccessListResult, Error> {
    evm::relax(&mut scene.env);
    let mut tx = scene.tx(request)?;
    let mut list = tx.access_list.clone();
    for _ in 0..MAX_ACCESS_LIST_RUNS {
        TransactionEnvMut::set_access_list(&mut tx, list.clone());
        let inspector = AccessListInspector::new(list.clone());
        let watch = Watch::new(scene.node.limits.time);
        let (done, inspector) = scene.inspect(tx.clone(), inspector, watch)?;
        let found: AccessList = inspector.into_access_list();
        if found == list {
            let gas_used = U256::from(done.result.tx_gas_used());
            let error = output(done.result).err().map(|error| error.message);
            return Ok(AccessListResult { access_list: list, gas_used, error });
        }
        list = found;
    }
    Err(Error::server("the access list does not settle"))
}

/// `debug_traceCall`.
pub(crate) fn trace(
    node: &Node,
    request: TransactionRequest,
    id: BlockId,
    options: GethDebugTracingCallOptions,
) -> Result<GethTrace, Error> {
    let block = options.block_overrides.map(Box::new);
    let mut scene = Scene::new(node, id, options.state_overrides, block)?;
    evm::relax(&mut scene.env);
    let tx = scene.tx(request)?;
    let inspector = DebugInspector::new(options.tracing_options).map_err(Error::server)?;
    let watch = Watch::new(node.limits.time).steps(node.limits.trace_steps);
    let (done, mut inspector) = scene.inspect(tx.clone(), inspector, watch)?;
    let context = Some(TransactionContext::default());
    let Scene { mut db, env, .. } = scene;
    inspector.get_result(context, &tx, &env.block_env, &done, &mut db).map_err(Error::server)
}
