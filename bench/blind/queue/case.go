package queue

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"customers", "stations", "servers"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{6000, 5, 4}, []int{25, 3, 2}

// Case is one input with room for its gradient.
type Case struct {
	Rates, Gaps []float64
	Work        [][]float64
	Servers     int
	Risk, Price float64

	RatesBar []float64

	tape Tape
}

// New makes an input: arrivals of about one a unit of time, and servers that are busy for nine tenths of it.
func New(sizes []int) *Case {
	customers, stations, servers := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Servers: servers, Risk: 0.1, Price: 0.5, RatesBar: make([]float64, stations)}
	for range customers {
		c.Gaps = append(c.Gaps, rng.ExpFloat64())
	}
	for range stations {
		c.Rates = append(c.Rates, (1.05+0.1*rng.Float64())/float64(servers))
		row := make([]float64, customers)
		for i := range row {
			row[i] = 0.2 + 0.8*rng.ExpFloat64()
		}
		c.Work = append(c.Work, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Cost(c.Rates, c.Gaps, c.Work, c.Servers, c.Risk, c.Price)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Rates, c.Gaps, c.Work, c.Servers, c.Risk, c.Price, c.RatesBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Rates)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.RatesBar)
}

func pointers(s []float64) []*float64 {
	var all []*float64
	for i := range s {
		all = append(all, &s[i])
	}
	return all
}
