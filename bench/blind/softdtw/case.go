package softdtw

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"pairs", "points", "radius"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{4, 60, 10}, []int{2, 6, 2}

// Case is one input with room for its gradient.
type Case struct {
	Xs, Ys       [][]float64
	Gamma        float64
	Radius       int
	XsBar, YsBar [][]float64
	tape         Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{Gamma: 0.5, Radius: sizes[2]}
	series := func() []float64 {
		x := make([]float64, sizes[1]-r.IntN(sizes[1]/6+1))
		phase := r.Float64()
		for i := range x {
			x[i] = math.Sin(10*(float64(i)/float64(len(x))+0.2*phase)) + 0.3*r.NormFloat64()
		}
		return x
	}
	for range sizes[0] {
		x, y := series(), series()
		c.Xs, c.Ys = append(c.Xs, x), append(c.Ys, y)
		c.XsBar, c.YsBar = append(c.XsBar, make([]float64, len(x))), append(c.YsBar, make([]float64, len(y)))
	}
	return c
}

func pointers(lists ...[][]float64) []*float64 {
	var p []*float64
	for _, rows := range lists {
		for _, row := range rows {
			for j := range row {
				p = append(p, &row[j])
			}
		}
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Xs, c.Ys, c.Gamma, c.Radius) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 {
	return Gradient(&c.tape, c.Xs, c.Ys, c.Gamma, c.Radius, c.XsBar, c.YsBar)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Xs, c.Ys) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.XsBar, c.YsBar) }
