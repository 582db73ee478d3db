package hand

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// DetLU computes determinants by LU factorisation.
type DetLU struct {
	a    []float64   // the matrix, then its factors or its inverse
	rows [][]float64 // of a, exchanged by pivoting
	perm []int
}

// DetLUTapeBytes is the memory of Grad for an n×n matrix.
func DetLUTapeBytes(n int) int { return 8*n*n + 24*n + 8*n }

// load copies a.
func (w *DetLU) load(a [][]float64) {
	n := len(a)
	w.a, w.rows, w.perm = grow(w.a, n*n), grow(w.rows, n), grow(w.perm, n)
	for i, row := range a {
		w.rows[i] = w.a[i*n : (i+1)*n]
		w.perm[i] = i
		copy(w.rows[i], row[:n])
	}
}

// pivot exchanges rows so that the largest element of column j, from row j on,
// is in row j, and returns it. The sign changes if two rows changed places.
func (w *DetLU) pivot(j int, sign float64) (pivot, newSign float64) {
	rows := w.rows
	at, best := j, math.Abs(rows[j][j])
	for i := j + 1; i < len(rows); i++ {
		if v := math.Abs(rows[i][j]); v > best {
			at, best = i, v
		}
	}
	if at != j {
		rows[j], rows[at] = rows[at], rows[j]
		w.perm[j], w.perm[at] = w.perm[at], w.perm[j]
		sign = -sign
	}
	return rows[j][j], sign
}

// Value is the determinant of a.
func (w *DetLU) Value(a [][]float64) float64 {
	w.load(a)
	det, sign := 1.0, 1.0
	for j := range w.rows {
		var p float64
		p, sign = w.pivot(j, sign)
		det *= p
		if p == 0 {
			return 0
		}
		inv, top := 1/p, w.rows[j][j+1:]
		for _, row := range w.rows[j+1:] {
			floats.AddScaled(row[j+1:], -row[j]*inv, top)
		}
	}
	return sign * det
}

// Grad is the determinant of a, and writes its gradient det(a)·a⁻ᵀ to abar.
// The inverse is formed in place by Gauss–Jordan elimination with partial
// pivoting, which does as many operations as LU factorisation and two
// triangular inversions, on longer rows.
func (w *DetLU) Grad(a, abar [][]float64) float64 {
	w.load(a)
	det, sign := 1.0, 1.0
	for j := range w.rows {
		var p float64
		p, sign = w.pivot(j, sign)
		det *= p
		inv, top := 1/p, w.rows[j]
		top[j] = 1
		floats.Scale(inv, top)
		for i, row := range w.rows {
			if i != j {
				f := row[j]
				row[j] = 0
				floats.AddScaled(row, -f, top)
			}
		}
	}
	det *= sign
	// rows is the inverse of the exchanged matrix: column j belongs to row perm[j] of a.
	for j, pj := range w.perm {
		bar := abar[pj][:len(w.rows)]
		for i, row := range w.rows {
			bar[i] = det * row[j]
		}
	}
	return det
}
