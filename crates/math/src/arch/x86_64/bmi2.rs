//! BMI1 and BMI2: `andn` and `rorx` for code that is portable otherwise.

use crate::{cpu::Bmi2, hash::ripemd160};

/// The RIPEMD-160 compression function over whole blocks.
pub(crate) fn ripemd160(_: Bmi2, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    #[target_feature(enable = "bmi1,bmi2")]
    fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
        ripemd160::compress(state, blocks);
    }
    // SAFETY: the witness says that this CPU has BMI1 and BMI2.
    unsafe { compress(state, blocks) }
}
