package wavelet

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"rows", "columns"}

// Default has sizes at which Hand takes about half a millisecond; at Small it takes some microseconds.
var Default, Small = []int{100, 120}, []int{7, 6}

// The number of levels.
const depth = 4

// Case is one input with room for its gradient.
type Case struct {
	Noisy, Clean [][]float64
	Levels       []Lifting
	NoisyBar     [][]float64
	LevelsBar    []Lifting
	tape         Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	c := &Case{Levels: make([]Lifting, depth), LevelsBar: make([]Lifting, depth)}
	for i := range sizes[0] {
		noisy, clean := make([]float64, sizes[1]), make([]float64, sizes[1])
		for j := range clean {
			clean[j] = math.Sin(float64(i)/7)*math.Cos(float64(j)/5) + float64((i/9+j/11)%2)
			noisy[j] = clean[j] + 0.2*r.NormFloat64()
		}
		c.Noisy, c.Clean = append(c.Noisy, noisy), append(c.Clean, clean)
		c.NoisyBar = append(c.NoisyBar, make([]float64, sizes[1]))
	}
	for l := range c.Levels {
		// The weights of CDF 9/7, not exactly.
		near := func(x float64) float64 { return x * (1 + 0.05*r.NormFloat64()) }
		c.Levels[l] = Lifting{
			near(-1.586134342), near(-0.05298011854), near(0.8829110762), near(0.4435068522), near(1.149604398),
			near(0.3),
		}
	}
	return c
}

func pointers(image [][]float64, levels []Lifting) []*float64 {
	var p []*float64
	for _, row := range image {
		for j := range row {
			p = append(p, &row[j])
		}
	}
	for l := range levels {
		q := &levels[l]
		p = append(p, &q.Alpha, &q.Beta, &q.Gamma, &q.Delta, &q.Scale, &q.Threshold)
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Noisy, c.Clean, c.Levels) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 {
	return Gradient(&c.tape, c.Noisy, c.Clean, c.Levels, c.NoisyBar, c.LevelsBar)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Noisy, c.Levels) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.NoisyBar, c.LevelsBar) }
