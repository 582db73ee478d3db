// Package cloth is the energy of a piece of cloth after it has moved for a while: X. Provot, Deformation Constraints in
// a Mass-Spring Model to Describe Rigid Cloth Behavior, Graphics Interface 1995, with Verlet's steps in time.
package cloth

import "math"

// Vec is a vector in space.
type Vec struct{ X, Y, Z float64 }

func (a Vec) add(b Vec) Vec       { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec) sub(b Vec) Vec       { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec) scale(s float64) Vec { return Vec{s * a.X, s * a.Y, s * a.Z} }
func (a Vec) norm() float64       { return math.Sqrt(a.X*a.X + a.Y*a.Y + a.Z*a.Z) }

// Node is a knot of the cloth at the beginning. A pinned one stays where it is.
type Node struct {
	Place, Velocity Vec
	Pinned          bool
}

// Spring ties two nodes.
type Spring struct {
	A, B        int
	Rest, Stiff float64
}

// Options are the time step, a node's mass and weight, the share of velocity lost in a step, and how much longer than
// at rest a spring may be.
type Options struct{ Dt, Mass, Gravity, Damping, Stretch float64 }

// sheet is the cloth in motion: where the nodes are, where they were, what pulls them.
type sheet struct {
	nodes           []Node
	springs         []Spring
	now, old, force []Vec
}

// pull sums up the forces of gravity, wind and springs.
func (s *sheet) pull(wind Vec, weight float64) {
	for i := range s.force {
		s.force[i] = Vec{wind.X, wind.Y, wind.Z - weight}
	}
	for _, p := range s.springs {
		d := s.now[p.B].sub(s.now[p.A])
		l := d.norm()
		f := d.scale(p.Stiff * (l - p.Rest) / l)
		s.force[p.A] = s.force[p.A].add(f)
		s.force[p.B] = s.force[p.B].sub(f)
	}
}

// move does a step of Verlet.
func (s *sheet) move(opt Options) {
	for i, f := range s.force {
		if s.nodes[i].Pinned {
			continue
		}
		x := s.now[i]
		v := x.sub(s.old[i]).scale(1 - opt.Damping)
		s.now[i] = x.add(v).add(f.scale(opt.Dt * opt.Dt / opt.Mass))
		s.old[i] = x
	}
}

// tighten pulls together the ends of springs that are too long, one spring after the other.
func (s *sheet) tighten(stretch float64) {
	for _, p := range s.springs {
		d := s.now[p.B].sub(s.now[p.A])
		l := d.norm()
		longest := stretch * p.Rest
		if l <= longest {
			continue
		}
		fix := d.scale((l - longest) / l)
		switch a, b := s.nodes[p.A].Pinned, s.nodes[p.B].Pinned; {
		case a && b:
		case a:
			s.now[p.B] = s.now[p.B].sub(fix)
		case b:
			s.now[p.A] = s.now[p.A].add(fix)
		default:
			s.now[p.A] = s.now[p.A].add(fix.scale(0.5))
			s.now[p.B] = s.now[p.B].sub(fix.scale(0.5))
		}
	}
}

// energy returns the kinetic energy, that of the springs and that of height.
func (s *sheet) energy(opt Options) float64 {
	e := 0.0
	for i, x := range s.now {
		v := x.sub(s.old[i]).scale(1 / opt.Dt)
		e += 0.5*opt.Mass*(v.X*v.X+v.Y*v.Y+v.Z*v.Z) + opt.Mass*opt.Gravity*x.Z
	}
	for _, p := range s.springs {
		l := s.now[p.B].sub(s.now[p.A]).norm()
		e += 0.5 * p.Stiff * (l - p.Rest) * (l - p.Rest)
	}
	return e
}

// Energy returns the energy after one step for each entry of wind, a force on every node.
//
// It is differentiated with respect to nodes, springs and wind.
func Energy(nodes []Node, springs []Spring, wind []Vec, opt Options) float64 {
	n := len(nodes)
	s := &sheet{nodes, springs, make([]Vec, n), make([]Vec, n), make([]Vec, n)}
	for i, p := range nodes {
		s.now[i] = p.Place
		s.old[i] = p.Place
		if !p.Pinned {
			s.old[i] = p.Place.sub(p.Velocity.scale(opt.Dt))
		}
	}
	for _, w := range wind {
		s.pull(w, opt.Mass*opt.Gravity)
		s.move(opt)
		s.tighten(opt.Stretch)
	}
	return s.energy(opt)
}
