package kinetics

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"species", "reactions", "intervals"}

// Default is for measuring, Small for checking.
var Default, Small = []int{10, 20, 15}, []int{4, 6, 2}

// Case is one input with room for its gradient.
type Case struct {
	Reactions []Reaction
	Rates     []float64
	Start     []float64
	H         float64
	Steps     int
	Observed  [][]float64

	RatesBar, StartBar []float64
	Tape               Tape
}

// New makes a network at random: changes of form, joinings, exchanges, and a few that take three.
// The rates span three powers of ten.
func New(sizes []int) *Case {
	species, reactions, intervals := sizes[0], sizes[1], sizes[2]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{H: 0.05, Steps: 4}
	c.RatesBar = make([]float64, reactions)
	c.StartBar = make([]float64, species)
	pick := func(n int) []int {
		list := make([]int, n)
		for i := range list {
			list[i] = random.IntN(species)
		}
		return list
	}
	forms := [][2]int{{1, 1}, {2, 1}, {2, 2}, {1, 1}, {2, 2}, {3, 2}}
	crowd := math.Min(1, 2*float64(species)/float64(reactions))
	for k := range reactions {
		form := forms[k%len(forms)]
		c.Reactions = append(c.Reactions, Reaction{Reactants: pick(form[0]), Products: pick(form[1])})
		c.Rates = append(c.Rates, 0.1*crowd*math.Pow(1000, random.Float64()))
	}
	for range species {
		c.Start = append(c.Start, 0.2+random.Float64())
	}
	for range intervals {
		row := make([]float64, species)
		for i := range row {
			row[i] = random.Float64()
		}
		c.Observed = append(c.Observed, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Misfit(c.Reactions, c.Rates, c.Start, c.H, c.Steps, c.Observed)
}

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Reactions, c.Rates, c.Start, c.H, c.Steps, c.Observed, c.RatesBar, c.StartBar)
}

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Rates, c.Start) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.RatesBar, c.StartBar) }

func pointers(rows ...[]float64) []*float64 {
	var list []*float64
	for _, row := range rows {
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}
