//! How a field's value is written.

/// What the bytes of a field mean to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A big-endian integer.
    Integer,
    /// A little-endian integer.
    LittleEndian,
    /// Just bytes.
    Bytes,
}

/// The kind of the field of this name; fields of equal names are alike in all precompiles.
pub(super) fn kind(name: &str) -> Kind {
    match name {
        "hash" | "h" | "m" | "versioned_hash" | "commitment" | "proof" | "public_key"
        | "signature" | "message" | "data" => Kind::Bytes,
        "t0" | "t1" => Kind::LittleEndian,
        _ => Kind::Integer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::{PRECOMPILES, layout::Tail};

    #[test]
    fn integers_and_bytes_are_told_apart_as_the_tables_describe_them() {
        for precompile in PRECOMPILES {
            for field in precompile.layout.head.iter().chain(precompile.layout.item) {
                let about = format!("{}: {}", field.name, field.about);
                let words = ["hash", "encoded", "compressed", "words", "bytes", "SHA-256", "31"];
                match kind(field.name) {
                    Kind::LittleEndian => assert!(about.contains("little-endian"), "{about}"),
                    Kind::Bytes => {
                        assert!(words.iter().any(|word| about.contains(word)), "{about}");
                    }
                    Kind::Integer => assert!(!about.contains("little-endian"), "{about}"),
                }
            }
            if let Tail::Bytes(name) = precompile.layout.tail {
                assert_eq!(kind(name), Kind::Bytes);
            }
        }
    }
}
