//! edwards25519 in four 64-bit lanes of 256-bit vectors, radix 2^25.5: ten limbs of alternately 26 and 25 bits.
//!
//! # Bounds
//!
//! A [`Reduced`] limb is below 2^26 + 2^13 at even places and 2^25 + 2^17 at odd ones. Products are of 32 bits
//! by 32: twice a limb is below 2^27.1, 19 times one below 2^30.3, and 2^31.3 if it is one of 2p - x. Column
//! k is the sum of ten products, those of two odd limbs twice and those beyond the tenth column 19 times.
//! The worst even column is the first: 2^52 (1 + 19 (4 + 5 / 2)) < 2^59; the worst odd one,
//! column 1: 2^51 (2 + 19 8) < 2^58.4, up to the slack of odd limbs; twice as much with a negated operand.
//! So **a product is below 2^60 at even places and 2^59.5 at odd ones**, and the offset, 2^35 p, with limbs
//! of almost 2^61 and 2^60, stays above it. A sum of four products and two offsets is below 2^63.

use core::arch::{asm, x86_64::*};

use crate::{
    cpu::Avx2,
    ed25519::{
        Item,
        curve::{BASE_TABLES, BaseTables, D, D2, SQRT_MINUS_ONE},
        field::Fe51,
        lanes::{self, Lanes, Parallel},
        verify,
    },
    limb::U256,
};

/// Four field elements, limb by limb, fit for a product.
type Reduced = [__m256i; 10];
/// Four field elements as sums of products, to be carried.
type Wide = [__m256i; 10];
/// Four reduced elements in memory.
type Entry = [[u32; 4]; 10];

const EVEN_MASK: u64 = (1 << 26) - 1;
const ODD_MASK: u64 = (1 << 25) - 1;

/// p, limb by limb.
const P: [u64; 10] = {
    let mut p = [EVEN_MASK; 10];
    let mut i = 1;
    while i < 10 {
        p[i] = ODD_MASK;
        i += 2;
    }
    p[0] = EVEN_MASK - 18;
    p
};

/// Limb by limb, for the four lanes.
const fn pack(elements: [&Fe51; 4]) -> Entry {
    let mut out = [[0; 4]; 10];
    let mut lane = 0;
    while lane < 4 {
        let limbs = Fe51::unpack(&elements[lane].pack()).0;
        let mut i = 0;
        while i < 5 {
            out[2 * i][lane] = low_word(limbs[i] & EVEN_MASK);
            out[2 * i + 1][lane] = low_word(limbs[i] >> 26);
            i += 1;
        }
        lane += 1;
    }
    out
}

#[expect(clippy::cast_possible_truncation, reason = "of values below 2^32")]
const fn low_word(x: u64) -> u32 {
    x as u32
}

static BASE: BaseTables<Entry> = {
    let mut tables = [[[[0; 4]; 10]; 64]; 2];
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
pub(crate) fn zip215(witness: Avx2, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
    #[target_feature(enable = "avx2")]
    fn run(
        group: Parallel<Wide2625>,
        key: &[u8; 32],
        signature: &[u8; 64],
        message: &[u8],
    ) -> bool {
        verify::zip215(group, key, signature, message)
    }
    // SAFETY: the witness stands for AVX2.
    unsafe { run(Parallel(Wide2625(witness)), key, signature, message) }
}

/// [`verify::eip665`].
pub(crate) fn eip665(witness: Avx2, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
    #[target_feature(enable = "avx2")]
    fn run(
        group: Parallel<Wide2625>,
        key: &[u8; 32],
        signature: &[u8; 64],
        message: &[u8],
    ) -> bool {
        verify::eip665(group, key, signature, message)
    }
    // SAFETY: the witness stands for AVX2.
    unsafe { run(Parallel(Wide2625(witness)), key, signature, message) }
}

/// [`verify::batch_holds`].
pub(crate) fn batch_holds(witness: Avx2, items: &[Item<'_>]) -> bool {
    #[target_feature(enable = "avx2")]
    fn run(group: Parallel<Wide2625>, items: &[Item<'_>]) -> bool {
        verify::batch_holds(group, items)
    }
    // SAFETY: the witness stands for AVX2.
    unsafe { run(Parallel(Wide2625(witness)), items) }
}

/// [`verify::equation_holds`].
#[cfg(test)]
pub(crate) fn equation_holds(
    witness: Avx2,
    encodings: [&[u8; 32]; 2],
    scalars: [&U256; 2],
) -> bool {
    #[target_feature(enable = "avx2")]
    fn run(group: Parallel<Wide2625>, encodings: [&[u8; 32]; 2], scalars: [&U256; 2]) -> bool {
        verify::equation_holds(group, encodings, scalars)
    }
    // SAFETY: the witness stands for AVX2.
    unsafe { run(Parallel(Wide2625(witness)), encodings, scalars) }
}

/// The instructions, and the arithmetic on top. Everything is inlined into the functions above, which
/// have the features; elsewhere it would be slow, but never unsound.
#[derive(Debug, Clone, Copy)]
struct Wide2625(Avx2);

/// Methods of [`Wide2625`] that are one instruction.
macro_rules! instructions {
    ($($name:ident = $intrinsic:path: ($($arg:ident: $type:ty),*) -> $result:ty;)+) => {
        impl Wide2625 {
            $(
                #[inline(always)]
                fn $name(self, $($arg: $type),*) -> $result {
                    // SAFETY: the witness inside `self` stands for AVX2.
                    unsafe { $intrinsic($($arg),*) }
                }
            )+
        }
    };
}

instructions! {
    zero_one = _mm256_setzero_si256: () -> __m256i;
    splat = _mm256_set1_epi64x: (x: i64) -> __m256i;
    set = _mm256_set_epi64x: (d: i64, c: i64, b: i64, a: i64) -> __m256i;
    add_one = _mm256_add_epi64: (x: __m256i, y: __m256i) -> __m256i;
    sub_one = _mm256_sub_epi64: (x: __m256i, y: __m256i) -> __m256i;
    and = _mm256_and_si256: (x: __m256i, y: __m256i) -> __m256i;
    twice = _mm256_add_epi32: (x: __m256i, same: __m256i) -> __m256i;
    times = _mm256_mullo_epi32: (x: __m256i, y: __m256i) -> __m256i;
    product = _mm256_mul_epu32: (x: __m256i, y: __m256i) -> __m256i;
    blend = _mm256_blendv_epi8: (x: __m256i, y: __m256i, mask: __m256i) -> __m256i;
    shift_left_4 = _mm256_slli_epi64::<4>: (x: __m256i) -> __m256i;
    shift_26 = _mm256_srli_epi64::<26>: (x: __m256i) -> __m256i;
    shift_25 = _mm256_srli_epi64::<25>: (x: __m256i) -> __m256i;
    swap_one = _mm256_shuffle_epi32::<0b01_00_11_10>: (x: __m256i) -> __m256i;
}

/// The array of an expression over i = 0 .. 10: a closure would not have the CPU features of its caller.
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
            {
                const $i: usize = 5;
                $limb
            },
            {
                const $i: usize = 6;
                $limb
            },
            {
                const $i: usize = 7;
                $limb
            },
            {
                const $i: usize = 8;
                $limb
            },
            {
                const $i: usize = 9;
                $limb
            },
        ]
    };
}

/// Whether x_i y_j lies beyond the tenth column.
const fn wraps(i: usize, j: usize) -> bool {
    i + j >= 10
}

/// i > j, which the macro above would compare with 0 too.
const fn is_above(i: usize, j: usize) -> bool {
    i > j
}

/// x, of which the compiler may no longer assume anything.
///
/// Knowing that an operand has no high half it would drop the mask that says so, later fail to see it again, and
/// emit a product of 64 bits by 64: three for one.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut x: __m256i) -> __m256i {
    // SAFETY: no instruction at all.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

impl Wide2625 {
    #[inline(always)]
    fn mul_inline(self, start: &Wide, x: &Reduced, y: &Reduced) -> Wide {
        let (x, y) = (self.operand(x), self.operand(y));
        let nineteen = self.splat(19);
        let y19 = limbs!(|I| self.times(y[I], nineteen));
        let x2 = limbs!(|I| self.twice(x[I], x[I]));
        limbs!(|K| {
            let mut sum = start[K];
            let terms = limbs!(|I| {
                const J: usize = (K + 10 - I) % 10;
                let left = if I % 2 == 1 && J % 2 == 1 { x2[I] } else { x[I] };
                self.product(left, if wraps(I, J) { y19[J] } else { y[J] })
            });
            let mut i = 0;
            while i < 10 {
                sum = self.add_one(sum, terms[i]);
                i += 1;
            }
            sum
        })
    }

    #[inline(always)]
    fn square_inline(self, start: &Wide, x: &Reduced) -> Wide {
        let x = self.operand(x);
        let nineteen = self.splat(19);
        let x19 = limbs!(|I| self.times(x[I], nineteen));
        let x2 = limbs!(|I| self.twice(x[I], x[I]));
        let x38 = limbs!(|I| self.twice(x19[I], x19[I]));
        limbs!(|K| {
            let mut sum = start[K];
            // x_i x_j twice for i < j, and twice that for two odd ones.
            let terms = limbs!(|I| {
                const J: usize = (K + 10 - I) % 10;
                const ODD: bool = I % 2 == 1 && J % 2 == 1;
                let right = match (wraps(I, J), ODD && I != J) {
                    (false, false) => x[J],
                    (false, true) => x2[J],
                    (true, false) => x19[J],
                    (true, true) => x38[J],
                };
                let left = if I != J || ODD { x2[I] } else { x[I] };
                if is_above(I, J) { None } else { Some(self.product(left, right)) }
            });
            let mut i = 0;
            while i < 10 {
                if let Some(term) = terms[i] {
                    sum = self.add_one(sum, term);
                }
                i += 1;
            }
            sum
        })
    }

    /// x, fit for a product, as numbers of 32 bits.
    #[inline(always)]
    fn operand(self, x: &Reduced) -> Reduced {
        limbs!(|I| {
            // SAFETY: the witness inside `self` stands for AVX2.
            unsafe { opaque(x[I]) }
        })
    }

    /// The carry out of limb i.
    #[inline(always)]
    fn carry_of(self, x: &Wide, i: usize) -> __m256i {
        if i.is_multiple_of(2) { self.shift_26(x[i]) } else { self.shift_25(x[i]) }
    }

    #[inline(always)]
    fn low_of(self, x: &Wide, i: usize) -> __m256i {
        let mask = if i.is_multiple_of(2) { EVEN_MASK } else { ODD_MASK };
        self.and(x[i], self.splat(mask.cast_signed()))
    }

    /// 19 x.
    #[inline(always)]
    fn times_19(self, x: __m256i) -> __m256i {
        self.add_one(self.add_one(self.add_one(x, x), x), self.shift_left_4(x))
    }
}

impl Lanes for Wide2625 {
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
        [self.zero_one(); 10]
    }

    #[inline(always)]
    fn load(self, packed: &Entry) -> Reduced {
        limbs!(|I| {
            let [a, b, c, d] = packed[I];
            self.set(i64::from(d), i64::from(c), i64::from(b), i64::from(a))
        })
    }

    #[inline(always)]
    fn load_integers(self, x: &[U256; 4]) -> Reduced {
        let [a, b, c, d] = [
            &Fe51::unpack(&x[0]),
            &Fe51::unpack(&x[1]),
            &Fe51::unpack(&x[2]),
            &Fe51::unpack(&x[3]),
        ];
        self.load(&pack([a, b, c, d]))
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
            let mut element = [0; 5];
            for (i, limb) in element.iter_mut().enumerate() {
                *limb = limbs[2 * i][lane] + (limbs[2 * i + 1][lane] << 26);
            }
            *out = Fe51(element).pack();
        }
        out
    }

    #[inline(always)]
    fn offset<const MASK: i32>(self) -> Wide {
        limbs!(|I| {
            let [a, b, c, d] = const {
                let mut lanes = [0; 4];
                let mut i = 0;
                while i < 4 {
                    if (MASK >> (2 * i)) & 1 == 1 {
                        lanes[i] = (P[I] << 35).cast_signed();
                    }
                    i += 1;
                }
                lanes
            };
            self.set(d, c, b, a)
        })
    }

    /// Two chains side by side, from limbs 0 and 5, and once more over the first link of each.
    #[inline(always)]
    fn carry(self, x: &Wide) -> Reduced {
        let mut x = *x;
        macro_rules! links {
            ($($from:literal),+) => {
                $({
                    let carry = self.carry_of(&x, $from);
                    x[$from] = self.low_of(&x, $from);
                    let carry = if $from == 9 { self.times_19(carry) } else { carry };
                    x[($from + 1) % 10] = self.add_one(x[($from + 1) % 10], carry);
                })+
            };
        }
        links!(0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 5, 0);
        x
    }

    #[inline(always)]
    fn mul(self, start: &Wide, x: &Reduced, y: &Reduced) -> Wide {
        #[inline(never)]
        #[target_feature(enable = "avx2")]
        fn run(field: Wide2625, start: &Wide, x: &Reduced, y: &Reduced) -> Wide {
            field.mul_inline(start, x, y)
        }
        // SAFETY: the witness inside `self` stands for AVX2.
        unsafe { run(self, start, x, y) }
    }

    #[inline(always)]
    fn square(self, start: &Wide, x: &Reduced) -> Wide {
        #[inline(never)]
        #[target_feature(enable = "avx2")]
        fn run(field: Wide2625, start: &Wide, x: &Reduced) -> Wide {
            field.square_inline(start, x)
        }
        // SAFETY: the witness inside `self` stands for AVX2.
        unsafe { run(self, start, x) }
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
        limbs!(|I| {
            let sum = self.add_one(x[I], y[I]);
            // SAFETY: as of the instructions above.
            unsafe { _mm256_blend_epi32::<MASK>(other[I], sum) }
        })
    }

    #[inline(always)]
    fn sub_where<const MASK: i32>(self, other: &Wide, x: &Wide, y: &Wide) -> Wide {
        limbs!(|I| {
            let difference = self.sub_one(x[I], y[I]);
            // SAFETY: as of the instructions above.
            unsafe { _mm256_blend_epi32::<MASK>(other[I], difference) }
        })
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
        let lane = |i: u8| -i64::from((mask >> i) & 1);
        let mask = self.set(lane(3), lane(2), lane(1), lane(0));
        limbs!(|I| self.blend(x[I], y[I], mask))
    }

    #[inline(always)]
    fn decode<const N: usize>(self, encodings: &[[&[u8; 32]; 4]; N]) -> Option<[[Wide; 4]; N]> {
        #[target_feature(enable = "avx2")]
        fn run<const N: usize>(
            lanes: Wide2625,
            encodings: &[[&[u8; 32]; 4]; N],
        ) -> Option<[[Wide; 4]; N]> {
            lanes::decode(lanes, encodings)
        }
        // SAFETY: the witness inside `self` stands for AVX2.
        unsafe { run(self, encodings) }
    }

    #[inline(always)]
    fn flip(self, addend: &Reduced, negative: bool) -> Reduced {
        if !negative {
            return *addend;
        }
        limbs!(|I| {
            let swapped = self.swap_one(addend[I]);
            // Lanes 0 and 1 swapped, lane 2 negated, lane 3 as it was.
            let twice_p = self.splat((2 * P[I]).cast_signed());
            let opposite = self.sub_one(twice_p, addend[I]);
            // SAFETY: as of the instructions above.
            let high = unsafe { _mm256_blend_epi32::<0b11_00_00_00>(opposite, addend[I]) };
            // SAFETY: as of the instructions above.
            unsafe { _mm256_blend_epi32::<0b11_11_00_00>(swapped, high) }
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

    type Limbs = [[u64; 4]; 10];

    /// The bit at which limb i counts.
    fn place(i: usize) -> usize {
        (51 * i).div_ceil(2)
    }

    /// The bound of reduced limbs, and that of limbs out of a product of reduced ones without an offset.
    fn bounds(i: usize) -> [u64; 2] {
        if i.is_multiple_of(2) {
            [(1 << 26) + (1 << 13), 1 << 60]
        } else {
            [(1 << 25) + (1 << 17), 3 << 58]
        }
    }

    fn twice_p(i: usize) -> u64 {
        2 * P[i]
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
        (0..10).fold(BigUint::zero(), |sum, i| sum + (BigUint::from(limbs[i][lane]) << place(i)))
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

    fn load(lanes: Wide2625, packed: Limbs) -> Reduced {
        lanes.load(&packed.map(|limb| limb.map(|x| u32::try_from(x).unwrap())))
    }

    #[test]
    fn products_of_extreme_limbs() {
        let Some(witness) = Avx2::detect() else { return };
        let lanes = Wide2625(witness);
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
                    for i in 0..10 {
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
        let Some(witness) = Avx2::detect() else { return };
        let lanes = Wide2625(witness);
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
        let Some(witness) = Avx2::detect() else { return };
        let lanes = Wide2625(witness);
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
