package implicit

import (
	"math"
	"testing"
)

// A minimiser has the derivative that differences of it have, by reals and by lists.
func TestMinimises(t *testing.T) {
	// Where sinh(x-a) + 2bx = 0: dx/da = cosh(x-a) / (cosh(x-a) + 2b), dx/db = -2x / (cosh(x-a) + 2b).
	a, b := 0.7, 0.4
	x := Least(a, b)
	var da, db float64
	AtLeastGrad(a, b, &da, &db)
	h := math.Cosh(x-a) + 2*b
	if want := x + a*math.Cosh(x-a)/h; math.Abs(da-want) > 1e-7 {
		t.Errorf("by a: %v, want %v", da, want)
	}
	if want := -2 * x * a / h; math.Abs(db-want) > 1e-7 {
		t.Errorf("by b: %v, want %v", db, want)
	}
	k, dk, load := []float64{1, 2, 0.7}, make([]float64, 3), 0.3
	var dl float64
	EndGrad(k, load, dk, &dl)
	const step = 1e-5
	if want := (End(k, load+step) - End(k, load-step)) / (2 * step); math.Abs(dl-want) > 1e-7*(1+math.Abs(want)) {
		t.Errorf("by load: %v, want %v", dl, want)
	}
	for i := range k {
		up, down := append([]float64(nil), k...), append([]float64(nil), k...)
		up[i] += step
		down[i] -= step
		if want := (End(up, load) - End(down, load)) / (2 * step); math.Abs(dk[i]-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("by k[%d]: %v, want %v", i, dk[i], want)
		}
	}
}
