// Package pick is a running choice between two vectors: a slice variable that is one of them or the other, as the
// data says, and is read in every step at two places. The gradient is the textbook's one of a program with a
// branch; see A. Griewank, A. Walther, Evaluating Derivatives, chapter 4.
package pick

// Pick is the sum over i of s[i]·s[0], where s is x or y: y from where x is positive on, and x again from where y
// is, but x is not. Both have the same length.
//
// It is differentiated with respect to x and y.
func Pick(x, y []float64) float64 {
	s := x
	acc := 0.0
	for i := range x {
		if x[i] > 0 {
			s = y
		} else if y[i] > 0 {
			s = x
		}
		acc += s[i] * s[0]
	}
	return acc
}
