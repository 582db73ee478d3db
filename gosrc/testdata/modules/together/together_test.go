package together

import (
	"math"
	"math/rand/v2"
	"testing"
)

// With the derivatives by hand come the same derivatives as without, in all modes.
func TestTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	close := func(what string, a, b float64) {
		t.Helper()
		if !(math.Abs(a-b) <= 1e-9*(1+math.Abs(b))) {
			t.Errorf("%s: %v, want %v", what, a, b)
		}
	}
	for range 50 {
		n := r.IntN(8)
		x, dx, g, h := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], dx[i] = 2*r.Float64()-1, 2*r.Float64()-1
		}
		k, dk := r.Float64(), r.Float64()
		var gk, hk float64
		close("value", AllGrad(x, k, g, &gk), PlainGrad(x, k, h, &hk))
		close("by k", gk, hk)
		for i := range g {
			close("by x", g[i], h[i])
		}
		_, d := AllJVP(x, k, dx, dk)
		_, e := PlainJVP(x, k, dx, dk)
		close("tangent", d, e)
		AllHVP(x, k, dx, dk, g, &gk)
		PlainHVP(x, k, dx, dk, h, &hk)
		close("second by k", gk, hk)
		for i := range g {
			close("second by x", g[i], h[i])
		}
	}
}
