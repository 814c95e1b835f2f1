//! Why a call failed: the outcome that consumes all of its gas, told so that its cause can be mended.

use core::fmt;

use gigagas_math::point::{Defect, InvalidPoint};

/// A failed call: it returns no data and takes its whole gas limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halt {
    /// The price is above the gas limit; nothing was run.
    OutOfGas {
        /// The price in gas; `u64::MAX` means more than any limit can pay.
        required: u64,
        /// The gas that was offered.
        limit: u64,
    },
    /// The input, or a length stated in it, is not admissible.
    Length {
        /// What has this length.
        what: &'static str,
        /// The length in bytes; `u64::MAX` if it does not fit.
        got: u64,
        /// The lengths that are admissible.
        rule: LengthRule,
    },
    /// A field holds a value that its encoding forbids.
    Encoding {
        /// The field.
        at: Place,
        /// The rule that it breaks, to follow "must".
        must: &'static str,
    },
    /// Coordinates that do not satisfy the curve equation.
    NotOnCurve {
        /// The point.
        at: Place,
    },
    /// A point outside the subgroup of prime order.
    NotInSubgroup {
        /// The point.
        at: Place,
    },
    /// All arguments are well-formed, and what they claim does not hold.
    Verification {
        /// The claim that failed.
        claim: &'static str,
    },
}

/// The lengths (bytes) that an input may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthRule {
    /// Just this one.
    Exactly(usize),
    /// Any multiple, zero included.
    MultipleOf(usize),
    /// Any multiple but zero.
    NonZeroMultipleOf(usize),
    /// This or less.
    AtMost(usize),
    /// This or more.
    AtLeast(usize),
}

/// Where in the input a fault stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The field's name, as in [`crate::layout::Layout`].
    pub argument: &'static str,
    /// For repeated items: what an item is (`pair`, `term`, `summand`) and its index from 0.
    pub item: Option<(&'static str, usize)>,
    /// First byte, from the start of the input.
    pub offset: usize,
    /// Length in bytes.
    pub len: usize,
}

impl Halt {
    /// A short stable name: `out_of_gas`, `length`, `encoding`, `not_on_curve`, `not_in_subgroup`,
    /// `verification`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OutOfGas { .. } => "out_of_gas",
            Self::Length { .. } => "length",
            Self::Encoding { .. } => "encoding",
            Self::NotOnCurve { .. } => "not_on_curve",
            Self::NotInSubgroup { .. } => "not_in_subgroup",
            Self::Verification { .. } => "verification",
        }
    }

    /// The field at fault, where one is.
    #[must_use]
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Encoding { at, .. } | Self::NotOnCurve { at } | Self::NotInSubgroup { at } => {
                Some(at)
            }
            _ => None,
        }
    }

    /// A halt for the input as a whole.
    pub(crate) const fn input_length(got: usize, rule: LengthRule) -> Self {
        Self::Length { what: "input", got: got as u64, rule }
    }
}

/// Turns a kernel's complaint into a halt. `points` are an item's points in the kernel's order:
/// their places as of item 0; `item_len` is the distance of items in bytes.
pub(crate) fn invalid_point(fault: InvalidPoint, points: &[Place], item_len: usize) -> Halt {
    let mut at = points[fault.part];
    at.offset += fault.item * item_len;
    at.item = at.item.map(|(unit, _)| (unit, fault.item));
    match fault.defect {
        Defect::NotOnCurve => Halt::NotOnCurve { at },
        Defect::NotInSubgroup => Halt::NotInSubgroup { at },
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.argument)?;
        if let Some((unit, index)) = self.item {
            write!(f, " of {unit} {}", index + 1)?;
        }
        write!(f, " (bytes {}..{})", self.offset, self.offset + self.len)
    }
}

impl fmt::Display for LengthRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(n) => write!(f, "exactly {n}"),
            Self::MultipleOf(n) => write!(f, "a multiple of {n}"),
            Self::NonZeroMultipleOf(n) => write!(f, "a multiple of {n} and not 0"),
            Self::AtMost(n) => write!(f, "at most {n}"),
            Self::AtLeast(n) => write!(f, "at least {n}"),
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfGas { required: u64::MAX, limit } => {
                write!(
                    f,
                    "out of gas: the price is more than any gas limit can pay; {limit} was offered"
                )
            }
            Self::OutOfGas { required, limit } => {
                write!(f, "out of gas: the call costs {required} and {limit} was offered")
            }
            Self::Length { what, got: u64::MAX, rule } => {
                write!(f, "the {what} length is 2^64 bytes or more; it must be {rule}")
            }
            Self::Length { what, got, rule } => {
                write!(f, "the {what} is {got} bytes long; it must be {rule}")
            }
            Self::Encoding { at, must } => write!(f, "{at} must {must}"),
            Self::NotOnCurve { at } => write!(f, "{at} is not on the curve"),
            Self::NotInSubgroup { at } => {
                write!(f, "{at} is on the curve but not in the subgroup of prime order")
            }
            Self::Verification { claim } => write!(f, "verification failed: {claim}"),
        }
    }
}

impl core::error::Error for Halt {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn messages_name_the_argument_the_bytes_and_the_rule() {
        let at = Place { argument: "g2 point", item: Some(("pair", 1)), offset: 256, len: 128 };
        assert_eq!(
            Halt::NotInSubgroup { at }.to_string(),
            "g2 point of pair 2 (bytes 256..384) is on the curve but not in the subgroup of prime order"
        );
        assert_eq!(
            Halt::input_length(212, LengthRule::Exactly(213)).to_string(),
            "the input is 212 bytes long; it must be exactly 213"
        );
        assert_eq!(
            Halt::OutOfGas { required: 3000, limit: 2999 }.to_string(),
            "out of gas: the call costs 3000 and 2999 was offered"
        );
    }

    #[test]
    fn kernel_faults_are_placed_in_the_input() {
        let points = [
            Place { argument: "g1 point", item: Some(("pair", 0)), offset: 0, len: 64 },
            Place { argument: "g2 point", item: Some(("pair", 0)), offset: 64, len: 128 },
        ];
        let fault = InvalidPoint { item: 2, part: 1, defect: Defect::NotOnCurve };
        let halt = invalid_point(fault, &points, 192);
        let at = Place { argument: "g2 point", item: Some(("pair", 2)), offset: 448, len: 128 };
        assert_eq!(halt, Halt::NotOnCurve { at });
        assert_eq!(halt.place(), Some(&at));
    }
}
