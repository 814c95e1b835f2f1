module gigagas-engine-go

go 1.19
