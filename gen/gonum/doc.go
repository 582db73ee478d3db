// Package gonum has the calls of gonum that stand for loops, where a file may import it: routines of BLAS and LAPACK for
// whole definitions (kernel.go), and for vector loops over the rows of a matrix (matrix.go).
package gonum
