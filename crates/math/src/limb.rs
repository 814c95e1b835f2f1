//! Fixed-size integers as arrays of 64-bit limbs, least significant first.

/// 256-bit integer: 4 limbs.
pub type U256 = [u64; 4];
/// 384-bit integer: 6 limbs.
pub type U384 = [u64; 6];

/// The integer of `8 * L` big-endian bytes.
///
/// # Panics
/// If `bytes` is not exactly `8 * L` bytes long (a caller's fault, never the input's).
#[must_use]
pub const fn from_be_bytes<const L: usize>(bytes: &[u8]) -> [u64; L] {
    assert!(bytes.len() == 8 * L, "from_be_bytes: length");
    let mut limbs = [0; L];
    let mut i = 0;
    while i < bytes.len() {
        let limb = &mut limbs[L - 1 - i / 8];
        *limb = (*limb << 8) | bytes[i] as u64;
        i += 1;
    }
    limbs
}

/// Writes `limbs` as `8 * L` big-endian bytes.
///
/// # Panics
/// If `out` is not exactly `8 * L` bytes long.
pub fn to_be_bytes<const L: usize>(limbs: &[u64; L], out: &mut [u8]) {
    assert!(out.len() == 8 * L, "to_be_bytes: length");
    for (chunk, limb) in out.chunks_exact_mut(8).zip(limbs.iter().rev()) {
        chunk.copy_from_slice(&limb.to_be_bytes());
    }
}

/// a < b.
#[must_use]
pub const fn lt<const L: usize>(a: &[u64; L], b: &[u64; L]) -> bool {
    let mut i = L;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// a = 0.
#[must_use]
pub const fn is_zero<const L: usize>(a: &[u64; L]) -> bool {
    let mut i = 0;
    while i < L {
        if a[i] != 0 {
            return false;
        }
        i += 1;
    }
    true
}

/// a - b mod 2^(64 L), and whether it borrowed.
#[must_use]
pub const fn sub<const L: usize>(a: &[u64; L], b: &[u64; L]) -> ([u64; L], bool) {
    let mut out = [0; L];
    let mut borrow = false;
    let mut i = 0;
    while i < L {
        let (d, b1) = a[i].overflowing_sub(b[i]);
        let (d, b2) = d.overflowing_sub(borrow as u64);
        out[i] = d;
        borrow = b1 | b2;
        i += 1;
    }
    (out, borrow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip() {
        let bytes: [u8; 32] = core::array::from_fn(|i| u8::try_from(i).unwrap() + 1);
        let limbs: U256 = from_be_bytes(&bytes);
        assert_eq!(limbs[3], 0x0102_0304_0506_0708);
        assert_eq!(limbs[0], 0x191a_1b1c_1d1e_1f20);
        let mut back = [0; 32];
        to_be_bytes(&limbs, &mut back);
        assert_eq!(back, bytes);
    }

    #[test]
    fn order_and_subtraction() {
        assert!(lt(&[u64::MAX, 0], &[0, 1]));
        assert!(!lt(&[0, 1], &[0, 1]));
        assert_eq!(sub(&[0, 1], &[1, 0]), ([u64::MAX, 0], false));
        assert_eq!(sub(&[0, 0], &[1, 0]), ([u64::MAX, u64::MAX], true));
        assert!(is_zero(&[0u64; 4]) && !is_zero(&[0, 0, 0, 1]));
    }
}
