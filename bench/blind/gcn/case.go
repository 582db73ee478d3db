package gcn

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"nodes", "features", "hidden", "classes"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{500, 16, 16, 6}, []int{9, 4, 3, 3}

// Case is one input with room for its gradient.
type Case struct {
	W0, W1       [][]float64
	Graph        Graph
	Decay        float64
	W0Bar, W1Bar [][]float64
	tape         Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	n, features, hidden, classes := sizes[0], sizes[1], sizes[2], sizes[3]
	matrix := func(rows, columns int, deviation float64) [][]float64 {
		m := make([][]float64, rows)
		for i := range m {
			m[i] = make([]float64, columns)
			for j := range m[i] {
				m[i][j] = deviation * r.NormFloat64()
			}
		}
		return m
	}
	c := &Case{
		W0:    matrix(features, hidden, 2/math.Sqrt(float64(features))),
		W1:    matrix(hidden, classes, 2/math.Sqrt(float64(hidden))),
		Graph: Graph{make([][]int, n), matrix(n, features, 1), make([]int, n)},
		Decay: 5e-4,
		W0Bar: matrix(features, hidden, 0),
		W1Bar: matrix(hidden, classes, 0),
	}
	g := c.Graph
	for v := range n {
		g.Labels[v] = -1
		if v%3 == 0 {
			g.Labels[v] = r.IntN(classes)
		}
		// The older a node, the more neighbors it has.
		for range r.IntN(5) {
			if v > 0 {
				u := r.IntN(v)
				g.Neighbors[v] = append(g.Neighbors[v], u)
				g.Neighbors[u] = append(g.Neighbors[u], v)
			}
		}
	}
	return c
}

func pointers(matrices ...[][]float64) []*float64 {
	var p []*float64
	for _, m := range matrices {
		for _, row := range m {
			for j := range row {
				p = append(p, &row[j])
			}
		}
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.W0, c.W1, c.Graph, c.Decay) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 {
	return Gradient(&c.tape, c.W0, c.W1, c.Graph, c.Decay, c.W0Bar, c.W1Bar)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.W0, c.W1) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.W0Bar, c.W1Bar) }
