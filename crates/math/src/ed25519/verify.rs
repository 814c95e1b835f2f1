//! The verification algorithms, once for all implementations of the curve.
//!
//! They are inlined into functions with the CPU features of the implementation. Closures are not, so none
//! of them calls the group.

#![expect(clippy::cast_possible_truncation, reason = "limbs are cut out of wider integers")]

use alloc::vec::Vec;

use super::{
    Item,
    curve::Group,
    field::P,
    scalar::{self, Digits, L, halve, split, wnaf},
};
use crate::{
    backend::Backend as _,
    hash::sha512,
    limb::{self, U256},
};

/// Window of the points that come with a signature: 8 odd multiples each.
const POINT_WINDOW: u32 = 5;
/// Window of B and 2^126 B: 64 odd multiples each, at compile time.
const BASE_WINDOW: u32 = 8;

/// The odd multiples 1, 3 ... 15.
type Table<G> = [<G as Group>::Cached; 8];

/// A scalar with the multiples of its point.
struct Term<'a, G: Group> {
    digits: &'a Digits,
    table: &'a Table<G>,
    /// The scalar counts negative.
    negative: bool,
}

/// The first half R and the second half S of a signature.
fn halves(signature: &[u8; 64]) -> (&[u8; 32], U256) {
    let [r, s] = signature.as_chunks::<32>().0 else { unreachable!("64 = 2 * 32") };
    (r, scalar::from_le_bytes(s))
}

/// k = SHA-512(R | A | M), 64 bytes.
fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> [u8; 64] {
    sha512::digest(sha512::Backend::preferred(), &[r, key, message])
}

#[inline(always)]
fn odd_multiples<G: Group>(group: G, point: &G::Point) -> Table<G> {
    let twice = group.cache(&group.double(point));
    let mut multiple = *point;
    let mut table = [group.cache(point); 8];
    for entry in &mut table[1..] {
        multiple = group.add(&multiple, &twice, false);
        *entry = group.cache(&multiple);
    }
    table
}

/// The index of an odd digit's magnitude in a table of odd multiples.
#[inline(always)]
fn index(digit: i8) -> usize {
    usize::from(digit.unsigned_abs() / 2)
}

/// 2^126 start + the sum of all terms and, if given, of `base[0] B + base[1] 2^126 B` (Straus).
#[inline(always)]
fn straus<G: Group, const N: usize>(
    group: G,
    start: Option<G::Point>,
    terms: [Term<'_, G>; N],
    base: Option<&[Digits; 2]>,
) -> G::Point {
    let tables = group.base_tables();
    let used = |i: usize| {
        terms.iter().any(|term| term.digits[i] != 0)
            || base.is_some_and(|digits| digits[0][i] != 0 || digits[1][i] != 0)
    };
    // A start must be doubled from the top on; without one the leading zeros are skipped.
    let top = match start {
        Some(_) => 126,
        None => (0..=126).rev().find(|&i| used(i)).unwrap_or(0),
    };
    let mut sum = match start {
        Some(start) => start,
        None => group.identity(),
    };
    for i in (0..=top).rev() {
        if i != top {
            sum = group.double(&sum);
        }
        for term in &terms {
            let digit = term.digits[i];
            if digit != 0 {
                let entry = &term.table[index(digit)];
                sum = group.add(&sum, entry, (digit < 0) ^ term.negative);
            }
        }
        if let Some(digits) = base {
            for (digits, table) in digits.iter().zip(tables) {
                let digit = digits[i];
                if digit != 0 {
                    sum = group.add_base(&sum, &table[index(digit)], digit < 0);
                }
            }
        }
    }
    sum
}

/// Whether 8 times the point is the identity.
#[inline(always)]
fn has_small_order<G: Group>(group: G, point: &G::Point) -> bool {
    let mut multiple = *point;
    for _ in 0..3 {
        multiple = group.double(&multiple);
    }
    group.is_identity(&multiple)
}

/// The rule of ZIP-215.
#[inline(always)]
pub(crate) fn zip215<G: Group>(
    group: G,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    let (r_bytes, s) = halves(signature);
    if !limb::lt(&s, &L) {
        return false;
    }
    let Some(points) = group.decode_pair([r_bytes, key]) else { return false };
    let k = scalar::reduce_wide(&challenge(r_bytes, key, message));
    cofactored_holds(group, &points, &s, &k)
}

/// `8 ([S]B - R - [k]A) = O`, by halved scalars ([`scalar`] has the proof): 8Q = O for
/// `Q = [v1 S]B - [v1]R - [v0]A`, where v0 = v1 k mod L. The sign of v1 is moved to v0.
#[inline(always)]
fn cofactored_holds<G: Group>(group: G, [r, a]: &[G::Point; 2], s: &U256, k: &U256) -> bool {
    let fraction = halve(k);
    let v1 = [fraction.v1 as u64, (fraction.v1 >> 64) as u64, 0, 0];
    let base = split(&scalar::mul(&v1, s)).map(wnaf::<BASE_WINDOW>);
    let terms = [
        Term {
            digits: &wnaf::<POINT_WINDOW>(fraction.v1),
            table: &odd_multiples(group, r),
            negative: true,
        },
        Term {
            digits: &wnaf::<POINT_WINDOW>(fraction.v0),
            table: &odd_multiples(group, a),
            negative: !fraction.negative,
        },
    ];
    has_small_order(group, &straus(group, None, terms, Some(&base)))
}

/// [`cofactored_holds`] for the encodings of R and A, and S and k.
#[cfg(test)]
#[inline(always)]
pub(crate) fn equation_holds<G: Group>(
    group: G,
    encodings: [&[u8; 32]; 2],
    [s, k]: [&U256; 2],
) -> bool {
    let points = group.decode_pair(encodings).expect("points");
    cofactored_holds(group, &points, s, k)
}

/// EIP-665 by `[S]B - [k]A - R = O` for canonical encodings of R and A, which is equality of bytes without
/// encoding the left side; no halving, as there is no cofactor to absorb the torsion.
#[inline(always)]
pub(crate) fn eip665<G: Group>(
    group: G,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    let (r_bytes, s) = halves(signature);
    if !limb::lt(&s, &L) || [r_bytes, key].iter().any(|encoding| !is_strict(encoding)) {
        return false;
    }
    // An R that is no point cannot be the encoding of one.
    let Some([r, a]) = group.decode_pair([r_bytes, key]) else { return false };
    let k = scalar::reduce_wide(&challenge(r_bytes, key, message));
    let [low, high] = split(&k).map(wnaf::<POINT_WINDOW>);
    let base = split(&s).map(wnaf::<BASE_WINDOW>);
    let table = &odd_multiples(group, &a);
    let high = straus(group, None, [Term { digits: &high, table, negative: true }], None);
    let low = [Term { digits: &low, table, negative: true }];
    let sum = straus(group, Some(high), low, Some(&base));
    group.is_identity(&group.add(&sum, &group.cache(&r), true))
}

/// Whether an encoding may be that of a point not of small order, and canonical: y < p is not one of the
/// five y of small order. These include the y = +-1 of x = 0, so the sign bit is free.
fn is_strict(encoding: &[u8; 32]) -> bool {
    let (y, _) = super::curve::split_encoding(encoding);
    limb::lt(&y, &P) && !SMALL_ORDER_Y.contains(&y)
}

/// The y of the eight points of small order: 1, -1 (order 2), 0 (order 4), and those of order 8.
pub(crate) const SMALL_ORDER_Y: [U256; 5] = [
    [1, 0, 0, 0],
    [P[0] - 1, P[1], P[2], P[3]],
    [0; 4],
    [0x4fd8_4d3d_706a_17c7, 0x0f67_100d_760b_3cba, 0xc6cc_392c_fa53_202a, 0x7a03_ac92_77fd_c74e],
    [0xb027_b2c2_8f95_e826, 0xf098_eff2_89f4_c345, 0x3933_c6d3_05ac_dfd5, 0x05fc_536d_8802_38b1],
];

/// Whether all of the items are valid, up to an error of 2^-126: 8 times the sum of `z_i ([S_i]B - R_i - [k_i]A_i)`
/// is O, for z_i drawn by hashing everything that the items are made of. False is certain.
#[inline(always)]
pub(crate) fn batch_holds<G: Group>(group: G, items: &[Item<'_>]) -> bool {
    let mut encodings = Vec::with_capacity(2 * items.len());
    let mut scalars = Vec::with_capacity(items.len());
    let mut transcript = Vec::with_capacity(96 * items.len());
    for item in items {
        let (r_bytes, s) = halves(item.signature);
        if !limb::lt(&s, &L) {
            return false;
        }
        encodings.extend([r_bytes, item.key]);
        let digest = challenge(r_bytes, item.key, item.message);
        scalars.push((scalar::reduce_wide(&digest), s));
        // The digest commits to R, A and M.
        transcript.extend_from_slice(&digest);
        transcript.extend_from_slice(&item.signature[32..]);
    }
    let mut points = Vec::with_capacity(encodings.len());
    if !group.decode_all(&encodings, &mut points) {
        return false;
    }
    let mut tables = Vec::with_capacity(points.len());
    for point in &points {
        tables.push(odd_multiples(group, point));
    }
    let mut base = [0; 4];
    let (mut high, mut low) = (Schedule::new(), Schedule::new());
    for (i, ((k, s), z)) in scalars.iter().zip(coefficients(&transcript)).enumerate() {
        let z_limbs = [z as u64, (z >> 64) as u64, 0, 0];
        base = scalar::add(&base, &scalar::mul(&z_limbs, s));
        let [k_low, k_high] = split(&scalar::mul(&z_limbs, k));
        low.push(2 * i, &wnaf::<POINT_WINDOW>(z));
        low.push(2 * i + 1, &wnaf::<POINT_WINDOW>(k_low));
        high.push(2 * i + 1, &wnaf::<POINT_WINDOW>(k_high));
    }
    let base = split(&base).map(wnaf::<BASE_WINDOW>);
    let sum = high.run(group, &tables, group.identity(), None);
    has_small_order(group, &low.run(group, &tables, sum, Some(&base)))
}

/// Coefficients below 2^126, as many as asked for, from SHA-512 of a counter and the digest of the transcript.
fn coefficients(transcript: &[u8]) -> impl Iterator<Item = u128> {
    let hash = |parts: &[&[u8]]| sha512::digest(sha512::Backend::preferred(), parts);
    let seed = hash(&[b"gigagas ed25519 batch", transcript]);
    (0_u64..).flat_map(move |i| {
        let block = hash(&[&seed, &i.to_le_bytes()]);
        let words: [[u8; 16]; 4] =
            core::array::from_fn(|j| core::array::from_fn(|byte| block[16 * j + byte]));
        words.map(|word| u128::from_le_bytes(word) >> 2)
    })
}

/// What to add at which digit position, for more terms than are worth asking one by one.
struct Schedule {
    /// Table and digit, by position.
    additions: Vec<Vec<(usize, i8)>>,
}

impl Schedule {
    fn new() -> Self {
        Self { additions: (0..127).map(|_| Vec::new()).collect() }
    }

    fn push(&mut self, table: usize, digits: &Digits) {
        for (additions, &digit) in self.additions.iter_mut().zip(digits) {
            if digit != 0 {
                additions.push((table, digit));
            }
        }
    }

    /// 2^126 start minus the terms, plus those of the base tables.
    #[inline(always)]
    fn run<G: Group>(
        &self,
        group: G,
        tables: &[Table<G>],
        start: G::Point,
        base: Option<&[Digits; 2]>,
    ) -> G::Point {
        let mut sum = start;
        for (i, additions) in self.additions.iter().enumerate().rev() {
            if i != 126 {
                sum = group.double(&sum);
            }
            for &(table, digit) in additions {
                sum = group.add(&sum, &tables[table][index(digit)], digit > 0);
            }
            for (digits, table) in base.into_iter().flatten().zip(group.base_tables()) {
                if digits[i] != 0 {
                    sum = group.add_base(&sum, &table[index(digits[i])], digits[i] < 0);
                }
            }
        }
        sum
    }
}
