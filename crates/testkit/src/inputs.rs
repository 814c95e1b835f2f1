//! Seeded inputs per precompile: valid, nearly valid and malformed, most of them at some edge.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{
    curve::{BLS_G1, BLS_G2, BN254_G1, BN254_G2, Curve, P256, Point, Point1, Point2, SECP256K1},
    ecdsa, edwards,
    field::{Field, Prime, be_bytes},
    kzg,
    oracle::{write_bls_g1, write_bls_g2},
    random::Random,
};

/// A source of inputs; the same seed gives the same inputs.
#[derive(Debug, Clone)]
pub struct Inputs {
    random: Random,
}

/// Points of one curve to build inputs from.
struct Pool<E> {
    /// Infinity, small multiples of the generator, their negatives, other multiples.
    members: Vec<Point<E>>,
    /// Points of the curve outside the subgroup, if there are any.
    strangers: Vec<Point<E>>,
    /// Pairs of coordinates that are not on the curve.
    off_curve: Vec<Point<E>>,
}

impl<E: Clone + PartialEq> Pool<E> {
    fn new<F: Field<El = E>>(curve: &Curve<F>, strangers: Vec<Point<E>>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let generator = Some(curve.generator.clone());
        let mut members = vec![None];
        let mut multiple = None;
        for _ in 0..6 {
            multiple = curve.add(&multiple, &generator);
            members.extend([multiple.clone(), curve.neg(&multiple)]);
        }
        members.extend((0..6).map(|_| curve.mul_generator(&random.integer_below(&curve.order))));
        let mut off_curve: Vec<_> = members
            .iter()
            .flatten()
            .take(4)
            .flat_map(|(x, y)| {
                let (zero, one) = (curve.field.int(0), curve.field.int(1));
                [
                    Some((x.clone(), curve.field.add(y, &one))),
                    Some((x.clone(), zero.clone())),
                    Some((zero, y.clone())),
                    Some((y.clone(), x.clone())),
                ]
            })
            .collect();
        off_curve.push(Some((curve.field.int(1), curve.field.int(1))));
        off_curve.retain(|point| !curve.contains(point));
        Self { members, strangers, off_curve }
    }

    /// Mostly a member; `wild`: sometimes a stranger or nothing of the curve.
    fn draw(&self, random: &mut Random, wild: bool) -> Point<E> {
        let strangers = if self.strangers.is_empty() { &self.off_curve } else { &self.strangers };
        let list = match random.below(6) {
            0 if wild => strangers,
            1 if wild => &self.off_curve,
            _ => &self.members,
        };
        random.choose(list).clone()
    }
}

/// The first points from small x upwards, and the sums of some with the generator.
fn strangers<F: Field>(curve: &Curve<F>, x: impl Fn(u32) -> F::El) -> Vec<Point<F::El>> {
    let mut points: Vec<_> = (0..40)
        .map(|i| curve.lift_x(&x(i)))
        .filter(|point| point.is_some() && !curve.in_subgroup(point))
        .take(6)
        .collect();
    let sums: Vec<_> = points
        .iter()
        .take(2)
        .map(|point| curve.add(point, &Some(curve.generator.clone())))
        .collect();
    points.extend(sums);
    points
}

static BN254_1: LazyLock<Pool<BigUint>> = LazyLock::new(|| Pool::new(&BN254_G1, Vec::new(), 1));
static BN254_2: LazyLock<Pool<(BigUint, BigUint)>> = LazyLock::new(|| {
    let points = strangers(&BN254_G2, |i| (i.into(), 1u32.into()));
    Pool::new(&BN254_G2, points, 2)
});
static BLS_1: LazyLock<Pool<BigUint>> = LazyLock::new(|| {
    let mut points = strangers(&BLS_G1, |i| i.into());
    // The part of a point that the subgroup's order does not kill.
    let parts: Vec<_> = points.iter().take(2).map(|p| BLS_G1.mul(&BLS_G1.order, p)).collect();
    points.extend(parts);
    points.extend([Some((0u32.into(), 2u32.into()))]);
    Pool::new(&BLS_G1, points, 3)
});
static BLS_2: LazyLock<Pool<(BigUint, BigUint)>> = LazyLock::new(|| {
    let mut points = strangers(&BLS_G2, |i| (i.into(), 1u32.into()));
    let parts: Vec<_> = points.iter().take(2).map(|p| BLS_G2.mul(&BLS_G2.order, p)).collect();
    points.extend(parts);
    Pool::new(&BLS_G2, points, 4)
});

impl Inputs {
    /// The source of that seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// The random numbers behind the inputs.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// An input of the precompile called `name`, as gigagas names it: most are well-formed, the others
    /// were well-formed before something happened to them.
    ///
    /// # Panics
    /// If there is no such precompile.
    pub fn draw(&mut self, name: &str) -> Vec<u8> {
        if self.random.one_in(40) {
            let len = self.random.below(700);
            return self.random.bytes(len);
        }
        let input = self.well_formed(name);
        let untouchable = matches!(name, "sha256" | "ripemd160" | "identity");
        if untouchable || self.random.below(3) > 0 { input } else { self.spoil(name, input) }
    }

    /// An input without errors of form; what it says may be wrong.
    ///
    /// # Panics
    /// If there is no such precompile.
    pub fn well_formed(&mut self, name: &str) -> Vec<u8> {
        match name {
            "ecrecover" => self.ecrecover(),
            "sha256" | "ripemd160" | "identity" => self.bytes_about(64),
            "modexp" => self.modexp(),
            "bn254_add" => self.bn254_add(),
            "bn254_mul" => self.bn254_mul(),
            "bn254_pairing" => {
                let n = self.few();
                self.bn254_pairing(n)
            }
            "blake2f" => self.blake2f(),
            "point_evaluation" => self.point_evaluation(),
            "bls12_g1add" => self.add_input(&BLS_G1, &BLS_1, write_bls_g1),
            "bls12_g2add" => self.add_input(&BLS_G2, &BLS_2, write_bls_g2),
            "bls12_g1msm" => {
                let n = 1 + self.few();
                self.g1msm(n)
            }
            "bls12_g2msm" => {
                let n = 1 + self.few();
                self.g2msm(n)
            }
            "bls12_pairing" => {
                let n = 1 + self.few();
                self.bls_pairing(n)
            }
            "bls12_map_fp_to_g1" => self.bls_field_elements(1),
            "bls12_map_fp2_to_g2" => self.bls_field_elements(2),
            "p256verify" => self.p256verify(),
            "ed25519" => {
                let len = self.random.below(200);
                let message = self.random.bytes(len);
                let (key, signature) = self.ed25519(&message);
                [&key[..], &signature, &message].concat()
            }
            "ed25519_eip665" => {
                let message = self.random.bytes(32);
                let (key, signature) = self.ed25519(&message);
                [&message, &key[..], &signature].concat()
            }
            "cip20_hash" => self.cip20(),
            _ => panic!("no inputs for {name}"),
        }
    }

    /// 0 to 3, small numbers more often.
    fn few(&mut self) -> usize {
        let most = self.random.below(4);
        self.random.below(most + 1)
    }

    /// Something happens: a bit flips, a word becomes an edge, the end is lost or grows, words swap.
    fn spoil(&mut self, name: &str, mut input: Vec<u8>) -> Vec<u8> {
        let word = match name {
            "bls12_g1add"
            | "bls12_g2add"
            | "bls12_pairing"
            | "bls12_map_fp_to_g1"
            | "bls12_map_fp2_to_g2" => 64,
            "point_evaluation" => 48,
            _ => 32,
        };
        let random = &mut self.random;
        match random.below(6) {
            0 if !input.is_empty() => {
                let at = random.below(input.len());
                input[at] ^= 1 << random.below(8);
            }
            1 | 2 if input.len() >= word => {
                let at = word * random.below(input.len() / word);
                let p = if word == 32 { &BN254_G1.field.p } else { &BLS_G1.field.p };
                let moduli = [p, &SECP256K1.order, &P256.order, &P256.field.p, &BLS_G1.order];
                let value = random.edge(8 * word as u64, &moduli);
                input[at..at + word].copy_from_slice(&be_bytes(&value, word));
            }
            3 => {
                let loss = if random.one_in(2) { 1 } else { 1 + random.below(input.len()) };
                input.truncate(input.len().saturating_sub(loss));
            }
            4 => {
                let growth = *random.choose(&[1, 31, 32, word, 160]);
                input.extend(random.bytes(growth));
            }
            5 if input.len() >= 2 * word => {
                let (i, j) = (random.below(input.len() / word), random.below(input.len() / word));
                for k in 0..word {
                    input.swap(i * word + k, j * word + k);
                }
            }
            _ => input.clear(),
        }
        input
    }

    /// Bytes of a length that is often next to a multiple of `block`.
    fn bytes_about(&mut self, block: usize) -> Vec<u8> {
        let random = &mut self.random;
        let len = match random.below(4) {
            0 => random.below(700),
            1 => random.below(5),
            _ => (block * random.below(6) + random.below(20)).saturating_sub(10),
        };
        match random.below(6) {
            0 => vec![0; len],
            1 => vec![0xff; len],
            _ => random.bytes(len),
        }
    }

    fn ecrecover(&mut self) -> Vec<u8> {
        let (z, d, k) = self.ecdsa_secrets(&SECP256K1);
        let (mut r, mut s, mut odd) = ecdsa::sign(&SECP256K1, &z, &d, &k).unwrap_or_default();
        let (mut z, order) = (z, &SECP256K1.order);
        let random = &mut self.random;
        match random.below(10) {
            // s R = z G: the recovered key is infinity.
            0 => z = &s * &k % order,
            // s R = -z G: a doubling at the end.
            1 => z = order - &s * &k % order,
            // The other signature of the same message.
            2 if !s.is_zero() => (s, odd) = (order - &s, !odd),
            3 => r = random.edge(256, &[order, &SECP256K1.field.p]),
            4 => s = random.edge(256, &[order]),
            // The hash is not reduced.
            5 if z < (BigUint::one() << 256) - order => z += order,
            _ => {}
        }
        let v = if random.one_in(12) {
            random.edge(256, &[&27u32.into()])
        } else {
            BigUint::from(27 + u32::from(odd))
        };
        [z, v, r, s].map(|value| be_bytes(&value, 32)).concat()
    }

    /// A hash, a private key and a nonce.
    fn ecdsa_secrets(&mut self, curve: &Curve<Prime>) -> (BigUint, BigUint, BigUint) {
        let random = &mut self.random;
        let z = random.edge(256, &[&curve.order]);
        (z, random.scalar(&curve.order), random.scalar(&curve.order))
    }

    fn p256verify(&mut self) -> Vec<u8> {
        let curve = &*P256;
        let order = &curve.order;
        let fr = Prime::new(order.clone());
        let (mut z, d, k) = self.ecdsa_secrets(curve);
        let (mut r, mut s, _) = ecdsa::sign(curve, &z, &d, &k).unwrap_or_default();
        let mut key = curve.mul_generator(&d);
        let random = &mut self.random;
        match random.below(10) {
            // u1 G = -u2 Q: the point is infinity.
            0 => z = fr.neg(&fr.mul(&r, &d)),
            // u1 G = u2 Q: a doubling; signed anew.
            1 => {
                z = fr.mul(&r, &d);
                let double = fr.add(&z, &z);
                s = fr.inv(&k).map_or(s, |inverse| fr.mul(&double, &inverse));
            }
            // R.x is n or more, and r is what is left of it: the key that makes this valid.
            2 => {
                let mut x = order + random.below(1000);
                while curve.lift_x(&x).is_none() {
                    x += 1u32;
                }
                r = &x - order;
                if !r.is_zero() && !s.is_zero() {
                    key = ecdsa::recover(curve, &z, &r, &s, &x, random.one_in(2)).or(key);
                }
            }
            3 => r = random.edge(256, &[order, &curve.field.p]),
            4 => s = random.edge(256, &[order]),
            5 if !s.is_zero() => s = order - &s,
            6 => {
                let keys = [None, curve.neg(&key), curve.lift_x(&BigUint::zero())];
                key = random.choose(&keys).clone();
            }
            _ => {}
        }
        let (x, y) = key.unwrap_or_default();
        [z, r, s, x, y].map(|value| be_bytes(&value, 32)).concat()
    }

    fn ed25519(&mut self, message: &[u8]) -> ([u8; 32], [u8; 64]) {
        let random = &mut self.random;
        let order = &*edwards::ORDER;
        let (a, n) = (random.scalar(order), random.scalar(order));
        let twisted = |scalar: &BigUint, random: &mut Random| {
            let torsion = if random.one_in(3) { random.below(8) } else { 0 };
            let point = edwards::mul(scalar, &edwards::BASE);
            edwards::encode(&edwards::add(&point, &edwards::TORSION[torsion]))
        };
        let (mut key, mut r) = (twisted(&a, random), twisted(&n, random));
        let mut signature = edwards::sign(&key, &r, &a, &n, message);
        match random.below(10) {
            // S + L: the same residue, not canonical.
            0 => {
                let s = BigUint::from_bytes_le(&signature[32..]) + order;
                signature = edwards::join(&r, &edwards::le32(&s));
            }
            1 => {
                let s = random.edge(256, &[order]);
                signature = edwards::join(&r, &edwards::le32(&s));
            }
            // Small order: valid whatever the message, where that is admitted.
            2 | 3 => {
                key = small_order_encoding(random);
                r = small_order_encoding(random);
                signature = edwards::join(&r, &[0; 32]);
            }
            // The key alone is small: R = [n]B.
            4 => {
                key = small_order_encoding(random);
                r = edwards::encode(&edwards::mul(&n, &edwards::BASE));
                signature = edwards::join(&r, &edwards::le32(&n));
            }
            5 => {
                let at = random.below(64);
                signature[at] ^= 1 << random.below(8);
            }
            6 => key[random.below(32)] ^= 1 << random.below(8),
            _ => {}
        }
        (key, signature)
    }

    fn blake2f(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let rounds = *random.choose(&[0u32, 1, 2, 9, 10, 11, 12, 13, 20, 21, 100, 1000, 65_536]);
        let mut input = rounds.to_be_bytes().to_vec();
        match random.below(6) {
            0 => input.extend([0; 208]),
            1 => input.extend([0xff; 208]),
            _ => input.extend(random.bytes(208)),
        }
        input.push(*random.choose(&[0, 1, 0, 1, 0, 1, 2, 0xff]));
        input
    }

    fn cip20(&mut self) -> Vec<u8> {
        let selector = *self.random.choose(&[0x00, 0x01, 0x02, 0x03, 0x10, 0x10, 0x04, 0xff]);
        let mut input = vec![selector];
        if selector == 0x10 {
            let random = &mut self.random;
            let mut parameters = [0; 32];
            (parameters[0], parameters[2], parameters[3]) = (32, 1, 1);
            match random.below(4) {
                0 => parameters = random.bytes(32).try_into().expect("32 bytes"),
                1 => {
                    for i in [0, 1, 15] {
                        parameters[i] = *random.choose(&[0, 1, 31, 32, 33]);
                    }
                }
                2 => parameters[16..].copy_from_slice(&random.bytes(16)),
                _ => {}
            }
            input.extend(parameters);
        }
        input.extend(self.bytes_about(136));
        input
    }

    fn modexp(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let mut len = || match random.below(12) {
            0 => 0,
            1 => 1,
            2 => 32,
            3 => 8 * random.below(10),
            4 => random.below(200),
            5 => 256,
            _ => random.below(72),
        };
        let (base_len, exp_len, mod_len) = (len(), len().min(80), len());
        let base = self.operand(base_len);
        let exp = self.operand(exp_len);
        let mut modulus = self.operand(mod_len);
        match self.random.below(8) {
            // A low part of zeros: even moduli of every kind.
            0 => {
                let zeros = self.random.below(mod_len + 1);
                modulus[mod_len - zeros..].fill(0);
            }
            1 | 2 => {
                if let Some(last) = modulus.last_mut() {
                    *last |= 1;
                }
            }
            _ => {}
        }
        Self::modexp_input([base_len, exp_len, mod_len], &[base, exp, modulus].concat())
    }

    /// A MODEXP input with these lengths of base, exponent and modulus.
    #[must_use]
    pub fn modexp_input(lengths: [usize; 3], operands: &[u8]) -> Vec<u8> {
        let header = lengths.map(|len| be_bytes(&BigUint::from(len), 32)).concat();
        [&header, operands].concat()
    }

    /// A big-endian operand of `len` bytes: an edge, or random, perhaps with leading zeros.
    fn operand(&mut self, len: usize) -> Vec<u8> {
        if len == 0 {
            return Vec::new();
        }
        if self.random.one_in(3) {
            let value = self.random.edge(8 * len as u64, &[&SECP256K1.field.p]);
            return be_bytes(&value, len);
        }
        let mut bytes = self.random.bytes(len);
        if self.random.one_in(4) {
            let zeros = self.random.below(len);
            bytes[..zeros].fill(0);
        }
        bytes
    }

    fn bn254_add(&mut self) -> Vec<u8> {
        self.add_input(&BN254_G1, &BN254_1, write_bn254_g1)
    }

    fn bn254_mul(&mut self) -> Vec<u8> {
        let wild = self.random.one_in(6);
        let point = BN254_1.draw(&mut self.random, wild);
        let k = self.random.edge(256, &[&BN254_G1.order]);
        [write_bn254_g1(&point), be_bytes(&k, 32)].concat()
    }

    fn add_input<F: Field>(
        &mut self,
        curve: &Curve<F>,
        pool: &Pool<F::El>,
        write: impl Fn(&Point<F::El>) -> Vec<u8>,
    ) -> Vec<u8> {
        let random = &mut self.random;
        let p = pool.draw(random, true);
        let q = match random.below(6) {
            0 => p.clone(),
            1 => curve.neg(&p),
            _ => pool.draw(random, true),
        };
        [write(&p), write(&q)].concat()
    }

    /// A pairing input of `n` pairs on bn254; often the product is one.
    pub fn bn254_pairing(&mut self, n: usize) -> Vec<u8> {
        let pairs = pairs(&mut self.random, (&BN254_G1, &BN254_1), (&BN254_G2, &BN254_2), n);
        pairs.iter().flat_map(|(p, q)| [write_bn254_g1(p), write_bn254_g2(q)].concat()).collect()
    }

    /// A pairing input of `n` pairs on BLS12-381; often the product is one.
    pub fn bls_pairing(&mut self, n: usize) -> Vec<u8> {
        let pairs = pairs(&mut self.random, (&BLS_G1, &BLS_1), (&BLS_G2, &BLS_2), n);
        pairs.iter().flat_map(|(p, q)| [write_bls_g1(p), write_bls_g2(q)].concat()).collect()
    }

    /// `n` terms on G1 of BLS12-381.
    pub fn g1msm(&mut self, n: usize) -> Vec<u8> {
        self.terms(&BLS_1, n, write_bls_g1)
    }

    /// `n` terms on G2 of BLS12-381.
    pub fn g2msm(&mut self, n: usize) -> Vec<u8> {
        self.terms(&BLS_2, n, write_bls_g2)
    }

    fn terms<E: Clone + PartialEq>(
        &mut self,
        pool: &Pool<E>,
        n: usize,
        write: impl Fn(&Point<E>) -> Vec<u8>,
    ) -> Vec<u8> {
        let random = &mut self.random;
        let wild = random.one_in(5);
        let mut input = Vec::new();
        for _ in 0..n {
            input.extend(write(&pool.draw(random, wild)));
            input.extend(be_bytes(&random.edge(256, &[&BLS_G1.order]), 32));
        }
        input
    }

    fn bls_field_elements(&mut self, n: usize) -> Vec<u8> {
        let p = &BLS_G1.field.p;
        let element = |random: &mut Random| be_bytes(&(random.edge(384, &[p]) % p), 64);
        (0..n).flat_map(|_| element(&mut self.random)).collect()
    }

    fn point_evaluation(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let order = &BLS_G1.order;
        let mut coefficient =
            || if random.one_in(3) { BigUint::zero() } else { random.scalar(order) };
        let coefficients = std::array::from_fn(|_| coefficient());
        let z = if random.one_in(6) { BigUint::zero() } else { random.scalar(order) };
        let mut input = kzg::opening(&coefficients, &z);
        match random.below(8) {
            0 => input[144..].copy_from_slice(&kzg::compress(&BLS_1.draw(random, true))),
            1 => input[96..144].copy_from_slice(&kzg::compress(&BLS_1.draw(random, true))),
            2 => {
                let at = *random.choose(&[32, 64]);
                input[at..at + 32].copy_from_slice(&be_bytes(&random.edge(256, &[order]), 32));
            }
            // Flags, and x next to p.
            3 => input[*random.choose(&[96, 144])] ^= *random.choose(&[0x80, 0x40, 0x20]),
            4 => {
                let at = *random.choose(&[96, 144]);
                input[at..at + 48]
                    .copy_from_slice(&be_bytes(&random.edge(384, &[&BLS_G1.field.p]), 48));
                input[at] |= *random.choose(&[0x80, 0xa0, 0xc0]);
            }
            _ => {}
        }
        if !random.one_in(10) {
            let hash = kzg::versioned_hash(&input[96..144]);
            input[..32].copy_from_slice(&hash);
        }
        input
    }
}

/// An encoding of a point of small order, canonical or not.
fn small_order_encoding(random: &mut Random) -> [u8; 32] {
    let point = random.choose(&edwards::TORSION).clone();
    let mut y = point.1;
    let p = &edwards::FIELD.p;
    if &y + p < BigUint::one() << 255 && random.one_in(2) {
        y += p;
    }
    let mut bytes = edwards::le32(&y);
    // x = 0 may be called odd.
    let odd = if point.0.is_zero() { random.one_in(2) } else { point.0.bit(0) };
    bytes[31] |= u8::from(odd) << 7;
    bytes
}

type Pair<F, G> = (Point<<F as Field>::El>, Point<<G as Field>::El>);
type On<'a, F> = (&'a Curve<F>, &'a Pool<<F as Field>::El>);

/// `n` pairs, most of which cancel two by two.
fn pairs<F: Field, G: Field>(
    random: &mut Random,
    (g1, pool1): On<'_, F>,
    (g2, pool2): On<'_, G>,
    n: usize,
) -> Vec<Pair<F, G>> {
    let wild = random.one_in(5);
    let mut pairs = Vec::new();
    while pairs.len() < n {
        let (p, q) = (pool1.draw(random, wild), pool2.draw(random, wild));
        match random.below(4) {
            // e(P, Q) e(-P, Q) = 1.
            0 if pairs.len() + 2 <= n => pairs.extend([(p.clone(), q.clone()), (g1.neg(&p), q)]),
            1 if pairs.len() + 2 <= n => pairs.extend([(p.clone(), q.clone()), (p, g2.neg(&q))]),
            // e(a P, b Q) e(-a b P, Q) = 1.
            2 if pairs.len() + 2 <= n => {
                let (a, b) = (random.below(50), random.below(50));
                let scaled = (g1.mul(&BigUint::from(a), &p), g2.mul(&BigUint::from(b), &q));
                let other = g1.neg(&g1.mul(&BigUint::from(a * b), &p));
                pairs.extend([scaled, (other, q)]);
            }
            _ => pairs.push(if random.one_in(2) { (None, q) } else { (p, q) }),
        }
    }
    pairs
}

fn write_bn254_g1(point: &Point1) -> Vec<u8> {
    let Some((x, y)) = point else { return vec![0; 64] };
    [be_bytes(x, 32), be_bytes(y, 32)].concat()
}

fn write_bn254_g2(point: &Point2) -> Vec<u8> {
    let Some((x, y)) = point else { return vec![0; 128] };
    [&x.1, &x.0, &y.1, &y.0].map(|c| be_bytes(c, 32)).concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::oracle::answer;

    const NAMES: [&str; 20] = [
        "ecrecover",
        "sha256",
        "ripemd160",
        "identity",
        "bn254_add",
        "bn254_mul",
        "bn254_pairing",
        "blake2f",
        "point_evaluation",
        "bls12_g1add",
        "bls12_g1msm",
        "bls12_g2add",
        "bls12_g2msm",
        "bls12_pairing",
        "bls12_map_fp_to_g1",
        "bls12_map_fp2_to_g2",
        "p256verify",
        "ed25519",
        "ed25519_eip665",
        "cip20_hash",
    ];

    /// The inputs reach every kind of answer that the precompile has.
    #[test]
    fn every_outcome_is_drawn() {
        for name in NAMES {
            let mut inputs = Inputs::new(7);
            let outcomes: BTreeSet<_> = (0..80)
                .map(|_| match answer(name, &inputs.draw(name)) {
                    Err(fault) => fault.code,
                    Ok(bytes) if bytes.is_empty() => "empty",
                    Ok(bytes) if bytes.iter().all(|&byte| byte == 0) => "zero",
                    Ok(bytes)
                        if bytes.len() < 40 && bytes[..bytes.len() - 1].iter().all(|&b| b == 0) =>
                    {
                        "one"
                    }
                    Ok(_) => "data",
                })
                .collect();
            let wanted: &[&str] = match name {
                "ecrecover" => &["data", "empty"],
                "p256verify" => &["empty", "one"],
                "ed25519" | "ed25519_eip665" => &["one", "zero"],
                "bn254_add" | "bn254_mul" => &["data", "encoding", "not_on_curve", "zero"],
                "bn254_pairing" | "bls12_pairing" => {
                    &["encoding", "length", "not_in_subgroup", "not_on_curve", "one", "zero"]
                }
                "blake2f" | "cip20_hash" => &["data", "encoding", "length"],
                "point_evaluation" => &[
                    "data",
                    "encoding",
                    "length",
                    "not_in_subgroup",
                    "not_on_curve",
                    "verification",
                ],
                "bls12_g1add" | "bls12_g2add" => {
                    &["data", "encoding", "length", "not_on_curve", "zero"]
                }
                "bls12_g1msm" | "bls12_g2msm" => {
                    &["data", "encoding", "length", "not_in_subgroup", "not_on_curve", "zero"]
                }
                "bls12_map_fp_to_g1" | "bls12_map_fp2_to_g2" => &["data", "encoding", "length"],
                _ => &["data"],
            };
            for outcome in wanted {
                assert!(outcomes.contains(outcome), "{name}: no {outcome} among {outcomes:?}");
            }
        }
    }
}
