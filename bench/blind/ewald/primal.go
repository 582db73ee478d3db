// Package ewald is the electrostatic energy of charges in a periodic cubic box by the sum of Ewald. See D. Frenkel,
// B. Smit, Understanding Molecular Simulation, chapter 12.
package ewald

import "math"

// Particle is a charge at a place.
type Particle struct {
	Pos    [3]float64
	Charge float64
}

// wave is a vector of the reciprocal lattice and its weight in the sum.
type wave struct {
	k      [3]float64
	weight float64
}

// waves lists one vector of each pair k and -k with a length of at most cut times 2π/box. The weights count both.
func waves(box, alpha, cut float64) []wave {
	var list []wave
	n := int(cut)
	unit := 2 * math.Pi / box
	for x := 0; x <= n; x++ {
		for y := -n; y <= n; y++ {
			if x == 0 && y < 0 {
				continue
			}
			for z := -n; z <= n; z++ {
				if x == 0 && y == 0 && z <= 0 {
					continue
				}
				square := float64(x*x + y*y + z*z)
				if square > cut*cut {
					continue
				}
				k2 := square * unit * unit
				weight := 4 * math.Pi / (box * box * box) * math.Exp(-k2/(4*alpha*alpha)) / k2
				list = append(list, wave{[3]float64{float64(x) * unit, float64(y) * unit, float64(z) * unit}, weight})
			}
		}
	}
	return list
}

// distance is that of a to the nearest image of b.
func distance(a, b *Particle, box float64) float64 {
	r2 := 0.0
	for d := range a.Pos {
		x := a.Pos[d] - b.Pos[d]
		x -= box * math.Round(x/box)
		r2 += x * x
	}
	return math.Sqrt(r2)
}

// near is the part of the energy that is summed over the pairs within the cutoff.
func near(particles []Particle, box, alpha, cutoff float64) float64 {
	e := 0.0
	for i := range particles {
		a := &particles[i]
		for j := i + 1; j < len(particles); j++ {
			b := &particles[j]
			r := distance(a, b, box)
			if r >= cutoff {
				continue
			}
			e += a.Charge * b.Charge * math.Erfc(alpha*r) / r
		}
	}
	return e
}

// far is the part that is summed over waves.
func far(particles []Particle, list []wave) float64 {
	e := 0.0
	for _, w := range list {
		re, im := 0.0, 0.0
		for _, p := range particles {
			s, c := math.Sincos(w.k[0]*p.Pos[0] + w.k[1]*p.Pos[1] + w.k[2]*p.Pos[2])
			re += p.Charge * c
			im += p.Charge * s
		}
		e += w.weight * (re*re + im*im)
	}
	return e
}

// Energy is the energy of the particles in a box with the given edge, in Gaussian units. alpha divides the sum among
// its two parts: near pairs within the cutoff, which is at most half of the box, and waves of length up to waveCut in
// units of 2π/box.
//
// It is differentiated with respect to the positions and charges.
func Energy(particles []Particle, box, alpha, cutoff, waveCut float64) float64 {
	self := 0.0
	for _, p := range particles {
		self += p.Charge * p.Charge
	}
	e := near(particles, box, alpha, cutoff) + far(particles, waves(box, alpha, waveCut))
	return e - alpha/math.Sqrt(math.Pi)*self
}
