//! Integers of any size, as people write them.

/// The big-endian bytes of a decimal integer without leading zeros (none for 0).
pub(crate) fn parse_decimal(text: &str) -> Result<Vec<u8>, String> {
    if let Some(index) = text.chars().position(|c| !c.is_ascii_digit()) {
        return Err(format!("is no decimal integer: look at character {}", index + 1));
    }
    if text.is_empty() {
        return Err("is empty".into());
    }
    // Nine digits at a time: limbs := limbs * 10^k + digits.
    let mut limbs: Vec<u32> = Vec::new();
    for digits in text.as_bytes().chunks(9) {
        let (mut scale, mut carry) = (1_u64, 0_u64);
        for digit in digits {
            scale *= 10;
            carry = 10 * carry + u64::from(digit - b'0');
        }
        for limb in &mut limbs {
            carry += scale * u64::from(*limb);
            *limb = low(carry);
            carry >>= 32;
        }
        limbs.extend((carry != 0).then(|| low(carry)));
    }
    let bytes: Vec<u8> = limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
    Ok(without_leading_zeros(&bytes).to_vec())
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low(value: u64) -> u32 {
    value as u32
}

/// The bytes from the first that is not zero.
pub(crate) fn without_leading_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    &bytes[zeros..]
}

/// The integer of big-endian bytes, if it fits.
pub(crate) fn to_u64(bytes: &[u8]) -> Option<u64> {
    let bytes = without_leading_zeros(bytes);
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_integers() {
        assert_eq!(parse_decimal("0"), Ok(vec![]));
        assert_eq!(parse_decimal("000"), Ok(vec![]));
        assert_eq!(parse_decimal("65537"), Ok(vec![1, 0, 1]));
        assert_eq!(parse_decimal("18446744073709551616"), Ok(vec![1, 0, 0, 0, 0, 0, 0, 0, 0]));
        let two_256 =
            "115792089237316195423570985008687907853269984665640564039457584007913129639936";
        let mut expected = vec![0; 33];
        expected[0] = 1;
        assert_eq!(parse_decimal(two_256), Ok(expected));
        for bad in ["", "-1", "1.5", "1e3", "ff", "1_000"] {
            assert!(parse_decimal(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn small_integers_are_read_back() {
        assert_eq!(to_u64(&[]), Some(0));
        assert_eq!(to_u64(&[0; 32]), Some(0));
        assert_eq!(to_u64(&[0, 0, 1, 0]), Some(256));
        assert_eq!(to_u64(&[0xff; 8]), Some(u64::MAX));
        assert_eq!(to_u64(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), None);
    }
}
