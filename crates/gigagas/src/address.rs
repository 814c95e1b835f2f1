//! Addresses of 20 bytes, without a dependency.

use core::{fmt, str::FromStr};

/// An account address, 20 bytes big-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(pub [u8; 20]);

impl Address {
    /// The address whose integer value is `low`, e.g. 0x100 for P256VERIFY.
    #[must_use]
    pub const fn from_low(low: u64) -> Self {
        let mut bytes = [0; 20];
        let tail = low.to_be_bytes();
        let mut i = 0;
        while i < 8 {
            bytes[12 + i] = tail[i];
            i += 1;
        }
        Self(bytes)
    }

    /// The integer value, if it fits 64 bits.
    #[must_use]
    pub fn low(&self) -> Option<u64> {
        let (high, low) = self.0.split_at(12);
        let low = low.try_into().map(u64::from_be_bytes).ok()?;
        high.iter().all(|&b| b == 0).then_some(low)
    }
}

impl From<[u8; 20]> for Address {
    fn from(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }
}

/// `0x01` for small values, as the EIPs write them; else all 40 digits.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low() {
            Some(low) if low <= 0xff => write!(f, "{low:#04x}"),
            Some(low) if low <= 0xffff => write!(f, "{low:#x}"),
            _ => {
                f.write_str("0x")?;
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

/// A text that is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadAddress;

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is 0x and 1 to 40 hex digits")
    }
}

impl core::error::Error for BadAddress {}

/// `0x` and 1 to 40 hex digits; short forms are zero-extended on the left.
impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let digits =
            text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).ok_or(BadAddress)?;
        if digits.is_empty() || digits.len() > 40 {
            return Err(BadAddress);
        }
        let mut bytes = [0; 20];
        for (i, digit) in digits.bytes().rev().enumerate() {
            let value = char::from(digit).to_digit(16).ok_or(BadAddress)?;
            bytes[19 - i / 2] |= u8::try_from(value << (4 * (i % 2))).map_err(|_| BadAddress)?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_round_trip() {
        for low in [0, 1, 0xf3, 0x100, 0xffff, 0x1_0000] {
            let address = Address::from_low(low);
            assert_eq!(address.to_string().parse(), Ok(address));
            assert_eq!(address.low(), Some(low));
        }
        assert_eq!(Address::from_low(1).to_string(), "0x01");
        assert_eq!(Address::from_low(0x100).to_string(), "0x100");
        let full = Address([0xab; 20]);
        assert_eq!(full.to_string().parse(), Ok(full));
        assert_eq!(full.low(), None);
        for bad in ["", "0x", "1", "0xg", "0x00000000000000000000000000000000000000001"] {
            assert_eq!(bad.parse::<Address>(), Err(BadAddress), "{bad}");
        }
    }
}
