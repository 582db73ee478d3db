package implicit

import (
	"math"
	"testing"

	"example.com/modules/nested/check"
)

// The derivative of a root, by the tangents of the equation, is that of differences; so is its second.
func TestImplicit(t *testing.T) {
	check.Rounding = 1e-15
	for _, x := range [][]float64{{3, .5}, {8, -1}, {1.5, 2}} {
		check.Gradient(t, "Loss", Loss, LossGrad, x)
		h := make([]float64, 4)
		LossHessian(x, h)
		for i := range x {
			const e = 1e-5
			lo, hi := []float64{x[0], x[1]}, []float64{x[0], x[1]}
			lo[i] -= e
			hi[i] += e
			gl, gh := make([]float64, 2), make([]float64, 2)
			LossGrad(lo, gl)
			LossGrad(hi, gh)
			for j := range x {
				if want := (gh[j] - gl[j]) / (2 * e); math.Abs(h[2*i+j]-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("at %v, %d %d: %v, want %v", x, i, j, h[2*i+j], want)
				}
			}
		}
	}
}
