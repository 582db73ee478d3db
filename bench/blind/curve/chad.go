package curve

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w        primalWorkspace
	deposits []Deposit
	swaps    []Swap
	bonds    []Bond
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case:     c,
		deposits: mirror.Like(c.Deposits),
		swaps:    mirror.Like(c.Swaps),
		bonds:    mirror.Like(c.Bonds),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Deposits, g.Swaps, g.Bonds, g.deposits, g.swaps, g.bonds)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Deposits, g.deposits, g.Swaps, g.swaps, g.Bonds, g.bonds)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Deposits, g.Swaps, g.Bonds}, []any{g.Deposits, g.Swaps, g.Bonds}
}
