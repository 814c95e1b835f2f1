//! What a contract sees of a call to each precompile, by all four call instructions.

use gigagas_revm::GigagasPrecompiles;
use revm::{
    precompile::Precompiles,
    primitives::{U256, hardfork::SpecId},
};

use crate::{
    inputs::{ADDRESSES, failing, rng, valid},
    probe::{BALANCE, CONTRACT, Probe, Scheme, precompile},
};

const SPEC: SpecId = SpecId::OSAKA;
/// EIP-2929: WARM_STORAGE_READ_COST.
const WARM: u64 = 100;
/// Yellow paper: what a call with value gets on top, and what the caller pays for the transfer.
const STIPEND: u64 = 2300;
const VALUE_TRANSFER: u64 = 9000;
/// EIP-161: on top, if the account was empty.
const NEW_ACCOUNT: u64 = 25_000;

fn ours() -> GigagasPrecompiles {
    GigagasPrecompiles::new(SPEC)
}

/// The price of `valid(address, ..)` at Osaka in gas, typed from the EIPs.
fn price(address: u64) -> u64 {
    match address {
        0x01 => 3000,
        0x02 => 60 + 12 * 2,
        0x03 => 600 + 120 * 2,
        0x04 => 15 + 3 * 2,
        // EIP-7883: complexity 16 and an exponent of 256 bits.
        0x05 => 16 * 255,
        0x06 => 150,
        0x07 => 6000,
        0x08 => 45_000 + 2 * 34_000,
        0x09 => 12,
        0x0a => 50_000,
        0x0b => 375,
        0x0c => 2 * 12_000 * 949 / 1000,
        0x0d => 600,
        0x0e => 2 * 22_500,
        0x0f => 37_700 + 2 * 32_600,
        0x10 => 5500,
        0x11 => 23_800,
        0x100 => 6900,
        other => panic!("no price for {other:#x}"),
    }
}

/// revm's own answer.
fn expected(address: u64, input: &[u8]) -> Vec<u8> {
    let stock = Precompiles::osaka().get(&precompile(address)).expect("in Osaka");
    let output = stock.execute(input, u64::MAX, 0).expect("not fatal");
    assert!(output.is_success() && !output.bytes.is_empty(), "{address:#x}: the input is valid");
    output.bytes.to_vec()
}

#[test]
fn exact_gas_succeeds_and_one_less_takes_all_and_returns_nothing() {
    for address in ADDRESSES {
        let input = valid(address, &mut rng(address));
        let (output, price) = (expected(address, &input), price(address));
        for scheme in Scheme::ALL {
            let probe = Probe::new(scheme, address, price, &input, output.len());
            let report = probe.run(SPEC, ours());
            assert!(report.success, "{scheme:?} {address:#x}");
            assert_eq!(report.gas_used, WARM + price, "{scheme:?} {address:#x}");
            assert_eq!(report.return_data.as_ref(), Some(&output), "{scheme:?} {address:#x}");
            assert_eq!(report.memory, [&input[..], &output].concat(), "{scheme:?} {address:#x}");

            // Gas over the price comes back.
            let ample = Probe { gas: price + 12_345, ..probe.clone() }.run(SPEC, ours());
            assert_eq!(ample, report, "{scheme:?} {address:#x}");

            let short = Probe { gas: price - 1, ..probe.clone() }.run(SPEC, ours());
            assert!(!short.success, "{scheme:?} {address:#x}");
            assert_eq!(short.gas_used, WARM + price - 1, "{scheme:?} {address:#x}");
            assert_eq!(short.return_data, Some(vec![]), "{scheme:?} {address:#x}");
            assert_eq!(short.memory, probe.memory, "{scheme:?} {address:#x}");
        }
    }
}

#[test]
fn a_failing_input_takes_all_gas_and_leaves_memory_alone() {
    let mut seen = 0;
    for address in ADDRESSES {
        for input in failing(address, &mut rng(address)) {
            seen += 1;
            for scheme in Scheme::ALL {
                let probe = Probe::new(scheme, address, 1_000_000, &input, 256);
                let report = probe.run(SPEC, ours());
                assert!(!report.success, "{scheme:?} {address:#x}");
                assert_eq!(report.gas_used, WARM + 1_000_000, "{scheme:?} {address:#x}");
                assert_eq!(report.return_data, Some(vec![]), "{scheme:?} {address:#x}");
                assert_eq!(report.memory, probe.memory, "{scheme:?} {address:#x}");
            }
        }
    }
    assert_eq!(seen, 27);
}

#[test]
fn a_valid_negative_answer_is_empty_and_leaves_memory_alone() {
    for address in [0x01, 0x100] {
        let mut input = valid(address, &mut rng(address));
        // v = 0; a hash that was not signed.
        let at = if address == 0x01 { 63 } else { 0 };
        input[at] = !input[at];
        for scheme in Scheme::ALL {
            let probe = Probe::new(scheme, address, 1_000_000, &input, 32);
            let report = probe.run(SPEC, ours());
            assert!(report.success, "{scheme:?} {address:#x}");
            assert_eq!(report.gas_used, WARM + price(address), "{scheme:?} {address:#x}");
            assert_eq!(report.return_data, Some(vec![]), "{scheme:?} {address:#x}");
            assert_eq!(report.memory, probe.memory, "{scheme:?} {address:#x}");
        }
    }
}

#[test]
fn output_is_cut_to_the_area_that_the_caller_gives_and_return_data_is_not() {
    for address in ADDRESSES {
        let input = valid(address, &mut rng(address));
        let output = expected(address, &input);
        for area in [0, 5, output.len() + 7] {
            let probe = Probe::new(Scheme::Call, address, price(address), &input, area);
            let report = probe.run(SPEC, ours());
            let written = area.min(output.len());
            let mut memory = probe.memory.clone();
            memory[input.len()..][..written].copy_from_slice(&output[..written]);
            assert_eq!(report.memory, memory, "{address:#x}");
            assert_eq!(report.return_data, Some(output.clone()), "{address:#x}");
        }
    }
}

#[test]
fn output_over_the_input_is_right_and_return_data_stays() {
    for address in ADDRESSES {
        let input = valid(address, &mut rng(address));
        let output = expected(address, &input);
        for offset in [0, 1, 32] {
            let mut probe = Probe::new(Scheme::StaticCall, address, price(address), &input, 512);
            probe.output = (offset, output.len());
            let report = probe.run(SPEC, ours());
            let mut memory = probe.memory.clone();
            memory[offset..][..output.len()].copy_from_slice(&output);
            assert_eq!(report.memory, memory, "{address:#x}");
            assert_eq!(report.return_data, Some(output.clone()), "{address:#x}");
        }
    }
}

#[test]
fn the_stipend_pays_for_calls_with_value() {
    for scheme in [Scheme::Call, Scheme::CallCode] {
        for address in ADDRESSES {
            let input = valid(address, &mut rng(address));
            let output = expected(address, &input);
            // Just enough: the stipend and what is missing.
            let price = price(address);
            let gas = price.saturating_sub(STIPEND);
            let mut probe = Probe::new(scheme, address, gas, &input, output.len());
            probe.value = 7;
            let (outcome, report) = probe.run_in(SPEC, probe.database(SPEC), ours());
            assert!(report.success, "{scheme:?} {address:#x}");
            assert_eq!(report.return_data, Some(output), "{scheme:?} {address:#x}");
            // CALLCODE pays itself.
            let new_account = if scheme == Scheme::Call { NEW_ACCOUNT } else { 0 };
            let unspent = gas + STIPEND - price;
            let gas_used = WARM + VALUE_TRANSFER + new_account + gas - unspent;
            assert_eq!(report.gas_used, gas_used, "{scheme:?} {address:#x}");
            let moved = if scheme == Scheme::Call { 7 } else { 0 };
            let balance = |account| outcome.state[&account].info.balance;
            assert_eq!(balance(CONTRACT), U256::from(BALANCE - moved), "{scheme:?} {address:#x}");
            assert_eq!(balance(precompile(address)), U256::from(moved), "{scheme:?} {address:#x}");

            if gas == 0 {
                continue;
            }
            probe.gas -= 1;
            let (outcome, report) = probe.run_in(SPEC, probe.database(SPEC), ours());
            assert!(!report.success, "{scheme:?} {address:#x}");
            assert_eq!(report.return_data, Some(vec![]), "{scheme:?} {address:#x}");
            assert_eq!(report.memory, probe.memory, "{scheme:?} {address:#x}");
            let gas_used = WARM + VALUE_TRANSFER + new_account + probe.gas;
            assert_eq!(report.gas_used, gas_used, "{scheme:?} {address:#x}");
            let balance = |account| outcome.state[&account].info.balance;
            assert_eq!(balance(CONTRACT), U256::from(BALANCE), "{scheme:?} {address:#x}");
            assert_eq!(balance(precompile(address)), U256::ZERO, "{scheme:?} {address:#x}");
        }
    }
}

#[test]
fn a_failing_body_gives_the_value_back() {
    for address in ADDRESSES {
        for input in failing(address, &mut rng(address)) {
            let mut probe = Probe::new(Scheme::Call, address, 1_000_000, &input, 32);
            probe.value = 7;
            let (outcome, report) = probe.run_in(SPEC, probe.database(SPEC), ours());
            assert!(!report.success, "{address:#x}");
            let gas_used = WARM + VALUE_TRANSFER + NEW_ACCOUNT + 1_000_000;
            assert_eq!(report.gas_used, gas_used, "{address:#x}");
            let balance = |account| outcome.state[&account].info.balance;
            assert_eq!(balance(CONTRACT), U256::from(BALANCE), "{address:#x}");
            assert_eq!(balance(precompile(address)), U256::ZERO, "{address:#x}");
        }
    }
}
