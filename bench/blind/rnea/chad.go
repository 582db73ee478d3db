package rnea

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	loads []Load
	q     [][]float64
	qd    [][]float64
	qdd   [][]float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case:  c,
		loads: mirror.Like(c.Loads),
		q:     mirror.Like(c.Q),
		qd:    mirror.Like(c.Qd),
		qdd:   mirror.Like(c.Qdd),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Links, g.Loads, g.Q, g.Qd, g.Qdd, g.loads, g.q, g.qd, g.qdd)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Loads, g.loads, g.Q, g.q, g.Qd, g.qd, g.Qdd, g.qdd)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Links, g.Loads, g.Q, g.Qd, g.Qdd}, []any{g.Loads, g.Q, g.Qd, g.Qdd}
}
