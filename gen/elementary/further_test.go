package elementary

import "math"

// further are contests of latency, where every argument depends on the value before and
// is such that math's functions always take the same way; and exp written out in its
// parts, which the compiler inlines.
var further = []contest{
	{
		"exp, opened",
		[2]float64{-10, 10},
		[2]float64{0.5, 1},
		func(ys, xs []float64) {
			for i, x := range xs {
				k, r := expReduce(x)
				if expOuter(k) {
					ys[i] = expEdge(x)
					continue
				}
				s, t := expScale(k, r)
				ys[i] = s + t
			}
		},
		func(ys, xs []float64) {
			for i, x := range xs {
				ys[i] = math.Exp(x)
			}
		},
	},
	{
		"exp, chained",
		[2]float64{-5, 5},
		[2]float64{-5, 5},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = exp(x + y*1e-300)
				ys[i] = y
			}
		},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = math.Exp(x + y*1e-300)
				ys[i] = y
			}
		},
	},
	{
		"expm1, chained",
		[2]float64{0.5, 1},
		[2]float64{0.5, 1},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = expm1(x + y*1e-300)
				ys[i] = y
			}
		},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = math.Expm1(x + y*1e-300)
				ys[i] = y
			}
		},
	},
	{
		"log, chained",
		[2]float64{2, 2.7},
		[2]float64{2, 2.7},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = log(x + y*1e-300)
				ys[i] = y
			}
		},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = math.Log(x + y*1e-300)
				ys[i] = y
			}
		},
	},
	{
		"log1p, chained",
		[2]float64{0.1, 0.4},
		[2]float64{0.1, 0.4},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = log1p(x + y*1e-300)
				ys[i] = y
			}
		},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = math.Log1p(x + y*1e-300)
				ys[i] = y
			}
		},
	},
	{
		"tanh, chained",
		[2]float64{1, 3},
		[2]float64{1, 3},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = tanh(x + y*1e-300)
				ys[i] = y
			}
		},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = math.Tanh(x + y*1e-300)
				ys[i] = y
			}
		},
	},
	{
		"sin, chained",
		[2]float64{0, 0.7},
		[2]float64{0, 0.7},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = sin(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfSines,
	},
	{
		"cos, chained",
		[2]float64{0, 0.7},
		[2]float64{0, 0.7},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = cos(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfCosines,
	},
	{
		"sinChained, chained",
		[2]float64{0, 0.7},
		[2]float64{0, 0.7},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = sinChained(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfSines,
	},
	{
		"cosChained, chained",
		[2]float64{0, 0.7},
		[2]float64{0, 0.7},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = cosChained(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfCosines,
	},
	{
		"sin, chained, wide",
		[2]float64{-10, 10},
		[2]float64{-10, 10},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = sin(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfSines,
	},
	{
		"sinChained, chained, wide",
		[2]float64{-10, 10},
		[2]float64{-10, 10},
		func(ys, xs []float64) {
			y := 0.0
			for i, x := range xs {
				y = sinChained(x + y*1e-300)
				ys[i] = y
			}
		},
		chainOfSines,
	},
}

// chainOfSines and chainOfCosines are loops of package math in which each call waits for the one before.
func chainOfSines(ys, xs []float64) {
	y := 0.0
	for i, x := range xs {
		y = math.Sin(x + y*1e-300)
		ys[i] = y
	}
}

func chainOfCosines(ys, xs []float64) {
	y := 0.0
	for i, x := range xs {
		y = math.Cos(x + y*1e-300)
		ys[i] = y
	}
}
