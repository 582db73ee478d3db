package elementary

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

var speed = flag.Bool("speed", false, "measure ours against math, alternating, minimum of many runs")

// A contest is one function of ours and of math, in loops over a slice: of random
// arguments from a wide range, where branches on them are mispredicted, and from a
// narrow one, where math's functions always take the same way.
type contest struct {
	name         string
	wide, narrow [2]float64
	ours, math   func(ys, xs []float64)
}

var contests = []contest{
	{
		"exp",
		[2]float64{-10, 10},
		[2]float64{0.5, 1},
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
		"expm1",
		[2]float64{-5, 5},
		[2]float64{0.5, 1},
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
		"log",
		[2]float64{0.01, 20},
		[2]float64{2, 2.7},
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
		"log1p",
		[2]float64{-0.9, 10},
		[2]float64{0.1, 0.4},
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
		"tanh",
		[2]float64{-4, 4},
		[2]float64{1, 3},
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
		"sin",
		[2]float64{-10, 10},
		[2]float64{0, 0.7},
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
		"cos",
		[2]float64{-10, 10},
		[2]float64{0, 0.7},
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
		"sincos",
		[2]float64{-10, 10},
		[2]float64{0, 0.7},
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
		"sigmoid",
		[2]float64{-8, 8},
		[2]float64{0.5, 8},
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
		"softplus",
		[2]float64{-8, 8},
		[2]float64{0.5, 1},
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
		"sigmoids",
		[2]float64{-8, 8},
		[2]float64{0.5, 8},
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
		"softplusSigmoid",
		[2]float64{-8, 8},
		[2]float64{0.5, 1},
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
		"logaddexp",
		[2]float64{-8, 8},
		[2]float64{1.5, 2},
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

// uniform are random arguments of a range, too many for a branch predictor to learn.
func uniform(bounds [2]float64) []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	xs := make([]float64, 8192)
	for i := range xs {
		xs[i] = bounds[0] + (bounds[1]-bounds[0])*r.Float64()
	}
	return xs
}

func BenchmarkElementary(b *testing.B) {
	for _, c := range contests {
		xs := uniform(c.wide)
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

// TestSpeed prints the table of speed of docs/elementary.md. The two sides take turns, and the
// minimum of many short runs is what counts: it stays meaningful on a shared machine.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("without -speed")
	}
	for _, c := range contests {
		w, n := c.measure(c.wide), c.measure(c.narrow)
		t.Logf("| `%s` | %v | %.1f | %.1f | %.2f | %v | %.1f | %.1f | %.2f |", c.name,
			c.wide, w[0], w[1], w[1]/w[0], c.narrow, n[0], n[1], n[1]/n[0])
	}
	for _, c := range further {
		w := c.measure(c.wide)
		t.Logf("| `%s` | %v | %.1f | %.1f | %.2f |", c.name, c.wide, w[0], w[1], w[1]/w[0])
	}
}

// measure is the time of a value in nanoseconds, ours and math's.
func (c *contest) measure(bounds [2]float64) (ns [2]float64) {
	xs := uniform(bounds)
	ys := make([]float64, len(xs))
	ns = [2]float64{math.Inf(1), math.Inf(1)}
	for range 1000 {
		for i, run := range []func(ys, xs []float64){c.ours, c.math} {
			start := time.Now()
			run(ys, xs)
			ns[i] = min(ns[i], float64(time.Since(start).Nanoseconds())/float64(len(xs)))
		}
	}
	return ns
}
