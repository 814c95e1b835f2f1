//! gigagas behind revm's own precompiles: revm parses and prices, our kernels compute.

use std::fmt;

use gigagas::{
    Address, CallError, Entry, Limits, Precompile, Price, RouteError, Routes,
    table::{
        BLAKE2F, BLS12_G1ADD, BLS12_G1MSM, BLS12_G2ADD, BLS12_G2MSM, BLS12_MAP_FP_TO_G1,
        BLS12_MAP_FP2_TO_G2, BLS12_PAIRING, BN254_ADD, BN254_MUL, BN254_PAIRING, ECRECOVER, MODEXP,
        P256VERIFY, POINT_EVALUATION, RIPEMD160, SHA256,
    },
};
use revm::precompile::{
    Crypto, PrecompileHalt,
    bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar},
    install_crypto,
};

use crate::reason::halt_reason;

/// Makes gigagas the cryptography of every precompile of revm in this process.
///
/// revm keeps one choice per process, made by the first of: an installation, a call to a precompile. So do
/// this first, at the start of `main`. Of several threads that install at once, one wins and the others get
/// [`InstallError::AlreadyInstalled`]; nothing is ever replaced.
///
/// # Errors
/// `AlreadyInstalled` if the choice has been made; `Route` if `GIGAGAS_ROUTE` cannot be followed.
pub fn install() -> Result<(), InstallError> {
    let crypto = GigagasCrypto::new().map_err(InstallError::Route)?;
    if install_crypto(crypto) { Ok(()) } else { Err(InstallError::AlreadyInstalled) }
}

/// Why gigagas is not revm's cryptography.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstallError {
    /// Another has been installed, or revm's own has been used.
    AlreadyInstalled,
    /// `GIGAGAS_ROUTE` asks for what does not exist here.
    Route(RouteError),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyInstalled => f.write_str(
                "revm's cryptography was chosen before, by an installation or a first use",
            ),
            Self::Route(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for InstallError {}

/// revm's [`Crypto`] on gigagas' kernels; see [`install`].
///
/// Halts carry the variants of [`crate::halt_reason`]. `secp256k1_ecrecover` knows the recovery
/// identifiers 0 and 1, the only ones that the EVM can express; others fail.
#[derive(Debug, Clone)]
pub struct GigagasCrypto {
    routes: Routes,
}

impl GigagasCrypto {
    /// With the routes of the process.
    ///
    /// # Errors
    /// If `GIGAGAS_ROUTE` cannot be followed. It is reported here since most of the trait's methods
    /// cannot fail.
    pub fn new() -> Result<Self, RouteError> {
        Routes::active().copied().map(Self::with_routes).map_err(Clone::clone)
    }

    /// With these routes.
    #[must_use]
    pub const fn with_routes(routes: Routes) -> Self {
        Self { routes }
    }

    /// Runs `precompile`; revm has charged for it. Returns the number of bytes written.
    fn run(
        &self,
        precompile: &'static Precompile,
        input: &[u8],
        out: &mut [u8],
    ) -> Result<usize, PrecompileHalt> {
        let limits = Limits { input: None, operand: None };
        let entry =
            Entry { address: Address::from_low(0), precompile, price: Price::Flat(0), limits };
        match entry.call(&self.routes, input, 0, out) {
            Ok(done) => Ok(done.output_len),
            Err(CallError::Halt(halt)) => Err(halt_reason(precompile, input, &halt)),
            Err(error) => Err(PrecompileHalt::other(error.to_string())),
        }
    }

    /// As `run`, for an output of `N` bytes.
    fn answer<const N: usize>(
        &self,
        precompile: &'static Precompile,
        input: &[u8],
    ) -> Result<[u8; N], PrecompileHalt> {
        let mut out = [0; N];
        self.run(precompile, input, &mut out)?;
        Ok(out)
    }

    /// The number 1 or 0 in 32 bytes, as a truth value.
    fn holds(&self, precompile: &'static Precompile, input: &[u8]) -> Result<bool, PrecompileHalt> {
        Ok(self.answer::<32>(precompile, input)?[31] == 1)
    }
}

impl Crypto for GigagasCrypto {
    fn sha256(&self, input: &[u8]) -> [u8; 32] {
        self.answer(&SHA256, input).expect("SHA256 has no halts and 32 bytes hold its digest")
    }

    fn ripemd160(&self, input: &[u8]) -> [u8; 32] {
        self.answer(&RIPEMD160, input).expect("RIPEMD160 has no halts and 32 bytes hold its digest")
    }

    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let mut input = [0; 128];
        put(&mut input, &[exactly::<64>(p1)?, exactly::<64>(p2)?]);
        self.answer(&BN254_ADD, &input)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let mut input = [0; 96];
        put(&mut input, &[exactly::<64>(point)?, exactly::<32>(scalar)?]);
        self.answer(&BN254_MUL, &input)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt> {
        let mut input = Vec::with_capacity(192 * pairs.len());
        for (g1, g2) in pairs {
            input.extend_from_slice(exactly::<64>(g1)?);
            input.extend_from_slice(exactly::<128>(g2)?);
        }
        self.holds(&BN254_PAIRING, &input)
    }

    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], PrecompileHalt> {
        let mut input = [0; 128];
        let mut v = [0; 32];
        v[31] = match recid {
            0 => 27,
            1 => 28,
            _ => return Err(PrecompileHalt::Secp256k1RecoverFailed),
        };
        put(&mut input, &[msg, &v, sig]);
        let mut out = [0; 32];
        match self.run(&ECRECOVER, &input, &mut out)? {
            32 => Ok(out),
            _ => Err(PrecompileHalt::Secp256k1RecoverFailed),
        }
    }

    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, PrecompileHalt> {
        let [base_len, exp_len, mod_len] = [base, exp, modulus].map(|operand| be32(operand.len()));
        let parts = [&base_len, &exp_len, &mod_len, base, exp, modulus];
        let mut out = vec![0; modulus.len()];
        // Nearly all calls on chain have operands of 32 bytes.
        let mut small = [0; 192];
        let input_len = parts.iter().map(|part| part.len()).sum();
        if let Some(input) = small.get_mut(..input_len) {
            put(input, &parts);
            self.run(&MODEXP, input, &mut out)?;
        } else {
            self.run(&MODEXP, &parts.concat(), &mut out)?;
        }
        Ok(out)
    }

    fn blake2_compress(&self, rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], f: bool) {
        let mut input = [0; 213];
        input[..4].copy_from_slice(&rounds.to_be_bytes());
        let words = h.iter().chain(m).chain(t);
        for (chunk, word) in input[4..212].chunks_exact_mut(8).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        input[212] = u8::from(f);
        let out = self.answer::<64>(&BLAKE2F, &input).expect("213 bytes with a flag of 0 or 1");
        for (word, chunk) in h.iter_mut().zip(out.as_chunks().0) {
            *word = u64::from_le_bytes(*chunk);
        }
    }

    fn secp256r1_verify_signature(&self, msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool {
        let mut input = [0; 160];
        put(&mut input, &[msg, sig, pk]);
        self.run(&P256VERIFY, &input, &mut [0; 32]) == Ok(32)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<(), PrecompileHalt> {
        // revm has compared the versioned hash; ours is made to agree.
        let mut versioned_hash = self.sha256(commitment);
        versioned_hash[0] = 1;
        let mut input = [0; 192];
        put(&mut input, &[&versioned_hash, z, y, commitment, proof]);
        self.answer::<64>(&POINT_EVALUATION, &input).map(|_| ())
    }

    fn bls12_381_g1_add(&self, a: G1Point, b: G1Point) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = [0; 256];
        put_padded(&mut input, &[&a.0, &a.1, &b.0, &b.1]);
        self.answer::<128>(&BLS12_G1ADD, &input).map(|point| unpadded(&point))
    }

    fn bls12_381_g1_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = Vec::with_capacity(160 * pairs.size_hint().0);
        for pair in pairs {
            let ((x, y), scalar) = pair?;
            extend_padded(&mut input, &[&x, &y]);
            input.extend_from_slice(&scalar);
        }
        if input.is_empty() {
            return Ok([0; 96]);
        }
        self.answer::<128>(&BLS12_G1MSM, &input).map(|point| unpadded(&point))
    }

    fn bls12_381_g2_add(&self, a: G2Point, b: G2Point) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = [0; 512];
        put_padded(&mut input, &[&a.0, &a.1, &a.2, &a.3, &b.0, &b.1, &b.2, &b.3]);
        self.answer::<256>(&BLS12_G2ADD, &input).map(|point| unpadded(&point))
    }

    fn bls12_381_g2_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = Vec::with_capacity(288 * pairs.size_hint().0);
        for pair in pairs {
            let ((x0, x1, y0, y1), scalar) = pair?;
            extend_padded(&mut input, &[&x0, &x1, &y0, &y1]);
            input.extend_from_slice(&scalar);
        }
        if input.is_empty() {
            return Ok([0; 192]);
        }
        self.answer::<256>(&BLS12_G2MSM, &input).map(|point| unpadded(&point))
    }

    fn bls12_381_pairing_check(
        &self,
        pairs: &[(G1Point, G2Point)],
    ) -> Result<bool, PrecompileHalt> {
        if pairs.is_empty() {
            return Ok(true);
        }
        let mut input = Vec::with_capacity(384 * pairs.len());
        for ((x, y), (x0, x1, y0, y1)) in pairs {
            extend_padded(&mut input, &[x, y, x0, x1, y0, y1]);
        }
        self.holds(&BLS12_PAIRING, &input)
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = [0; 64];
        put_padded(&mut input, &[fp]);
        self.answer::<128>(&BLS12_MAP_FP_TO_G1, &input).map(|point| unpadded(&point))
    }

    fn bls12_381_fp2_to_g2(&self, fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = [0; 128];
        put_padded(&mut input, &[&fp2.0, &fp2.1]);
        self.answer::<256>(&BLS12_MAP_FP2_TO_G2, &input).map(|point| unpadded(&point))
    }
}

/// Writes `parts` one after the other.
fn put(out: &mut [u8], parts: &[&[u8]]) {
    let mut offset = 0;
    for part in parts {
        out[offset..offset + part.len()].copy_from_slice(part);
        offset += part.len();
    }
}

/// `bytes`, if there are just `N`. revm gives no others; its own cryptography panics on shorter ones.
const fn exactly<const N: usize>(bytes: &[u8]) -> Result<&[u8], PrecompileHalt> {
    if bytes.len() == N {
        return Ok(bytes);
    }
    Err(PrecompileHalt::other_static("bn254: a point or scalar of the wrong length"))
}

/// `len` as a big-endian integer of 32 bytes.
fn be32(len: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&(len as u64).to_be_bytes());
    bytes
}

/// Writes field elements of 48 bytes with the 16 zero bytes before each that EIP-2537 wants; `out` is zero.
fn put_padded(out: &mut [u8], elements: &[&[u8; 48]]) {
    for (chunk, element) in out.chunks_exact_mut(64).zip(elements) {
        chunk[16..].copy_from_slice(*element);
    }
}

/// As `put_padded`, to the end of a vector.
fn extend_padded(out: &mut Vec<u8>, elements: &[&[u8; 48]]) {
    for element in elements {
        out.extend_from_slice(&[0; 16]);
        out.extend_from_slice(*element);
    }
}

/// Field elements of 48 bytes without the 16 zero bytes before each.
fn unpadded<const N: usize>(padded: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    for (element, chunk) in out.chunks_exact_mut(48).zip(padded.chunks_exact(64)) {
        element.copy_from_slice(&chunk[16..]);
    }
    out
}
