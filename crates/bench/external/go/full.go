//go:build full

// Engines on modules that the standard library does not bring:
// go build -modfile=go.full.mod -tags full

package main

import (
	"math/big"

	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/hdevalence/ed25519consensus"
)

func init() {
	engineName = "go-full"
	precompiles["ed25519"] = runEd25519Consensus
	precompiles["bn254_add"] = runBn254Add
	precompiles["bn254_mul"] = runBn254Mul
	precompiles["bn254_pairing"] = runBn254Pairing
}

// runEd25519Consensus is CIP-25's precompile on the library that Celo used.
func runEd25519Consensus(input []byte) ([]byte, bool, bool) {
	output := make([]byte, 32)
	if len(input) < 96 || !ed25519consensus.Verify(input[:32], input[96:], input[32:96]) {
		output[31] = 1
	}
	return output, true, true
}

func readG1(bytes []byte) (bn254.G1Affine, bool) {
	var point bn254.G1Affine
	if point.X.SetBytesCanonical(bytes[:32]) != nil || point.Y.SetBytesCanonical(bytes[32:64]) != nil {
		return point, false
	}
	return point, point.IsOnCurve()
}

func readG2(bytes []byte) (bn254.G2Affine, bool) {
	var point bn254.G2Affine
	ok := point.X.A1.SetBytesCanonical(bytes[:32]) == nil &&
		point.X.A0.SetBytesCanonical(bytes[32:64]) == nil &&
		point.Y.A1.SetBytesCanonical(bytes[64:96]) == nil &&
		point.Y.A0.SetBytesCanonical(bytes[96:128]) == nil
	return point, ok && point.IsOnCurve() && point.IsInSubGroup()
}

func writeG1(point *bn254.G1Affine) []byte {
	x, y := point.X.Bytes(), point.Y.Bytes()
	return append(x[:], y[:]...)
}

func runBn254Add(input []byte) ([]byte, bool, bool) {
	p, ok1 := readG1(zeroExtended(input, 0, 64))
	q, ok2 := readG1(zeroExtended(input, 64, 64))
	if !ok1 || !ok2 {
		return nil, false, true
	}
	var sum bn254.G1Affine
	return writeG1(sum.Add(&p, &q)), true, true
}

func runBn254Mul(input []byte) ([]byte, bool, bool) {
	p, ok := readG1(zeroExtended(input, 0, 64))
	if !ok {
		return nil, false, true
	}
	scalar := new(big.Int).SetBytes(zeroExtended(input, 64, 32))
	var product bn254.G1Affine
	return writeG1(product.ScalarMultiplication(&p, scalar)), true, true
}

func runBn254Pairing(input []byte) ([]byte, bool, bool) {
	if len(input)%192 != 0 {
		return nil, false, true
	}
	var ps []bn254.G1Affine
	var qs []bn254.G2Affine
	for ; len(input) > 0; input = input[192:] {
		p, ok1 := readG1(input[:64])
		q, ok2 := readG2(input[64:192])
		if !ok1 || !ok2 {
			return nil, false, true
		}
		if !p.IsInfinity() && !q.IsInfinity() {
			ps, qs = append(ps, p), append(qs, q)
		}
	}
	output := make([]byte, 32)
	one := true
	if len(ps) > 0 {
		var err error
		if one, err = bn254.PairingCheck(ps, qs); err != nil {
			return nil, false, true
		}
	}
	if one {
		output[31] = 1
	}
	return output, true, true
}
