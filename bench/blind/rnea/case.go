package rnea

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"moments", "bodies"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{200, 16}, []int{3, 5}

// Case is one input with room for its gradient.
type Case struct {
	Links               []Link
	Loads               []Load
	Q, Qd, Qdd          [][]float64
	LoadsBar            []Load
	QBar, QdBar, QddBar [][]float64
	Tape                Tape
}

func unit(rng *rand.Rand) Vec {
	for {
		v := Vec{2*rng.Float64() - 1, 2*rng.Float64() - 1, 2*rng.Float64() - 1}
		if n := v.Dot(v); n > 0.01 && n <= 1 {
			return v.Scale(1 / math.Sqrt(n))
		}
	}
}

// frame returns the rows of a random rotation.
func frame(rng *rand.Rand) [3]Vec {
	a, b := unit(rng), unit(rng)
	c := a.Cross(b)
	for c.Dot(c) < 0.01 {
		b = unit(rng)
		c = a.Cross(b)
	}
	c = c.Scale(1 / math.Sqrt(c.Dot(c)))
	return [3]Vec{a, c.Cross(a), c}
}

func rows(n, m int) [][]float64 {
	r := make([][]float64, n)
	for i := range r {
		r[i] = make([]float64, m)
	}
	return r
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	moments, bodies := sizes[0], sizes[1]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Links: make([]Link, bodies), Loads: make([]Load, bodies), LoadsBar: make([]Load, bodies),
		Q: rows(moments, bodies), Qd: rows(moments, bodies), Qdd: rows(moments, bodies),
		QBar: rows(moments, bodies), QdBar: rows(moments, bodies), QddBar: rows(moments, bodies),
	}
	for i := range c.Links {
		parent := -1
		if i > 0 {
			parent = rng.IntN(i)
		}
		c.Links[i] = Link{parent, rng.IntN(4) == 0, Transform{frame(rng), unit(rng).Scale(0.4)}}
		c.Loads[i] = Load{
			0.5 + rng.Float64(), unit(rng).Scale(0.2),
			0.1 + 0.1*rng.Float64(), 0.1 + 0.1*rng.Float64(), 0.1 + 0.1*rng.Float64(),
			0.02 * rng.NormFloat64(), 0.02 * rng.NormFloat64(), 0.02 * rng.NormFloat64(),
		}
	}
	// Every joint swings as a sine of its own.
	for i := range bodies {
		size, speed, phase := 0.5+0.5*rng.Float64(), 1+rng.Float64(), 6*rng.Float64()
		for t := range moments {
			s, k := math.Sincos(speed*0.05*float64(t) + phase)
			c.Q[t][i], c.Qd[t][i], c.Qdd[t][i] = size*s, size*speed*k, -size*speed*speed*s
		}
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Effort(c.Links, c.Loads, c.Q, c.Qd, c.Qdd) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Links, c.Loads, c.Q, c.Qd, c.Qdd, c.LoadsBar, c.QBar, c.QdBar, c.QddBar)
}

func list(loads []Load, tables ...[][]float64) []*float64 {
	var r []*float64
	for i := range loads {
		l := &loads[i]
		r = append(r, &l.Mass, &l.Centre.X, &l.Centre.Y, &l.Centre.Z, &l.XX, &l.YY, &l.ZZ, &l.XY, &l.XZ, &l.YZ)
	}
	for _, table := range tables {
		for _, row := range table {
			for i := range row {
				r = append(r, &row[i])
			}
		}
	}
	return r
}

// Inputs lists the reals that Effort is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Loads, c.Q, c.Qd, c.Qdd) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.LoadsBar, c.QBar, c.QdBar, c.QddBar) }
