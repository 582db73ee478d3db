package softdtw

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w  primalWorkspace
	xs [][]float64
	ys [][]float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, xs: mirror.Like(c.Xs), ys: mirror.Like(c.Ys)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Xs, g.Ys, g.Gamma, g.Radius, g.xs, g.ys)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Xs, g.xs, g.Ys, g.ys)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Xs, g.Ys, g.Gamma, g.Radius}, []any{g.Xs, g.Ys}
}
