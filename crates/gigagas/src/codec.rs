//! The only byte parser: big-endian integers, field elements and points, their padding and their ranges.
//!
//! Every question "is this below p?" is asked here. Whether a point is on its curve and in its
//! subgroup is the kernels' affair, since the fastest tests share work with the operation itself.

use gigagas_math::{
    bls12_381, bn254,
    limb::{self, U256, U384},
    point::Affine,
};

use crate::halt::{Halt, LengthRule, Place};

/// `Length` unless the input has just `len` bytes.
pub(crate) fn exactly(input: &[u8], len: usize) -> Result<(), Halt> {
    if input.len() == len {
        return Ok(());
    }
    Err(Halt::input_length(input.len(), LengthRule::Exactly(len)))
}

/// `Length` unless the input is a number of items of `item_len` bytes, at least one.
pub(crate) fn items(input: &[u8], item_len: usize) -> Result<(), Halt> {
    if !input.is_empty() && input.len().is_multiple_of(item_len) {
        return Ok(());
    }
    Err(Halt::input_length(input.len(), LengthRule::NonZeroMultipleOf(item_len)))
}

/// `N` bytes from `offset` of the input followed by endless zeros.
pub(crate) fn zero_extended<const N: usize>(input: &[u8], offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    if let Some(rest) = input.get(offset..) {
        let len = rest.len().min(N);
        bytes[..len].copy_from_slice(&rest[..len]);
    }
    bytes
}

/// The big-endian integer of 32 bytes.
pub(crate) fn u256(bytes: &[u8; 32]) -> U256 {
    limb::from_be_bytes(bytes)
}

/// Whether 1 <= a < n.
pub(crate) fn is_nonzero_below(a: &U256, n: &U256) -> bool {
    !limb::is_zero(a) && limb::lt(a, n)
}

/// The 32-byte encoding of 0 or 1.
pub(crate) fn write_bool(value: bool, out: &mut [u8]) -> usize {
    out[..32].fill(0);
    out[31] = u8::from(value);
    32
}

/// Reads fields one after the other and remembers where it stands, for halts.
/// The input is treated as zero-extended; where that is not allowed, check its length first.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    input: &'a [u8],
    offset: usize,
    item: Option<(&'static str, usize)>,
}

const BELOW_BN254_P: &str = "be less than the bn254 field modulus";
const BELOW_BLS_P: &str = "be less than the BLS12-381 field modulus";
const BELOW_BLS_Q: &str = "be less than the BLS12-381 group order";
const PADDED: &str = "begin with 16 zero bytes";

impl<'a> Reader<'a> {
    pub(crate) const fn new(input: &'a [u8]) -> Self {
        Self { input, offset: 0, item: None }
    }

    /// A reader at the start of item `index` of `item_len` bytes; items are called `unit`.
    pub(crate) const fn item(
        input: &'a [u8],
        unit: &'static str,
        index: usize,
        item_len: usize,
    ) -> Self {
        Self { input, offset: index * item_len, item: Some((unit, index)) }
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let bytes = zero_extended(self.input, self.offset);
        self.offset += N;
        bytes
    }

    /// `N` bytes where they are, of an input whose length was checked.
    pub(crate) fn in_place<const N: usize>(&mut self) -> &'a [u8; N] {
        let bytes = self.input[self.offset..].first_chunk().expect("the length was checked");
        self.offset += N;
        bytes
    }

    /// Any 256-bit integer.
    pub(crate) fn u256(&mut self) -> U256 {
        u256(&self.bytes())
    }

    /// A bn254 field element, 32 bytes.
    pub(crate) fn bn254_fp(&mut self, name: &'static str) -> Result<U256, Halt> {
        let value = self.u256();
        self.require(limb::lt(&value, &bn254::P), name, 32, BELOW_BN254_P)?;
        Ok(value)
    }

    /// A bn254 G1 point, x || y.
    pub(crate) fn bn254_g1(&mut self, names: [&'static str; 2]) -> Result<bn254::G1, Halt> {
        Ok(Affine { x: self.bn254_fp(names[0])?, y: self.bn254_fp(names[1])? })
    }

    /// A bn254 G2 point; imaginary parts first (EIP-197).
    pub(crate) fn bn254_g2(&mut self, names: [&'static str; 4]) -> Result<bn254::G2, Halt> {
        let [x1, x0, y1, y0] = names;
        let (x1, x0) = (self.bn254_fp(x1)?, self.bn254_fp(x0)?);
        let (y1, y0) = (self.bn254_fp(y1)?, self.bn254_fp(y0)?);
        Ok(Affine { x: [x0, x1], y: [y0, y1] })
    }

    /// A BLS12-381 field element, 16 zero bytes and 48 bytes.
    pub(crate) fn bls_fp(&mut self, name: &'static str) -> Result<U384, Halt> {
        let bytes = self.bytes::<64>();
        self.require(bytes[..16] == [0; 16], name, 64, PADDED)?;
        let value = limb::from_be_bytes(&bytes[16..]);
        self.require(limb::lt(&value, &bls12_381::P), name, 64, BELOW_BLS_P)?;
        Ok(value)
    }

    /// A BLS12-381 Fp2 element; real part first (EIP-2537).
    pub(crate) fn bls_fp2(&mut self, names: [&'static str; 2]) -> Result<bls12_381::Fp2, Halt> {
        Ok([self.bls_fp(names[0])?, self.bls_fp(names[1])?])
    }

    /// A BLS12-381 G1 point, x || y.
    pub(crate) fn bls_g1(&mut self, names: [&'static str; 2]) -> Result<bls12_381::G1, Halt> {
        Ok(Affine { x: self.bls_fp(names[0])?, y: self.bls_fp(names[1])? })
    }

    /// A BLS12-381 G2 point, x || y.
    pub(crate) fn bls_g2(&mut self, names: [&'static str; 4]) -> Result<bls12_381::G2, Halt> {
        let [x0, x1, y0, y1] = names;
        Ok(Affine { x: self.bls_fp2([x0, x1])?, y: self.bls_fp2([y0, y1])? })
    }

    /// A BLS12-381 scalar that must be canonical, 32 bytes.
    pub(crate) fn bls_scalar(&mut self, name: &'static str) -> Result<U256, Halt> {
        let value = self.u256();
        self.require(limb::lt(&value, &bls12_381::Q), name, 32, BELOW_BLS_Q)?;
        Ok(value)
    }

    /// A compressed BLS12-381 G1 point, 48 bytes: flags in the top three bits (compressed, infinity, larger y).
    pub(crate) fn bls_g1_compressed(
        &mut self,
        name: &'static str,
    ) -> Result<bls12_381::CompressedG1, Halt> {
        const COMPRESSED: u8 = 0x80;
        const INFINITY: u8 = 0x40;
        const LARGER_Y: u8 = 0x20;
        let mut bytes = self.bytes::<48>();
        let flags = bytes[0] & (COMPRESSED | INFINITY | LARGER_Y);
        bytes[0] &= !(COMPRESSED | INFINITY | LARGER_Y);
        self.require(flags & COMPRESSED != 0, name, 48, "have its top bit set (compressed form)")?;
        if flags & INFINITY != 0 {
            let clean = flags & LARGER_Y == 0 && bytes == [0; 48];
            self.require(
                clean,
                name,
                48,
                "be c0 and 47 zero bytes, since it is marked as infinity",
            )?;
            return Ok(bls12_381::CompressedG1::Infinity);
        }
        let x = limb::from_be_bytes(&bytes);
        self.require(limb::lt(&x, &bls12_381::P), name, 48, BELOW_BLS_P)?;
        Ok(bls12_381::CompressedG1::Finite { x, y_is_larger: flags & LARGER_Y != 0 })
    }

    /// `Encoding` for the `len` bytes just read, unless `ok`.
    pub(crate) const fn require(
        &self,
        ok: bool,
        name: &'static str,
        len: usize,
        must: &'static str,
    ) -> Result<(), Halt> {
        if ok {
            return Ok(());
        }
        let at = Place { argument: name, item: self.item, offset: self.offset - len, len };
        Err(Halt::Encoding { at, must })
    }
}

/// Writes x || y of a bn254 point, 64 bytes.
pub(crate) fn write_bn254_g1(point: &bn254::G1, out: &mut [u8]) -> usize {
    limb::to_be_bytes(&point.x, &mut out[..32]);
    limb::to_be_bytes(&point.y, &mut out[32..64]);
    64
}

/// Writes x || y of a BLS12-381 G1 point, 128 bytes.
pub(crate) fn write_bls_g1(point: &bls12_381::G1, out: &mut [u8]) -> usize {
    write_bls_fps(&[point.x, point.y], out)
}

/// Writes x || y of a BLS12-381 G2 point, 256 bytes.
pub(crate) fn write_bls_g2(point: &bls12_381::G2, out: &mut [u8]) -> usize {
    let [x0, x1] = point.x;
    let [y0, y1] = point.y;
    write_bls_fps(&[x0, x1, y0, y1], out)
}

fn write_bls_fps(values: &[U384], out: &mut [u8]) -> usize {
    for (value, chunk) in values.iter().zip(out.chunks_exact_mut(64)) {
        chunk[..16].fill(0);
        limb::to_be_bytes(value, &mut chunk[16..]);
    }
    64 * values.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_past_the_end_gives_zeros() {
        assert_eq!(zero_extended::<4>(&[1, 2, 3], 0), [1, 2, 3, 0]);
        assert_eq!(zero_extended::<4>(&[1, 2, 3], 2), [3, 0, 0, 0]);
        assert_eq!(zero_extended::<4>(&[1, 2, 3], 3), [0; 4]);
        assert_eq!(zero_extended::<4>(&[1, 2, 3], usize::MAX), [0; 4]);
    }

    #[test]
    fn field_elements_are_canonical() {
        let mut p = [0; 64];
        limb::to_be_bytes(&bls12_381::P, &mut p[16..]);
        let place = Place { argument: "x", item: None, offset: 0, len: 64 };
        let error = Reader::new(&p).bls_fp("x").unwrap_err();
        assert_eq!(error, Halt::Encoding { at: place, must: BELOW_BLS_P });
        p[63] -= 1;
        assert!(Reader::new(&p).bls_fp("x").is_ok());
        for i in 0..16 {
            let mut padded = p;
            padded[i] = 1;
            let error = Reader::new(&padded).bls_fp("x").unwrap_err();
            assert_eq!(error, Halt::Encoding { at: place, must: PADDED });
        }
        let mut p = [0; 32];
        limb::to_be_bytes(&bn254::P, &mut p);
        assert!(Reader::new(&p).bn254_fp("x").is_err());
        p[31] -= 1;
        assert!(Reader::new(&p).bn254_fp("x").is_ok());
    }

    #[test]
    fn compressed_flags() {
        let mut bytes = [0; 48];
        let read = |bytes: &[u8; 48]| Reader::new(bytes).bls_g1_compressed("c");
        assert!(read(&bytes).is_err(), "not marked as compressed");
        bytes[0] = 0xc0;
        assert_eq!(read(&bytes), Ok(bls12_381::CompressedG1::Infinity));
        bytes[0] = 0xe0;
        assert!(read(&bytes).is_err(), "infinity has no sign");
        bytes[0] = 0xc0;
        bytes[47] = 1;
        assert!(read(&bytes).is_err(), "infinity has no x");
        bytes[0] = 0xa0;
        let x = [1, 0, 0, 0, 0, 0];
        assert_eq!(read(&bytes), Ok(bls12_381::CompressedG1::Finite { x, y_is_larger: true }));
        limb::to_be_bytes(&bls12_381::P, &mut bytes);
        bytes[0] |= 0x80;
        assert!(read(&bytes).is_err(), "x = p");
    }
}
