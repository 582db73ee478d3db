package molmech

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"chains", "atoms per chain"}

// Default is for measuring, Small for checking.
var Default, Small = []int{36, 25}, []int{2, 6}

// Case is one input with room for its gradient.
type Case struct {
	Pos    []Vec
	System System

	PosBar []Vec
	Tape   Tape
}

// New makes wound chains that stand beside each other on a square grid.
func New(sizes []int) *Case {
	chains, length := sizes[0], sizes[1]
	random := rand.New(rand.NewPCG(1, 2))
	near := func(x, spread float64) float64 { return x + spread*(2*random.Float64()-1) }
	c := &Case{}
	s := &c.System
	s.Switch, s.Cutoff = 6, 8
	side := int(math.Ceil(math.Sqrt(float64(chains))))
	for chain := range chains {
		turn := 2 * math.Pi * random.Float64()
		for k := range length {
			i := len(c.Pos)
			sin, cos := math.Sincos(turn + 1.92*float64(k))
			c.Pos = append(c.Pos, Vec{
				near(5.2*float64(chain%side)+0.8*cos, 0.1),
				near(5.2*float64(chain/side)+0.8*sin, 0.1),
				near(1.2*float64(k), 0.1),
			})
			s.Atoms = append(s.Atoms, Atom{Charge: near(0, 0.4), Sigma: near(3, 0.4), Epsilon: near(0.1, 0.05)})
			if k >= 1 {
				s.Bonds = append(s.Bonds, Bond{i - 1, i, near(300, 50), near(1.7, 0.1)})
			}
			if k >= 2 {
				s.Angles = append(s.Angles, Angle{i - 2, i - 1, i, near(60, 10), near(2, 0.2)})
			}
			if k >= 3 {
				fold := 1 + random.IntN(3)
				s.Torsions = append(s.Torsions, Torsion{i - 3, i - 2, i - 1, i, near(2, 1), fold, near(0, 1)})
			}
		}
	}
	c.PosBar = make([]Vec, len(c.Pos))
	// The lists hold what is within the cutoff and a little farther, but not the bonded.
	s.Neighbours = make([][]int, len(c.Pos))
	for i, p := range c.Pos {
		for j := i + 1; j < len(c.Pos); j++ {
			if j/length == i/length && j-i <= 3 {
				continue
			}
			if d := p.Sub(c.Pos[j]); d.Dot(d) < 81 {
				s.Neighbours[i] = append(s.Neighbours[i], j)
			}
		}
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return Energy(c.Pos, c.System) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 { return Gradient(&c.Tape, c.Pos, c.System, c.PosBar) }

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Pos) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.PosBar) }

func pointers(pos []Vec) []*float64 {
	var list []*float64
	for i := range pos {
		list = append(list, &pos[i].X, &pos[i].Y, &pos[i].Z)
	}
	return list
}
