package queue

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	rates []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, rates: mirror.Like(c.Rates)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Rates, g.Gaps, g.Work, g.Servers, g.Risk, g.Price, g.rates)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Rates, g.rates)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Rates, g.Gaps, g.Work, g.Servers, g.Risk, g.Price}, []any{g.Rates}
}
