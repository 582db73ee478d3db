package nurbs

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w       primalWorkspace
	points  [][]Control
	samples []Sample
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, points: mirror.Like(c.Points), samples: mirror.Like(c.Samples)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.DegreeU, g.DegreeV, g.KnotsU, g.KnotsV, g.Points, g.Samples, g.points, g.samples)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Points, g.points, g.Samples, g.samples)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.DegreeU, g.DegreeV, g.KnotsU, g.KnotsV, g.Points, g.Samples}, []any{g.Points, g.Samples}
}
