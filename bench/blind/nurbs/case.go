package nurbs

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"samples", "rows", "columns"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{2000, 20, 20}, []int{8, 5, 6}

// Case is one input with room for its gradient.
type Case struct {
	DegreeU, DegreeV int
	KnotsU           []float64
	KnotsV           [][]float64
	Points           [][]Control
	Samples          []Sample
	PointsBar        [][]Control
	SamplesBar       []Sample
	Tape             Tape
}

// clamped returns the knots for n control points: uneven, and repeated at both ends.
func clamped(rng *rand.Rand, n, degree int) []float64 {
	var knots []float64
	inner := n - degree
	for range degree + 1 {
		knots = append(knots, 0)
	}
	for i := 1; i < inner; i++ {
		knots = append(knots, (float64(i)+0.4*(rng.Float64()-0.5))/float64(inner))
	}
	for range degree + 1 {
		knots = append(knots, 1)
	}
	return knots
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	samples, rows, columns := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{DegreeU: 2, DegreeV: 3, KnotsU: clamped(rng, rows, 2)}
	height := func(x, y float64) float64 { return 0.3 * math.Sin(4*x) * math.Cos(3*y) }
	for i := range rows {
		n := max(4, columns-rng.IntN(columns/2))
		c.KnotsV = append(c.KnotsV, clamped(rng, n, 3))
		row := make([]Control, n)
		for j := range row {
			x, y := float64(i)/float64(rows-1), float64(j)/float64(n-1)
			row[j] = Control{
				x + 0.1*rng.NormFloat64()/float64(rows), y + 0.1*rng.NormFloat64()/float64(n),
				height(x, y) + 0.05*rng.NormFloat64(), 0.7 + 0.6*rng.Float64(),
			}
		}
		c.Points = append(c.Points, row)
		c.PointsBar = append(c.PointsBar, make([]Control, n))
	}
	for range samples {
		u, v := 0.01+0.98*rng.Float64(), 0.01+0.98*rng.Float64()
		x, y := u+0.02*rng.NormFloat64(), v+0.02*rng.NormFloat64()
		c.Samples = append(c.Samples, Sample{u, v, x, y, height(x, y)})
	}
	c.SamplesBar = make([]Sample, samples)
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Distance(c.DegreeU, c.DegreeV, c.KnotsU, c.KnotsV, c.Points, c.Samples)
}

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.DegreeU, c.DegreeV, c.KnotsU, c.KnotsV, c.Points, c.Samples, c.PointsBar, c.SamplesBar)
}

func list(points [][]Control, samples []Sample) []*float64 {
	var r []*float64
	for _, row := range points {
		for j := range row {
			p := &row[j]
			r = append(r, &p.X, &p.Y, &p.Z, &p.W)
		}
	}
	for i := range samples {
		s := &samples[i]
		r = append(r, &s.U, &s.V, &s.X, &s.Y, &s.Z)
	}
	return r
}

// Inputs lists the reals that Distance is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Points, c.Samples) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.PointsBar, c.SamplesBar) }
