// Package rnea is the inverse dynamics of an articulated tree by the recursive Newton-Euler algorithm: R. Featherstone,
// Rigid Body Dynamics Algorithms, Springer 2008, chapter 5 (table 5.1), with the spatial vectors of chapter 2.
package rnea

import "math"

// Vec is a vector in space.
type Vec struct{ X, Y, Z float64 }

// Add, Sub, Scale, Dot and Cross are the usual operations.
func (a Vec) Add(b Vec) Vec       { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec) Sub(b Vec) Vec       { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec) Scale(s float64) Vec { return Vec{s * a.X, s * a.Y, s * a.Z} }
func (a Vec) Dot(b Vec) float64   { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Spatial is a motion (angular and linear velocity) or a force (moment and force).
type Spatial struct{ Ang, Lin Vec }

// Add returns a + b.
func (a Spatial) Add(b Spatial) Spatial { return Spatial{a.Ang.Add(b.Ang), a.Lin.Add(b.Lin)} }

// CrossMotion returns a × m for motions a and m.
func (a Spatial) CrossMotion(m Spatial) Spatial {
	return Spatial{a.Ang.Cross(m.Ang), a.Ang.Cross(m.Lin).Add(a.Lin.Cross(m.Ang))}
}

// CrossForce returns a ×* f for a motion a and a force f.
func (a Spatial) CrossForce(f Spatial) Spatial {
	return Spatial{a.Ang.Cross(f.Ang).Add(a.Lin.Cross(f.Lin)), a.Ang.Cross(f.Lin)}
}

// Transform goes from one frame to another: E rotates (its rows are given), R is the place of the new origin.
type Transform struct {
	E [3]Vec
	R Vec
}

func (x *Transform) rotate(v Vec) Vec { return Vec{x.E[0].Dot(v), x.E[1].Dot(v), x.E[2].Dot(v)} }

func (x *Transform) rotateBack(v Vec) Vec {
	return x.E[0].Scale(v.X).Add(x.E[1].Scale(v.Y)).Add(x.E[2].Scale(v.Z))
}

// Motion returns the motion m in the new frame.
func (x *Transform) Motion(m Spatial) Spatial {
	return Spatial{x.rotate(m.Ang), x.rotate(m.Lin.Sub(x.R.Cross(m.Ang)))}
}

// ForceBack returns the force f of the new frame in the old one.
func (x *Transform) ForceBack(f Spatial) Spatial {
	lin := x.rotateBack(f.Lin)
	return Spatial{x.rotateBack(f.Ang).Add(x.R.Cross(lin)), lin}
}

// Link is a body's place in the tree. The parent has the smaller index; -1 is the base. The joint turns about the z
// axis or slides along it.
type Link struct {
	Parent int
	Slides bool
	Tree   Transform
}

// joint returns the transform from the parent at the joint's position q.
func (l *Link) joint(q float64) Transform {
	e := l.Tree.E
	if l.Slides {
		return Transform{e, l.Tree.R.Add(e[2].Scale(q))}
	}
	s, c := math.Sincos(q)
	return Transform{[3]Vec{e[0].Scale(c).Add(e[1].Scale(s)), e[1].Scale(c).Sub(e[0].Scale(s)), e[2]}, l.Tree.R}
}

// axis returns the motion of the joint at rate r.
func (l *Link) axis(r float64) Spatial {
	if l.Slides {
		return Spatial{Lin: Vec{Z: r}}
	}
	return Spatial{Ang: Vec{Z: r}}
}

// Load is a body's inertia: mass, centre of mass, rotational inertia about the centre.
type Load struct {
	Mass                   float64
	Centre                 Vec
	XX, YY, ZZ, XY, XZ, YZ float64
}

// Times returns the inertia times the motion m, a force.
func (l *Load) Times(m Spatial) Spatial {
	w := m.Ang
	f := m.Lin.Sub(l.Centre.Cross(w)).Scale(l.Mass)
	n := Vec{l.XX*w.X + l.XY*w.Y + l.XZ*w.Z, l.XY*w.X + l.YY*w.Y + l.YZ*w.Z, l.XZ*w.X + l.YZ*w.Y + l.ZZ*w.Z}
	return Spatial{n.Add(l.Centre.Cross(f)), f}
}

// state is what the outward pass leaves behind for a body.
type state struct {
	x       Transform
	v, a, f Spatial
}

// torques writes the joints' forces into tau; bodies is a buffer.
func torques(links []Link, loads []Load, q, qd, qdd, tau []float64, bodies []state) {
	base := state{a: Spatial{Lin: Vec{Z: 9.81}}}
	for i := range links {
		l, b := &links[i], &bodies[i]
		p := &base
		if l.Parent >= 0 {
			p = &bodies[l.Parent]
		}
		b.x = l.joint(q[i])
		rate := l.axis(qd[i])
		b.v = b.x.Motion(p.v).Add(rate)
		b.a = b.x.Motion(p.a).Add(l.axis(qdd[i])).Add(b.v.CrossMotion(rate))
		b.f = loads[i].Times(b.a).Add(b.v.CrossForce(loads[i].Times(b.v)))
	}
	for i := len(links) - 1; i >= 0; i-- {
		l, b := &links[i], &bodies[i]
		tau[i] = b.f.Ang.Z
		if l.Slides {
			tau[i] = b.f.Lin.Z
		}
		if l.Parent < 0 {
			continue
		}
		p := &bodies[l.Parent]
		p.f = p.f.Add(b.x.ForceBack(b.f))
	}
}

// Effort returns half the sum of the squared joint torques along a trajectory of positions q, velocities qd and
// accelerations qdd (one row for each moment, one entry for each joint).
//
// It is differentiated with respect to loads, q, qd and qdd.
func Effort(links []Link, loads []Load, q, qd, qdd [][]float64) float64 {
	tau := make([]float64, len(links))
	bodies := make([]state, len(links))
	sum := 0.0
	for t := range q {
		torques(links, loads, q[t], qd[t], qdd[t], tau, bodies)
		for _, x := range tau {
			sum += x * x
		}
	}
	return 0.5 * sum
}
