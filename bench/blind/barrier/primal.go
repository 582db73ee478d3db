// Package barrier values a call on a basket with a knock-out barrier by Monte Carlo. The assets follow correlated
// geometric Brownian motions, and the barrier is smoothed: near it the option is lost in part. See P. Glasserman,
// Monte Carlo Methods in Financial Engineering, chapters 2, 3 and 7.
package barrier

import "math"

// Option is an up-and-out call on the basket with the given weights.
type Option struct {
	Weights  []float64
	Strike   float64
	Barrier  float64
	Width    float64 // half the width of the smoothed barrier
	Maturity float64
}

// survive is the part of the option that is left at a level of the basket: all below the barrier, nothing above, and
// a cubic between.
func (o *Option) survive(level float64) float64 {
	u := (level - o.Barrier + o.Width) / (2 * o.Width)
	if u <= 0 {
		return 1
	}
	if u >= 1 {
		return 0
	}
	return 1 - u*u*(3-2*u)
}

// cholesky is the lower factor of a correlation matrix, of which it reads the lower triangle. Its rows end at the
// diagonal.
func cholesky(corr [][]float64) [][]float64 {
	l := make([][]float64, len(corr))
	for i := range corr {
		l[i] = make([]float64, i+1)
		for j := 0; j <= i; j++ {
			s := corr[i][j]
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	return l
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// Price is the discounted mean payoff over the paths. normals[p] holds the independent standard normal numbers of
// path p, those of its first step first, one an asset.
//
// It is differentiated with respect to spot, vol, corr and rate.
func Price(spot, vol []float64, corr [][]float64, rate float64, option Option, normals [][]float64) float64 {
	n := len(spot)
	l := cholesky(corr)
	s := make([]float64, n)
	sum := 0.0
	for _, path := range normals {
		steps := len(path) / n
		dt := option.Maturity / float64(steps)
		copy(s, spot)
		alive, level := 1.0, 0.0
		for k := 0; k < steps; k++ {
			z := path[k*n : (k+1)*n]
			for i := range s {
				drift := (rate - 0.5*vol[i]*vol[i]) * dt
				s[i] *= math.Exp(drift + vol[i]*math.Sqrt(dt)*dot(l[i], z))
			}
			level = dot(option.Weights, s)
			alive *= option.survive(level)
			if alive == 0 {
				break
			}
		}
		if alive == 0 || level <= option.Strike {
			continue
		}
		sum += alive * (level - option.Strike)
	}
	return math.Exp(-rate*option.Maturity) * sum / float64(len(normals))
}
