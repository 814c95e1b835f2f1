use super::{
    engine::{G1_GENERATOR, G2_GENERATOR, TAU_G2, digits},
    *,
};
use crate::{
    backend::Backend as _,
    limb,
    msm::reduce,
    point::Defect::{self, NotInSubgroup, NotOnCurve},
};
use ark_bls12_381::{Fq, Fq2, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::{CurveConfig, CurveGroup};
use ark_ff::{AdditiveGroup, PrimeField};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

const ONE: U256 = [1, 0, 0, 0];
const MAX: U256 = [u64::MAX; 4];
/// (0, 2) is on the curve, of order 3.
const ORDER_3: G1 = Affine { x: [0; 6], y: [2, 0, 0, 0, 0, 0] };

/// q - 1, q, q + 1.
fn near_q() -> [U256; 3] {
    [limb::sub(&Q, &ONE).0, Q, [Q[0] + 1, Q[1], Q[2], Q[3]]]
}

fn g1(p: G1Projective) -> G1 {
    let p = p.into_affine();
    Affine { x: p.x.into_bigint().0, y: p.y.into_bigint().0 }
}

fn g2(p: G2Projective) -> G2 {
    let p = p.into_affine();
    let limbs = |c: Fq2| [c.c0.into_bigint().0, c.c1.into_bigint().0];
    Affine { x: limbs(p.x), y: limbs(p.y) }
}

fn neg_fp(y: &U384) -> U384 {
    if limb::is_zero(y) { *y } else { limb::sub(&P, y).0 }
}

fn neg1(p: &G1) -> G1 {
    Affine { x: p.x, y: neg_fp(&p.y) }
}

fn neg2(p: &G2) -> G2 {
    Affine { x: p.x, y: p.y.map(|y| neg_fp(&y)) }
}

fn scalar(rng: &mut ChaCha8Rng) -> U256 {
    core::array::from_fn(|_| rng.next_u64())
}

fn fq(rng: &mut ChaCha8Rng) -> Fq {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    Fq::from_be_bytes_mod_order(&bytes)
}

/// A point of the curve, nearly surely outside G1.
fn on_curve1(rng: &mut ChaCha8Rng) -> G1Projective {
    loop {
        if let Some(p) = G1Affine::get_point_from_x_unchecked(fq(rng), rng.next_u32() & 1 == 1) {
            return p.into();
        }
    }
}

/// A point of the twist, nearly surely outside G2.
fn on_curve2(rng: &mut ChaCha8Rng) -> G2Projective {
    loop {
        let x = Fq2::new(fq(rng), fq(rng));
        if let Some(p) = G2Affine::get_point_from_x_unchecked(x, rng.next_u32() & 1 == 1) {
            return p.into();
        }
    }
}

fn random_g1(rng: &mut ChaCha8Rng) -> G1 {
    map_fp_to_g1(Backend::reference(), &fq(rng).into_bigint().0)
}

fn random_g2(rng: &mut ChaCha8Rng) -> G2 {
    map_fp2_to_g2(Backend::reference(), &[fq(rng).into_bigint().0, fq(rng).into_bigint().0])
}

fn invalid<T>(item: usize, part: usize, defect: Defect) -> Result<T, InvalidPoint> {
    Err(InvalidPoint { item, part, defect })
}

/// Points of small order: of G1's curve and of the twist.
fn torsion(rng: &mut ChaCha8Rng) -> (Vec<G1>, Vec<G2>) {
    let cofactor1 = ark_bls12_381::g1::Config::COFACTOR;
    let cofactor2 = ark_bls12_381::g2::Config::COFACTOR;
    let mut small1: Vec<G1> = [3u64, 11, 10177, 859_267, 52_437_899]
        .map(|order| g1(of_order(order, cofactor1, || on_curve1(rng))))
        .into();
    small1.extend([ORDER_3, neg1(&ORDER_3)]);
    let small2 = [13u64, 23, 2713, 11953, 262_069]
        .map(|order| g2(of_order(order, cofactor2, || on_curve2(rng))))
        .into();
    (small1, small2)
}

/// A point of a small prime order, which divides the cofactor.
fn of_order<G: AdditiveGroup>(order: u64, cofactor: &[u64], mut random: impl FnMut() -> G) -> G {
    let mut rest = number(&Q) * number(cofactor);
    assert_eq!(&rest % order, BigUint::ZERO);
    while &rest % order == BigUint::ZERO {
        rest /= order;
    }
    let order = BigUint::from(order);
    loop {
        let mut point = multiply(&random(), &rest);
        while !point.is_zero() {
            let next = multiply(&point, &order);
            if next.is_zero() {
                return point;
            }
            point = next;
        }
    }
}

/// k p without any endomorphism: valid outside the subgroup too.
fn multiply<G: AdditiveGroup>(p: &G, k: &BigUint) -> G {
    let mut sum = G::zero();
    for bit in (0..k.bits()).rev() {
        sum.double_in_place();
        if k.bit(bit) {
            sum += p;
        }
    }
    sum
}

fn number(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |number, limb| (number << 64) + *limb)
}

#[test]
fn constants() {
    let q = number(&Q);
    let x = BigUint::from(X);
    assert_eq!(q, x.pow(4) - x.pow(2) + 1u32);
    for k in [[0; 4], ONE, near_q()[0], [X, 0, 0, 0], [0, 1, 0, 0]] {
        let value = digits(&k).iter().rev().fold(BigUint::ZERO, |sum, d| sum * X + *d);
        assert_eq!(value, number(&k));
    }
    for backend in Backend::available() {
        let terms = [(G1_GENERATOR, near_q()[0])];
        assert_eq!(g1_msm(backend, &terms), Ok(neg1(&G1_GENERATOR)));
        for p in [G2_GENERATOR, TAU_G2] {
            assert_eq!(g2_msm(backend, &[(p, near_q()[0])]), Ok(neg2(&p)));
        }
    }
}

macro_rules! group_tests {
    ($module:ident, $point:ty, $add:ident, $msm:ident, $neg:ident, $random:ident, $outside:expr, $torsion:tt, $half:expr) => {
        mod $module {
            use super::*;

            #[test]
            fn addition_laws() {
                let mut rng = ChaCha8Rng::seed_from_u64(0x381_0001);
                let o = <$point>::default();
                let mut points = vec![o, $random(&mut rng), $random(&mut rng)];
                points.extend([0; 3].map(|_| ($outside)(&mut rng)));
                points.extend(torsion(&mut rng).$torsion);
                for backend in Backend::available() {
                    let add = |p: &$point, q: &$point| $add(backend, p, q).unwrap();
                    let reference =
                        |p: &$point, q: &$point| $add(Backend::reference(), p, q).unwrap();
                    for p in &points {
                        assert_eq!(add(p, &o), *p);
                        assert_eq!(add(&o, p), *p);
                        assert_eq!(add(p, &$neg(p)), o);
                        assert_eq!(add(&add(p, p), &$neg(p)), *p);
                        for q in &points {
                            let sum = add(p, q);
                            assert_eq!(sum, reference(p, q));
                            assert_eq!(sum, add(q, p));
                            assert_eq!(add(&sum, &$neg(q)), *p);
                            assert_eq!(add(&sum, &sum), add(&add(p, p), &add(q, q)));
                        }
                    }
                }
            }

            #[test]
            fn msm_is_the_sum() {
                let mut rng = ChaCha8Rng::seed_from_u64(0x381_0002);
                let edge = [[0; 4], ONE, [2, 0, 0, 0], MAX, [X, 0, 0, 0], [0, 1, 0, 0]];
                let scalars: Vec<U256> = edge.into_iter().chain(near_q()).collect();
                // One point with each scalar, by doubling and adding.
                let point = $random(&mut rng);
                let multiple = |backend, p: &$point, k: &U256| {
                    (0..256).rev().fold(<$point>::default(), |sum, bit| {
                        let twice = $add(backend, &sum, &sum).unwrap();
                        if k[bit / 64] >> (bit % 64) & 1 == 0 {
                            return twice;
                        }
                        $add(backend, &twice, p).unwrap()
                    })
                };
                for backend in Backend::available() {
                    assert_eq!($msm(backend, &[]), Ok(<$point>::default()));
                    for k in scalars.iter().copied().chain([scalar(&mut rng), scalar(&mut rng)]) {
                        let expected = multiple(backend, &point, &k);
                        assert_eq!($msm(backend, &[(point, k)]), Ok(expected), "{k:x?}");
                        assert_eq!($msm(backend, &[(point, reduce(&k, &Q))]), Ok(expected));
                        let o = (<$point>::default(), k);
                        assert_eq!($msm(backend, &[o]), Ok(<$point>::default()));
                        assert_eq!($msm(backend, &[o, (point, k), o]), Ok(expected));
                        // k p + k (-p), and 2 k p: equal and opposite terms.
                        let opposite = [(point, k), ($neg(&point), k)];
                        assert_eq!($msm(backend, &opposite), Ok(<$point>::default()));
                        let twice = $add(backend, &expected, &expected).unwrap();
                        assert_eq!($msm(backend, &[(point, k); 2]), Ok(twice));
                    }
                }
            }

            #[test]
            fn msm_of_every_size_class() {
                let mut rng = ChaCha8Rng::seed_from_u64(0x381_0003);
                let base = $random(&mut rng);
                for n in [2usize, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 130, 200] {
                    // Multiples of one point, among them equal and opposite ones, zeros and infinities.
                    let mut terms = Vec::new();
                    let mut total = BigUint::ZERO;
                    let mut point = base;
                    let mut factor = 1u64;
                    for i in 0..n {
                        let k = match i % 7 {
                            0 => near_q()[i % 3],
                            1 => [rng.next_u64() % 3, 0, 0, 0],
                            2 => MAX,
                            _ => scalar(&mut rng),
                        };
                        terms.push((if i % 11 == 5 { <$point>::default() } else { point }, k));
                        if i % 11 != 5 {
                            total += number(&k) * factor;
                        }
                        if i % 3 == 0 {
                            point = $add(Backend::reference(), &point, &base).unwrap();
                            factor += 1;
                        }
                    }
                    let total = total % number(&Q);
                    let mut k = [0; 4];
                    k.iter_mut().zip(total.to_u64_digits()).for_each(|(k, digit)| *k = digit);
                    let expected = $msm(Backend::reference(), &[(base, k)]);
                    for backend in Backend::available() {
                        assert_eq!($msm(backend, &terms), expected, "{n}");
                    }
                }
            }

            #[test]
            fn points_outside() {
                let mut rng = ChaCha8Rng::seed_from_u64(0x381_0004);
                let good = $random(&mut rng);
                let o = <$point>::default();
                let mut outside = torsion(&mut rng).$torsion;
                outside.push(($outside)(&mut rng));
                // Mixed with a point of the subgroup.
                let mixed = outside.clone();
                let sum = |p: &$point| $add(Backend::reference(), p, &good).unwrap();
                outside.extend(mixed.iter().map(sum));
                for backend in Backend::available() {
                    for p in &outside {
                        for k in [[0; 4], ONE, Q, MAX] {
                            assert_eq!($msm(backend, &[(*p, k)]), invalid(0, 0, NotInSubgroup));
                        }
                        let terms = [(good, ONE), (o, ONE), (*p, [0; 4]), (*p, ONE)];
                        assert_eq!($msm(backend, &terms), invalid(2, 0, NotInSubgroup));
                        let mut many = vec![(good, MAX); 70];
                        many[69].0 = *p;
                        assert_eq!($msm(backend, &many), invalid(69, 0, NotInSubgroup));
                        assert!($add(backend, p, &good).is_ok());
                    }
                    for off in $half {
                        assert_eq!($add(backend, &off, &off), invalid(0, 0, NotOnCurve));
                        assert_eq!($add(backend, &o, &off), invalid(1, 0, NotOnCurve));
                        assert_eq!($msm(backend, &[(off, [0; 4])]), invalid(0, 0, NotOnCurve));
                        let terms = [(good, ONE), (off, ONE), (outside[0], ONE)];
                        assert_eq!($msm(backend, &terms), invalid(1, 0, NotOnCurve));
                        let terms = [(good, ONE), (outside[0], ONE), (off, ONE)];
                        assert_eq!($msm(backend, &terms), invalid(1, 0, NotInSubgroup));
                    }
                }
            }
        }
    };
}

const ONE_FP: U384 = [1, 0, 0, 0, 0, 0];

group_tests!(
    group1,
    G1,
    g1_add,
    g1_msm,
    neg1,
    random_g1,
    |rng: &mut ChaCha8Rng| g1(on_curve1(rng)),
    0,
    [
        Affine { x: ONE_FP, y: ONE_FP },
        Affine { x: ONE_FP, y: [0; 6] },
        Affine { x: [0; 6], y: ONE_FP },
        Affine { x: P, y: P }, // Not canonical: infinity if reduced.
        Affine { x: P, y: [2, 0, 0, 0, 0, 0] }  // (0, 2) if reduced.
    ]
);

group_tests!(
    group2,
    G2,
    g2_add,
    g2_msm,
    neg2,
    random_g2,
    |rng: &mut ChaCha8Rng| g2(on_curve2(rng)),
    1,
    [
        Affine { x: [ONE_FP; 2], y: [ONE_FP; 2] },
        Affine { x: [ONE_FP, [0; 6]], y: [[0; 6]; 2] },
        Affine { x: [[0; 6]; 2], y: [[0; 6], ONE_FP] },
        Affine { x: [P; 2], y: [P; 2] },
    ]
);

#[test]
fn a_point_of_order_three() {
    for backend in Backend::available() {
        assert_eq!(g1_add(backend, &ORDER_3, &ORDER_3), Ok(neg1(&ORDER_3)));
        assert_eq!(g1_add(backend, &ORDER_3, &neg1(&ORDER_3)), Ok(G1::default()));
    }
}

#[test]
fn bilinearity() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_0005);
    for backend in Backend::available() {
        assert_eq!(pairing_check(backend, &[]), Ok(true));
        for _ in 0..3 {
            let (p, q, r) = (random_g1(&mut rng), random_g2(&mut rng), random_g2(&mut rng));
            let (a, b) = (rng.next_u64(), rng.next_u64());
            let times = |p: &G1, k| g1_msm(backend, &[(*p, [k, 0, 0, 0])]).unwrap();
            let abp = times(&times(&p, a), b);
            let bq = g2_msm(backend, &[(q, [b, 0, 0, 0])]).unwrap();
            let good = [(times(&p, a), bq), (neg1(&abp), q)];
            assert_eq!(pairing_check(backend, &good), Ok(true));
            assert_eq!(pairing_check(backend, &good[..1]), Ok(false));
            assert_eq!(pairing_check(backend, &[good[0], (abp, q)]), Ok(false));
            let sum = [(p, q), (p, r), (neg1(&p), g2_add(backend, &q, &r).unwrap())];
            assert_eq!(pairing_check(backend, &sum), Ok(true));
        }
    }
}

#[test]
fn many_pairs_cross_the_chunks() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_0006);
    let (p, q) = (random_g1(&mut rng), random_g2(&mut rng));
    for backend in Backend::available() {
        for n in [62, 63, 64, 65, 127, 128] {
            let mut pairs = vec![(p, q); n];
            pairs[5].0 = G1::default();
            let count = [n as u64 - 1, 0, 0, 0];
            pairs.push((neg1(&g1_msm(backend, &[(p, count)]).unwrap()), q));
            assert_eq!(pairing_check(backend, &pairs), Ok(true), "{n}");
            pairs[5].0 = p;
            assert_eq!(pairing_check(backend, &pairs), Ok(false), "{n}");
        }
        // The last chunk has infinities only.
        let mut pairs = vec![(p, q); 64];
        pairs.push((G1::default(), q));
        assert_eq!(pairing_check(backend, &pairs), Ok(false));
    }
}

#[test]
fn infinity_is_neutral_and_its_partner_is_checked() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_0007);
    let (p, q) = (random_g1(&mut rng), random_g2(&mut rng));
    let (o1, o2) = (G1::default(), G2::default());
    let (small1, small2) = torsion(&mut rng);
    for backend in Backend::available() {
        let check = |pairs: &[(G1, G2)]| pairing_check(backend, pairs);
        for neutral in [(o1, o2), (p, o2), (o1, q)] {
            assert_eq!(check(&[neutral]), Ok(true));
            let good = [neutral, (p, q), neutral, (neg1(&p), q), neutral];
            assert_eq!(check(&good), Ok(true));
            assert_eq!(check(&good[..3]), Ok(false));
        }
        for bad in &small1 {
            for q in [q, o2] {
                assert_eq!(check(&[(o1, q), (*bad, q)]), invalid(1, 0, NotInSubgroup));
            }
        }
        for bad in &small2 {
            for p in [p, o1] {
                assert_eq!(check(&[(p, o2), (p, *bad)]), invalid(1, 1, NotInSubgroup));
            }
        }
        let off1 = Affine { x: ONE_FP, y: ONE_FP };
        let off2 = Affine { x: [ONE_FP; 2], y: [ONE_FP; 2] };
        assert_eq!(check(&[(p, q), (off1, o2)]), invalid(1, 0, NotOnCurve));
        assert_eq!(check(&[(p, q), (o1, off2)]), invalid(1, 1, NotOnCurve));
        assert_eq!(check(&[(small1[0], off2), (off1, q)]), invalid(0, 0, NotInSubgroup));
        assert_eq!(check(&[(p, small2[0]), (off1, q)]), invalid(0, 1, NotInSubgroup));
    }
}

#[test]
fn backends_agree_on_pairings() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_0008);
    for n in [1, 2, 3, 5] {
        let mut pairs: Vec<_> =
            (0..n).map(|_| (random_g1(&mut rng), random_g2(&mut rng))).collect();
        let terms = pairs.clone();
        for (p, q) in terms {
            pairs.push((neg1(&p), q));
        }
        for backend in Backend::available() {
            assert_eq!(pairing_check(backend, &pairs), Ok(true));
            assert_eq!(pairing_check(backend, &pairs[1..]), Ok(false));
        }
    }
}

#[test]
fn maps_agree_and_land_in_the_subgroup() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_0009);
    let last = limb::sub(&P, &ONE_FP).0;
    let mut elements = vec![[0; 6], ONE_FP, [2, 0, 0, 0, 0, 0], last];
    elements.extend((0..10).map(|_| fq(&mut rng).into_bigint().0));
    for u in &elements {
        let expected = map_fp_to_g1(Backend::reference(), u);
        for backend in Backend::available() {
            assert_eq!(map_fp_to_g1(backend, u), expected);
            assert_eq!(g1_msm(backend, &[(expected, Q)]), Ok(G1::default()));
        }
        for v in &elements {
            let expected = map_fp2_to_g2(Backend::reference(), &[*u, *v]);
            for backend in Backend::available() {
                assert_eq!(map_fp2_to_g2(backend, &[*u, *v]), expected);
                assert_eq!(g2_msm(backend, &[(expected, Q)]), Ok(G2::default()));
            }
        }
    }
}

#[test]
fn maps_negate_with_their_argument() {
    // sgn0 makes map(-u) = -map(u), but for the argument zero.
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_000a);
    for backend in Backend::available() {
        for _ in 0..5 {
            let (u, v) = (fq(&mut rng).into_bigint().0, fq(&mut rng).into_bigint().0);
            let p = map_fp_to_g1(backend, &u);
            assert_eq!(map_fp_to_g1(backend, &neg_fp(&u)), neg1(&p));
            for u in [[u, v], [[0; 6], v], [u, [0; 6]]] {
                let q = map_fp2_to_g2(backend, &u);
                assert_eq!(map_fp2_to_g2(backend, &u.map(|c| neg_fp(&c))), neg2(&q));
            }
        }
    }
}

#[test]
#[should_panic(expected = "not below p")]
fn map_refuses_what_is_not_canonical() {
    let _ = map_fp_to_g1(Backend::reference(), &P);
}

/// \[τ\]G1: the second monomial of G1 in the trusted setup of consensus-specs, compressed.
const TAU_G1: &str = "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";

fn compress(p: &G1) -> CompressedG1 {
    if *p == G1::default() {
        return CompressedG1::Infinity;
    }
    CompressedG1::Finite { x: p.x, y_is_larger: limb::lt(&neg_fp(&p.y), &p.y) }
}

fn tau_g1() -> G1 {
    let mut bytes = hex::decode(TAU_G1).unwrap();
    assert_eq!(bytes[0] & 0xe0, 0xa0); // Compressed, finite, the larger y.
    bytes[0] &= 0x1f;
    let x = Fq::from_be_bytes_mod_order(&bytes);
    g1(G1Affine::get_point_from_x_unchecked(x, true).unwrap().into())
}

#[test]
fn kzg_of_linear_polynomials() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_000b);
    let q = number(&Q);
    let limbs = |k: BigUint| {
        let mut limbs = [0; 4];
        limbs.iter_mut().zip(k.to_u64_digits()).for_each(|(limb, digit)| *limb = digit);
        limbs
    };
    let tau = tau_g1();
    for backend in Backend::available() {
        for i in 0..8 {
            let [mut a, b, z] = core::array::from_fn(|_| reduce(&scalar(&mut rng), &Q));
            let z = match i {
                0 => [0; 4],
                1 => near_q()[0],
                _ => z,
            };
            if i == 2 {
                a = [0; 4];
            }
            // f(X) = a X + b has f(z) = a z + b and the quotient a.
            let f = g1_msm(backend, &[(tau, a), (G1_GENERATOR, b)]).unwrap();
            let y = limbs((number(&a) * number(&z) + number(&b)) % &q);
            let proof = compress(&g1_msm(backend, &[(G1_GENERATOR, a)]).unwrap());
            let verify = |c: &CompressedG1, z: &U256, y: &U256, proof: &CompressedG1| {
                verify_kzg_proof(backend, c, z, y, proof)
            };
            let c = compress(&f);
            assert_eq!(verify(&c, &z, &y, &proof), Ok(true));
            let other = limbs((number(&y) + 1u32) % &q);
            assert_eq!(verify(&c, &z, &other, &proof), Ok(false));
            assert_eq!(verify(&compress(&neg1(&f)), &z, &y, &proof), Ok(false));
            assert_eq!(verify(&c, &z, &y, &compress(&tau)), Ok(false));
            if i > 2 {
                assert_eq!(verify(&c, &other, &y, &proof), Ok(false));
            }
        }
    }
}

#[test]
fn kzg_of_constants() {
    let o = CompressedG1::Infinity;
    for backend in Backend::available() {
        let verify = |c: &CompressedG1, z: &U256, y: &U256, proof: &CompressedG1| {
            verify_kzg_proof(backend, c, z, y, proof)
        };
        for z in [[0; 4], ONE, near_q()[0]] {
            assert_eq!(verify(&o, &z, &[0; 4], &o), Ok(true));
            assert_eq!(verify(&o, &z, &ONE, &o), Ok(false));
            for y in [ONE, [u64::MAX; 4].map(|x| x >> 2), near_q()[0]] {
                let c = compress(&g1_msm(backend, &[(G1_GENERATOR, y)]).unwrap());
                assert_eq!(verify(&c, &z, &y, &o), Ok(true));
                assert_eq!(verify(&c, &z, &[0; 4], &o), Ok(false));
                assert_eq!(verify(&c, &z, &y, &c), Ok(false));
            }
        }
    }
}

#[test]
fn kzg_refuses_invalid_points() {
    let mut rng = ChaCha8Rng::seed_from_u64(0x381_000c);
    let o = CompressedG1::Infinity;
    let x_of = |x| CompressedG1::Finite { x, y_is_larger: false };
    // 1 + 4 = 5 is not a square mod p.
    let off = [x_of(ONE_FP), x_of(P)];
    let outside = [compress(&g1(on_curve1(&mut rng))), x_of([0; 6]), compress(&neg1(&ORDER_3))];
    for backend in Backend::available() {
        let verify = |c: &CompressedG1, proof: &CompressedG1| {
            verify_kzg_proof(backend, c, &ONE, &ONE, proof)
        };
        for (bad, defect) in
            off.iter().map(|p| (p, NotOnCurve)).chain(outside.iter().map(|p| (p, NotInSubgroup)))
        {
            assert_eq!(verify(bad, &o), invalid(0, 0, defect));
            assert_eq!(verify(&o, bad), invalid(1, 0, defect));
            assert_eq!(verify(bad, &off[0]), invalid(0, 0, defect));
        }
    }
}
