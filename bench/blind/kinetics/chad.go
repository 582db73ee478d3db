package kinetics

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	rates []float64
	start []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, rates: mirror.Like(c.Rates), start: mirror.Like(c.Start)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Reactions, g.Rates, g.Start, g.H, g.Steps, g.Observed, g.rates, g.start)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Rates, g.rates, g.Start, g.start)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Reactions, g.Rates, g.Start, g.H, g.Steps, g.Observed}, []any{g.Rates, g.Start}
}
