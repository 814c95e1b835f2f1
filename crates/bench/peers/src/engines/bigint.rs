//! Big-integer libraries, on MODEXP.

use gigagas_measure::Outcome;

use crate::{peer::Peer, wire};

/// The pure-Rust default of revm.
pub(crate) static AURORA: Peer = Peer {
    name: "aurora-modexp",
    package: "aurora-engine-modexp",
    alone: false,
    calls: &[("modexp", |input, out| {
        wire::modexp(input, out, |b, e, m| Some(aurora_engine_modexp::modexp(b, e, m)))
    })],
};

/// GMP, built from source by its crate.
pub(crate) static GMP: Peer =
    Peer { name: "gmp", package: "gmp-mpfr-sys", calls: &[("modexp", gmp)], alone: false };

/// num-bigint.
pub(crate) static NUM_BIGINT: Peer = Peer {
    name: "num-bigint",
    package: "num-bigint@0.5",
    alone: false,
    calls: &[("modexp", |input, out| {
        use num_bigint::BigUint;
        wire::modexp(input, out, |b, e, m| {
            let [b, e, m] = [b, e, m].map(BigUint::from_bytes_be);
            Some(b.modpow(&e, &m).to_bytes_be())
        })
    })],
};

/// crypto-bigint: Montgomery form, odd moduli.
pub(crate) static CRYPTO_BIGINT: Peer = Peer {
    name: "crypto-bigint",
    package: "crypto-bigint@0.7",
    alone: false,
    calls: &[("modexp", |input, out| wire::modexp(input, out, crypto_bigint_power))],
};

/// ruint, at its fixed widths.
pub(crate) static RUINT: Peer = Peer {
    name: "ruint",
    package: "ruint",
    alone: false,
    calls: &[("modexp", |input, out| wire::modexp(input, out, ruint_power))],
};

/// dashu-int.
pub(crate) static DASHU: Peer = Peer {
    name: "dashu-int",
    package: "dashu-int",
    alone: false,
    calls: &[("modexp", |input, out| {
        use dashu_int::{UBig, fast_div::ConstDivisor};
        wire::modexp(input, out, |b, e, m| {
            let ring = ConstDivisor::new(UBig::from_be_bytes(m));
            let power = ring.reduce(UBig::from_be_bytes(b)).pow(&UBig::from_be_bytes(e));
            Some(power.residue().to_be_bytes().into_vec())
        })
    })],
};

fn gmp(input: &[u8], out: &mut [u8]) -> Outcome {
    use rug::{Integer, integer::Order};
    wire::modexp(input, out, |b, e, m| {
        let [b, e, m] = [b, e, m].map(|bytes| Integer::from_digits(bytes, Order::Msf));
        Some(b.pow_mod(&e, &m).ok()?.to_digits(Order::Msf))
    })
}

fn crypto_bigint_power(base: &[u8], exp: &[u8], modulus: &[u8]) -> Option<Vec<u8>> {
    use crypto_bigint::{
        BoxedUint, Odd,
        modular::{BoxedMontyForm, BoxedMontyParams},
    };
    let read = |bytes: &[u8], len: usize| {
        let bits = u32::try_from(8 * len.next_multiple_of(8)).ok()?;
        BoxedUint::from_be_slice(bytes, bits).ok()
    };
    let len = base.len().max(modulus.len());
    let odd = Odd::new(read(modulus, len)?).into_option()?;
    let params = BoxedMontyParams::new_vartime(odd);
    let base = read(base, len)?.rem_vartime(params.modulus().as_nz_ref());
    let power = BoxedMontyForm::new(base, &params).pow(&read(exp, exp.len().max(1))?);
    Some(power.retrieve().to_be_bytes().into_vec())
}

fn ruint_power(base: &[u8], exp: &[u8], modulus: &[u8]) -> Option<Vec<u8>> {
    fn power<const BITS: usize, const LIMBS: usize>(
        b: &[u8],
        e: &[u8],
        m: &[u8],
    ) -> Option<Vec<u8>> {
        use ruint::Uint;
        let [b, e, m] = [b, e, m].map(|bytes| Uint::<BITS, LIMBS>::try_from_be_slice(bytes));
        Some(b?.pow_mod(e?, m?).to_be_bytes_vec())
    }
    match base.len().max(exp.len()).max(modulus.len()) {
        0..=8 => power::<64, 1>(base, exp, modulus),
        9..=16 => power::<128, 2>(base, exp, modulus),
        17..=24 => power::<192, 3>(base, exp, modulus),
        25..=32 => power::<256, 4>(base, exp, modulus),
        33..=40 => power::<320, 5>(base, exp, modulus),
        41..=64 => power::<512, 8>(base, exp, modulus),
        65..=96 => power::<768, 12>(base, exp, modulus),
        97..=128 => power::<1024, 16>(base, exp, modulus),
        129..=192 => power::<1536, 24>(base, exp, modulus),
        193..=256 => power::<2048, 32>(base, exp, modulus),
        257..=512 => power::<4096, 64>(base, exp, modulus),
        _ => None,
    }
}
