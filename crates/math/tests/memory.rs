//! No operation on curves allocates more than 64 KiB and three times its input, beside the input itself.
#![expect(unsafe_code, reason = "a counting allocator implements an unsafe trait")]

use gigagas_math::{
    backend::Backend,
    bls12_381, bn254,
    point::{Affine, InvalidPoint},
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Counts the bytes in use and their peak.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller's contract is that of `System.alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's contract is that of `System.dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs `operation` and compares its peak with the rule for `input` bytes.
fn check<T>(name: &str, input: usize, operation: impl FnOnce() -> Result<T, InvalidPoint>) {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let ok = operation().is_ok();
    let peak = PEAK.load(Relaxed) - before;
    assert!(ok, "{name}");
    assert!(peak <= 64 * 1024 + 3 * input, "{name}: {peak} bytes for an input of {input}");
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn peaks() {
    let g1 = Affine { x: [1, 0, 0, 0], y: [2, 0, 0, 0] };
    // The generator of EIP-197.
    let g2 = Affine {
        x: [
            "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
            "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
        ],
        y: [
            "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
            "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
        ],
    };
    let number = |hex: &str| gigagas_math::limb::from_be_bytes(&hex::decode(hex).unwrap());
    let g2 = Affine { x: g2.x.map(number), y: g2.y.map(number) };
    for backend in bn254::Backend::available() {
        for k in [0, 1, 2, 10, 32, 33, 400] {
            let pairs = vec![(g1, g2); k];
            check(&format!("bn254 pairing {k} {}", backend.name()), 192 * k, || {
                bn254::pairing_check(backend, &pairs)
            });
        }
    }
    for backend in bn254::g1::Backend::available() {
        let name = backend.name();
        check(&format!("bn254 mul {name}"), 96, || bn254::g1::mul(backend, &g1, &[u64::MAX; 4]));
        check(&format!("bn254 add {name}"), 128, || bn254::g1::add(backend, &g1, &g1));
    }

    let one = [1, 0, 0, 0, 0, 0];
    for backend in bls12_381::Backend::available() {
        let name = backend.name();
        let p = bls12_381::map_fp_to_g1(backend, &one);
        let q = bls12_381::map_fp2_to_g2(backend, &[one; 2]);
        for k in [1, 2, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 300, 2000] {
            let terms = vec![(p, [u64::MAX >> 1; 4]); k];
            check(&format!("G1 MSM {k} {name}"), 160 * k, || bls12_381::g1_msm(backend, &terms));
            let terms = vec![(q, [u64::MAX >> 1; 4]); k];
            check(&format!("G2 MSM {k} {name}"), 288 * k, || bls12_381::g2_msm(backend, &terms));
        }
        for k in [1, 2, 16, 63, 64, 65, 128, 200] {
            let pairs = vec![(p, q); k];
            check(&format!("BLS pairing {k} {name}"), 384 * k, || {
                bls12_381::pairing_check(backend, &pairs)
            });
        }
        let infinity = bls12_381::CompressedG1::Infinity;
        let generator = bls12_381::CompressedG1::Finite { x: p.x, y_is_larger: true };
        for (c, proof) in [(infinity, infinity), (generator, generator)] {
            check(&format!("KZG {name}"), 192, || {
                bls12_381::verify_kzg_proof(backend, &c, &[1; 4], &[1; 4], &proof)
            });
        }
    }
}
