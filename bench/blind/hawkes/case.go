package hawkes

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"events", "dimensions"}

// Default is for measuring, Small for checking.
var Default, Small = []int{2000, 5}, []int{12, 2}

// Case is one input with room for its gradient.
type Case struct {
	Process Process
	Events  []Event
	Horizon float64

	ProcessBar Process
	Tape       Tape
}

func newProcess(d int) Process {
	p := Process{Mu: make([]float64, d), Alpha: make([][]float64, d), Beta: make([][]float64, d)}
	for m := range d {
		p.Alpha[m] = make([]float64, d)
		p.Beta[m] = make([]float64, d)
	}
	return p
}

// New makes events that are seen until the horizon; a few come after it.
func New(sizes []int) *Case {
	events, d := sizes[0], sizes[1]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Process: newProcess(d), ProcessBar: newProcess(d)}
	for m := range d {
		c.Process.Mu[m] = 0.2 + random.Float64()
		for n := range d {
			c.Process.Alpha[m][n] = (0.2 + random.Float64()) / float64(d)
			c.Process.Beta[m][n] = 1 + 2*random.Float64()
		}
	}
	now := 0.0
	for k := range events {
		now += 0.2 * random.ExpFloat64()
		if k == events-1-events/100 {
			c.Horizon = now + 1e-3
			now += 2e-3
		}
		c.Events = append(c.Events, Event{Time: now, Mark: random.IntN(d)})
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return LogLikelihood(c.Process, c.Events, c.Horizon) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Process, c.Events, c.Horizon, c.ProcessBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Process) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.ProcessBar) }

func pointers(p Process) []*float64 {
	var list []*float64
	for _, row := range append(append([][]float64{p.Mu}, p.Alpha...), p.Beta...) {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
