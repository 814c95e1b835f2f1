//! The EVM on a state, with the precompiles of the chain.

use std::time::{Duration, Instant};

use alloy_consensus::Header;
use alloy_eips::eip7840::BlobParams;
use alloy_evm::EvmEnv;
use alloy_primitives::U256;
use gigagas_revm::GigagasPrecompiles;
use revm::{
    Context, ExecuteEvm, InspectEvm, Inspector, MainBuilder, MainContext,
    context::{BlockEnv, CfgEnv, TxEnv, result::ResultAndState},
    context_interface::block::BlobExcessGasAndPrice,
    database::CacheDB,
    handler::FrameResult,
    inspector::NoOpInspector,
    interpreter::{
        CallInputs, CallOutcome, CreateInputs, CreateOutcome, FrameInput, InstructionResult,
        Interpreter,
    },
    primitives::{Address, Log, hardfork::SpecId},
};

use crate::{config::Rules, error::Error, state::View};

/// A state that may be changed for the time of a call.
pub(crate) type Db = CacheDB<View>;
/// What inspectors see.
pub(crate) type Ctx<'a> = Context<BlockEnv, TxEnv, CfgEnv, &'a mut Db>;

/// A call with at most so much gas ends by itself, in a second or so of interpretation or a few of the
/// slowest precompile; only with more is the clock looked at, since that slows every opcode.
const UNWATCHED_GAS: u64 = 100_000_000;

/// The blob rules of a fork.
pub(crate) fn blob_params(spec: SpecId) -> BlobParams {
    if spec.is_enabled_in(SpecId::OSAKA) {
        BlobParams::osaka()
    } else if spec.is_enabled_in(SpecId::PRAGUE) {
        BlobParams::prague()
    } else {
        BlobParams::cancun()
    }
}

/// The environment of a transaction in the block of `header`.
pub(crate) fn env(rules: &Rules, header: &Header) -> EvmEnv {
    let mut cfg = CfgEnv::new_with_spec(rules.spec).with_mainnet_gas_params();
    cfg.chain_id = rules.chain_id;
    let blobs = blob_params(rules.spec);
    cfg.max_blobs_per_tx = Some(blobs.max_blobs_per_tx);
    let fraction = u64::try_from(blobs.update_fraction).unwrap_or(u64::MAX);
    cfg.blob_base_fee_update_fraction = Some(fraction);
    let block = BlockEnv {
        number: U256::from(header.number),
        beneficiary: header.beneficiary,
        timestamp: U256::from(header.timestamp),
        gas_limit: header.gas_limit,
        basefee: header.base_fee_per_gas.unwrap_or_default(),
        difficulty: header.difficulty,
        prevrandao: rules.is(SpecId::MERGE).then_some(header.mix_hash),
        blob_excess_gas_and_price: rules.is(SpecId::CANCUN).then(|| {
            BlobExcessGasAndPrice::new(header.excess_blob_gas.unwrap_or_default(), fraction)
        }),
        ..BlockEnv::default()
    };
    EvmEnv::new(cfg, block)
}

/// Lets a call pass that would be no valid transaction: any nonce, sender, gas limit, and no fee.
pub(crate) fn relax(env: &mut EvmEnv) {
    env.cfg_env.disable_nonce_check = true;
    env.cfg_env.disable_eip3607 = true;
    env.cfg_env.disable_block_gas_limit = true;
    env.cfg_env.disable_base_fee = true;
    env.cfg_env.tx_gas_limit_cap = Some(u64::MAX);
}

/// Runs `tx`, and aborts it after `time`.
pub(crate) fn run(
    db: &mut Db,
    env: &EvmEnv,
    precompiles: &GigagasPrecompiles,
    tx: TxEnv,
    time: Duration,
) -> Result<ResultAndState, Error> {
    if tx.gas_limit > UNWATCHED_GAS {
        let watch = Watch::new(time);
        return Ok(inspect(db, env, precompiles, tx, NoOpInspector, watch)?.0);
    }
    let mut evm = Context::mainnet()
        .with_block(env.block_env.clone())
        .with_cfg(env.cfg_env.clone())
        .with_db(db)
        .build_mainnet()
        .with_precompiles(precompiles.clone());
    Ok(evm.transact(tx)?)
}

/// Runs `tx` under an inspector, until `watch` has had enough.
pub(crate) fn inspect<I: for<'a> Inspector<Ctx<'a>>>(
    db: &mut Db,
    env: &EvmEnv,
    precompiles: &GigagasPrecompiles,
    tx: TxEnv,
    inner: I,
    watch: Watch,
) -> Result<(ResultAndState, I), Error> {
    let mut evm = Context::mainnet()
        .with_block(env.block_env.clone())
        .with_cfg(env.cfg_env.clone())
        .with_db(db)
        .build_mainnet_with_inspector(Watched { inner, watch })
        .with_precompiles(precompiles.clone());
    let result = evm.inspect_tx(tx);
    let Watched { inner, watch } = evm.inspector;
    match watch.end {
        None => Ok((result?, inner)),
        Some(end) => Err(Error::server(end)),
    }
}

/// When to abort a call.
#[derive(Debug)]
pub(crate) struct Watch {
    until: Instant,
    limit: Duration,
    steps: u64,
    max_steps: u64,
    end: Option<String>,
}

impl Watch {
    /// After this time.
    pub(crate) fn new(limit: Duration) -> Self {
        Self { until: Instant::now() + limit, limit, steps: 0, max_steps: u64::MAX, end: None }
    }

    /// Also after so many opcodes.
    pub(crate) const fn steps(mut self, max: u64) -> Self {
        self.max_steps = max;
        self
    }

    /// Counts an opcode; true if there has been enough.
    fn is_over(&mut self) -> bool {
        self.steps += 1;
        if self.steps > self.max_steps {
            let max = self.max_steps;
            self.end.get_or_insert_with(|| format!("trace aborted (more than {max} opcodes)"));
        } else if self.steps.is_multiple_of(1024) && Instant::now() > self.until {
            let limit = self.limit.as_secs_f64();
            self.end.get_or_insert_with(|| format!("execution aborted (timeout = {limit}s)"));
        }
        self.end.is_some()
    }
}

/// An inspector with a watch.
struct Watched<I> {
    inner: I,
    watch: Watch,
}

impl<'a, I: Inspector<Ctx<'a>>> Inspector<Ctx<'a>> for Watched<I> {
    fn initialize_interp(&mut self, interp: &mut Interpreter, context: &mut Ctx<'a>) {
        self.inner.initialize_interp(interp, context);
    }

    fn step(&mut self, interp: &mut Interpreter, context: &mut Ctx<'a>) {
        if self.watch.is_over() {
            interp.halt(InstructionResult::OutOfGas);
        } else {
            self.inner.step(interp, context);
        }
    }

    fn step_end(&mut self, interp: &mut Interpreter, context: &mut Ctx<'a>) {
        // A step that was never begun has no end.
        if self.watch.end.is_none() {
            self.inner.step_end(interp, context);
        }
    }

    fn log(&mut self, context: &mut Ctx<'a>, log: Log) {
        self.inner.log(context, log);
    }

    fn log_full(&mut self, interp: &mut Interpreter, context: &mut Ctx<'a>, log: Log) {
        self.inner.log_full(interp, context, log);
    }

    fn frame_start(
        &mut self,
        context: &mut Ctx<'a>,
        input: &mut FrameInput,
    ) -> Option<FrameResult> {
        self.inner.frame_start(context, input)
    }

    fn frame_end(&mut self, context: &mut Ctx<'a>, input: &FrameInput, result: &mut FrameResult) {
        self.inner.frame_end(context, input, result);
    }

    fn call(&mut self, context: &mut Ctx<'a>, inputs: &mut CallInputs) -> Option<CallOutcome> {
        self.inner.call(context, inputs)
    }

    fn call_end(&mut self, context: &mut Ctx<'a>, inputs: &CallInputs, outcome: &mut CallOutcome) {
        self.inner.call_end(context, inputs, outcome);
    }

    fn create(
        &mut self,
        context: &mut Ctx<'a>,
        inputs: &mut CreateInputs,
    ) -> Option<CreateOutcome> {
        self.inner.create(context, inputs)
    }

    fn create_end(
        &mut self,
        context: &mut Ctx<'a>,
        inputs: &CreateInputs,
        outcome: &mut CreateOutcome,
    ) {
        self.inner.create_end(context, inputs, outcome);
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        self.inner.selfdestruct(contract, target, value);
    }
}
