package rnea

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	bodies []taped
}

// taped is what a body leaves behind at one moment, and its adjoints. Spatial vectors are pairs here, angular part
// first: the compiler keeps a Vec in registers.
type taped struct {
	x      Transform
	w, v   Vec // velocity
	aw, av Vec // acceleration
	hn, hf Vec // momentum I v
	n, f   Vec // the whole force, with the children's

	wb, vb   Vec // adjoints of the velocity
	awb, avb Vec // of the acceleration
	nb, fb   Vec // of the force
}

func (x *Transform) motion(w, v Vec) (Vec, Vec) { return x.rotate(w), x.rotate(v.Sub(x.R.Cross(w))) }

func (x *Transform) forceBack(n, f Vec) (Vec, Vec) {
	f = x.rotateBack(f)
	return x.rotateBack(n).Add(x.R.Cross(f)), f
}

// times is the inertia times a motion.
func (l *Load) times(w, v Vec) (n, f Vec) {
	f = v.Sub(l.Centre.Cross(w)).Scale(l.Mass)
	n = l.Centre.Cross(f)
	n.X += l.XX*w.X + l.XY*w.Y + l.XZ*w.Z
	n.Y += l.XY*w.X + l.YY*w.Y + l.YZ*w.Z
	n.Z += l.XZ*w.X + l.YZ*w.Y + l.ZZ*w.Z
	return n, f
}

// twist returns -z × a.
func twist(a Vec) Vec { return Vec{X: a.Y, Y: -a.X} }

// turned returns -(n, f)·(S × m) for the motion m = (w, v): the derivative by the joint's position of (n, f)·(X m0),
// where m = X m0. It holds because dX/dq = -(S ×) X. A multiple of S in m does not count, since S × S = 0.
func (l *Link) turned(n, f, w, v Vec) float64 {
	if l.Slides {
		return f.X*w.Y - f.Y*w.X
	}
	return n.X*w.Y - n.Y*w.X + f.X*v.Y - f.Y*v.X
}

// addBar adds the derivative of (n, g)·(I m) by the inertia I to bar, for the motion m = (w, v).
// With f = mass (v - c×w) and I m = (J w + c×f, f), what acts on f is k = g + n×c.
func (l *Load) addBar(bar *Load, n, g, w, v Vec) {
	rel := v.Sub(l.Centre.Cross(w))
	k := g.Add(n.Cross(l.Centre))
	bar.Mass += k.Dot(rel)
	// n·(c×f) = c·(f×n), and -k·(c×w) = -c·(w×k).
	bar.Centre = bar.Centre.Add(rel.Cross(n).Sub(w.Cross(k)).Scale(l.Mass))
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
	clear(loadsBar)
	sum := 0.0
	for t := range q {
		forward(bodies, links, loads, q[t], qd[t], qdd[t])
		sum += backward(bodies, links, loads, qd[t], loadsBar, qBar[t], qdBar[t], qddBar[t])
	}
	return 0.5 * sum
}

// forward is the primal at one moment.
func forward(bodies []taped, links []Link, loads []Load, q, qd, qdd []float64) {
	base := taped{av: Vec{Z: 9.81}}
	for i := range links {
		l, b, p := &links[i], &bodies[i], &base
		if l.Parent >= 0 {
			p = &bodies[l.Parent]
		}
		b.x = l.joint(q[i])
		w, v := b.x.motion(p.w, p.v)
		aw, av := b.x.motion(p.aw, p.av)
		rate := qd[i]
		// The joint's motion is along z: v × S is a twist.
		if l.Slides {
			v.Z += rate
			av = av.Add(twist(w).Scale(rate))
			av.Z += qdd[i]
		} else {
			w.Z += rate
			aw, av = aw.Add(twist(w).Scale(rate)), av.Add(twist(v).Scale(rate))
			aw.Z += qdd[i]
		}
		hn, hf := loads[i].times(w, v)
		n, f := loads[i].times(aw, av)
		b.w, b.v, b.aw, b.av, b.hn, b.hf = w, v, aw, av, hn, hf
		b.n, b.f = n.Add(w.Cross(hn)).Add(v.Cross(hf)), f.Add(w.Cross(hf))
	}
	for i := len(links) - 1; i >= 0; i-- {
		if k := links[i].Parent; k >= 0 {
			b, p := &bodies[i], &bodies[k]
			n, f := b.x.forceBack(b.n, b.f)
			p.n, p.f = p.n.Add(n), p.f.Add(f)
		}
	}
}

// backward is the backward pass at one moment. It returns the sum of squares.
func backward(bodies []taped, links []Link, loads []Load, qd []float64,
	loadsBar []Load, qBar, qdBar, qddBar []float64) float64 {
	// Through the inward pass: the force's adjoint is S tau, and X times the parent's.
	sum := 0.0
	for i := range links {
		l, b := &links[i], &bodies[i]
		var nb, fb Vec
		qb := 0.0
		if l.Parent >= 0 {
			p := &bodies[l.Parent]
			nb, fb = b.x.motion(p.nb, p.fb)
			qb = l.turned(b.n, b.f, nb, fb)
		}
		qBar[i] = qb
		if l.Slides {
			sum += b.f.Z * b.f.Z
			fb.Z += b.f.Z
		} else {
			sum += b.n.Z * b.n.Z
			nb.Z += b.n.Z
		}
		b.nb, b.fb = nb, fb
		// f = I a + v ×* h: with the adjoint m of f, a gets I m, h gets m × v, v gets I (m × v) - m ×* h.
		mw, mv := nb.Cross(b.w), nb.Cross(b.v).Add(fb.Cross(b.w))
		b.awb, b.avb = loads[i].times(nb, fb)
		wb, vb := loads[i].times(mw, mv)
		b.wb = wb.Sub(nb.Cross(b.hn)).Sub(fb.Cross(b.hf))
		b.vb = vb.Sub(nb.Cross(b.hf))
		loads[i].addBar(&loadsBar[i], nb, fb, b.aw, b.av)
		loads[i].addBar(&loadsBar[i], mw, mv, b.w, b.v)
	}
	// Through the outward pass: a = X a(parent) + S qdd + v × S qd, v = X v(parent) + S qd. From a, v gets
	// S qd ×* a's adjoint, and qd gets -S·(v ×* that). X a(parent) is a less v × S qd, but for a multiple of S.
	for i := len(links) - 1; i >= 0; i-- {
		l, b := &links[i], &bodies[i]
		rate, awb, avb, wb, vb := qd[i], b.awb, b.avb, b.wb, b.vb
		aw, av := b.aw, b.av
		if l.Slides {
			qddBar[i] = avb.Z
			wb = wb.Sub(twist(avb).Scale(rate))
			qdBar[i] = vb.Z - (b.w.X*avb.Y - b.w.Y*avb.X)
			av = av.Sub(twist(b.w).Scale(rate))
		} else {
			qddBar[i] = awb.Z
			wb, vb = wb.Sub(twist(awb).Scale(rate)), vb.Sub(twist(avb).Scale(rate))
			qdBar[i] = wb.Z - (b.w.X*awb.Y - b.w.Y*awb.X + b.v.X*avb.Y - b.v.Y*avb.X)
			aw, av = aw.Sub(twist(b.w).Scale(rate)), av.Sub(twist(b.v).Scale(rate))
		}
		qBar[i] += l.turned(awb, avb, aw, av)
		if l.Parent < 0 {
			continue
		}
		qBar[i] += l.turned(wb, vb, b.w, b.v)
		p := &bodies[l.Parent]
		n, f := b.x.forceBack(awb, avb)
		p.awb, p.avb = p.awb.Add(n), p.avb.Add(f)
		n, f = b.x.forceBack(wb, vb)
		p.wb, p.vb = p.wb.Add(n), p.vb.Add(f)
	}
	return sum
}
