package barrier

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"assets", "steps", "paths"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{5, 20, 300}, []int{3, 4, 12}

// Case is one input with room for its gradient.
type Case struct {
	Spot, Vol []float64
	Corr      [][]float64
	Rate      float64
	Option    Option
	Normals   [][]float64

	SpotBar, VolBar []float64
	CorrBar         [][]float64
	RateBar         float64

	tape Tape
}

// New makes an input: assets that follow one factor, and a basket that is their mean.
func New(sizes []int) *Case {
	assets, steps, paths := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Spot: make([]float64, assets), Vol: make([]float64, assets), Rate: 0.03,
		SpotBar: make([]float64, assets), VolBar: make([]float64, assets),
		Option: Option{Strike: 95, Barrier: 130, Width: 15, Maturity: 1},
	}
	loads := make([]float64, assets)
	for i := range assets {
		c.Spot[i] = 80 + 40*rng.Float64()
		c.Vol[i] = 0.2 + 0.2*rng.Float64()
		loads[i] = 0.5 + 0.4*rng.Float64()
		c.Option.Weights = append(c.Option.Weights, 1/float64(assets))
	}
	for i := range assets {
		row := make([]float64, assets)
		for j := range row {
			row[j] = loads[i] * loads[j]
		}
		row[i] = 1
		c.Corr = append(c.Corr, row)
		c.CorrBar = append(c.CorrBar, make([]float64, assets))
	}
	for range paths {
		row := make([]float64, steps*assets)
		for i := range row {
			row[i] = rng.NormFloat64()
		}
		c.Normals = append(c.Normals, row)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Price(c.Spot, c.Vol, c.Corr, c.Rate, c.Option, c.Normals)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	value, rateBar := Gradient(c.Spot, c.Vol, c.Corr, c.Rate, c.Option, c.Normals,
		c.SpotBar, c.VolBar, c.CorrBar, &c.tape)
	c.RateBar = rateBar
	return value
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Spot, c.Vol, c.Corr, &c.Rate)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.SpotBar, c.VolBar, c.CorrBar, &c.RateBar)
}

func pointers(spot, vol []float64, corr [][]float64, rate *float64) []*float64 {
	var all []*float64
	for _, row := range append([][]float64{spot, vol}, corr...) {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	return append(all, rate)
}
