// Package softdtw is soft dynamic time warping: M. Cuturi and M. Blondel, "Soft-DTW: a differentiable loss function for
// time series", ICML 2017, algorithm 1, with a band around the diagonal as H. Sakoe and S. Chiba have it (1978).
package softdtw

import "math"

// Loss is the mean over the pairs of series of their soft-DTW discrepancy, with smoothing gamma, where a point may be
// matched with points up to radius from its place on the diagonal.
// It is differentiated with respect to xs and ys.
func Loss(xs, ys [][]float64, gamma float64, radius int) float64 {
	total := 0.0
	for k, x := range xs {
		total += discrepancy(x, ys[k], gamma, radius)
	}
	return total / float64(len(xs))
}

func discrepancy(x, y []float64, gamma float64, radius int) float64 {
	above, row := make([]float64, len(y)+1), make([]float64, len(y)+1)
	forget(above)
	above[0] = 0
	for i, p := range x {
		forget(row)
		first, last := band(i, len(x), len(y), radius)
		for j := first; j <= last; j++ {
			d := p - y[j]
			row[j+1] = d*d + softmin(above[j], above[j+1], row[j], gamma)
		}
		above, row = row, above
	}
	return above[len(y)]
}

// forget makes all cells unreachable.
func forget(row []float64) {
	for j := range row {
		row[j] = math.Inf(1)
	}
}

// band returns the first and the last column of row i.
func band(i, n, m, radius int) (first, last int) {
	if n == 1 {
		return 0, m - 1
	}
	middle := i * (m - 1) / (n - 1)
	return max(middle-radius, 0), min(middle+radius, m-1)
}

// softmin is the smooth minimum of three numbers, of which some may be infinite.
func softmin(a, b, c, gamma float64) float64 {
	low := min(a, b, c)
	if math.IsInf(low, 1) {
		return low
	}
	sum := math.Exp((low-a)/gamma) + math.Exp((low-b)/gamma) + math.Exp((low-c)/gamma)
	return low - gamma*math.Log(sum)
}
