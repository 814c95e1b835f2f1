//! Public test vectors and seeded inputs for the EVM's precompiled contracts.
