//! A contract that makes one call and reports what it sees, and an EVM to run it in.

use std::convert::Infallible;

use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext,
    bytecode::{Bytecode, opcode::*},
    context::{
        TxEnv,
        result::{EVMError, ExecutionResult, ResultAndState},
    },
    database::InMemoryDB,
    handler::{MainnetContext, PrecompileProvider},
    interpreter::InterpreterResult,
    primitives::{Address, Bytes, TxKind, U256, address, hardfork::SpecId},
    state::AccountInfo,
};

/// The sender of every transaction.
pub(crate) const SENDER: Address = address!("00000000000000000000000000000000005e4de2");
/// Where the contract under test stands.
pub(crate) const CONTRACT: Address = address!("000000000000000000000000000000000000c0de");
/// Wei of the contract.
pub(crate) const BALANCE: u64 = 1_000_000;

/// Every fork that revm knows.
pub(crate) fn specs() -> impl Iterator<Item = SpecId> {
    (0..=SpecId::NEXT as u8).filter_map(SpecId::try_from_u8)
}

pub(crate) fn precompile(low: u64) -> Address {
    revm::precompile::u64_to_address(low)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Call,
    CallCode,
    DelegateCall,
    StaticCall,
}

impl Scheme {
    pub(crate) const ALL: [Self; 4] =
        [Self::Call, Self::CallCode, Self::DelegateCall, Self::StaticCall];

    const fn takes_value(self) -> bool {
        matches!(self, Self::Call | Self::CallCode)
    }

    const fn opcode(self) -> u8 {
        match self {
            Self::Call => CALL,
            Self::CallCode => CALLCODE,
            Self::DelegateCall => DELEGATECALL,
            Self::StaticCall => STATICCALL,
        }
    }
}

/// One call; memory holds `memory` before it.
#[derive(Debug, Clone)]
pub(crate) struct Probe {
    pub(crate) scheme: Scheme,
    pub(crate) address: Address,
    pub(crate) gas: u64,
    pub(crate) value: u64,
    pub(crate) memory: Vec<u8>,
    /// Bytes of memory from 0 on.
    pub(crate) input_len: usize,
    /// Offset and length in bytes.
    pub(crate) output: (usize, usize),
}

/// What the contract saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) success: bool,
    /// By the call instruction itself, forwarded gas that came back apart.
    pub(crate) gas_used: u64,
    /// None before Byzantium.
    pub(crate) return_data: Option<Vec<u8>>,
    /// All of the probe's memory after the call.
    pub(crate) memory: Vec<u8>,
}

impl Probe {
    /// A call of `low` with memory `input` and then `output_len` bytes 0xa5, where the output goes.
    pub(crate) fn new(scheme: Scheme, low: u64, gas: u64, input: &[u8], output_len: usize) -> Self {
        Self {
            scheme,
            address: precompile(low),
            gas,
            value: 0,
            memory: [input, &vec![0xa5; output_len]].concat(),
            input_len: input.len(),
            output: (input.len(), output_len),
        }
    }

    /// Memory rounded up to words.
    const fn memory_len(&self) -> usize {
        self.memory.len().next_multiple_of(32)
    }

    fn code(&self, spec: SpecId) -> Bytes {
        let report = self.memory_len() as u64;
        let mut code = Code::default();
        code.op(CALLDATASIZE).push(0).push(0).op(CALLDATACOPY);
        // All memory is paid for before the clock starts.
        code.push(0).push(report + 64).op(MSTORE);
        code.op(GAS);
        code.push(self.output.1 as u64).push(self.output.0 as u64);
        code.push(self.input_len as u64).push(0);
        if self.scheme.takes_value() {
            code.push(self.value);
        }
        code.push_address(self.address).push(self.gas).op(self.scheme.opcode());
        code.op(GAS);
        // [before, success, after]
        code.op(SWAP1).push(report).op(MSTORE);
        code.op(SWAP1).op(SUB).push(report + 32).op(MSTORE);
        if spec.is_enabled_in(SpecId::BYZANTIUM) {
            code.op(RETURNDATASIZE).push(report + 64).op(MSTORE);
            code.op(RETURNDATASIZE).push(0).push(report + 96).op(RETURNDATACOPY);
            code.op(RETURNDATASIZE).push(report + 96).op(ADD).push(0).op(RETURN);
        } else {
            code.push(report + 96).push(0).op(RETURN);
        }
        code.bytes.into()
    }

    /// A database with the probe in it.
    pub(crate) fn database(&self, spec: SpecId) -> InMemoryDB {
        let mut db = database();
        insert_code(&mut db, CONTRACT, self.code(spec));
        db
    }

    /// Runs in a fresh state and reads the report.
    pub(crate) fn run<P: Provider>(&self, spec: SpecId, precompiles: P) -> Report {
        let (_, report) = self.run_in(spec, self.database(spec), precompiles);
        report
    }

    pub(crate) fn run_in<P: Provider>(
        &self,
        spec: SpecId,
        db: InMemoryDB,
        precompiles: P,
    ) -> (ResultAndState, Report) {
        let outcome =
            transact(spec, db, precompiles, CONTRACT, &self.memory).expect("no fatal error");
        let ExecutionResult::Success { output, .. } = &outcome.result else {
            panic!("the probe itself failed: {:?}", outcome.result);
        };
        let report = self.read(spec, output.data());
        (outcome, report)
    }

    fn read(&self, spec: SpecId, output: &[u8]) -> Report {
        let (memory, report) = output.split_at(self.memory_len());
        let word = |i: usize| U256::from_be_slice(&report[32 * i..32 * (i + 1)]).to::<u64>();
        let pushes = 6 + u64::from(self.scheme.takes_value());
        let return_data = spec.is_enabled_in(SpecId::BYZANTIUM).then(|| report[96..].to_vec());
        if let Some(data) = &return_data {
            assert_eq!(word(2), data.len() as u64, "RETURNDATASIZE");
        }
        Report {
            success: word(0) == 1,
            // The pushes at 3 gas and the second GAS at 2 are not the call's.
            gas_used: word(1) - 3 * pushes - 2,
            return_data,
            memory: memory[..self.memory.len()].to_vec(),
        }
    }
}

/// What the tests run: revm's own precompiles and ours.
pub(crate) trait Provider:
    PrecompileProvider<MainnetContext<InMemoryDB>, Output = InterpreterResult>
{
}

impl<P: PrecompileProvider<MainnetContext<InMemoryDB>, Output = InterpreterResult>> Provider for P {}

/// The sender and the contract, both with money.
pub(crate) fn database() -> InMemoryDB {
    let mut db = InMemoryDB::default();
    let balance = U256::from(u64::MAX);
    db.insert_account_info(SENDER, AccountInfo { balance, ..Default::default() });
    db
}

pub(crate) fn insert_code(db: &mut InMemoryDB, address: Address, code: Bytes) {
    let info =
        AccountInfo::from_bytecode(Bytecode::new_raw(code)).with_balance(U256::from(BALANCE));
    db.insert_account_info(address, info);
}

/// One transaction from `SENDER` to `to` with ample gas.
pub(crate) fn transact<P: Provider>(
    spec: SpecId,
    db: InMemoryDB,
    precompiles: P,
    to: Address,
    data: &[u8],
) -> Result<ResultAndState, EVMError<Infallible>> {
    let tx = TxEnv::builder()
        .caller(SENDER)
        .kind(TxKind::Call(to))
        .data(Bytes::copy_from_slice(data))
        .gas_limit(1_000_000_000)
        .build()
        .expect("a legacy transaction");
    Context::mainnet()
        .modify_cfg_chained(|cfg| {
            cfg.set_spec_and_mainnet_gas_params(spec);
            cfg.tx_gas_limit_cap = Some(u64::MAX);
        })
        // Warm from Shanghai on (EIP-3651), so not the address zero.
        .modify_block_chained(|block| block.beneficiary = CONTRACT)
        .with_db(db)
        .build_mainnet()
        .with_precompiles(precompiles)
        .transact(tx)
}

/// Bytecode being written.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) bytes: Vec<u8>,
}

impl Code {
    pub(crate) fn op(&mut self, opcode: u8) -> &mut Self {
        self.bytes.push(opcode);
        self
    }

    pub(crate) fn push(&mut self, value: u64) -> &mut Self {
        self.bytes.push(PUSH8);
        self.bytes.extend(value.to_be_bytes());
        self
    }

    pub(crate) fn push_address(&mut self, address: Address) -> &mut Self {
        self.bytes.push(PUSH20);
        self.bytes.extend(address);
        self
    }
}
