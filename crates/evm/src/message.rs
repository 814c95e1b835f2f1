//! One call or creation.

use std::{convert::Infallible, fmt, io::Write, marker::PhantomData};

use alloy_genesis::GenesisAccount;
use revm::{
    Context, DatabaseCommit, MainBuilder, MainContext,
    context::{CfgEnv, TxEnv, result::HaltReason},
    context_interface::{
        ContextTr, JournalTr,
        result::{EVMError, ExecutionResult, InvalidTransaction, Output},
    },
    database::{EmptyDB, State},
    database_interface::bal::EvmDatabaseError,
    handler::{EthFrame, EvmTr, EvmTrError, FrameResult, Handler},
    inspector::{Inspector, InspectorEvmTr, InspectorHandler, inspectors::TracerEip3155},
    interpreter::{InitialAndFloorGas, interpreter::EthInterpreter},
    primitives::{Address, Bytes, Log, TxKind, U256, address},
    state::EvmState,
};

use crate::{poststate::PostState, prestate::Prestate, rules::Rules};

/// The sender of geth's `evm run`: the word in ASCII.
const SENDER: Address = address!("000000000000000000000000000073656e646572");
/// The receiver of geth's `evm run`.
const RECEIVER: Address = address!("0000000000000000000000007265636569766572");
/// Bytes of memory that a message and its calls may take together.
const MEMORY: u64 = 1 << 30;

/// A call, or the creation of a contract, as geth's `evm run` makes it: all the gas is the code's, nobody pays
/// for it, and refunds are counted but not given.
#[derive(Debug, Clone)]
pub struct Message {
    /// Who calls. If the prestate does not have this account, it has just the value that it sends.
    pub sender: Address,
    /// Who is called.
    pub receiver: Address,
    /// Code for the receiver, in place of what it may have; of a creation the init code, before the input.
    pub code: Option<Bytes>,
    /// Whether to create a contract instead of calling the receiver.
    pub create: bool,
    /// The call data.
    pub input: Bytes,
    /// The gas that the code gets.
    pub gas: u64,
    /// Wei sent along.
    pub value: U256,
    /// What GASPRICE answers, in wei.
    pub gas_price: u128,
}

impl Default for Message {
    /// What geth's `evm run` takes if nothing is said.
    fn default() -> Self {
        Self {
            sender: SENDER,
            receiver: RECEIVER,
            code: None,
            create: false,
            input: Bytes::new(),
            gas: 10_000_000_000,
            value: U256::ZERO,
            gas_price: 0,
        }
    }
}

/// How a message ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It returned.
    Success,
    /// It reverted (REVERT).
    Revert,
    /// It halted.
    Halt(HaltReason),
}

/// What came of a message.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Return data, revert data, or the code of the new contract.
    pub output: Bytes,
    /// Gas used, without refunds.
    pub gas_used: u64,
    /// The refund counter, without the cap that applies at the end of a transaction.
    pub gas_refund: u64,
    /// The logs.
    pub logs: Vec<Log>,
    /// The new contract.
    pub created: Option<Address>,
    /// The accounts afterwards.
    pub state: PostState,
}

/// Why a message was not executed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError {
    /// What revm cannot go on from: a precompile that is not offered, a route that does not exist.
    Fatal(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fatal(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for RunError {}

/// Runs a message.
///
/// # Errors
/// If the rules cannot be followed; a halt is an [`Outcome`].
pub fn run(rules: &Rules, prestate: &Prestate, message: &Message) -> Result<Outcome, RunError> {
    execute(rules, prestate, message, None)
}

/// As [`run`]; writes a line of JSON (EIP-3155) about each opcode to `trace`, with all memory if asked for.
///
/// # Errors
/// As [`run`]. What cannot be written is lost without an error.
pub fn run_traced(
    rules: &Rules,
    prestate: &Prestate,
    message: &Message,
    trace: impl Write + 'static,
    memory: bool,
) -> Result<Outcome, RunError> {
    let tracer = TracerEip3155::buffered(trace).without_summary();
    let tracer = if memory { tracer.with_memory() } else { tracer };
    execute(rules, prestate, message, Some(tracer))
}

type Db<'a> = &'a mut State<EmptyDB>;
type Error = EVMError<EvmDatabaseError<Infallible>, InvalidTransaction>;

fn execute(
    rules: &Rules,
    prestate: &Prestate,
    message: &Message,
    tracer: Option<TracerEip3155>,
) -> Result<Outcome, RunError> {
    let cache = prepared(prestate, message).cache();
    let mut state = State::builder().with_cached_prestate(cache).with_bundle_update().build();
    let config = config(rules, prestate);
    let mut block = prestate.block.clone();
    if let Some(blobs) = block.blob_excess_gas_and_price {
        let fraction = config.blob_base_fee_update_fraction();
        block.set_blob_excess_gas_and_price(blobs.excess_blob_gas, fraction);
    }
    let mut evm = Context::mainnet()
        .with_db::<Db<'_>>(&mut state)
        .with_block(block)
        .with_cfg(config)
        .with_tx(transaction(message))
        .build_mainnet()
        .with_precompiles(rules.precompiles.provider(rules.spec));
    let (result, changes) = match tracer {
        None => {
            let result = MessageHandler::<_, Error>::new().run(&mut evm);
            (result, evm.ctx.journal_mut().finalize())
        }
        Some(tracer) => {
            let mut evm = evm.with_inspector(tracer);
            let result = MessageHandler::<_, Error>::new().inspect_run(&mut evm);
            (result, evm.ctx.journal_mut().finalize())
        }
    };
    state.commit(changes);
    let result = result.map_err(|error| RunError::Fatal(error.to_string()))?;
    Ok(Outcome::new(result, PostState::new(&state.cache)))
}

/// The prestate with what the message brings.
fn prepared(prestate: &Prestate, message: &Message) -> Prestate {
    let mut prestate = prestate.clone();
    if !message.value.is_zero() {
        let funded = || GenesisAccount { balance: message.value, ..GenesisAccount::default() };
        prestate.accounts.entry(message.sender).or_insert_with(funded);
    }
    if let Some(code) = message.code.as_ref().filter(|_| !message.create) {
        prestate.accounts.entry(message.receiver).or_default().code = Some(code.clone());
    }
    prestate
}

fn config(rules: &Rules, prestate: &Prestate) -> CfgEnv {
    let mut config = CfgEnv::default();
    config.set_spec_and_mainnet_gas_params(rules.spec);
    config.chain_id = prestate.chain_id;
    // The gas is a message's, not a transaction's: no cap (EIP-7825), no charge for the recipient (EIP-2780).
    config.tx_gas_limit_cap = Some(u64::MAX);
    config.enable_amsterdam_eip2780 = false;
    config.memory_limit = MEMORY;
    config
}

fn transaction(message: &Message) -> TxEnv {
    let code = message.code.as_ref().filter(|_| message.create);
    TxEnv {
        caller: message.sender,
        kind: if message.create { TxKind::Create } else { TxKind::Call(message.receiver) },
        data: match code {
            Some(code) => [&code[..], &message.input[..]].concat().into(),
            None => message.input.clone(),
        },
        gas_limit: message.gas,
        value: message.value,
        gas_price: message.gas_price,
        ..TxEnv::default()
    }
}

impl Outcome {
    fn new(result: ExecutionResult, state: PostState) -> Self {
        let gas = *result.gas();
        let (status, output, created, logs) = match result {
            ExecutionResult::Success { logs, output: Output::Call(bytes), .. } => {
                (Status::Success, bytes, None, logs)
            }
            ExecutionResult::Success { logs, output: Output::Create(bytes, created), .. } => {
                (Status::Success, bytes, created, logs)
            }
            ExecutionResult::Revert { output, logs, .. } => (Status::Revert, output, None, logs),
            ExecutionResult::Halt { reason, logs, .. } => {
                (Status::Halt(reason), Bytes::new(), None, logs)
            }
        };
        let (gas_used, gas_refund) = (gas.total_gas_spent(), gas.inner_refunded());
        Self { status, output, gas_used, gas_refund, logs, created, state }
    }
}

/// revm's handler of transactions without all that is the transaction's: checks, intrinsic gas, fees, refund.
struct MessageHandler<EVM, ERROR>(PhantomData<(EVM, ERROR)>);

impl<EVM, ERROR> MessageHandler<EVM, ERROR> {
    const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<EVM, ERROR> Handler for MessageHandler<EVM, ERROR>
where
    EVM: EvmTr<
            Context: ContextTr<Journal: JournalTr<State = EvmState>>,
            Frame = EthFrame<EthInterpreter>,
        >,
    ERROR: EvmTrError<EVM>,
{
    type Evm = EVM;
    type Error = ERROR;
    type HaltReason = HaltReason;

    fn validate(&self, evm: &mut EVM) -> Result<InitialAndFloorGas, ERROR> {
        // The caller is warm (EIP-2929).
        let caller = revm::context_interface::Transaction::caller(evm.ctx().tx());
        evm.ctx().journal_mut().load_account(caller)?;
        Ok(InitialAndFloorGas::new(0, 0))
    }

    fn refund(&self, _: &mut EVM, _: &mut FrameResult, _: i64) -> Result<(), ERROR> {
        Ok(())
    }

    fn reimburse_caller(&self, _: &mut EVM, _: &mut FrameResult) -> Result<(), ERROR> {
        Ok(())
    }

    fn reward_beneficiary(&self, _: &mut EVM, _: &mut FrameResult) -> Result<(), ERROR> {
        Ok(())
    }
}

impl<EVM, ERROR> InspectorHandler for MessageHandler<EVM, ERROR>
where
    EVM: InspectorEvmTr<
            Context: ContextTr<Journal: JournalTr<State = EvmState>>,
            Frame = EthFrame<EthInterpreter>,
            Inspector: Inspector<<EVM as EvmTr>::Context, EthInterpreter>,
        >,
    ERROR: EvmTrError<EVM>,
{
    type IT = EthInterpreter;
}
