// Package swap is a recurrence on two buffers that change their names as the data says, as they do in a merge or in
// a double-buffered sweep. The gradient is the textbook's one of a program that overwrites what it reads; see
// A. Griewank, A. Walther, Evaluating Derivatives, chapter 4.
package swap

// Swap copies x and y, swaps the copies a and b wherever x is positive, replaces a[i] by a[i]·b[0] + b[i] in each
// step, and sums what it wrote. Both have the same length.
//
// It is differentiated with respect to x and y.
func Swap(x, y []float64) float64 {
	a := append([]float64(nil), x...)
	b := append([]float64(nil), y...)
	acc := 0.0
	for i := range x {
		if x[i] > 0 {
			a, b = b, a
		}
		a[i] = a[i]*b[0] + b[i]
		acc += a[i]
	}
	return acc
}
