package treelstm

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow. A tree has between half of nodes and nodes.
var Sizes = []string{"trees", "nodes", "hidden"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{16, 20, 12}, []int{2, 4, 3}

// The numbers of different words and of classes, and the width of the vector of a word.
const words, classes, width = 30, 5, 8

// Case is one input with room for its gradient.
type Case struct {
	Model    Model
	Trees    [][]Node
	ModelBar Model
	tape     Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{Model: model(r, sizes[2]), ModelBar: model(r, sizes[2])}
	for range sizes[0] {
		n := sizes[1] - r.IntN(sizes[1]/2+1)
		tree := make([]Node, n)
		for i := range tree {
			tree[i].Word = r.IntN(words)
			tree[i].Label = -1
			if i == 0 || r.IntN(2) == 0 {
				tree[i].Label = r.IntN(classes)
			}
			if i > 0 {
				// Half of the nodes hang from one of the last three, so there are long and wide trees.
				parent := r.IntN(i)
				if r.IntN(2) == 0 {
					parent = max(i-1-r.IntN(3), 0)
				}
				tree[parent].Children = append(tree[parent].Children, i)
			}
		}
		c.Trees = append(c.Trees, tree)
	}
	return c
}

func model(r *rand.Rand, hidden int) Model {
	matrix := func(rows, columns int) [][]float64 {
		m := make([][]float64, rows)
		for i := range m {
			m[i] = make([]float64, columns)
			for j := range m[i] {
				m[i][j] = r.NormFloat64() / math.Sqrt(float64(columns))
			}
		}
		return m
	}
	gate := func() Gate {
		return Gate{matrix(hidden, width), matrix(hidden, hidden), matrix(1, hidden)[0]}
	}
	return Model{matrix(words, width), gate(), gate(), gate(), gate(), matrix(classes, hidden), matrix(1, classes)[0]}
}

func pointers(m *Model) []*float64 {
	var p []*float64
	add := func(rows ...[]float64) {
		for _, row := range rows {
			for j := range row {
				p = append(p, &row[j])
			}
		}
	}
	add(m.Words...)
	for _, g := range []Gate{m.Input, m.Forget, m.Output, m.Cell} {
		add(g.W...)
		add(g.U...)
		add(g.B)
	}
	add(m.Classes...)
	add(m.Bias)
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Model, c.Trees) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 { return Gradient(&c.tape, c.Model, c.Trees, c.ModelBar) }

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Model) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.ModelBar) }
