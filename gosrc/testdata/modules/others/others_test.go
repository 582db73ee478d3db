package others

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"example.com/modules/nested/check"
)

// Gradients through gonum's own source are those of differences.
func TestOthers(t *testing.T) {
	check.Rounding = 1e-14
	r := rand.New(rand.NewPCG(5, 6))
	vec := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		return x
	}
	for range 5 {
		check.Gradient(t, "Beale", Beale, BealeGrad, vec(2))
		check.Gradient(t, "Watson", Watson, WatsonGrad, vec(3))
		v := vec(6)
		check.Gradient(t, "Vectors", Vectors, VectorsGrad, r3.Vec{X: v[0], Y: v[1], Z: v[2]}, r3.Vec{X: v[3], Y: v[4], Z: v[5]})
		check.Gradient(t, "Moments", Moments, MomentsGrad, vec(6), []float64{1, 2, 1.5, 1, 3, 1})
		check.Gradient(t, "Related", Related, RelatedGrad, vec(5), vec(5))
		check.Gradient(t, "Normal", Normal, NormalGrad, vec(2), vec(2))
		x := []float64{0, .5, 1.25, 2, 3}
		check.Gradient(t, "Area", func(y []float64) float64 { return Area(x, y) },
			func(y, g []float64) float64 { return AreaGrad(x, y, g) }, vec(5))
		check.Gradient(t, "Line", func(y []float64, at float64) float64 { return Line(x, y, at) },
			func(y []float64, at float64, g []float64, d *float64) float64 { return LineGrad(x, y, at, g, d) }, vec(5), 1.6)
		check.Gradient(t, "Incomplete", func(x float64) float64 { return Incomplete(1.7, x) },
			func(x float64, d *float64) float64 { return IncompleteGrad(1.7, x, d) }, 0.4+r.Float64())
	}
}
