// Package lqr is the cost of a linear system under the gains of a time-varying linear quadratic regulator:
// B. D. O. Anderson, J. B. Moore, Optimal Control: Linear Quadratic Methods, Prentice Hall 1990, sections 2.1 to 2.4,
// in discrete time.
package lqr

import "math"

func matrix(n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
	}
	return a
}

// mul sets dst to a b.
func mul(dst, a, b [][]float64) {
	for i, row := range dst {
		for j := range row {
			row[j] = 0
			for k, x := range a[i] {
				row[j] += x * b[k][j]
			}
		}
	}
}

// tmul sets dst to a' b.
func tmul(dst, a, b [][]float64) {
	for i, row := range dst {
		for j := range row {
			row[j] = 0
			for k := range a {
				row[j] += a[k][i] * b[k][j]
			}
		}
	}
}

// cholesky overwrites the lower triangle of g with its factor.
func cholesky(g [][]float64) {
	for j := range g {
		for i := j; i < len(g); i++ {
			s := g[i][j]
			for k := 0; k < j; k++ {
				s -= g[i][k] * g[j][k]
			}
			if i == j {
				g[j][j] = math.Sqrt(s)
			} else {
				g[i][j] = s / g[j][j]
			}
		}
	}
}

// solve overwrites the columns of x with the solutions of l l' y = x.
func solve(l, x [][]float64) {
	m := len(l)
	for c := range x[0] {
		for i := 0; i < m; i++ {
			for k := 0; k < i; k++ {
				x[i][c] -= l[i][k] * x[k][c]
			}
			x[i][c] /= l[i][i]
		}
		for i := m - 1; i >= 0; i-- {
			for k := i + 1; k < m; k++ {
				x[i][c] -= l[k][i] * x[k][c]
			}
			x[i][c] /= l[i][i]
		}
	}
}

// gains does the Riccati recursion backwards in time. It returns the feedback of each step: u = -K x.
func gains(a, b [][][]float64, q, r []float64) [][][]float64 {
	n, m := len(q), len(r)
	p, pa, bp := matrix(n, n), matrix(n, n), matrix(m, n)
	g, h := matrix(m, m), matrix(m, n)
	for i, w := range q {
		p[i][i] = w
	}
	ks := make([][][]float64, len(a))
	for t := len(a) - 1; t >= 0; t-- {
		tmul(bp, b[t], p)
		mul(g, bp, b[t])
		for i, w := range r {
			g[i][i] += w
		}
		mul(h, bp, a[t])
		k := matrix(m, n)
		for i := range k {
			copy(k[i], h[i])
		}
		cholesky(g)
		solve(g, k)
		ks[t] = k
		// P becomes Q + A'P A - H'K.
		mul(pa, p, a[t])
		tmul(p, a[t], pa)
		for i, row := range p {
			for j := range row {
				for l := range k {
					row[j] -= h[l][i] * k[l][j]
				}
			}
			row[i] += q[i]
		}
	}
	return ks
}

// Cost returns the quadratic cost of the path from x0 under the regulator's gains and the given gusts, which the
// regulator does not know: x becomes A x + B u + gust. The weights are diagonal: q for x (at the end, too), r for u.
//
// It is differentiated with respect to a, b, q, r, x0 and gusts.
func Cost(a, b [][][]float64, q, r, x0 []float64, gusts [][]float64) float64 {
	ks := gains(a, b, q, r)
	x, next, u := make([]float64, len(q)), make([]float64, len(q)), make([]float64, len(r))
	copy(x, x0)
	cost := 0.0
	for t, k := range ks {
		for i, row := range k {
			u[i] = 0
			for j, w := range row {
				u[i] -= w * x[j]
			}
			cost += r[i] * u[i] * u[i]
		}
		for i := range x {
			cost += q[i] * x[i] * x[i]
			next[i] = gusts[t][i]
			for j, w := range a[t][i] {
				next[i] += w * x[j]
			}
			for j, w := range b[t][i] {
				next[i] += w * u[j]
			}
		}
		x, next = next, x
	}
	for i := range x {
		cost += q[i] * x[i] * x[i]
	}
	return cost
}
