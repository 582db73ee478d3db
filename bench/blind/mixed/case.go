package mixed

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"groups", "observations per group", "fixed effects", "random effects"}

// Default is for measuring, Small for checking.
var Default, Small = []int{300, 20, 6, 3}, []int{4, 5, 3, 2}

// Case is one input with room for its gradient.
type Case struct {
	Groups   []Group
	Beta     []float64
	Factor   [][]float64
	LogSigma float64

	BetaBar     []float64
	FactorBar   [][]float64
	LogSigmaBar float64
	Tape        Tape
}

// New makes groups of differing size.
func New(sizes []int) *Case {
	groups, observations, fixed, effects := sizes[0], sizes[1], sizes[2], sizes[3]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{LogSigma: -0.3}
	c.Beta = normal(random, fixed, 1/math.Sqrt(float64(fixed)))
	c.BetaBar = make([]float64, fixed)
	for i := range effects {
		row := normal(random, i+1, 0.3/math.Sqrt(float64(effects)))
		row[i] = 0.5 + random.Float64()
		c.Factor = append(c.Factor, row)
		c.FactorBar = append(c.FactorBar, make([]float64, i+1))
	}
	for range groups {
		n := 1 + observations/2 + random.IntN(observations)
		g := Group{Y: normal(random, n, 1.5)}
		for range n {
			x, z := normal(random, fixed, 1), normal(random, effects, 1)
			x[0], z[0] = 1, 1
			g.X = append(g.X, x)
			g.Z = append(g.Z, z)
		}
		c.Groups = append(c.Groups, g)
	}
	return c
}

func normal(random *rand.Rand, n int, scale float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = scale * random.NormFloat64()
	}
	return x
}

// Value is the primal.
func (c *Case) Value() float64 { return LogLikelihood(c.Groups, c.Beta, c.Factor, c.LogSigma) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Groups, c.Beta, c.Factor, c.LogSigma, c.BetaBar, c.FactorBar, &c.LogSigmaBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Beta, c.Factor, &c.LogSigma) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.BetaBar, c.FactorBar, &c.LogSigmaBar) }

func pointers(beta []float64, factor [][]float64, logSigma *float64) []*float64 {
	list := []*float64{logSigma}
	for _, row := range append([][]float64{beta}, factor...) {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
