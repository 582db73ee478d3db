package bspline

import (
	"math"
	"math/rand/v2"
	"sort"
)

// Sizes names what may grow.
var Sizes = []string{"points", "coefficients"}

// Default is for measuring, Small for checking.
var Default, Small = []int{10000, 40}, []int{15, 7}

// Case is one input with room for its gradient.
type Case struct {
	Spline Spline
	Data   Data
	Lambda float64
	Order  int

	SplineBar Spline
	Tape      Tape
}

// New makes noisy points on a wave; some lie outside of the domain, which is about from 0 to 1,
// but none lie so near to its ends that they get in or out when the knots move a little. The knots
// are nearly equidistant.
func New(sizes []int) *Case {
	points, coefs := sizes[0], max(sizes[1], degree+1)
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Lambda: 0.3, Order: 2}
	c.Spline = Spline{Knots: make([]float64, coefs+degree+1), Coefs: make([]float64, coefs)}
	c.SplineBar = Spline{Knots: make([]float64, coefs+degree+1), Coefs: make([]float64, coefs)}
	for i := range c.Spline.Knots {
		c.Spline.Knots[i] = (float64(i-degree) + 0.4*(random.Float64()-0.5)) / float64(coefs-degree)
	}
	for j := range c.Spline.Coefs {
		c.Spline.Coefs[j] = math.Sin(8*float64(j)/float64(coefs)) + 0.1*random.NormFloat64()
	}
	lo, hi := c.Spline.Knots[degree], c.Spline.Knots[coefs]
	for range points {
		x := -0.05 + 1.1*random.Float64()
		for math.Abs(x-lo) < 1e-3 || math.Abs(x-hi) < 1e-3 {
			x = -0.05 + 1.1*random.Float64()
		}
		c.Data.X = append(c.Data.X, x)
		c.Data.Weight = append(c.Data.Weight, 0.5+random.Float64())
	}
	sort.Float64s(c.Data.X)
	for _, x := range c.Data.X {
		c.Data.Y = append(c.Data.Y, math.Sin(8*x)+0.2*random.NormFloat64())
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Criterion(c.Spline, c.Data, c.Lambda, c.Order) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Spline, c.Data, c.Lambda, c.Order, c.SplineBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Spline) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.SplineBar) }

func pointers(s Spline) []*float64 {
	var list []*float64
	for _, row := range [][]float64{s.Knots, s.Coefs} {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
