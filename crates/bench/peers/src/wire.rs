//! The bytes of the boundary for libraries that know nothing of precompiles: splitting call data,
//! ranges of lengths, and return data.

use gigagas_measure::Outcome;

/// `N` bytes from `offset` of the input followed by endless zeros.
pub(crate) fn zero_extended<const N: usize>(input: &[u8], offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    let rest = input.get(offset..).unwrap_or_default();
    let len = rest.len().min(N);
    bytes[..len].copy_from_slice(&rest[..len]);
    bytes
}

/// An answer.
pub(crate) fn answer(bytes: &[u8], out: &mut [u8]) -> Outcome {
    out[..bytes.len()].copy_from_slice(bytes);
    Outcome::Output(bytes.len())
}

/// The number 0 or 1 in 32 bytes.
pub(crate) fn answer_bool(value: bool, out: &mut [u8]) -> Outcome {
    let mut word = [0; 32];
    word[31] = u8::from(value);
    answer(&word, out)
}

/// 1 in 32 bytes, or nothing.
pub(crate) fn answer_or_nothing(value: bool, out: &mut [u8]) -> Outcome {
    if value { answer_bool(true, out) } else { Outcome::Output(0) }
}

/// A digest of 20 bytes after 12 zero bytes.
pub(crate) fn answer_address(digest: &[u8], out: &mut [u8]) -> Outcome {
    out[..12].fill(0);
    out[12..32].copy_from_slice(digest);
    Outcome::Output(32)
}

/// The operands of MODEXP (Osaka): base, exponent, modulus; None if a length is over 1024. An
/// operand that is cut short is extended with zeros.
pub(crate) fn modexp_operands(input: &[u8]) -> Option<[Vec<u8>; 3]> {
    let mut lengths = [0; 3];
    for (i, len) in lengths.iter_mut().enumerate() {
        let word = zero_extended::<32>(input, 32 * i);
        let (high, low) = word.split_at(30);
        let low = u16::from_be_bytes([low[0], low[1]]);
        if high.iter().any(|&byte| byte != 0) || low > 1024 {
            return None;
        }
        *len = usize::from(low);
    }
    let mut offset = 96;
    Some(lengths.map(|len| {
        let mut operand = input.get(offset..).unwrap_or_default().to_vec();
        operand.resize(len, 0);
        offset += len;
        operand
    }))
}

/// MODEXP with `power(base, exponent, modulus)`, which gets a modulus above 1 and answers with
/// big-endian bytes of any length up to the modulus's.
pub(crate) fn modexp(
    input: &[u8],
    out: &mut [u8],
    power: impl FnOnce(&[u8], &[u8], &[u8]) -> Option<Vec<u8>>,
) -> Outcome {
    let Some([base, exp, modulus]) = modexp_operands(input) else { return Outcome::Halt };
    let len = modulus.len();
    out[..len].fill(0);
    let Some((last, rest)) = modulus.split_last() else { return Outcome::Output(0) };
    if *last > 1 || rest.iter().any(|&byte| byte != 0) {
        let Some(result) = power(&base, &exp, &modulus) else { return Outcome::Unsupported };
        let skip = result.len().saturating_sub(len);
        out[len - (result.len() - skip)..len].copy_from_slice(&result[skip..]);
    }
    Outcome::Output(len)
}

/// Fields of BLAKE2F.
pub(crate) struct Blake2f {
    pub(crate) rounds: u32,
    pub(crate) h: [u64; 8],
    pub(crate) m: [u64; 16],
    pub(crate) t: [u64; 2],
    pub(crate) last: bool,
}

/// The fields of 213 bytes; None if they are malformed.
pub(crate) fn blake2f(input: &[u8]) -> Option<Blake2f> {
    let word = |offset| u64::from_le_bytes(zero_extended(input, offset));
    if input.len() != 213 || input[212] > 1 {
        return None;
    }
    Some(Blake2f {
        rounds: u32::from_be_bytes(zero_extended(input, 0)),
        h: core::array::from_fn(|i| word(4 + 8 * i)),
        m: core::array::from_fn(|i| word(68 + 8 * i)),
        t: [word(196), word(204)],
        last: input[212] == 1,
    })
}

/// Fields of ECRECOVER; None if v is neither 27 nor 28.
pub(crate) fn ecrecover(input: &[u8]) -> Option<([u8; 32], u8, [u8; 64])> {
    let v = zero_extended::<32>(input, 32);
    if v[..31] != [0; 31] || !matches!(v[31], 27 | 28) {
        return None;
    }
    Some((zero_extended(input, 0), v[31] - 27, zero_extended(input, 64)))
}

/// Fields of P256VERIFY: hash, signature, key.
pub(crate) fn p256verify(input: &[u8]) -> Option<([u8; 32], [u8; 64], [u8; 64])> {
    (input.len() == 160)
        .then(|| (zero_extended(input, 0), zero_extended(input, 32), zero_extended(input, 96)))
}

/// Fields of CIP-25: key, signature, message.
pub(crate) fn ed25519(input: &[u8]) -> Option<(&[u8; 32], &[u8; 64], &[u8])> {
    let (key, rest) = input.split_first_chunk()?;
    let (signature, message) = rest.split_first_chunk()?;
    Some((key, signature, message))
}

/// 48 bytes of a BLS12-381 field element, if it begins with 16 zero bytes.
pub(crate) fn bls_fp(input: &[u8], offset: usize) -> Option<[u8; 48]> {
    let bytes = zero_extended::<64>(input, offset);
    (bytes[..16] == [0; 16]).then(|| zero_extended(&bytes, 16))
}

/// `N` field elements from `offset` on.
pub(crate) fn bls_fps<const N: usize>(input: &[u8], offset: usize) -> Option<[[u8; 48]; N]> {
    let mut elements = [[0; 48]; N];
    for (i, element) in elements.iter_mut().enumerate() {
        *element = bls_fp(input, offset + 64 * i)?;
    }
    Some(elements)
}

/// Field elements of 48 bytes each as a precompile writes them.
pub(crate) fn answer_bls_fps(elements: &[u8], out: &mut [u8]) -> Outcome {
    let mut len = 0;
    for element in elements.chunks_exact(48) {
        out[len..len + 16].fill(0);
        out[len + 16..len + 64].copy_from_slice(element);
        len += 64;
    }
    Outcome::Output(len)
}

/// The 64 bytes with which POINT_EVALUATION succeeds (EIP-4844).
pub(crate) fn answer_kzg(out: &mut [u8]) -> Outcome {
    const Q: [u8; 32] = [
        0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8,
        0x05, 0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
        0x00, 0x01,
    ];
    out[..64].fill(0);
    out[30] = 0x10;
    out[32..64].copy_from_slice(&Q);
    Outcome::Output(64)
}
