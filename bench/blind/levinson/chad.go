package levinson

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w      primalWorkspace
	signal []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, signal: mirror.Like(c.Signal)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Signal, g.Targets, g.Order, g.Frame, g.Hop, g.signal)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Signal, g.signal)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Signal, g.Targets, g.Order, g.Frame, g.Hop}, []any{g.Signal}
}
