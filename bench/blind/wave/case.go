package wave

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"rows", "cols", "steps"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{40, 50, 100}, []int{5, 6, 8}

// Case is one input with room for its gradient.
type Case struct {
	Vel    [][]float64
	Dt, Dx float64
	Shot   Shot

	VelBar [][]float64

	tape Tape
}

// New makes an input: velocities that grow with depth, a source in the middle, and receivers along the second row.
func New(sizes []int) *Case {
	rows, cols, steps := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Dt: 0.25, Dx: 1, VelBar: newField(rows, cols)}
	for i := range rows {
		row := make([]float64, cols)
		for j := range row {
			row[j] = 1.5 + 0.5*float64(i)/float64(rows) + 0.3*rng.Float64()
		}
		c.Vel = append(c.Vel, row)
	}
	c.Shot.Source = Point{rows / 2, cols / 2}
	for j := 1; j < cols-1; j += 2 {
		c.Shot.Receivers = append(c.Shot.Receivers, Point{1, j})
	}
	for n := range steps {
		a := math.Pi * 0.4 * (float64(n)*c.Dt - 1)
		c.Shot.Signal = append(c.Shot.Signal, 10*(1-2*a*a)*math.Exp(-a*a))
		row := make([]float64, len(c.Shot.Receivers))
		for r := range row {
			row[r] = 0.1 * rng.NormFloat64()
		}
		c.Shot.Data = append(c.Shot.Data, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Misfit(c.Vel, c.Dt, c.Dx, c.Shot)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Vel, c.Dt, c.Dx, c.Shot, c.VelBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Vel)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.VelBar)
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
