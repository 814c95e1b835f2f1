//! Families of inputs with parameters: where a search for the slowest input per gas begins, and which
//! way it can go.

use std::fmt;

use gigagas::{
    Precompile,
    table::{
        BLAKE2F, BLS12_G1MSM, BLS12_G2MSM, BLS12_PAIRING, BN254_MUL, BN254_PAIRING, ED25519,
        IDENTITY, MODEXP, RIPEMD160, SHA256,
    },
};
use rand_chacha::ChaCha8Rng;

use super::{Case, Expect, bls12_381, bn254, entry, hashes, inputs, modexp, random, signatures};

/// A parameter of a family.
#[derive(Debug)]
pub struct Axis {
    /// What it is, with its unit where it has one.
    pub name: &'static str,
    /// The least value.
    pub low: u64,
    /// The greatest value.
    pub high: u64,
    /// Where a search begins.
    pub starts: &'static [u64],
}

/// Inputs of one kind, told apart by the values of its parameters.
pub struct Family {
    /// Whom they are for.
    pub precompile: &'static Precompile,
    /// Its parameters, at least one.
    pub axes: &'static [Axis],
    make: fn(&[u64], &mut ChaCha8Rng) -> Vec<u8>,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family")
            .field("precompile", &self.precompile.name)
            .field("axes", &self.axes)
            .finish_non_exhaustive()
    }
}

/// A member of a family.
#[derive(Debug, Clone)]
pub struct Shape {
    family: &'static Family,
    values: Vec<u64>,
}

impl Family {
    /// Where a search begins: every combination of the parameters' starting values.
    #[must_use]
    pub fn starts(&'static self) -> Vec<Shape> {
        let mut all = vec![Vec::new()];
        for axis in self.axes {
            let longer = |values: Vec<u64>| {
                axis.starts.iter().map(move |&start| [&values[..], &[start]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.into_iter().map(|values| Shape { family: self, values }).collect()
    }
}

impl Shape {
    /// The case of a few inputs of this shape, seeded by its name: `shape/` and the parameters.
    #[must_use]
    pub fn case(&self) -> Case {
        let Self { family, values } = self.clone();
        // As many as tell data apart from shape, and few where one takes long.
        let n = if self.values.iter().any(|&value| value > 4096) { 1 } else { 2 };
        let one = move |rng: &mut ChaCha8Rng| (family.make)(&values, rng);
        Case::new(entry(family.precompile), "shape", self.name(), inputs(n, one))
            .expect(Expect::Any)
    }

    /// The name of its case: unique within the precompile.
    #[must_use]
    pub fn name(&self) -> String {
        let value = |(axis, value): (&Axis, &u64)| format!("{}={value}", axis.name);
        let values: Vec<_> = self.family.axes.iter().zip(&self.values).map(value).collect();
        format!("shape/{}", values.join(","))
    }

    /// The shapes that differ in one parameter, by the `2^fineness`th part of it or by one.
    #[must_use]
    pub fn neighbours(&self, fineness: u32) -> Vec<Self> {
        let mut all = Vec::new();
        for (i, axis) in self.family.axes.iter().enumerate() {
            let value = self.values[i];
            let step = (value >> fineness).max(1);
            let moved = [value.saturating_sub(step), value.saturating_add(step)];
            for next in moved.map(|next| next.clamp(axis.low, axis.high)) {
                if next != value {
                    let mut values = self.values.clone();
                    values[i] = next;
                    all.push(Self { family: self.family, values });
                }
            }
        }
        all
    }
}

const fn length(starts: &'static [u64]) -> [Axis; 1] {
    [Axis { name: "len", low: 0, high: 65_536, starts }]
}

/// Short ones, ends of blocks, and long ones.
static HASH_LENGTH: [Axis; 1] = length(&[0, 1, 32, 55, 56, 64, 119, 120, 1024, 65_536]);
static MESSAGE_LENGTH: [Axis; 1] = length(&[0, 64, 128, 1024, 65_536]);
const TERMS: [Axis; 1] =
    [Axis { name: "terms", low: 1, high: 128, starts: &[1, 2, 4, 8, 16, 32, 64, 128] }];

/// The families, by precompile. Precompiles without parameters have none: their cases say it all.
pub static FAMILIES: &[Family] = &[
    Family {
        precompile: &MODEXP,
        axes: &[
            Axis { name: "base-bytes", low: 0, high: 1024, starts: &[1, 32, 1024] },
            Axis { name: "exponent-bits", low: 1, high: 8192, starts: &[2, 17, 256, 2048] },
            Axis {
                name: "modulus-bytes",
                low: 1,
                high: 1024,
                starts: &[8, 32, 64, 136, 256, 1024],
            },
            Axis { name: "trailing-zeros-in-eighths", low: 0, high: 8, starts: &[0, 4] },
            Axis { name: "exponent-0-sparse-1-random-2-ones", low: 0, high: 2, starts: &[1] },
        ],
        make: |values, rng| {
            let &[base, exponent, modulus, zeros, ones] = values else {
                unreachable!("five parameters")
            };
            modexp::shaped(rng, [base, exponent, modulus, zeros, ones])
        },
    },
    Family {
        precompile: &SHA256,
        axes: &HASH_LENGTH,
        make: |values, rng| random(rng, size(values)),
    },
    Family {
        precompile: &RIPEMD160,
        axes: &HASH_LENGTH,
        make: |values, rng| random(rng, size(values)),
    },
    Family {
        precompile: &IDENTITY,
        axes: &HASH_LENGTH,
        make: |values, rng| random(rng, size(values)),
    },
    Family {
        precompile: &BLAKE2F,
        axes: &[Axis { name: "rounds", low: 0, high: 1_000_000, starts: &[0, 1, 12, 1000] }],
        make: |values, rng| {
            hashes::blake2f_input(rng, u32::try_from(values[0]).unwrap_or(u32::MAX))
        },
    },
    Family {
        precompile: &BN254_MUL,
        axes: &[
            Axis { name: "scalar-bits", low: 1, high: 256, starts: &[1, 128, 254, 256] },
            Axis { name: "scalar-0-sparse-1-random-2-ones", low: 0, high: 2, starts: &[0, 1, 2] },
        ],
        make: |values, rng| {
            let point = bn254::random_g1(rng);
            let scalar = modexp::exponent(rng, values[0], values[1]);
            let zeros = vec![0; 32 - scalar.len()];
            [point, zeros, scalar].concat()
        },
    },
    Family {
        precompile: &BN254_PAIRING,
        axes: &[
            Axis { name: "pairs", low: 1, high: 32, starts: &[1, 2, 3, 4, 8, 16] },
            Axis { name: "last-0-right-1-not-in-subgroup", low: 0, high: 1, starts: &[0, 1] },
        ],
        make: |values, rng| bn254::shaped_pairs(rng, size(values), values[1] == 1),
    },
    Family {
        precompile: &BLS12_G1MSM,
        axes: &TERMS,
        make: |values, rng| bls12_381::G1.terms(rng, size(values)),
    },
    Family {
        precompile: &BLS12_G2MSM,
        axes: &TERMS,
        make: |values, rng| bls12_381::G2.terms(rng, size(values)),
    },
    Family {
        precompile: &BLS12_PAIRING,
        axes: &[Axis { name: "pairs", low: 1, high: 32, starts: &[1, 2, 4, 8, 16] }],
        make: |values, rng| bls12_381::pairs(rng, size(values)),
    },
    Family {
        precompile: &ED25519,
        axes: &MESSAGE_LENGTH,
        make: |values, rng| signatures::cip25_input(rng, size(values)),
    },
];

/// The first parameter, where it counts bytes, terms or pairs.
fn size(values: &[u64]) -> usize {
    usize::try_from(values[0]).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn shapes_make_inputs_that_can_be_priced() {
        for family in FAMILIES {
            let starts = family.starts();
            let names: HashSet<_> = starts.iter().map(Shape::name).collect();
            assert_eq!(names.len(), starts.len());
            // A few of the many, the first and the last among them.
            for shape in starts.iter().step_by(starts.len().div_ceil(3)).chain(starts.last()) {
                let case = shape.case();
                for input in case.inputs() {
                    assert!(case.entry.charge(input, u64::MAX).is_ok(), "{}", case.id());
                }
            }
        }
    }

    #[test]
    fn neighbours_stay_in_bounds_and_reach_every_value() {
        let family = &FAMILIES[0];
        let at = |values: &[u64]| Shape { family, values: values.into() };
        let corner = at(&[0, 1, 1, 0, 0]);
        assert_eq!(corner.neighbours(1).len(), 5);
        let names = |shape: Shape| shape.neighbours(4).iter().map(Shape::name).collect::<Vec<_>>();
        let inner = names(at(&[32, 256, 64, 4, 1]));
        assert_eq!(inner.len(), 10);
        assert!(
            inner[0].contains("base-bytes=30,") && inner[1].contains("base-bytes=34,"),
            "{inner:?}"
        );
        for (i, axis) in family.axes.iter().enumerate() {
            let mut shape = family.starts().remove(0);
            for _ in 0..64 {
                let Some(up) =
                    shape.neighbours(1).into_iter().find(|next| next.values[i] > shape.values[i])
                else {
                    break;
                };
                shape = up;
            }
            assert_eq!(shape.values[i], axis.high, "{}", axis.name);
        }
    }
}
