package ising

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	glass Glass
	beta  float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, glass: mirror.Like(c.Glass), beta: mirror.Like(c.Beta)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Glass, g.Beta, g.Damping, g.Tolerance, g.Sweeps, &g.glass, &g.beta)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), &g.Glass, &g.glass, &g.Beta, &g.beta)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Glass, g.Beta, g.Damping, g.Tolerance, g.Sweeps}, []any{&g.Glass, &g.Beta}
}
