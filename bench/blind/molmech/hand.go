package molmech

import "math"

// Tape keeps what depends on the atoms alone.
type Tape struct {
	atoms []prepared
}

// prepared is an atom such that a pair's parameters are sums and products.
type prepared struct {
	charge float64 // times the root of the Coulomb constant
	sigma  float64 // halved
	root   float64 // 2 sqrt(epsilon)
}

// add is a + k*b.
func (a Vec) add(k float64, b Vec) Vec { return Vec{a.X + k*b.X, a.Y + k*b.Y, a.Z + k*b.Z} }

// Gradient is the value of Energy; it overwrites bar with the derivative by the positions.
// The adjoint of each term is 1, so each is walked forward and back at once.
func Gradient(t *Tape, pos []Vec, s System, bar []Vec) float64 {
	clear(bar)
	energy := 0.0
	for k := range s.Bonds {
		energy += s.Bonds[k].gradient(pos, bar)
	}
	for k := range s.Angles {
		energy += s.Angles[k].gradient(pos, bar)
	}
	for k := range s.Torsions {
		energy += s.Torsions[k].gradient(pos, bar)
	}
	return energy + t.pairs(pos, s, bar)
}

// E = f/2 (|u| - l)^2, so uBar = f (|u| - l) u/|u|.
func (b *Bond) gradient(pos, bar []Vec) float64 {
	u := pos[b.I].Sub(pos[b.J])
	r := u.Norm()
	d := r - b.Length
	g := b.Force * d / r
	bar[b.I] = bar[b.I].add(g, u)
	bar[b.J] = bar[b.J].add(-g, u)
	return 0.5 * b.Force * d * d
}

// c = u.v/(|u||v|), so uBar = cBar (v/(|u||v|) - c u/|u|^2), vBar alike; cBar = -thetaBar/sqrt(1 - c^2).
func (a *Angle) gradient(pos, bar []Vec) float64 {
	u, v := pos[a.I].Sub(pos[a.J]), pos[a.K].Sub(pos[a.J])
	uu, vv := u.Dot(u), v.Dot(v)
	inv := 1 / math.Sqrt(uu*vv)
	c := u.Dot(v) * inv
	d := math.Acos(c) - a.Theta
	cBar := -a.Force * d / math.Sqrt(1-c*c)
	mixed := cBar * inv
	ownU, ownV := -cBar*c/uu, -cBar*c/vv
	bar[a.I] = bar[a.I].add(mixed, v).add(ownU, u)
	bar[a.K] = bar[a.K].add(mixed, u).add(ownV, v)
	bar[a.J] = bar[a.J].add(-mixed-ownU, u).add(-mixed-ownV, v)
	return 0.5 * a.Force * d * d
}

// m = u x v, n = v x w, x = m.n, y = |v| u.n, phi = atan2(y, x), and backward
// xBar = -phiBar y/(x^2+y^2), yBar = phiBar x/(x^2+y^2), mBar = xBar n, nBar = xBar m + yBar |v| u;
// of a product m = u x v: uBar += v x mBar, vBar += mBar x u.
func (t *Torsion) gradient(pos, bar []Vec) float64 {
	u, v, w := pos[t.J].Sub(pos[t.I]), pos[t.K].Sub(pos[t.J]), pos[t.L].Sub(pos[t.K])
	m, n := u.Cross(v), v.Cross(w)
	x, un, r := m.Dot(n), u.Dot(n), v.Norm()
	y := r * un
	fold := float64(t.Fold)
	sin, cos := math.Sincos(fold*math.Atan2(y, x) - t.Phase)
	g := -0.5 * t.Height * fold * sin / (x*x + y*y)
	xBar, yBar := -g*y, g*x
	mBar := Vec{xBar * n.X, xBar * n.Y, xBar * n.Z}
	nBar := Vec{xBar * m.X, xBar * m.Y, xBar * m.Z}.add(yBar*r, u)
	uBar := v.Cross(mBar).add(yBar*r, n)
	vBar := mBar.Cross(u).add(1, w.Cross(nBar)).add(yBar*un/r, v)
	wBar := nBar.Cross(v)
	bar[t.I] = bar[t.I].add(-1, uBar)
	bar[t.J] = bar[t.J].add(1, uBar.Sub(vBar))
	bar[t.K] = bar[t.K].add(1, vBar.Sub(wBar))
	bar[t.L] = bar[t.L].add(1, wBar)
	return 0.5 * t.Height * (1 + cos)
}

// pairs sums the energies E(r2) of the pairs; dBar = 2 E'(r2) d.
func (t *Tape) pairs(pos []Vec, s System, bar []Vec) float64 {
	if cap(t.atoms) < len(s.Atoms) {
		t.atoms = make([]prepared, len(s.Atoms))
	}
	atoms := t.atoms[:len(s.Atoms)]
	root := math.Sqrt(coulomb)
	for i, a := range s.Atoms {
		atoms[i] = prepared{charge: root * a.Charge, sigma: 0.5 * a.Sigma, root: 2 * math.Sqrt(a.Epsilon)}
	}
	on2, cut2 := s.Switch*s.Switch, s.Cutoff*s.Cutoff
	width := cut2 - on2
	invWidth := 1 / (width * width * width)
	invCut := 1 / cut2
	base := cut2 - 3*on2
	energy := 0.0
	for i, list := range s.Neighbours {
		p, a := pos[i], atoms[i]
		var x, y, z float64
		for _, j := range list {
			q := &pos[j]
			dx, dy, dz := p.X-q.X, p.Y-q.Y, p.Z-q.Z
			r2 := dx*dx + dy*dy + dz*dz
			if r2 >= cut2 {
				continue
			}
			b := &atoms[j]
			inv := 1 / math.Sqrt(r2)
			inv2 := inv * inv
			// With s6 = (sigma^2/r2)^3: its derivative is -3 s6/r2.
			sigma := a.sigma + b.sigma
			s2 := sigma * sigma * inv2
			s6 := s2 * s2 * s2
			s6e := a.root * b.root * s6
			vdw := s6e * (s6 - 1)
			slope := s6e * inv2 * (3 - 6*s6)
			if r2 > on2 {
				left := cut2 - r2
				rest := base + 2*r2
				on := left * left * rest * invWidth
				slope = slope*on + 2*vdw*left*(left-rest)*invWidth
				vdw *= on
			}
			// The charges' energy is qq (1 - r2/cut2)^2/sqrt(r2).
			shift := 1 - r2*invCut
			e := a.charge * b.charge * inv * shift
			energy += vdw + e*shift
			slope -= e * (0.5*shift*inv2 + 2*invCut)
			g := 2 * slope
			gx, gy, gz := g*dx, g*dy, g*dz
			x += gx
			y += gy
			z += gz
			o := &bar[j]
			o.X -= gx
			o.Y -= gy
			o.Z -= gz
		}
		o := &bar[i]
		o.X += x
		o.Y += y
		o.Z += z
	}
	return energy
}
