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
//!
//! # Lanes
//!
//! A point is (T, Y, X, Z), as a product, with OFFSET on top of Y. An addend is
//! (Y - X, Y + X, 2dT, 2Z), reduced.

use core::arch::x86_64::*;

use crate::{
    cpu::Avx512Ifma,
    ed25519::{
        Item,
        curve::{BASE_TABLES, BaseTables, D, D2, Group, SQRT_MINUS_ONE, split_encoding},
        field::{Fe51, MASK, power_chain},
        verify,
    },
    limb,
};

/// Four field elements, limb by limb, fit for a product.
type Reduced = [__m256i; 5];
/// Four field elements as sums of products, to be carried.
type Wide = [__m256i; 5];
/// An addend in memory: limbs of four lanes.
type Entry = [[u64; 4]; 5];

/// 2^9 p.
const OFFSET: [u64; 5] = [(MASK - 18) << 9, MASK << 9, MASK << 9, MASK << 9, MASK << 9];

/// The same element in all lanes, or zero where the mask has none.
const fn lanes(limbs: [u64; 5], mask: u8) -> Entry {
    let mut out = [[0; 4]; 5];
    let mut i = 0;
    while i < 20 {
        if mask >> (i % 4) & 1 == 1 {
            out[i / 4][i % 4] = limbs[i / 4];
        }
        i += 1;
    }
    out
}

/// (1, 1, 2d, 2): makes an addend of (Y - X, Y + X, T, Z).
const ADDEND: Entry = {
    let d2 = Fe51::unpack(&D2.pack()).0;
    let mut out = lanes(d2, 0b0100);
    out[0] = [1, 1, d2[0], 2];
    out
};

/// The odd multiples of B and 2^126 B as addends.
static BASE: BaseTables<Entry> = {
    let mut tables = [[[[0; 4]; 5]; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let point = &BASE_TABLES[i / 64][i % 64];
        let mut limb = 0;
        while limb < 5 {
            tables[i / 64][i % 64][limb] = [
                point.y_minus_x.0[limb],
                point.y_plus_x.0[limb],
                point.xy2d.0[limb],
                if limb == 0 { 2 } else { 0 },
            ];
            limb += 1;
        }
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
    fn run(group: Lanes, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        verify::zip215(group, key, signature, message)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Lanes(witness), key, signature, message) }
}

/// [`verify::eip665`].
pub(crate) fn eip665(
    witness: Avx512Ifma,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Lanes, key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> bool {
        verify::eip665(group, key, signature, message)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Lanes(witness), key, signature, message) }
}

/// [`verify::batch`].
pub(crate) fn batch(witness: Avx512Ifma, items: &[Item<'_>]) -> Option<usize> {
    #[target_feature(enable = "avx512ifma,avx512vl,bmi1,bmi2,adx")]
    fn run(group: Lanes, items: &[Item<'_>]) -> Option<usize> {
        verify::batch(group, items)
    }
    // SAFETY: the witness stands for these features.
    unsafe { run(Lanes(witness), items) }
}

/// The instructions, and the arithmetic on top. Everything is inlined into the functions above, which
/// have the features; elsewhere it would be slow, but never unsound.
#[derive(Debug, Clone, Copy)]
struct Lanes(Avx512Ifma);

/// Methods of [`Lanes`] that are one instruction.
macro_rules! instructions {
    ($($name:ident = $intrinsic:path: ($($arg:ident: $type:ty),*) -> $result:ty;)+) => {
        impl Lanes {
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
    zero = _mm256_setzero_si256: () -> __m256i;
    splat = _mm256_set1_epi64x: (x: i64) -> __m256i;
    add = _mm256_add_epi64: (x: __m256i, y: __m256i) -> __m256i;
    sub = _mm256_sub_epi64: (x: __m256i, y: __m256i) -> __m256i;
    add_where = _mm256_mask_add_epi64: (other: __m256i, mask: u8, x: __m256i, y: __m256i) -> __m256i;
    sub_where = _mm256_mask_sub_epi64: (other: __m256i, mask: u8, x: __m256i, y: __m256i) -> __m256i;
    and = _mm256_and_si256: (x: __m256i, y: __m256i) -> __m256i;
    choose = _mm256_mask_blend_epi64: (mask: u8, x: __m256i, y: __m256i) -> __m256i;
    madd_low = _mm256_madd52lo_epu64: (sum: __m256i, x: __m256i, y: __m256i) -> __m256i;
    madd_high = _mm256_madd52hi_epu64: (sum: __m256i, x: __m256i, y: __m256i) -> __m256i;
    shift_left = _mm256_slli_epi64::<4>: (x: __m256i) -> __m256i;
    shift_carry = _mm256_srli_epi64::<51>: (x: __m256i) -> __m256i;
    swap_pairs = _mm256_shuffle_epi32::<0b01_00_11_10>: (x: __m256i) -> __m256i;
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

/// The indices of a permutation as an immediate, for lanes 0 to 3.
const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

impl Lanes {
    #[inline(always)]
    fn order<const ORDER: i32>(self, x: &[__m256i; 5]) -> [__m256i; 5] {
        limbs!(|I| {
            // SAFETY: as of the instructions above.
            unsafe { _mm256_permute4x64_epi64::<ORDER>(x[I]) }
        })
    }

    #[inline(always)]
    fn load(self, entry: &Entry) -> [__m256i; 5] {
        limbs!(|I| {
            let [a, b, c, d] = entry[I];
            self.set(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
        })
    }

    #[inline(always)]
    fn store(self, x: &[__m256i; 5]) -> Entry {
        limbs!(|I| {
            let mut lanes = [0_u64; 4];
            // SAFETY: 32 bytes of `lanes`; an unaligned store.
            unsafe { _mm256_storeu_si256((&raw mut lanes).cast(), x[I]) };
            lanes
        })
    }

    #[inline(always)]
    fn carry(self, x: &Wide) -> Reduced {
        let mask = self.splat(MASK.cast_signed());
        let [a, b, c, d, e] = limbs!(|I| self.shift_carry(x[I]));
        let [v, w, x, y, z] = limbs!(|I| self.and(x[I], mask));
        let v = self.madd_low(v, e, self.splat(19));
        [v, self.add(w, a), self.add(x, b), self.add(y, c), self.add(z, d)]
    }

    /// start + x y, where column k counts 2^(51 k) and 2^255 = 19.
    #[inline(always)]
    fn mul(self, start: &Wide, x: &Reduced, y: &Reduced) -> Wide {
        let zero = self.zero();
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
        let zero = self.zero();
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
            let twice = self.add(twice[i], self.add(four_times[i], four_times[i]));
            sum[i] = self.add(once[i], self.add(twice, twice));
            i += 1;
        }
        self.fold_columns(&sum)
    }

    #[inline(always)]
    fn fold(self, low: &[__m256i; 9], high: &[__m256i; 9]) -> Wide {
        let mut sum = [low[0]; 10];
        for k in 1..10 {
            let doubled = self.add(high[k - 1], high[k - 1]);
            sum[k] = if k < 9 { self.add(low[k], doubled) } else { doubled };
        }
        self.fold_columns(&sum)
    }

    #[inline(always)]
    fn fold_columns(self, sum: &[__m256i; 10]) -> Wide {
        limbs!(|I| {
            // 19 x = 16 x + (2 x + x).
            let x = sum[I + 5];
            let three = self.add(self.add(x, x), x);
            self.add(self.add(sum[I], three), self.shift_left(x))
        })
    }

    /// E F, G H, F G, E H from the factors in `x` and their partners in `order`.
    #[inline(always)]
    fn complete<const ORDER: i32>(self, x: &Wide) -> Wide {
        let x = self.carry(x);
        let partners = self.order::<ORDER>(&x);
        self.mul(&self.load(&const { lanes(OFFSET, 0b0010) }), &x, &partners)
    }

    /// point + addend; both the addend's first lanes are swapped and its third is negated if `negative`.
    #[inline(always)]
    fn add_reduced(self, point: &Wide, addend: &Reduced, negative: bool) -> Wide {
        let indices = if negative { self.set(3, 2, 0, 1) } else { self.set(3, 2, 1, 0) };
        let mask = u8::from(negative) << 2;
        // 2p, limb by limb above a reduced element.
        let twice_p = self.load(
            &const { lanes([2 * (MASK - 18), 2 * MASK, 2 * MASK, 2 * MASK, 2 * MASK], 0b1111) },
        );
        let flipped = limbs!(|I| {
            let swapped = self.permute(indices, addend[I]);
            self.sub_where(swapped, mask, twice_p[I], swapped)
        });
        let product = self.mul(
            &self.load(&const { lanes(OFFSET, 0b1010) }),
            &self.carry(&self.sum_and_difference(point)),
            &flipped,
        );
        // (A, B, C, D) to (E, H, F, G) = (B - A, B + A, D - C, D + C).
        let sum = limbs!(|I| {
            let swapped = self.swap_pairs(product[I]);
            self.sub_where(self.add(product[I], swapped), 0b0101, swapped, product[I])
        });
        self.complete::<{ order([1, 3, 0, 2]) }>(&sum)
    }

    /// (Y - X, Y + X, T, Z).
    #[inline(always)]
    fn sum_and_difference(self, point: &Wide) -> Wide {
        let y = self.order::<{ order([1, 1, 0, 3]) }>(point);
        let x = self.order::<{ order([2, 2, 2, 2]) }>(point);
        limbs!(|I| {
            let difference = self.sub_where(y[I], 0b0001, y[I], x[I]);
            self.add_where(difference, 0b0010, y[I], x[I])
        })
    }

    #[inline(always)]
    fn field_mul(self, x: &Reduced, y: &Reduced) -> Reduced {
        self.carry(&self.mul(&[self.zero(); 5], x, y))
    }

    #[inline(always)]
    fn field_square(self, x: &Reduced) -> Reduced {
        self.carry(&self.square(&[self.zero(); 5], x))
    }

    /// x^((p - 5) / 8).
    #[inline(always)]
    fn power_p58(self, x: &Reduced) -> Reduced {
        #[target_feature(enable = "avx512ifma,avx512vl")]
        fn run(lanes: Lanes, x: &Reduced) -> Reduced {
            // These closures do have the features of the function around them.
            let mul = |x: &Reduced, y: &Reduced| lanes.field_mul(x, y);
            let square_n = |x: &Reduced, n: u32| {
                let mut x = *x;
                for _ in 0..n {
                    x = lanes.field_square(&x);
                }
                x
            };
            let (e250, _) = power_chain!(x, mul, square_n);
            mul(&square_n(&e250, 2), x)
        }
        // SAFETY: the witness stands for these features.
        unsafe { run(self, x) }
    }

    /// x - y.
    #[inline(always)]
    fn field_sub(self, x: &Reduced, y: &Reduced) -> Reduced {
        let offset = self.load(&const { lanes(OFFSET, 0b1111) });
        self.carry(&limbs!(|I| self.sub(self.add(x[I], offset[I]), y[I])))
    }

    #[inline(always)]
    fn field_add(self, x: &Reduced, y: &Reduced) -> Reduced {
        self.carry(&limbs!(|I| self.add(x[I], y[I])))
    }

    #[inline(always)]
    fn choose_all(self, mask: u8, x: &Reduced, y: &Reduced) -> Reduced {
        limbs!(|I| self.choose(mask, x[I], y[I]))
    }

    /// The lanes for which `test` holds of the element, as a mask.
    #[inline(always)]
    fn test_lanes(self, x: &Reduced, test: impl Fn([u64; 4]) -> bool) -> u8 {
        let limbs = self.store(x);
        let mut mask = 0;
        for lane in 0..4 {
            let element = Fe51(limbs.map(|limb| limb[lane])).pack();
            mask |= u8::from(test(element)) << lane;
        }
        mask
    }

    /// The points of four encodings, and a mask of those that are points.
    #[inline(always)]
    fn decode(self, encodings: [&[u8; 32]; 4]) -> ([Wide; 4], u8) {
        let parts = encodings.map(split_encoding);
        let mut packed = [[0; 4]; 5];
        let mut signs = 0;
        for (lane, (y, sign)) in parts.iter().enumerate() {
            let limbs = Fe51::unpack(y).0;
            for (out, limb) in packed.iter_mut().zip(limbs) {
                out[lane] = limb;
            }
            signs |= u8::from(*sign) << lane;
        }
        let y = self.load(&packed);
        let one = self.load(&const { lanes([1, 0, 0, 0, 0], 0b1111) });
        let d = self.load(&const { lanes(Fe51::unpack(&D.pack()).0, 0b1111) });
        let root = self.load(&const { lanes(Fe51::unpack(&SQRT_MINUS_ONE.pack()).0, 0b1111) });

        let yy = self.field_square(&y);
        let (u, v) = (self.field_sub(&yy, &one), self.field_add(&self.field_mul(&yy, &d), &one));
        let v3 = self.field_mul(&self.field_square(&v), &v);
        let uv3 = self.field_mul(&u, &v3);
        let uv7 = self.field_mul(&uv3, &self.field_mul(&v3, &v));
        let x = self.field_mul(&uv3, &self.power_p58(&uv7));
        let check = self.field_mul(&v, &self.field_square(&x));

        let is_zero = |x: [u64; 4]| limb::is_zero(&x);
        let roots = self.test_lanes(&self.field_sub(&check, &u), is_zero);
        let other_roots = self.test_lanes(&self.field_add(&check, &u), is_zero);
        let x = self.choose_all(roots, &self.field_mul(&x, &root), &x);
        let odd = self.test_lanes(&x, |x| x[0] & 1 == 1);
        let x = self.choose_all(odd ^ signs, &x, &self.field_sub(&[self.zero(); 5], &x));
        let t = self.field_mul(&x, &y);

        let (t, y, x) = (self.store(&t), self.store(&y), self.store(&x));
        let mut points = [[self.zero(); 5]; 4];
        for (lane, point) in points.iter_mut().enumerate() {
            let mut entry = [[0; 4]; 5];
            for (i, out) in entry.iter_mut().enumerate() {
                *out = [t[i][lane], y[i][lane] + OFFSET[i], x[i][lane], u64::from(i == 0)];
            }
            *point = self.load(&entry);
        }
        (points, roots | other_roots)
    }
}

impl Group for Lanes {
    type Point = Wide;
    type Cached = Reduced;
    type Base = Entry;

    #[inline(always)]
    fn identity(self) -> Wide {
        let mut entry = const { lanes(OFFSET, 0b0010) };
        entry[0][1] += 1;
        entry[0][3] = 1;
        self.load(&entry)
    }

    #[inline(always)]
    fn decode_pair(self, [a, b]: [&[u8; 32]; 2]) -> Option<[Wide; 2]> {
        let ([first, second, ..], valid) = self.decode([a, b, a, b]);
        (valid & 0b11 == 0b11).then_some([first, second])
    }

    #[inline(always)]
    fn double(self, point: &Wide) -> Wide {
        // (X, Y, X + Y, Z).
        let x = self.order::<{ order([2, 1, 1, 3]) }>(point);
        let x = limbs!(|I| self.add_where(x[I], 0b0100, x[I], point[I]));
        let start = self.load(&const { lanes(OFFSET, 0b0001) });
        let squares = self.square(&start, &self.carry(&x));
        // (A, B, D, C) to (H, G, E, F) = (A + B, A - B, A + B - D, A - B + 2C).
        let a = self.order::<{ order([0, 0, 0, 0]) }>(&squares);
        let b = self.order::<{ order([1, 1, 1, 1]) }>(&squares);
        let sum = limbs!(|I| {
            let square = squares[I];
            let with_d = self.sub_where(a[I], 0b0100, a[I], square);
            let with_c = self.add_where(with_d, 0b1000, a[I], self.add(square, square));
            self.sub_where(self.add(with_c, b[I]), 0b1010, with_c, b[I])
        });
        self.complete::<{ order([2, 0, 3, 1]) }>(&sum)
    }

    #[inline(always)]
    fn add(self, point: &Wide, addend: &Reduced, negative: bool) -> Wide {
        self.add_reduced(point, addend, negative)
    }

    #[inline(always)]
    fn add_base(self, point: &Wide, addend: &Entry, negative: bool) -> Wide {
        self.add_reduced(point, &self.load(addend), negative)
    }

    #[inline(always)]
    fn cache(self, point: &Wide) -> Reduced {
        let operand = self.carry(&self.sum_and_difference(point));
        self.field_mul(&operand, &self.load(&ADDEND))
    }

    #[inline(always)]
    fn base_tables(self) -> &'static BaseTables<Entry> {
        &BASE
    }

    #[inline(always)]
    fn is_identity(self, point: &Wide) -> bool {
        let limbs = self.store(&self.carry(point));
        let [_, y, x, z] = core::array::from_fn(|lane| Fe51(limbs.map(|limb| limb[lane])).pack());
        limb::is_zero(&x) && y == z
    }
}
