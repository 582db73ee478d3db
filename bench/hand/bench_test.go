package hand

import (
	"math"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/bench/data"
)

// sink keeps the compiler from dropping what is measured.
var sink float64

// measure runs the value and the gradient of a problem.
func measure(b *testing.B, name string, value, grad func() float64) {
	b.Run(name+"/value", func(b *testing.B) { fastest(b, value) })
	b.Run(name+"/grad", func(b *testing.B) { fastest(b, grad) })
}

// fastest reports beside the mean the time of the fastest sample, which other
// processes disturb least. A sample is some 50 µs or one call.
func fastest(b *testing.B, f func() float64) {
	start := time.Now()
	for range 3 {
		sink = f()
	}
	calls := 1 + int(3*50*time.Microsecond/(1+time.Since(start)))
	best := time.Duration(math.MaxInt64)
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += calls {
		start := time.Now()
		for range calls {
			sink = f()
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best)/float64(calls), "min-ns/op")
}

func BenchmarkHand(b *testing.B) {
	for _, p := range []problem{
		rosenbrock(1000), logistic(1000, 50),
		gmm(1000, 10, 5), gmm(1000, 10, 25), gmm(1000, 64, 5), gmm(1000, 64, 25),
		kmeans(10000, 25, 8), leastSquares(1024, 128), logSumExp(100000), detMinors(9), detLU(50),
		mlp(64, 32, 64, 10), ode(1000), polyWhile(1000, 0.97, 1e-12), nbody(16, 10), recurrence(1e6, 1e-5),
	} {
		measure(b, p.name, p.value, p.grad)
	}
	b.Run("kmeans/hvp", func(b *testing.B) {
		c, p, dc := data.KMeans(10000, 25, 8)
		hv := likeMatrix(c)
		var w KMeans
		fastest(b, func() float64 { w.HVP(c, p, dc, hv); return 0 })
	})
}
