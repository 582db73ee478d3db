package elementary

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

var speed = flag.Bool("speed", false, "measure ours against math, alternating, minimum of many runs")

// A contest is one function of ours and of math, in loops over a slice.
type contest struct {
	name       string
	lo, hi     float64
	ours, math func(ys, xs []float64)
}

var contests = []contest{
	{
		"exp", -10, 10,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = exp(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Exp(x)
			}
		},
	},
	{
		"expm1", -5, 5,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = expm1(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Expm1(x)
			}
		},
	},
	{
		"log", 0.01, 20,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = log(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Log(x)
			}
		},
	},
	{
		"log1p", -0.9, 10,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = log1p(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Log1p(x)
			}
		},
	},
	{
		"tanh", -4, 4,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = tanh(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Tanh(x)
			}
		},
	},
	{
		"sin", -10, 10,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = sin(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Sin(x)
			}
		},
	},
	{
		"cos", -10, 10,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = cos(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Cos(x)
			}
		},
	},
	{
		"sincos", -10, 10,
		func(ys, xs []float64) {
			for i, x := range xs {
				s, c := sincos(x)
				ys[i] = s + c
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				s, c := math.Sincos(x)
				ys[i] = s + c
			}
		},
	},
	{
		"sigmoid", -8, 8,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = sigmoid(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = mathSigmoid(x)
			}
		},
	},
	{
		"softplus", -8, 8,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = softplus(x)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = mathSoftplus(x)
			}
		},
	},
	{
		"sigmoids", -8, 8,
		func(ys, xs []float64) {
			for i, x := range xs {
				p, m := sigmoids(x)
				ys[i] = p * m
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = mathSigmoid(x) * mathSigmoid(-x)
			}
		},
	},
	{
		"softplusSigmoid", -8, 8,
		func(ys, xs []float64) {
			for i, x := range xs {
				y, dy := softplusSigmoid(x)
				ys[i] = y * dy
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = mathSoftplus(x) * mathSigmoid(x)
			}
		},
	},
	{
		"logaddexp", -8, 8,
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = logaddexp(x, 1)
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = mathLogaddexp(x, 1)
			}
		},
	},
}

// The helpers that the language emits with math's functions (syntax/primlogistic.go).

func mathSigmoid(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + math.Exp(-x))
	}
	e := math.Exp(x)
	return e / (1 + e)
}

func mathSoftplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

func mathLogaddexp(x, y float64) float64 {
	switch {
	case x == y:
		return x + math.Ln2
	case x > y:
		return x + math.Log1p(math.Exp(y-x))
	}
	return y + math.Log1p(math.Exp(x-y))
}

func (c *contest) arguments() []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	xs := make([]float64, 8192)
	for i := range xs {
		xs[i] = c.lo + (c.hi-c.lo)*r.Float64()
	}
	return xs
}

func BenchmarkElementary(b *testing.B) {
	for _, c := range contests {
		xs := c.arguments()
		ys := make([]float64, len(xs))
		for _, side := range []struct {
			name string
			run  func(ys, xs []float64)
		}{{"ours", c.ours}, {"math", c.math}} {
			b.Run(c.name+"/"+side.name, func(b *testing.B) {
				for b.Loop() {
					side.run(ys, xs)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(xs)), "ns/value")
			})
		}
	}
}

// TestSpeed prints the table of docs/elementary.md. Minima of alternating short runs
// stay meaningful on a shared machine.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("without -speed")
	}
	for _, c := range contests {
		xs := c.arguments()
		ys := make([]float64, len(xs))
		best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
		for range 300 {
			for i, run := range []func(ys, xs []float64){c.ours, c.math} {
				start := time.Now()
				run(ys, xs)
				best[i] = min(best[i], time.Since(start))
			}
		}
		ns := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(len(xs)) }
		t.Logf("%-12s %6.2f ns, math %6.2f ns, %.2f×", c.name, ns(best[0]), ns(best[1]), ns(best[1])/ns(best[0]))
	}
}
