package foresteq

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w       primalWorkspace
	weights [][]float64
	bias    []float64
	leaf    []float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{Case: c, weights: mirror.Like(c.Weights), bias: mirror.Like(c.Bias), leaf: mirror.Like(c.Leaf)}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Weights, g.Bias, g.Leaf, g.Left, g.Right, g.X, g.Target, g.weights, g.bias, g.leaf)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Weights, g.weights, g.Bias, g.bias, g.Leaf, g.leaf)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Weights, g.Bias, g.Leaf, g.Left, g.Right, g.X, g.Target}, []any{g.Weights, g.Bias, g.Leaf}
}
