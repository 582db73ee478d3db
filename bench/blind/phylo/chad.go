package phylo

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w     primalWorkspace
	tree  []Node
	kappa float64
	freq  []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, tree: mirror.Like(c.Tree), kappa: mirror.Like(c.Kappa), freq: mirror.Like(c.Freq)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Tree, g.Root, g.Patterns, g.Kappa, g.Freq, g.tree, &g.kappa, g.freq)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Tree, g.tree, &g.Kappa, &g.kappa, g.Freq, g.freq)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Tree, g.Root, g.Patterns, g.Kappa, g.Freq}, []any{g.Tree, &g.Kappa, g.Freq}
}
