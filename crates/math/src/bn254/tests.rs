use super::{
    g1::{self, add, mul},
    *,
};
use crate::{backend::Backend as _, limb, point::Defect};
use ark_bn254::{Fq, Fq2, Fr, G1Projective, G2Affine, G2Projective};
use ark_ec::{CurveConfig, CurveGroup, PrimeGroup};
use ark_ff::PrimeField;
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

const MAX: U256 = [u64::MAX; 4];
const GENERATOR: G1 = Affine { x: [1, 0, 0, 0], y: [2, 0, 0, 0] };

fn g1(p: G1Projective) -> G1 {
    let p = p.into_affine();
    Affine { x: p.x.into_bigint().0, y: p.y.into_bigint().0 }
}

fn g2(p: G2Projective) -> G2 {
    let p = p.into_affine();
    let limbs = |c: Fq2| [c.c0.into_bigint().0, c.c1.into_bigint().0];
    Affine { x: limbs(p.x), y: limbs(p.y) }
}

fn negative(p: &G1) -> G1 {
    if limb::is_zero(&p.y) { *p } else { Affine { x: p.x, y: limb::sub(&P, &p.y).0 } }
}

fn random(rng: &mut ChaCha8Rng) -> U256 {
    core::array::from_fn(|_| rng.next_u64())
}

fn random_g1(rng: &mut ChaCha8Rng) -> G1 {
    g1(G1Projective::generator().mul_bigint(random(rng)))
}

fn random_g2(rng: &mut ChaCha8Rng) -> G2Projective {
    G2Projective::generator().mul_bigint(random(rng))
}

/// A point of the twist, nearly surely outside the subgroup.
fn random_on_twist(rng: &mut ChaCha8Rng) -> G2Projective {
    loop {
        let mut fq = || Fq::from_be_bytes_mod_order(&random(rng).map(u64::to_be_bytes).concat());
        let x = Fq2::new(fq(), fq());
        if let Some(point) = G2Affine::get_point_from_x_unchecked(x, rng.next_u32() & 1 == 1) {
            return point.into();
        }
    }
}

fn invalid<T>(item: usize, part: usize, defect: Defect) -> Result<T, InvalidPoint> {
    Err(InvalidPoint { item, part, defect })
}

#[test]
fn addition_laws() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0001);
    let o = G1::default();
    for backend in g1::Backend::available() {
        for _ in 0..20 {
            let [p, q, r] = core::array::from_fn(|_| random_g1(&mut rng));
            let add = |p: &G1, q: &G1| add(backend, p, q).unwrap();
            assert_eq!(add(&p, &o), p);
            assert_eq!(add(&o, &p), p);
            assert_eq!(add(&p, &negative(&p)), o);
            assert_eq!(add(&p, &q), add(&q, &p));
            assert_eq!(add(&add(&p, &q), &r), add(&p, &add(&q, &r)));
            assert_eq!(add(&p, &p), add(&add(&p, &q), &add(&p, &negative(&q))));
        }
        assert_eq!(add(backend, &o, &o), Ok(o));
        // EIP-196's generator, doubled: a fact.
        let twice = add(backend, &GENERATOR, &GENERATOR).unwrap();
        assert_eq!(
            limb::from_be_bytes(
                &hex::decode("030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3")
                    .unwrap()
            ),
            twice.x
        );
        assert_eq!(
            limb::from_be_bytes(
                &hex::decode("15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4")
                    .unwrap()
            ),
            twice.y
        );
    }
}

#[test]
fn multiplication_is_repeated_addition() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0002);
    let (below, above) = (limb::sub(&R, &[1, 0, 0, 0]).0, [R[0] + 1, R[1], R[2], R[3]]);
    let lambda = [0x8b17_ea66_b99c_90dd, 0x5bfc_4108_8d8d_aaa7, 0xb3c4_d79d_41a9_1758, 0];
    let mut scalars = vec![
        [0; 4],
        [1, 0, 0, 0],
        [2, 0, 0, 0],
        [16, 0, 0, 0],
        below,
        R,
        above,
        P,
        lambda,
        MAX,
        [0, 0, 1, 0],
        [u64::MAX, u64::MAX, 0, 0],
        [0, 0, 0, 1 << 63],
    ];
    scalars.extend((0..40).map(|_| random(&mut rng)));
    // Each bit length, where the parts of the decomposition have their extremes.
    scalars.extend((0..256).map(|bit| {
        let mut k = [0; 4];
        k[bit / 64] = 1 << (bit % 64);
        k
    }));
    for backend in g1::Backend::available() {
        for p in [GENERATOR, random_g1(&mut rng), G1::default()] {
            for k in &scalars {
                let mut expected = G1::default();
                for bit in (0..256).rev() {
                    expected = add(backend, &expected, &expected).unwrap();
                    if k[bit / 64] >> (bit % 64) & 1 == 1 {
                        expected = add(backend, &expected, &p).unwrap();
                    }
                }
                assert_eq!(mul(backend, &p, k), Ok(expected), "{p:x?} {k:x?}");
            }
            assert_eq!(mul(backend, &p, &R), Ok(G1::default()));
            assert_eq!(mul(backend, &p, &above), Ok(p));
            assert_eq!(mul(backend, &p, &below), Ok(negative(&p)));
        }
    }
}

#[test]
fn points_off_the_curve() {
    let bad = [
        Affine { x: [1, 0, 0, 0], y: [3, 0, 0, 0] },
        Affine { x: [1, 0, 0, 0], y: [0; 4] }, // Half zero is not infinity.
        Affine { x: [0; 4], y: [1, 0, 0, 0] },
        Affine { x: [P[0] + 1, P[1], P[2], P[3]], y: [2, 0, 0, 0] }, // Not canonical.
        Affine { x: P, y: P },
    ];
    for backend in g1::Backend::available() {
        for p in &bad {
            assert_eq!(add(backend, p, &GENERATOR), invalid(0, 0, Defect::NotOnCurve));
            assert_eq!(add(backend, p, p), invalid(0, 0, Defect::NotOnCurve));
            assert_eq!(add(backend, &G1::default(), p), invalid(1, 0, Defect::NotOnCurve));
            assert_eq!(mul(backend, p, &[0; 4]), invalid(0, 0, Defect::NotOnCurve));
        }
    }
    for backend in Backend::available() {
        for p in &bad {
            assert_eq!(
                pairing_check(backend, &[(*p, G2::default())]),
                invalid(0, 0, Defect::NotOnCurve)
            );
        }
    }
}

#[test]
fn bilinearity() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0003);
    for backend in Backend::available() {
        assert_eq!(pairing_check(backend, &[]), Ok(true));
        for _ in 0..4 {
            let (a, b) = (Fr::from(rng.next_u64()), Fr::from(rng.next_u64()));
            let (p, q) = (G1Projective::generator() * a, random_g2(&mut rng));
            // e(aG, bQ) e(-abG, Q) = 1
            let good = [(g1(p), g2(q * b)), (g1(p * -b), g2(q))];
            assert_eq!(pairing_check(backend, &good), Ok(true));
            assert_eq!(pairing_check(backend, &good[..1]), Ok(false));
            let bad = [good[0], (g1(p * b), g2(q))];
            assert_eq!(pairing_check(backend, &bad), Ok(false));
            // e(P, Q1) e(P, Q2) = e(P, Q1 + Q2)
            let r = random_g2(&mut rng);
            let sum = [(g1(p), g2(q)), (g1(p), g2(r)), (g1(-p), g2(q + r))];
            assert_eq!(pairing_check(backend, &sum), Ok(true));
        }
    }
}

#[test]
fn many_pairs_cross_the_chunks() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0004);
    for backend in Backend::available() {
        let q = g2(random_g2(&mut rng));
        let p = random_g1(&mut rng);
        for n in [31, 32, 33, 64, 70] {
            let mut pairs = vec![(p, q); n];
            let count = [n as u64, 0, 0, 0];
            pairs.push((negative(&mul(g1::Backend::reference(), &p, &count).unwrap()), q));
            assert_eq!(pairing_check(backend, &pairs), Ok(true), "{n}");
            pairs.push((p, q));
            assert_eq!(pairing_check(backend, &pairs), Ok(false), "{n}");
        }
    }
}

#[test]
fn infinity_is_neutral_and_its_partner_is_checked() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0005);
    let (p, q) = (random_g1(&mut rng), random_g2(&mut rng));
    let (o1, o2) = (G1::default(), G2::default());
    let outside = g2(random_on_twist(&mut rng));
    let off = Affine { x: [[1, 0, 0, 0]; 2], y: [[1, 0, 0, 0]; 2] };
    for backend in Backend::available() {
        for neutral in [(o1, o2), (p, o2), (o1, g2(q))] {
            assert_eq!(pairing_check(backend, &[neutral]), Ok(true));
            let good = [neutral, (p, g2(q)), neutral, (negative(&p), g2(q)), neutral];
            assert_eq!(pairing_check(backend, &good), Ok(true));
            assert_eq!(pairing_check(backend, &good[..3]), Ok(false));
        }
        assert_eq!(pairing_check(backend, &[(o1, outside)]), invalid(0, 1, Defect::NotInSubgroup));
        assert_eq!(pairing_check(backend, &[(o1, off)]), invalid(0, 1, Defect::NotOnCurve));
        let half = Affine { x: [[1, 0, 0, 0], [0; 4]], y: [[0; 4]; 2] };
        assert_eq!(pairing_check(backend, &[(o1, half)]), invalid(0, 1, Defect::NotOnCurve));
    }
}

#[test]
fn the_first_defect_is_reported() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0006);
    let good = (random_g1(&mut rng), g2(random_g2(&mut rng)));
    let off1 = Affine { x: [5, 0, 0, 0], y: [5, 0, 0, 0] };
    let off2 = Affine { x: [[5, 0, 0, 0]; 2], y: [[5, 0, 0, 0]; 2] };
    let outside = g2(random_on_twist(&mut rng));
    for backend in Backend::available() {
        let check = |pairs: &[(G1, G2)]| pairing_check(backend, pairs);
        assert_eq!(check(&[good, (off1, outside)]), invalid(1, 0, Defect::NotOnCurve));
        assert_eq!(
            check(&[good, (good.0, outside), (off1, off2)]),
            invalid(1, 1, Defect::NotInSubgroup)
        );
        assert_eq!(
            check(&[good, (good.0, off2), (good.0, outside)]),
            invalid(1, 1, Defect::NotOnCurve)
        );
        let mut many = vec![good; 40];
        many[37].1 = outside;
        many[39].0 = off1;
        assert_eq!(check(&many), invalid(37, 1, Defect::NotInSubgroup));
    }
}

#[test]
fn subgroup_check_agrees_with_the_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x254_0007);
    let mut points = vec![G2Projective::generator(), -G2Projective::generator()];
    for _ in 0..8 {
        let point = random_on_twist(&mut rng);
        points.push(point);
        points.push(point.mul_bigint(ark_bn254::g2::Config::COFACTOR)); // In the subgroup.
        points.push(point.mul_bigint(R)); // Of an order that divides the cofactor.
        points.push(point.mul_bigint(R) + random_g2(&mut rng));
    }
    // Small orders: divisors of the cofactor 10069 · 5864401 · 1875725156269 · ...
    let group_order = number(&R)
        * number(&[
            0x345f_2299_c0f9_fa8d,
            0x06ce_ecda_572a_2489,
            0xb850_45b6_8181_585e,
            0x3064_4e72_e131_a029,
        ]);
    for order in [10069u64, 5_864_401, 10069 * 5_864_401, 1_875_725_156_269] {
        assert_eq!(&group_order % order, BigUint::ZERO);
        let small = random_on_twist(&mut rng).mul_bigint((&group_order / order).to_u64_digits());
        assert_eq!(small.mul_bigint([order]), G2Projective::default());
        points.extend([small, small + G2Projective::generator()]);
    }
    let p = random_g1(&mut rng);
    for (i, point) in points.iter().enumerate() {
        let expected = point.mul_bigint(R) == G2Projective::default();
        for backend in Backend::available() {
            for p in [p, G1::default()] {
                let result = pairing_check(backend, &[(p, g2(*point))]);
                if expected {
                    assert!(result.is_ok(), "{i}");
                } else {
                    assert_eq!(result, invalid(0, 1, Defect::NotInSubgroup), "{i}");
                }
            }
        }
    }
}

fn number(limbs: &U256) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |number, limb| (number << 64) + *limb)
}
