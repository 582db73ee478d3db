package wavelet

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w      primalWorkspace
	noisy  [][]float64
	levels []Lifting
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, noisy: mirror.Like(c.Noisy), levels: mirror.Like(c.Levels)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Noisy, g.Clean, g.Levels, g.noisy, g.levels)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Noisy, g.noisy, g.Levels, g.levels)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Noisy, g.Clean, g.Levels}, []any{g.Noisy, g.Levels}
}
