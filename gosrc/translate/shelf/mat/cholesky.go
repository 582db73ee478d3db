package mat

import "math"

// Cholesky is the upper factor U of UᵀU.
type Cholesky struct {
	n int
	u []float64
}

// Cholesky_Factorize reports whether the matrix is positive definite.
func Cholesky_Factorize[A Symmetric](c *Cholesky, a A) (ok bool) {
	n := a.SymmetricDim()
	u, ok := cholesky(n, half(a))
	c.u = u
	c.n = 0
	if ok {
		c.n = n
	}
	return ok
}

// cholesky is the upper factor of a matrix whose upper half is given, and whether the matrix is positive definite.
func cholesky(n int, a []float64) (u []float64, ok bool) {
	u = make([]float64, n*n)
	ok = true
	for j := range n {
		s := a[j*n+j]
		for k := range j {
			s -= u[k*n+j] * u[k*n+j]
		}
		ok = ok && s > 0
		d := math.Sqrt(s)
		u[j*n+j] = d
		for i := j + 1; i < n; i++ {
			t := a[j*n+i]
			for k := range j {
				t -= u[k*n+j] * u[k*n+i]
			}
			u[j*n+i] = t / d
		}
	}
	return u, ok
}

// choleskyJVP follows the factorization, of which only the factor is needed: reverse mode keeps no other tape.
//
//chad:derivative of=cholesky
func choleskyJVP(n int, a, da []float64) (u []float64, ok bool, du []float64) {
	u, ok = cholesky(n, a)
	du = make([]float64, n*n)
	for j := range n {
		ds := da[j*n+j]
		for k := range j {
			ds -= 2 * u[k*n+j] * du[k*n+j]
		}
		d := u[j*n+j]
		dd := ds / (2 * d)
		du[j*n+j] = dd
		for i := j + 1; i < n; i++ {
			dt := da[j*n+i]
			for k := range j {
				dt -= u[k*n+i]*du[k*n+j] + u[k*n+j]*du[k*n+i]
			}
			du[j*n+i] = (dt - u[j*n+i]*dd) / d
		}
	}
	return u, ok, du
}

// Cholesky_SetFromU makes c the factorization whose upper factor is t.
func Cholesky_SetFromU[T Triangular](c *Cholesky, t T) {
	n, kind := t.Triangle()
	must(kind == Upper)
	c.n, c.u = n, flat(t)
}

// Clone makes c a copy.
func (c *Cholesky) Clone(chol *Cholesky) {
	within(0, chol.n)
	c.n, c.u = chol.n, append([]float64(nil), chol.u...)
}

// Dims are the sizes.
func (c *Cholesky) Dims() (r, cols int) { return c.n, c.n }

// At is an element of the matrix.
func (c *Cholesky) At(i, j int) float64 {
	within(0, c.n)
	within(i, c.n)
	within(j, c.n)
	return c.at(i, j)
}

func (c *Cholesky) at(i, j int) float64 {
	s := 0.0
	for k := range min(i, j) + 1 {
		s += c.u[k*c.n+i] * c.u[k*c.n+j]
	}
	return s
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
	return solveU(c.n, m, c.u, solveUT(c.n, m, c.u, b))
}

// solveUT solves Uᵀ X = B.
func solveUT(n, m int, u, b []float64) []float64 {
	x := make([]float64, n*m)
	for i := range n {
		for j := range m {
			s := b[i*m+j]
			for k := range i {
				s -= u[k*n+i] * x[k*m+j]
			}
			x[i*m+j] = s / u[i*n+i]
		}
	}
	return x
}

// solveUTJVP is Uᵀ dX = dB - dUᵀ X.
//
//chad:derivative of=solveUT
func solveUTJVP(n, m int, u, b, du, db []float64) (x, dx []float64) {
	x = solveUT(n, m, u, b)
	dx = make([]float64, n*m)
	for i := range n {
		for j := range m {
			ds := db[i*m+j]
			for k := range i {
				ds -= x[k*m+j]*du[k*n+i] + u[k*n+i]*dx[k*m+j]
			}
			dx[i*m+j] = (ds - x[i*m+j]*du[i*n+i]) / u[i*n+i]
		}
	}
	return x, dx
}

// solveU solves U X = B.
func solveU(n, m int, u, b []float64) []float64 {
	x := make([]float64, n*m)
	for d := range n {
		i := n - 1 - d
		for j := range m {
			s := b[i*m+j]
			for k := i + 1; k < n; k++ {
				s -= u[i*n+k] * x[k*m+j]
			}
			x[i*m+j] = s / u[i*n+i]
		}
	}
	return x
}

// solveUJVP is U dX = dB - dU X.
//
//chad:derivative of=solveU
func solveUJVP(n, m int, u, b, du, db []float64) (x, dx []float64) {
	x = solveU(n, m, u, b)
	dx = make([]float64, n*m)
	for d := range n {
		i := n - 1 - d
		for j := range m {
			ds := db[i*m+j]
			for k := i + 1; k < n; k++ {
				ds -= x[k*m+j]*du[i*n+k] + u[i*n+k]*dx[k*m+j]
			}
			dx[i*m+j] = (ds - x[i*m+j]*du[i*n+i]) / u[i*n+i]
		}
	}
	return x, dx
}

// Cholesky_SolveVecTo is A⁻¹ b. The error is nil.
func Cholesky_SolveVecTo[B Vector](c *Cholesky, dst *VecDense, b B) error {
	within(0, c.n)
	same(c.n, b.Len())
	dst.put(c.solve(1, flat(b)))
	return nil
}

// Cholesky_SolveTo is A⁻¹ B. The error is nil.
func Cholesky_SolveTo[B Matrix](c *Cholesky, dst *Dense, b B) error {
	r, m := b.Dims()
	within(0, c.n)
	same(c.n, r)
	dst.put(c.n, m, c.solve(m, flat(b)))
	return nil
}

// InverseTo is A⁻¹. The error is nil.
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
		dst.n, dst.stride, dst.uplo = n, n, 'U'
		dst.data = make([]float64, n*n)
	}
	same(n, dst.n)
	must(dst.uplo == 'U')
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
		dst.n, dst.stride, dst.uplo = n, n, 'L'
		dst.data = make([]float64, n*n)
	}
	same(n, dst.n)
	must(dst.uplo != 'U')
	for i := range n {
		for j := range i + 1 {
			dst.data[i*dst.stride+j] = c.u[j*n+i]
		}
	}
}
