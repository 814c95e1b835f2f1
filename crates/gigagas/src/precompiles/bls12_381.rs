//! The curve BLS12-381, since Prague — EIP-2537: G1ADD (0x0b), G1MSM (0x0c), G2ADD (0x0d), G2MSM (0x0e),
//! PAIRING (0x0f), MAP_FP_TO_G1 (0x10), MAP_FP2_TO_G2 (0x11).
//!
//! A field element is 64 bytes: 16 zero bytes and 48 below p. Fp2 is c0 | c1, real part first. A point is
//! x | y, and all zeros is infinity.
//!
//! add:     input = two points; output = their sum (any points of the curve, no subgroup check)
//! msm:     input = (point | scalar\[32\])+; output = the sum of the products (subgroup checked)
//! pairing: input = (g1 | g2)+; output = the number 1 in 32 bytes if the product is one, else 0
//! map:     input = a field element; output = a point of the subgroup (RFC 9380, no hashing)
//! halts  = Length, Encoding, NotOnCurve, NotInSubgroup (msm, pairing)

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use gigagas_math::{
    bls12_381::{self, G1, G2},
    point::InvalidPoint,
};

use crate::{
    codec::{self, Reader},
    halt::{Halt, Place, invalid_point},
    layout::{Field, Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

const FP: &str = "16 zero bytes and 48 bytes below p";
const SCALAR: &str = "any 256-bit integer";

pub(crate) const G1ADD_LAYOUT: Layout = Layout::fixed(
    &[field("x1", 64, FP), field("y1", 64, FP), field("x2", 64, FP), field("y2", 64, FP)],
    OtherLengths::Halt,
);

pub(crate) const G2ADD_LAYOUT: Layout = Layout::fixed(
    &[
        field("x1_c0", 64, FP),
        field("x1_c1", 64, FP),
        field("y1_c0", 64, FP),
        field("y1_c1", 64, FP),
        field("x2_c0", 64, FP),
        field("x2_c1", 64, FP),
        field("y2_c0", 64, FP),
        field("y2_c1", 64, FP),
    ],
    OtherLengths::Halt,
);

const G1_TERM: &[Field] = &[field("x", 64, FP), field("y", 64, FP), field("scalar", 32, SCALAR)];
const G1_TERM_LEN: usize = 160;
pub(crate) const G1MSM_LAYOUT: Layout = Layout::items("term", G1_TERM);

const G2_TERM: &[Field] = &[
    field("x_c0", 64, FP),
    field("x_c1", 64, FP),
    field("y_c0", 64, FP),
    field("y_c1", 64, FP),
    field("scalar", 32, SCALAR),
];
const G2_TERM_LEN: usize = 288;
pub(crate) const G2MSM_LAYOUT: Layout = Layout::items("term", G2_TERM);

const PAIR: &[Field] = &[
    field("g1_x", 64, FP),
    field("g1_y", 64, FP),
    field("g2_x_c0", 64, FP),
    field("g2_x_c1", 64, FP),
    field("g2_y_c0", 64, FP),
    field("g2_y_c1", 64, FP),
];
const PAIR_LEN: usize = 384;
pub(crate) const PAIRING_LAYOUT: Layout = Layout::items("pair", PAIR);

pub(crate) const MAP_FP_LAYOUT: Layout = Layout::fixed(&[field("u", 64, FP)], OtherLengths::Halt);
pub(crate) const MAP_FP2_LAYOUT: Layout =
    Layout::fixed(&[field("u_c0", 64, FP), field("u_c1", 64, FP)], OtherLengths::Halt);

// EIP-2537, "Gas schedule".
pub(crate) const G1ADD_PRICE: Price = Price::Flat(375);
pub(crate) const G1MSM_PRICE: Price =
    Price::Msm { mul: 12_000, item_len: G1_TERM_LEN, discounts: &G1_DISCOUNTS };
pub(crate) const G2ADD_PRICE: Price = Price::Flat(600);
pub(crate) const G2MSM_PRICE: Price =
    Price::Msm { mul: 22_500, item_len: G2_TERM_LEN, discounts: &G2_DISCOUNTS };
pub(crate) const PAIRING_PRICE: Price =
    Price::PerItem { base: 37_700, item: 32_600, item_len: PAIR_LEN };
pub(crate) const MAP_FP_PRICE: Price = Price::Flat(5500);
pub(crate) const MAP_FP2_PRICE: Price = Price::Flat(23_800);

/// EIP-2537, "MSM gas discount for G1": thousandths, for k = 1 to 128.
#[rustfmt::skip]
static G1_DISCOUNTS: [u16; 128] = [
    1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677,
    673, 669, 665, 661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627,
    625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603, 601, 599, 598,
    596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577, 576,
    575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559,
    558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545, 544,
    543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531,
    530, 529, 528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];

/// EIP-2537, "MSM gas discount for G2": thousandths, for k = 1 to 128.
#[rustfmt::skip]
static G2_DISCOUNTS: [u16; 128] = [
    1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717,
    711, 704, 699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646,
    643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613, 611, 609, 607,
    606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583, 582,
    580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562,
    561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551, 550, 549, 548, 547,
    546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535,
    534, 533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

pub(crate) fn run_g1add(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 256)?;
    let mut reader = Reader::new(input);
    let p = reader.bls_g1(["x1", "y1"])?;
    let q = reader.bls_g1(["x2", "y2"])?;
    let sum = bls12_381::g1_add(routes.bls12_g1add.at(input.len()), &p, &q)
        .map_err(|fault| point_fault(fault, "summand", 128, 128))?;
    Ok(codec::write_bls_g1(&sum, out))
}

pub(crate) fn run_g2add(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 512)?;
    let mut reader = Reader::new(input);
    let p = reader.bls_g2(["x1_c0", "x1_c1", "y1_c0", "y1_c1"])?;
    let q = reader.bls_g2(["x2_c0", "x2_c1", "y2_c0", "y2_c1"])?;
    let sum = bls12_381::g2_add(routes.bls12_g2add.at(input.len()), &p, &q)
        .map_err(|fault| point_fault(fault, "summand", 256, 256))?;
    Ok(codec::write_bls_g2(&sum, out))
}

pub(crate) fn run_g1msm(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::items(input, G1_TERM_LEN)?;
    let parse = |i| {
        let mut reader = Reader::item(input, "term", i, G1_TERM_LEN);
        Ok((reader.bls_g1(["x", "y"])?, reader.u256()))
    };
    let terms = (0..input.len() / G1_TERM_LEN).map(parse).collect::<Result<Vec<_>, Halt>>()?;
    let sum = bls12_381::g1_msm(routes.bls12_g1msm.at(input.len()), &terms)
        .map_err(|fault| point_fault(fault, "term", 128, G1_TERM_LEN))?;
    Ok(codec::write_bls_g1(&sum, out))
}

pub(crate) fn run_g2msm(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::items(input, G2_TERM_LEN)?;
    let parse = |i| {
        let mut reader = Reader::item(input, "term", i, G2_TERM_LEN);
        Ok((reader.bls_g2(["x_c0", "x_c1", "y_c0", "y_c1"])?, reader.u256()))
    };
    let terms = (0..input.len() / G2_TERM_LEN).map(parse).collect::<Result<Vec<_>, Halt>>()?;
    let sum = bls12_381::g2_msm(routes.bls12_g2msm.at(input.len()), &terms)
        .map_err(|fault| point_fault(fault, "term", 256, G2_TERM_LEN))?;
    Ok(codec::write_bls_g2(&sum, out))
}

pub(crate) fn run_pairing(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::items(input, PAIR_LEN)?;
    let pairs = (0..input.len() / PAIR_LEN)
        .map(|i| parse_pair(input, i))
        .collect::<Result<Vec<(G1, G2)>, _>>()?;
    let is_one = bls12_381::pairing_check(routes.bls12_pairing.at(input.len()), &pairs)
        .map_err(pairing_fault)?;
    Ok(codec::write_bool(is_one, out))
}

fn parse_pair(input: &[u8], index: usize) -> Result<(G1, G2), Halt> {
    let mut reader = Reader::item(input, "pair", index, PAIR_LEN);
    let p = reader.bls_g1(["g1_x", "g1_y"])?;
    let q = reader.bls_g2(["g2_x_c0", "g2_x_c1", "g2_y_c0", "g2_y_c1"])?;
    Ok((p, q))
}

pub(crate) fn run_map_fp(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 64)?;
    let u = Reader::new(input).bls_fp("u")?;
    let point = bls12_381::map_fp_to_g1(routes.bls12_map_fp_to_g1.at(input.len()), &u);
    Ok(codec::write_bls_g1(&point, out))
}

pub(crate) fn run_map_fp2(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    codec::exactly(input, 128)?;
    let u = Reader::new(input).bls_fp2(["u_c0", "u_c1"])?;
    let point = bls12_381::map_fp2_to_g2(routes.bls12_map_fp2_to_g2.at(input.len()), &u);
    Ok(codec::write_bls_g2(&point, out))
}

fn point_fault(fault: InvalidPoint, unit: &'static str, len: usize, item_len: usize) -> Halt {
    let point = Place { argument: "point", item: Some((unit, 0)), offset: 0, len };
    invalid_point(fault, &[point], item_len)
}

fn pairing_fault(fault: InvalidPoint) -> Halt {
    let points = [
        Place { argument: "g1 point", item: Some(("pair", 0)), offset: 0, len: 128 },
        Place { argument: "g2 point", item: Some(("pair", 0)), offset: 128, len: 256 },
    ];
    invalid_point(fault, &points, PAIR_LEN)
}
