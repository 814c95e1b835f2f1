//! edwards25519 in four 64-bit lanes: one point per 256-bit vector of coordinates, radix 2^51.
//!
//! Two points per 512-bit vector were tried elsewhere and lost: a 512-bit IFMA costs two of 256 bits on
//! Zen 4, and the shared doublings then have to be done for both.
//!
//! # Bounds
//!
//! A [`Reduced`] limb is below 2^51 + 2^16 and is a valid operand (IFMA reads 52 bits). In a product of
//! such limbs low halves are below 2^52 and high halves below 2^50 + 2^16, or 2^51 + 2^16 if one operand is
//! a negated one (limbs below 2^52). Column k is the sum of k + 1 low and twice k high halves, plus 19 times
//! 4 - k low and twice 5 - k high ones; the worst is k = 0 with 1 + 19 (4 + 2 5 / 2) = 172 times 2^52:
//! **a [`Wide`] limb out of a product is below 2^59.5**. [`OFFSET`] = 2^9 p has limbs above 2^59.9, so that
//! OFFSET + x - y >= 0 for such x and y. What enters a carry is at most a sum of four products and one or
//! two offsets, below 2^62.5; carries are then below 2^11.5, and 19 of them below 2^16: again [`Reduced`].

use core::arch::x86_64::*;

use crate::{
    cpu::Avx512Ifma,
    ed25519::{
        Item,
        curve::{BASE_TABLES, BaseTables, D, D2, SQRT_MINUS_ONE},
        field::{Fe51, MASK},
        lanes::{self, Lanes, Parallel},
        verify,
    },
    limb::U256,
};

/// Four field elements, limb by limb, fit for a product.
type Reduced = [__m256i; 5];
/// Four field elements as sums of products, to be carried.
type Wide = [__m256i; 5];
/// An addend in memory: limbs of four lanes.
type Entry = [[u64; 4]; 5];

/// 2^9 p.
const OFFSET: [u64; 5] = [(MASK - 18) << 9, MASK << 9, MASK << 9, MASK << 9, MASK << 9];

/// Limb by limb, for the four lanes.
const fn pack(elements: [&Fe51; 4]) -> Entry {
    let mut out = [[0; 4]; 5];
    let mut i = 0;
    while i < 20 {
        out[i / 4][i % 4] = Fe51::unpack(&elements[i % 4].pack()).0[i / 4];
        i += 1;
    }
    out
}

static BASE: BaseTables<Entry> = {
    let mut tables = [[[[0; 4]; 5]; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let point = &BASE_TABLES[i / 64][i % 64];
        tables[i / 64][i % 64] =
            pack([&point.y_minus_x, &point.y_plus_x, &point.xy2d, &Fe51::small(2)]);
        i += 1;
    }
    tables
};

/// [`verify::zip215`].
pub(crate) fn zip215(
    witness: Avx512Ifma,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Parallel<Ifma>, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        verify::zip215(group, key, signature, message)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Parallel(Ifma(witness)), key, signature, message) }
}

/// [`verify::eip665`].
pub(crate) fn eip665(
    witness: Avx512Ifma,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Parallel<Ifma>, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        verify::eip665(group, key, signature, message)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Parallel(Ifma(witness)), key, signature, message) }
}

/// [`verify::batch_holds`].
pub(crate) fn batch_holds(witness: Avx512Ifma, items: &[Item<'_>]) -> bool {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Parallel<Ifma>, items: &[Item<'_>]) -> bool {
        verify::batch_holds(group, items)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Parallel(Ifma(witness)), items) }
}

/// [`verify::equation_holds`].
#[cfg(test)]
pub(crate) fn equation_holds(
    witness: Avx512Ifma,
    encodings: [&[u8; 32]; 2],
    scalars: [&U256; 2],
) -> bool {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Parallel<Ifma>, encodings: [&[u8; 32]; 2], scalars: [&U256; 2]) -> bool {
        verify::equation_holds(group, encodings, scalars)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Parallel(Ifma(witness)), encodings, scalars) }
}

/// The instructions, and the arithmetic on top. Everything is inlined into the functions above, which
/// have the features; elsewhere it would be slow, but never unsound.
#[derive(Debug, Clone, Copy)]
struct Ifma(Avx512Ifma);

/// Methods of [`Ifma`] that are one instruction.
macro_rules! instructions {
    ($($name:ident = $intrinsic:path: ($($arg:ident: $type:ty),*) -> $result:ty;)+) => {
        impl Ifma {
            $(
                #[inline(always)]
                fn $name(self, $($arg: $type),*) -> $result {
                    // SAFETY: the witness inside `self` stands for AVX-512 IFMA and VL.
                    unsafe { $intrinsic($($arg),*) }
                }
            )+
        }
    };
}

instructions! {
    zero_one = _mm256_setzero_si256: () -> __m256i;
    splat = _mm256_set1_epi64x: (x: i64) -> __m256i;
    add_one = _mm256_add_epi64: (x: __m256i, y: __m256i) -> __m256i;
    sub_one = _mm256_sub_epi64: (x: __m256i, y: __m256i) -> __m256i;
    add_masked = _mm256_mask_add_epi64: (other: __m256i, mask: u8, x: __m256i, y: __m256i) -> __m256i;
    sub_masked = _mm256_mask_sub_epi64: (other: __m256i, mask: u8, x: __m256i, y: __m256i) -> __m256i;
    and = _mm256_and_si256: (x: __m256i, y: __m256i) -> __m256i;
    blend = _mm256_mask_blend_epi64: (mask: u8, x: __m256i, y: __m256i) -> __m256i;
    madd_low = _mm256_madd52lo_epu64: (sum: __m256i, x: __m256i, y: __m256i) -> __m256i;
    madd_high = _mm256_madd52hi_epu64: (sum: __m256i, x: __m256i, y: __m256i) -> __m256i;
    shift_left = _mm256_slli_epi64::<4>: (x: __m256i) -> __m256i;
    shift_carry = _mm256_srli_epi64::<51>: (x: __m256i) -> __m256i;
    swap_one = _mm256_shuffle_epi32::<0b01_00_11_10>: (x: __m256i) -> __m256i;
    permute = _mm256_permutexvar_epi64: (indices: __m256i, x: __m256i) -> __m256i;
    set = _mm256_set_epi64x: (d: i64, c: i64, b: i64, a: i64) -> __m256i;
}

/// The array of an expression over i = 0 .. 5: a closure would not have the CPU features of its caller.
macro_rules! limbs {
    (|$i:ident| $limb:expr) => {
        [
            {
                const $i: usize = 0;
                $limb
            },
            {
                const $i: usize = 1;
                $limb
            },
            {
                const $i: usize = 2;
                $limb
            },
            {
                const $i: usize = 3;
                $limb
            },
            {
                const $i: usize = 4;
                $limb
            },
        ]
    };
}

/// One bit per lane of a mask with two.
const fn lane_mask(mask: i32) -> u8 {
    let bits = mask.to_le_bytes()[0];
    (bits & 1) | ((bits >> 1) & 2) | ((bits >> 2) & 4) | ((bits >> 3) & 8)
}

impl Ifma {
    #[inline(always)]
    fn fold(self, low: &[__m256i; 9], high: &[__m256i; 9]) -> Wide {
        let mut sum = [low[0]; 10];
        for k in 1..10 {
            let doubled = self.add_one(high[k - 1], high[k - 1]);
            sum[k] = if k < 9 { self.add_one(low[k], doubled) } else { doubled };
        }
        self.fold_columns(&sum)
    }

    #[inline(always)]
    fn fold_columns(self, sum: &[__m256i; 10]) -> Wide {
        limbs!(|I| {
            // 19 x = 16 x + (2 x + x).
            let x = sum[I + 5];
            let three = self.add_one(self.add_one(x, x), x);
            self.add_one(self.add_one(sum[I], three), self.shift_left(x))
        })
    }
}

impl Lanes for Ifma {
    type Limbs = Wide;
    type Packed = Entry;

    const ONE: Entry = pack([&Fe51::ONE; 4]);
    const D: Entry = pack([&D; 4]);
    const ROOT: Entry = pack([&SQRT_MINUS_ONE; 4]);
    const ADDEND: Entry = pack([&Fe51::ONE, &Fe51::ONE, &D2, &Fe51::small(2)]);
    const IDENTITY: Entry = pack([&Fe51::ZERO, &Fe51::ONE, &Fe51::ZERO, &Fe51::ONE]);

    #[inline(always)]
    fn base_tables(self) -> &'static BaseTables<Entry> {
        &BASE
    }

    #[inline(always)]
    fn zero(self) -> Wide {
        [self.zero_one(); 5]
    }

    #[inline(always)]
    fn load(self, entry: &Entry) -> [__m256i; 5] {
        limbs!(|I| {
            let [a, b, c, d] = entry[I];
            self.set(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
        })
    }

    #[inline(always)]
    fn load_integers(self, x: &[U256; 4]) -> Reduced {
        let [a, b, c, d] = [
            Fe51::unpack(&x[0]).0,
            Fe51::unpack(&x[1]).0,
            Fe51::unpack(&x[2]).0,
            Fe51::unpack(&x[3]).0,
        ];
        self.load(&limbs!(|I| [a[I], b[I], c[I], d[I]]))
    }

    #[inline(always)]
    fn integers(self, x: &Reduced) -> [U256; 4] {
        let limbs = limbs!(|I| {
            let mut lanes = [0_u64; 4];
            // SAFETY: 32 bytes of `lanes`; an unaligned store.
            unsafe { _mm256_storeu_si256((&raw mut lanes).cast(), x[I]) };
            lanes
        });
        let mut out = [[0; 4]; 4];
        for (lane, out) in out.iter_mut().enumerate() {
            *out = Fe51(limbs!(|I| limbs[I][lane])).pack();
        }
        out
    }

    #[inline(always)]
    fn offset<const MASK: i32>(self) -> Wide {
        self.load(
            &const {
                let mask = lane_mask(MASK);
                let mut out = [[0; 4]; 5];
                let mut i = 0;
                while i < 20 {
                    if (mask >> (i % 4)) & 1 == 1 {
                        out[i / 4][i % 4] = OFFSET[i / 4];
                    }
                    i += 1;
                }
                out
            },
        )
    }

    #[inline(always)]
    fn carry(self, x: &Wide) -> Reduced {
        let mask = self.splat(MASK.cast_signed());
        let [a, b, c, d, e] = limbs!(|I| self.shift_carry(x[I]));
        let [v, w, x, y, z] = limbs!(|I| self.and(x[I], mask));
        let v = self.madd_low(v, e, self.splat(19));
        [v, self.add_one(w, a), self.add_one(x, b), self.add_one(y, c), self.add_one(z, d)]
    }

    /// start + x y, where column k counts 2^(51 k) and 2^255 = 19.
    #[inline(always)]
    fn mul(self, start: &Wide, x: &Reduced, y: &Reduced) -> Wide {
        let zero = self.zero_one();
        let [a, b, c, d, e] = *start;
        // Low halves of column i + j, and high halves, which belong to the next column and count twice.
        let mut low = [a, b, c, d, e, zero, zero, zero, zero];
        let mut high = [zero; 9];
        // The limb 0 comes last out of a carry.
        for i in [1, 2, 3, 4, 0] {
            for j in [1, 2, 3, 4, 0] {
                low[i + j] = self.madd_low(low[i + j], x[i], y[j]);
                high[i + j] = self.madd_high(high[i + j], x[i], y[j]);
            }
        }
        self.fold(&low, &high)
    }

    /// start + x^2: columns of what counts once, twice (cross products, and high halves of squares) and
    /// four times (high halves of cross products).
    #[inline(always)]
    fn square(self, start: &Wide, x: &Reduced) -> Wide {
        let zero = self.zero_one();
        let low = |sum, x, y| self.madd_low(sum, x, y);
        let high = |sum, x, y| self.madd_high(sum, x, y);
        let [a, b, c, d, e] = *x;
        // The limb a comes last out of a carry.
        let once = [
            low(start[0], a, a),
            start[1],
            low(start[2], b, b),
            start[3],
            low(start[4], c, c),
            zero,
            low(zero, d, d),
            zero,
            low(zero, e, e),
            zero,
        ];
        let twice = [
            zero,
            low(high(zero, a, a), a, b),
            low(zero, a, c),
            low(low(high(zero, b, b), b, c), a, d),
            low(low(zero, b, d), a, e),
            low(low(high(zero, c, c), b, e), c, d),
            low(zero, c, e),
            low(high(zero, d, d), d, e),
            zero,
            high(zero, e, e),
        ];
        let four_times = [
            zero,
            zero,
            high(zero, a, b),
            high(zero, a, c),
            high(high(zero, b, c), a, d),
            high(high(zero, b, d), a, e),
            high(high(zero, b, e), c, d),
            high(zero, c, e),
            high(zero, d, e),
            zero,
        ];
        let mut sum = once;
        let mut i = 0;
        while i < 10 {
            let twice = self.add_one(twice[i], self.add_one(four_times[i], four_times[i]));
            sum[i] = self.add_one(once[i], self.add_one(twice, twice));
            i += 1;
        }
        self.fold_columns(&sum)
    }

    #[inline(always)]
    fn add(self, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| self.add_one(x[I], y[I]))
    }

    #[inline(always)]
    fn sub(self, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| self.sub_one(x[I], y[I]))
    }

    #[inline(always)]
    fn add_where<const MASK: i32>(self, other: &Wide, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| self.add_masked(other[I], const { lane_mask(MASK) }, x[I], y[I]))
    }

    #[inline(always)]
    fn sub_where<const MASK: i32>(self, other: &Wide, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| self.sub_masked(other[I], const { lane_mask(MASK) }, x[I], y[I]))
    }

    #[inline(always)]
    fn order<const ORDER: i32>(self, x: &Wide) -> Wide {
        limbs!(|I| {
            // SAFETY: as of the instructions above.
            unsafe { _mm256_permute4x64_epi64::<ORDER>(x[I]) }
        })
    }

    #[inline(always)]
    fn swap_pairs(self, x: &Wide) -> Wide {
        limbs!(|I| self.swap_one(x[I]))
    }

    #[inline(always)]
    fn choose(self, mask: u8, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| self.blend(mask, x[I], y[I]))
    }

    #[inline(always)]
    fn decode<const N: usize>(self, encodings: &[[&[u8; 32]; 4]; N]) -> Option<[[Wide; 4]; N]> {
        #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
        fn run<const N: usize>(
            lanes: Ifma,
            encodings: &[[&[u8; 32]; 4]; N],
        ) -> Option<[[Wide; 4]; N]> {
            lanes::decode(lanes, encodings)
        }
        // SAFETY: the witness inside `self` stands for these features.
        unsafe { run(self, encodings) }
    }

    #[inline(always)]
    fn flip(self, addend: &Reduced, negative: bool) -> Reduced {
        let indices = if negative { self.set(3, 2, 0, 1) } else { self.set(3, 2, 1, 0) };
        let mask = u8::from(negative) << 2;
        // 2p, limb by limb above a reduced element.
        let low = self.splat(2 * (MASK - 18).cast_signed());
        let high = self.splat(2 * MASK.cast_signed());
        limbs!(|I| {
            let swapped = self.permute(indices, addend[I]);
            self.sub_masked(swapped, mask, if I == 0 { low } else { high }, swapped)
        })
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::{One, Zero};
    use rand_chacha::ChaCha20Rng;
    use rand_core::{RngCore, SeedableRng};

    use super::*;
    use crate::secp256k1::model::big;

    type Limbs = [[u64; 4]; 5];

    /// The bit at which limb i counts.
    fn place(i: usize) -> usize {
        51 * i
    }

    /// The bound of reduced limbs, and that of limbs out of a product of reduced ones without an offset.
    fn bounds(_: usize) -> [u64; 2] {
        [(1 << 51) + (1 << 16), 3 << 58]
    }

    fn twice_p(i: usize) -> u64 {
        2 * if i == 0 { MASK - 18 } else { MASK }
    }

    fn store(x: &Wide) -> Limbs {
        x.map(|x| {
            let mut lanes = [0; 4];
            // SAFETY: 32 bytes of `lanes`; an unaligned store.
            unsafe { _mm256_storeu_si256((&raw mut lanes).cast(), x) };
            lanes
        })
    }

    /// The element in a lane, as an integer that may exceed p.
    fn value(limbs: &Limbs, lane: usize) -> BigUint {
        (0..5).fold(BigUint::zero(), |sum, i| sum + (BigUint::from(limbs[i][lane]) << place(i)))
    }

    /// Limbs from 0 to the given maxima: both ends of the range, and random ones in between.
    fn draw(rng: &mut ChaCha20Rng, maximum: impl Fn(usize) -> u64) -> Limbs {
        let choice = rng.next_u32() % 4;
        core::array::from_fn(|i| {
            core::array::from_fn(|_| match (choice, rng.next_u32() % 4) {
                (0, _) | (1, 0) => maximum(i),
                (1, 1) => 0,
                _ => rng.next_u64() % (maximum(i) + 1),
            })
        })
    }

    fn load(lanes: Ifma, packed: Limbs) -> Reduced {
        lanes.load(&packed)
    }

    #[test]
    fn products_of_extreme_limbs() {
        let Some(witness) = Avx512Ifma::detect() else { return };
        let lanes = Ifma(witness);
        let p = (BigUint::one() << 255u32) - 19u32;
        let mut rng = ChaCha20Rng::seed_from_u64(51);
        for _ in 0..2000 {
            let x = draw(&mut rng, |i| bounds(i)[0] - 1);
            let y = draw(&mut rng, |i| bounds(i)[0] - 1);
            let flipped = draw(&mut rng, twice_p);
            let [a, b, c] = [x, y, flipped].map(|limbs| load(lanes, limbs));
            let zero = lanes.zero();
            let products = [
                (lanes.mul(&zero, &a, &b), x, y),
                (lanes.mul(&zero, &a, &c), x, flipped),
                (lanes.square(&zero, &a), x, x),
            ];
            for (product, left, right) in products {
                let wide = store(&product);
                let reduced = store(&lanes.carry(&product));
                let integers = lanes.integers(&lanes.carry(&product));
                for lane in 0..4 {
                    let expected = value(&left, lane) * value(&right, lane) % &p;
                    assert_eq!(value(&wide, lane) % &p, expected);
                    assert_eq!(value(&reduced, lane) % &p, expected);
                    assert_eq!(big(&integers[lane]), expected);
                    for i in 0..5 {
                        assert!(wide[i][lane] < bounds(i)[1]);
                        assert!(reduced[i][lane] < bounds(i)[0]);
                    }
                }
            }
        }
    }

    /// Sums of four products and two offsets are reduced by one carry; an offset exceeds any product.
    #[test]
    fn carries_of_extreme_sums() {
        let Some(witness) = Avx512Ifma::detect() else { return };
        let lanes = Ifma(witness);
        let p = (BigUint::one() << 255u32) - 19u32;
        let mut rng = ChaCha20Rng::seed_from_u64(52);
        let offset = store(&lanes.offset::<0xff>());
        for (i, limbs) in offset.iter().enumerate() {
            assert!(limbs.iter().all(|&limb| limb > bounds(i)[1]));
        }
        assert!((value(&offset, 3) % &p).is_zero());
        for _ in 0..2000 {
            let x = draw(&mut rng, |i| 4 * (bounds(i)[1] - 1) + 2 * offset[i][0]);
            let wide = x.map(|[a, b, c, d]| {
                lanes.set(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
            });
            let reduced = store(&lanes.carry(&wide));
            for lane in 0..4 {
                assert_eq!(value(&reduced, lane) % &p, value(&x, lane) % &p);
                for (i, limbs) in reduced.iter().enumerate() {
                    assert!(limbs[lane] < bounds(i)[0]);
                }
            }
        }
    }

    #[test]
    fn opposite_addends() {
        let Some(witness) = Avx512Ifma::detect() else { return };
        let lanes = Ifma(witness);
        let p = (BigUint::one() << 255u32) - 19u32;
        let mut rng = ChaCha20Rng::seed_from_u64(53);
        for _ in 0..200 {
            let x = draw(&mut rng, |i| bounds(i)[0] - 1);
            let addend = load(lanes, x);
            assert_eq!(store(&lanes.flip(&addend, false)), x);
            let flipped = store(&lanes.flip(&addend, true));
            assert_eq!(value(&flipped, 0), value(&x, 1));
            assert_eq!(value(&flipped, 1), value(&x, 0));
            assert!(((value(&flipped, 2) + value(&x, 2)) % &p).is_zero());
            assert_eq!(value(&flipped, 3), value(&x, 3));
        }
    }
}
