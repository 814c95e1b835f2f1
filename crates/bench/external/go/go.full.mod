module gigagas-engine-go

go 1.21

require (
	github.com/consensys/gnark-crypto v0.18.0
	github.com/hdevalence/ed25519consensus v0.2.0
)
