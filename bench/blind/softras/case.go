package softras

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"rows", "columns", "vertices"}

// Default has sizes at which Hand takes about half a millisecond; Small those for finite differences.
var Default, Small = []int{48, 48, 80}, []int{6, 7, 12}

// Case is one input with room for its gradient.
type Case struct {
	Vertices     []Vertex
	Faces        [][3]int
	Focal, Sigma float64
	Image        [][]float64
	VerticesBar  []Vertex
	SigmaBar     float64
	Tape         Tape
}

// New makes an input, the same for the same sizes: a rough ball, wound up as a spiral, before the image of a disc.
func New(sizes []int) *Case {
	rows, columns, vertices := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Focal: 2, Sigma: 2e-4, VerticesBar: make([]Vertex, vertices)}
	turn := int(math.Round(math.Sqrt(float64(vertices))))
	for i := range vertices {
		h := 1 - 2*(float64(i)+0.5)/float64(vertices)
		s, k := math.Sincos(2 * math.Pi * float64(i) / float64(turn))
		r := 1 + 0.05*rng.NormFloat64()
		w := r * math.Sqrt(1-h*h)
		c.Vertices = append(c.Vertices, Vertex{w*k + 0.1, r*h - 0.05, 3.5 + w*s})
		if j := i - turn - 1; j >= 0 {
			c.Faces = append(c.Faces, [3]int{j, j + 1, i - 1}, [3]int{j + 1, i, i - 1})
		}
	}
	for i := range rows {
		row := make([]float64, columns)
		y := 2*(float64(i)+0.5)/float64(rows) - 1
		for j := range row {
			x := 2*(float64(j)+0.5)/float64(columns) - 1
			row[j] = 1 / (1 + math.Exp(20*(math.Hypot(x, y)-0.55)))
		}
		c.Image = append(c.Image, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Vertices, c.Faces, c.Focal, c.Sigma, c.Image) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Vertices, c.Faces, c.Focal, c.Sigma, c.Image, c.VerticesBar, &c.SigmaBar)
}

func list(sigma *float64, vertices []Vertex) []*float64 {
	r := []*float64{sigma}
	for i := range vertices {
		r = append(r, &vertices[i].X, &vertices[i].Y, &vertices[i].Z)
	}
	return r
}

// Inputs lists the reals that Loss is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(&c.Sigma, c.Vertices) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(&c.SigmaBar, c.VerticesBar) }
