// Package ridders differentiates numerically, with an estimate of the error: the
// oracle of tests that want more than a plain difference gives.
//
// # References
//
//	[Ridders] C. J. F. Ridders: Accurate computation of F′(x) and F′(x)F″(x).
//	          Advances in Engineering Software 4(2), 1982.
package ridders

import "math"

// Derivative is f′(x) and an estimate of its error, by Richardson extrapolation of
// central differences with steps h, h/1.4, h/1.4², …: the extrapolation whose
// neighbours agree best. f must be smooth in [x-h, x+h].
func Derivative(f func(float64) float64, x, h float64) (d, err float64) {
	const steps, shrink = 14, 1.4
	var prev []float64
	err = math.Inf(1)
	for i := range steps {
		hi, lo := x+h, x-h
		row := []float64{(f(hi) - f(lo)) / (hi - lo)}
		factor := 1.0
		for j := 1; j <= i; j++ {
			factor *= shrink * shrink
			row = append(row, (row[j-1]*factor-prev[j-1])/(factor-1))
			e := math.Max(math.Abs(row[j]-row[j-1]), math.Abs(row[j]-prev[j-1]))
			if e <= err {
				d, err = row[j], e
			}
		}
		if i > 0 && math.Abs(row[i]-prev[i-1]) >= 2*err {
			break
		}
		prev = row
		h /= shrink
	}
	return d, err
}
