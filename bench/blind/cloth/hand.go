package cloth

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	places     []Vec     // of every node before every step
	inverse    []float64 // one by the length of every spring before every step
	fixes      []fix
	ends       []int // how many fixes there are after each step
	now, old   []Vec
	force, bar []Vec
}

// fix is a spring that was pulled together: its vector before, one by its length, and the shares of its ends.
type fix struct {
	spring int
	d      Vec
	il     float64
	a, b   float64
}

func grow[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return *s
}

// Gradient returns Energy. It writes its derivatives into nodesBar, springsBar and windBar.
func Gradient(tape *Tape, nodes []Node, springs []Spring, wind []Vec, opt Options,
	nodesBar []Node, springsBar []Spring, windBar []Vec) float64 {
	n, m, steps := len(nodes), len(springs), len(wind)
	places, inverse := grow(&tape.places, steps*n), grow(&tape.inverse, steps*m)
	ends := grow(&tape.ends, steps)
	now, old, force := grow(&tape.now, n), grow(&tape.old, n), grow(&tape.force, n)
	fixes := tape.fixes[:0]
	weight, kick, keep := opt.Mass*opt.Gravity, opt.Dt*opt.Dt/opt.Mass, 1-opt.Damping
	for i := range nodes {
		p := &nodes[i]
		now[i], old[i] = p.Place, p.Place
		if !p.Pinned {
			old[i] = p.Place.sub(p.Velocity.scale(opt.Dt))
		}
	}
	for t, w := range wind {
		copy(places[t*n:][:n], now)
		for i := range force {
			force[i] = Vec{w.X, w.Y, w.Z - weight}
		}
		inv := inverse[t*m:][:m]
		for k := range springs {
			p := &springs[k]
			d := now[p.B].sub(now[p.A])
			il := 1 / d.norm()
			inv[k] = il
			f := d.scale(p.Stiff * (1 - p.Rest*il))
			force[p.A] = force[p.A].add(f)
			force[p.B] = force[p.B].sub(f)
		}
		for i := range force {
			if nodes[i].Pinned {
				continue
			}
			x, o, f := now[i], old[i], force[i]
			now[i] = Vec{x.X + keep*(x.X-o.X) + kick*f.X, x.Y + keep*(x.Y-o.Y) + kick*f.Y, x.Z + keep*(x.Z-o.Z) + kick*f.Z}
			old[i] = x
		}
		for k := range springs {
			p := &springs[k]
			d := now[p.B].sub(now[p.A])
			square, longest := d.X*d.X+d.Y*d.Y+d.Z*d.Z, opt.Stretch*p.Rest
			if square <= longest*longest {
				continue
			}
			a, b := 0.5, 0.5
			switch pa, pb := nodes[p.A].Pinned, nodes[p.B].Pinned; {
			case pa && pb:
				continue
			case pa:
				a, b = 0, 1
			case pb:
				a, b = 1, 0
			}
			il := 1 / math.Sqrt(square)
			c := 1 - longest*il
			now[p.A] = now[p.A].add(d.scale(a * c))
			now[p.B] = now[p.B].sub(d.scale(b * c))
			fixes = append(fixes, fix{k, d, il, a, b})
		}
		ends[t] = len(fixes)
	}
	tape.fixes = fixes

	// The energy, and at once the adjoints: xb of the places, ob of the places before.
	xb, ob := grow(&tape.bar, n), old
	e := 0.0
	ke := opt.Mass / (opt.Dt * opt.Dt)
	for i := range now {
		v := now[i].sub(old[i])
		e += 0.5*ke*(v.X*v.X+v.Y*v.Y+v.Z*v.Z) + weight*now[i].Z
		xb[i] = Vec{ke * v.X, ke * v.Y, ke*v.Z + weight}
		ob[i] = v.scale(-ke)
	}
	for k := range springs {
		p := &springs[k]
		d := now[p.B].sub(now[p.A])
		l := d.norm()
		x := l - p.Rest
		e += 0.5 * p.Stiff * x * x
		g := d.scale(p.Stiff * x / l)
		xb[p.B] = xb[p.B].add(g)
		xb[p.A] = xb[p.A].sub(g)
		springsBar[k] = Spring{Rest: -p.Stiff * x, Stiff: 0.5 * x * x}
	}

	for t := steps - 1; t >= 0; t-- {
		// Back through the fixes, the last first: a += share f, b the other way, with f = (1 - longest/|d|) d. If f
		// gets g, then d gets (1 - longest/|d|) g + longest/|d|³ (g·d) d, and longest gets -g·d/|d|.
		first := 0
		if t > 0 {
			first = ends[t-1]
		}
		for j := ends[t] - 1; j >= first; j-- {
			f := &fixes[j]
			p := &springs[f.spring]
			pa, pb := &xb[p.A], &xb[p.B]
			g := Vec{f.a*pa.X - f.b*pb.X, f.a*pa.Y - f.b*pb.Y, f.a*pa.Z - f.b*pb.Z}
			along := (g.X*f.d.X + g.Y*f.d.Y + g.Z*f.d.Z) * f.il
			q := opt.Stretch * p.Rest * f.il
			u, v := 1-q, q*along*f.il
			db := Vec{u*g.X + v*f.d.X, u*g.Y + v*f.d.Y, u*g.Z + v*f.d.Z}
			springsBar[f.spring].Rest -= opt.Stretch * along
			*pa, *pb = pa.sub(db), pb.add(db)
		}
		// Back through the step: x' = x + keep (x - o) + kick f, o' = x.
		var sum Vec
		for i := range force {
			if nodes[i].Pinned {
				force[i] = Vec{}
				continue
			}
			x, o := xb[i], ob[i]
			f := x.scale(kick)
			force[i] = f
			sum = sum.add(f)
			xb[i] = Vec{(1+keep)*x.X + o.X, (1+keep)*x.Y + o.Y, (1+keep)*x.Z + o.Z}
			ob[i] = x.scale(-keep)
		}
		windBar[t] = sum
		// Back through the springs: the same, times the stiffness.
		place, inv := places[t*n:][:n], inverse[t*m:][:m]
		for k := range springs {
			p := &springs[k]
			d, g := place[p.B].sub(place[p.A]), force[p.A].sub(force[p.B])
			il := inv[k]
			dot := g.X*d.X + g.Y*d.Y + g.Z*d.Z
			along := dot * il
			q := p.Rest * il
			u, v := p.Stiff*(1-q), p.Stiff*q*along*il
			db := Vec{u*g.X + v*d.X, u*g.Y + v*d.Y, u*g.Z + v*d.Z}
			sb := &springsBar[k]
			sb.Rest -= p.Stiff * along
			sb.Stiff += (1 - q) * dot
			xb[p.B] = xb[p.B].add(db)
			xb[p.A] = xb[p.A].sub(db)
		}
	}
	for i := range nodes {
		b := &nodesBar[i]
		b.Place = xb[i].add(ob[i])
		b.Velocity = Vec{}
		if !nodes[i].Pinned {
			b.Velocity = ob[i].scale(-opt.Dt)
		}
	}
	return e
}
