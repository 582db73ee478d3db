package gosrc_test

import (
	"os/exec"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// TestTies: what Go calls a maximum or minimum has the derivative that docs/nonsmooth.md says where arguments are
// equal: max of its first, min of its second, slices.Max and slices.Min of the first element.
func TestTies(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- go.mod --
module example.com/ties

go 1.26
-- ties.go --
package ties

import (
	"math"
	"slices"
)

//chad:grad
func Max(x []float64) float64 { return max(x[0], x[1]) }

//chad:grad
func Min(x []float64) float64 { return min(x[0], x[1]) }

//chad:grad
func Max3(x []float64) float64 { return max(x[0], x[1], x[2]) }

//chad:grad
func Min3(x []float64) float64 { return min(x[0], x[1], x[2]) }

//chad:grad
func MathMax(x []float64) float64 { return math.Max(x[0], x[1]) }

//chad:grad
func MathMin(x []float64) float64 { return math.Min(x[0], x[1]) }

//chad:grad
func Both(x []float64) float64 { return max(x[0], x[1]) + min(x[0], x[1]) }

//chad:grad
func MathBoth(x []float64) float64 { return math.Max(x[0], x[1]) + math.Min(x[0], x[1]) }

//chad:grad
func Zero(x []float64) float64 { return max(x[0]-x[1], 0) + min(x[0]-x[1], 0) }

//chad:grad
func Greatest(x []float64) float64 { return slices.Max(x) }

//chad:grad
func Least(x []float64) float64 { return slices.Min(x) }

//chad:grad
func Single(x []float64) float64 { return float64(min(float32(x[0]), float32(x[1]))) }

//chad:grad
func Norm(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += (v - v) * (v - v)
	}
	return math.Sqrt(s)
}

//chad:grad
func Sorted(x []float64) float64 {
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}
-- ties_test.go --
package ties

import (
	"slices"
	"testing"
)

func TestTies(t *testing.T) {
	for _, r := range []struct {
		name string
		grad func(x, xbar []float64) float64
		want []float64
	}{
		{"Max", MaxGrad, []float64{1, 0, 0}}, {"Min", MinGrad, []float64{0, 1, 0}},
		{"Max3", Max3Grad, []float64{1, 0, 0}}, {"Min3", Min3Grad, []float64{0, 0, 1}},
		{"MathMax", MathMaxGrad, []float64{1, 0, 0}}, {"MathMin", MathMinGrad, []float64{0, 1, 0}},
		{"Both", BothGrad, []float64{1, 1, 0}}, {"MathBoth", MathBothGrad, []float64{1, 1, 0}}, {"Zero", ZeroGrad, []float64{1, -1, 0}},
		{"Greatest", GreatestGrad, []float64{1, 0, 0}}, {"Least", LeastGrad, []float64{1, 0, 0}}, {"Single", SingleGrad, []float64{0, 1, 0}},
		{"Norm", NormGrad, []float64{0, 0, 0}}, {"Sorted", SortedGrad, []float64{0, 0, 1}},
	} {
		got := make([]float64, 3)
		if r.grad([]float64{2, 2, 2}, got); !slices.Equal(got, r.want) {
			t.Errorf("%s: %v, want %v", r.name, got, r.want)
		}
	}
}
`)
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
