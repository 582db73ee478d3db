package pick

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"n"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{100000}, []int{12}

// Case is one input with room for its gradient.
type Case struct {
	X, Y       []float64
	XBar, YBar []float64

	tape Tape
}

// New makes an input of both signs that stays away from zero, where the choice changes.
func New(sizes []int) *Case {
	n := sizes[0]
	rng := rand.New(rand.NewPCG(1, 2))
	return &Case{X: signed(rng, n), Y: signed(rng, n), XBar: make([]float64, n), YBar: make([]float64, n)}
}

// signed are n numbers from 0.1 to 1.1, half of them with a minus, in random order.
func signed(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 0.1 + rng.Float64()
		if rng.IntN(2) == 0 {
			x[i] = -x[i]
		}
	}
	return x
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Pick(c.X, c.Y)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.X, c.Y, c.XBar, c.YBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.X, c.Y)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.XBar, c.YBar)
}

func pointers(x, y []float64) []*float64 {
	var all []*float64
	for _, s := range [][]float64{x, y} {
		for i := range s {
			all = append(all, &s[i])
		}
	}
	return all
}
