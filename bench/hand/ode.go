package hand

// ODE integrates the Lorenz system.
type ODE struct {
	tape []float64 // the state before each step
}

// ODETapeBytes is the memory of Grad.
func ODETapeBytes(steps int) int { return 8 * 3 * steps }

// ODEValue is half the squared norm of the last state.
func ODEValue(s0, p []float64, h float64, steps int) float64 {
	x, y, z := s0[0], s0[1], s0[2]
	sigma, rho, beta := p[0], p[1], p[2]
	half, sixth := h/2, h/6
	for range steps {
		x1, y1, z1 := sigma*(y-x), x*(rho-z)-y, x*y-beta*z
		u, v, w := x+half*x1, y+half*y1, z+half*z1
		x2, y2, z2 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		u, v, w = x+half*x2, y+half*y2, z+half*z2
		x3, y3, z3 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		u, v, w = x+h*x3, y+h*y3, z+h*z3
		x4, y4, z4 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		x += sixth * (x1 + 2*(x2+x3) + x4)
		y += sixth * (y1 + 2*(y2+y3) + y4)
		z += sixth * (z1 + 2*(z2+z3) + z4)
	}
	return (x*x + y*y + z*z) / 2
}

// Grad is the value, and writes the gradients by s0 and p to s0bar and pbar.
// The states are kept, the stages of each step computed again.
func (o *ODE) Grad(s0, p []float64, h float64, steps int, s0bar, pbar []float64) float64 {
	o.tape = grow(o.tape, 3*steps)
	tape := o.tape
	x, y, z := s0[0], s0[1], s0[2]
	sigma, rho, beta := p[0], p[1], p[2]
	half, sixth := h/2, h/6
	for t := tape; len(t) >= 3; t = t[3:] {
		t[0], t[1], t[2] = x, y, z
		x1, y1, z1 := sigma*(y-x), x*(rho-z)-y, x*y-beta*z
		u, v, w := x+half*x1, y+half*y1, z+half*z1
		x2, y2, z2 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		u, v, w = x+half*x2, y+half*y2, z+half*z2
		x3, y3, z3 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		u, v, w = x+h*x3, y+h*y3, z+h*z3
		x4, y4, z4 := sigma*(v-u), u*(rho-w)-v, u*v-beta*w
		x += sixth * (x1 + 2*(x2+x3) + x4)
		y += sixth * (y1 + 2*(y2+y3) + y4)
		z += sixth * (z1 + 2*(z2+z3) + z4)
	}
	value := (x*x + y*y + z*z) / 2

	// (a, b, c) is the cotangent of the state; (f, g, e) that of the stage at hand.
	a, b, c := x, y, z
	var sigmabar, rhobar, betabar float64
	for i := len(tape) - 3; i >= 0; i -= 3 {
		t := tape[i : i+3 : i+3]
		x, y, z := t[0], t[1], t[2]
		x1, y1, z1 := sigma*(y-x), x*(rho-z)-y, x*y-beta*z
		u2, v2, w2 := x+half*x1, y+half*y1, z+half*z1
		x2, y2, z2 := sigma*(v2-u2), u2*(rho-w2)-v2, u2*v2-beta*w2
		u3, v3, w3 := x+half*x2, y+half*y2, z+half*z2
		x3, y3, z3 := sigma*(v3-u3), u3*(rho-w3)-v3, u3*v3-beta*w3
		u4, v4, w4 := x+h*x3, y+h*y3, z+h*z3

		// Cotangents of the slopes: k4, then k3 = … + h·(cotangent of its stage), and so on.
		a6, b6, c6 := sixth*a, sixth*b, sixth*c
		f, g, e := a6, b6, c6
		sigmabar += f * (v4 - u4)
		rhobar += g * u4
		betabar -= e * w4
		du, dv, dw := g*(rho-w4)+e*v4-sigma*f, sigma*f-g+e*u4, -g*u4-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = 2*a6+h*du, 2*b6+h*dv, 2*c6+h*dw
		sigmabar += f * (v3 - u3)
		rhobar += g * u3
		betabar -= e * w3
		du, dv, dw = g*(rho-w3)+e*v3-sigma*f, sigma*f-g+e*u3, -g*u3-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = 2*a6+half*du, 2*b6+half*dv, 2*c6+half*dw
		sigmabar += f * (v2 - u2)
		rhobar += g * u2
		betabar -= e * w2
		du, dv, dw = g*(rho-w2)+e*v2-sigma*f, sigma*f-g+e*u2, -g*u2-beta*e
		a, b, c = a+du, b+dv, c+dw

		f, g, e = a6+half*du, b6+half*dv, c6+half*dw
		sigmabar += f * (y - x)
		rhobar += g * x
		betabar -= e * z
		a += g*(rho-z) + e*y - sigma*f
		b += sigma*f - g + e*x
		c -= g*x + beta*e
	}
	s0bar[0], s0bar[1], s0bar[2] = a, b, c
	pbar[0], pbar[1], pbar[2] = sigmabar, rhobar, betabar
	return value
}
