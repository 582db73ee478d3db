package hand

import "math/bits"

// DetMinors computes determinants by Laplace expansion, memoised by the set of columns.
type DetMinors struct {
	minor    []float64 // by set of columns
	minorbar []float64
}

// Value is the determinant of a.
func (w *DetMinors) Value(a [][]float64) float64 {
	w.minor = grow(w.minor, 1<<len(a))
	d := w.minor
	d[0] = 1
	for s := 1; s < len(d); s++ {
		row := a[bits.OnesCount(uint(s))-1]
		// From the first column of s to the last: the signs alternate and end with +.
		e := 0.0
		for t := s; t != 0; t &= t - 1 {
			e = row[bits.TrailingZeros(uint(t))]*d[s^t&-t] - e
		}
		d[s] = e
	}
	return d[len(d)-1]
}

// Grad is the determinant of a, and writes its gradient, the cofactors, to abar.
func (w *DetMinors) Grad(a, abar [][]float64) float64 {
	det := w.Value(a)
	d := w.minor
	w.minorbar = grow(w.minorbar, len(d))
	dbar := w.minorbar[:len(d)]
	clear(dbar)
	for _, row := range abar {
		clear(row)
	}
	dbar[len(d)-1] = 1
	for s := len(d) - 1; s > 0; s-- {
		p := bits.OnesCount(uint(s))
		row, bar := a[p-1], abar[p-1]
		bar = bar[:len(row)]
		g := dbar[s]
		if p%2 == 0 {
			g = -g
		}
		for t := s; t != 0; t &= t - 1 {
			j, rest := bits.TrailingZeros(uint(t)), s^t&-t
			bar[j] += g * d[rest]
			dbar[rest] += g * row[j]
			g = -g
		}
	}
	return det
}
