package nested

import (
	"math"
	"testing"
)

// Gradients through adapters are those of the closed forms.
func TestProblems(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	c, scale, rate, n := []float64{1, -2, 0.5}, 0.7, 0.1, 5
	k, sum := 1-2*rate*scale, 0.0
	for _, v := range c {
		sum += v * v
	}
	var byScale float64
	byC := []float64{math.NaN(), math.NaN(), math.NaN()}
	near("value", SettledGrad(c, scale, rate, n, byC, &byScale), scale*math.Pow(k, 10)*sum)
	for i, v := range c {
		near("by c", byC[i], 2*scale*math.Pow(k, 10)*v)
	}
	near("by scale", byScale, math.Pow(k, 10)*sum-2*rate*10*scale*math.Pow(k, 9)*sum)
	hc, hs := make([]float64, 3), 0.0
	SettledHVP(c, scale, rate, n, []float64{1, 0, 0}, 0, hc, &hs)
	near("twice by c", hc[0], 2*scale*math.Pow(k, 10))
	near("by c and scale", hs, 2*c[0]*(math.Pow(k, 10)-2*rate*10*scale*math.Pow(k, 9)))

	w, x, at := &Well{1.5}, []float64{2, -1}, []float64{3, 0.5}
	wbar, xbar := &Well{math.NaN()}, []float64{math.NaN(), math.NaN()}
	d, q, r := w.Depth, 0.0, 0.0
	for i, v := range x {
		q += at[i] * v * v
		r += 4 * at[i] * at[i] * v * v
	}
	near("pulled", PulledGrad(w, x, at, wbar, xbar), d*q+d*d*d*r)
	near("by depth", wbar.Depth, q+3*d*d*r)
	for i, v := range x {
		near("by x", xbar[i], 2*d*at[i]*v+8*d*d*d*at[i]*at[i]*v)
	}
	near("failed", PulledGrad(w, x, at[:1], wbar, xbar), 7*d*x[0])
	near("failed, by depth", wbar.Depth, 7*x[0])
	near("failed, by x", xbar[0]+xbar[1], 7*d)
}
