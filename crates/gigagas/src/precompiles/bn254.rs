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
    let sum = bn254::add(routes.bn254_add, &p, &q).map_err(|e| invalid_point(e, &[point], 64))?;
    Ok(codec::write_bn254_g1(&sum, out))
}

pub(crate) fn run_mul(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    let mut reader = Reader::new(input);
    let p = reader.bn254_g1(["x", "y"])?;
    let k = reader.u256();
    let point = Place { argument: "point", item: None, offset: 0, len: 64 };
    let product =
        bn254::mul(routes.bn254_mul, &p, &k).map_err(|e| invalid_point(e, &[point], 96))?;
    Ok(codec::write_bn254_g1(&product, out))
}

pub(crate) fn run_pairing(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    if !input.len().is_multiple_of(PAIR_LEN) {
        return Err(Halt::input_length(input.len(), LengthRule::MultipleOf(PAIR_LEN)));
    }
    let pairs = (0..input.len() / PAIR_LEN)
        .map(|i| parse_pair(input, i))
        .collect::<Result<Vec<(G1, G2)>, _>>()?;
    let is_one = bn254::pairing_check(routes.bn254_pairing, &pairs).map_err(pairing_fault)?;
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
