package softras

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w        primalWorkspace
	vertices []Vertex
	sigma    float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, vertices: mirror.Like(c.Vertices), sigma: mirror.Like(c.Sigma)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Vertices, g.Faces, g.Focal, g.Sigma, g.Image, g.vertices, &g.sigma)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Vertices, g.vertices, &g.Sigma, &g.sigma)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Vertices, g.Faces, g.Focal, g.Sigma, g.Image}, []any{g.Vertices, &g.Sigma}
}
