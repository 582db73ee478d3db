package hand

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The sum by products is that of math.Log1p, also for tiny terms and for so
// many that a product would overflow.
func TestLog1pSum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, scale := range []float64{1, 1e-3, 1e-12, 1e-300} {
		var s log1pSum
		want := 0.0
		for block := range 300 {
			x := make([]float64, block%257)
			for i := range x {
				x[i] = scale * r.Float64()
				want += math.Log1p(x[i])
			}
			s.add(x)
		}
		if got := s.sum(); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("scale %v: %v, want %v", scale, got, want)
		}
	}
}
