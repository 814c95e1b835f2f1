//! One case.

use std::{convert::Infallible, fmt};

use revm::{
    Context, ExecuteCommitEvm, MainBuilder, MainContext,
    context::{CfgEnv, TxEnv},
    context_interface::result::{EVMError, ExecutionResult, InvalidTransaction},
    database::{EmptyDB, State},
    database_interface::bal::EvmDatabaseError,
    primitives::{B256, Bytes, hardfork::SpecId, keccak256},
    statetest_types::{SpecName, Test, TestUnit},
};

use super::{Engine, Failure, Verdict};
use crate::{poststate, rules::Precompiles};
use gigagas_revm::GigagasPrecompiles;

/// revm's rules for a fork of a test, or why it has none.
pub(super) fn spec(name: &SpecName) -> Result<SpecId, &'static str> {
    match name {
        SpecName::Constantinople | SpecName::ByzantiumToConstantinopleAt5 => {
            Err("revm has no Constantinople (EIP-1283)")
        }
        SpecName::Unknown => Err("a fork that revm does not know"),
        name => Ok(name.to_spec_id()),
    }
}

/// What a transaction did, as far as it can be seen.
#[derive(Debug, PartialEq, Eq)]
struct Trial {
    result: Result<Executed, NotExecuted>,
    logs: B256,
    root: B256,
}

#[derive(Debug, PartialEq, Eq)]
struct Executed {
    status: &'static str,
    gas_used: u64,
    /// None of a halt.
    output: Option<Bytes>,
}

/// Why a transaction was not executed.
#[derive(Debug, PartialEq, Eq)]
enum NotExecuted {
    /// It is invalid.
    Refused(String),
    /// The fault is not the transaction's.
    Fatal(String),
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(Executed { status, gas_used, output }) => {
                write!(f, "{status}, {gas_used} gas")?;
                if let Some(output) = output {
                    write!(f, ", output {output}")?;
                }
                write!(f, ", logs {}, state {}", self.logs, self.root)
            }
            Err(NotExecuted::Refused(error)) => write!(f, "refused: {error}"),
            Err(NotExecuted::Fatal(error)) => write!(f, "not executed: {error}"),
        }
    }
}

/// Runs a case.
pub(super) fn verdict(unit: &TestUnit, test: &Test, spec: SpecId, engine: Engine) -> Verdict {
    if let Err(error) = check(unit, test) {
        return Verdict::Failed(Failure::Malformed(error.into()));
    }
    let tx = match test.tx_env(unit) {
        Ok(tx) => tx,
        // No such transaction can be made, which is what the test asks for.
        Err(_) if test.expect_exception.is_some() => return Verdict::Passed,
        Err(error) => return Verdict::Failed(Failure::Malformed(error.to_string())),
    };
    let ours = || trial(unit, &tx, spec, &Precompiles::gigagas(GigagasPrecompiles::new(spec)));
    let stock = || trial(unit, &tx, spec, &Precompiles::Revm);
    match engine {
        Engine::Gigagas => judged(judge(unit, test, &ours())),
        Engine::Revm => judged(judge(unit, test, &stock())),
        Engine::Both => compare(unit, test, &ours(), &stock()),
    }
}

fn compare(unit: &TestUnit, test: &Test, ours: &Trial, stock: &Trial) -> Verdict {
    if ours != stock {
        let (gigagas, revm) = (ours.to_string(), stock.to_string());
        return Verdict::Failed(Failure::Differs { gigagas, revm });
    }
    match judge(unit, test, stock) {
        Ok(()) => Verdict::Passed,
        Err(_) => Verdict::Skipped("revm's own precompiles fail it in the same way".into()),
    }
}

fn judged(result: Result<(), Failure>) -> Verdict {
    result.map_or_else(Verdict::Failed, |()| Verdict::Passed)
}

/// What revm's types take for granted.
fn check(unit: &TestUnit, test: &Test) -> Result<(), &'static str> {
    let transaction = &unit.transaction;
    let lengths = [
        (test.indexes.data, transaction.data.len()),
        (test.indexes.gas, transaction.gas_limit.len()),
        (test.indexes.value, transaction.value.len()),
    ];
    if lengths.iter().any(|(index, len)| index >= len) {
        return Err("an index is beyond the transaction's data, gas limits or values");
    }
    let fees = [transaction.max_priority_fee_per_gas, transaction.max_fee_per_blob_gas];
    if fees.iter().flatten().any(|fee| u128::try_from(*fee).is_err()) {
        return Err("a fee is over 128 bits");
    }
    if unit.env.current_excess_blob_gas.is_some_and(|gas| u64::try_from(gas).is_err()) {
        return Err("the excess blob gas is over 64 bits");
    }
    Ok(())
}

fn trial(unit: &TestUnit, tx: &TxEnv, spec: SpecId, precompiles: &Precompiles) -> Trial {
    let mut cfg = config(unit, spec);
    let block = unit.block_env(&mut cfg);
    let mut state =
        State::builder().with_cached_prestate(unit.state()).with_bundle_update().build();
    let result = Context::mainnet()
        .with_block(block)
        .with_cfg(cfg)
        .with_db(&mut state)
        .build_mainnet()
        .with_precompiles(precompiles.provider(spec))
        .transact_commit(tx.clone());
    observed(&result, &state)
}

/// The configuration of a chain at `spec`, as revm's own runner has it.
fn config(unit: &TestUnit, spec: SpecId) -> CfgEnv {
    let mut cfg = CfgEnv::default();
    cfg.set_spec_and_mainnet_gas_params(spec);
    cfg.chain_id = unit.env.current_chain_id.and_then(|id| id.try_into().ok()).unwrap_or(1);
    // Blobs in a transaction: EIP-4844, EIP-7691, EIP-7594.
    let is_prague = spec.is_enabled_in(SpecId::PRAGUE) && !spec.is_enabled_in(SpecId::OSAKA);
    cfg.set_max_blobs_per_tx(if is_prague { 9 } else { 6 });
    cfg
}

type TransactError = EVMError<EvmDatabaseError<Infallible>, InvalidTransaction>;
type Transacted = Result<ExecutionResult, TransactError>;

fn observed(result: &Transacted, state: &State<EmptyDB>) -> Trial {
    let logs = result.as_ref().map(ExecutionResult::logs).unwrap_or_default();
    let mut encoded = Vec::with_capacity(alloy_rlp::list_length(logs));
    alloy_rlp::encode_list(logs, &mut encoded);
    let executed = |result: &ExecutionResult| Executed {
        status: match result {
            ExecutionResult::Success { .. } => "success",
            ExecutionResult::Revert { .. } => "revert",
            ExecutionResult::Halt { .. } => "halt",
        },
        gas_used: result.tx_gas_used(),
        output: result.output().cloned(),
    };
    Trial {
        result: result.as_ref().map(executed).map_err(not_executed),
        logs: keccak256(&encoded),
        root: poststate::root(&state.cache),
    }
}

fn not_executed(error: &TransactError) -> NotExecuted {
    match error {
        EVMError::Transaction(_) | EVMError::Header(_) => NotExecuted::Refused(error.to_string()),
        error => NotExecuted::Fatal(error.to_string()),
    }
}

/// Whether a transaction did what the test says.
fn judge(unit: &TestUnit, test: &Test, trial: &Trial) -> Result<(), Failure> {
    let executed = match (&trial.result, &test.expect_exception) {
        (Ok(executed), None) => executed,
        (Err(NotExecuted::Fatal(error)), _) => return Err(Failure::NotExecuted(error.clone())),
        (Err(NotExecuted::Refused(_)), Some(_)) => return Ok(()),
        (Ok(_), Some(exception)) => return Err(Failure::NotRefused(exception.clone())),
        (Err(NotExecuted::Refused(error)), None) => return Err(Failure::Refused(error.clone())),
    };
    if let (Some(expected), Some(got)) = (&unit.out, &executed.output)
        && expected != got
    {
        return Err(Failure::Output { got: got.clone(), expected: expected.clone() });
    }
    let expected = test.logs;
    if trial.logs != expected {
        return Err(Failure::Logs { got: trial.logs, expected });
    }
    let expected = test.hash;
    if trial.root != expected {
        return Err(Failure::StateRoot { got: trial.root, expected });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use revm::statetest_types::TestSuite;

    fn trial(gas_used: u64, root: B256) -> Trial {
        let executed = Executed { status: "success", gas_used, output: Some(Bytes::new()) };
        Trial { result: Ok(executed), logs: B256::ZERO, root }
    }

    /// A test that expects no logs (a hash of zeros, for simplicity) and the root of ones.
    fn suite() -> TestSuite {
        let text = format!(
            r#"{{"t":{{"env":{{"currentCoinbase":"0x{0:040}","currentDifficulty":"0x0","currentGasLimit":"0x1",
            "currentNumber":"0x0","currentTimestamp":"0x0"}},"pre":{{}},"transaction":{{"data":["0x"],
            "gasLimit":["0x0"],"value":["0x0"],"nonce":"0x0"}},"post":{{"Osaka":[{{"hash":"0x{1}",
            "logs":"0x{0:064}","indexes":{{"data":0,"gas":0,"value":0}}}}]}}}}}}"#,
            0,
            "11".repeat(32)
        );
        serde_json::from_str(&text).expect("a state test")
    }

    #[test]
    fn a_difference_fails_whatever_the_test_expects() {
        let suite = suite();
        let unit = &suite.0["t"];
        let test = &unit.post[&SpecName::Osaka][0];
        let right = B256::repeat_byte(0x11);
        assert_eq!(compare(unit, test, &trial(1, right), &trial(1, right)), Verdict::Passed);
        let differs = |verdict| matches!(verdict, Verdict::Failed(Failure::Differs { .. }));
        assert!(differs(compare(unit, test, &trial(2, right), &trial(1, right))));
        assert!(differs(compare(unit, test, &trial(1, right), &trial(1, B256::ZERO))));
        assert!(differs(compare(unit, test, &trial(1, B256::ZERO), &trial(1, right))));
        // Both wrong in the same way is no difference, and no pass either.
        let wrong = compare(unit, test, &trial(1, B256::ZERO), &trial(1, B256::ZERO));
        assert!(matches!(wrong, Verdict::Skipped(_)), "{wrong:?}");
    }

    #[test]
    fn a_fault_of_ours_is_no_expected_refusal() {
        let suite = suite();
        let unit = &suite.0["t"];
        let root = B256::ZERO;
        let with = |error| Trial { result: Err(error), logs: B256::ZERO, root };
        let json = format!(
            r#"{{"expectException":"TransactionException.X","hash":"{root}","logs":"{root}",
            "indexes":{{"data":0,"gas":0,"value":0}}}}"#
        );
        let test: Test = serde_json::from_str(&json).expect("an entry");
        assert_eq!(judge(unit, &test, &with(NotExecuted::Refused("x".into()))), Ok(()));
        let fatal = judge(unit, &test, &with(NotExecuted::Fatal("x".into())));
        assert_eq!(fatal, Err(Failure::NotExecuted("x".into())));
    }
}
