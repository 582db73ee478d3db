package barrier

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w    primalWorkspace
	spot []float64
	vol  []float64
	corr [][]float64
	rate float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case: c,
		spot: mirror.Like(c.Spot),
		vol:  mirror.Like(c.Vol),
		corr: mirror.Like(c.Corr),
		rate: mirror.Like(c.Rate),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Spot, g.Vol, g.Corr, g.Rate, g.Option, g.Normals, g.spot, g.vol, g.corr, &g.rate)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Spot, g.spot, g.Vol, g.vol, g.Corr, g.corr, &g.Rate, &g.rate)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Spot, g.Vol, g.Corr, g.Rate, g.Option, g.Normals}, []any{g.Spot, g.Vol, g.Corr, &g.Rate}
}
