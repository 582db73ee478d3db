package nested

import "math"

// Poisson is the negative log-likelihood of counts y, with a decay.
//
//chad:grad wrt=x
//chad:hessian wrt=x
func Poisson(x []float64, a [][]float64, y []float64, decay float64) float64 {
	s := 0.0
	for j, row := range a {
		z := 0.0
		for i, v := range row {
			z += v * x[i]
		}
		s += math.Exp(z) - y[j]*z
	}
	for _, v := range x {
		s += 0.5 * decay * v * v
	}
	return s
}

// Newton is how far from the goal the minimum of Poisson is, to which steps of Newton's method lead.
//
//chad:grad wrt=a,y,decay
func Newton(a [][]float64, y []float64, decay float64, goal []float64, steps int) float64 {
	n := len(goal)
	x, g, h := make([]float64, n), make([]float64, n), make([]float64, n*n)
	for range steps {
		PoissonGrad(x, a, y, decay, g)
		PoissonHessian(x, a, y, decay, h)
		cholesky(h, g, n)
		for i := range x {
			x[i] -= g[i]
		}
	}
	s := 0.0
	for i, v := range x {
		s += (v - goal[i]) * (v - goal[i])
	}
	return s
}

// cholesky writes the solution of h·z = b to b, and the factor to the lower half of h.
func cholesky(h, b []float64, n int) {
	for i := range n {
		for j := range i + 1 {
			s := h[i*n+j]
			for k := range j {
				s -= h[i*n+k] * h[j*n+k]
			}
			if i == j {
				h[i*n+i] = math.Sqrt(s)
			} else {
				h[i*n+j] = s / h[j*n+j]
			}
		}
	}
	for i := range n {
		for k := range i {
			b[i] -= h[i*n+k] * b[k]
		}
		b[i] /= h[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= h[k*n+i] * b[k]
		}
		b[i] /= h[i*n+i]
	}
}
