package bound

import "math"

// SplitSlice is the best way to take a text apart, by a recursion that keeps what it found in a slice.
//
//chad:grad wrt=w
func SplitSlice(w []float64) float64 {
	n := len(w) + 1
	memo, done := make([]float64, n*n), make([]bool, n*n)
	var best func(i, j int) float64
	best = func(i, j int) float64 {
		if j-i <= 1 {
			return w[i]
		}
		if done[i*n+j] {
			return memo[i*n+j]
		}
		r := math.Inf(-1)
		for k := i + 1; k < j; k++ {
			r = max(r, best(i, k)+math.Tanh(best(k, j)*w[j-i-1]))
		}
		memo[i*n+j] = r
		done[i*n+j] = true
		return r
	}
	return best(0, len(w))
}

// SplitRows is the same with a table of rows, and NaN where nothing is known.
//
//chad:grad wrt=w
func SplitRows(w []float64) float64 {
	memo := make([][]float64, len(w))
	for i := range memo {
		memo[i] = make([]float64, len(w)+1)
		for j := range memo[i] {
			memo[i][j] = math.NaN()
		}
	}
	return splitRow(w, memo, 0, len(w))
}

func splitRow(w []float64, memo [][]float64, i, j int) float64 {
	if j-i <= 1 {
		return w[i]
	}
	if v := memo[i][j]; !math.IsNaN(v) {
		return v
	}
	r := math.Inf(-1)
	for k := i + 1; k < j; k++ {
		r = max(r, splitRow(w, memo, i, k)+math.Tanh(splitRow(w, memo, k, j)*w[j-i-1]))
	}
	memo[i][j] = r
	return r
}
