package bspline

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w primalWorkspace
	s Spline
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, s: mirror.Like(c.Spline)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Spline, g.Data, g.Lambda, g.Order, &g.s)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), &g.Spline, &g.s)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Spline, g.Data, g.Lambda, g.Order}, []any{&g.Spline}
}
