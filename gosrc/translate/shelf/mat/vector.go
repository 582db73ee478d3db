package mat

import "gonum.org/v1/gonum/blas/blas64"

// VecDense has n elements, inc apart.
type VecDense struct {
	n, inc int
	data   []float64
}

// TransposeVec is a row.
type TransposeVec[M Vector] struct{ m M }

// Dims are the sizes.
func (t TransposeVec[M]) Dims() (r, c int) { return 1, t.m.Len() }

// At is an element.
func (t TransposeVec[M]) At(i, j int) float64 { return t.m.At(j, i) }

// AtVec is an element.
func (t TransposeVec[M]) AtVec(i int) float64 { return t.m.AtVec(i) }

// Len is the number of elements.
func (t TransposeVec[M]) Len() int { return t.m.Len() }

func (t TransposeVec[M]) at(i, j int) float64 { return t.m.at(i+j, 0) }

// T is the vector again.
func (t TransposeVec[M]) T() M { return t.m }

// TVec is the vector again.
func (t TransposeVec[M]) TVec() M { return t.m }

// NewVecDense is the vector over data.
func NewVecDense(n int, data []float64) *VecDense {
	return &VecDense{n, 1, over(n, n, data)}
}

// NewVecDense_nil is a vector of zeros.
func NewVecDense_nil(n int, _ []float64) *VecDense {
	return &VecDense{n, 1, over(n, n, nil)}
}

// VecDenseCopyOf is a new vector.
func VecDenseCopyOf[A Vector](a A) *VecDense { return &VecDense{a.Len(), 1, flat(a)} }

// Dims are the sizes: one column.
func (v *VecDense) Dims() (r, c int) {
	if v.inc == 0 {
		return 0, 0
	}
	return v.n, 1
}

// Len is the number of elements.
func (v *VecDense) Len() int { return v.n }

// At is an element.
func (v *VecDense) At(i, j int) float64 {
	within(i, v.n)
	same(j, 0)
	return v.data[i*v.inc]
}

func (v *VecDense) at(i, j int) float64 { return v.data[i*v.inc] }

// AtVec is an element.
func (v *VecDense) AtVec(i int) float64 {
	within(i, v.n)
	return v.data[i*v.inc]
}

// SetVec changes an element.
func (v *VecDense) SetVec(i int, val float64) {
	within(i, v.n)
	v.data[i*v.inc] = val
}

// T is the vector as a row.
func (v *VecDense) T() TransposeVec[*VecDense] { return TransposeVec[*VecDense]{v} }

// TVec is the vector as a row.
func (v *VecDense) TVec() TransposeVec[*VecDense] { return TransposeVec[*VecDense]{v} }

// RawVector is the vector as BLAS has it.
func (v *VecDense) RawVector() blas64.Vector { return blas64.Vector{N: v.n, Data: v.data, Inc: v.inc} }

// SetRawVector makes v the vector a.
func (v *VecDense) SetRawVector(a blas64.Vector) { v.n, v.inc, v.data = a.N, a.Inc, a.Data }

// IsEmpty reports whether the vector has no elements.
func (v *VecDense) IsEmpty() bool { return v.inc == 0 }

// Reset makes the vector empty.
func (v *VecDense) Reset() {
	v.n, v.inc = 0, 0
	v.data = v.data[:0]
}

// Zero sets all elements to zero.
func (v *VecDense) Zero() {
	for i := range v.n {
		v.data[i*v.inc] = 0
	}
}

// SliceVec is a part of the vector, itself.
func (v *VecDense) SliceVec(i, k int) *VecDense {
	must(0 <= i && i < k && k <= v.n)
	return &VecDense{k - i, v.inc, v.data[i*v.inc : (k-1)*v.inc+1]}
}

// put makes v the vector of the elements, in the memory that it has.
func (v *VecDense) put(data []float64) {
	if v.inc == 0 {
		v.n, v.inc, v.data = len(data), 1, data
		return
	}
	same(len(data), v.n)
	for i := range v.n {
		v.data[i*v.inc] = data[i]
	}
}

// VecDense_CopyVec copies what both have.
func VecDense_CopyVec[A Vector](v *VecDense, a A) int {
	from := flat(a)
	n := min(v.n, a.Len())
	for i := range n {
		v.data[i*v.inc] = from[i]
	}
	return n
}

// VecDense_CloneFromVec makes v a copy of a.
func VecDense_CloneFromVec[A Vector](v *VecDense, a A) {
	v.n, v.inc = a.Len(), 1
	v.data = flat(a)
}

// VecDense_AddVec is v = a + b.
func VecDense_AddVec[A, B Vector](v *VecDense, a A, b B) {
	same(a.Len(), b.Len())
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.at(i, 0) + b.at(i, 0)
	}
	v.put(out)
}

// VecDense_SubVec is v = a - b.
func VecDense_SubVec[A, B Vector](v *VecDense, a A, b B) {
	same(a.Len(), b.Len())
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.at(i, 0) - b.at(i, 0)
	}
	v.put(out)
}

// VecDense_MulElemVec is v = a * b, element by element.
func VecDense_MulElemVec[A, B Vector](v *VecDense, a A, b B) {
	same(a.Len(), b.Len())
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.at(i, 0) * b.at(i, 0)
	}
	v.put(out)
}

// VecDense_DivElemVec is v = a / b, element by element.
func VecDense_DivElemVec[A, B Vector](v *VecDense, a A, b B) {
	same(a.Len(), b.Len())
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.at(i, 0) / b.at(i, 0)
	}
	v.put(out)
}

// VecDense_ScaleVec is v = alpha * a.
func VecDense_ScaleVec[A Vector](v *VecDense, alpha float64, a A) {
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = alpha * a.at(i, 0)
	}
	v.put(out)
}

// VecDense_AddScaledVec is v = a + alpha * b.
func VecDense_AddScaledVec[A, B Vector](v *VecDense, a A, alpha float64, b B) {
	same(a.Len(), b.Len())
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.at(i, 0) + alpha*b.at(i, 0)
	}
	v.put(out)
}

// VecDense_MulVec is v = A b.
func VecDense_MulVec[A Matrix, B Vector](v *VecDense, a A, b B) {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(c, br)
	same(bc, 1)
	out := make([]float64, r)
	for i := range r {
		s := 0.0
		for j := range c {
			s += a.at(i, j) * b.at(j, 0)
		}
		out[i] = s
	}
	v.put(out)
}

// Norm is a norm.
func (v *VecDense) Norm(norm float64) float64 { return Norm(v, norm) }
