//! Run on the host, the crate still without `std`.

use gigagas::{Address, Fork, Set};

#[test]
fn every_precompile_answers() {
    assert_eq!(gigagas_no_std::first_wrong_answer(), None);
}

/// Without a feature no address may silently be missing.
#[test]
fn addresses_of_every_fork() {
    for &fork in Fork::ALL {
        let last = match fork {
            _ if fork >= Fork::Prague => 0x11,
            _ if fork >= Fork::Cancun => 0x0a,
            _ if fork >= Fork::Istanbul => 0x09,
            _ if fork >= Fork::Byzantium => 0x08,
            _ => 0x04,
        };
        let mut expected: Vec<_> = (1..=last).map(Address::from_low).collect();
        expected.extend((fork >= Fork::Osaka).then_some(Address::from_low(0x100)));
        let found: Vec<_> =
            Set::mainnet(fork).entries().iter().map(|entry| entry.address).collect();
        assert_eq!(found, expected, "{fork}");
    }
}
