//! Ed25519 verification under two rules: ZIP-215 (CIP-25) and EIP-665.
//!
//! Both hash the bytes as received, k = SHA-512(R | A | M) mod L, and refuse S >= L. They differ in what
//! encodings they take, and in the equation: ZIP-215 has 8 \[S\]B = 8 R + 8 \[k\]A, so that points of small
//! order do not matter and single and batch verification agree; EIP-665 has the equation of RFC 8032
//! without the cofactor, by comparison of bytes.

pub(crate) mod curve;
pub(crate) mod field;
#[cfg(target_arch = "x86_64")]
pub(crate) mod lanes;
#[cfg(test)]
mod model;
mod scalar;
#[cfg(test)]
mod tests;
pub(crate) mod verify;

#[cfg(target_arch = "x86_64")]
use crate::arch::x86_64::{edwards25519_avx2 as avx2, edwards25519_ifma as avx512ifma};
use crate::backend::backends;

backends! {
    "ed25519 verification";
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Avx2(crate::cpu::Avx2) = "avx2",
    #[cfg(target_arch = "x86_64")]
    Avx512Ifma(crate::cpu::Avx512Ifma) = "avx512ifma",
}

/// ZIP-215: cofactored, lenient decoding (CIP-25).
///
/// `signature` is R | S. R and `key` decode if some point has that y, where y >= p counts mod p and the
/// sign of x = 0 is ignored (ZIP 215; SPEC: S < L is required).
#[must_use]
pub fn verify_zip215(
    backend: Backend,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    match backend {
        Backend::Portable => verify::zip215(portable(), key, signature, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(witness) => avx2::zip215(witness, key, signature, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Ifma(witness) => avx512ifma::zip215(witness, key, signature, message),
    }
}

/// EIP-665 as fixed by this project: canonical S and key, no small order, bytewise comparison of R.
///
/// True iff S < L, `key` is a canonical encoding of a point not of small order, R is not of small order,
/// and \[S\]B - \[k\]A encodes to the bytes of R.
#[must_use]
pub fn verify_eip665(
    backend: Backend,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8],
) -> bool {
    match backend {
        Backend::Portable => verify::eip665(portable(), key, signature, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(witness) => avx2::eip665(witness, key, signature, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Ifma(witness) => avx512ifma::eip665(witness, key, signature, message),
    }
}

/// One signature of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// The encoding of the public key A.
    pub key: &'a [u8; 32],
    /// R | S.
    pub signature: &'a [u8; 64],
    /// The message, of any length.
    pub message: &'a [u8],
}

/// Whether all items are valid under ZIP-215, faster than one by one.
///
/// A random linear combination of the cofactored equations, with coefficients of 126 bits drawn by hashing
/// all items (so the result is a function of the input): a batch with an invalid item passes with
/// probability 2^-126, valid items always pass.
///
/// # Errors
/// The index of the first invalid item, found one by one.
pub fn verify_batch(backend: Backend, items: &[Item<'_>]) -> Result<(), usize> {
    for (i, chunk) in items.chunks(CHUNK).enumerate() {
        // With one item the halved equation is the faster one.
        if chunk.len() > 1 && batch_holds(backend, chunk) {
            continue;
        }
        let invalid = chunk
            .iter()
            .position(|item| !verify_zip215(backend, item.key, item.signature, item.message));
        if let Some(j) = invalid {
            return Err(CHUNK * i + j);
        }
    }
    Ok(())
}

/// Signatures per equation of a batch: the doublings are shared, the tables stay in the second-level cache.
const CHUNK: usize = 64;

fn batch_holds(backend: Backend, items: &[Item<'_>]) -> bool {
    match backend {
        Backend::Portable => verify::batch_holds(portable(), items),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(witness) => avx2::batch_holds(witness, items),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Ifma(witness) => avx512ifma::batch_holds(witness, items),
    }
}

fn portable() -> curve::Serial<field::Fe51> {
    static TABLES: curve::BaseTables<curve::Niels<field::Fe51>> = curve::BASE_TABLES;
    curve::Serial::new(&TABLES)
}
