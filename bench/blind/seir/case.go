package seir

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"age groups", "weeks", "steps per week"}

// Default is for measuring, Small for checking.
var Default, Small = []int{10, 30, 7}, []int{3, 3, 2}

// Case is one input with room for its gradient.
type Case struct {
	Params     Params
	Population []float64
	Cases      [][]float64
	Steps      int

	ParamsBar Params
	Tape      Tape
}

func newParams(n int) Params {
	p := Params{Beta: make([]float64, n), Contact: make([][]float64, n), Seed: make([]float64, n)}
	for a := range p.Contact {
		p.Contact[a] = make([]float64, n)
	}
	return p
}

// New makes an epidemic in which one infects about two, most of them of near age.
func New(sizes []int) *Case {
	n, weeks, steps := sizes[0], sizes[1], sizes[2]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Params: newParams(n), ParamsBar: newParams(n), Steps: steps}
	p := &c.Params
	p.Sigma, p.Gamma, p.Reporting, p.Background = 0.3, 0.2, 0.3, 1.5
	for a := range n {
		c.Population = append(c.Population, 5000+10000*random.Float64())
		p.Beta[a] = 0.03 + 0.02*random.Float64()
		p.Seed[a] = 0.001 + 0.002*random.Float64()
		for b := range n {
			near := 1 / (1 + float64((a-b)*(a-b)))
			p.Contact[a][b] = (4 + 6*random.Float64()) / float64(n) * (1 + 2*near)
		}
	}
	for range weeks {
		row := make([]float64, n)
		for a := range row {
			row[a] = float64(random.IntN(200))
			if random.IntN(10) == 0 {
				row[a] = -1
			}
		}
		c.Cases = append(c.Cases, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Misfit(c.Params, c.Population, c.Cases, c.Steps) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, &c.Params, c.Population, c.Cases, c.Steps, &c.ParamsBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Params) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.ParamsBar) }

func pointers(p *Params) []*float64 {
	list := []*float64{&p.Sigma, &p.Gamma, &p.Reporting, &p.Background}
	for _, row := range append([][]float64{p.Beta, p.Seed}, p.Contact...) {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
