package lqr

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"steps"}

// Default has sizes at which Hand takes about half a millisecond; Small those for finite differences.
var Default, Small = []int{300}, []int{4}

// Case is one input with room for its gradient. There are six states and three controls.
type Case struct {
	A, B             [][][]float64
	Q, R, X0         []float64
	Gusts            [][]float64
	ABar, BBar       [][][]float64
	QBar, RBar, XBar []float64
	GustsBar         [][]float64
	Tape             Tape
}

func matrices(count, n, m int) [][][]float64 {
	a := make([][][]float64, count)
	for i := range a {
		a[i] = matrix(n, m)
	}
	return a
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	steps := sizes[0]
	const n, m = 6, 3
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		A: matrices(steps, n, n), B: matrices(steps, n, m), ABar: matrices(steps, n, n), BBar: matrices(steps, n, m),
		Q: make([]float64, n), R: make([]float64, m), X0: make([]float64, n), Gusts: matrix(steps, n),
		QBar: make([]float64, n), RBar: make([]float64, m), XBar: make([]float64, n), GustsBar: matrix(steps, n),
	}
	for t := range steps {
		for i := range n {
			for j := range n {
				c.A[t][i][j] = 0.1 * rng.NormFloat64()
			}
			c.A[t][i][i] += 0.95
			for j := range m {
				c.B[t][i][j] = 0.4 * rng.NormFloat64()
			}
			c.Gusts[t][i] = 0.1 * rng.NormFloat64()
		}
	}
	for i := range n {
		c.Q[i] = 0.5 + rng.Float64()
		c.X0[i] = rng.NormFloat64()
	}
	for i := range m {
		c.R[i] = 0.2 + rng.Float64()
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Cost(c.A, c.B, c.Q, c.R, c.X0, c.Gusts) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.A, c.B, c.Q, c.R, c.X0, c.Gusts, c.ABar, c.BBar, c.QBar, c.RBar, c.XBar, c.GustsBar)
}

func list(a, b [][][]float64, rest ...[]float64) []*float64 {
	var r []*float64
	for t := range a {
		rest = append(append(rest, a[t]...), b[t]...)
	}
	for _, row := range rest {
		for i := range row {
			r = append(r, &row[i])
		}
	}
	return r
}

// Inputs lists the reals that Cost is differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return list(c.A, c.B, append([][]float64{c.Q, c.R, c.X0}, c.Gusts...)...)
}

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 {
	return list(c.ABar, c.BBar, append([][]float64{c.QBar, c.RBar, c.XBar}, c.GustsBar...)...)
}
