package mat

import "math"

type singular struct{}

// Error is a message.
func (singular) Error() string { return "mat: matrix singular or near-singular" }

// factorLU is the LU factorization of an n × n matrix with rows in the order perm: L without its diagonal of ones below U.
// sign is that of perm, ok whether no pivot is zero.
func factorLU(n int, a []float64) (lu []float64, perm []int, sign float64, ok bool) {
	lu = make([]float64, n*n)
	for i := range n * n {
		lu[i] = a[i]
	}
	perm = make([]int, n)
	for i := range n {
		perm[i] = i
	}
	sign, ok = 1, true
	for k := range n {
		p := k
		best := math.Abs(lu[perm[k]*n+k])
		for i := k + 1; i < n; i++ {
			if v := math.Abs(lu[perm[i]*n+k]); v > best {
				p, best = i, v
			}
		}
		if p != k {
			perm[k], perm[p] = perm[p], perm[k]
			sign = -sign
		}
		pivot := lu[perm[k]*n+k]
		ok = ok && pivot != 0
		for i := k + 1; i < n; i++ {
			if pivot != 0 {
				f := lu[perm[i]*n+k] / pivot
				lu[perm[i]*n+k] = f
				for j := k + 1; j < n; j++ {
					lu[perm[i]*n+j] -= f * lu[perm[k]*n+j]
				}
			}
		}
	}
	return
}

// substitute solves for the columns of an n × m matrix.
func substitute(n, m int, lu []float64, perm []int, b []float64) []float64 {
	x := make([]float64, n*m)
	for i := range n {
		for j := range m {
			s := b[perm[i]*m+j]
			for k := range i {
				s -= lu[perm[i]*n+k] * x[k*m+j]
			}
			x[i*m+j] = s
		}
	}
	for d := range n {
		i := n - 1 - d
		for j := range m {
			s := x[i*m+j]
			for k := i + 1; k < n; k++ {
				s -= lu[perm[i]*n+k] * x[k*m+j]
			}
			x[i*m+j] = s / lu[perm[i]*n+i]
		}
	}
	return x
}

// solve is the solution X of A X = B by elimination, and whether no pivot is zero.
func solve(n, m int, a, b []float64) ([]float64, bool) {
	lu, perm, _, ok := factorLU(n, a)
	return substitute(n, m, lu, perm, b), ok
}

// solveJVP is A dX = dB - dA X.
//
//chad:derivative of=solve
func solveJVP(n, m int, a, b, da, db []float64) ([]float64, bool, []float64) {
	lu, perm, _, ok := factorLU(n, a)
	x := substitute(n, m, lu, perm, b)
	r := make([]float64, n*m)
	for i := range n {
		for j := range m {
			s := db[i*m+j]
			for k := range n {
				s -= da[i*n+k] * x[k*m+j]
			}
			r[i*m+j] = s
		}
	}
	return x, ok, substitute(n, m, lu, perm, r)
}

// logDet is the logarithm of the determinant's absolute value, and its sign.
func logDet(n int, a []float64) (det, sign float64) {
	lu, perm, sign, _ := factorLU(n, a)
	for i := range n {
		v := lu[perm[i]*n+i]
		if v < 0 {
			sign = -sign
		}
		det += math.Log(math.Abs(v))
	}
	return det, sign
}

// logDetJVP is the trace of A⁻¹ dA.
//
//chad:derivative of=logDet
func logDetJVP(n int, a, da []float64) (det, sign, ddet, dsign float64) {
	lu, perm, sign, _ := factorLU(n, a)
	for i := range n {
		v := lu[perm[i]*n+i]
		if v < 0 {
			sign = -sign
		}
		det += math.Log(math.Abs(v))
	}
	one := make([]float64, n*n)
	for i := range n {
		one[i*n+i] = 1
	}
	inv := substitute(n, n, lu, perm, one)
	for i := range n {
		for j := range n {
			ddet += inv[j*n+i] * da[i*n+j]
		}
	}
	return det, sign, ddet, 0
}

// LogDet is the logarithm of the absolute value of the determinant, and its sign.
func LogDet[M Matrix](a M) (det, sign float64) {
	r, c := a.Dims()
	same(r, c)
	return logDet(r, flat(a))
}

// Det is the determinant.
func Det[M Matrix](a M) float64 {
	det, sign := LogDet(a)
	return math.Exp(det) * sign
}

// Dense_Solve is the solution of a square system.
func Dense_Solve[A, B Matrix](m *Dense, a A, b B) error {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, c)
	same(r, br)
	x, ok := solve(r, bc, flat(a), flat(b))
	if !ok {
		return singular{}
	}
	m.put(r, bc, x)
	return nil
}

// VecDense_SolveVec is the solution of a square system.
func VecDense_SolveVec[A Matrix, B Vector](v *VecDense, a A, b B) error {
	r, c := a.Dims()
	br, bc := b.Dims()
	same(r, c)
	same(r, br)
	same(bc, 1)
	x, ok := solve(r, 1, flat(a), flat(b))
	if !ok {
		return singular{}
	}
	v.put(x)
	return nil
}

// Dense_Inverse is the inverse.
func Dense_Inverse[A Matrix](m *Dense, a A) error {
	r, c := a.Dims()
	same(r, c)
	one := make([]float64, r*r)
	for i := range r {
		one[i*r+i] = 1
	}
	x, ok := solve(r, r, flat(a), one)
	if !ok {
		return singular{}
	}
	m.put(r, r, x)
	return nil
}

// Cholesky is the upper factor U of UᵀU.
type Cholesky struct {
	n int
	u []float64
}

// Cholesky_Factorize reports whether the matrix is positive definite.
func Cholesky_Factorize[A Symmetric](c *Cholesky, a A) (ok bool) {
	n := a.SymmetricDim()
	u := make([]float64, n*n)
	ok = true
	for j := range n {
		s := a.at(j, j)
		for k := range j {
			s -= u[k*n+j] * u[k*n+j]
		}
		ok = ok && s > 0
		d := math.Sqrt(s)
		u[j*n+j] = d
		for i := j + 1; i < n; i++ {
			t := a.at(j, i)
			for k := range j {
				t -= u[k*n+j] * u[k*n+i]
			}
			u[j*n+i] = t / d
		}
	}
	c.u = u
	c.n = 0
	if ok {
		c.n = n
	}
	return ok
}

// SymmetricDim is the size.
func (c *Cholesky) SymmetricDim() int { return c.n }

// IsEmpty reports whether there is no factor.
func (c *Cholesky) IsEmpty() bool { return c.n == 0 }

// LogDet is the logarithm of the determinant.
func (c *Cholesky) LogDet() float64 {
	within(0, c.n)
	det := 0.0
	for i := range c.n {
		det += 2 * math.Log(c.u[i*c.n+i])
	}
	return det
}

// Det is the determinant.
func (c *Cholesky) Det() float64 { return math.Exp(c.LogDet()) }

// solve solves for the columns of an n × m matrix.
func (c *Cholesky) solve(m int, b []float64) []float64 {
	n := c.n
	x := make([]float64, n*m)
	for i := range n {
		for j := range m {
			s := b[i*m+j]
			for k := range i {
				s -= c.u[k*n+i] * x[k*m+j]
			}
			x[i*m+j] = s / c.u[i*n+i]
		}
	}
	for d := range n {
		i := n - 1 - d
		for j := range m {
			s := x[i*m+j]
			for k := i + 1; k < n; k++ {
				s -= c.u[i*n+k] * x[k*m+j]
			}
			x[i*m+j] = s / c.u[i*n+i]
		}
	}
	return x
}

// Cholesky_SolveVecTo is A⁻¹ b.
func Cholesky_SolveVecTo[B Vector](c *Cholesky, dst *VecDense, b B) error {
	within(0, c.n)
	same(c.n, b.Len())
	dst.put(c.solve(1, flat(b)))
	return nil
}

// Cholesky_SolveTo is A⁻¹ B.
func Cholesky_SolveTo[B Matrix](c *Cholesky, dst *Dense, b B) error {
	r, m := b.Dims()
	within(0, c.n)
	same(c.n, r)
	dst.put(c.n, m, c.solve(m, flat(b)))
	return nil
}

// InverseTo is A⁻¹.
func (c *Cholesky) InverseTo(dst *SymDense) error {
	within(0, c.n)
	one := make([]float64, c.n*c.n)
	for i := range c.n {
		one[i*c.n+i] = 1
	}
	dst.put(c.n, c.solve(c.n, one))
	return nil
}

// ToSym is the matrix again.
func (c *Cholesky) ToSym(dst *SymDense) {
	n := c.n
	within(0, n)
	out := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			s := 0.0
			for k := range i + 1 {
				s += c.u[k*n+i] * c.u[k*n+j]
			}
			out[i*n+j] = s
		}
	}
	dst.put(n, out)
}

// UTo is the upper factor.
func (c *Cholesky) UTo(dst *TriDense) {
	n := c.n
	within(0, n)
	if dst.stride == 0 {
		dst.n, dst.stride, dst.upper = n, n, true
		dst.data = make([]float64, n*n)
	}
	same(n, dst.n)
	if !dst.upper {
		panic("mat: triangular storage mismatch")
	}
	for i := range n {
		for j := i; j < n; j++ {
			dst.data[i*dst.stride+j] = c.u[i*n+j]
		}
	}
}

// LTo is the lower factor.
func (c *Cholesky) LTo(dst *TriDense) {
	n := c.n
	within(0, n)
	if dst.stride == 0 {
		dst.n, dst.stride, dst.upper = n, n, false
		dst.data = make([]float64, n*n)
	}
	same(n, dst.n)
	if dst.upper {
		panic("mat: triangular storage mismatch")
	}
	for i := range n {
		for j := range i + 1 {
			dst.data[i*dst.stride+j] = c.u[j*n+i]
		}
	}
}
