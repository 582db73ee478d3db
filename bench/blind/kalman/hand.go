package kalman

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	steps []step
}

// step is one reading on the tape: what the backward pass wants of it. Here a is P H', inv the inverse of
// S = H a + R, w = inv y with the innovation y.
type step struct {
	id                 float64 // one by the distance
	h00, h01, h10, h11 float64
	i00, i01, i11      float64
	w0, w1             float64
	p                  [4][2]float64 // the first columns of P before the reading
	a                  [4][2]float64
}

// belief is mean and covariance, or their adjoints. The covariance's adjoint is kept symmetric.
type belief struct {
	m [4]float64
	p [4][4]float64
}

// predict does m = F m, P = F P F' + q Q, where F adds dt times entry i+2 to entry i.
func (b *belief) predict(q, dt float64) {
	b.m[0] += dt * b.m[2]
	b.m[1] += dt * b.m[3]
	p := &b.p
	for j := range 4 {
		p[0][j] += dt * p[2][j]
		p[1][j] += dt * p[3][j]
	}
	for i := range 4 {
		p[i][0] += dt * p[i][2]
		p[i][1] += dt * p[i][3]
	}
	q *= dt * dt
	for i := range 2 {
		p[i][i] += q * dt * dt / 4
		p[i][i+2] += q * dt / 2
		p[i+2][i] += q * dt / 2
		p[i+2][i+2] += q
	}
}

// unpredict goes back through predict: m gets F' m, P gets F' P F. It returns the derivative by q.
func (b *belief) unpredict(dt float64) float64 {
	p := &b.p
	qb := dt * dt * ((p[0][0]+p[1][1])*dt*dt/4 + (p[0][2]+p[1][3])*dt + p[2][2] + p[3][3])
	b.m[2] += dt * b.m[0]
	b.m[3] += dt * b.m[1]
	for j := range 4 {
		p[2][j] += dt * p[0][j]
		p[3][j] += dt * p[1][j]
	}
	for i := range 4 {
		p[i][2] += dt * p[i][0]
		p[i][3] += dt * p[i][1]
	}
	return qb
}

// correct takes in a reading and fills its step. It returns the reading's cost. r and s are the variances.
func (b *belief) correct(t *step, z *Reading, at []float64, r, s float64) float64 {
	dx, dy := b.m[0]-at[0], b.m[1]-at[1]
	d := math.Sqrt(dx*dx + dy*dy)
	id := 1 / d
	h00, h01 := dx*id, dy*id
	h10, h11 := -h01*id, h00*id
	y0, y1 := z.Range-d, z.Bearing-math.Atan2(dy, dx)
	for y1 > math.Pi {
		y1 -= 2 * math.Pi
	}
	for y1 < -math.Pi {
		y1 += 2 * math.Pi
	}
	for i := range 4 {
		p0, p1 := b.p[i][0], b.p[i][1]
		t.p[i][0], t.p[i][1] = p0, p1
		t.a[i][0], t.a[i][1] = p0*h00+p1*h01, p0*h10+p1*h11
	}
	a := &t.a
	s00 := h00*a[0][0] + h01*a[1][0] + r
	s01 := h00*a[0][1] + h01*a[1][1]
	s11 := h10*a[0][1] + h11*a[1][1] + s
	det := s00*s11 - s01*s01
	i00, i01, i11 := s11/det, -s01/det, s00/det
	w0, w1 := i00*y0+i01*y1, i01*y0+i11*y1
	for i := range 4 {
		b.m[i] += a[i][0]*w0 + a[i][1]*w1
		k0, k1 := a[i][0]*i00+a[i][1]*i01, a[i][0]*i01+a[i][1]*i11
		for j := range i + 1 {
			x := b.p[i][j] - (k0*a[j][0] + k1*a[j][1])
			b.p[i][j], b.p[j][i] = x, x
		}
	}
	t.id = id
	t.h00, t.h01, t.h10, t.h11 = h00, h01, h10, h11
	t.i00, t.i01, t.i11, t.w0, t.w1 = i00, i01, i11, w0, w1
	return 0.5*(math.Log(det)+y0*w0+y1*w1) + math.Log(2*math.Pi)
}

// uncorrect goes back through correct: b is the adjoint. It returns the derivatives by r and s.
func (b *belief) uncorrect(t *step, atBar []float64) (rb, sb float64) {
	a, g := &t.a, &b.p
	// K = a inv, gk = G K with the adjoint G of P; v = K'm, and x = K'G K.
	var gk [4][2]float64
	var k [4][2]float64
	v0, v1 := 0.0, 0.0
	for i := range 4 {
		k0, k1 := a[i][0]*t.i00+a[i][1]*t.i01, a[i][0]*t.i01+a[i][1]*t.i11
		k[i][0], k[i][1] = k0, k1
		v0 += k0 * b.m[i]
		v1 += k1 * b.m[i]
	}
	x00, x01, x11 := 0.0, 0.0, 0.0
	for i := range 4 {
		row := &g[i]
		g0 := row[0]*k[0][0] + row[1]*k[1][0] + row[2]*k[2][0] + row[3]*k[3][0]
		g1 := row[0]*k[0][1] + row[1]*k[1][1] + row[2]*k[2][1] + row[3]*k[3][1]
		gk[i][0], gk[i][1] = g0, g1
		x00 += k[i][0] * g0
		x01 += k[i][0] * g1
		x11 += k[i][1] * g1
	}
	// The innovation gets w + v. S gets inv/2 + x - sym(u w') with u = v + w/2.
	w0, w1 := t.w0, t.w1
	y0, y1 := w0+v0, w1+v1
	u0, u1 := v0+0.5*w0, v1+0.5*w1
	s00 := 0.5*t.i00 + x00 - u0*w0
	s01 := 0.5*t.i01 + x01 - 0.5*(u0*w1+u1*w0)
	s11 := 0.5*t.i11 + x11 - u1*w1
	// H gets S a' from S = H a + R.
	h00, h01 := s00*a[0][0]+s01*a[0][1], s00*a[1][0]+s01*a[1][1]
	h10, h11 := s01*a[0][0]+s11*a[0][1], s01*a[1][0]+s11*a[1][1]
	// a gets m w' - 2 G K + H'S; then through a = P H'.
	for i := range 4 {
		a0, a1 := b.m[i]*w0-2*gk[i][0], b.m[i]*w1-2*gk[i][1]
		switch i {
		case 0:
			a0 += t.h00*s00 + t.h10*s01
			a1 += t.h00*s01 + t.h10*s11
		case 1:
			a0 += t.h01*s00 + t.h11*s01
			a1 += t.h01*s01 + t.h11*s11
		}
		h00 += a0 * t.p[i][0]
		h01 += a0 * t.p[i][1]
		h10 += a1 * t.p[i][0]
		h11 += a1 * t.p[i][1]
		c0, c1 := 0.5*(a0*t.h00+a1*t.h10), 0.5*(a0*t.h01+a1*t.h11)
		g[i][0] += c0
		g[0][i] += c0
		g[i][1] += c1
		g[1][i] += c1
	}
	// The innovation is z - h, and H the derivative of h: its own derivatives are those of dx/d, dy/d, -dy/d², dx/d².
	cx, cy, id2 := t.h00, t.h01, t.id*t.id
	both, diff := 2*cx*cy*id2, (cy*cy-cx*cx)*id2
	q := (h00*cy - h01*cx) * t.id
	dx := -y0*t.h00 - y1*t.h10 + q*cy + h10*both + h11*diff
	dy := -y0*t.h01 - y1*t.h11 - q*cx + h10*diff - h11*both
	b.m[0] += dx
	b.m[1] += dy
	atBar[0] -= dx
	atBar[1] -= dy
	return s00, s11
}

// Gradient returns Cost. It writes its derivatives into meanBar, noiseBar and sensorsBar.
func Gradient(tape *Tape, mean []float64, noise Noise, sensors [][]float64, scans [][]Reading, dt float64,
	meanBar []float64, noiseBar *Noise, sensorsBar [][]float64) float64 {
	total := 0
	for _, scan := range scans {
		total += len(scan)
	}
	if cap(tape.steps) < total {
		tape.steps = make([]step, total)
	}
	steps := tape.steps[:total]
	var b belief
	copy(b.m[:], mean)
	for i := range 2 {
		b.p[i][i] = noise.Place * noise.Place
		b.p[i+2][i+2] = noise.Speed * noise.Speed
	}
	q, r, s := noise.Accel*noise.Accel, noise.Range*noise.Range, noise.Bearing*noise.Bearing
	cost, n := 0.0, 0
	for _, scan := range scans {
		b.predict(q, dt)
		for j := range scan {
			if z := &scan[j]; z.Range > 0 {
				cost += b.correct(&steps[n], z, sensors[z.Sensor], r, s)
				n++
			}
		}
	}

	for _, row := range sensorsBar {
		row[0], row[1] = 0, 0
	}
	b = belief{}
	qb, rb, sb := 0.0, 0.0, 0.0
	for i := len(scans) - 1; i >= 0; i-- {
		scan := scans[i]
		for j := len(scan) - 1; j >= 0; j-- {
			if z := &scan[j]; z.Range > 0 {
				n--
				x, y := b.uncorrect(&steps[n], sensorsBar[z.Sensor])
				rb += x
				sb += y
			}
		}
		qb += b.unpredict(dt)
	}
	copy(meanBar, b.m[:])
	*noiseBar = Noise{
		2 * noise.Accel * qb, 2 * noise.Range * rb, 2 * noise.Bearing * sb,
		2 * noise.Place * (b.p[0][0] + b.p[1][1]), 2 * noise.Speed * (b.p[2][2] + b.p[3][3]),
	}
	return cost
}
