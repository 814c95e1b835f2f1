//! What each precompile must answer, by name.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::{
    curve::{BLS_G1, BLS_G2, BN254_G1, BN254_G2, Curve, P256, Point, Point1, Point2, SECP256K1},
    ecdsa, edwards,
    field::{Field, be_bytes, from_be},
    hash, kzg, modexp, pairing,
};

/// Why a call fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// As `gigagas::Halt::code` names it.
    pub code: &'static str,
    /// The first byte of the field or point at fault, where one is.
    pub offset: Option<usize>,
}

/// The returned bytes, or why there are none.
pub type Answer = Result<Vec<u8>, Fault>;

const LENGTH: Fault = Fault { code: "length", offset: None };
const VERIFICATION: Fault = Fault { code: "verification", offset: None };

fn encoding(offset: usize) -> Fault {
    Fault { code: "encoding", offset: Some(offset) }
}

/// The answer of the precompile called `name` (as gigagas names it) to a call that is paid for.
///
/// # Errors
/// The fault for which the call fails.
///
/// # Panics
/// If there is no such precompile, or if the lengths of a MODEXP input are too large to run.
pub fn answer(name: &str, input: &[u8]) -> Answer {
    match name {
        "ecrecover" => Ok(ecrecover(input)),
        "sha256" => Ok(hash::sha256(input).to_vec()),
        "ripemd160" => Ok([&[0; 12][..], &hash::ripemd160(input)].concat()),
        "identity" => Ok(input.to_vec()),
        "modexp" => Ok(modexp::answer(input)),
        "bn254_add" => bn254_add(input),
        "bn254_mul" => bn254_mul(input),
        "bn254_pairing" => bn254_pairing(input),
        "blake2f" => blake2f(input),
        "point_evaluation" => point_evaluation(input),
        "bls12_g1add" => bls_add(input, &*BLS_G1, |r| r.bls_g1(), write_bls_g1),
        "bls12_g2add" => bls_add(input, &*BLS_G2, |r| r.bls_g2(), write_bls_g2),
        "bls12_g1msm" => bls_msm(input, &*BLS_G1, |r| r.bls_g1(), write_bls_g1),
        "bls12_g2msm" => bls_msm(input, &*BLS_G2, |r| r.bls_g2(), write_bls_g2),
        "bls12_pairing" => bls_pairing(input),
        "bls12_map_fp_to_g1" => bls_map_fp(input),
        "bls12_map_fp2_to_g2" => bls_map_fp2(input),
        "p256verify" => Ok(p256verify(input)),
        "ed25519" => Ok(ed25519(input)),
        "ed25519_eip665" => Ok(ed25519_eip665(input)),
        "cip20_hash" => cip20(input),
        _ => panic!("no oracle for {name}"),
    }
}

type Read<E> = fn(&mut Reader<'_>) -> Result<Point<E>, Fault>;
type Write<E> = fn(&Point<E>) -> Vec<u8>;

struct Reader<'a> {
    input: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn new(input: &'a [u8]) -> Self {
        Self { input, offset: 0 }
    }

    fn done(&self) -> bool {
        self.offset >= self.input.len()
    }

    /// The next `len` bytes, zero past the end.
    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let start = self.offset;
        self.offset += len;
        (start..self.offset).map(|i| self.input.get(i).copied().unwrap_or(0)).collect()
    }

    fn integer(&mut self, len: usize) -> BigUint {
        from_be(&self.bytes(len))
    }

    fn below(&mut self, len: usize, modulus: &BigUint) -> Result<BigUint, Fault> {
        let start = self.offset;
        let value = self.integer(len);
        if value < *modulus { Ok(value) } else { Err(encoding(start)) }
    }

    fn bn254_g1(&mut self) -> Result<Point1, Fault> {
        let p = &BN254_G1.field.p;
        let (x, y) = (self.below(32, p)?, self.below(32, p)?);
        Ok((!x.is_zero() || !y.is_zero()).then_some((x, y)))
    }

    fn bn254_g2(&mut self) -> Result<Point2, Fault> {
        let p = &BN254_G1.field.p;
        let (x1, x0) = (self.below(32, p)?, self.below(32, p)?);
        let (y1, y0) = (self.below(32, p)?, self.below(32, p)?);
        let (x, y) = ((x0, x1), (y0, y1));
        let field = &BN254_G2.field;
        Ok((!field.is_zero(&x) || !field.is_zero(&y)).then_some((x, y)))
    }

    fn bls_g1(&mut self) -> Result<Point1, Fault> {
        let p = &BLS_G1.field.p;
        let (x, y) = (self.below(64, p)?, self.below(64, p)?);
        Ok((!x.is_zero() || !y.is_zero()).then_some((x, y)))
    }

    fn bls_g2(&mut self) -> Result<Point2, Fault> {
        let p = &BLS_G1.field.p;
        let x = (self.below(64, p)?, self.below(64, p)?);
        let y = (self.below(64, p)?, self.below(64, p)?);
        let field = &BLS_G2.field;
        Ok((!field.is_zero(&x) || !field.is_zero(&y)).then_some((x, y)))
    }
}

fn on_curve<F: Field>(curve: &Curve<F>, point: &Point<F::El>, offset: usize) -> Result<(), Fault> {
    if curve.contains(point) {
        return Ok(());
    }
    Err(Fault { code: "not_on_curve", offset: Some(offset) })
}

fn in_subgroup<F: Field>(
    curve: &Curve<F>,
    point: &Point<F::El>,
    offset: usize,
) -> Result<(), Fault> {
    on_curve(curve, point, offset)?;
    if curve.in_subgroup(point) {
        return Ok(());
    }
    Err(Fault { code: "not_in_subgroup", offset: Some(offset) })
}

fn write_bn254_g1(point: &Point1) -> Vec<u8> {
    let Some((x, y)) = point else { return vec![0; 64] };
    [be_bytes(x, 32), be_bytes(y, 32)].concat()
}

/// The 128 bytes of a point of BLS12-381's G1.
#[must_use]
pub fn write_bls_g1(point: &Point1) -> Vec<u8> {
    let Some((x, y)) = point else { return vec![0; 128] };
    [be_bytes(x, 64), be_bytes(y, 64)].concat()
}

/// The 256 bytes of a point of BLS12-381's G2.
#[must_use]
pub fn write_bls_g2(point: &Point2) -> Vec<u8> {
    let Some((x, y)) = point else { return vec![0; 256] };
    [&x.0, &x.1, &y.0, &y.1].map(|c| be_bytes(c, 64)).concat()
}

fn bool_word(value: bool) -> Vec<u8> {
    [&[0; 31][..], &[u8::from(value)]].concat()
}

fn ecrecover(input: &[u8]) -> Vec<u8> {
    let mut reader = Reader::new(input);
    let [z, v, r, s] = std::array::from_fn(|_| reader.integer(32));
    if v != 27u32.into() && v != 28u32.into() {
        return Vec::new();
    }
    let Some((x, y)) = ecdsa::recover(&SECP256K1, &z, &r, &s, &r, v == 28u32.into()) else {
        return Vec::new();
    };
    let digest = hash::keccak256(&[be_bytes(&x, 32), be_bytes(&y, 32)].concat());
    [&[0; 12][..], &digest[12..]].concat()
}

fn p256verify(input: &[u8]) -> Vec<u8> {
    if input.len() != 160 {
        return Vec::new();
    }
    let mut reader = Reader::new(input);
    let [z, r, s, x, y] = std::array::from_fn(|_| reader.integer(32));
    // (0, 0) is not on the curve, so that infinity needs no rule of its own.
    if ecdsa::verify(&P256, &z, &r, &s, &Some((x, y))) { bool_word(true) } else { Vec::new() }
}

fn ed25519(input: &[u8]) -> Vec<u8> {
    let valid = input.split_first_chunk().is_some_and(|(key, rest)| {
        rest.split_first_chunk()
            .is_some_and(|(signature, message)| edwards::verify_zip215(key, signature, message))
    });
    bool_word(!valid)
}

fn ed25519_eip665(input: &[u8]) -> Vec<u8> {
    let valid = input.len() == 128 && {
        let (message, rest) = input.split_at(32);
        let (key, signature) = rest.split_at(32);
        let key = key.try_into().expect("32 bytes");
        edwards::verify_eip665(key, signature.try_into().expect("64 bytes"), message)
    };
    vec![0, 0, 0, u8::from(!valid)]
}

fn blake2f(input: &[u8]) -> Answer {
    let input: &[u8; 213] = input.try_into().map_err(|_| LENGTH)?;
    if input[212] > 1 {
        return Err(encoding(212));
    }
    Ok(hash::blake2f(input).to_vec())
}

fn bn254_add(input: &[u8]) -> Answer {
    let mut reader = Reader::new(input);
    let (p, q) = (reader.bn254_g1()?, reader.bn254_g1()?);
    on_curve(&BN254_G1, &p, 0)?;
    on_curve(&BN254_G1, &q, 64)?;
    Ok(write_bn254_g1(&BN254_G1.add(&p, &q)))
}

fn bn254_mul(input: &[u8]) -> Answer {
    let mut reader = Reader::new(input);
    let (p, k) = (reader.bn254_g1()?, reader.integer(32));
    on_curve(&BN254_G1, &p, 0)?;
    Ok(write_bn254_g1(&BN254_G1.mul(&k, &p)))
}

fn bn254_pairing(input: &[u8]) -> Answer {
    if !input.len().is_multiple_of(192) {
        return Err(LENGTH);
    }
    let mut reader = Reader::new(input);
    let mut pairs = Vec::new();
    while !reader.done() {
        pairs.push((reader.bn254_g1()?, reader.bn254_g2()?));
    }
    for (i, (p, q)) in pairs.iter().enumerate() {
        on_curve(&BN254_G1, p, 192 * i)?;
        in_subgroup(&BN254_G2, q, 192 * i + 64)?;
    }
    Ok(bool_word(pairing::bn254_is_one(&pairs)))
}

fn bls_add<F: Field>(
    input: &[u8],
    curve: &Curve<F>,
    read: Read<F::El>,
    write: Write<F::El>,
) -> Answer {
    let point_len = write(&None).len();
    if input.len() != 2 * point_len {
        return Err(LENGTH);
    }
    let mut reader = Reader::new(input);
    let (p, q) = (read(&mut reader)?, read(&mut reader)?);
    on_curve(curve, &p, 0)?;
    on_curve(curve, &q, point_len)?;
    Ok(write(&curve.add(&p, &q)))
}

fn bls_msm<F: Field>(
    input: &[u8],
    curve: &Curve<F>,
    read: Read<F::El>,
    write: Write<F::El>,
) -> Answer {
    let term_len = write(&None).len() + 32;
    if input.is_empty() || !input.len().is_multiple_of(term_len) {
        return Err(LENGTH);
    }
    let mut reader = Reader::new(input);
    let mut terms = Vec::new();
    while !reader.done() {
        terms.push((read(&mut reader)?, reader.integer(32)));
    }
    let mut sum = None;
    for (i, (point, k)) in terms.iter().enumerate() {
        in_subgroup(curve, point, term_len * i)?;
        sum = curve.add(&sum, &curve.mul(k, point));
    }
    Ok(write(&sum))
}

fn bls_pairing(input: &[u8]) -> Answer {
    if input.is_empty() || !input.len().is_multiple_of(384) {
        return Err(LENGTH);
    }
    let mut reader = Reader::new(input);
    let mut pairs = Vec::new();
    while !reader.done() {
        pairs.push((reader.bls_g1()?, reader.bls_g2()?));
    }
    for (i, (p, q)) in pairs.iter().enumerate() {
        in_subgroup(&BLS_G1, p, 384 * i)?;
        in_subgroup(&BLS_G2, q, 384 * i + 128)?;
    }
    Ok(bool_word(pairing::bls_is_one(&pairs)))
}

fn bls_map_fp(input: &[u8]) -> Answer {
    let u = input.try_into().map_err(|_| LENGTH)?;
    Reader::new(input).below(64, &BLS_G1.field.p)?;
    Ok(write_bls_g1(&pairing::bls_map_to_g1(u)))
}

fn bls_map_fp2(input: &[u8]) -> Answer {
    let u = input.try_into().map_err(|_| LENGTH)?;
    let mut reader = Reader::new(input);
    reader.below(64, &BLS_G1.field.p)?;
    reader.below(64, &BLS_G1.field.p)?;
    Ok(write_bls_g2(&pairing::bls_map_to_g2(u)))
}

fn point_evaluation(input: &[u8]) -> Answer {
    if input.len() != 192 {
        return Err(LENGTH);
    }
    let (q, commitment, proof) = (&BLS_G1.order, &input[96..144], &input[144..]);
    if input[..32] != kzg::versioned_hash(commitment) {
        return Err(VERIFICATION);
    }
    let mut reader = Reader { input, offset: 32 };
    let (z, y) = (reader.below(32, q)?, reader.below(32, q)?);
    let points = [(commitment, 96), (proof, 144)].map(|(bytes, offset)| {
        let point = kzg::decompress(bytes).map_err(|kzg::Malformed| encoding(offset));
        (point, offset)
    });
    let mut checked = Vec::new();
    for (point, offset) in points.clone() {
        point.map(|point| checked.push((point, offset)))?;
    }
    let mut points = Vec::new();
    for (point, offset) in checked {
        let not_on_curve = Fault { code: "not_on_curve", offset: Some(offset) };
        let point = point.ok_or(not_on_curve)?;
        in_subgroup(&BLS_G1, &point, offset)?;
        points.push(point);
    }
    if kzg::verify(&points[0], &z, &y, &points[1]) {
        return Ok([be_bytes(&4096u32.into(), 32), be_bytes(q, 32)].concat());
    }
    Err(VERIFICATION)
}

fn cip20(input: &[u8]) -> Answer {
    let Some((selector, data)) = input.split_first() else { return Err(LENGTH) };
    match selector {
        0x00 => Ok(hash::sha3_256(data).to_vec()),
        0x01 => Ok(hash::sha3_512(data).to_vec()),
        0x02 => Ok(hash::keccak512(data).to_vec()),
        0x03 => Ok(hash::sha512(data).to_vec()),
        0x10 => {
            let (parameters, rest) = data.split_first_chunk().ok_or(LENGTH)?;
            hash::blake2s(parameters, rest).ok_or_else(|| encoding(1))
        }
        _ => Err(encoding(0)),
    }
}
