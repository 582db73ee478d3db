package transformer

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"tokens", "heads", "hidden", "words"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{49, 4, 64, 40}, []int{4, 2, 3, 5}

// The width of the model and the size of each head.
const width, size = 16, 8

// Case is one input with room for its gradient.
type Case struct {
	Model    Model
	Text     []int
	ModelBar Model
	tape     Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	tokens, heads, hidden, words := sizes[0], sizes[1], sizes[2], sizes[3]
	c := &Case{Model: model(r, heads, hidden, words), ModelBar: model(r, heads, hidden, words)}
	for range tokens {
		c.Text = append(c.Text, r.IntN(words))
	}
	return c
}

func model(r *rand.Rand, heads, hidden, words int) Model {
	vector := func(n int, mean float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = mean + 0.2*r.NormFloat64()
		}
		return v
	}
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
	m := Model{
		Embed: matrix(words, width), O: matrix(width, heads*size),
		Norm1: Norm{vector(width, 1), vector(width, 0)},
		W1:    matrix(hidden, width), B1: vector(hidden, 0),
		W2: matrix(width, hidden), B2: vector(width, 0),
		Norm2:  Norm{vector(width, 1), vector(width, 0)},
		Output: matrix(words, width),
	}
	for range heads {
		m.Heads = append(m.Heads, Head{matrix(size, width), matrix(size, width), matrix(size, width)})
	}
	return m
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
	add(m.Embed...)
	for _, h := range m.Heads {
		add(h.Q...)
		add(h.K...)
		add(h.V...)
	}
	add(m.O...)
	add(m.Norm1.Gain, m.Norm1.Bias)
	add(m.W1...)
	add(m.B1)
	add(m.W2...)
	add(m.B2, m.Norm2.Gain, m.Norm2.Bias)
	add(m.Output...)
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Model, c.Text) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 { return Gradient(&c.tape, c.Model, c.Text, c.ModelBar) }

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Model) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.ModelBar) }
