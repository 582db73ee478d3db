package linear

//go:generate go run ../internal/tuplegen -o tuples.go
