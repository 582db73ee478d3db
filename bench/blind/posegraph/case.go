package posegraph

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"poses", "closures"}

// Default has sizes at which Hand takes about a millisecond; Small those for finite differences.
var Default, Small = []int{3000, 4000}, []int{7, 8}

// Case is one input with room for its gradient.
type Case struct {
	Poses    []Pose
	Edges    []Edge
	Delta    float64
	PosesBar []Pose
	DeltaBar float64
	Tape     Tape
}

// New makes an input, the same for the same sizes. The robot walks a random grid; some closures are wrong.
func New(sizes []int) *Case {
	poses, closures := sizes[0], sizes[1]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{Poses: make([]Pose, poses), PosesBar: make([]Pose, poses), Delta: 1.5}
	truth := make([]Pose, poses)
	noise := func(p Pose, s float64) Pose {
		return Pose{p.X + s*rng.NormFloat64(), p.Y + s*rng.NormFloat64(), wrap(p.Theta + 0.3*s*rng.NormFloat64())}
	}
	add := func(from, to int, closure bool) {
		meas := truth[to]
		if from >= 0 {
			meas = truth[from].Inverse().Compose(meas)
		}
		s := 0.1
		if closure && rng.IntN(4) == 0 {
			s = 3
		}
		// An information matrix is a lower triangle times its transpose.
		var low [3][3]float64
		for i := range 3 {
			low[i][i] = 3 + 2*rng.Float64()
			for j := range i {
				low[i][j] = rng.NormFloat64()
			}
		}
		e := Edge{From: from, To: to, Closure: closure, Meas: noise(meas, s)}
		for i := range 3 {
			for j := range 3 {
				for k := range 3 {
					e.Info[i][j] += low[i][k] * low[j][k]
				}
			}
		}
		c.Edges = append(c.Edges, e)
	}
	for i := range truth {
		if i > 0 {
			truth[i] = truth[i-1].Compose(Pose{1, 0, float64(rng.IntN(3)-1) * math.Pi / 2})
			truth[i].Theta = wrap(truth[i].Theta)
		}
		c.Poses[i] = noise(truth[i], 0.2)
		add(i-1, i, false)
	}
	for range closures {
		from := rng.IntN(poses)
		to := (from + 2 + rng.IntN(poses-3)) % poses
		add(from, to, true)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Cost(c.Poses, c.Edges, c.Delta) }

// Hand writes the gradient into the buffers.
func (c *Case) Hand() float64 {
	return Gradient(&c.Tape, c.Poses, c.Edges, c.Delta, c.PosesBar, &c.DeltaBar)
}

func list(delta *float64, poses []Pose) []*float64 {
	r := []*float64{delta}
	for i := range poses {
		r = append(r, &poses[i].X, &poses[i].Y, &poses[i].Theta)
	}
	return r
}

// Inputs lists the reals that Cost is differentiated with respect to.
func (c *Case) Inputs() []*float64 { return list(&c.Delta, c.Poses) }

// HandBar lists the derivatives by Inputs.
func (c *Case) HandBar() []*float64 { return list(&c.DeltaBar, c.PosesBar) }
