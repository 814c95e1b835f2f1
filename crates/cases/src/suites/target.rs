//! What a vector calls.

use gigagas::{Address, Entry, Fork, Precompile, Set, table};

use crate::case::{Case, Expected};

/// Gas for calls whose vector states none: more than any of them costs.
const AMPLE: u64 = 1 << 26;

/// An entry, and the fork of mainnet that has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) entry: Entry,
    fork: Option<Fork>,
}

/// What stands at `address` of mainnet at `fork`.
pub(super) fn find(fork: Fork, address: &Address) -> Option<Target> {
    let entry = *Set::mainnet(fork).get(address)?;
    Some(Target { entry, fork: Some(fork) })
}

/// As [`find`], for the addresses in this crate's tables.
pub(super) fn mainnet(fork: Fork, address: u64) -> Target {
    find(fork, &Address::from_low(address)).expect("the tables of this crate name what exists")
}

/// CIP-25 at 0xf3 of Celo's Donut.
pub(super) fn cip25() -> Target {
    celo(0xf3)
}

/// CIP-20 at 0xe2 of Celo's Donut.
pub(super) fn cip20() -> Target {
    celo(0xe2)
}

fn celo(address: u64) -> Target {
    let entry = Set::celo_donut().get(&Address::from_low(address));
    Target { entry: *entry.expect("Donut has CIP-20 and CIP-25"), fork: None }
}

/// EIP-665, which has no address of its own.
pub(super) fn eip665() -> Target {
    put(&table::ED25519_EIP665)
}

/// P256VERIFY at the price of RIP-7212.
pub(super) fn rip7212() -> Target {
    let mut target = put(&table::P256VERIFY);
    target.entry.price = table::P256VERIFY_PRICE_RIP7212;
    target
}

/// The precompile at its newest price and an address that nothing else has.
fn put(precompile: &'static Precompile) -> Target {
    let address = Address::from_low(0xffff);
    let set = Set::mainnet(Fork::LATEST).to_builder().put(address, precompile).build();
    Target { entry: *set.get(&address).expect("it was just put there"), fork: None }
}

impl Target {
    /// A call that must succeed with `output`; if its price is stated, with just that gas.
    pub(super) fn output(
        self,
        name: impl Into<String>,
        input: Vec<u8>,
        output: Vec<u8>,
        gas: impl Into<Option<u64>>,
    ) -> Case {
        self.case(name, input, Expected::Output(output), gas)
    }

    /// A call with a stated outcome.
    pub(super) fn case(
        self,
        name: impl Into<String>,
        input: Vec<u8>,
        expected: Expected,
        gas: impl Into<Option<u64>>,
    ) -> Case {
        let Self { entry, fork } = self;
        let gas = gas.into();
        let gas_limit = gas.unwrap_or(AMPLE);
        Case { name: name.into(), entry, fork, input, gas_limit, gas, expected }
    }
}

/// The number in 32 bytes.
pub(super) fn word(value: u8) -> Vec<u8> {
    let mut bytes = vec![0; 32];
    bytes[31] = value;
    bytes
}
