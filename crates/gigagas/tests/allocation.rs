//! Memory: none before a call is paid for, and never more than in proportion to what is really there.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/every.rs"]
mod every;

#[allow(unsafe_code, reason = "a global allocator cannot be written without")]
mod counting {
    //! The system's allocator, counting per thread.

    use std::{
        alloc::{GlobalAlloc, Layout, System},
        cell::Cell,
    };

    /// What a thread has allocated since it began to count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Count {
        /// Allocations and reallocations.
        pub(crate) blocks: usize,
        /// Bytes allocated less bytes freed.
        live: isize,
        /// The most that `live` was.
        pub(crate) peak: isize,
    }

    const NOTHING: Count = Count { blocks: 0, live: 0, peak: 0 };

    thread_local! {
        static COUNT: Cell<Count> = const { Cell::new(NOTHING) };
    }

    fn count(change: isize, blocks: usize) {
        COUNT.set({
            let old = COUNT.get();
            let live = old.live + change;
            Count { blocks: old.blocks + blocks, live, peak: old.peak.max(live) }
        });
    }

    /// Runs `f` and says what it allocated.
    pub(crate) fn counted<T>(f: impl FnOnce() -> T) -> (T, Count) {
        COUNT.set(NOTHING);
        let value = f();
        (value, COUNT.get())
    }

    struct Counting;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    // SAFETY: every call is passed on to the system's allocator as it came; the counter is a thread-local
    // without a destructor and never allocates.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            count(layout.size().cast_signed(), 1);
            // SAFETY: the caller's promise about `layout` is the one asked for here.
            unsafe { System.alloc(layout) }
        }

        unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
            count(-layout.size().cast_signed(), 0);
            // SAFETY: `block` came from `alloc` or `realloc`, that is from the system, with this layout.
            unsafe { System.dealloc(block, layout) }
        }

        unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            // Old and new block may exist side by side for a moment.
            count(size.cast_signed(), 1);
            count(-layout.size().cast_signed(), 0);
            // SAFETY: as for `dealloc`; the caller vouches for `size`.
            unsafe { System.realloc(block, layout, size) }
        }
    }
}

use counting::counted;
use every::{entry, every, routes};
use gigagas::{Address, CallError, Entry, Fork, Halt, Routes, Set};
use gigagas_testkit::inputs::Inputs;

/// Every set, and the one with everything.
fn sets() -> Vec<Set> {
    let mainnet = Fork::ALL.iter().map(|&fork| Set::mainnet(fork).clone());
    mainnet.chain([Set::celo_donut().clone(), every()]).collect()
}

/// No allocation, whatever is asked for.
fn nothing_is_allocated(set: &Set, address: &Address, input: &[u8], gas_limit: u64) -> CallError {
    let mut out = [0; 32];
    let (result, count) = counted(|| set.call(address, input, gas_limit, &mut out));
    assert_eq!((count.blocks, count.peak), (0, 0), "{} {address}", set.name());
    let (again, count) = counted(|| set.call_to_vec(address, input, gas_limit));
    assert_eq!((count.blocks, count.peak), (0, 0), "{} {address}", set.name());
    assert_eq!(Some(&again.unwrap_err()), result.as_ref().err(), "{} {address}", set.name());
    result.unwrap_err()
}

#[test]
fn nothing_before_gas_is_paid() {
    // The environment is read once.
    Routes::active().unwrap();
    let mut inputs = Inputs::new(21);
    for set in sets() {
        for entry in set.entries() {
            let name = entry.precompile.name;
            let long = vec![0xff; 100_000];
            let drawn: Vec<_> = (0..3).map(|_| inputs.draw(name)).collect();
            for input in drawn.iter().map(Vec::as_slice).chain([&[][..], &long]) {
                let gas = entry.gas(input);
                let limits = [0, 1, gas / 2, gas.saturating_sub(1)];
                for limit in limits.into_iter().filter(|&limit| limit < gas) {
                    let error = nothing_is_allocated(&set, &entry.address, input, limit);
                    // Osaka refuses long operands of MODEXP before it names a price.
                    let expected = CallError::Halt(Halt::OutOfGas { required: gas, limit });
                    let refused = matches!(error, CallError::Halt(Halt::Length { .. }));
                    assert!(error == expected || refused && name == "modexp", "{error}");
                }
            }
        }
    }
}

#[test]
fn nothing_where_no_precompile_is() {
    Routes::active().unwrap();
    for set in sets() {
        let mut addresses: Vec<_> = (0..0x120).map(Address::from_low).collect();
        addresses.extend([Address([0xff; 20]), Address::from_low(u64::MAX)]);
        for address in addresses.iter().filter(|address| set.get(address).is_none()) {
            nothing_is_allocated(&set, address, &[1; 100], u64::MAX);
        }
    }
}

#[test]
fn nothing_for_lengths_that_are_only_stated() {
    Routes::active().unwrap();
    let modexp = Address::from_low(0x05);
    for &fork in Fork::ALL.iter().filter(|&&fork| fork >= Fork::Byzantium) {
        for field in 0..3 {
            for byte in [0, 20, 24, 27] {
                let mut input = vec![1; 200];
                input[..96].fill(0);
                (input[31], input[63], input[95]) = (1, 1, 1);
                input[32 * field + byte] = 1;
                nothing_is_allocated(Set::mainnet(fork), &modexp, &input, 1 << 24);
            }
        }
    }
}

/// 64 KiB and four times the bytes that go in and come out.
fn within_bounds(entry: &Entry, routes: &Routes, route: &str, input: &[u8]) -> bool {
    let mut out = vec![0; entry.output_len(input)];
    let (result, count) = counted(|| entry.call(routes, input, u64::MAX, &mut out));
    let bound = (64 << 10) + 4 * (input.len() + out.len());
    let case = format!("{route}, {} bytes in, {} out", input.len(), out.len());
    println!("{case}: {} bytes at most, {} blocks", count.peak, count.blocks);
    assert!(count.peak.unsigned_abs() <= bound, "{case}: {} bytes, {bound} allowed", count.peak);
    let owned_bound = bound + out.len();
    let (_, count) = counted(|| entry.call_to_vec(routes, input, u64::MAX));
    assert!(count.peak.unsigned_abs() <= owned_bound, "{case}: {} bytes, owned", count.peak);
    result.is_ok()
}

/// Each of `inputs` on every backend; at least one must be an input that runs through.
fn all_within_bounds(name: &str, inputs: &[Vec<u8>]) {
    let entry = entry(name);
    for (route, routes) in routes(entry.precompile) {
        // Tables of fixed points are made once in a process, whatever the input: not a call's memory.
        for input in inputs {
            let _ = entry.call(&routes, input, u64::MAX, &mut vec![0; entry.output_len(input)]);
        }
        let mut ran = false;
        for input in inputs {
            ran |= within_bounds(&entry, &routes, &route, input);
        }
        assert!(ran, "{name}: no input was valid");
    }
}

#[test]
fn small_inputs_of_every_precompile() {
    let mut inputs = Inputs::new(22);
    for precompile in gigagas::PRECOMPILES {
        let name = precompile.name;
        let drawn: Vec<_> = (0..12).map(|_| inputs.well_formed(name)).collect();
        all_within_bounds(name, &drawn);
    }
}

#[test]
fn long_messages() {
    for len in [100_000, 1 << 20] {
        let message = vec![7; len];
        for name in ["sha256", "ripemd160", "identity", "ed25519"] {
            all_within_bounds(name, std::slice::from_ref(&message));
        }
        for selector in 0..4 {
            all_within_bounds("cip20_hash", &[[&[selector][..], &message].concat()]);
        }
    }
}

/// Three lists of `n` items each time, since one in five has a point that does not belong.
fn lists(name: &str, sizes: &[usize], mut draw: impl FnMut(usize) -> Vec<u8>) {
    for &n in sizes {
        let inputs: Vec<_> = (0..3).map(|_| draw(n)).collect();
        all_within_bounds(name, &inputs);
    }
}

#[test]
fn long_lists_of_points() {
    let mut inputs = Inputs::new(23);
    let pairs = [1, 2, 3, 8, 17, 64];
    lists("bn254_pairing", &pairs, |n| inputs.bn254_pairing(n));
    lists("bls12_pairing", &pairs, |n| inputs.bls_pairing(n));
    let terms = [1, 2, 3, 4, 7, 8, 16, 31, 64, 128, 300];
    lists("bls12_g1msm", &terms, |n| inputs.g1msm(n));
    lists("bls12_g2msm", &terms, |n| inputs.g2msm(n));
}

/// MODEXP up to the largest moduli that run in reasonable time: odd, even, a power of two; operands that
/// are there and operands that are only stated.
#[test]
fn large_moduli() {
    let mut inputs = Inputs::new(24);
    let shapes = [
        [256, 32, 256],
        [1024, 40, 1024],
        [1, 1, 4096],
        [4096, 2, 4096],
        [100_000, 1, 32],
        [1 << 20, 1, 40],
        [1, 20_000, 8],
        [16, 100_000, 1],
        [16_384, 1, 16_384],
        [65_536, 1, 65_536],
    ];
    for [base_len, exp_len, mod_len] in shapes {
        for kind in 0..3 {
            let random = inputs.random();
            let mut exp = random.bytes(exp_len);
            exp[0] = if exp_len == 1 { 3 } else { 0x81 };
            let mut modulus = random.bytes(mod_len);
            match kind {
                0 => modulus[mod_len - 1] |= 1,
                1 => modulus[mod_len / 2..].fill(0),
                _ => {
                    modulus.fill(0);
                    modulus[0] = 1;
                }
            }
            let operands = [random.bytes(base_len), exp, modulus].concat();
            let whole = Inputs::modexp_input([base_len, exp_len, mod_len], &operands);
            // The modulus, or all but one byte of the base, is only stated.
            let no_modulus = whole[..whole.len() - mod_len].to_vec();
            let header = whole[..97].to_vec();
            all_within_bounds("modexp", &[whole, no_modulus, header]);
        }
    }
}
