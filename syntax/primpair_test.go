package syntax

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A pair of primitives computes what each of them does, to the last bit.
func TestGoPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 36, -36, 37, -37, 709, -709, 710, -710, 745, -745, 746, -746, 1e300, -1e300,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for range 100000 {
		xs = append(xs, r.NormFloat64()*math.Exp(8*r.NormFloat64()))
	}
	for _, x := range xs {
		y, dy := softplusSigmoid(x)
		if a, b := softplus(x), sigmoid(x); math.Float64bits(y) != math.Float64bits(a) || math.Float64bits(dy) != math.Float64bits(b) {
			t.Fatalf("%g: %g, %g, want %g, %g", x, y, dy, a, b)
		}
	}
	if p := GoPairs(); len(p) != 1 || p[0].Ops != [2]string{"softplus", "sigmoid"} || p[0].Go.Func != "softplusSigmoid" {
		t.Errorf("%v", p)
	}
}
