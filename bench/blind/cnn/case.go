package cnn

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"images"}

// Default has sizes at which Hand takes about a millisecond; Small is one image.
var Default, Small = []int{3}, []int{1}

// Case is one input with room for its gradient.
type Case struct {
	Net     Network
	Images  [][][]float64
	Targets [][]float64
	NetBar  Network
	tape    Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{Net: network(), NetBar: network()}
	for _, p := range pointers(&c.Net) {
		*p = 0.3 * r.NormFloat64()
	}
	c.Images = maps(sizes[0], 28, 28)
	for _, image := range c.Images {
		for _, row := range image {
			for j := range row {
				row[j] = r.Float64()
			}
		}
		target := make([]float64, 10)
		target[r.IntN(10)] = 1
		c.Targets = append(c.Targets, target)
	}
	return c
}

func network() Network {
	net := Network{
		K1: maps(6, 5, 5), B1: make([]float64, 6),
		B2: make([]float64, 12),
		B:  make([]float64, 10),
	}
	for range 12 {
		net.K2 = append(net.K2, maps(6, 5, 5))
	}
	for range 10 {
		net.FC = append(net.FC, maps(12, 4, 4))
	}
	return net
}

func pointers(net *Network) []*float64 {
	var p []*float64
	add := func(xs []float64) {
		for i := range xs {
			p = append(p, &xs[i])
		}
	}
	three := func(m [][][]float64) {
		for _, rows := range m {
			for _, row := range rows {
				add(row)
			}
		}
	}
	three(net.K1)
	add(net.B1)
	for _, k := range net.K2 {
		three(k)
	}
	add(net.B2)
	for _, k := range net.FC {
		three(k)
	}
	add(net.B)
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Net, c.Images, c.Targets) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 { return Gradient(&c.tape, c.Net, c.Images, c.Targets, c.NetBar) }

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Net) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.NetBar) }
