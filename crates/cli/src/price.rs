//! Prices in words.

use gigagas::{Entry, ModexpSchedule, Price};

/// The price of an entry and its limits, in gas and bytes.
pub(crate) fn describe(entry: &Entry) -> String {
    let mut text = formula(entry.price);
    if let Some(max) = entry.limits.operand {
        text += &format!(", lengths to {max}");
    }
    if let Some(max) = entry.limits.input {
        text += &format!(", input to {max} bytes");
    }
    text
}

fn formula(price: Price) -> String {
    match price {
        Price::Flat(gas) => gas.to_string(),
        Price::PerChunk { base, chunk, chunk_len } => {
            format!("{base} + {chunk} per {chunk_len} bytes begun")
        }
        Price::PerItem { base, item, item_len } => format!("{base} + {item} per {item_len} bytes"),
        Price::Msm { mul, item_len, .. } => format!("{mul} per {item_len} bytes, discounted"),
        Price::Modexp(ModexpSchedule::Byzantium) => "EIP-198".into(),
        Price::Modexp(ModexpSchedule::Berlin) => "EIP-2565, at least 200".into(),
        Price::Modexp(ModexpSchedule::Osaka) => "EIP-7883, at least 500".into(),
        Price::PerRound { base: 0, round } => format!("{round} per round"),
        Price::PerRound { base, round } => format!("{base} + {round} per round"),
        Price::Cip20 => "30 + 6 or 60 + 12 per 32 bytes begun, by hash".into(),
        // Prices that are newer than this program.
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::{Fork, Set};

    #[test]
    fn every_price_has_words() {
        let sets = Fork::ALL.iter().map(|&fork| Set::mainnet(fork)).chain([Set::celo_donut()]);
        for entry in sets.flat_map(Set::entries) {
            let words = describe(entry);
            assert!(!words.contains('{'), "{words}");
        }
        let modexp = Set::mainnet(Fork::Osaka).entries()[4];
        assert_eq!(describe(&modexp), "EIP-7883, at least 500, lengths to 1024");
    }
}
