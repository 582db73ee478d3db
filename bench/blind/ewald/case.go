package ewald

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow. The number of waves is about that of the list.
var Sizes = []string{"particles", "waves"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{80, 250}, []int{6, 20}

// Case is one input with room for its gradient.
type Case struct {
	Particles                   []Particle
	Box, Alpha, Cutoff, WaveCut float64

	ParticlesBar []Particle

	tape Tape
}

// New makes an input: particles at the places of a lattice but for some noise, and charges whose sum is zero but for
// some noise. The volume a particle has is one.
func New(sizes []int) *Case {
	particles, list := sizes[0], sizes[1]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{ParticlesBar: make([]Particle, particles)}
	c.Box = math.Cbrt(float64(particles))
	c.Cutoff = 0.49 * c.Box
	c.Alpha = 3 / c.Cutoff
	// Half of a ball of this radius has that many points of the lattice.
	c.WaveCut = math.Cbrt(float64(list) * 3 / (2 * math.Pi))
	side := int(math.Ceil(c.Box))
	for i := range particles {
		p := Particle{Charge: float64(1-2*(i%2)) * (0.8 + 0.4*rng.Float64())}
		for d, n := range []int{i % side, i / side % side, i / side / side} {
			p.Pos[d] = (float64(n) + 0.4*rng.Float64()) * c.Box / float64(side)
		}
		c.Particles = append(c.Particles, p)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Energy(c.Particles, c.Box, c.Alpha, c.Cutoff, c.WaveCut)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Particles, c.Box, c.Alpha, c.Cutoff, c.WaveCut, c.ParticlesBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	return pointers(c.Particles)
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	return pointers(c.ParticlesBar)
}

func pointers(particles []Particle) []*float64 {
	var all []*float64
	for i := range particles {
		p := &particles[i]
		all = append(all, &p.Pos[0], &p.Pos[1], &p.Pos[2], &p.Charge)
	}
	return all
}
