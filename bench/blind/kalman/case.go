package kalman

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"scans", "sensors"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{800, 5}, []int{6, 3}

// Case is one input with room for its gradient.
type Case struct {
	Mean       []float64
	Noise      Noise
	Sensors    [][]float64
	Scans      [][]Reading
	Dt         float64
	MeanBar    []float64
	NoiseBar   Noise
	SensorsBar [][]float64
	Tape       Tape
}

// New makes an input, the same for the same sizes. The target goes round in a circle, and the sensors stand about it.
func New(sizes []int) *Case {
	scans, sensors := sizes[0], sizes[1]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		Noise: Noise{0.5, 0.2, 0.02, 1, 0.7}, Dt: 0.1,
		Mean: []float64{10.3, -0.4, 0.2, 1.7}, MeanBar: make([]float64, 4),
		Sensors: matrix(sensors, 2), SensorsBar: matrix(sensors, 2),
		Scans: make([][]Reading, scans),
	}
	truth := matrix(sensors, 2)
	for i := range truth {
		s, k := math.Sincos(2 * math.Pi * rng.Float64())
		r := 14 + 6*rng.Float64()
		truth[i][0], truth[i][1] = r*k, r*s
		c.Sensors[i][0], c.Sensors[i][1] = r*k+0.03*rng.NormFloat64(), r*s+0.03*rng.NormFloat64()
	}
	for t := range c.Scans {
		s, k := math.Sincos(0.2 * c.Dt * float64(t+1))
		for i, at := range truth {
			if rng.IntN(4) == 0 {
				continue
			}
			dx, dy := 10*k-at[0], 10*s-at[1]
			z := Reading{
				i, math.Hypot(dx, dy) + c.Noise.Range*rng.NormFloat64(),
				math.Atan2(dy, dx) + c.Noise.Bearing*rng.NormFloat64(),
			}
			if rng.IntN(8) == 0 {
				z.Range = -1
			}
			c.Scans[t] = append(c.Scans[t], z)
		}
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Cost(c.Mean, c.Noise, c.Sensors, c.Scans, c.Dt) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Mean, c.Noise, c.Sensors, c.Scans, c.Dt, c.MeanBar, &c.NoiseBar, c.SensorsBar)
}

func list(mean []float64, n *Noise, sensors [][]float64) []*float64 {
	r := []*float64{&n.Accel, &n.Range, &n.Bearing, &n.Place, &n.Speed}
	for _, row := range append([][]float64{mean}, sensors...) {
		for i := range row {
			r = append(r, &row[i])
		}
	}
	return r
}

// Inputs lists the reals that Cost is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(c.Mean, &c.Noise, c.Sensors) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(c.MeanBar, &c.NoiseBar, c.SensorsBar) }
