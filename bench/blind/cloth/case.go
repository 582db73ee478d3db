package cloth

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"steps", "rows", "columns"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{40, 12, 12}, []int{5, 4, 3}

// Case is one input with room for its gradient.
type Case struct {
	Nodes      []Node
	Springs    []Spring
	Wind       []Vec
	Opt        Options
	NodesBar   []Node
	SpringsBar []Spring
	WindBar    []Vec
	Tape       Tape
}

// New makes an input, the same for the same sizes: a sheet that hangs from every third node of its first row.
func New(sizes []int) *Case {
	steps, rows, columns := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Opt: Options{0.02, 0.1, 9.81, 0.02, 1.1}}
	noise := func(s float64) Vec {
		return Vec{s * rng.NormFloat64(), s * rng.NormFloat64(), s * rng.NormFloat64()}
	}
	const gap = 0.1
	for i := range rows {
		for j := range columns {
			place := Vec{gap * float64(j), gap * float64(i), 0}.add(noise(0.02 * gap))
			c.Nodes = append(c.Nodes, Node{place, noise(0.3), i == 0 && j%3 == 0})
		}
	}
	tie := func(i, j, k, l int, stiff float64) {
		if k < 0 || l < 0 || k >= rows || l >= columns {
			return
		}
		rest := gap * math.Hypot(float64(k-i), float64(l-j)) * (1 + 0.03*rng.NormFloat64())
		c.Springs = append(c.Springs, Spring{i*columns + j, k*columns + l, rest, stiff * (0.8 + 0.4*rng.Float64())})
	}
	for i := range rows {
		for j := range columns {
			tie(i, j, i+1, j, 20)
			tie(i, j, i, j+1, 20)
			tie(i, j, i+1, j+1, 10)
			tie(i, j, i+1, j-1, 10)
			tie(i, j, i+2, j, 4)
			tie(i, j, i, j+2, 4)
		}
	}
	for range steps {
		c.Wind = append(c.Wind, noise(0.2))
	}
	c.NodesBar = make([]Node, len(c.Nodes))
	c.SpringsBar = make([]Spring, len(c.Springs))
	c.WindBar = make([]Vec, steps)
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Energy(c.Nodes, c.Springs, c.Wind, c.Opt) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Nodes, c.Springs, c.Wind, c.Opt, c.NodesBar, c.SpringsBar, c.WindBar)
}

func list(nodes []Node, springs []Spring, wind []Vec) []*float64 {
	var r []*float64
	add := func(v *Vec) { r = append(r, &v.X, &v.Y, &v.Z) }
	for i := range nodes {
		add(&nodes[i].Place)
		add(&nodes[i].Velocity)
	}
	for i := range wind {
		add(&wind[i])
	}
	for i := range springs {
		r = append(r, &springs[i].Rest, &springs[i].Stiff)
	}
	return r
}

// Inputs lists the reals that Energy is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Nodes, c.Springs, c.Wind) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.NodesBar, c.SpringsBar, c.WindBar) }
