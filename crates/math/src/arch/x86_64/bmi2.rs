//! BMI1 and BMI2: `andn` and `rorx` for code that is portable otherwise.

use core::{arch::x86_64::*, hint::black_box};

use super::sse2::{self, Block};
use crate::{
    cpu::Bmi2,
    hash::{
        keccak,
        ripemd160::{self, CONSTANTS},
    },
};

/// RIPEMD-160 of `input`.
pub(crate) fn ripemd160(_: Bmi2, input: &[u8]) -> [u8; 20] {
    // SAFETY: the witness says that this CPU has BMI1 and BMI2.
    unsafe { digest(input) }
}

#[target_feature(enable = "sse2,bmi1,bmi2")]
fn digest(input: &[u8]) -> [u8; 20] {
    let mut state = ripemd160::IV;
    let (blocks, tail) = input.as_chunks();
    for block in blocks {
        compress(&mut state, sse2::load(block));
    }
    let length = (8 * input.len() as u64).to_le_bytes();
    let (block, second) = sse2::last_blocks(tail, length);
    compress(&mut state, block);
    if let Some(block) = second {
        compress(&mut state, block);
    }
    ripemd160::encode(&state)
}

#[inline(never)]
#[target_feature(enable = "sse2,bmi1,bmi2")]
fn compress(state: &mut [u32; 5], block: Block) {
    let mut sums = [[_mm_setzero_si128(); 4]; 9];
    for (sums, k) in sums.iter_mut().zip(CONSTANTS) {
        let k = _mm_set1_epi32(k.cast_signed());
        for (sum, words) in sums.iter_mut().zip(block) {
            *sum = _mm_add_epi32(words, k);
        }
    }
    // Else the compiler goes back to adding one at a time.
    let sums = black_box(&sums);
    // SAFETY: four vectors of 16 bytes are sixteen words of 4, and these need less alignment.
    let sums = unsafe { &*core::ptr::from_ref(sums).cast::<[[u32; 16]; 9]>() };
    ripemd160::lines(state, sums);
}

/// Keccak-f\[1600\].
pub(crate) fn keccak(_: Bmi2, state: &mut [u64; 25]) {
    #[target_feature(enable = "bmi1,bmi2")]
    fn permute(state: &mut [u64; 25]) {
        keccak::permute(state);
    }
    // SAFETY: the witness says that this CPU has BMI1 and BMI2.
    unsafe { permute(state) }
}
