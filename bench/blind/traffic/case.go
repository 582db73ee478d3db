package traffic

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"links", "pairs", "steps"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{80, 60, 50}, []int{6, 4, 3}

// Case is one input with room for its gradient.
type Case struct {
	Links []Link
	Pairs []Pair
	Theta float64
	Steps int

	LinksBar  []Link
	DemandBar []float64

	tape Tape
}

// New makes an input: two to five paths a pair, of one to eight different links each. The demands are such that the
// flows are about the capacities.
func New(sizes []int) *Case {
	links, pairs, steps := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Theta: 0.5, Steps: steps, LinksBar: make([]Link, links), DemandBar: make([]float64, pairs)}
	for range links {
		c.Links = append(c.Links, Link{Time: 1 + 2*rng.Float64(), Capacity: 10 + 10*rng.Float64()})
	}
	for range pairs {
		p := Pair{Demand: min(1.5, float64(links)/float64(pairs)) * (2 + 3*rng.Float64())}
		for range 2 + rng.IntN(4) {
			path := rng.Perm(links)[:min(links, 1+rng.IntN(8))]
			p.Paths = append(p.Paths, path)
		}
		c.Pairs = append(c.Pairs, p)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return TotalTime(c.Links, c.Pairs, c.Theta, c.Steps)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Links, c.Pairs, c.Theta, c.Steps, c.LinksBar, c.DemandBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	var all []*float64
	for a := range c.Links {
		all = append(all, &c.Links[a].Time, &c.Links[a].Capacity)
	}
	for i := range c.Pairs {
		all = append(all, &c.Pairs[i].Demand)
	}
	return all
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	var all []*float64
	for a := range c.LinksBar {
		all = append(all, &c.LinksBar[a].Time, &c.LinksBar[a].Capacity)
	}
	for i := range c.DemandBar {
		all = append(all, &c.DemandBar[i])
	}
	return all
}
