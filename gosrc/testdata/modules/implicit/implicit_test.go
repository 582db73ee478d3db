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
		check.Gradient(t, "Square", Square, SquareGrad, x)
		check.Gradient(t, "Loss", Loss, LossGrad, x)
		byHand := make([]float64, 4)
		SquareHessian(x, byHand)
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
				if math.Abs(h[2*i+j]-byHand[2*i+j]) > 1e-12 {
					t.Errorf("at %v, %d %d: %v, by hand %v", x, i, j, h[2*i+j], byHand[2*i+j])
				}
				if want := (gh[j] - gl[j]) / (2 * e); math.Abs(h[2*i+j]-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("at %v, %d %d: %v, want %v", x, i, j, h[2*i+j], want)
				}
			}
		}
	}
}

// Solutions of systems, with slices and with arrays, and with an error.
func TestSystems(t *testing.T) {
	check.Rounding = 1e-15
	for _, k := range []float64{0.6, 0.7, 0.8} {
		check.Gradient(t, "Use", Use, UseGrad, []float64{2, 3}, k)
		check.Gradient(t, "UseFixed", UseFixed, UseFixedGrad, k)
	}
	p, k := []float64{2, 3}, 0.7
	d, e := []float64{0.3, -0.2}, 0.5
	h, hk := make([]float64, 2), 0.0
	UseHVP(p, k, d, e, h, &hk)
	const s = 1e-5
	at := func(s float64) ([]float64, float64) {
		g, gk := make([]float64, 2), 0.0
		UseGrad([]float64{p[0] + s*d[0], p[1] + s*d[1]}, k+s*e, g, &gk)
		return g, gk
	}
	hi, hik := at(s)
	lo, lok := at(-s)
	for i := range h {
		if want := (hi[i] - lo[i]) / (2 * s); math.Abs(h[i]-want) > 1e-8 {
			t.Errorf("HVP %d: %v, want %v", i, h[i], want)
		}
	}
	if want := (hik - lok) / (2 * s); math.Abs(hk-want) > 1e-8 {
		t.Errorf("HVP of k: %v, want %v", hk, want)
	}
}
