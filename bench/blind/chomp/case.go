package chomp

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"moments", "obstacles", "balls"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{100, 30, 40}, []int{6, 4, 5}

// Case is one input with room for its gradient.
type Case struct {
	Path         [][]float64
	Lengths      []float64
	Obstacles    []Obstacle
	Balls        []Ball
	Opt          Options
	PathBar      [][]float64
	LengthsBar   []float64
	ObstaclesBar []Obstacle
	Tape         Tape
}

// New makes an input, the same for the same sizes: an arm of five links, obstacles all about it.
func New(sizes []int) *Case {
	moments, obstacles, balls := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Path: make([][]float64, moments), PathBar: make([][]float64, moments),
		Lengths: []float64{0.5, 0.4, 0.4, 0.3, 0.2}, LengthsBar: make([]float64, 5),
		Obstacles: make([]Obstacle, obstacles), ObstaclesBar: make([]Obstacle, obstacles),
		Opt: Options{0.1, 0.25, 0.02},
	}
	for i := range balls {
		x := 5 * (float64(i) + 0.5) / float64(balls)
		link := int(x)
		c.Balls = append(c.Balls, Ball{link, x - float64(link), 0.05 + 0.03*rng.Float64()})
	}
	for i := range c.Obstacles {
		s, k := math.Sincos(3 * rng.Float64())
		r := 0.4 + 1.1*rng.Float64()
		c.Obstacles[i] = Obstacle{Vec{r * k, r * s, 1.4*rng.Float64() - 0.2}, 0.05 + 0.1*rng.Float64()}
	}
	from := []float64{0.2, 1.0, -0.6, -0.3, 0.4, -0.5}
	to := []float64{2.6, 0.9, -0.2, -0.8, 0.3, 0.2}
	for t := range c.Path {
		c.Path[t], c.PathBar[t] = make([]float64, 6), make([]float64, 6)
		u := float64(t) / float64(moments-1)
		for j := range c.Path[t] {
			c.Path[t][j] = (1-u)*from[j] + u*to[j] + 0.05*rng.NormFloat64()
		}
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Cost(c.Path, c.Lengths, c.Obstacles, c.Balls, c.Opt) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Path, c.Lengths, c.Obstacles, c.Balls, c.Opt, c.PathBar, c.LengthsBar, c.ObstaclesBar)
}

func list(path [][]float64, lengths []float64, obstacles []Obstacle) []*float64 {
	var r []*float64
	for _, row := range append([][]float64{lengths}, path...) {
		for j := range row {
			r = append(r, &row[j])
		}
	}
	for i := range obstacles {
		o := &obstacles[i]
		r = append(r, &o.Centre.X, &o.Centre.Y, &o.Centre.Z, &o.Radius)
	}
	return r
}

// Inputs lists the reals that Cost is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Path, c.Lengths, c.Obstacles) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.PathBar, c.LengthsBar, c.ObstaclesBar) }
