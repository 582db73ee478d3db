package syntax

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// A pair of primitives computes what each of them does, to the last bit (sine and cosine on amd64).
func TestGoPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 36, -36, 37, -37, 709, -709, 710, -710, 745, -745, 746, -746, 1e300, -1e300,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for range 100000 {
		xs = append(xs, r.NormFloat64()*math.Exp(8*r.NormFloat64()))
	}
	for _, x := range xs {
		for _, pair := range []struct {
			name  string
			both  func(x float64) (float64, float64)
			alone [2]func(x float64) float64
		}{
			{"softplusSigmoid", softplusSigmoid, [2]func(x float64) float64{softplus, sigmoid}},
			{"sinCos", sinCos, [2]func(x float64) float64{math.Sin, math.Cos}},
		} {
			if pair.name == "sinCos" && runtime.GOARCH != "amd64" {
				continue
			}
			y, z := pair.both(x)
			if a, b := pair.alone[0](x), pair.alone[1](x); math.Float64bits(y) != math.Float64bits(a) ||
				math.Float64bits(z) != math.Float64bits(b) {
				t.Fatalf("%s(%g): %g, %g, want %g, %g", pair.name, x, y, z, a, b)
			}
		}
	}
	var names []string
	for _, p := range GoPairs() {
		names = append(names, p.Go.Func, p.Ops[0], p.Ops[1])
	}
	if want := []string{"softplusSigmoid", "softplus", "sigmoid", "sinCos", "sin", "cos"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}
