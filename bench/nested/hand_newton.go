package nested

import "math"

// HandNewton is the gradient of Newton. A step is x − H⁻¹·g, so that its reverse pass solves once more with the factor
// of H, and Cholesky's method itself is not differentiated.
type HandNewton struct {
	x, xbar, u     []float64
	xs, ds, es, ls []float64 // of each step: x before it, the step, the exponentials, the factor
}

// Grad is the value, and writes the gradient to abar, ybar and decaybar.
func (h *HandNewton) Grad(
	a [][]float64, y []float64, decay float64, goal []float64, steps int,
	abar [][]float64, ybar []float64, decaybar *float64,
) float64 {
	n, m := len(goal), len(a)
	h.x, h.xbar, h.u = room(h.x, n), room(h.xbar, n), room(h.u, n)
	h.xs, h.ds, h.es, h.ls = room(h.xs, n*steps), room(h.ds, n*steps), room(h.es, m*steps), room(h.ls, n*n*steps)
	x, xbar, u := h.x[:n], h.xbar[:n], h.u[:n]
	clear(x)
	for t := range steps {
		d, e, l := h.ds[t*n:][:n], h.es[t*m:][:m], h.ls[t*n*n:][:n*n]
		copy(h.xs[t*n:], x)
		for i, v := range x {
			d[i] = decay * v
			row := l[i*n:][:i+1]
			clear(row)
			row[i] = decay
		}
		for j, row := range a {
			row = row[:n]
			z := 0.0
			for i, v := range row {
				z += v * x[i]
			}
			ej := math.Exp(z)
			e[j] = ej
			r := ej - y[j]
			for i, v := range row {
				d[i] += r * v
				v *= ej
				to := l[i*n:][:i+1]
				for k, b := range row[:i+1] {
					to[k] += v * b
				}
			}
		}
		factor(l, n)
		solve(l, d, n)
		for i, v := range d {
			x[i] -= v
		}
	}
	s := 0.0
	for i, v := range x {
		r := v - goal[i]
		s += r * r
		xbar[i] = 2 * r
	}

	for j := range abar {
		clear(abar[j])
	}
	clear(ybar)
	db := 0.0
	for t := steps - 1; t >= 0; t-- {
		xt, d, e, l := h.xs[t*n:][:n], h.ds[t*n:][:n], h.es[t*m:][:m], h.ls[t*n*n:][:n*n]
		copy(u, xbar)
		solve(l, u, n)
		// The cotangent of H is u·dᵀ, that of g is −u.
		for i, ui := range u {
			db += ui * (d[i] - xt[i])
			xbar[i] -= decay * ui
		}
		for j, row := range a {
			row = row[:n]
			au, ad := 0.0, 0.0
			for i, v := range row {
				au += v * u[i]
				ad += v * d[i]
			}
			ybar[j] += au
			ej := e[j]
			z := ej * au * (ad - 1)
			cu, cd := ej*(ad-1)+y[j], ej*au
			to := abar[j][:n]
			for i, v := range row {
				xbar[i] += z * v
				to[i] += z*xt[i] + cu*u[i] + cd*d[i]
			}
		}
	}
	*decaybar = db
	return s
}

// factor writes Cholesky's factor over the lower half of l.
func factor(l []float64, n int) {
	for i := range n {
		li := l[i*n:][:i+1]
		for j := range i {
			lj := l[j*n:][:j+1]
			s := li[j]
			for k, v := range lj[:j] {
				s -= li[k] * v
			}
			li[j] = s / lj[j]
		}
		s := li[i]
		for _, v := range li[:i] {
			s -= v * v
		}
		li[i] = math.Sqrt(s)
	}
}

// solve writes the solution of l·lᵀ·z = b to b.
func solve(l, b []float64, n int) {
	b = b[:n]
	for i := range b {
		li := l[i*n:][:i+1]
		s := b[i]
		for k, v := range li[:i] {
			s -= v * b[k]
		}
		b[i] = s / li[i]
	}
	for i := n - 1; i >= 0; i-- {
		li := l[i*n:][:i+1]
		s := b[i] / li[i]
		b[i] = s
		for k, v := range li[:i] {
			b[k] -= v * s
		}
	}
}
