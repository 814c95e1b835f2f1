//! The one table: every precompile, where it stands, since when, and at which prices.

use crate::{
    fork::Fork,
    halt::Halt,
    layout::Layout,
    precompiles::{
        OutputLen, blake2f, bls12_381, bn254, cip20, ecrecover, ed25519, ed25519_eip665, identity,
        modexp, p256verify, point_evaluation, ripemd160, sha256,
    },
    price::Price,
    route::Routes,
};

/// Routes, input and output buffer in; the number of bytes written out.
pub(crate) type Run = fn(&Routes, &[u8], &mut [u8]) -> Result<usize, Halt>;

/// What a precompile is, wherever it stands and whatever it costs there.
#[derive(Debug)]
#[non_exhaustive]
pub struct Precompile {
    /// The name, as the EIPs have it, in lower case.
    pub name: &'static str,
    /// Other names in use.
    pub aliases: &'static [&'static str],
    /// The documents that define it and its prices.
    pub specs: &'static [&'static str],
    /// Its address on mainnet as an integer; None if it never had one there.
    pub mainnet: Option<u64>,
    /// Prices on mainnet, each from the given fork on, oldest first; where there is no mainnet
    /// address, the one price that its specification gives (the fork means nothing then).
    pub prices: &'static [(Fork, Price)],
    /// What its input consists of.
    pub layout: Layout,
    /// What its output is, in a few words.
    pub output: &'static str,
    /// The operations that it runs, the main one first; see [`Routes`].
    pub operations: &'static [&'static str],
    /// The most bytes that a call with this input can return.
    pub(crate) output_len: OutputLen,
    pub(crate) run: Run,
}

impl Precompile {
    /// The precompile of that name or alias; case, `-` and `_` do not matter.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let letters = |text: &'static str| text.bytes().filter(|b| !matches!(b, b'_' | b'-'));
        let wanted =
            || name.bytes().filter(|b| !matches!(b, b'_' | b'-')).map(|b| b.to_ascii_lowercase());
        PRECOMPILES.into_iter().find(|precompile| {
            let mut names = core::iter::once(&precompile.name).chain(precompile.aliases);
            names.any(|known| letters(known).eq(wanted()))
        })
    }

    /// The price on mainnet at `fork`; None if it is not there (yet).
    #[must_use]
    pub const fn price_at(&self, fork: Fork) -> Option<Price> {
        if self.mainnet.is_none() {
            return None;
        }
        let mut price = None;
        let mut i = 0;
        while i < self.prices.len() && self.prices[i].0 as u8 <= fork as u8 {
            price = Some(self.prices[i].1);
            i += 1;
        }
        price
    }

    /// The newest price.
    #[must_use]
    pub const fn latest_price(&self) -> Price {
        self.prices[self.prices.len() - 1].1
    }
}

/// Every precompile, by mainnet address, then the ones without.
pub static PRECOMPILES: [&Precompile; 21] = [
    &ECRECOVER,
    &SHA256,
    &RIPEMD160,
    &IDENTITY,
    &MODEXP,
    &BN254_ADD,
    &BN254_MUL,
    &BN254_PAIRING,
    &BLAKE2F,
    &POINT_EVALUATION,
    &BLS12_G1ADD,
    &BLS12_G1MSM,
    &BLS12_G2ADD,
    &BLS12_G2MSM,
    &BLS12_PAIRING,
    &BLS12_MAP_FP_TO_G1,
    &BLS12_MAP_FP2_TO_G2,
    &P256VERIFY,
    &ED25519,
    &ED25519_EIP665,
    &CIP20,
];

macro_rules! precompiles {
    ($($(#[$doc:meta])* $id:ident {
        name: $name:literal, aliases: $aliases:expr, specs: $specs:expr, mainnet: $mainnet:expr,
        prices: $prices:expr, layout: $layout:expr, output: $output:literal, operations: $operations:expr,
        output_len: $output_len:expr, run: $run:expr,
    })+) => {
        $($(#[$doc])* pub static $id: Precompile = Precompile {
            name: $name, aliases: &$aliases, specs: &$specs, mainnet: $mainnet,
            prices: &$prices, layout: $layout, output: $output, operations: &$operations,
            output_len: $output_len, run: $run,
        };)+
    };
}

precompiles! {
    /// ECRECOVER.
    ECRECOVER {
        name: "ecrecover", aliases: ["ecrec"], specs: ["Yellow Paper appendix E"], mainnet: Some(0x01),
        prices: [(Fork::Frontier, ecrecover::PRICE)],
        layout: ecrecover::LAYOUT, output: "address in 32 bytes, or empty",
        operations: ["ecrecover", "keccak"],
        output_len: OutputLen::Fixed(32), run: ecrecover::run,
    }
    /// SHA256.
    SHA256 {
        name: "sha256", aliases: ["sha2", "sha2_256"], specs: ["Yellow Paper appendix E"], mainnet: Some(0x02),
        prices: [(Fork::Frontier, sha256::PRICE)],
        layout: sha256::LAYOUT, output: "digest, 32 bytes",
        operations: ["sha256"],
        output_len: OutputLen::Fixed(32), run: sha256::run,
    }
    /// RIPEMD160.
    RIPEMD160 {
        name: "ripemd160", aliases: ["ripemd", "rmd160"], specs: ["Yellow Paper appendix E"], mainnet: Some(0x03),
        prices: [(Fork::Frontier, ripemd160::PRICE)],
        layout: ripemd160::LAYOUT, output: "digest, 20 bytes after 12 zero bytes",
        operations: ["ripemd160"],
        output_len: OutputLen::Fixed(32), run: ripemd160::run,
    }
    /// IDENTITY.
    IDENTITY {
        name: "identity", aliases: ["datacopy", "id"], specs: ["Yellow Paper appendix E"], mainnet: Some(0x04),
        prices: [(Fork::Frontier, identity::PRICE)],
        layout: identity::LAYOUT, output: "the input",
        operations: ["identity"],
        output_len: OutputLen::OfInput, run: identity::run,
    }
    /// MODEXP.
    MODEXP {
        name: "modexp", aliases: ["expmod", "bigmodexp"],
        specs: ["EIP-198", "EIP-2565", "EIP-7823", "EIP-7883"], mainnet: Some(0x05),
        prices: [
            (Fork::Byzantium, Price::Modexp(modexp::Schedule::Byzantium)),
            (Fork::Berlin, Price::Modexp(modexp::Schedule::Berlin)),
            (Fork::Osaka, Price::Modexp(modexp::Schedule::Osaka)),
        ],
        layout: modexp::LAYOUT, output: "base^exp mod mod, mod_len bytes",
        operations: ["modexp"],
        output_len: OutputLen::OfModulus, run: modexp::run,
    }
    /// BN254_ADD.
    BN254_ADD {
        name: "bn254_add", aliases: ["ecadd", "bn128_add", "bn256_add", "alt_bn128_add"],
        specs: ["EIP-196", "EIP-1108"], mainnet: Some(0x06),
        prices: [
            (Fork::Byzantium, bn254::ADD_PRICE_BYZANTIUM),
            (Fork::Istanbul, bn254::ADD_PRICE_ISTANBUL),
        ],
        layout: bn254::ADD_LAYOUT, output: "point, 64 bytes",
        operations: ["bn254_add"],
        output_len: OutputLen::Fixed(64), run: bn254::run_add,
    }
    /// BN254_MUL.
    BN254_MUL {
        name: "bn254_mul", aliases: ["ecmul", "bn128_mul", "bn256_mul", "bn256_scalar_mul", "alt_bn128_mul"],
        specs: ["EIP-196", "EIP-1108"], mainnet: Some(0x07),
        prices: [
            (Fork::Byzantium, bn254::MUL_PRICE_BYZANTIUM),
            (Fork::Istanbul, bn254::MUL_PRICE_ISTANBUL),
        ],
        layout: bn254::MUL_LAYOUT, output: "point, 64 bytes",
        operations: ["bn254_mul"],
        output_len: OutputLen::Fixed(64), run: bn254::run_mul,
    }
    /// BN254_PAIRING.
    BN254_PAIRING {
        name: "bn254_pairing",
        aliases: ["ecpairing", "bn128_pairing", "bn256_pairing", "alt_bn128_pairing", "snarkv"],
        specs: ["EIP-197", "EIP-1108"], mainnet: Some(0x08),
        prices: [
            (Fork::Byzantium, bn254::PAIRING_PRICE_BYZANTIUM),
            (Fork::Istanbul, bn254::PAIRING_PRICE_ISTANBUL),
        ],
        layout: bn254::PAIRING_LAYOUT, output: "1 or 0 in 32 bytes",
        operations: ["bn254_pairing"],
        output_len: OutputLen::Fixed(32), run: bn254::run_pairing,
    }
    /// BLAKE2F.
    BLAKE2F {
        name: "blake2f", aliases: ["blake2", "blake2b_f", "blake2b"], specs: ["EIP-152", "RFC 7693"],
        mainnet: Some(0x09),
        prices: [(Fork::Istanbul, blake2f::PRICE)],
        layout: blake2f::LAYOUT, output: "state h, 64 bytes",
        operations: ["blake2f"],
        output_len: OutputLen::Fixed(64), run: blake2f::run,
    }
    /// POINT_EVALUATION.
    POINT_EVALUATION {
        name: "point_evaluation", aliases: ["kzg", "kzg_point_evaluation"], specs: ["EIP-4844"],
        mainnet: Some(0x0a),
        prices: [(Fork::Cancun, point_evaluation::PRICE)],
        layout: point_evaluation::LAYOUT, output: "4096 and the group order, 64 bytes",
        operations: ["point_evaluation", "sha256"],
        output_len: OutputLen::Fixed(64), run: point_evaluation::run,
    }
    /// BLS12_G1ADD.
    BLS12_G1ADD {
        name: "bls12_g1add", aliases: ["bls_g1add", "g1add", "bls12_381_g1_add"], specs: ["EIP-2537"],
        mainnet: Some(0x0b),
        prices: [(Fork::Prague, bls12_381::G1ADD_PRICE)],
        layout: bls12_381::G1ADD_LAYOUT, output: "G1 point, 128 bytes",
        operations: ["bls12_g1add"],
        output_len: OutputLen::Fixed(128), run: bls12_381::run_g1add,
    }
    /// BLS12_G1MSM.
    BLS12_G1MSM {
        name: "bls12_g1msm", aliases: ["bls_g1msm", "g1msm", "bls12_381_g1_msm"], specs: ["EIP-2537"],
        mainnet: Some(0x0c),
        prices: [(Fork::Prague, bls12_381::G1MSM_PRICE)],
        layout: bls12_381::G1MSM_LAYOUT, output: "G1 point, 128 bytes",
        operations: ["bls12_g1msm"],
        output_len: OutputLen::Fixed(128), run: bls12_381::run_g1msm,
    }
    /// BLS12_G2ADD.
    BLS12_G2ADD {
        name: "bls12_g2add", aliases: ["bls_g2add", "g2add", "bls12_381_g2_add"], specs: ["EIP-2537"],
        mainnet: Some(0x0d),
        prices: [(Fork::Prague, bls12_381::G2ADD_PRICE)],
        layout: bls12_381::G2ADD_LAYOUT, output: "G2 point, 256 bytes",
        operations: ["bls12_g2add"],
        output_len: OutputLen::Fixed(256), run: bls12_381::run_g2add,
    }
    /// BLS12_G2MSM.
    BLS12_G2MSM {
        name: "bls12_g2msm", aliases: ["bls_g2msm", "g2msm", "bls12_381_g2_msm"], specs: ["EIP-2537"],
        mainnet: Some(0x0e),
        prices: [(Fork::Prague, bls12_381::G2MSM_PRICE)],
        layout: bls12_381::G2MSM_LAYOUT, output: "G2 point, 256 bytes",
        operations: ["bls12_g2msm"],
        output_len: OutputLen::Fixed(256), run: bls12_381::run_g2msm,
    }
    /// BLS12_PAIRING.
    BLS12_PAIRING {
        name: "bls12_pairing", aliases: ["bls_pairing", "bls12_pairing_check", "bls12_381_pairing"],
        specs: ["EIP-2537"], mainnet: Some(0x0f),
        prices: [(Fork::Prague, bls12_381::PAIRING_PRICE)],
        layout: bls12_381::PAIRING_LAYOUT, output: "1 or 0 in 32 bytes",
        operations: ["bls12_pairing"],
        output_len: OutputLen::Fixed(32), run: bls12_381::run_pairing,
    }
    /// BLS12_MAP_FP_TO_G1.
    BLS12_MAP_FP_TO_G1 {
        name: "bls12_map_fp_to_g1", aliases: ["bls_map_fp_to_g1", "map_fp_to_g1", "bls_map_g1"],
        specs: ["EIP-2537", "RFC 9380"], mainnet: Some(0x10),
        prices: [(Fork::Prague, bls12_381::MAP_FP_PRICE)],
        layout: bls12_381::MAP_FP_LAYOUT, output: "G1 point, 128 bytes",
        operations: ["bls12_map_fp_to_g1"],
        output_len: OutputLen::Fixed(128), run: bls12_381::run_map_fp,
    }
    /// BLS12_MAP_FP2_TO_G2.
    BLS12_MAP_FP2_TO_G2 {
        name: "bls12_map_fp2_to_g2", aliases: ["bls_map_fp2_to_g2", "map_fp2_to_g2", "bls_map_g2"],
        specs: ["EIP-2537", "RFC 9380"], mainnet: Some(0x11),
        prices: [(Fork::Prague, bls12_381::MAP_FP2_PRICE)],
        layout: bls12_381::MAP_FP2_LAYOUT, output: "G2 point, 256 bytes",
        operations: ["bls12_map_fp2_to_g2"],
        output_len: OutputLen::Fixed(256), run: bls12_381::run_map_fp2,
    }
    /// P256VERIFY.
    P256VERIFY {
        name: "p256verify", aliases: ["p256", "secp256r1", "r1verify"], specs: ["EIP-7951", "RIP-7212"],
        mainnet: Some(0x100),
        prices: [(Fork::Osaka, p256verify::PRICE)],
        layout: p256verify::LAYOUT, output: "1 in 32 bytes, or empty",
        operations: ["p256verify"],
        output_len: OutputLen::Fixed(32), run: p256verify::run,
    }
    /// Ed25519 verification, CIP-25.
    ED25519 {
        name: "ed25519", aliases: ["ed25519_verify", "cip25"], specs: ["CIP-25", "ZIP-215"], mainnet: None,
        prices: [(Fork::Istanbul, ed25519::PRICE)],
        layout: ed25519::LAYOUT, output: "0 (valid) or 1 in 32 bytes",
        operations: ["ed25519"],
        output_len: OutputLen::Fixed(32), run: ed25519::run,
    }
    /// Ed25519 verification, EIP-665.
    ED25519_EIP665 {
        name: "ed25519_eip665", aliases: ["eip665"], specs: ["EIP-665"], mainnet: None,
        prices: [(Fork::Istanbul, ed25519_eip665::PRICE)],
        layout: ed25519_eip665::LAYOUT, output: "00000000 (valid) or 00000001",
        operations: ["ed25519"],
        output_len: OutputLen::Fixed(4), run: ed25519_eip665::run,
    }
    /// The hashes of CIP-20.
    CIP20 {
        name: "cip20_hash", aliases: ["cip20"], specs: ["CIP-20"], mainnet: None,
        prices: [(Fork::Istanbul, Price::Cip20)],
        layout: cip20::LAYOUT, output: "digest, 32 or 64 bytes",
        operations: ["keccak", "sha512", "blake2s"],
        output_len: OutputLen::Fixed(64), run: cip20::run,
    }
}

/// RIP-7212's price of P256VERIFY, for sets of rollups.
pub const P256VERIFY_PRICE_RIP7212: Price = p256verify::PRICE_RIP7212;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = PRECOMPILES
            .iter()
            .flat_map(|p| core::iter::once(p.name).chain(p.aliases.iter().copied()))
            .map(|name| name.replace('_', ""))
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn names_are_found_however_written() {
        for precompile in PRECOMPILES {
            for name in precompile.aliases.iter().chain([&precompile.name]) {
                let found = Precompile::by_name(&name.to_uppercase().replace('_', "-"));
                assert_eq!(found.map(|p| p.name), Some(precompile.name));
            }
        }
        assert!(Precompile::by_name("").is_none());
        assert!(Precompile::by_name("sha3").is_none());
    }

    #[test]
    fn operations_exist_and_prices_are_in_order() {
        for precompile in PRECOMPILES {
            assert!(precompile.operations.iter().all(|op| Routes::OPERATIONS.contains(op)));
            assert!(!precompile.operations.is_empty() && !precompile.prices.is_empty());
            assert!(precompile.prices.is_sorted_by_key(|(fork, _)| *fork));
        }
    }
}
