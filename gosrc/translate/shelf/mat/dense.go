package mat

import "gonum.org/v1/gonum/blas/blas64"

// Dense is a matrix by rows, stride apart.
type Dense struct {
	rows, cols, stride int
	data               []float64
}

// NewDense is the matrix over data.
func NewDense(r, c int, data []float64) *Dense {
	return &Dense{r, c, c, over(min(r, c), r*c, data)}
}

// NewDense_nil is a matrix of zeros.
func NewDense_nil(r, c int, _ []float64) *Dense {
	return &Dense{r, c, c, over(min(r, c), r*c, nil)}
}

// DenseCopyOf is a new matrix.
func DenseCopyOf[A Matrix](a A) *Dense {
	r, c := a.Dims()
	return &Dense{r, c, c, flat(a)}
}

// Dims are the sizes.
func (m *Dense) Dims() (r, c int) { return m.rows, m.cols }

// At is an element.
func (m *Dense) At(i, j int) float64 {
	within(i, m.rows)
	within(j, m.cols)
	return m.data[i*m.stride+j]
}

func (m *Dense) at(i, j int) float64 { return m.data[i*m.stride+j] }

// Set changes an element.
func (m *Dense) Set(i, j int, v float64) {
	within(i, m.rows)
	within(j, m.cols)
	m.data[i*m.stride+j] = v
}

// T is the transpose.
func (m *Dense) T() Transpose[*Dense] { return Transpose[*Dense]{m} }

// RawMatrix is the matrix as BLAS has it.
func (m *Dense) RawMatrix() blas64.General {
	return blas64.General{Rows: m.rows, Cols: m.cols, Stride: m.stride, Data: m.data}
}

// SetRawMatrix makes m the matrix b.
func (m *Dense) SetRawMatrix(b blas64.General) {
	m.rows, m.cols, m.stride, m.data = b.Rows, b.Cols, b.Stride, b.Data
}

// IsEmpty reports whether the matrix has no elements.
func (m *Dense) IsEmpty() bool { return m.stride == 0 }

// Reset makes the matrix empty.
func (m *Dense) Reset() {
	m.rows, m.cols, m.stride = 0, 0, 0
	m.data = m.data[:0]
}

// Zero sets all elements to zero.
func (m *Dense) Zero() {
	for i := range m.rows {
		for j := range m.cols {
			m.data[i*m.stride+j] = 0
		}
	}
}

// RawRowView is a row itself.
func (m *Dense) RawRowView(i int) []float64 {
	within(i, m.rows)
	return m.data[i*m.stride : i*m.stride+m.cols]
}

// RowView is a row as a vector, itself.
func (m *Dense) RowView(i int) *VecDense {
	within(i, m.rows)
	return &VecDense{m.cols, 1, m.data[i*m.stride : i*m.stride+m.cols]}
}

// ColView is a column, itself.
func (m *Dense) ColView(j int) *VecDense {
	within(j, m.cols)
	return &VecDense{m.rows, m.stride, m.data[j : (m.rows-1)*m.stride+j+1]}
}

// Slice is a part of the matrix, itself.
func (m *Dense) Slice(i, k, j, l int) *Dense {
	within(i, m.rows)
	within(j, m.cols)
	within(k-i, m.rows-i+1)
	within(l-j, m.cols-j+1)
	return &Dense{k - i, l - j, m.stride, m.data[i*m.stride+j : (k-1)*m.stride+l]}
}

// SetRow changes a row.
func (m *Dense) SetRow(i int, src []float64) {
	within(i, m.rows)
	same(len(src), m.cols)
	for j := range m.cols {
		m.data[i*m.stride+j] = src[j]
	}
}

// SetCol changes a column.
func (m *Dense) SetCol(j int, src []float64) {
	within(j, m.cols)
	same(len(src), m.rows)
	for i := range m.rows {
		m.data[i*m.stride+j] = src[i]
	}
}

// put makes m the r × c matrix of the elements, in the memory that it has.
func (m *Dense) put(r, c int, data []float64) {
	if m.stride == 0 {
		m.rows, m.cols, m.stride, m.data = r, c, c, data
		return
	}
	same(r, m.rows)
	same(c, m.cols)
	for i := range r {
		for j := range c {
			m.data[i*m.stride+j] = data[i*c+j]
		}
	}
}

// Dense_CloneFrom makes m a copy of a.
func Dense_CloneFrom[A Matrix](m *Dense, a A) {
	r, c := a.Dims()
	m.data = flat(a)
	m.rows, m.cols, m.stride = r, c, c
}

// Dense_Copy copies what both have.
func Dense_Copy[A Matrix](m *Dense, a A) (r, c int) {
	r, c = a.Dims()
	n := c
	from := flat(a)
	r, c = min(r, m.rows), min(c, m.cols)
	for i := range r {
		for j := range c {
			m.data[i*m.stride+j] = from[i*n+j]
		}
	}
	return r, c
}

// Dense_Add is m = a + b.
func Dense_Add[A, B Matrix](m *Dense, a A, b B) {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, br)
	same(c, bc)
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = a.at(i, j) + b.at(i, j)
		}
	}
	m.put(r, c, out)
}

// Dense_Sub is m = a - b.
func Dense_Sub[A, B Matrix](m *Dense, a A, b B) {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, br)
	same(c, bc)
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = a.at(i, j) - b.at(i, j)
		}
	}
	m.put(r, c, out)
}

// Dense_MulElem is m = a * b, element by element.
func Dense_MulElem[A, B Matrix](m *Dense, a A, b B) {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, br)
	same(c, bc)
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = a.at(i, j) * b.at(i, j)
		}
	}
	m.put(r, c, out)
}

// Dense_DivElem is m = a / b, element by element.
func Dense_DivElem[A, B Matrix](m *Dense, a A, b B) {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, br)
	same(c, bc)
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = a.at(i, j) / b.at(i, j)
		}
	}
	m.put(r, c, out)
}

// Dense_Scale is m = f * a.
func Dense_Scale[A Matrix](m *Dense, f float64, a A) {
	r, c := a.Dims()
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = f * a.at(i, j)
		}
	}
	m.put(r, c, out)
}

// Dense_Apply is m = fn of each element of a.
func Dense_Apply[A Matrix](m *Dense, fn func(i, j int, v float64) float64, a A) {
	r, c := a.Dims()
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			out[i*c+j] = fn(i, j, a.at(i, j))
		}
	}
	m.put(r, c, out)
}

// product is the product of two matrices, row by row.
func product[A, B Matrix](a A, b B) (r, c int, out []float64) {
	r, n := a.Dims()
	bn, c := b.Dims()
	same(n, bn)
	out = make([]float64, r*c)
	for i := range r {
		for k := range n {
			v := a.at(i, k)
			for j := range c {
				out[i*c+j] += v * b.at(k, j)
			}
		}
	}
	return r, c, out
}

// Dense_Mul is the product of two matrices.
func Dense_Mul[A, B Matrix](m *Dense, a A, b B) {
	r, c, out := product(a, b)
	m.put(r, c, out)
}

// Dense_Pow is a to the n-th.
func Dense_Pow[A Matrix](m *Dense, a A, n int) {
	r, c := a.Dims()
	same(r, c)
	must(n >= 0)
	out := make([]float64, r*r)
	for i := range r {
		out[i*r+i] = 1
	}
	for range n {
		next := make([]float64, r*r)
		for i := range r {
			for k := range r {
				v := out[i*r+k]
				for j := range r {
					next[i*r+j] += v * a.at(k, j)
				}
			}
		}
		out = next
	}
	m.put(r, r, out)
}

// Dense_Outer is m = alpha * x yᵀ.
func Dense_Outer[X, Y Vector](m *Dense, alpha float64, x X, y Y) {
	r, c := x.Len(), y.Len()
	out := make([]float64, r*c)
	for i := range r {
		v := alpha * x.at(i, 0)
		for j := range c {
			out[i*c+j] = v * y.at(j, 0)
		}
	}
	m.put(r, c, out)
}

// Dense_RankOne is m = a + alpha * x yᵀ.
func Dense_RankOne[A Matrix, X, Y Vector](m *Dense, a A, alpha float64, x X, y Y) {
	r, c := a.Dims()
	same(r, x.Len())
	same(c, y.Len())
	out := make([]float64, r*c)
	for i := range r {
		v := alpha * x.at(i, 0)
		for j := range c {
			out[i*c+j] = a.at(i, j) + v*y.at(j, 0)
		}
	}
	m.put(r, c, out)
}

// Dense_Kronecker is the Kronecker product.
func Dense_Kronecker[A, B Matrix](m *Dense, a A, b B) {
	ra, ca := a.Dims()
	rb, cb := b.Dims()
	out := make([]float64, ra*ca*rb*cb)
	for i := range ra {
		for j := range ca {
			v := a.at(i, j)
			for k := range rb {
				for l := range cb {
					out[(i*rb+k)*(ca*cb)+j*cb+l] = v * b.at(k, l)
				}
			}
		}
	}
	m.put(ra*rb, ca*cb, out)
}

// Dense_Stack is a above b.
func Dense_Stack[A, B Matrix](m *Dense, a A, b B) {
	ra, c := a.Dims()
	rb, cb := b.Dims()
	same(c, cb)
	out := make([]float64, (ra+rb)*c)
	for i := range ra {
		for j := range c {
			out[i*c+j] = a.at(i, j)
		}
	}
	for i := range rb {
		for j := range c {
			out[(ra+i)*c+j] = b.at(i, j)
		}
	}
	m.put(ra+rb, c, out)
}

// Dense_Augment is a beside b.
func Dense_Augment[A, B Matrix](m *Dense, a A, b B) {
	r, ca := a.Dims()
	rb, cb := b.Dims()
	same(r, rb)
	out := make([]float64, r*(ca+cb))
	for i := range r {
		for j := range ca {
			out[i*(ca+cb)+j] = a.at(i, j)
		}
		for j := range cb {
			out[i*(ca+cb)+ca+j] = b.at(i, j)
		}
	}
	m.put(r, ca+cb, out)
}

// Trace is the sum of the diagonal.
func (m *Dense) Trace() float64 { return Trace(m) }

// Norm is a norm.
func (m *Dense) Norm(norm float64) float64 { return Norm(m, norm) }
