package ising

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"spins"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{60}, []int{6}

// Case is one input with room for its gradient.
type Case struct {
	Glass              Glass
	Beta               float64
	Damping, Tolerance float64
	Sweeps             int

	GlassBar Glass
	BetaBar  float64

	tape Tape
}

// New makes an input: a warm glass of Sherrington and Kirkpatrick. The couplings are symmetric but for noise, as
// those that were estimated are.
func New(sizes []int) *Case {
	spins := sizes[0]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Beta: 0.5, Damping: 0.2, Tolerance: 1e-10, Sweeps: 200,
		Glass: newGlass(spins), GlassBar: newGlass(spins),
	}
	scale := 1 / math.Sqrt(float64(spins))
	for i := range spins {
		c.Glass.Field[i] = 0.5 * rng.NormFloat64()
		for j := range i {
			v := scale * rng.NormFloat64()
			c.Glass.J[i][j] = v
			c.Glass.J[j][i] = v + 0.2*scale*rng.NormFloat64()
		}
	}
	return c
}

func newGlass(spins int) Glass {
	g := Glass{Field: make([]float64, spins)}
	for range spins {
		g.J = append(g.J, make([]float64, spins))
	}
	return g
}

// Value is the primal.
func (c *Case) Value() float64 {
	return FreeEnergy(c.Glass, c.Beta, c.Damping, c.Tolerance, c.Sweeps)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	value, betaBar := Gradient(c.Glass, c.Beta, c.Damping, c.Tolerance, c.Sweeps, c.GlassBar, &c.tape)
	c.BetaBar = betaBar
	return value
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Glass, &c.Beta)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.GlassBar, &c.BetaBar)
}

func pointers(g Glass, beta *float64) []*float64 {
	var all []*float64
	for _, row := range append(append([][]float64(nil), g.J...), g.Field) {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	return append(all, beta)
}
