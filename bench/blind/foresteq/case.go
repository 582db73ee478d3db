package foresteq

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"nodes", "samples", "features"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{31, 400, 20}, []int{7, 5, 3}

// Case is one input with room for its gradient.
type Case struct {
	Weights     [][]float64
	Bias, Leaf  []float64
	Left, Right []int
	X           [][]float64
	Target      []float64

	WeightsBar       [][]float64
	BiasBar, LeafBar []float64

	tape Tape
}

// New makes an input: a tree of a random shape. An even number of nodes is rounded down, as no tree has it.
func New(sizes []int) *Case {
	nodes, samples, features := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{}
	c.grow(rng, (nodes-1)/2, features)
	for range samples {
		c.X = append(c.X, normals(rng, features, 1))
		c.Target = append(c.Target, rng.NormFloat64())
	}
	return c
}

// grow appends a subtree with the given number of inner nodes and returns its root.
func (c *Case) grow(rng *rand.Rand, inner, features int) int {
	k := len(c.Bias)
	c.Weights = append(c.Weights, normals(rng, features, 1/math.Sqrt(float64(features))))
	c.WeightsBar = append(c.WeightsBar, make([]float64, features))
	c.Bias = append(c.Bias, 0.3*rng.NormFloat64())
	c.BiasBar = append(c.BiasBar, 0)
	c.Leaf = append(c.Leaf, rng.NormFloat64())
	c.LeafBar = append(c.LeafBar, 0)
	c.Left = append(c.Left, -1)
	c.Right = append(c.Right, -1)
	if inner > 0 {
		n := rng.IntN(inner)
		l := c.grow(rng, n, features)
		r := c.grow(rng, inner-1-n, features)
		c.Left[k], c.Right[k] = l, r
	}
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
	return Loss(c.Weights, c.Bias, c.Leaf, c.Left, c.Right, c.X, c.Target)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Weights, c.Bias, c.Leaf, c.Left, c.Right, c.X, c.Target,
		c.WeightsBar, c.BiasBar, c.LeafBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Weights, c.Bias, c.Leaf)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.WeightsBar, c.BiasBar, c.LeafBar)
}

func pointers(weights [][]float64, bias, leaf []float64) []*float64 {
	var all []*float64
	for _, row := range append(append([][]float64(nil), weights...), bias, leaf) {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	return all
}
