//! BLS12-381 (EIP-2537) and point evaluation (EIP-4844), on points of arkworks' making.

use ark_bls12_381::{Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::{AffineRepr as _, CurveGroup as _};
use ark_ff::{BigInteger as _, PrimeField, Zero as _};
use ark_serialize::{CanonicalDeserialize as _, CanonicalSerialize as _};
use gigagas::{
    Precompile,
    table::{
        BLS12_G1ADD, BLS12_G1MSM, BLS12_G2ADD, BLS12_G2MSM, BLS12_MAP_FP_TO_G1,
        BLS12_MAP_FP2_TO_G2, BLS12_PAIRING, POINT_EVALUATION,
    },
};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha256};

use super::{Case, Expect, entry, inputs, random, random_array};

const SIZES: [usize; 7] = [1, 2, 4, 8, 16, 64, 128];

/// \[tau\]G1 of the mainnet's trusted setup (consensus-specs, `trusted_setup_4096.json`, second of
/// `g1_monomial`): with it, and without tau, polynomials of degree 1 can be committed to.
const TAU_G1: &str = "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";

fn scalar(rng: &mut ChaCha8Rng) -> Fr {
    Fr::from_le_bytes_mod_order(&random_array::<64>(rng))
}

fn fq(rng: &mut ChaCha8Rng) -> Fq {
    Fq::from_le_bytes_mod_order(&random_array::<96>(rng))
}

fn g1(k: Fr) -> G1Affine {
    (G1Affine::generator() * k).into_affine()
}

fn g2(k: Fr) -> G2Affine {
    (G2Affine::generator() * k).into_affine()
}

/// A point of the curve that is not in the subgroup: almost none of its points is.
fn g1_off_subgroup(rng: &mut ChaCha8Rng) -> G1Affine {
    loop {
        if let Some(point) = G1Affine::get_point_from_x_unchecked(fq(rng), false)
            && !point.is_in_correct_subgroup_assuming_on_curve()
        {
            return point;
        }
    }
}

/// As [`g1_off_subgroup`], on the twist.
fn g2_off_subgroup(rng: &mut ChaCha8Rng) -> G2Affine {
    loop {
        let x = Fq2::new(fq(rng), fq(rng));
        if let Some(point) = G2Affine::get_point_from_x_unchecked(x, false)
            && !point.is_in_correct_subgroup_assuming_on_curve()
        {
            return point;
        }
    }
}

fn fq_bytes(x: &Fq) -> Vec<u8> {
    [vec![0; 16], x.into_bigint().to_bytes_be()].concat()
}

fn g1_bytes(p: &G1Affine) -> Vec<u8> {
    match p.xy() {
        None => vec![0; 128],
        Some((x, y)) => [fq_bytes(&x), fq_bytes(&y)].concat(),
    }
}

fn g2_bytes(p: &G2Affine) -> Vec<u8> {
    match p.xy() {
        None => vec![0; 256],
        Some((x, y)) => [x.c0, x.c1, y.c0, y.c1].iter().flat_map(fq_bytes).collect(),
    }
}

fn random_g1(rng: &mut ChaCha8Rng) -> Vec<u8> {
    g1_bytes(&g1(scalar(rng)))
}

fn random_g2(rng: &mut ChaCha8Rng) -> Vec<u8> {
    g2_bytes(&g2(scalar(rng)))
}

type One = fn(&mut ChaCha8Rng) -> Vec<u8>;

/// G1 or G2 under one description.
#[derive(Clone, Copy)]
pub(super) struct Group {
    add: &'static Precompile,
    msm: &'static Precompile,
    /// Length of a point in bytes.
    len: usize,
    random: One,
    off_subgroup: One,
}

pub(super) const G1: Group = Group {
    add: &BLS12_G1ADD,
    msm: &BLS12_G1MSM,
    len: 128,
    random: random_g1,
    off_subgroup: |rng| g1_bytes(&g1_off_subgroup(rng)),
};
pub(super) const G2: Group = Group {
    add: &BLS12_G2ADD,
    msm: &BLS12_G2MSM,
    len: 256,
    random: random_g2,
    off_subgroup: |rng| g2_bytes(&g2_off_subgroup(rng)),
};

impl Group {
    fn add(self) -> Vec<Case> {
        let Self { add, len, random, off_subgroup, .. } = self;
        let two = move |rng: &mut ChaCha8Rng| [random(rng), random(rng)].concat();
        let changed = move |place: usize| {
            move |rng: &mut ChaCha8Rng| {
                let mut input = two(rng);
                input[place] ^= 1;
                input
            }
        };
        vec![
            Case::new(entry(add), "add", "random", inputs(32, two)).quick(),
            Case::new(entry(add), "stream", "stream/random", inputs(256, two)),
            Case::new(entry(add), "add", "doubling", inputs(16, move |rng| random(rng).repeat(2))),
            Case::new(
                entry(add),
                "add",
                "outside-subgroup",
                inputs(16, move |rng| [off_subgroup(rng), off_subgroup(rng)].concat()),
            ),
            Case::new(entry(add), "failing", "fail/not-on-curve", inputs(8, changed(2 * len - 1)))
                .expect(Expect::Halt)
                .quick(),
            Case::new(entry(add), "failing", "fail/padding", inputs(8, changed(2 * len - 64)))
                .expect(Expect::Halt),
        ]
    }

    pub(super) fn terms(self, rng: &mut ChaCha8Rng, k: usize) -> Vec<u8> {
        (0..k).flat_map(|_| [(self.random)(rng), random(rng, 32)].concat()).collect()
    }

    fn msm(self) -> Vec<Case> {
        let Self { msm, len, off_subgroup, .. } = self;
        let case = |k: usize| {
            let stream = inputs((8 / k).clamp(2, 4), move |rng| self.terms(rng, k));
            Case::new(entry(msm), "terms", format!("terms={k}"), stream)
                .quick_if(matches!(k, 1 | 2 | 16 | 128))
        };
        let mut cases = Vec::from(SIZES.map(case));
        let stream = inputs(64, move |rng| self.terms(rng, 1));
        cases.push(Case::new(entry(msm), "stream", "stream/terms=1", stream));
        for k in [1, 16, 128] {
            let one = move |rng: &mut ChaCha8Rng| {
                let mut input = self.terms(rng, k);
                let last = (k - 1) * (len + 32);
                input[last..last + len].copy_from_slice(&off_subgroup(rng));
                input
            };
            let name = format!("fail/last-not-in-subgroup-of-{k}");
            cases.push(
                Case::new(entry(msm), "failing", name, inputs(2, one))
                    .expect(Expect::Halt)
                    .quick_if(k == 16),
            );
        }
        cases
    }
}

/// `k` pairs whose product is one if there are two or more: the last closes the sum of the exponents.
pub(super) fn pairs(rng: &mut ChaCha8Rng, k: usize) -> Vec<u8> {
    let mut input = Vec::new();
    let mut sum = Fr::zero();
    for _ in 1..k {
        let (a, b) = (scalar(rng), scalar(rng));
        sum += a * b;
        input.extend(g1_bytes(&g1(a)));
        input.extend(g2_bytes(&g2(b)));
    }
    let b = scalar(rng);
    let a = if k == 1 { scalar(rng) } else { -sum / b };
    input.extend(g1_bytes(&g1(a)));
    input.extend(g2_bytes(&g2(b)));
    input
}

fn pairing() -> Vec<Case> {
    let case = |k: usize| {
        let stream = inputs((8 / k).clamp(2, 4), move |rng| pairs(rng, k));
        Case::new(entry(&BLS12_PAIRING), "pairs", format!("pairs={k}"), stream)
            .quick_if(matches!(k, 1 | 2 | 8))
    };
    let failing = |name, one: One| {
        Case::new(entry(&BLS12_PAIRING), "failing", name, inputs(2, one)).expect(Expect::Halt)
    };
    let mut cases = Vec::from(SIZES.map(case));
    let stream = inputs(16, |rng| pairs(rng, 2));
    cases.push(Case::new(entry(&BLS12_PAIRING), "stream", "stream/pairs=2", stream));
    cases.push(
        failing("fail/last-g2-not-in-subgroup-of-4", |rng| {
            let mut input = pairs(rng, 4);
            input[3 * 384 + 128..].copy_from_slice(&g2_bytes(&g2_off_subgroup(rng)));
            input
        })
        .quick(),
    );
    cases.push(failing("fail/last-g1-not-in-subgroup-of-4", |rng| {
        let mut input = pairs(rng, 4);
        input[3 * 384..3 * 384 + 128].copy_from_slice(&g1_bytes(&g1_off_subgroup(rng)));
        input
    }));
    cases.push(
        Case::new(entry(&BLS12_PAIRING), "failing", "fail/empty", |_| vec![Vec::new()])
            .expect(Expect::Halt),
    );
    cases
}

fn maps() -> Vec<Case> {
    let fp = |rng: &mut ChaCha8Rng| fq_bytes(&fq(rng));
    let fp2 = |rng: &mut ChaCha8Rng| [fq_bytes(&fq(rng)), fq_bytes(&fq(rng))].concat();
    let above = |len| {
        inputs(8, move |rng: &mut ChaCha8Rng| {
            let mut input = [fq_bytes(&fq(rng)), fq_bytes(&fq(rng))].concat();
            input.truncate(len);
            input[len - 48] = 0xff;
            input
        })
    };
    let case = |precompile, family, name, stream: Box<Stream>| {
        Case::new(entry(precompile), family, name, stream)
    };
    let (to_g1, to_g2) = (&BLS12_MAP_FP_TO_G1, &BLS12_MAP_FP2_TO_G2);
    let fail = "fail/element-above-p";
    vec![
        case(to_g1, "map", "random", Box::new(inputs(16, fp))).quick(),
        case(to_g1, "stream", "stream/random", Box::new(inputs(64, fp))),
        case(to_g1, "failing", fail, Box::new(above(64))).expect(Expect::Halt).quick(),
        case(to_g2, "map", "random", Box::new(inputs(16, fp2))).quick(),
        case(to_g2, "stream", "stream/random", Box::new(inputs(64, fp2))),
        case(to_g2, "failing", fail, Box::new(above(128))).expect(Expect::Halt).quick(),
    ]
}

type Stream = dyn Fn(&mut ChaCha8Rng) -> Vec<Vec<u8>> + Send + Sync;

fn compressed(p: &G1Affine) -> Vec<u8> {
    let mut bytes = Vec::new();
    p.serialize_compressed(&mut bytes).expect("writing to memory");
    bytes
}

/// EIP-4844: versioned hash | z | y | commitment | proof, for a polynomial a X + b: the commitment is
/// a \[tau\]G1 + b G1 and the proof a G1, since (a X + b - y) / (X - z) = a.
fn kzg_input(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let tau = hex::decode(TAU_G1).expect("typed hex");
    let tau = G1Affine::deserialize_compressed(&tau[..]).expect("a point of the setup");
    let (a, b, z) = (scalar(rng), scalar(rng), scalar(rng));
    let commitment = compressed(&(tau * a + g1(b)).into_affine());
    let mut hash = Sha256::digest(&commitment);
    hash[0] = 1;
    let [z, y] = [z, a * z + b].map(|x| x.into_bigint().to_bytes_be());
    [hash.to_vec(), z, y, commitment, compressed(&g1(a))].concat()
}

fn point_evaluation() -> Vec<Case> {
    let case = |family, name, n, change: fn(&mut Vec<u8>, &mut ChaCha8Rng)| {
        let one = move |rng: &mut ChaCha8Rng| {
            let mut input = kzg_input(rng);
            change(&mut input, rng);
            input
        };
        Case::new(entry(&POINT_EVALUATION), family, name, inputs(n, one))
    };
    vec![
        case("verify", "valid", 4, |_, _| {}).quick(),
        case("stream", "stream/valid", 16, |_, _| {}),
        case("failing", "fail/wrong-value", 4, |input, _| input[95] ^= 1)
            .expect(Expect::Halt)
            .quick(),
        case("failing", "fail/wrong-hash", 4, |input, _| input[31] ^= 1).expect(Expect::Halt),
        case("failing", "fail/proof-not-in-subgroup", 4, |input, rng| {
            input[144..].copy_from_slice(&compressed(&g1_off_subgroup(rng)));
        })
        .expect(Expect::Halt),
        case("failing", "fail/191-bytes", 4, |input, _| input.truncate(191)).expect(Expect::Halt),
    ]
}

pub(super) fn cases() -> Vec<Case> {
    [G1.add(), G2.add(), G1.msm(), G2.msm(), pairing(), maps(), point_evaluation()]
        .into_iter()
        .flatten()
        .collect()
}
