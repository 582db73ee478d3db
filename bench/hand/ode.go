package hand

// ODE integrates the Lorenz system.
type ODE struct {
	tape []odeStages
}

// odeStages is the states at which the slopes of a step are taken. They are
// kept, rather than the first alone and the others computed again: the forward
// sweep waits for its results anyway, the backward sweep is busy.
type odeStages struct{ s1, s2, s3, s4 vec3 }

// ODETapeBytes is the memory of Grad.
func ODETapeBytes(steps int) int { return 8 * 12 * steps }

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

	// (a, b, c) is the cotangent of the state, (f, g, e) that of a slope, and
	// (du, dv, dw) what it gives to the state at which the slope is taken.
	a, b, c := x, y, z
	sigma, rho, beta := p[0], p[1], p[2]
	half, third, sixth := h/2, h/3, h/6
	var sigmabar, rhobar, betabar float64
	for i := len(o.tape) - 1; i >= 0; i-- {
		t := &o.tape[i]
		f, g, e := sixth*a, sixth*b, sixth*c
		a3, b3, c3 := third*a, third*b, third*c
		a6, b6, c6 := f, g, e
		u, v, w := t.s4.x, t.s4.y, t.s4.z
		sigmabar += f * (v - u)
		rhobar += g * u
		betabar -= e * w
		du, dv, dw := g*(rho-w)+e*v-sigma*f, sigma*f-g+e*u, -g*u-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = a3+h*du, b3+h*dv, c3+h*dw
		u, v, w = t.s3.x, t.s3.y, t.s3.z
		sigmabar += f * (v - u)
		rhobar += g * u
		betabar -= e * w
		du, dv, dw = g*(rho-w)+e*v-sigma*f, sigma*f-g+e*u, -g*u-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = a3+half*du, b3+half*dv, c3+half*dw
		u, v, w = t.s2.x, t.s2.y, t.s2.z
		sigmabar += f * (v - u)
		rhobar += g * u
		betabar -= e * w
		du, dv, dw = g*(rho-w)+e*v-sigma*f, sigma*f-g+e*u, -g*u-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = a6+half*du, b6+half*dv, c6+half*dw
		u, v, w = t.s1.x, t.s1.y, t.s1.z
		sigmabar += f * (v - u)
		rhobar += g * u
		betabar -= e * w
		a += g*(rho-w) + e*v - sigma*f
		b += sigma*f - g + e*u
		c -= g*u + beta*e
	}
	s0bar[0], s0bar[1], s0bar[2] = a, b, c
	pbar[0], pbar[1], pbar[2] = sigmabar, rhobar, betabar
	return (x*x + y*y + z*z) / 2
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
