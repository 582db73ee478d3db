package hand

import (
	"testing"

	"github.com/seed-4b734f86/gochad/bench/data"
)

// sink keeps the compiler from dropping what is measured.
var sink float64

// measure runs the value and the gradient of a problem, once before the clock starts.
func measure(b *testing.B, name string, value, grad func() float64) {
	for _, kind := range []struct {
		name string
		f    func() float64
	}{{"value", value}, {"grad", grad}} {
		b.Run(name+"/"+kind.name, func(b *testing.B) {
			sink = kind.f()
			b.ReportAllocs()
			for b.Loop() {
				sink = kind.f()
			}
		})
	}
}

func BenchmarkHand(b *testing.B) {
	for _, p := range []problem{
		rosenbrock(1000), logistic(1000, 50),
		gmm(1000, 10, 5), gmm(1000, 10, 25), gmm(1000, 64, 5), gmm(1000, 64, 25),
		kmeans(10000, 25, 8), leastSquares(1024, 128), logSumExp(100000), detMinors(9), detLU(50),
		mlp(64, 32, 64, 10), ode(1000), polyWhile(1000, 0.97, 1e-12), nbody(16, 10), recurrence(1e6),
	} {
		measure(b, p.name, p.value, p.grad)
	}
	b.Run("kmeans/hvp", func(b *testing.B) {
		c, p, dc := data.KMeans(10000, 25, 8)
		hv := likeMatrix(c)
		b.ReportAllocs()
		for b.Loop() {
			KMeansHVP(c, p, dc, hv)
		}
	})
}
