package pullbacks

// Squares are the squares of the positive ones among x.
//
//chad:vjp
func Squares(x []float64) []float64 {
	var out []float64
	for _, v := range x {
		if v > 0 {
			out = append(out, v*v)
		}
	}
	return out
}

// Sums are the squares of the first sums of x, until one is above 10.
//
//chad:vjp
func Sums(x []float64, n int) []float64 {
	var out []float64
	s := 0.0
	for i := 0; i < n; i++ {
		s += x[i%len(x)]
		out = append(out, s*s)
		if s > 10 {
			break
		}
	}
	return out
}
