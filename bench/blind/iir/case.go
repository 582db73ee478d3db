package iir

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"samples", "sections"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes about a microsecond.
var Default, Small = []int{12000, 6}, []int{40, 2}

// blockSize is how many samples are filtered at once.
const blockSize = 64

// Case is one input with room for its gradient.
type Case struct {
	Filter        Filter
	Input, Target []float64
	Block         int
	FilterBar     Filter
	tape          Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Filter:    Filter{Gain: 0.9, Sections: make([]Biquad, sizes[1])},
		FilterBar: Filter{Sections: make([]Biquad, sizes[1])},
		Block:     blockSize,
	}
	for k := range c.Filter.Sections {
		// Poles and zeros inside of the unit circle; the gain at some frequency is near one.
		pole, angle := 0.2+0.6*r.Float64(), math.Pi*r.Float64()
		zero, other := 0.2+0.6*r.Float64(), math.Pi*r.Float64()
		a1, a2 := -2*pole*math.Cos(angle), pole*pole
		b1, b2 := -2*zero*math.Cos(other), zero*zero
		g := math.Sqrt((1 + a1*a1 + a2*a2) / (1 + b1*b1 + b2*b2))
		c.Filter.Sections[k] = Biquad{g, g * b1, g * b2, a1, a2}
	}
	for i := range sizes[0] {
		x := r.NormFloat64()
		c.Input = append(c.Input, x)
		c.Target = append(c.Target, 0.7*x+math.Sin(float64(i)/10))
	}
	return c
}

func pointers(f *Filter) []*float64 {
	p := []*float64{&f.Gain}
	for k := range f.Sections {
		s := &f.Sections[k]
		p = append(p, &s.B0, &s.B1, &s.B2, &s.A1, &s.A2)
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Filter, c.Input, c.Target, c.Block) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 {
	return Gradient(&c.tape, c.Filter, c.Input, c.Target, c.Block, &c.FilterBar)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Filter) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.FilterBar) }
