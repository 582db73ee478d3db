package traffic

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	links []Link
	pairs []Pair
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, links: mirror.Like(c.Links), pairs: mirror.Like(c.Pairs)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Links, g.Pairs, g.Theta, g.Steps, g.links, g.pairs)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Links, g.links, g.Pairs, g.pairs)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Links, g.Pairs, g.Theta, g.Steps}, []any{g.Links, g.Pairs}
}
