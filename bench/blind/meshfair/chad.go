package meshfair

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w        primalWorkspace
	vertices [][3]float64
	rest     []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, vertices: mirror.Like(c.Vertices), rest: mirror.Like(c.Rest)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Mesh, g.Vertices, g.Rest, g.Tension, g.vertices, g.rest)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Vertices, g.vertices, g.Rest, g.rest)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Mesh, g.Vertices, g.Rest, g.Tension}, []any{g.Vertices, g.Rest}
}
