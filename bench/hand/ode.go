package hand

// ODE integrates the Lorenz system.
type ODE struct {
	tape []odeStages
}

// odeStages is the states at which the slopes of a step are taken. They are
// kept, rather than the first alone and the others computed again: the forward
// sweep waits for its results anyway, the backward sweep is busy.
type odeStages struct{ s1, s2, s3, s4 vec3 }

// ODEValue is half the squared norm of the last state.
//
// What counts is how long a step takes after the one before. So the slopes are
// computed times h/2, and the products that are ready last are added last:
// y + h/2·(x(ρ − z) − y) as (y − h/2·y) + (h/2·x)(ρ − z).
func ODEValue(s0, p []float64, h float64, steps int) float64 {
	const third = 1. / 3
	x, y, z := s0[0], s0[1], s0[2]
	rho := p[1]
	half, sixth := h/2, h/6
	sigma, beta := half*p[0], half*p[2]
	sigma6, beta6 := sixth*p[0], sixth*p[2]
	for range steps {
		hx, hy, r := half*x, half*y, rho-z
		hr, xy, bz, dx := hx*r, hx*y, beta*z, sigma*(y-x)
		sx, sy, sz := dx, hr-hy, xy-bz
		u, v, w := x+dx, (y-hy)+hr, (z-bz)+xy

		hx, hy, r = half*u, half*v, rho-w
		hr, xy, bz, dx = hx*r, hx*v, beta*w, sigma*(v-u)
		tx, ty, tz := dx, hr-hy, xy-bz
		u, v, w = x+dx, (y-hy)+hr, (z-bz)+xy

		hx, hy, r = h*u, h*v, rho-w
		hr, xy, bz, dx = hx*r, hx*v, (beta+beta)*w, (sigma+sigma)*(v-u)
		// (k1 + 2·k2 + 2·k3)·h/6, of which the last is here doubled already.
		x6, y6, z6 := x+third*(sx+2*tx+dx), y+third*(sy+2*ty+(hr-hy)), z+third*(sz+2*tz+(xy-bz))
		u, v, w = x+dx, (y-hy)+hr, (z-bz)+xy

		hx, hy = sixth*u, sixth*v
		x, y, z = x6+sigma6*(v-u), (y6-hy)+hx*(rho-w), (z6-beta6*w)+hx*v
	}
	return (x*x + y*y + z*z) / 2
}

// Grad is the value, and writes the gradients by s0 and p to s0bar and pbar.
func (o *ODE) Grad(s0, p []float64, h float64, steps int, s0bar, pbar []float64) float64 {
	o.tape = grow(o.tape, steps)
	x, y, z := o.forward(s0, p, h)
	l := lorenz{p[0], p[1], p[2]}
	half, third, sixth := h/2, h/3, h/6
	var bar lorenz
	sbar := vec3{x, y, z}
	for i := len(o.tape) - 1; i >= 0; i-- {
		t := &o.tape[i]
		// kbar is the cotangent of a slope, d what it gives to its state.
		third, sixth := sbar.times(third), sbar.times(sixth)
		kbar := sixth
		d := l.pull(t.s4, kbar)
		bar = bar.plus(t.s4, kbar)
		sbar, kbar = sbar.plus(d), third.plusTimes(h, d)
		d = l.pull(t.s3, kbar)
		bar = bar.plus(t.s3, kbar)
		sbar, kbar = sbar.plus(d), third.plusTimes(half, d)
		d = l.pull(t.s2, kbar)
		bar = bar.plus(t.s2, kbar)
		sbar, kbar = sbar.plus(d), sixth.plusTimes(half, d)
		bar = bar.plus(t.s1, kbar)
		sbar = sbar.plus(l.pull(t.s1, kbar))
	}
	s0bar[0], s0bar[1], s0bar[2] = sbar.x, sbar.y, sbar.z
	pbar[0], pbar[1], pbar[2] = bar.sigma, bar.rho, bar.beta
	return (x*x + y*y + z*z) / 2
}

// lorenz is the parameters of the system, or their cotangents.
type lorenz struct{ sigma, rho, beta float64 }

// pull is the transposed Jacobian of the slope by the state s, times k.
func (l lorenz) pull(s, k vec3) vec3 {
	return vec3{
		k.y*(l.rho-s.z) + k.z*s.y - l.sigma*k.x,
		l.sigma*k.x - k.y + k.z*s.x,
		-k.y*s.x - l.beta*k.z,
	}
}

// plus is l and the transposed Jacobian of the slope at s by the parameters, times k.
func (l lorenz) plus(s, k vec3) lorenz {
	return lorenz{l.sigma + k.x*(s.y-s.x), l.rho + k.y*s.x, l.beta - k.z*s.z}
}

// forward is as ODEValue, and fills the tape. It returns the last state.
func (o *ODE) forward(s0, p []float64, h float64) (x, y, z float64) {
	const third = 1. / 3
	x, y, z = s0[0], s0[1], s0[2]
	rho := p[1]
	half, sixth := h/2, h/6
	sigma, beta := half*p[0], half*p[2]
	sigma6, beta6 := sixth*p[0], sixth*p[2]
	for i := range o.tape {
		t := &o.tape[i]
		t.s1 = vec3{x, y, z}
		hx, hy, r := half*x, half*y, rho-z
		hr, xy, bz, dx := hx*r, hx*y, beta*z, sigma*(y-x)
		sx, sy, sz := dx, hr-hy, xy-bz
		u, v, w := x+dx, (y-hy)+hr, (z-bz)+xy
		t.s2 = vec3{u, v, w}

		hx, hy, r = half*u, half*v, rho-w
		hr, xy, bz, dx = hx*r, hx*v, beta*w, sigma*(v-u)
		tx, ty, tz := dx, hr-hy, xy-bz
		u, v, w = x+dx, (y-hy)+hr, (z-bz)+xy
		t.s3 = vec3{u, v, w}

		hx, hy, r = h*u, h*v, rho-w
		hr, xy, bz, dx = hx*r, hx*v, (beta+beta)*w, (sigma+sigma)*(v-u)
		// (k1 + 2·k2 + 2·k3)·h/6, of which the last is here doubled already.
		x6, y6, z6 := x+third*(sx+2*tx+dx), y+third*(sy+2*ty+(hr-hy)), z+third*(sz+2*tz+(xy-bz))
		u, v, w = x+dx, (y-hy)+hr, (z-bz)+xy
		t.s4 = vec3{u, v, w}

		hx, hy = sixth*u, sixth*v
		x, y, z = x6+sigma6*(v-u), (y6-hy)+hx*(rho-w), (z6-beta6*w)+hx*v
	}
	return x, y, z
}
