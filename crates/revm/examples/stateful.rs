//! A precompile with state beside ours: a provider that answers for one address and leaves the others to
//! `GigagasPrecompiles`.

use gigagas_revm::GigagasPrecompiles;
use revm::{
    Context, ExecuteCommitEvm, MainBuilder, MainContext,
    context::TxEnv,
    context_interface::{Cfg, ContextTr, JournalTr},
    database::InMemoryDB,
    handler::{PrecompileProvider, precompile_output_to_interpreter_result},
    interpreter::{CallInputs, InterpreterResult},
    precompile::{PrecompileHalt, PrecompileOutput},
    primitives::{Address, AddressSet, Bytes, TxKind, U256, address, hardfork::SpecId},
};

const COUNTER: Address = address!("00000000000000000000000000000000000c0447");
const GAS: u64 = 22_100;

/// Counts its calls in storage slot 0 and answers with the count.
struct WithCounter {
    gigagas: GigagasPrecompiles,
    warm: AddressSet,
}

impl WithCounter {
    fn new(spec: SpecId) -> Self {
        let gigagas = GigagasPrecompiles::new(spec);
        let warm = Self::warm(&gigagas);
        Self { gigagas, warm }
    }

    /// Ours is warm as the others are.
    fn warm(gigagas: &GigagasPrecompiles) -> AddressSet {
        gigagas.warm_addresses().iter().copied().chain([COUNTER]).collect()
    }
}

fn count<CTX: ContextTr>(
    context: &mut CTX,
    inputs: &CallInputs,
) -> Result<PrecompileOutput, String> {
    if inputs.gas_limit < GAS {
        return Ok(PrecompileOutput::halt(PrecompileHalt::OutOfGas, inputs.reservoir));
    }
    // State is the account's own: not by DELEGATECALL, and not where nothing may change.
    if inputs.is_static || inputs.target_address != COUNTER {
        let reason = PrecompileHalt::other_static("the counter can only be called directly");
        return Ok(PrecompileOutput::halt(reason, inputs.reservoir));
    }
    let journal = context.journal_mut();
    // The call has loaded and touched the account.
    let slot = journal.sload(COUNTER, U256::ZERO).map_err(|error| error.to_string())?;
    let next = slot.data.saturating_add(U256::from(1));
    journal.sstore(COUNTER, U256::ZERO, next).map_err(|error| error.to_string())?;
    let bytes = Bytes::from(next.to_be_bytes::<32>());
    Ok(PrecompileOutput::new(GAS, bytes, inputs.reservoir))
}

impl<CTX: ContextTr> PrecompileProvider<CTX> for WithCounter {
    type Output = InterpreterResult;

    fn set_spec(&mut self, spec: <CTX::Cfg as Cfg>::Spec) -> bool {
        let changed = self.gigagas.set_spec(spec.into());
        if changed {
            self.warm = Self::warm(&self.gigagas);
        }
        changed
    }

    fn run(
        &mut self,
        context: &mut CTX,
        inputs: &CallInputs,
    ) -> Result<Option<InterpreterResult>, String> {
        if inputs.bytecode_address != COUNTER {
            return self.gigagas.run(context, inputs);
        }
        let output = count(context, inputs)?;
        Ok(Some(precompile_output_to_interpreter_result(output, inputs.gas_limit)))
    }

    fn warm_addresses(&self) -> &AddressSet {
        &self.warm
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut evm = Context::mainnet()
        .with_db(InMemoryDB::default())
        .modify_cfg_chained(|cfg| cfg.disable_nonce_check = true)
        .build_mainnet()
        .with_precompiles(WithCounter::new(SpecId::OSAKA));
    let mut call = |to, data: &'static [u8]| -> Result<_, Box<dyn std::error::Error>> {
        let tx = TxEnv::builder()
            .kind(TxKind::Call(to))
            .data(Bytes::from_static(data))
            .gas_limit(100_000)
            .build()
            .map_err(|error| format!("{error:?}"))?;
        Ok(evm.transact_commit(tx)?.into_output().ok_or("the call failed")?)
    };
    let identity = Address::with_last_byte(4);
    assert_eq!(call(identity, b"ours")?, Bytes::from_static(b"ours"));
    for n in 1..=3 {
        assert_eq!(U256::from_be_slice(&call(COUNTER, b"")?), U256::from(n));
    }
    println!("counted to 3");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
