package corpus

import "math"

// Swapped has two small arrays that change places in every round, of which there are at most 20.
func Swapped(x [3]float64, n int) float64 {
	a, b := x, [3]float64{1, 2, 3}
	for range min(n, 20) {
		for i := range a {
			b[i] = 0.3*b[i]*a[i] + 0.2*a[(i+1)%3]
		}
		a, b = b, a
	}
	return a[0]*b[0] + a[1]*b[2]
}

// Sweeps are the eigenvalues of a symmetric matrix, nearly, by rotations.
func Sweeps(x [3][3]float64) [3]float64 {
	for sweep := range 3 {
		for p := 0; p < 2; p++ {
			for q := p + 1; q < 3; q++ {
				angle := 0.5 * math.Atan2(2*x[p][q], x[q][q]-x[p][p]+float64(sweep+2))
				c, s := math.Cos(angle), math.Sin(angle)
				for k := range 3 {
					x[p][k], x[q][k] = c*x[p][k]-s*x[q][k], s*x[p][k]+c*x[q][k]
				}
				for k := range 3 {
					x[k][p], x[k][q] = c*x[k][p]-s*x[k][q], s*x[k][p]+c*x[k][q]
				}
			}
		}
	}
	return [3]float64{x[0][0], x[1][1], x[2][2]}
}

// Bank is a slice of filters with states of two by two numbers, some of which are handed on.
func Bank(x []float64, k int) float64 {
	bank := make([][2][2]float64, len(x))
	s := 0.0
	for t := range 3 {
		for i := range bank {
			b := &bank[i]
			b[0], b[1] = b[1], b[0]
			b[0][t%2] = x[i]*b[1][1-t%2] + float64(t)
			if i > 0 && t == k {
				bank[i-1] = *b
			}
			s += b[0][0] * b[1][1]
		}
	}
	return s + x[0]
}
