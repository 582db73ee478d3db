package proptest

import "math"

// ridders estimates f′(0) by Richardson extrapolation of central differences
// over a falling sequence of steps, and the error of the estimate [Ridders].
// The error includes that of rounding f.
func ridders(f func(h float64) float64, h float64) (slope, err float64) {
	const n, shrink = 6, 2.0
	var a [n][n]float64
	err = math.Inf(1)
	slope = math.NaN()
	noise := 0.0 // of the smallest step, by rounding
	for i := range n {
		hi, lo := f(h), f(-h)
		a[i][0] = (hi - lo) / (2 * h)
		noise = 4e-16 * (math.Abs(hi) + math.Abs(lo)) / h
		for j, fac := 1, shrink*shrink; j <= i; j, fac = j+1, fac*shrink*shrink {
			a[i][j] = (a[i][j-1]*fac - a[i-1][j-1]) / (fac - 1)
			e := math.Max(math.Abs(a[i][j]-a[i][j-1]), math.Abs(a[i][j]-a[i-1][j-1]))
			if e <= err {
				err, slope = e, a[i][j]
			}
		}
		h /= shrink
	}
	return slope, err + noise
}
