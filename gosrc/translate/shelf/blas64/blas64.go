// Package blas64 has the meaning of gonum.org/v1/gonum/blas/blas64, for increments that are not negative.
package blas64

import "math"

// Vector has N elements, Inc apart.
type Vector struct {
	N    int
	Data []float64
	Inc  int
}

// General is a matrix by rows, Stride apart.
type General struct {
	Rows, Cols int
	Data       []float64
	Stride     int
}

// Triangular is one half of a square matrix.
type Triangular struct {
	Uplo   byte
	Diag   byte
	N      int
	Data   []float64
	Stride int
}

// Symmetric is given by one half.
type Symmetric struct {
	Uplo   byte
	N      int
	Data   []float64
	Stride int
}

// same fails unless two lengths are equal.
func same(n, m int) {
	if n != m { // what fails where its value is not used would be left out, a panic is not
		panic("blas64: lengths differ")
	}
}

// Dot is the sum of x[i] * y[i].
func Dot(x, y Vector) float64 {
	same(x.N, y.N)
	d := 0.0
	for i := range x.N {
		d += x.Data[i*x.Inc] * y.Data[i*y.Inc]
	}
	return d
}

// Nrm2 is the Euclidean norm; squares may overflow where BLAS scales them.
func Nrm2(x Vector) float64 {
	d := 0.0
	for i := range x.N {
		d += x.Data[i*x.Inc] * x.Data[i*x.Inc]
	}
	if d == 0 {
		return 0 // with the gradient 0, not that of a root
	}
	return math.Sqrt(d)
}

// Asum is the sum of the absolute values.
func Asum(x Vector) float64 {
	d := 0.0
	for i := range x.N {
		d += math.Abs(x.Data[i*x.Inc])
	}
	return d
}

// Iamax is the index of the first element of greatest absolute value, or -1.
func Iamax(x Vector) int {
	k, best := -1, -1.0
	for i := range x.N {
		if a := math.Abs(x.Data[i*x.Inc]); a > best || i == 0 { // which may be NaN
			k, best = i, a
		}
	}
	return k
}

// Swap exchanges two vectors.
func Swap(x, y Vector) {
	same(x.N, y.N)
	for i := range x.N {
		x.Data[i*x.Inc], y.Data[i*y.Inc] = y.Data[i*y.Inc], x.Data[i*x.Inc]
	}
}

// Copy is y = x.
func Copy(x, y Vector) {
	same(x.N, y.N)
	for i := range x.N {
		y.Data[i*y.Inc] = x.Data[i*x.Inc]
	}
}

// Axpy is y += alpha * x.
func Axpy(alpha float64, x, y Vector) {
	same(x.N, y.N)
	for i := range x.N {
		y.Data[i*y.Inc] += alpha * x.Data[i*x.Inc]
	}
}

// Scal is x *= alpha.
func Scal(alpha float64, x Vector) {
	for i := range x.N {
		x.Data[i*x.Inc] *= alpha
	}
}

// Gemv is y = alpha * A * x + beta * y, with Aᵀ unless t is 'N'.
func Gemv(t byte, alpha float64, a General, x Vector, beta float64, y Vector) {
	if t == 'N' {
		same(a.Cols, x.N)
		same(a.Rows, y.N)
		if a.Cols == 0 {
			return // y is left alone, as it is there
		}
		for i := range a.Rows {
			s := 0.0
			for j := range a.Cols {
				s += a.Data[i*a.Stride+j] * x.Data[j*x.Inc]
			}
			y.Data[i*y.Inc] = alpha*s + scaled(beta, y.Data[i*y.Inc])
		}
		return
	}
	same(a.Rows, x.N)
	same(a.Cols, y.N)
	if a.Rows == 0 {
		return // y is left alone, as it is there
	}
	for j := range a.Cols {
		y.Data[j*y.Inc] = scaled(beta, y.Data[j*y.Inc])
	}
	for i := range a.Rows {
		for j := range a.Cols {
			y.Data[j*y.Inc] += alpha * a.Data[i*a.Stride+j] * x.Data[i*x.Inc]
		}
	}
}

// scaled is beta * y, where beta = 0 does not read y.
func scaled(beta, y float64) float64 {
	if beta == 0 {
		return 0
	}
	return beta * y
}

// Ger is A += alpha * x * yᵀ.
func Ger(alpha float64, x, y Vector, a General) {
	same(a.Rows, x.N)
	same(a.Cols, y.N)
	for i := range a.Rows {
		for j := range a.Cols {
			a.Data[i*a.Stride+j] += alpha * x.Data[i*x.Inc] * y.Data[j*y.Inc]
		}
	}
}

// Gemm is C = alpha * A * B + beta * C, with Aᵀ unless tA is 'N', and Bᵀ unless tB is.
func Gemm(tA, tB byte, alpha float64, a, b General, beta float64, c General) {
	rows, inner, ai, ak := a.Rows, a.Cols, a.Stride, 1
	if tA != 'N' {
		rows, inner, ai, ak = a.Cols, a.Rows, 1, a.Stride
	}
	cols, bk, bj := b.Cols, b.Stride, 1
	if tB != 'N' {
		cols, bk, bj = b.Rows, 1, b.Stride
	}
	for i := range rows { // the sizes of c are those, as there
		for j := range cols {
			s := 0.0
			for k := range inner {
				s += a.Data[i*ai+k*ak] * b.Data[k*bk+j*bj]
			}
			c.Data[i*c.Stride+j] = alpha*s + scaled(beta, c.Data[i*c.Stride+j])
		}
	}
}

// Symv is y = alpha * A * x + beta * y for a symmetric A.
func Symv(alpha float64, a Symmetric, x Vector, beta float64, y Vector) {
	same(a.N, x.N)
	same(a.N, y.N)
	for i := range a.N {
		s := 0.0
		for j := range a.N {
			k := i*a.Stride + j
			if (a.Uplo == 'U') != (i <= j) && i != j {
				k = j*a.Stride + i
			}
			s += a.Data[k] * x.Data[j*x.Inc]
		}
		y.Data[i*y.Inc] = alpha*s + scaled(beta, y.Data[i*y.Inc])
	}
}

// Trmv is x = A * x for a triangular A, with Aᵀ unless t is 'N'.
func Trmv(t byte, a Triangular, x Vector) {
	same(a.N, x.N)
	down := (a.Uplo == 'U') == (t == 'N') // the first elements of the result need those behind them
	for p := range a.N {
		i := p
		if !down {
			i = a.N - 1 - p
		}
		s := x.Data[i*x.Inc]
		if a.Diag != 'U' {
			s *= a.Data[i*a.Stride+i]
		}
		from, to := 0, i
		if down {
			from, to = i+1, a.N
		}
		for j := from; j < to; j++ {
			k := i*a.Stride + j
			if t != 'N' {
				k = j*a.Stride + i
			}
			s += a.Data[k] * x.Data[j*x.Inc]
		}
		x.Data[i*x.Inc] = s
	}
}

// Trsv solves A * x = b for a triangular A, with Aᵀ unless t is 'N'; b comes in x.
func Trsv(t byte, a Triangular, x Vector) {
	same(a.N, x.N)
	up := (a.Uplo == 'U') == (t == 'N') // the last unknown comes first
	for p := range a.N {
		i := p
		if up {
			i = a.N - 1 - p
		}
		s := x.Data[i*x.Inc]
		from, to := 0, i
		if up {
			from, to = i+1, a.N
		}
		for j := from; j < to; j++ {
			k := i*a.Stride + j
			if t != 'N' {
				k = j*a.Stride + i
			}
			s -= a.Data[k] * x.Data[j*x.Inc]
		}
		if a.Diag != 'U' {
			s /= a.Data[i*a.Stride+i]
		}
		x.Data[i*x.Inc] = s
	}
}
