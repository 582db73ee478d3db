// Package peer has gradients of the benchmark problems by other Go libraries:
// finite differences and dual numbers of gonum, and gorgonia. Each is
// written as its library wants it.
package peer

// Gradient is a way to a gradient.
type Gradient struct {
	// Grad writes the gradient to bar and gives the value. It may keep what it needs between calls.
	Grad func(bar []float64) float64
	// A gradient that is made of Runs times One, as with differences, may be extrapolated from one
	// run. Runs is 0 for the others.
	Runs int
	One  func()
}
