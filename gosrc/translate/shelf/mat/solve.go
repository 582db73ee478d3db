package mat

import "math"

type singular struct{}

// Error is a message.
func (singular) Error() string { return "mat: matrix singular or near-singular" }

// factorLU is the LU factorization of an n × n matrix with rows in the order perm: L without its diagonal of ones below
// U. sign is that of perm, ok whether no pivot is zero.
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
	return lu, perm, sign, ok
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

// solveJVP is A dX = dB - dA X. Its elimination is written out: what depends on tangents may not be handed to a
// function.
//
//chad:derivative of=solve
func solveJVP(n, m int, a, b, da, db []float64) ([]float64, bool, []float64) {
	lu, perm, _, ok := factorLU(n, a)
	x := substitute(n, m, lu, perm, b)
	dx := make([]float64, n*m)
	for i := range n {
		row := perm[i]
		for j := range m {
			s := db[row*m+j]
			for k := range n {
				s -= x[k*m+j] * da[row*n+k]
			}
			for k := range i {
				s -= lu[row*n+k] * dx[k*m+j]
			}
			dx[i*m+j] = s
		}
	}
	for d := range n {
		i := n - 1 - d
		row := perm[i]
		for j := range m {
			s := dx[i*m+j]
			for k := i + 1; k < n; k++ {
				s -= lu[row*n+k] * dx[k*m+j]
			}
			dx[i*m+j] = s / lu[row*n+i]
		}
	}
	return x, ok, dx
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

// Dense_Solve is the solution of a square system; an error says that the matrix is singular.
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

// VecDense_SolveVec is the solution of a square system; an error says that the matrix is singular.
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

// Dense_Inverse is the inverse; an error says that there is none.
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
