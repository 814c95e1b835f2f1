//! Hexadecimal as the vector files write it.

use serde::{Deserialize, Deserializer, de::Error};

/// Bytes of a hex text, with or without `0x`.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, hex::FromHexError> {
    hex::decode(text.strip_prefix("0x").unwrap_or(text))
}

/// A field of a JSON object that holds hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hex(pub(crate) Vec<u8>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        decode(&text).map(Self).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings() {
        for text in [r#""0x00ff""#, r#""00fF""#] {
            assert_eq!(serde_json::from_str::<Hex>(text).unwrap(), Hex(vec![0, 0xff]));
        }
        assert!(serde_json::from_str::<Hex>(r#""0xf""#).is_err());
        assert!(serde_json::from_str::<Hex>("1").is_err());
    }
}
