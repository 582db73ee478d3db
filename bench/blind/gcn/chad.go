package gcn

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w  primalWorkspace
	w0 [][]float64
	w1 [][]float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, w0: mirror.Like(c.W0), w1: mirror.Like(c.W1)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.W0, g.W1, g.Graph, g.Decay, g.w0, g.w1)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.W0, g.w0, g.W1, g.w1)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.W0, g.W1, g.Graph, g.Decay}, []any{g.W0, g.W1}
}
