//! Any [`Set`] as revm's precompiles.

use std::sync::{Arc, OnceLock};

use gigagas::{CallError, Entry, Fork, Halt, Output, RouteError, Routes, Set};
use revm::{
    context_interface::{Cfg, ContextTr, JournalTr, LocalContextTr},
    handler::{PrecompileProvider, precompile_output_to_interpreter_result},
    interpreter::{CallInputs, InterpreterResult},
    precompile::PrecompileOutput,
    primitives::{Address, AddressSet, Bytes, hardfork::SpecId},
};

use crate::reason::halt_reason;

/// The fork of mainnet that `spec` stands for.
#[must_use]
pub const fn fork(spec: SpecId) -> Fork {
    match spec {
        SpecId::FRONTIER => Fork::Frontier,
        SpecId::HOMESTEAD => Fork::Homestead,
        SpecId::TANGERINE => Fork::TangerineWhistle,
        SpecId::SPURIOUS_DRAGON => Fork::SpuriousDragon,
        SpecId::BYZANTIUM => Fork::Byzantium,
        SpecId::PETERSBURG => Fork::Petersburg,
        SpecId::ISTANBUL => Fork::Istanbul,
        SpecId::BERLIN => Fork::Berlin,
        SpecId::LONDON => Fork::London,
        SpecId::MERGE => Fork::Paris,
        SpecId::SHANGHAI => Fork::Shanghai,
        SpecId::CANCUN => Fork::Cancun,
        SpecId::PRAGUE => Fork::Prague,
        SpecId::OSAKA => Fork::Osaka,
        SpecId::AMSTERDAM => Fork::Amsterdam,
    }
}

/// A set and its addresses in revm's form.
#[derive(Debug)]
struct Table {
    set: Set,
    /// What is warm from the start: entries, and addresses of the chain that are not offered.
    warm: AddressSet,
}

impl Table {
    fn new(set: Set) -> Self {
        let entries = set.entries().iter().map(|entry| entry.address);
        let not_offered = set.not_offered().map(|(address, _)| address);
        let warm = entries.chain(not_offered).map(|address| Address::from(address.0)).collect();
        Self { set, warm }
    }

    /// The table of mainnet at `spec`, made once per process.
    fn mainnet(spec: SpecId) -> Arc<Self> {
        static TABLES: [OnceLock<Arc<Table>>; SpecId::NEXT as usize + 1] =
            [const { OnceLock::new() }; SpecId::NEXT as usize + 1];
        let make = || Arc::new(Self::new(Set::mainnet(fork(spec)).clone()));
        Arc::clone(TABLES[spec as usize].get_or_init(make))
    }
}

/// A [`PrecompileProvider`] that runs gigagas' precompiles; cloning is cheap.
///
/// - The warm addresses (EIP-2929) are the set's own, and those of the chain that are not offered.
/// - A call to an address that belongs to the chain but is not offered ([`Set::not_offered`]) is a fatal
///   error: the transaction is not executed (`EVMError::Custom`), and never an empty success.
/// - An override in `GIGAGAS_ROUTE` that cannot be followed makes every call to a precompile a fatal error
///   with the message of [`RouteError`].
/// - When a transaction's own call halts, `HaltReason::PrecompileErrorWithContext` says which argument is at
///   fault, and where.
#[derive(Debug, Clone)]
pub struct GigagasPrecompiles {
    table: Arc<Table>,
    /// The fork of mainnet; None for a set of the user's, which stays whatever the fork.
    spec: Option<SpecId>,
    routes: Result<Routes, &'static RouteError>,
}

impl GigagasPrecompiles {
    /// The precompiles of mainnet, from `spec` on following the fork that the EVM is set to.
    #[must_use]
    pub fn new(spec: SpecId) -> Self {
        Self::with_table(Table::mainnet(spec), Some(spec))
    }

    /// The precompiles of `set`, whatever fork the EVM is set to.
    #[must_use]
    pub fn custom(set: Set) -> Self {
        Self::with_table(Arc::new(Table::new(set)), None)
    }

    fn with_table(table: Arc<Table>, spec: Option<SpecId>) -> Self {
        Self { table, spec, routes: Routes::active().copied() }
    }

    /// Takes these backends in place of those of the process.
    #[must_use]
    pub fn with_routes(mut self, routes: Routes) -> Self {
        self.routes = Ok(routes);
        self
    }

    /// The set that is in force.
    #[must_use]
    pub fn set(&self) -> &Set {
        &self.table.set
    }

    /// The addresses that are warm from the start of a transaction.
    #[must_use]
    pub fn warm_addresses(&self) -> &AddressSet {
        &self.table.warm
    }

    /// Whether `address` belongs to the set, offered or not.
    #[must_use]
    pub fn contains(&self, address: &Address) -> bool {
        self.table.warm.contains(address)
    }

    /// Follows `spec`, unless the set is the user's own; true if something changed.
    pub fn set_spec(&mut self, spec: SpecId) -> bool {
        let changed = self.spec.is_some_and(|current| current != spec);
        if changed {
            self.table = Table::mainnet(spec);
            self.spec = Some(spec);
        }
        changed
    }
}

impl<CTX: ContextTr> PrecompileProvider<CTX> for GigagasPrecompiles {
    type Output = InterpreterResult;

    fn set_spec(&mut self, spec: <CTX::Cfg as Cfg>::Spec) -> bool {
        Self::set_spec(self, spec.into())
    }

    fn run(
        &mut self,
        context: &mut CTX,
        inputs: &CallInputs,
    ) -> Result<Option<InterpreterResult>, String> {
        let address = gigagas::Address(inputs.bytecode_address.into_array());
        let entry = match self.table.set.entry(&address) {
            Ok(entry) => entry,
            Err(CallError::NotPrecompile { .. }) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let routes = self.routes.as_ref().map_err(ToString::to_string)?;
        let (output, halt) = {
            let input = inputs.input.as_bytes(context);
            execute(entry, routes, &input, inputs.gas_limit, inputs.reservoir)
                .map_err(|error| error.to_string())?
        };
        // As revm does: only the call of the transaction itself reports its reason.
        if let Some(halt) = halt.filter(|_| context.journal().depth() == 1) {
            context.local_mut().set_precompile_error_context(halt.to_string());
        }
        Ok(Some(precompile_output_to_interpreter_result(output, inputs.gas_limit)))
    }

    fn warm_addresses(&self) -> &AddressSet {
        Self::warm_addresses(self)
    }

    fn contains(&self, address: &Address) -> bool {
        Self::contains(self, address)
    }
}

/// One call in revm's terms, with the halt (other than out of gas) behind a failure.
///
/// An error is fatal: the caller's, not the chain's.
pub(crate) fn execute(
    entry: &Entry,
    routes: &Routes,
    input: &[u8],
    gas_limit: u64,
    reservoir: u64,
) -> Result<(PrecompileOutput, Option<Halt>), CallError> {
    match entry.call_to_vec(routes, input, gas_limit) {
        Ok(Output { gas_used, bytes }) => {
            // A shortened vector would cost `Bytes` an allocation.
            let bytes = if bytes.is_empty() { Bytes::new() } else { Bytes::from(bytes) };
            Ok((PrecompileOutput::new(gas_used, bytes, reservoir), None))
        }
        Err(CallError::Halt(halt)) => {
            let reason = halt_reason(entry.precompile, input, &halt);
            let told = (!reason.is_oog()).then_some(halt);
            Ok((PrecompileOutput::halt(reason, reservoir), told))
        }
        Err(error) => Err(error),
    }
}
