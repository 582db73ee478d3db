package ridders

import (
	"math"
	"testing"
)

func TestDerivative(t *testing.T) {
	rows := []struct {
		name string
		f    func(float64) float64
		x    float64
		want float64
	}{
		{"exp", math.Exp, 1, math.E},
		{"sin", math.Sin, 0.3, math.Cos(0.3)},
		{"cube", func(x float64) float64 { return x * x * x }, 2, 12},
		{"constant", func(float64) float64 { return 7 }, 2, 0},
	}
	for _, r := range rows {
		d, err := Derivative(r.f, r.x, 0.1)
		if diff := math.Abs(d - r.want); diff > 1e-11 || diff > 10*err+1e-13 {
			t.Errorf("%s: %v ± %v, want %v", r.name, d, err, r.want)
		}
	}
}
