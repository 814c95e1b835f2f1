//! ECRECOVER (0x01), since Frontier: the signer's address of an ECDSA signature on secp256k1.
//!
//! input  = hash\[32\] | v\[32\] | r\[32\] | s\[32\]     zero-extended; bytes past 128 are ignored
//! output = 12 zero bytes | address\[20\], or nothing if no key can be recovered
//! halts  = none

use gigagas_math::{
    hash::keccak,
    limb,
    secp256k1::{self, N},
};

use crate::{
    codec::{self, Reader},
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("hash", 32, "message hash"),
        field("v", 32, "27 or 28: parity of the y coordinate of the signature's point"),
        field("r", 32, "signature, 1 to n - 1"),
        field("s", 32, "signature, 1 to n - 1"),
    ],
    OtherLengths::ZeroExtended,
);

/// Yellow paper, appendix E.
pub(crate) const PRICE: Price = Price::Flat(3000);

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let [z, v, r, s] = core::array::from_fn(|_| reader.u256());
    let y_odd = match v {
        [27, 0, 0, 0] => false,
        [28, 0, 0, 0] => true,
        _ => return Ok(0),
    };
    if !codec::is_nonzero_below(&r, &N) || !codec::is_nonzero_below(&s, &N) {
        return Ok(0);
    }
    let Some(key) = secp256k1::recover(routes.ecrecover.at(input.len()), &z, &r, &s, y_odd) else {
        return Ok(0);
    };
    let mut bytes = [0; 64];
    limb::to_be_bytes(&key.x, &mut bytes[..32]);
    limb::to_be_bytes(&key.y, &mut bytes[32..]);
    let hash = keccak::keccak256(routes.keccak.at(64), &bytes);
    out[..12].fill(0);
    out[12..32].copy_from_slice(&hash[12..]);
    Ok(32)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{
        precompiles::testing::{call, fields, hex},
        table::ECRECOVER,
    };

    const N: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    /// x of the generator G, which is below n: with the nonce 1, R = G and r = GX.
    const GX: &str = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    /// n - GX.
    const MINUS_GX: &str = "8641998106234453aa5f9d6a3178f4f7b812e00b817a776265dfdd31b93e29a9";
    /// The address of the private key 1, whose public key is G.
    const ADDRESS_OF_ONE: &str = "7e5f4552091a69125d5dfcb7b8c2659029395bdf";

    fn recover(input: &[u8]) -> Vec<u8> {
        call(&ECRECOVER, input).unwrap()
    }

    fn signature(z: &str, v: &str, r: &str, s: &str) -> Vec<u8> {
        fields(32, &[z, v, r, s].join(" "))
    }

    fn one() -> Vec<u8> {
        hex(&alloc::format!("{} {ADDRESS_OF_ONE}", "00".repeat(12)))
    }

    /// With the key 1, the nonce 1 and the hash z, s = z + r; so the hash 0 has s = r. G's y is even.
    #[test]
    fn the_key_one_is_recovered() {
        assert_eq!(recover(&signature("0", "1b", GX, GX)), one());
        // The hash counts mod n.
        assert_eq!(recover(&signature(N, "1b", GX, GX)), one());
        // The other signature of the same message: a high s and the other parity.
        assert_eq!(recover(&signature("0", "1c", GX, MINUS_GX)), one());
        // Another parity alone is another key.
        let other = recover(&signature("0", "1c", GX, GX));
        assert!(other.len() == 32 && other[..12] == [0; 12] && other != one());
    }

    #[test]
    fn lengths_do_not_matter() {
        let mut long = signature("0", "1b", GX, GX);
        long.extend([0xff; 5]);
        assert_eq!(recover(&long), one());
        // s = GX - 0x98 ends in a zero byte, which may be missing; and so may all after it.
        let full = signature("98", "1b", GX, &GX.replace("98", "00"));
        assert_eq!(recover(&full[..127]), recover(&full));
        assert_eq!(recover(&full).len(), 32);
        for len in [0, 1, 31, 32, 63, 64, 95, 96, 97] {
            assert!(recover(&full[..len]).is_empty() || len == 97, "{len}");
        }
    }

    #[test]
    fn only_27_and_28_are_parities() {
        for v in
            ["0", "1", "1a", "1d", "11b", "1b00", "ff", &alloc::format!("1{}1b", "0".repeat(60))]
        {
            assert!(recover(&signature("0", v, GX, GX)).is_empty(), "{v}");
        }
    }

    #[test]
    fn r_and_s_are_in_range() {
        let above = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142";
        for bad in ["0", N, above, &"f".repeat(64)] {
            assert!(recover(&signature("5", "1b", bad, GX)).is_empty(), "r = {bad}");
            assert!(recover(&signature("5", "1b", GX, bad)).is_empty(), "s = {bad}");
        }
        let last = N.replace("4141", "4140");
        assert_eq!(recover(&signature("5", "1b", GX, &last)).len(), 32);
    }

    /// x = 5 has no y on secp256k1; s R = z G leaves infinity.
    #[test]
    fn no_point_and_no_key_are_empty() {
        assert!(recover(&signature("5", "1b", "5", GX)).is_empty());
        assert!(recover(&signature("5", "1c", "5", GX)).is_empty());
        assert!(recover(&signature(GX, "1b", GX, GX)).is_empty());
        assert!(recover(&signature("7", "1b", GX, "7")).is_empty());
    }
}
