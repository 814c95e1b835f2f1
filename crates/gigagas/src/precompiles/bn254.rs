//! The curve bn254 (alt_bn128): BN254_ADD (0x06), BN254_MUL (0x07), BN254_PAIRING (0x08), since
//! Byzantium — EIP-196, EIP-197; gas EIP-1108 (Istanbul).
//!
//! A coordinate is 32 bytes below p; a point is x | y, and (0, 0) is infinity.
//!
//! add:     input = x1 | y1 | x2 | y2, zero-extended; output = x | y
//! mul:     input = x | y | scalar (any 256-bit integer), zero-extended; output = x | y
//! pairing: input = (g1 x | y, g2 x imaginary | x real | y imaginary | y real)*;
//!          output = the number 1 in 32 bytes if the product of the pairings is one, else 0
//! halts  = Length (pairing: not a multiple of 192), Encoding (coordinate not below p), NotOnCurve,
//!          NotInSubgroup (pairing, G2)

use alloc::vec::Vec;

use gigagas_math::{
    bn254::{self, G1, G2},
    point::InvalidPoint,
};

use crate::{
    codec::{self, Reader},
    halt::{Halt, LengthRule, Place, invalid_point},
    layout::{Field, Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const ADD_LAYOUT: Layout = Layout::fixed(
    &[
        field("x1", 32, "first point, below p"),
        field("y1", 32, "first point, below p"),
        field("x2", 32, "second point, below p"),
        field("y2", 32, "second point, below p"),
    ],
    OtherLengths::ZeroExtended,
);

pub(crate) const MUL_LAYOUT: Layout = Layout::fixed(
    &[
        field("x", 32, "point, below p"),
        field("y", 32, "point, below p"),
        field("scalar", 32, "any 256-bit integer"),
    ],
    OtherLengths::ZeroExtended,
);

const PAIR: &[Field] = &[
    field("g1_x", 32, "G1 point, below p"),
    field("g1_y", 32, "G1 point, below p"),
    field("g2_x_im", 32, "G2 point, imaginary part of x, below p"),
    field("g2_x_re", 32, "G2 point, real part of x, below p"),
    field("g2_y_im", 32, "G2 point, imaginary part of y, below p"),
    field("g2_y_re", 32, "G2 point, real part of y, below p"),
];
const PAIR_LEN: usize = 192;

pub(crate) const PAIRING_LAYOUT: Layout = Layout::items("pair", PAIR);

/// EIP-196.
pub(crate) const ADD_PRICE_BYZANTIUM: Price = Price::Flat(500);
/// EIP-1108.
pub(crate) const ADD_PRICE_ISTANBUL: Price = Price::Flat(150);
/// EIP-196.
pub(crate) const MUL_PRICE_BYZANTIUM: Price = Price::Flat(40_000);
/// EIP-1108.
pub(crate) const MUL_PRICE_ISTANBUL: Price = Price::Flat(6000);
/// EIP-197.
pub(crate) const PAIRING_PRICE_BYZANTIUM: Price =
    Price::PerItem { base: 100_000, item: 80_000, item_len: PAIR_LEN };
/// EIP-1108.
pub(crate) const PAIRING_PRICE_ISTANBUL: Price =
    Price::PerItem { base: 45_000, item: 34_000, item_len: PAIR_LEN };

pub(crate) fn run_add(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let p = reader.bn254_g1(["x1", "y1"])?;
    let q = reader.bn254_g1(["x2", "y2"])?;
    let point = Place { argument: "point", item: Some(("summand", 0)), offset: 0, len: 64 };
    let sum = bn254::g1::add(routes.bn254_add.at(input.len()), &p, &q)
        .map_err(|e| invalid_point(e, &[point], 64))?;
    Ok(codec::write_bn254_g1(&sum, out))
}

pub(crate) fn run_mul(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let p = reader.bn254_g1(["x", "y"])?;
    let k = reader.u256();
    let point = Place { argument: "point", item: None, offset: 0, len: 64 };
    let product = bn254::g1::mul(routes.bn254_mul.at(input.len()), &p, &k)
        .map_err(|e| invalid_point(e, &[point], 96))?;
    Ok(codec::write_bn254_g1(&product, out))
}

pub(crate) fn run_pairing(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    if !input.len().is_multiple_of(PAIR_LEN) {
        return Err(Halt::input_length(input.len(), LengthRule::MultipleOf(PAIR_LEN)));
    }
    let pairs = (0..input.len() / PAIR_LEN)
        .map(|i| parse_pair(input, i))
        .collect::<Result<Vec<(G1, G2)>, _>>()?;
    let is_one = bn254::pairing_check(routes.bn254_pairing.at(input.len()), &pairs)
        .map_err(pairing_fault)?;
    Ok(codec::write_bool(is_one, out))
}

fn parse_pair(input: &[u8], index: usize) -> Result<(G1, G2), Halt> {
    let mut reader = Reader::item(input, "pair", index, PAIR_LEN);
    let p = reader.bn254_g1(["g1_x", "g1_y"])?;
    let q = reader.bn254_g2(["g2_x_im", "g2_x_re", "g2_y_im", "g2_y_re"])?;
    Ok((p, q))
}

fn pairing_fault(fault: InvalidPoint) -> Halt {
    let points = [
        Place { argument: "g1 point", item: Some(("pair", 0)), offset: 0, len: 64 },
        Place { argument: "g2 point", item: Some(("pair", 0)), offset: 64, len: 128 },
    ];
    invalid_point(fault, &points, PAIR_LEN)
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;
    use crate::{
        precompiles::testing::{call, fields, message, word},
        table::{BN254_ADD, BN254_MUL, BN254_PAIRING},
    };

    const P: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
    const R: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
    const G: &str = "1 2";
    /// (1, p - 2).
    const MINUS_G: &str = "1 30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45";
    const TWO_G: &str = "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3
                         15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4";
    const THREE_G: &str = "0769bf9ac56bea3ff40232bcb1b6bd159315d84715b8e679f2d355961915abf0
                           2ab799bee0489429554fdb7c8d086475319e63b40b9c5b57cdf1ff3dd9fe2261";
    const INFINITY: &str = "0 0";
    /// EIP-197's generator of G2: imaginary parts first.
    const G2: &str = "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2
                      1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed
                      090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b
                      12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";
    /// x = 1: on the twist, outside the subgroup.
    const STRANGER: &str = "0 1
                            0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4
                            2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb";
    const G2_INFINITY: &str = "0 0 0 0";

    fn input(parts: &[&str]) -> Vec<u8> {
        fields(32, &parts.join(" "))
    }

    fn add(p: &str, q: &str) -> Result<Vec<u8>, Halt> {
        call(&BN254_ADD, &input(&[p, q]))
    }

    fn mul(p: &str, k: &str) -> Result<Vec<u8>, Halt> {
        call(&BN254_MUL, &input(&[p, k]))
    }

    fn point(text: &str) -> Result<Vec<u8>, Halt> {
        Ok(input(&[text]))
    }

    fn pairing(parts: &[&str]) -> Result<Vec<u8>, Halt> {
        call(&BN254_PAIRING, &input(parts))
    }

    #[test]
    fn sums() {
        assert_eq!(add(G, G), point(TWO_G));
        assert_eq!(add(G, TWO_G), point(THREE_G));
        assert_eq!(add(TWO_G, G), point(THREE_G));
        assert_eq!(add(G, MINUS_G), point(INFINITY));
        assert_eq!(add(THREE_G, MINUS_G), point(TWO_G));
        assert_eq!(add(G, INFINITY), point(G));
        assert_eq!(add(INFINITY, G), point(G));
        assert_eq!(add(INFINITY, INFINITY), point(INFINITY));
    }

    #[test]
    fn products() {
        let minus_one = R.replace("0000001", "0000000");
        let above = R.replace("0000001", "0000003");
        let cases = [("0", INFINITY), ("1", G), ("2", TWO_G), ("3", THREE_G)];
        for (k, expected) in
            cases.into_iter().chain([(R, INFINITY), (&minus_one, MINUS_G), (&above, TWO_G)])
        {
            assert_eq!(mul(G, k), point(expected), "{k}");
            assert_eq!(mul(INFINITY, k), point(INFINITY), "{k}");
        }
        // 2^256 - 1 mod r.
        let rest = "0e0a77c19a07df2f666ea36f7879462e36fc76959f60cd29ac96341c4ffffffa";
        assert_eq!(mul(G, &"f".repeat(64)), mul(G, rest));
    }

    #[test]
    fn short_inputs_are_zero_extended_and_long_ones_cut() {
        assert_eq!(call(&BN254_ADD, &[]), point(INFINITY));
        assert_eq!(call(&BN254_MUL, &[]), point(INFINITY));
        assert_eq!(call(&BN254_ADD, &input(&[G])), point(G));
        assert_eq!(call(&BN254_MUL, &input(&[G])), point(INFINITY));
        let mut cut = input(&[G, "200"]);
        cut.truncate(95);
        assert_eq!(call(&BN254_MUL, &cut), mul(G, "200"));
        assert_eq!(call(&BN254_ADD, &input(&[G, G, P])), point(TWO_G));
        assert_eq!(call(&BN254_MUL, &input(&[G, "2", P])), point(TWO_G));
        // A y that is cut short is another y.
        assert_eq!(
            message(&BN254_ADD, &input(&[G])[..63]),
            "point of summand 1 (bytes 0..64) is not on the curve"
        );
    }

    #[test]
    fn coordinates_are_below_p() {
        let must = "must be less than the bn254 field modulus";
        for (i, name) in ["x1", "y1", "x2", "y2"].into_iter().enumerate() {
            let mut values = ["1", "2", "1", "2"];
            values[i] = P;
            let place = alloc::format!("{name} (bytes {}..{})", 32 * i, 32 * i + 32);
            assert_eq!(message(&BN254_ADD, &input(&values)), alloc::format!("{place} {must}"));
        }
        // p + 1 is not 1, and p - p is not infinity.
        let above = P.replace("fd47", "fd48");
        assert_eq!(
            message(&BN254_MUL, &input(&[&above, "2", "0"])),
            alloc::format!("x (bytes 0..32) {must}")
        );
        assert_eq!(
            message(&BN254_MUL, &input(&["0", P, "0"])),
            alloc::format!("y (bytes 32..64) {must}")
        );
    }

    #[test]
    fn points_are_on_the_curve_whatever_they_are_for() {
        assert_eq!(
            message(&BN254_ADD, &input(&[G, "1 1"])),
            "point of summand 2 (bytes 64..128) is not on the curve"
        );
        assert_eq!(
            message(&BN254_ADD, &input(&["0 2", INFINITY])),
            "point of summand 1 (bytes 0..64) is not on the curve"
        );
        assert_eq!(
            message(&BN254_MUL, &input(&["1 3", "0"])),
            "point (bytes 0..64) is not on the curve"
        );
        assert_eq!(
            message(&BN254_MUL, &input(&["1 0", "0"])),
            "point (bytes 0..64) is not on the curve"
        );
    }

    #[test]
    fn pairing_checks() {
        let (no, yes) = (Ok(word(0)), Ok(word(1)));
        assert_eq!(call(&BN254_PAIRING, &[]), yes);
        assert_eq!(pairing(&[G, G2]), no);
        assert_eq!(pairing(&[G, G2, MINUS_G, G2]), yes);
        assert_eq!(pairing(&[G, G2, G, G2]), no);
        assert_eq!(pairing(&[TWO_G, G2, MINUS_G, G2, MINUS_G, G2]), yes);
        // An infinity makes its own pair one, not the whole.
        assert_eq!(pairing(&[INFINITY, G2]), yes);
        assert_eq!(pairing(&[G, G2_INFINITY]), yes);
        assert_eq!(pairing(&[INFINITY, G2_INFINITY]), yes);
        assert_eq!(pairing(&[INFINITY, G2, G, G2]), no);
        assert_eq!(pairing(&[G, G2, G, G2_INFINITY]), no);
        assert_eq!(pairing(&[G, G2, INFINITY, G2, MINUS_G, G2]), yes);
    }

    #[test]
    fn pairing_inputs_are_whole_pairs() {
        for len in [1, 64, 191, 193, 383] {
            let expected =
                alloc::format!("the input is {len} bytes long; it must be a multiple of 192");
            assert_eq!(message(&BN254_PAIRING, &vec![0; len]), expected);
        }
    }

    #[test]
    fn pairing_points_are_checked_even_beside_infinity() {
        let halts = [
            (
                vec![INFINITY, STRANGER],
                "g2 point of pair 1 (bytes 64..192) is on the curve but not in the subgroup of prime order",
            ),
            (
                vec![G, G2, G, STRANGER],
                "g2 point of pair 2 (bytes 256..384) is on the curve but not in the subgroup of prime order",
            ),
            (
                vec![G, G2, "1 1", G2_INFINITY],
                "g1 point of pair 2 (bytes 192..256) is not on the curve",
            ),
            (vec![INFINITY, "1 1 1 1"], "g2 point of pair 1 (bytes 64..192) is not on the curve"),
            (vec![INFINITY, "0 1 0 0"], "g2 point of pair 1 (bytes 64..192) is not on the curve"),
        ];
        for (parts, expected) in halts {
            assert_eq!(message(&BN254_PAIRING, &input(&parts)), expected);
        }
    }

    #[test]
    fn pairing_coordinates_are_below_p() {
        let names = ["g1_x", "g1_y", "g2_x_im", "g2_x_re", "g2_y_im", "g2_y_re"];
        for (i, name) in names.into_iter().enumerate() {
            let mut values = ["0"; 12];
            values[6 + i] = P;
            let start = 192 + 32 * i;
            let expected = alloc::format!(
                "{name} of pair 2 (bytes {start}..{}) must be less than the bn254 field modulus",
                start + 32
            );
            assert_eq!(message(&BN254_PAIRING, &input(&values)), expected);
        }
    }
}
