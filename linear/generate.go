package linear

//go:generate go run ../internal/tools/tuplegen -o tuples.go
