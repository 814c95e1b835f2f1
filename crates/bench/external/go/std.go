package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"math/big"
)

func init() {
	precompiles["sha256"] = runSha256
	precompiles["identity"] = runIdentity
	precompiles["modexp"] = runModexp
	precompiles["p256verify"] = runP256Verify
	precompiles["ed25519"] = runEd25519
}

func runSha256(input []byte) ([]byte, bool, bool) {
	digest := sha256.Sum256(input)
	return digest[:], true, true
}

func runIdentity(input []byte) ([]byte, bool, bool) {
	return append([]byte(nil), input...), true, true
}

// runModexp is MODEXP after EIP-198 with the limit of EIP-7823.
func runModexp(input []byte) ([]byte, bool, bool) {
	var lengths [3]int
	for i := range lengths {
		length := new(big.Int).SetBytes(zeroExtended(input, 32*i, 32))
		if !length.IsInt64() || length.Int64() > 1024 {
			return nil, false, true
		}
		lengths[i] = int(length.Int64())
	}
	var operands [3]*big.Int
	offset := 96
	for i, length := range lengths {
		operands[i] = new(big.Int).SetBytes(zeroExtended(input, offset, length))
		offset += length
	}
	base, exp, mod := operands[0], operands[1], operands[2]
	output := make([]byte, lengths[2])
	if mod.Sign() == 0 {
		return output, true, true
	}
	return new(big.Int).Exp(base, exp, mod).FillBytes(output), true, true
}

// runP256Verify is P256VERIFY after EIP-7951.
func runP256Verify(input []byte) ([]byte, bool, bool) {
	if len(input) != 160 {
		return nil, true, true
	}
	number := func(i int) *big.Int { return new(big.Int).SetBytes(input[32*i : 32*i+32]) }
	curve := elliptic.P256()
	r, s, x, y := number(1), number(2), number(3), number(4)
	p := curve.Params().P
	if x.Cmp(p) >= 0 || y.Cmp(p) >= 0 || !curve.IsOnCurve(x, y) {
		return nil, true, true
	}
	key := ecdsa.PublicKey{Curve: curve, X: x, Y: y}
	if !ecdsa.Verify(&key, input[:32], r, s) {
		return nil, true, true
	}
	output := make([]byte, 32)
	output[31] = 1
	return output, true, true
}

// runEd25519 is CIP-25's precompile on a verifier without the cofactor: it differs from the rule of
// CIP-25 (ZIP-215) on encodings and keys that honest signers never make.
func runEd25519(input []byte) ([]byte, bool, bool) {
	output := make([]byte, 32)
	if len(input) < 96 || !ed25519.Verify(input[:32], input[96:], input[32:96]) {
		output[31] = 1
	}
	return output, true, true
}
