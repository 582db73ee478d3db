package chomp

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	at, atBar []Vec  // of every ball at every moment
	turn      []turn // of every joint at every moment
	ends      []end
}

// turn holds a sine and cosine: of the first joint, then of the links' slopes.
type turn struct{ s, c float64 }

// end is the beginning of a link, and what its backward pass adds up: the adjoints of its balls' place, and the same
// times how far along they are.
type end struct {
	r, h           float64
	rb, hb, ra, ha float64
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Gradient returns Cost. It writes its derivatives into pathBar, lengthsBar and obstaclesBar.
func Gradient(tape *Tape, path [][]float64, lengths []float64, obstacles []Obstacle, balls []Ball, opt Options,
	pathBar [][]float64, lengthsBar []float64, obstaclesBar []Obstacle) float64 {
	moments, nb, nj := len(path), len(balls), len(lengths)+1
	tape.at = grow(tape.at, moments*nb)
	tape.atBar = grow(tape.atBar, moments*nb)
	tape.turn = grow(tape.turn, moments*nj)
	tape.ends = grow(tape.ends, nj)
	clear(tape.atBar)
	clear(lengthsBar)
	clear(obstaclesBar)

	// Forward: the balls' places.
	ends := tape.ends
	ends[0].r, ends[0].h = 0, 0
	for t, joints := range path {
		turns := tape.turn[t*nj:][:nj]
		slopes(joints, lengths, turns, ends)
		at := tape.at[t*nb:][:nb]
		s, c := turns[0].s, turns[0].c
		for i := range balls {
			b := &balls[i]
			e, f := &ends[b.Link], &ends[b.Link+1]
			r := (1-b.Along)*e.r + b.Along*f.r
			at[i] = Vec{r * c, r * s, (1-b.Along)*e.h + b.Along*f.h}
		}
	}

	// The obstacles' cost, forward and backward at once.
	cost := 0.0
	half := 1 / (2 * opt.Dt)
	eps := opt.Clearance
	for t := 1; t+1 < moments; t++ {
		at := tape.at[(t-1)*nb:][:3*nb]
		bar := tape.atBar[(t-1)*nb:][:3*nb]
		for i := range balls {
			p := at[nb+i]
			radius := balls[i].Radius
			// The nearest obstacle that is nearer than eps. A root is taken only if it is nearer than the best so far.
			d, who := eps, -1
			for k := range obstacles {
				o := &obstacles[k]
				x, y, z := p.X-o.Centre.X, p.Y-o.Centre.Y, p.Z-o.Centre.Z
				square, bound := x*x+y*y+z*z, d+(o.Radius+radius)
				if bound > 0 && square < bound*bound {
					d, who = math.Sqrt(square)-o.Radius-radius, k
				}
			}
			if who < 0 || d >= eps {
				continue
			}
			c, slope := 0.5*eps-d, -1.0
			if d >= 0 {
				slope = (d - eps) / eps
				c = 0.5 * slope * (d - eps)
			}
			v := at[2*nb+i].sub(at[i])
			speed := v.norm()
			cost += c * speed * half

			// The speed's derivative is along v. The distance's is along p - centre, which is as long as distance and radii.
			f := c * half * opt.Dt / speed
			after, before, now := &bar[2*nb+i], &bar[i], &bar[nb+i]
			after.X += f * v.X
			after.Y += f * v.Y
			after.Z += f * v.Z
			before.X -= f * v.X
			before.Y -= f * v.Y
			before.Z -= f * v.Z
			o, ob := &obstacles[who], &obstaclesBar[who]
			g := slope * speed * half * opt.Dt
			ob.Radius -= g
			g /= d + o.Radius + radius
			x, y, z := g*(p.X-o.Centre.X), g*(p.Y-o.Centre.Y), g*(p.Z-o.Centre.Z)
			now.X += x
			now.Y += y
			now.Z += z
			ob.Centre.X -= x
			ob.Centre.Y -= y
			ob.Centre.Z -= z
		}
	}

	// Back through the arm. The smoothness costs (q[t] - q[t-1])² w/2 with w as here.
	smooth := 0.0
	w := opt.Smooth / opt.Dt
	for t := range path {
		row := pathBar[t]
		unplace(lengths, balls, tape.turn[t*nj:][:nj], ends, tape.at[t*nb:][:nb], tape.atBar[t*nb:][:nb], row, lengthsBar)
		if t == 0 {
			continue
		}
		last := pathBar[t-1]
		for j, q := range path[t] {
			v := q - path[t-1][j]
			smooth += v * v
			row[j] += w * v
			last[j] -= w * v
		}
	}
	return cost*opt.Dt + 0.5*w*smooth
}

// slopes writes the sines and cosines and the links' beginnings.
func slopes(joints, lengths []float64, turns []turn, ends []end) {
	turns[0].s, turns[0].c = math.Sincos(joints[0])
	slope := 0.0
	for k, l := range lengths {
		slope += joints[k+1]
		s, c := math.Sincos(slope)
		turns[k+1] = turn{s, c}
		ends[k+1].r = ends[k].r + l*c
		ends[k+1].h = ends[k].h + l*s
	}
}

// unplace goes back through place: it overwrites the joints' derivatives and adds to the lengths'.
func unplace(lengths []float64, balls []Ball, turns []turn, ends []end, at, bar []Vec,
	jointsBar, lengthsBar []float64) {
	for k := range ends {
		e := &ends[k]
		e.rb, e.hb, e.ra, e.ha = 0, 0, 0, 0
	}
	s, c := turns[0].s, turns[0].c
	yaw := 0.0
	for i := range balls {
		p, b := &at[i], &bar[i]
		yaw += b.Y*p.X - b.X*p.Y
		r := b.X*c + b.Y*s
		e := &ends[balls[i].Link]
		e.rb += r
		e.hb += b.Z
		e.ra += balls[i].Along * r
		e.ha += balls[i].Along * b.Z
	}
	jointsBar[0] = yaw
	// r and h are the adjoints of the link's end; slope that of the angle, which all later links share.
	r, h, slope := 0.0, 0.0, 0.0
	for k := len(lengths) - 1; k >= 0; k-- {
		e, s, c := &ends[k], turns[k+1].s, turns[k+1].c
		x, z := r+e.ra, h+e.ha
		lengthsBar[k] += c*x + s*z
		slope += lengths[k] * (c*z - s*x)
		jointsBar[k+1] = slope
		r += e.rb
		h += e.hb
	}
}
