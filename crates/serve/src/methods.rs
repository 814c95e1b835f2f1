//! The methods by name, and their parameters.

use alloy_consensus::{Transaction as _, TxEnvelope, transaction::Recovered};
use alloy_eips::{BlockId, BlockNumberOrTag};
use alloy_primitives::{Address, B256, Bytes, TxKind, U64, U256, keccak256};
use alloy_rpc_types_eth::{
    BlockOverrides, Filter, Transaction, TransactionRequest, simulate::SimulatePayload,
    state::StateOverride,
};
use alloy_rpc_types_trace::geth::GethDebugTracingCallOptions;
use alloy_serde::JsonStorageKey;
use revm::{DatabaseRef, primitives::hardfork::SpecId, state::AccountInfo};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{json, value::RawValue};

use crate::{
    call::{self, Scene},
    error::Error,
    fees,
    filters::{self, Watched},
    node::Node,
    signed::{self, DevAccount},
    simulate,
};

/// An answer in JSON.
pub(crate) type Answer = Result<Box<RawValue>, Error>;

/// A method.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Method {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    pub(crate) run: fn(&Node, &Args<'_>) -> Answer,
}

/// How much a method may have to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A look into the chain.
    Short,
    /// A look into the state, which may be a remote one.
    State,
    /// A call: brief if it is to a cheap precompile or to no code, else as long as the next.
    Call,
    /// The EVM, a signature, a search.
    Long,
}

/// The parameters of a request, by position.
#[derive(Debug, Default)]
pub(crate) struct Args<'a>(Vec<&'a RawValue>);

impl<'a> Args<'a> {
    /// `params` as it stands in the request; none is as good as an empty list.
    pub(crate) fn parse(params: Option<&'a str>) -> Result<Self, Error> {
        match params {
            None => Ok(Self::default()),
            Some(text) => {
                serde_json::from_str(text).map(Self).map_err(|_| Error::params("non-array args"))
            }
        }
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, index: usize) -> Result<T, Error> {
        let missing = || Error::params(format!("missing value for required argument {index}"));
        self.optional(index)?.ok_or_else(missing)
    }

    pub(crate) fn optional<T: DeserializeOwned>(&self, index: usize) -> Result<Option<T>, Error> {
        let Some(value) = self.0.get(index) else { return Ok(None) };
        serde_json::from_str(value.get())
            .map_err(|error| Error::params(format!("invalid argument {index}: {error}")))
    }

    fn at_most(&self, max: usize) -> Result<(), Error> {
        if self.0.len() > max {
            return Err(Error::params(format!("too many arguments, want at most {max}")));
        }
        Ok(())
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// A block, or the newest.
    pub(crate) fn block(&self, index: usize) -> Result<BlockId, Error> {
        Ok(self.optional(index)?.unwrap_or_default())
    }
}

fn json(value: &impl Serialize) -> Answer {
    serde_json::value::to_raw_value(value).map_err(Error::internal)
}

macro_rules! methods {
    ($($work:ident $name:ident($max:literal) = $run:expr;)+) => {
        /// Every method.
        pub(crate) const METHODS: &[Method] = &[$(Method {
            name: stringify!($name),
            work: Work::$work,
            run: |node, args| {
                args.at_most($max)?;
                let run: fn(&Node, &Args<'_>) -> Answer = $run;
                run(node, args)
            },
        },)+];
    };
}

methods! {
    Short web3_clientVersion(0) = |_, _| json(&client_version());
    Short web3_sha3(1) = |_, args| json(&keccak256(args.get::<Bytes>(0)?));
    Short net_version(0) = |node, _| json(&node.rules.chain_id.to_string());
    Short net_listening(0) = |_, _| json(&true);
    Short net_peerCount(0) = |_, _| json(&U64::ZERO);
    Short rpc_modules(0) = |_, _| json(&json!({
        "debug": "1.0", "eth": "1.0", "net": "1.0", "rpc": "1.0", "web3": "1.0",
    }));
    Short eth_protocolVersion(0) = |_, _| json(&U64::from(69));
    Short eth_chainId(0) = |node, _| json(&U64::from(node.rules.chain_id));
    Short eth_syncing(0) = |_, _| json(&false);
    Short eth_mining(0) = |_, _| json(&true);
    Short eth_accounts(0) = |node, _| {
        json(&node.accounts.iter().map(|account| account.address).collect::<Vec<_>>())
    };
    Short eth_coinbase(0) = |node, _| json(&node.latest().header.beneficiary);
    Short eth_blockNumber(0) = |node, _| json(&U64::from(node.latest().header.number));
    Short eth_gasPrice(0) = |node, _| json(&U256::from(fees::gas_price(node)));
    Short eth_maxPriorityFeePerGas(0) = |_, _| json(&U256::from(fees::TIP));
    Short eth_blobBaseFee(0) = |node, _| {
        let params = crate::evm::blob_params(node.rules.spec);
        json(&node.latest().header.next_block_blob_fee(params).map(U256::from))
    };
    Short eth_feeHistory(3) = fee_history;
    State eth_getBalance(2) = |node, args| json(&account(node, args)?.balance);
    State eth_getTransactionCount(2) = |node, args| json(&U64::from(account(node, args)?.nonce));
    State eth_getCode(2) = code;
    State eth_getStorageAt(3) = storage;
    Short eth_getBlockByNumber(2) = |node, args| {
        block(node, args.get::<BlockNumberOrTag>(0)?.into(), args.optional(1)?)
    };
    Short eth_getBlockByHash(2) = |node, args| {
        block(node, args.get::<B256>(0)?.into(), args.optional(1)?)
    };
    Short eth_getBlockTransactionCountByNumber(1) = |node, args| {
        transaction_count(node, args.get::<BlockNumberOrTag>(0)?.into())
    };
    Short eth_getBlockTransactionCountByHash(1) = |node, args| {
        transaction_count(node, args.get::<B256>(0)?.into())
    };
    Short eth_getUncleCountByBlockNumber(1) = |node, args| {
        uncle_count(node, args.get::<BlockNumberOrTag>(0)?.into())
    };
    Short eth_getUncleCountByBlockHash(1) = |node, args| {
        uncle_count(node, args.get::<B256>(0)?.into())
    };
    Short eth_getBlockReceipts(1) = |node, args| {
        let block = node.chain().find(args.get(0)?)?.cloned();
        json(&block.map(|block| Vec::from_iter(block.receipt())))
    };
    Short eth_getTransactionByHash(1) = transaction;
    Short eth_getTransactionByBlockNumberAndIndex(2) = |node, args| {
        transaction_at(node, args.get::<BlockNumberOrTag>(0)?.into(), args.get(1)?)
    };
    Short eth_getTransactionByBlockHashAndIndex(2) = |node, args| {
        transaction_at(node, args.get::<B256>(0)?.into(), args.get(1)?)
    };
    Short eth_getTransactionReceipt(1) = |node, args| {
        let block = node.chain().of_transaction(&args.get(0)?).cloned();
        json(&block.and_then(|block| block.receipt()))
    };
    Long eth_getLogs(1) = |node, args| {
        json(&filters::logs(&node.chain(), &args.get::<Filter>(0)?)?)
    };
    Short eth_newFilter(1) = |node, args| watch(node, Watched::Logs(Box::new(args.get(0)?)));
    Short eth_newBlockFilter(0) = |node, _| watch(node, Watched::Blocks);
    Short eth_newPendingTransactionFilter(0) = |node, _| watch(node, Watched::Transactions);
    Short eth_uninstallFilter(1) = |node, args| json(&node.filters.remove(args.get(0)?));
    Long eth_getFilterChanges(1) = |node, args| {
        json(&node.filters.changes(&node.chain(), args.get(0)?)?)
    };
    Long eth_getFilterLogs(1) = |node, args| {
        let filter = node.filters.of_logs(args.get(0)?)?;
        json(&filters::logs(&node.chain(), &filter)?)
    };
    Call eth_call(4) = |node, args| {
        let (request, scene) = scene(node, args)?;
        json(&call::call(scene, request)?)
    };
    Long eth_estimateGas(4) = |node, args| {
        let (request, scene) = scene(node, args)?;
        json(&U64::from(call::estimate(scene, request)?))
    };
    Long eth_createAccessList(3) = |node, args| {
        let scene = Scene::new(node, args.block(1)?, args.optional(2)?, None)?;
        json(&call::access_list(scene, args.get(0)?)?)
    };
    Long eth_simulateV1(2) = |node, args| {
        json(&simulate::simulate(node, args.get::<SimulatePayload>(0)?, args.block(1)?)?)
    };
    Long eth_sendRawTransaction(1) = |node, args| {
        json(&node.submit(signed::decode(&args.get::<Bytes>(0)?)?)?)
    };
    Long eth_sendTransaction(1) = |node, args| json(&send(node, args.get(0)?)?);
    Long debug_traceCall(3) = |node, args| {
        let options: Option<GethDebugTracingCallOptions> = args.optional(2)?;
        json(&call::trace(node, args.get(0)?, args.block(1)?, options.unwrap_or_default())?)
    };
}

/// Name, version, system, compiler, as other clients.
fn client_version() -> String {
    let system = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    format!("gigagas/v{}/{system}", env!("CARGO_PKG_VERSION"))
}

fn scene<'a>(node: &'a Node, args: &Args<'_>) -> Result<(TransactionRequest, Scene<'a>), Error> {
    let request = args.get(0)?;
    let state: Option<StateOverride> = args.optional(2)?;
    let block: Option<BlockOverrides> = args.optional(3)?;
    Ok((request, Scene::new(node, args.block(1)?, state, block.map(Box::new))?))
}

/// The account named by the first parameter, at the block of the second.
fn account(node: &Node, args: &Args<'_>) -> Result<AccountInfo, Error> {
    let address: Address = args.get(0)?;
    let block = node.block(args.block(1)?)?;
    Ok(block.after.basic_ref(address)?.unwrap_or_default())
}

fn code(node: &Node, args: &Args<'_>) -> Answer {
    let info = account(node, args)?;
    let view = &node.block(args.block(1)?)?.after;
    json(&view.code_by_hash_ref(info.code_hash)?.original_bytes())
}

fn storage(node: &Node, args: &Args<'_>) -> Answer {
    let slot: JsonStorageKey = args.get(1)?;
    let block = node.block(args.block(2)?)?;
    let value = block.after.storage_ref(args.get(0)?, slot.as_b256().into())?;
    json(&B256::from(value))
}

fn block(node: &Node, id: BlockId, full: Option<bool>) -> Answer {
    let block = node.chain().find(id)?.cloned();
    json(&block.map(|block| block.rpc(full.unwrap_or(false))))
}

fn transaction_count(node: &Node, id: BlockId) -> Answer {
    let chain = node.chain();
    json(&chain.find(id)?.map(|block| U64::from(u8::from(block.mined.is_some()))))
}

fn uncle_count(node: &Node, id: BlockId) -> Answer {
    json(&node.chain().find(id)?.map(|_| U64::ZERO))
}

fn transaction(node: &Node, args: &Args<'_>) -> Answer {
    let hash: B256 = args.get(0)?;
    let block = node.chain().of_transaction(&hash).cloned();
    let waiting = |tx: Recovered<TxEnvelope>| Transaction {
        effective_gas_price: Some(tx.max_fee_per_gas()),
        inner: tx,
        block_hash: None,
        block_number: None,
        transaction_index: None,
        block_timestamp: None,
    };
    match block {
        Some(block) => json(&block.transaction()),
        None => json(&node.queued(&hash).map(waiting)),
    }
}

fn transaction_at(node: &Node, id: BlockId, index: U64) -> Answer {
    let block = node.chain().find(id)?.cloned();
    json(&block.filter(|_| index.is_zero()).and_then(|block| block.transaction()))
}

fn fee_history(node: &Node, args: &Args<'_>) -> Answer {
    let count: U64 = args.get::<Number>(0)?.0;
    let percentiles: Option<Vec<f64>> = args.optional(2)?;
    let count = count.saturating_to();
    json(&fees::history(node, count, args.get(1)?, percentiles.as_deref())?)
}

/// A number that clients write as 0xa, "10" or 10.
#[derive(Deserialize)]
#[serde(transparent)]
struct Number(#[serde(deserialize_with = "number")] U64);

fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<U64, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    let number = match &value {
        serde_json::Value::Number(number) => number.as_u64().map(U64::from),
        serde_json::Value::String(text) => text.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| serde::de::Error::custom("a number that fits 64 bits is expected"))
}

fn watch(node: &Node, watched: Watched) -> Answer {
    let next = node.latest().header.number + 1;
    json(&node.filters.add(watched, next)?)
}

/// Fills in what the request leaves open, signs it for one of the funded accounts, and sends it.
fn send(node: &Node, mut request: TransactionRequest) -> Result<B256, Error> {
    let from = request.from.unwrap_or_else(|| node.accounts[0].address);
    let account = node.accounts.iter().find(|account| account.address == from);
    let account: &DevAccount = account.ok_or_else(|| Error::server("unknown account"))?;
    request.from = Some(from);
    request.to.get_or_insert(TxKind::Create);
    let latest = node.latest();
    if request.nonce.is_none() {
        let info = latest.after.basic_ref(from)?;
        request.nonce = Some(info.map_or(0, |info| info.nonce));
    }
    if request.gas.is_none() {
        let scene = Scene::after(node, &latest);
        request.gas = Some(call::estimate(scene, request.clone())?);
    }
    if request.gas_price.is_none() && node.rules.is(SpecId::LONDON) {
        let base_fee = fees::next_base_fee(&latest).map_or(0, u128::from);
        let tip = *request.max_priority_fee_per_gas.get_or_insert(fees::TIP);
        request.max_fee_per_gas.get_or_insert(2 * base_fee + tip);
    } else {
        request.gas_price.get_or_insert(fees::TIP);
    }
    request.chain_id = Some(node.rules.chain_id);
    // Both names of the data may be given.
    let data = request.input.try_into_unique_input().map_err(Error::params)?;
    request.input = data.unwrap_or_default().into();
    let typed = request.build_consensus_tx().map_err(|error| Error::params(error.error))?;
    node.submit(account.sign(typed))
}
