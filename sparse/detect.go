package sparse

import (
	"fmt"
	"math"
	"slices"
)

// Detect finds the pattern of the Jacobian of f from f itself, which writes m results for n parameters and keeps
// neither slice: the function that is differentiated, or, for the pattern of a Hessian, its gradient.
//
//	p := sparse.Detect(n, n, func(x, g []float64) { w.FGrad(x, g) }, x0)
//
// At each point every parameter is set to NaN once, which shows in all results that are computed from it, in 0*x too.
// And it is moved a little once, which shows what depends on it in the branches that are taken at the point, unless
// rounding swallows the change. What shows in either is in the pattern, at any of the points. So the pattern has all
// places that are not zero at the points, and in all others where f takes the same branches with the same indices; for
// code without branches on reals, everywhere. math.Pow has such branches: at x = 1 it is 1 for every y, and at y = 0
// for every x, NaN too. Where f branches, give points for the branches, as [Of] wants them for values.
//
// It costs 2n+1 calls of f for each point. It panics if a point has not n elements, and with what f panics with: a real
// that f turns into an index must not be a parameter. Results that are NaN at the point are in the pattern for all
// parameters.
func Detect(m, n int, f func(x, y []float64), points ...[]float64) *Pattern {
	p := NewPattern(m, n)
	x, y, z := make([]float64, n), make([]float64, m), make([]float64, m)
	seen := make([]bool, m*n)
	for _, at := range points {
		if len(at) != n {
			panic(fmt.Sprintf("sparse: a point of %d elements, want %d", len(at), n))
		}
		copy(x, at)
		f(x, y)
		for j := range n {
			for _, v := range []float64{math.NaN(), near(at[j])} {
				copy(x, at)
				x[j] = v
				f(x, z)
				for i := range m {
					if z[i] != y[i] { // NaN differs
						seen[i*n+j] = true
					}
				}
			}
		}
	}
	for i := range m {
		for j := range n {
			if seen[i*n+j] {
				p.rows[i] = append(p.rows[i], j)
			}
		}
	}
	return p
}

// DetectSymmetric is [Detect] for a symmetric matrix, as a Hessian from a gradient: a place that shows has the mirrored
// one in the pattern.
func DetectSymmetric(n int, gradient func(x, g []float64), points ...[]float64) *Pattern {
	p := Detect(n, n, gradient, points...)
	for i := range n {
		for _, j := range slices.Clone(p.rows[i]) {
			p.Set(j, i)
		}
	}
	return p
}

// near is a number that differs from x in its upper half, by much less than its size.
func near(x float64) float64 {
	const step = 1.0 / (1 << 20)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x + step*(1+math.Abs(x))
}
