//! revm-precompile: whole precompiles, as reth and foundry run them.

use gigagas_measure::Outcome;
use revm_precompile::{Precompiles, u64_to_address};

use crate::{
    peer::{Call, Peer},
    wire,
};

macro_rules! calls {
    ($($name:literal: $address:literal,)+) => {
        &[$(($name, {
            fn call(input: &[u8], out: &mut [u8]) -> Outcome {
                run($address, input, out)
            }
            call as Call
        }),)+]
    };
}

/// Its default features.
pub(crate) static REVM: Peer = Peer {
    name: if cfg!(feature = "revm-alt") { "revm-alt" } else { "revm" },
    package: "revm-precompile",
    alone: false,
    calls: calls! {
        "ecrecover": 0x01,
        "sha256": 0x02,
        "ripemd160": 0x03,
        "identity": 0x04,
        "modexp": 0x05,
        "bn254_add": 0x06,
        "bn254_mul": 0x07,
        "bn254_pairing": 0x08,
        "blake2f": 0x09,
        "point_evaluation": 0x0a,
        "bls12_g1add": 0x0b,
        "bls12_g1msm": 0x0c,
        "bls12_g2add": 0x0d,
        "bls12_g2msm": 0x0e,
        "bls12_pairing": 0x0f,
        "bls12_map_fp_to_g1": 0x10,
        "bls12_map_fp2_to_g2": 0x11,
        "p256verify": 0x100,
    },
};

fn run(address: u64, input: &[u8], out: &mut [u8]) -> Outcome {
    let Some(precompile) = Precompiles::osaka().get(&u64_to_address(address)) else {
        return Outcome::Unsupported;
    };
    match precompile.execute(input, u64::MAX, 0) {
        Ok(output) if output.status.is_success() => wire::answer(&output.bytes, out),
        _ => Outcome::Halt,
    }
}
