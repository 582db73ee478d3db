// Package mat has the meaning of gonum.org/v1/gonum/mat for matrices whose concrete types are known: sums are taken
// from the first term to the last where gonum keeps several, and products with zero are not left out.
//
// A function of the library that takes a Matrix is a generic function here; a method T.M that does is the function T_M.
// F_nil is F where an argument is written as nil. Matrices that do not fit are panics.
package mat

import "math"

// Matrix is what stands for any matrix.
type Matrix interface {
	// Dims are the sizes.
	Dims() (r, c int)
	// At is an element.
	At(i, j int) float64
	at(i, j int) float64
}

// Vector is a matrix with one column.
type Vector interface {
	Matrix
	// AtVec is an element.
	AtVec(i int) float64
	// Len is the number of elements.
	Len() int
}

// Symmetric is a matrix that equals its transpose.
type Symmetric interface {
	Matrix
	// SymmetricDim is the size.
	SymmetricDim() int
}

// Triangular is a matrix of which one half is zero.
type Triangular interface {
	Matrix
	// Triangle is the size and the half.
	Triangle() (n int, kind TriKind)
}

// same fails unless two lengths are equal.
func same(n, m int) { must(n == m) }

// must fails unless ok. What fails where its value is not used would be left out, a panic is not.
func must(ok bool) {
	if !ok {
		panic("mat: sizes, indices or kinds that do not fit")
	}
}

// within fails unless 0 <= i < n.
func within(i, n int) { must(0 <= i && i < n) }

// over is the memory of a new matrix of n elements, whose least size is size: data, or zeros where that is nil. An
// empty slice counts as nil: whether a slice is nil would have to be kept for all that matrices are made of.
func over(size, n int, data []float64) []float64 {
	must(size > 0)
	if len(data) == 0 {
		return make([]float64, n)
	}
	same(len(data), n)
	return data
}

// Transpose is Mᵀ.
type Transpose[M Matrix] struct{ m M }

// Dims are the sizes.
func (t Transpose[M]) Dims() (r, c int) {
	c, r = t.m.Dims()
	return r, c
}

// At is an element.
func (t Transpose[M]) At(i, j int) float64 { return t.m.At(j, i) }

func (t Transpose[M]) at(i, j int) float64 { return t.m.at(j, i) }

// T is the matrix again.
func (t Transpose[M]) T() M { return t.m }

// flat are the elements of a matrix, row by row.
func flat[M Matrix](a M) []float64 {
	r, c := a.Dims()
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = a.at(i, j)
		}
	}
	return out
}

// Sum is the sum of all elements.
func Sum[M Matrix](a M) float64 {
	r, c := a.Dims()
	s := 0.0
	for i := range r {
		for j := range c {
			s += a.at(i, j)
		}
	}
	return s
}

// Trace is the sum of the diagonal.
func Trace[M Matrix](a M) float64 {
	r, c := a.Dims()
	same(r, c)
	s := 0.0
	for i := range r {
		s += a.at(i, i)
	}
	return s
}

// Max is the greatest element.
func Max[M Matrix](a M) float64 {
	r, c := a.Dims()
	m := a.At(0, 0)
	for i := range r {
		for j := range c {
			if v := a.at(i, j); v > m {
				m = v
			}
		}
	}
	return m
}

// Min is the least element.
func Min[M Matrix](a M) float64 {
	r, c := a.Dims()
	m := a.At(0, 0)
	for i := range r {
		for j := range c {
			if v := a.at(i, j); v < m {
				m = v
			}
		}
	}
	return m
}

// Norm is the greatest sum of a column (1) or row (Inf), or the square root of the sum of squares (2).
func Norm[M Matrix](a M, norm float64) float64 {
	r, c := a.Dims()
	within(0, r)
	if norm == 2 {
		s := 0.0
		for i := range r {
			for j := range c {
				v := a.at(i, j)
				s += v * v
			}
		}
		if s == 0 {
			return 0 // with the gradient 0, not that of a root
		}
		return math.Sqrt(s)
	}
	top := 0.0
	if norm == 1 {
		for j := range c {
			s := 0.0
			for i := range r {
				s += math.Abs(a.at(i, j))
			}
			if s > top {
				top = s
			}
		}
		return top
	}
	must(math.IsInf(norm, 1))
	for i := range r {
		s := 0.0
		for j := range c {
			s += math.Abs(a.at(i, j))
		}
		if s > top {
			top = s
		}
	}
	return top
}

// Equal reports whether two matrices have the same sizes and elements.
func Equal[A, B Matrix](a A, b B) bool {
	r, c := a.Dims()
	br, bc := b.Dims()
	if r != br || c != bc {
		return false
	}
	eq := true
	for i := range r {
		for j := range c {
			eq = eq && a.at(i, j) == b.at(i, j)
		}
	}
	return eq
}

// Dot is the sum of the products of elements.
func Dot[A, B Vector](a A, b B) float64 {
	same(a.Len(), b.Len())
	s := 0.0
	for i := range a.Len() {
		s += a.at(i, 0) * b.at(i, 0)
	}
	return s
}

// Inner is xᵀ A y.
func Inner[X Vector, A Matrix, Y Vector](x X, a A, y Y) float64 {
	r, c := a.Dims()
	same(x.Len(), r)
	same(y.Len(), c)
	s := 0.0
	for i := range r {
		t := 0.0
		for j := range c {
			t += a.at(i, j) * y.at(j, 0)
		}
		s += x.at(i, 0) * t
	}
	return s
}

// Row is a copy of a row, in dst.
func Row[M Matrix](dst []float64, i int, a M) []float64 {
	r, c := a.Dims()
	within(i, r)
	same(len(dst), c)
	for j := range c {
		dst[j] = a.at(i, j)
	}
	return dst
}

// Row_nil is a copy of a row.
func Row_nil[M Matrix](_ []float64, i int, a M) []float64 {
	r, c := a.Dims()
	within(i, r)
	dst := make([]float64, c)
	for j := range c {
		dst[j] = a.at(i, j)
	}
	return dst
}

// Col is a copy of a column, in dst.
func Col[M Matrix](dst []float64, j int, a M) []float64 {
	r, c := a.Dims()
	within(j, c)
	same(len(dst), r)
	for i := range r {
		dst[i] = a.at(i, j)
	}
	return dst
}

// Col_nil is a copy of a column.
func Col_nil[M Matrix](_ []float64, j int, a M) []float64 {
	r, c := a.Dims()
	within(j, c)
	dst := make([]float64, r)
	for i := range r {
		dst[i] = a.at(i, j)
	}
	return dst
}
