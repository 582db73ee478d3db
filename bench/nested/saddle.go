package nested

import "math"

// Saddle is least by x, and greatest by y, at 0.
//
//chad:grad
func Saddle(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i]*x[i] - y[i]*y[i] + 0.3*x[i]*y[i] + 0.1*math.Sin(x[i]*y[i])
	}
	return s
}

// Best is the maximum over y, by ascent.
//
//chad:grad
func Best(x []float64) float64 {
	y := make([]float64, len(x))
	g := make([]float64, len(x))
	for step := 0; step < 50; step++ {
		SaddleGrad(x, y, nil, g)
		n := 0.0
		for i := range y {
			y[i] += 0.3 * g[i]
			n += g[i] * g[i]
		}
		if n < 1e-20 {
			break
		}
	}
	return Saddle(x, y)
}

// Min descends on Best, and is a weighted sum of squares of the point that it reaches.
//
//chad:grad
func Min(x []float64) float64 {
	z := append([]float64{}, x...)
	g := make([]float64, len(x))
	for range 3 {
		BestGrad(z, g)
		for i := range z {
			z[i] -= 0.2 * g[i]
		}
	}
	s := 0.0
	for i, v := range z {
		s += v * v * float64(i+1)
	}
	return s
}
