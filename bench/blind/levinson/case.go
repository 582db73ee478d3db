package levinson

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"samples", "order", "bins"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{9000, 10, 32}, []int{400, 4, 5}

// The samples of a frame, and those from one frame to the next.
const frame, step = 160, 80

// Case is one input with room for its gradient.
type Case struct {
	Signal            []float64
	Targets           [][]float64
	Order, Frame, Hop int
	SignalBar         []float64
	tape              Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Signal:    make([]float64, sizes[0]),
		Order:     sizes[1],
		Frame:     frame,
		Hop:       step,
		SignalBar: make([]float64, sizes[0]),
	}
	for i := range c.Signal {
		if i%2000 >= 600 && i%2000 < 900 {
			continue // silence
		}
		c.Signal[i] = math.Sin(float64(i)*(0.2+0.00005*float64(i%3000))) + 0.5*r.NormFloat64()
	}
	for start := 0; start+frame <= len(c.Signal); start += step {
		target := make([]float64, sizes[2])
		height, place := 2+r.NormFloat64(), r.Float64()
		for b := range target {
			target[b] = height * math.Cos(3*(float64(b)/float64(len(target))-place))
		}
		c.Targets = append(c.Targets, target)
	}
	return c
}

func pointers(x []float64) []*float64 {
	p := make([]*float64, len(x))
	for i := range x {
		p[i] = &x[i]
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Signal, c.Targets, c.Order, c.Frame, c.Hop) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 {
	return Gradient(&c.tape, c.Signal, c.Targets, c.Order, c.Frame, c.Hop, c.SignalBar)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Signal) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.SignalBar) }
