package localvol

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"nodes", "steps", "options"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{61, 60, 16}, []int{7, 4, 3}

// Case is one input with room for its gradient.
type Case struct {
	Vol        [][]float64
	Grid       Grid
	Spot, Rate float64
	Options    []Option

	VolBar [][]float64

	tape Tape
}

// New makes an input: a surface with a smile, two years, and quotes off the prices.
func New(sizes []int) *Case {
	nodes, steps, options := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Spot: 100, Rate: 0.03}
	x := math.Log(c.Spot)
	c.Grid = Grid{XMin: x - 1.53, Dx: 3 / float64(nodes-1), Dt: 2 / float64(steps)}
	for range steps {
		row := make([]float64, nodes)
		for i := range row {
			y := c.Grid.XMin + float64(i)*c.Grid.Dx - x
			row[i] = 0.2 - 0.05*y + 0.05*y*y + 0.02*rng.Float64()
		}
		c.Vol = append(c.Vol, row)
		c.VolBar = append(c.VolBar, make([]float64, nodes))
	}
	for j := range options {
		strike := c.Spot * (0.7 + 0.6*rng.Float64())
		maturity := 1 + (steps-1)*(j+1)/options
		quote := math.Max(c.Spot-strike, 0) + 10*rng.Float64()
		c.Options = append(c.Options, Option{Strike: strike, Steps: maturity, Quote: quote})
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Misfit(c.Vol, c.Grid, c.Spot, c.Rate, c.Options)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Vol, c.Grid, c.Spot, c.Rate, c.Options, c.VolBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Vol)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.VolBar)
}

func pointers(rows [][]float64) []*float64 {
	var all []*float64
	for _, row := range rows {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	return all
}
