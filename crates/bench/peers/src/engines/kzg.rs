//! c-kzg, on POINT_EVALUATION.

use c_kzg::{Bytes32, Bytes48, ethereum_kzg_settings};
use gigagas_measure::Outcome;
use sha2::{Digest as _, Sha256};

use crate::{peer::Peer, wire};

/// c-kzg with the mainnet setup, which is loaded at the first call.
pub(crate) static C_KZG: Peer = Peer {
    name: "c-kzg",
    package: "c-kzg",
    calls: &[("point_evaluation", point_evaluation)],
    alone: false,
};

fn point_evaluation(input: &[u8], out: &mut [u8]) -> Outcome {
    if input.len() != 192 {
        return Outcome::Halt;
    }
    let mut hash = Sha256::digest(&input[96..144]);
    hash[0] = 1;
    if hash[..] != input[..32] {
        return Outcome::Halt;
    }
    let [z, y] = [32, 64].map(|offset| Bytes32::from(wire::zero_extended::<32>(input, offset)));
    let [commitment, proof] =
        [96, 144].map(|offset| Bytes48::from(wire::zero_extended::<48>(input, offset)));
    match ethereum_kzg_settings(0).verify_kzg_proof(&commitment, &z, &y, &proof) {
        Ok(true) => wire::answer_kzg(out),
        _ => Outcome::Halt,
    }
}
