//! Errors in the words and codes of geth.

use std::fmt::Display;

use alloy_primitives::{Bytes, U256};
use jsonrpsee::types::ErrorObjectOwned;
use revm::context::result::{EVMError, HaltReason, InvalidTransaction, OutOfGasError};

use crate::state::ReadError;

/// What a request gets instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) code: i32,
    pub(crate) message: String,
    pub(crate) data: Option<Bytes>,
    /// Why the transaction cannot be executed, if that is it.
    pub(crate) invalid: Option<Box<InvalidTransaction>>,
}

impl Error {
    pub(crate) fn new(code: i32, message: impl Display) -> Self {
        Self { code, message: message.to_string(), data: None, invalid: None }
    }

    /// -32000: the transaction cannot be executed.
    fn invalid(invalid: InvalidTransaction) -> Self {
        let error = Self::server(invalid_transaction(&invalid));
        Self { invalid: Some(Box::new(invalid)), ..error }
    }

    /// -32602: the parameters do not fit the method.
    pub(crate) fn params(message: impl Display) -> Self {
        Self::new(-32602, message)
    }

    /// -32000: what is asked cannot be done.
    pub(crate) fn server(message: impl Display) -> Self {
        Self::new(-32000, message)
    }

    /// -32603: a fault that is not the caller's.
    pub(crate) fn internal(message: impl Display) -> Self {
        Self::new(-32603, message)
    }

    /// 4444 (EIP-4444): the block is forgotten.
    pub(crate) fn pruned() -> Self {
        Self::new(4444, "pruned history unavailable")
    }

    /// -32000: there is no such block.
    pub(crate) fn no_block() -> Self {
        Self::server("header not found")
    }

    /// 3: the call reverted with `output`.
    pub(crate) fn revert(output: Bytes) -> Self {
        let message = match revert_reason(&output) {
            Some(reason) => format!("execution reverted: {reason}"),
            None => "execution reverted".into(),
        };
        Self { data: Some(output), ..Self::new(3, message) }
    }
}

impl From<Error> for ErrorObjectOwned {
    fn from(error: Error) -> Self {
        Self::owned(error.code, error.message, error.data)
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::server(error)
    }
}

impl From<EVMError<ReadError>> for Error {
    fn from(error: EVMError<ReadError>) -> Self {
        match error {
            EVMError::Transaction(invalid) => Self::invalid(invalid),
            EVMError::Database(error) => error.into(),
            // A precompile that is not offered, a route that does not exist.
            EVMError::Custom(message) => Self::server(message),
            other => Self::server(other),
        }
    }
}

/// geth's words for a transaction that cannot be executed.
pub(crate) fn invalid_transaction(invalid: &InvalidTransaction) -> String {
    use InvalidTransaction as I;
    match invalid {
        I::NonceTooLow { tx, state } => {
            format!("nonce too low: next nonce {state}, tx nonce {tx}")
        }
        I::NonceTooHigh { tx, state } => {
            format!("nonce too high: next nonce {state}, tx nonce {tx}")
        }
        I::NonceOverflowInTransaction => "nonce has max value".into(),
        I::LackOfFundForMaxFee { fee, balance } => {
            format!("insufficient funds for gas * price + value: have {balance} want {fee}")
        }
        I::OverflowPaymentInTransaction => "insufficient funds for gas * price + value".into(),
        I::CallGasCostMoreThanGasLimit { initial_gas, gas_limit } => {
            format!("intrinsic gas too low: have {gas_limit}, want {initial_gas}")
        }
        I::GasFloorMoreThanGasLimit { gas_floor, gas_limit } => {
            format!("insufficient gas for floor data gas cost: have {gas_limit}, want {gas_floor}")
        }
        I::GasPriceLessThanBasefee => "max fee per gas less than block base fee".into(),
        I::PriorityFeeGreaterThanMaxFee => {
            "max priority fee per gas higher than max fee per gas".into()
        }
        I::CallerGasLimitMoreThanBlock => "exceeds block gas limit".into(),
        I::TxGasLimitGreaterThanCap { gas_limit, cap } => {
            format!("transaction gas limit too high (cap: {cap}, tx: {gas_limit})")
        }
        I::RejectCallerWithCode => "sender not an eoa".into(),
        I::CreateInitCodeSizeLimit => "max initcode size exceeded".into(),
        I::InvalidChainId => "invalid chain id for signer".into(),
        I::Eip2930NotSupported
        | I::Eip1559NotSupported
        | I::Eip4844NotSupported
        | I::Eip7702NotSupported => "transaction type not supported".into(),
        other => other.to_string(),
    }
}

/// geth's words for a halt.
pub(crate) fn halt(reason: &HaltReason) -> String {
    match reason {
        HaltReason::OutOfGas(OutOfGasError::InvalidOperand) => "gas uint64 overflow".into(),
        HaltReason::OutOfGas(_) => "out of gas".into(),
        HaltReason::OpcodeNotFound | HaltReason::NotActivated => "invalid opcode".into(),
        HaltReason::InvalidFEOpcode => "invalid opcode: INVALID".into(),
        HaltReason::OutOfOffset => "return data out of bounds".into(),
        HaltReason::StackOverflow => "stack limit reached 1024".into(),
        HaltReason::CreateCollision => "contract address collision".into(),
        HaltReason::CreateContractSizeLimit => "max code size exceeded".into(),
        HaltReason::CreateContractStartingWithEF => "invalid code: must not begin with 0xef".into(),
        HaltReason::StateChangeDuringStaticCall | HaltReason::CallNotAllowedInsideStatic => {
            "write protection".into()
        }
        HaltReason::OutOfFunds => "insufficient balance for transfer".into(),
        HaltReason::CallTooDeep => "max call depth exceeded".into(),
        other => other.to_string(),
    }
}

/// What `Error(string)` or `Panic(uint256)` says.
fn revert_reason(output: &[u8]) -> Option<String> {
    let (selector, arguments) = output.split_at_checked(4)?;
    match selector {
        [0x08, 0xc3, 0x79, 0xa0] => {
            let text = tail(arguments, number(arguments)?)?;
            let bytes = text.get(32..)?.get(..number(text)?)?;
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        [0x4e, 0x48, 0x7b, 0x71] => Some(panic_reason(number(arguments)?)),
        _ => None,
    }
}

fn tail(bytes: &[u8], offset: usize) -> Option<&[u8]> {
    bytes.get(offset..)
}

/// The first word of `bytes`, if it is a small number.
fn number(bytes: &[u8]) -> Option<usize> {
    U256::from_be_slice(bytes.get(..32)?).try_into().ok()
}

/// The codes that Solidity documents, in geth's words.
fn panic_reason(code: usize) -> String {
    match code {
        0x00 => "generic panic",
        0x01 => "assert(false)",
        0x11 => "arithmetic underflow or overflow",
        0x12 => "division or modulo by zero",
        0x21 => "enum overflow",
        0x22 => "invalid encoded storage byte array accessed",
        0x31 => "out-of-bounds array access; popping on an empty array",
        0x32 => "out-of-bounds access of an array or bytesN",
        0x41 => "out of memory",
        0x51 => "uninitialized function",
        other => return format!("unknown panic code: {other:#x}"),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    fn encoded(text: &str) -> Vec<u8> {
        let mut out = hex!("08c379a0").to_vec();
        out.extend(U256::from(32).to_be_bytes::<32>());
        out.extend(U256::from(text.len()).to_be_bytes::<32>());
        out.extend(text.as_bytes());
        out
    }

    #[test]
    fn reasons_are_read() {
        let error = Error::revert(encoded("no").into());
        assert_eq!((error.code, error.message.as_str()), (3, "execution reverted: no"));
        let mut panic = hex!("4e487b71").to_vec();
        panic.extend(U256::from(0x11).to_be_bytes::<32>());
        assert_eq!(revert_reason(&panic).unwrap(), "arithmetic underflow or overflow");
        assert_eq!(Error::revert(Bytes::new()).message, "execution reverted");
    }

    #[test]
    fn reasons_that_are_cut_or_lie_are_left_out() {
        let whole = encoded("hello");
        for len in 0..whole.len() {
            assert_eq!(revert_reason(&whole[..len]), None, "{len}");
        }
        let mut long = whole.clone();
        long[36..68].fill(0xff);
        assert_eq!(revert_reason(&long), None);
        let mut far = whole;
        far[4..36].fill(0xff);
        assert_eq!(revert_reason(&far), None);
    }
}
