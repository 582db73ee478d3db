package forestrag

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"nodes", "samples", "features"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{31, 400, 20}, []int{7, 5, 3}

// Case is one input with room for its gradient. W, B and Leaf of NodesBar are the derivatives by those of Nodes.
type Case struct {
	Nodes  []Node
	X      [][]float64
	Target []float64

	NodesBar []Node

	tape Tape
}

// New makes an input: a tree of a random shape. An even number of nodes is rounded down, as no tree has it.
func New(sizes []int) *Case {
	nodes, samples, features := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{}
	c.grow(rng, (nodes-1)/2, features)
	for _, n := range c.Nodes {
		n.W = make([]float64, len(n.W))
		c.NodesBar = append(c.NodesBar, n)
	}
	for range samples {
		c.X = append(c.X, normals(rng, features, 1))
		c.Target = append(c.Target, rng.NormFloat64())
	}
	return c
}

// grow appends a subtree with the given number of inner nodes and returns its root. Leaves have no weights.
func (c *Case) grow(rng *rand.Rand, inner, features int) int {
	k := len(c.Nodes)
	c.Nodes = append(c.Nodes, Node{Left: -1, Right: -1})
	if inner == 0 {
		c.Nodes[k].Leaf = rng.NormFloat64()
		return k
	}
	used := 1 + rng.IntN(features)
	c.Nodes[k].W = normals(rng, used, 1/math.Sqrt(float64(used)))
	c.Nodes[k].B = 0.3 * rng.NormFloat64()
	n := rng.IntN(inner)
	l := c.grow(rng, n, features)
	r := c.grow(rng, inner-1-n, features)
	c.Nodes[k].Left, c.Nodes[k].Right = l, r
	return k
}

func normals(rng *rand.Rand, n int, scale float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = scale * rng.NormFloat64()
	}
	return x
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Loss(c.Nodes, c.X, c.Target)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Nodes, c.X, c.Target, c.NodesBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Nodes)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.NodesBar)
}

func pointers(nodes []Node) []*float64 {
	var all []*float64
	for k := range nodes {
		n := &nodes[k]
		for j := range n.W {
			all = append(all, &n.W[j])
		}
		all = append(all, &n.B, &n.Leaf)
	}
	return all
}
