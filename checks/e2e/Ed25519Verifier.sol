// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity 0.8.37;

/// Asks the ed25519 precompile (CIP-25) and says in events what it was asked and what it answered.
contract Ed25519Verifier {
    event LogBytes(string label, bytes data);
    event LogBytes32(string label, bytes32 data);

    /// Where the precompile stands: 0x0a in CIP-25's first draft, 0xf3 as adopted.
    address public immutable precompile;

    constructor(address address_) {
        precompile = address_;
    }

    /// Zero if the signature is valid, one if not. Asks twice, by CALL and by STATICCALL; the two must agree.
    function callEd25519Verify(bytes memory message, bytes32 publicKey, bytes32[2] memory signature)
        external
        returns (bytes32)
    {
        bytes memory input = abi.encodePacked(publicKey, signature[0], signature[1], message);
        emit LogBytes("input", input);

        (bool called, bytes memory byCall) = precompile.call(input);
        require(called && byCall.length == 32, "CALL failed");
        bytes32 result = abi.decode(byCall, (bytes32));
        emit LogBytes32("result", result);

        (bool asked, bytes memory byStaticCall) = precompile.staticcall(input);
        require(asked && byStaticCall.length == 32, "STATICCALL failed");
        require(abi.decode(byStaticCall, (bytes32)) == result, "CALL and STATICCALL differ");
        return result;
    }
}
