package lqr

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	a     [][][]float64
	b     [][][]float64
	q     []float64
	r     []float64
	x0    []float64
	gusts [][]float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case:  c,
		a:     mirror.Like(c.A),
		b:     mirror.Like(c.B),
		q:     mirror.Like(c.Q),
		r:     mirror.Like(c.R),
		x0:    mirror.Like(c.X0),
		gusts: mirror.Like(c.Gusts),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.A, g.B, g.Q, g.R, g.X0, g.Gusts, g.a, g.b, g.q, g.r, g.x0, g.gusts)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.A, g.a, g.B, g.b, g.Q, g.q, g.R, g.r, g.X0, g.x0, g.Gusts, g.gusts)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.A, g.B, g.Q, g.R, g.X0, g.Gusts}, []any{g.A, g.B, g.Q, g.R, g.X0, g.Gusts}
}
