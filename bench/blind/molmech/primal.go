// Package molmech is the energy of molecules in a force field: bonds, angles,
// torsions, and pairs of atoms that are not bonded, with a cutoff.
//
// A. R. Leach, Molecular Modelling: Principles and Applications, second
// edition, Prentice Hall 2001, chapter 4 (4.3 to 4.5, 4.9, 4.10) and section
// 6.7 on cutoffs, shifted and switched potentials and neighbour lists.
package molmech

import "math"

// Vec is a point or a direction.
type Vec struct{ X, Y, Z float64 }

// Sub is a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Dot is the scalar product.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross is the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Norm is the length.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Atom holds the parameters of an atom's pairs.
type Atom struct{ Charge, Sigma, Epsilon float64 }

// Bond is a spring between two atoms.
type Bond struct {
	I, J          int
	Force, Length float64
}

// Angle is a spring on the angle at J.
type Angle struct {
	I, J, K      int
	Force, Theta float64
}

// Torsion is a periodic potential of the rotation about the bond from J to K.
type Torsion struct {
	I, J, K, L int
	Height     float64
	Fold       int
	Phase      float64
}

// System is what does not move.
type System struct {
	Atoms      []Atom
	Bonds      []Bond
	Angles     []Angle
	Torsions   []Torsion
	Neighbours [][]int // per atom those of higher number that may be within the cutoff
	Switch     float64 // where the van der Waals energy begins to be switched off
	Cutoff     float64
}

const coulomb = 332.0637 // kcal/mol * Angstrom / e^2

// Energy is the potential energy of the atoms at their positions.
//
// It is differentiated with respect to pos.
func Energy(pos []Vec, s System) float64 {
	energy := 0.0
	for _, b := range s.Bonds {
		d := pos[b.I].Sub(pos[b.J]).Norm() - b.Length
		energy += 0.5 * b.Force * d * d
	}
	for _, a := range s.Angles {
		d := angle(pos[a.I], pos[a.J], pos[a.K]) - a.Theta
		energy += 0.5 * a.Force * d * d
	}
	for _, t := range s.Torsions {
		phi := dihedral(pos[t.I], pos[t.J], pos[t.K], pos[t.L])
		energy += 0.5 * t.Height * (1 + math.Cos(float64(t.Fold)*phi-t.Phase))
	}
	cut2 := s.Cutoff * s.Cutoff
	for i, list := range s.Neighbours {
		for _, j := range list {
			d := pos[i].Sub(pos[j])
			r2 := d.Dot(d)
			if r2 >= cut2 {
				continue
			}
			energy += s.pair(s.Atoms[i], s.Atoms[j], r2)
		}
	}
	return energy
}

// angle is the angle at b.
func angle(a, b, c Vec) float64 {
	u, v := a.Sub(b), c.Sub(b)
	return math.Acos(u.Dot(v) / (u.Norm() * v.Norm()))
}

// dihedral is the angle between the planes a, b, c and b, c, d.
func dihedral(a, b, c, d Vec) float64 {
	u, v, w := b.Sub(a), c.Sub(b), d.Sub(c)
	m, n := u.Cross(v), v.Cross(w)
	return math.Atan2(v.Norm()*u.Dot(n), m.Dot(n))
}

// pair is the energy of two atoms at the squared distance r2: Lennard-Jones, switched off towards
// the cutoff, and Coulomb, shifted.
func (s System) pair(a, b Atom, r2 float64) float64 {
	sigma := 0.5 * (a.Sigma + b.Sigma)
	epsilon := math.Sqrt(a.Epsilon * b.Epsilon)
	s2 := sigma * sigma / r2
	s6 := s2 * s2 * s2
	vdw := 4 * epsilon * (s6*s6 - s6)
	on2, cut2 := s.Switch*s.Switch, s.Cutoff*s.Cutoff
	if r2 > on2 {
		width := cut2 - on2
		left := cut2 - r2
		vdw *= left * left * (cut2 + 2*r2 - 3*on2) / (width * width * width)
	}
	shift := 1 - r2/cut2
	return vdw + coulomb*a.Charge*b.Charge/math.Sqrt(r2)*shift*shift
}
