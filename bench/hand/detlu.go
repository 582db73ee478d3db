package hand

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// DetLU computes determinants by LU factorisation.
type DetLU struct {
	a      []float64 // the matrix by rows, then its factors or its inverse
	column []float64
	perm   []int
}

// load copies a.
func (w *DetLU) load(a [][]float64) {
	n := len(a)
	w.a, w.column, w.perm = grow(w.a, n*n), grow(w.column, n), grow(w.perm, n)
	for i, row := range a {
		copy(w.a[i*n:(i+1)*n], row[:n])
		w.perm[i] = i
	}
}

// pivot exchanges rows so that the largest element of column j, from row j on,
// is in row j. It returns that row and whether rows changed places.
func (w *DetLU) pivot(j int) (top []float64, swapped bool) {
	n := len(w.perm)
	at, best := j, math.Abs(w.a[j*n+j])
	for i := j + 1; i < n; i++ {
		if v := math.Abs(w.a[i*n+j]); v > best {
			at, best = i, v
		}
	}
	top = w.a[j*n : (j+1)*n]
	if at == j {
		return top, false
	}
	w.perm[j], w.perm[at] = w.perm[at], w.perm[j]
	other := w.a[at*n : (at+1)*n][:len(top)]
	for i, v := range top {
		top[i], other[i] = other[i], v
	}
	return top, true
}

// Value is the determinant of a.
func (w *DetLU) Value(a [][]float64) float64 {
	w.load(a)
	n, det := len(a), 1.0
	for j := range n {
		top, swapped := w.pivot(j)
		det *= top[j]
		if swapped {
			det = -det
		}
		rest := n - j - 1
		if rest == 0 || top[j] == 0 {
			break
		}
		inv, column := 1/top[j], w.column[:rest]
		below := w.a[(j+1)*n:]
		for i := range column {
			column[i] = below[i*n+j] * inv
		}
		blas64.Ger(-1, blas64.Vector{N: rest, Inc: 1, Data: column}, blas64.Vector{N: rest, Inc: 1, Data: top[j+1:]},
			blas64.General{Rows: rest, Cols: rest, Stride: n, Data: below[j+1:]})
	}
	return det
}

// Grad is the determinant of a, and writes its gradient det(a)·a⁻ᵀ to abar.
// The inverse is formed in place by Gauss–Jordan elimination with partial
// pivoting, which does as many operations as LU factorisation and two
// triangular inversions, on longer rows.
func (w *DetLU) Grad(a, abar [][]float64) float64 {
	w.load(a)
	n, det := len(a), 1.0
	for j := range n {
		top, swapped := w.pivot(j)
		det *= top[j]
		if swapped {
			det = -det
		}
		// Row j becomes row j over the pivot, every other row loses its
		// multiple of that; column j becomes that of the inverse.
		inv, column := 1/top[j], w.column
		for i := range column {
			column[i] = w.a[i*n+j]
			w.a[i*n+j] = 0
		}
		column[j], top[j] = 0, 1
		for i := range top {
			top[i] *= inv
		}
		blas64.Ger(-1, blas64.Vector{N: n, Inc: 1, Data: column}, blas64.Vector{N: n, Inc: 1, Data: top},
			blas64.General{Rows: n, Cols: n, Stride: n, Data: w.a})
	}
	// Column j of what is left belongs to row perm[j] of a.
	for j, pj := range w.perm {
		bar := abar[pj][:n]
		for i := range bar {
			bar[i] = det * w.a[i*n+j]
		}
	}
	return det
}
