package meshfair

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"rows", "columns"}

// Default has sizes at which Hand takes about half a millisecond; Small those for finite differences.
var Default, Small = []int{40, 40}, []int{4, 4}

// Case is one input with room for its gradient.
type Case struct {
	Mesh        Mesh
	Vertices    [][3]float64
	Rest        []float64
	Tension     float64
	VerticesBar [][3]float64
	RestBar     []float64
	Tape        Tape
}

// connect finds the edges of the faces.
func connect(faces [][]int) Mesh {
	m := Mesh{Faces: faces}
	seen := map[[2]int]int{}
	for f, face := range faces {
		for i, from := range face {
			to := face[(i+1)%len(face)]
			if k, ok := seen[[2]int{to, from}]; ok {
				m.Edges[k].Right = f
				continue
			}
			seen[[2]int{from, to}] = len(m.Edges)
			m.Edges = append(m.Edges, Edge{from, to, f, -1})
		}
	}
	return m
}

// New makes an input, the same for the same sizes: a rough sheet, its squares cut at random.
func New(sizes []int) *Case {
	rows, columns := max(2, sizes[0]), max(2, sizes[1])
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Tension: 0.3}
	var faces [][]int
	for i := range rows {
		for j := range columns {
			x, y := float64(i), float64(j)
			c.Vertices = append(c.Vertices, [3]float64{
				x + 0.15*rng.NormFloat64(), y + 0.15*rng.NormFloat64(),
				0.5*math.Sin(0.7*x)*math.Cos(0.5*y) + 0.15*rng.NormFloat64(),
			})
			if i == 0 || j == 0 {
				continue
			}
			p, q, r, s := (i-1)*columns+j-1, i*columns+j-1, i*columns+j, (i-1)*columns+j
			if rng.IntN(2) == 0 {
				faces = append(faces, []int{p, q, r}, []int{p, r, s})
			} else {
				faces = append(faces, []int{p, q, s}, []int{q, r, s})
			}
		}
	}
	c.Mesh = connect(faces)
	for range c.Mesh.Edges {
		c.Rest = append(c.Rest, 0.1*rng.NormFloat64())
	}
	c.VerticesBar, c.RestBar = make([][3]float64, len(c.Vertices)), make([]float64, len(c.Rest))
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Energy(c.Mesh, c.Vertices, c.Rest, c.Tension) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Mesh, c.Vertices, c.Rest, c.Tension, c.VerticesBar, c.RestBar)
}

func list(vertices [][3]float64, rest []float64) []*float64 {
	var r []*float64
	for i := range vertices {
		r = append(r, &vertices[i][0], &vertices[i][1], &vertices[i][2])
	}
	for i := range rest {
		r = append(r, &rest[i])
	}
	return r
}

// Inputs lists the reals that Energy is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Vertices, c.Rest) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.VerticesBar, c.RestBar) }
