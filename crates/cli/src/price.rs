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

/// The price with other numbers: `GAS` for one that is the same for every input, else `BASE+UNIT`, or
/// `UNIT` alone for one without a base.
pub(crate) fn with_numbers(price: Price, text: &str) -> Result<Price, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<u64>()
            .map_err(|error| format!("{text:?} is not a number of gas: {error}"))
    };
    let pair = || {
        let (base, unit) = text.split_once('+').ok_or("this price has two parts: BASE+UNIT")?;
        Ok::<_, String>((number(base)?, number(unit)?))
    };
    match price {
        Price::Flat(_) => Ok(Price::Flat(number(text)?)),
        Price::PerChunk { chunk_len, .. } => {
            pair().map(|(base, chunk)| Price::PerChunk { base, chunk, chunk_len })
        }
        Price::PerItem { item_len, .. } => {
            pair().map(|(base, item)| Price::PerItem { base, item, item_len })
        }
        Price::PerRound { .. } => pair().map(|(base, round)| Price::PerRound { base, round }),
        Price::Msm { item_len, discounts, .. } => {
            Ok(Price::Msm { mul: number(text)?, item_len, discounts })
        }
        _ => Err("its price is a formula without such numbers; --fork chooses another".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gigagas::{Fork, Set};

    #[test]
    fn prices_take_other_numbers() {
        let osaka = |i: usize| Set::mainnet(Fork::Osaka).entries()[i].price;
        assert_eq!(with_numbers(osaka(0), "841"), Ok(Price::Flat(841)));
        let sha256 = with_numbers(osaka(1), "30+6").unwrap();
        assert_eq!(formula(sha256), "30 + 6 per 32 bytes begun");
        let pairing = with_numbers(osaka(7), "45000 + 20000").unwrap();
        assert_eq!(formula(pairing), "45000 + 20000 per 192 bytes");
        assert_eq!(formula(with_numbers(osaka(8), "0+2").unwrap()), "2 per round");
        for (i, text) in [(0, "1+2"), (0, ""), (1, "60"), (4, "500"), (7, "1+x"), (8, "-1+1")] {
            assert!(with_numbers(osaka(i), text).is_err(), "{i} {text}");
        }
    }

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
