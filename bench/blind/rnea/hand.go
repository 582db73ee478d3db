package rnea

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	bodies []taped
}

// taped is what a body leaves behind at one moment, and its adjoints.
type taped struct {
	x          Transform
	v, a, h, f Spatial // h is the momentum I v; f the whole force, with the children's
	u          Spatial // the joint's own velocity S qd
	vb, ab, fb Spatial // fb is a motion: the adjoint of a force
}

// along returns the component of f along the joint's axis.
func (l *Link) along(f *Spatial) float64 {
	if l.Slides {
		return f.Lin.Z
	}
	return f.Ang.Z
}

// turned returns -f·(S × m): the derivative by the joint's position of f·(X m0), where m = X m0. It holds because
// dX/dq = -(S ×) X. A multiple of S in m does not count, since S × S = 0.
func (l *Link) turned(f, m *Spatial) float64 {
	if l.Slides {
		return f.Lin.X*m.Ang.Y - f.Lin.Y*m.Ang.X
	}
	return f.Ang.X*m.Ang.Y - f.Ang.Y*m.Ang.X + f.Lin.X*m.Lin.Y - f.Lin.Y*m.Lin.X
}

// addBar adds the derivative of b·(I m) by the inertia I to bar.
// With f = mass (m.Lin - c×w) and n = J w + c×f it is: for the force that acts on f, g = b.Lin + b.Ang×c.
func (l *Load) addBar(bar *Load, b, m *Spatial) {
	w, n := m.Ang, b.Ang
	rel := m.Lin.Sub(l.Centre.Cross(w))
	g := b.Lin.Add(n.Cross(l.Centre))
	bar.Mass += g.Dot(rel)
	// n·(c×f) = c·(f×n), and -g·(c×w) = -c·(w×g).
	bar.Centre = bar.Centre.Add(rel.Cross(n).Sub(w.Cross(g)).Scale(l.Mass))
	bar.XX += n.X * w.X
	bar.YY += n.Y * w.Y
	bar.ZZ += n.Z * w.Z
	bar.XY += n.X*w.Y + n.Y*w.X
	bar.XZ += n.X*w.Z + n.Z*w.X
	bar.YZ += n.Y*w.Z + n.Z*w.Y
}

// Gradient returns Effort and writes its derivatives into loadsBar, qBar, qdBar and qddBar.
func Gradient(tape *Tape, links []Link, loads []Load, q, qd, qdd [][]float64,
	loadsBar []Load, qBar, qdBar, qddBar [][]float64) float64 {
	n := len(links)
	if cap(tape.bodies) < n {
		tape.bodies = make([]taped, n)
	}
	bodies := tape.bodies[:n]
	for i := range loadsBar {
		loadsBar[i] = Load{}
	}
	sum := 0.0
	for t := range q {
		sum += moment(bodies, links, loads, q[t], qd[t], qdd[t], loadsBar, qBar[t], qdBar[t], qddBar[t])
	}
	return 0.5 * sum
}

// moment does forward and backward pass at one moment. It returns the sum of squares.
func moment(bodies []taped, links []Link, loads []Load, q, qd, qdd []float64,
	loadsBar []Load, qBar, qdBar, qddBar []float64) float64 {
	n := len(links)
	base := taped{a: Spatial{Lin: Vec{Z: 9.81}}}
	for i := range n {
		l, b, p := &links[i], &bodies[i], &base
		if l.Parent >= 0 {
			p = &bodies[l.Parent]
		}
		b.x = l.joint(q[i])
		b.u = l.axis(qd[i])
		b.v = b.x.Motion(p.v).Add(b.u)
		b.a = b.x.Motion(p.a).Add(l.axis(qdd[i])).Add(b.v.CrossMotion(b.u))
		b.h = loads[i].Times(b.v)
		b.f = loads[i].Times(b.a).Add(b.v.CrossForce(b.h))
	}
	for i := n - 1; i >= 0; i-- {
		if p := links[i].Parent; p >= 0 {
			bodies[p].f = bodies[p].f.Add(bodies[i].x.ForceBack(bodies[i].f))
		}
	}
	// Back through the inward pass: fb = S tau + X fb(parent).
	sum := 0.0
	for i := range n {
		l, b := &links[i], &bodies[i]
		tau := l.along(&b.f)
		sum += tau * tau
		b.fb = l.axis(tau)
		qBar[i] = 0
		if l.Parent >= 0 {
			b.fb = b.fb.Add(b.x.Motion(bodies[l.Parent].fb))
			qBar[i] = l.turned(&b.f, &b.fb)
		}
		// f = I a + v ×* h: a gets I fb, h gets fb × v, v gets I (fb × v) - fb ×* h.
		hb := b.fb.CrossMotion(b.v)
		g := b.fb.CrossForce(b.h)
		b.ab = loads[i].Times(b.fb)
		b.vb = loads[i].Times(hb)
		b.vb.Ang, b.vb.Lin = b.vb.Ang.Sub(g.Ang), b.vb.Lin.Sub(g.Lin)
		loads[i].addBar(&loadsBar[i], &b.fb, &b.a)
		loads[i].addBar(&loadsBar[i], &hb, &b.v)
	}
	// Back through the outward pass.
	for i := n - 1; i >= 0; i-- {
		l, b := &links[i], &bodies[i]
		qddBar[i] = l.along(&b.ab)
		// a = X a(parent) + S qdd + v × u: v gets u ×* ab, u gets -v ×* ab.
		b.vb = b.vb.Add(b.u.CrossForce(b.ab))
		ub := b.v.CrossForce(b.ab)
		qdBar[i] = l.along(&b.vb) - l.along(&ub)
		// X a(parent) is a - v × u, but for a multiple of S.
		c := b.v.CrossMotion(b.u)
		xa := Spatial{b.a.Ang.Sub(c.Ang), b.a.Lin.Sub(c.Lin)}
		qBar[i] += l.turned(&b.ab, &xa)
		if l.Parent < 0 {
			continue
		}
		qBar[i] += l.turned(&b.vb, &b.v)
		p := &bodies[l.Parent]
		p.ab = p.ab.Add(b.x.ForceBack(b.ab))
		p.vb = p.vb.Add(b.x.ForceBack(b.vb))
	}
	return sum
}
