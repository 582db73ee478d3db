// Package functions has the functions of package mathlib in Go: their reference build. Only operations that every
// machine has occur, in the part of Go that internal/fromgo translates, and no product is an operand of a
// sum without a conversion between them, which forbids Go to fuse the two. So results are the same bits everywhere.
package functions
