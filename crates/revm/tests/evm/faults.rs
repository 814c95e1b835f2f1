//! Public faults of hosts and of the seam between host and precompiles.

use gigagas_revm::GigagasPrecompiles;
use revm::{
    bytecode::opcode::*,
    handler::EthPrecompiles,
    primitives::{Address, Bytes, U256, address, hardfork::SpecId, hex},
    state::AccountInfo,
};

use crate::probe::{
    CONTRACT, Code, Probe, Provider, Scheme, database, insert_code, precompile, specs, transact,
};

/// The output of `code` at `contract`.
fn output_of(spec: SpecId, contract: Address, code: &str) -> String {
    let mut db = database();
    insert_code(&mut db, contract, hex::decode(code).unwrap().into());
    let outcome = transact(spec, db, GigagasPrecompiles::new(spec), contract, &[]).unwrap();
    assert!(outcome.result.is_success());
    hex::encode(outcome.result.output().unwrap())
}

/// CVE-2020-26241: the answer of IDENTITY was the caller's memory itself, so that writing to it
/// afterwards changed the return data.
#[test]
fn identity_answers_with_a_copy() {
    let code = "7f11111111111111111111111111111111111111111111111111111111111111\
        116000526000600060206000600060045af1507f22222222222222222222222222222222222222222222222222222\
        222222222226000526020600060203e60206020f3";
    let word = "11".repeat(32);
    assert_eq!(output_of(SpecId::BERLIN, CONTRACT, code), word);
}

/// CVE-2021-39137: IDENTITY with an output area over its input changed the return data. The contract
/// stores its own address, copies 32 bytes of it 7 bytes further on, and returns memory and return data.
#[test]
fn identity_over_its_input_leaves_return_data_alone() {
    let contract = address!("1111111111111111111111111111111111112222");
    let code = "3034526020600760203460045afa602034343e604034f3";
    let return_data = "0000000000000000000000001111111111111111111111111111111111112222";
    let memory = "1111111111222200000000000000000000000000000000000000000000000000";
    assert_eq!(output_of(SpecId::LONDON, contract, code), format!("{return_data}{memory}"));
}

/// The addresses that are warm from the start, typed from the EIPs.
fn warm(spec: SpecId) -> Vec<u64> {
    let last = match spec {
        _ if spec.is_enabled_in(SpecId::PRAGUE) => 0x11,
        _ if spec.is_enabled_in(SpecId::CANCUN) => 0x0a,
        _ => 0x09,
    };
    let mut addresses: Vec<u64> = (1..=last).collect();
    addresses.extend(spec.is_enabled_in(SpecId::OSAKA).then_some(0x100));
    addresses
}

/// EIP-2929: 100 for an address of the active fork, 2600 for others, the next fork's included.
#[test]
fn the_active_forks_addresses_are_warm_and_no_others() {
    for spec in specs().filter(|spec| spec.is_enabled_in(SpecId::BERLIN)) {
        // As revm has Amsterdam so far.
        let cold = if spec.is_enabled_in(SpecId::AMSTERDAM) { 3000 } else { 2600 };
        for low in (0..=0x13).chain(0xff..=0x102) {
            let mut code = Code::default();
            code.op(GAS).push_address(precompile(low)).op(BALANCE).op(POP).op(GAS);
            code.op(SWAP1).op(SUB).push(0).op(MSTORE).push(32).push(0).op(RETURN);
            let mut db = database();
            insert_code(&mut db, CONTRACT, code.bytes.into());
            let outcome = transact(spec, db, GigagasPrecompiles::new(spec), CONTRACT, &[]).unwrap();
            let spent = U256::from_be_slice(outcome.result.output().unwrap());
            // PUSH20, POP and the second GAS: 3 + 2 + 2.
            let access = if warm(spec).contains(&low) { 100 } else { cold };
            assert_eq!(spent, U256::from(access + 7), "{spec:?} {low:#x}");
        }
    }
}

/// EIP-7702: an account that delegates to a precompile has empty code; a precompile is not run by way of
/// a delegation, and its price is not charged.
#[test]
fn a_delegation_to_a_precompile_runs_empty_code() {
    let account = address!("00000000000000000000000000000000000de1e9");
    for spec in [SpecId::PRAGUE, SpecId::OSAKA] {
        for low in [0x01, 0x02, 0x04, 0x09] {
            for scheme in Scheme::ALL {
                let mut probe = Probe::new(scheme, low, 50_000, &[0; 64], 64);
                probe.address = account;
                let mut db = probe.database(spec);
                insert_code(&mut db, account, delegation(precompile(low)));
                let (_, report) = probe.run_in(spec, db, GigagasPrecompiles::new(spec));
                assert!(report.success);
                assert_eq!(report.return_data, Some(vec![]));
                assert_eq!(report.memory, probe.memory);
                // A cold account and a warm target.
                assert_eq!(report.gas_used, 2600 + 100, "{spec:?} {scheme:?} {low:#x}");
            }
            // The same as a transaction's own call: nothing beyond its intrinsic gas.
            let mut db = database();
            insert_code(&mut db, account, delegation(precompile(low)));
            let ours = GigagasPrecompiles::new(spec);
            let result = transact(spec, db, ours, account, &[]).unwrap().result;
            assert!(result.is_success());
            assert_eq!(result.output(), Some(&Bytes::new()));
            assert_eq!(result.tx_gas_used(), 21_000, "{spec:?} {low:#x}");
        }
    }
}

/// EIP-7702: a precompile's address runs the precompile though its account holds a delegation.
#[test]
fn a_precompile_that_delegates_is_still_a_precompile() {
    let target = address!("000000000000000000000000000000000000bad0");
    for scheme in Scheme::ALL {
        let probe = Probe::new(scheme, 0x04, 50_000, &[7; 64], 64);
        let mut db = probe.database(SpecId::OSAKA);
        insert_code(&mut db, precompile(4), delegation(target));
        insert_code(&mut db, target, vec![INVALID].into());
        let (_, report) = probe.run_in(SpecId::OSAKA, db, GigagasPrecompiles::new(SpecId::OSAKA));
        assert!(report.success, "{scheme:?}");
        assert_eq!(report.return_data, Some(vec![7; 64]), "{scheme:?}");
    }
}

fn delegation(target: Address) -> Bytes {
    [&[0xef, 0x01, 0x00], &target[..]].concat().into()
}

/// EIP-161 and mainnet's block 2675119: an empty account 0x03 stays touched, and so is deleted, though the
/// call that touched it failed. Other addresses lose the mark. The rule is revm's; this is what it does
/// with our precompiles and with its own.
#[test]
fn a_failing_call_to_0x03_touches_it_and_no_other() {
    fn touched<P: Provider>(low: u64, gas: u64, precompiles: P) -> bool {
        let spec = SpecId::SPURIOUS_DRAGON;
        let probe = Probe::new(Scheme::Call, low, gas, &[0; 32], 32);
        let mut db = probe.database(spec);
        db.insert_account_info(precompile(low), AccountInfo::default());
        let (outcome, report) = probe.run_in(spec, db, precompiles);
        assert_eq!(report.success, gas > 10_000);
        outcome.state[&precompile(low)].is_touched()
    }
    let spec = SpecId::SPURIOUS_DRAGON;
    for (low, gas, expected) in
        [(2, 1, false), (3, 1, true), (4, 1, false), (2, 50_000, true), (3, 50_000, true)]
    {
        assert_eq!(touched(low, gas, GigagasPrecompiles::new(spec)), expected, "{low} {gas}");
        assert_eq!(touched(low, gas, EthPrecompiles::new(spec)), expected, "{low} {gas}");
    }
}

/// A precompile has no code, and its account exists only if someone paid it.
#[test]
fn a_precompile_has_no_code() {
    let mut code = Code::default();
    code.push_address(precompile(2)).op(EXTCODESIZE).push(0).op(MSTORE);
    code.push_address(precompile(2)).op(EXTCODEHASH).push(32).op(MSTORE);
    code.push(64).push(0).op(RETURN);
    let mut db = database();
    insert_code(&mut db, CONTRACT, code.bytes.into());
    let spec = SpecId::OSAKA;
    let outcome = transact(spec, db, GigagasPrecompiles::new(spec), CONTRACT, &[]).unwrap();
    assert_eq!(outcome.result.output().unwrap()[..], [0; 64]);
}
