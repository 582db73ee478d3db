package posegraph

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	poses []Pose
	delta float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, poses: mirror.Like(c.Poses), delta: mirror.Like(c.Delta)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Poses, g.Edges, g.Delta, g.poses, &g.delta)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Poses, g.poses, &g.Delta, &g.delta)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Poses, g.Edges, g.Delta}, []any{g.Poses, &g.Delta}
}
