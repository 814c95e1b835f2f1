//! gigagas' precompiles for revm and alloy-evm.
