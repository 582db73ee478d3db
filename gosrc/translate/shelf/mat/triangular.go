package mat

import "gonum.org/v1/gonum/blas/blas64"

// TriKind says which half is kept.
type TriKind bool

// The halves.
const (
	Upper TriKind = true
	Lower TriKind = false
)

// TriDense is a triangular matrix; uplo is 'U' or 'L', as in BLAS.
type TriDense struct {
	n, stride int
	uplo      byte
	data      []float64
}

// uplo is the letter of a half.
func uplo(kind TriKind) byte {
	if kind {
		return 'U'
	}
	return 'L'
}

// NewTriDense is the matrix over data, of which one half counts.
func NewTriDense(n int, kind TriKind, data []float64) *TriDense {
	return &TriDense{n, n, uplo(kind), over(n, n*n, data)}
}

// NewTriDense_nil is a matrix of zeros.
func NewTriDense_nil(n int, kind TriKind, _ []float64) *TriDense {
	return &TriDense{n, n, uplo(kind), over(n, n*n, nil)}
}

// Dims are the sizes.
func (t *TriDense) Dims() (r, c int) { return t.n, t.n }

// Triangle is the size and the half.
func (t *TriDense) Triangle() (n int, kind TriKind) { return t.n, t.uplo == 'U' }

// At is an element.
func (t *TriDense) At(i, j int) float64 {
	within(i, t.n)
	within(j, t.n)
	return t.at(i, j)
}

func (t *TriDense) at(i, j int) float64 {
	if t.uplo == 'U' && i > j || t.uplo != 'U' && i < j {
		return 0
	}
	return t.data[i*t.stride+j]
}

// SetTri changes an element of the half that is kept.
func (t *TriDense) SetTri(i, j int, v float64) {
	within(i, t.n)
	within(j, t.n)
	must(t.uplo == 'U' && i <= j || t.uplo != 'U' && i >= j)
	t.data[i*t.stride+j] = v
}

// T is the transpose.
func (t *TriDense) T() Transpose[*TriDense] { return Transpose[*TriDense]{t} }

// TTri is the transpose.
func (t *TriDense) TTri() Transpose[*TriDense] { return Transpose[*TriDense]{t} }

// RawTriangular is the matrix as BLAS has it.
func (t *TriDense) RawTriangular() blas64.Triangular {
	m := blas64.Triangular{Uplo: 'U', Diag: 'N', N: t.n, Data: t.data, Stride: t.stride}
	if t.uplo != 'U' {
		m.Uplo = 'L'
	}
	return m
}

// IsEmpty reports whether the matrix has no elements.
func (t *TriDense) IsEmpty() bool { return t.stride == 0 }

// Trace is the sum of the diagonal.
func (t *TriDense) Trace() float64 { return Trace(t) }

// Norm is a norm.
func (t *TriDense) Norm(norm float64) float64 { return Norm(t, norm) }
