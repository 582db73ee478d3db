package chomp

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w         primalWorkspace
	path      [][]float64
	lengths   []float64
	obstacles []Obstacle
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case:      c,
		path:      mirror.Like(c.Path),
		lengths:   mirror.Like(c.Lengths),
		obstacles: mirror.Like(c.Obstacles),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Path, g.Lengths, g.Obstacles, g.Balls, g.Opt, g.path, g.lengths, g.obstacles)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Path, g.path, g.Lengths, g.lengths, g.Obstacles, g.obstacles)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Path, g.Lengths, g.Obstacles, g.Balls, g.Opt}, []any{g.Path, g.Lengths, g.Obstacles}
}
