//! What each kernel in assembly takes and gives, as data: the proofs of `gigagas-proofs` and the tests of
//! closure read it.

use crate::{bn254, limb::U256, p256, secp256k1};

/// What a kernel computes, as congruences modulo p.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// result · R = a · b.
    Multiply,
    /// result · R = a².
    Square,
    /// result = a + b.
    Add,
    /// result = a - b.
    Subtract,
    /// result = -a.
    Negate,
    /// 2 · result = a.
    Halve,
    /// result = a · R, an operand that is not reduced into Montgomery form.
    Enter,
    /// result · R = a, out of Montgomery form.
    Leave,
}

impl Operation {
    /// The number of operands.
    #[must_use]
    pub const fn operands(self) -> usize {
        match self {
            Self::Multiply | Self::Add | Self::Subtract => 2,
            Self::Square | Self::Negate | Self::Halve | Self::Enter | Self::Leave => 1,
        }
    }
}

/// What is known of a number of the kernel's limbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Any limbs of the radix.
    Any,
    /// Limbs of the radix, below the modulus.
    Reduced,
    /// Limbs of the radix, at most p + p / 2^62: operands of the friendly reduction.
    Nearly,
}

impl Bound {
    /// Whether all that this bound allows is allowed by `other`.
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Reduced, _) | (Self::Nearly, Self::Nearly | Self::Any) | (Self::Any, Self::Any)
        )
    }
}

/// What a kernel takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    /// The symbol of its entry.
    pub name: &'static str,
    /// The field.
    pub field: &'static str,
    /// What is computed.
    pub operation: Operation,
    /// The modulus p.
    pub modulus: &'static U256,
    /// R = 2^montgomery; 0 where numbers are plain.
    pub montgomery: u32,
    /// The bound of every operand.
    pub operands: Bound,
    /// The bound of the result.
    pub result: Bound,
}

/// Rows of a field: its modulus, the exponent of R, the bound of sums, that of factors, and the names.
macro_rules! table {
    ($($field:literal $modulus:path, $montgomery:literal, $sum:ident, $factor:ident:
        $($operation:ident $name:literal)+;)+
    ) => {
        /// The kernels of 4 limbs that are written with MULX, ADCX and ADOX.
        pub static ADX_FIELDS: &[Contract] = &[$($(Contract {
            name: $name,
            field: $field,
            operation: Operation::$operation,
            modulus: &$modulus,
            montgomery: $montgomery,
            operands: table!(@operands $operation $sum $factor),
            result: table!(@result $operation $sum $factor),
        },)+)+];
    };
    (@operands Enter $sum:ident $factor:ident) => { Bound::Any };
    (@operands Multiply $sum:ident $factor:ident) => { Bound::$factor };
    (@operands Square $sum:ident $factor:ident) => { Bound::$factor };
    (@operands Leave $sum:ident $factor:ident) => { Bound::$factor };
    (@operands $operation:ident $sum:ident $factor:ident) => { Bound::$sum };
    (@result Enter $sum:ident $factor:ident) => { Bound::$factor };
    (@result $operation:ident $sum:ident $factor:ident) => { Bound::$sum };
}

table! {
    "bn254 p" bn254::P, 256, Reduced, Nearly:
        Multiply "gigagas_bn254_p_multiply"
        Square "gigagas_bn254_p_square"
        Add "gigagas_bn254_p_add"
        Subtract "gigagas_bn254_p_subtract"
        Negate "gigagas_bn254_p_negate"
        Halve "gigagas_bn254_p_halve"
        Enter "gigagas_bn254_p_enter"
        Leave "gigagas_bn254_p_leave";
    "bn254 r" bn254::R, 256, Reduced, Nearly:
        Multiply "gigagas_bn254_r_multiply"
        Square "gigagas_bn254_r_square"
        Add "gigagas_bn254_r_add"
        Subtract "gigagas_bn254_r_subtract"
        Negate "gigagas_bn254_r_negate"
        Halve "gigagas_bn254_r_halve"
        Enter "gigagas_bn254_r_enter"
        Leave "gigagas_bn254_r_leave";
    "secp256k1 p" secp256k1::P, 0, Any, Any:
        Multiply "gigagas_secp256k1_p_multiply"
        Square "gigagas_secp256k1_p_square"
        Add "gigagas_secp256k1_p_add"
        Subtract "gigagas_secp256k1_p_subtract"
        Negate "gigagas_secp256k1_p_negate"
        Halve "gigagas_secp256k1_p_halve";
    "secp256k1 n" secp256k1::N, 256, Reduced, Reduced:
        Multiply "gigagas_secp256k1_n_multiply"
        Square "gigagas_secp256k1_n_square"
        Add "gigagas_secp256k1_n_add"
        Subtract "gigagas_secp256k1_n_subtract"
        Negate "gigagas_secp256k1_n_negate"
        Halve "gigagas_secp256k1_n_halve"
        Enter "gigagas_secp256k1_n_enter"
        Leave "gigagas_secp256k1_n_leave";
    "P-256 p" p256::P, 256, Reduced, Reduced:
        Multiply "gigagas_p256_p_multiply"
        Square "gigagas_p256_p_square"
        Add "gigagas_p256_p_add"
        Subtract "gigagas_p256_p_subtract"
        Negate "gigagas_p256_p_negate"
        Halve "gigagas_p256_p_halve"
        Enter "gigagas_p256_p_enter"
        Leave "gigagas_p256_p_leave";
    "P-256 n" p256::N, 256, Reduced, Nearly:
        Multiply "gigagas_p256_n_multiply"
        Square "gigagas_p256_n_square"
        Add "gigagas_p256_n_add"
        Subtract "gigagas_p256_n_subtract"
        Negate "gigagas_p256_n_negate"
        Halve "gigagas_p256_n_halve"
        Enter "gigagas_p256_n_enter"
        Leave "gigagas_p256_n_leave";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every result may be an operand of every kernel of its field, save that what enters Montgomery form
    /// may be for products only (as `Fe::new` says).
    #[test]
    fn bounds_are_closed() {
        use Operation::{Enter, Leave, Multiply, Square};
        let mut pairs = 0;
        for kernel in ADX_FIELDS {
            for next in ADX_FIELDS.iter().filter(|next| next.field == kernel.field) {
                let for_products = matches!(next.operation, Multiply | Square | Leave | Enter);
                if kernel.operation != Enter || for_products {
                    assert!(kernel.result.within(next.operands), "{kernel:?} {next:?}");
                    pairs += 1;
                }
            }
        }
        assert!(pairs > 200);
    }
}
