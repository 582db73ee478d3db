package hmm

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"sequences", "length", "states"}

// Default is for measuring, Small for checking.
var Default, Small = []int{10, 300, 8}, []int{3, 6, 3}

// Case is one input with room for its gradient.
type Case struct {
	Model     Model
	Sequences [][]float64

	ModelBar Model
	Tape     Tape
}

func newModel(states int) Model {
	m := Model{
		Initial: make([]float64, states), Transition: make([][]float64, states),
		Mean: make([]float64, states), SD: make([]float64, states),
	}
	for i := range m.Transition {
		m.Transition[i] = make([]float64, states)
	}
	return m
}

// New makes a model whose chain likes to stay, and observations near its means.
func New(sizes []int) *Case {
	sequences, length, states := sizes[0], sizes[1], sizes[2]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Model: newModel(states), ModelBar: newModel(states)}
	distribution := func(p []float64) {
		sum := 0.0
		for i := range p {
			p[i] = 0.1 + random.Float64()
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
	}
	distribution(c.Model.Initial)
	for i, row := range c.Model.Transition {
		distribution(row)
		for j := range row {
			row[j] *= 0.4
		}
		row[i] += 0.6
		c.Model.Mean[i] = 2 * random.NormFloat64()
		c.Model.SD[i] = 0.6 + random.Float64()
	}
	for range sequences {
		seq := make([]float64, length/2+random.IntN(length+1))
		state := random.IntN(states)
		for k := range seq {
			if random.Float64() > 0.6 {
				state = random.IntN(states)
			}
			seq[k] = c.Model.Mean[state] + c.Model.SD[state]*random.NormFloat64()
		}
		c.Sequences = append(c.Sequences, seq)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return LogLikelihood(c.Model, c.Sequences) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 { return Gradient(&c.Tape, c.Model, c.Sequences, c.ModelBar) }

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Model) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.ModelBar) }

func pointers(m Model) []*float64 {
	var list []*float64
	for _, row := range append([][]float64{m.Initial, m.Mean, m.SD}, m.Transition...) {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
