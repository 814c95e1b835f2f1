//! P256VERIFY (0x100), since Osaka — EIP-7951 (L2s: RIP-7212): ECDSA verification on NIST P-256.
//!
//! input  = hash\[32\] | r\[32\] | s\[32\] | x\[32\] | y\[32\]
//! output = the number 1 in 32 bytes if the signature is valid, else nothing
//! halts  = none; any other length than 160 is an invalid signature

use gigagas_math::{
    limb,
    p256::{self, N, P},
    point::Affine,
};

use crate::{
    codec::{self, Reader},
    halt::Halt,
    layout::{Layout, OtherLengths, field},
    price::Price,
    route::Routes,
};

pub(crate) const LAYOUT: Layout = Layout::fixed(
    &[
        field("hash", 32, "message hash"),
        field("r", 32, "signature, 1 to n - 1"),
        field("s", 32, "signature, 1 to n - 1"),
        field("x", 32, "public key, below p"),
        field("y", 32, "public key, below p"),
    ],
    OtherLengths::Negative,
);

/// EIP-7951.
pub(crate) const PRICE: Price = Price::Flat(6900);
/// RIP-7212, as rollups charge it.
pub(crate) const PRICE_RIP7212: Price = Price::Flat(3450);

#[expect(clippy::unnecessary_wraps, reason = "the signature of every precompile")]
pub(crate) fn run(routes: &Routes, input: &[u8], out: &mut [u8]) -> Result<usize, Halt> {
    if input.len() != 160 {
        return Ok(0);
    }
    let mut reader = Reader::new(input);
    let [z, r, s, x, y] = core::array::from_fn(|_| reader.u256());
    let in_range = codec::is_nonzero_below(&r, &N)
        && codec::is_nonzero_below(&s, &N)
        && limb::lt(&x, &P)
        && limb::lt(&y, &P);
    if in_range && p256::verify(routes.p256verify.at(input.len()), &z, &r, &s, &Affine { x, y }) {
        return Ok(codec::write_bool(true, out));
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use crate::{
        precompiles::testing::{call, fields, word},
        table::P256VERIFY,
    };

    const N: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    /// RFC 6979 section A.2.5, SHA-256 of "sample": hash, r, s, x, y.
    const SAMPLE: [&str; 5] = [
        "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf",
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
        "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
        "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
    ];
    /// The generator.
    const G: [&str; 2] = [
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    ];

    fn input(values: &[&str]) -> Vec<u8> {
        fields(32, &values.join(" "))
    }

    fn valid(values: &[&str]) -> bool {
        let answer = call(&P256VERIFY, &input(values)).unwrap();
        assert!(answer.is_empty() || answer == word(1));
        !answer.is_empty()
    }

    #[test]
    fn a_published_signature_is_valid() {
        assert!(valid(&SAMPLE));
    }

    #[test]
    fn changed_or_exchanged_values_are_not() {
        for i in 0..5 {
            let mut values = SAMPLE.map(String::from);
            let last = if values[i].ends_with('9') { "8" } else { "9" };
            values[i].replace_range(63.., last);
            assert!(!valid(&values.each_ref().map(String::as_str)), "{i}");
        }
        let [z, r, s, x, y] = SAMPLE;
        assert!(!valid(&[z, s, r, x, y]));
        assert!(!valid(&[z, r, s, y, x]));
    }

    #[test]
    fn other_lengths_are_empty() {
        let mut long = input(&SAMPLE);
        assert_eq!(call(&P256VERIFY, &[]), Ok(Vec::new()));
        assert_eq!(call(&P256VERIFY, &long[..159]), Ok(Vec::new()));
        long.push(0);
        assert_eq!(call(&P256VERIFY, &long), Ok(Vec::new()));
    }

    #[test]
    fn r_s_and_the_key_are_in_range() {
        let [z, r, s, x, y] = SAMPLE;
        for bad in ["0", N, &"f".repeat(64)] {
            assert!(!valid(&[z, bad, s, x, y]), "r = {bad}");
            assert!(!valid(&[z, r, bad, x, y]), "s = {bad}");
        }
        for bad in ["0", P, &"f".repeat(64)] {
            assert!(!valid(&[z, r, s, bad, y]), "x = {bad}");
            assert!(!valid(&[z, r, s, x, bad]), "y = {bad}");
        }
        assert!(!valid(&[z, r, s, "0", "0"]), "infinity is no key");
    }

    /// With the key G (private key 1) and the nonce 1, r = G.x and s = z + r.
    #[test]
    fn degenerate_sums() {
        let [gx, gy] = G;
        // z = 0: u1 = 0. The hash counts mod n.
        assert!(valid(&["0", gx, gx, gx, gy]));
        assert!(valid(&[N, gx, gx, gx, gy]));
        // z = r, s = 2r: both products are G / 2, so that the sum is a doubling.
        let twice = "d62fa3e5c258848ff179cdcac74881e4ee06fb025bd66741e942728bb131852c";
        assert!(valid(&[gx, gx, twice, gx, gy]));
        // z = -r: the products cancel, whatever s.
        let minus = "94e82e0c1ed3bdb90743191a9c5bbf0d45e37d2c792c6ae3ff18917d23ca62bb";
        assert!(!valid(&[minus, gx, "1", gx, gy]));
    }

    /// R.x = n + 3 is a field element and r = 3: the comparison is mod n.
    #[test]
    fn r_is_compared_modulo_n() {
        let key = [
            "02bc847e19ebbe40a367ced648068511bbc24dba56322fd52885604eddc09eaf",
            "815556a7b1bb4d14f4f42197daf62b07c1f30ffbbd9df15047f2b29c56da405e",
        ];
        assert!(valid(&["0", "3", "1", key[0], key[1]]));
        assert!(!valid(&["0", "4", "1", key[0], key[1]]));
    }

    /// (0, y) is a point of this curve and no infinity: z = r = s = (G + Q).x is signed by it.
    #[test]
    fn a_key_with_x_zero_is_a_key() {
        let y = "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4";
        let r = "486efab89170d45f6160cbc7d034a9309d479ae02982a3a0c135a210379e6f";
        assert!(valid(&[r, r, r, "0", y]));
    }
}
