package bound

import "math"

// Never has a branch with a loop that it never takes.
//
//chad:grad
func Never(x []float64) float64 {
	s := 0.0
	for i := range x {
		if x[i] > 1e6 {
			p := 1.0
			for j := range x {
				p = math.Sin(p * x[j])
			}
			s += p
		} else {
			s += x[i] * x[i]
		}
	}
	return s
}

// Once takes a branch with a loop once.
//
//chad:grad
func Once(x []float64) float64 {
	s := 0.0
	for i := range x {
		if i == 3 {
			p := 1.0
			for j := range x {
				p = math.Sin(p * x[j])
			}
			s += p
		}
		s += math.Sin(s * x[i])
	}
	return s
}

// Seldom takes a branch with loops in loops, which branch as well, until it has enough.
//
//chad:grad
func Seldom(x []float64) float64 {
	s, n := 0.0, 0
	for _, v := range x {
		switch {
		case v > 0.85 && n < 2:
			n++
			y := make([]float64, 8)
			for i := range x {
				for j := range y {
					y[j] = math.Sin(y[j] + x[i])
				}
				if i == 2 {
					for j := range x {
						s += math.Cos(s * x[j])
					}
				}
			}
			for j := range y {
				s += y[j] * y[j]
			}
		case v > 1e6:
			y := make([]float64, len(x))
			for i := range x {
				y[i] = math.Exp(x[i]) * s
			}
			for i := range y {
				s += y[i] * y[len(y)-1-i]
			}
		default:
			s += v * s / 10
		}
	}
	return s
}
