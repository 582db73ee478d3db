package mat

import "gonum.org/v1/gonum/blas/blas64"

// SymDense is a symmetric matrix, of which the upper half is kept.
type SymDense struct {
	n, stride int
	data      []float64
}

// NewSymDense is the matrix over data, of which the upper half counts.
func NewSymDense(n int, data []float64) *SymDense {
	return &SymDense{n, n, over(n, n*n, data)}
}

// NewSymDense_nil is a matrix of zeros.
func NewSymDense_nil(n int, _ []float64) *SymDense {
	return &SymDense{n, n, over(n, n*n, nil)}
}

// Dims are the sizes.
func (s *SymDense) Dims() (r, c int) { return s.n, s.n }

// SymmetricDim is the size.
func (s *SymDense) SymmetricDim() int { return s.n }

// At is an element.
func (s *SymDense) At(i, j int) float64 {
	within(i, s.n)
	within(j, s.n)
	return s.at(i, j)
}

func (s *SymDense) at(i, j int) float64 { return s.data[min(i, j)*s.stride+max(i, j)] }

// SetSym changes an element, and the one across.
func (s *SymDense) SetSym(i, j int, v float64) {
	within(i, s.n)
	within(j, s.n)
	s.data[min(i, j)*s.stride+max(i, j)] = v
}

// T is the matrix itself.
func (s *SymDense) T() *SymDense { return s }

// RawSymmetric is the matrix as BLAS has it.
func (s *SymDense) RawSymmetric() blas64.Symmetric {
	return blas64.Symmetric{Uplo: 'U', N: s.n, Data: s.data, Stride: s.stride}
}

// IsEmpty reports whether the matrix has no elements.
func (s *SymDense) IsEmpty() bool { return s.n == 0 }

// Zero sets all elements to zero.
func (s *SymDense) Zero() {
	for i := range s.n {
		for j := i; j < s.n; j++ {
			s.data[i*s.stride+j] = 0
		}
	}
}

// put makes s the matrix of the elements, in the memory that it has.
func (s *SymDense) put(n int, data []float64) {
	if s.n == 0 {
		s.n, s.stride, s.data = n, n, data
		return
	}
	same(n, s.n)
	for i := range n {
		for j := i; j < n; j++ {
			s.data[i*s.stride+j] = data[i*n+j]
		}
	}
}

// half are the elements of the upper half, row by row.
func half[A Symmetric](a A) []float64 {
	n := a.SymmetricDim()
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			out[i*n+j] = a.at(i, j)
		}
	}
	return out
}

// SymDense_CopySym copies what both have.
func SymDense_CopySym[A Symmetric](s *SymDense, a A) int {
	m := a.SymmetricDim()
	from := half(a)
	n := min(m, s.n)
	for i := range n {
		for j := i; j < n; j++ {
			s.data[i*s.stride+j] = from[i*m+j]
		}
	}
	return n
}

// SymDense_AddSym is s = a + b.
func SymDense_AddSym[A, B Symmetric](s *SymDense, a A, b B) {
	n := a.SymmetricDim()
	same(n, b.SymmetricDim())
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			out[i*n+j] = a.at(i, j) + b.at(i, j)
		}
	}
	s.put(n, out)
}

// SymDense_ScaleSym is s = f * a.
func SymDense_ScaleSym[A Symmetric](s *SymDense, f float64, a A) {
	n := a.SymmetricDim()
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			out[i*n+j] = f * a.at(i, j)
		}
	}
	s.put(n, out)
}

// SymDense_SymRankOne is s = a + alpha * x xᵀ.
func SymDense_SymRankOne[A Symmetric, X Vector](s *SymDense, a A, alpha float64, x X) {
	n := a.SymmetricDim()
	same(n, x.Len())
	out := make([]float64, n*n)
	for i := range n {
		v := alpha * x.at(i, 0)
		for j := i; j < n; j++ {
			out[i*n+j] = a.at(i, j) + v*x.at(j, 0)
		}
	}
	s.put(n, out)
}

// SymDense_RankTwo is s = a + alpha * (x yᵀ + y xᵀ).
func SymDense_RankTwo[A Symmetric, X, Y Vector](s *SymDense, a A, alpha float64, x X, y Y) {
	n := a.SymmetricDim()
	same(n, x.Len())
	same(n, y.Len())
	out := make([]float64, n*n)
	for i := range n {
		v, w := alpha*x.at(i, 0), alpha*y.at(i, 0)
		for j := i; j < n; j++ {
			out[i*n+j] = a.at(i, j) + v*y.at(j, 0) + w*x.at(j, 0)
		}
	}
	s.put(n, out)
}

// SymDense_SymRankK is s = a + alpha * x xᵀ.
func SymDense_SymRankK[A Symmetric, X Matrix](s *SymDense, a A, alpha float64, x X) {
	n := a.SymmetricDim()
	r, c := x.Dims()
	same(n, r)
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			t := 0.0
			for k := range c {
				t += x.at(i, k) * x.at(j, k)
			}
			out[i*n+j] = a.at(i, j) + alpha*t
		}
	}
	s.put(n, out)
}

// SymDense_SymOuterK is s = alpha * x xᵀ.
func SymDense_SymOuterK[X Matrix](s *SymDense, alpha float64, x X) {
	n, c := x.Dims()
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			t := 0.0
			for k := range c {
				t += x.at(i, k) * x.at(j, k)
			}
			out[i*n+j] = alpha * t
		}
	}
	s.put(n, out)
}

// Trace is the sum of the diagonal.
func (s *SymDense) Trace() float64 { return Trace(s) }

// Norm is a norm.
func (s *SymDense) Norm(norm float64) float64 { return Norm(s, norm) }

// DiagDense is a diagonal matrix.
type DiagDense struct {
	n, inc int
	data   []float64
}

// NewDiagDense is the matrix with that diagonal.
func NewDiagDense(n int, data []float64) *DiagDense {
	return &DiagDense{n, 1, over(n, n, data)}
}

// NewDiagDense_nil is a matrix of zeros.
func NewDiagDense_nil(n int, _ []float64) *DiagDense {
	return &DiagDense{n, 1, over(n, n, nil)}
}

// Diag is the size.
func (d *DiagDense) Diag() int { return d.n }

// Dims are the sizes.
func (d *DiagDense) Dims() (r, c int) { return d.n, d.n }

// SymmetricDim is the size.
func (d *DiagDense) SymmetricDim() int { return d.n }

// At is an element.
func (d *DiagDense) At(i, j int) float64 {
	within(i, d.n)
	within(j, d.n)
	return d.at(i, j)
}

func (d *DiagDense) at(i, j int) float64 {
	if i != j {
		return 0
	}
	return d.data[i*d.inc]
}

// SetDiag changes an element of the diagonal.
func (d *DiagDense) SetDiag(i int, v float64) {
	within(i, d.n)
	d.data[i*d.inc] = v
}

// T is the matrix itself.
func (d *DiagDense) T() *DiagDense { return d }

// Trace is the sum of the diagonal.
func (d *DiagDense) Trace() float64 { return Trace(d) }
