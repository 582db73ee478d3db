package hand

import "gonum.org/v1/gonum/blas/blas64"

// vec is x as BLAS takes it.
func vec(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

// shape gives m r rows and c columns of unspecified contents.
func shape(m *blas64.General, r, c int) {
	m.Rows, m.Cols, m.Stride, m.Data = r, c, c, grow(m.Data, r*c)
}

// zeros makes m an r×c matrix of zeros.
func zeros(m *blas64.General, r, c int) {
	shape(m, r, c)
	clear(m.Data)
}

// contiguous makes m a copy of a.
func contiguous(m *blas64.General, a [][]float64) {
	shape(m, len(a), len(a[0]))
	for i, row := range a {
		copy(m.Data[i*m.Cols:(i+1)*m.Cols], row)
	}
}

// unload copies m to a.
func unload(a [][]float64, m blas64.General) {
	for i, row := range a {
		copy(row, m.Data[i*m.Cols:(i+1)*m.Cols])
	}
}
