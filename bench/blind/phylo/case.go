package phylo

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"taxa", "patterns"}

// Default is for measuring, Small for checking.
var Default, Small = []int{15, 400}, []int{5, 6}

// Case is one input with room for its gradient.
type Case struct {
	Tree     []Node
	Root     int
	Patterns []Pattern
	Kappa    float64
	Freq     []float64

	LengthBar []float64
	KappaBar  float64
	FreqBar   []float64
	Tape      Tape
}

// New joins taxa at random until three subtrees are left, which are the root's, and lets a
// sequence change along the branches.
func New(sizes []int) *Case {
	taxa, patterns := sizes[0], sizes[1]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Kappa: 2.5, Freq: []float64{0.32, 0.18, 0.22, 0.28}, FreqBar: make([]float64, 4)}
	node := func(n Node) int {
		n.Length = 0.02 + 0.2*random.Float64()
		c.Tree = append(c.Tree, n)
		return len(c.Tree) - 1
	}
	var open []int
	for i := range taxa {
		open = append(open, node(Node{Taxon: i}))
	}
	take := func() int {
		k := random.IntN(len(open))
		n := open[k]
		open = append(open[:k], open[k+1:]...)
		return n
	}
	for len(open) > 3 {
		pair := []int{take(), take()}
		open = append(open, node(Node{Children: pair, Taxon: -1}))
	}
	c.Root = node(Node{Children: open, Taxon: -1})
	c.LengthBar = make([]float64, len(c.Tree))
	for range patterns {
		states := make([]int, taxa)
		c.evolve(random, c.Root, random.IntN(4), states)
		c.Patterns = append(c.Patterns, Pattern{States: states, Count: float64(1 + random.IntN(5))})
	}
	return c
}

func (c *Case) evolve(random *rand.Rand, node, state int, states []int) {
	n := c.Tree[node]
	if random.Float64() < n.Length {
		state = random.IntN(4)
	}
	if len(n.Children) == 0 {
		states[n.Taxon] = state
		if random.IntN(20) == 0 {
			states[n.Taxon] = Gap
		}
	}
	for _, child := range n.Children {
		c.evolve(random, child, state, states)
	}
}

// Value is the primal.
func (c *Case) Value() float64 { return LogLikelihood(c.Tree, c.Root, c.Patterns, c.Kappa, c.Freq) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Tree, c.Root, c.Patterns, c.Kappa, c.Freq, c.LengthBar, &c.KappaBar, c.FreqBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	list := []*float64{&c.Kappa}
	for i := range c.Freq {
		list = append(list, &c.Freq[i])
	}
	for i := range c.Tree {
		list = append(list, &c.Tree[i].Length)
	}
	return list
}

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 {
	list := []*float64{&c.KappaBar}
	for i := range c.FreqBar {
		list = append(list, &c.FreqBar[i])
	}
	for i := range c.LengthBar {
		list = append(list, &c.LengthBar[i])
	}
	return list
}
