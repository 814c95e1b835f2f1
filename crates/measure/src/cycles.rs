//! The clock of the core, without reading its counters: by a chain of multiplications.

use std::hint::black_box;

use crate::clock::Clock;

/// Cycles from one 64-bit multiplication to a next that needs its result: 3 on every x86-64 core since
/// Nehalem and Zen (Agner Fog's instruction tables); not the same on all cores of other makes.
const LATENCY: Option<u32> = if cfg!(target_arch = "x86_64") { Some(3) } else { None };
const CHAIN: u32 = 20_000;

/// The current clock of the core in GHz; None where it cannot be estimated.
///
/// Takes some 50 us, least of four, since a chain can only be made longer by others.
pub fn clock_ghz(clock: &dyn Clock) -> Option<f64> {
    let latency = LATENCY?;
    let shortest = (0..4).map(|_| chain_ns(clock)).min()?;
    let shortest = u32::try_from(shortest).ok().filter(|&ns| ns > 0)?;
    Some(f64::from(CHAIN * latency) / f64::from(shortest))
}

fn chain_ns(clock: &dyn Clock) -> u64 {
    let mut x = black_box(3_u64);
    let start = clock.now();
    for _ in 0..CHAIN / 8 {
        for _ in 0..8 {
            // A square of a square cannot be had with fewer multiplications, as a product of
            // constants could.
            x = x.wrapping_mul(x);
        }
    }
    black_box(x);
    clock.since(start).wall_ns
}
