//! AVX-512 VL: the BLAKE2b compression function.
//!
//! F is one chain of dependent operations; its length is the cost. A G in its usual form is 15 cycles
//! on Zen 4, where `vprorq` and `vpshufb` take 2: four additions, and four times xor then rotation.
//! Here it is 12. For y that comes late and x that is known early,
//!
//! `(x ^ y) >>> n  =  (x >>> n) ^ (y >> n) ^ (y << (64 - n))`
//!
//! where `x >>> n` is off the chain, the shifts run beside each other and `vpternlogq` joins all three:
//! 2 cycles after y, not 3. (The rotation by 32 stays xor and `vpshufd`, 2 as well.) Row b is what a
//! half-round ends with, so it stays in place; a, c and d are ready earlier and are permuted around it.
//!
//! Tried and lost: `vprorq` for all rotations (34 cycles a round), `vpshufb` (31, the bound of AVX2),
//! the split rotations as intrinsics (30: LLVM joins the shifts to `vprorq` again, hence `asm!`), the
//! message by `vpermt2q` on 512 bits (31: these hold the ports that the chain needs, blends do not).

use core::arch::{asm, x86_64::*};

use super::avx2::{self, load_256, store_256};
use crate::{
    cpu::Avx512Vl,
    hash::{blake2b::SIGMA, sha512::IV},
};

macro_rules! half_round {
    ($pa:literal, $pc:literal) => {
        concat!(
            "vpaddq {a}, {a}, {x}\n",
            "vprorq {t0}, {b}, 24\n",
            "vpaddq {a}, {a}, {b}\n",
            "vpxor {d}, {d}, {a}\n",
            "vpaddq {a}, {a}, {y}\n",
            "vpshufd {d}, {d}, 0xb1\n",
            "vpaddq {c}, {c}, {d}\n",
            "vprorq {t1}, {d}, 16\n",
            "vpsrlq {b}, {c}, 24\n",
            "vpsllq {t2}, {c}, 40\n",
            "vpternlogq {b}, {t0}, {t2}, 0x96\n",
            "vpaddq {a}, {a}, {b}\n",
            "vprorq {t0}, {b}, 63\n",
            "vpsrlq {d}, {a}, 16\n",
            "vpsllq {t2}, {a}, 48\n",
            "vpermq {a}, {a}, ",
            $pa,
            "\n",
            "vpternlogq {d}, {t1}, {t2}, 0x96\n",
            "vpaddq {c}, {c}, {d}\n",
            "vpermq {d}, {d}, 0x4e\n",
            "vpsrlq {b}, {c}, 63\n",
            "vpaddq {t2}, {c}, {c}\n",
            "vpermq {c}, {c}, ",
            $pc,
            "\n",
            "vpternlogq {b}, {t0}, {t2}, 0x96\n",
        )
    };
}

avx2::blake2b_rounds!("avx512f,avx512vl", 24, half_round, {
    t0 = out(ymm_reg) _,
    t1 = out(ymm_reg) _,
    t2 = out(ymm_reg) _,
});

/// `out` := F(h, m, t, last) with `rounds` rounds; `hmt`: the words of h, m and t, little-endian.
pub(crate) fn blake2b(_: Avx512Vl, rounds: u32, hmt: &[u8; 208], last: bool, out: &mut [u8; 64]) {
    // SAFETY: the witness says that this CPU has AVX-512 F and VL.
    unsafe { compress(rounds, hmt, last, out) }
}
