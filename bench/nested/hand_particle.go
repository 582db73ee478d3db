package nested

import "math"

// HandParticle is the gradient of Particle, with a tape of the steps and of the exponentials.
type HandParticle struct {
	steps []particleStep
	exps  []float64
}

type particleStep struct {
	x, v, f [2]float64 // x before the step, v after it
}

// Grad is the value, and writes the gradient to wbar, xbar, vbar and dtbar.
func (h *HandParticle) Grad(
	w *Well, x, v [2]float64, dt float64, n int, wbar *Well, xbar, vbar *[2]float64, dtbar *float64,
) float64 {
	m := len(w.Centers)
	h.steps, h.exps = room(h.steps, n), room(h.exps, n*m)
	s := 1 / (w.Width * w.Width)
	a := 2 * w.Depth * s
	for t := range h.steps {
		st := &h.steps[t]
		st.x = x
		f0, f1 := 0.0, 0.0
		es := h.exps[t*m:][:m]
		for i, c := range w.Centers {
			r0, r1 := x[0]-c[0], x[1]-c[1]
			e := math.Exp(-s * (r0*r0 + r1*r1))
			es[i] = e
			f0 += e * r0
			f1 += e * r1
		}
		f0 *= a
		f1 *= a
		st.f = [2]float64{f0, f1}
		v[0] -= dt * f0
		v[1] -= dt * f1
		st.v = v
		x[0] += dt * v[0]
		x[1] += dt * v[1]
	}
	y := x[0]*x[0] + x[1]*x[1] + v[0]

	x0, x1, v0, v1 := 2*x[0], 2*x[1], 1.0, 0.0
	dtb, ab, sb := 0.0, 0.0, 0.0
	cbar := wbar.Centers[:m]
	clear(cbar)
	for t := n - 1; t >= 0; t-- {
		st := &h.steps[t]
		dtb += x0*st.v[0] + x1*st.v[1]
		v0 += dt * x0
		v1 += dt * x1
		dtb -= v0*st.f[0] + v1*st.f[1]
		f0, f1 := -dt*v0, -dt*v1
		es := h.exps[t*m:][:m]
		for i, c := range w.Centers {
			e := es[i]
			r0, r1 := st.x[0]-c[0], st.x[1]-c[1]
			q := e * (f0*r0 + f1*r1)
			ab += q
			sb -= a * q * (r0*r0 + r1*r1)
			b0, b1 := a*(e*f0-2*s*q*r0), a*(e*f1-2*s*q*r1)
			x0 += b0
			x1 += b1
			cbar[i][0] -= b0
			cbar[i][1] -= b1
		}
	}
	sb += 2 * w.Depth * ab
	wbar.Depth = 2 * s * ab
	wbar.Width = -2 * s / w.Width * sb
	*xbar, *vbar, *dtbar = [2]float64{x0, x1}, [2]float64{v0, v1}, dtb
	return y
}

// HandSteer is the gradient of Particle by the velocity alone: its tape is the Hessian of each step.
type HandSteer struct{ hess [][3]float64 }

// Grad is the value, and writes the gradient to vbar.
func (h *HandSteer) Grad(w *Well, x, v [2]float64, dt float64, n int, vbar *[2]float64) float64 {
	h.hess = room(h.hess, n)
	s := 1 / (w.Width * w.Width)
	a := 2 * w.Depth * s
	for t := range h.hess {
		f0, f1, h00, h01, h11, sum := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
		for _, c := range w.Centers {
			r0, r1 := x[0]-c[0], x[1]-c[1]
			e := math.Exp(-s * (r0*r0 + r1*r1))
			e0, e1 := e*r0, e*r1
			f0 += e0
			f1 += e1
			sum += e
			h00 += e0 * r0
			h01 += e0 * r1
			h11 += e1 * r1
		}
		h.hess[t] = [3]float64{a * (sum - 2*s*h00), a * (-2 * s * h01), a * (sum - 2*s*h11)}
		v[0] -= dt * a * f0
		v[1] -= dt * a * f1
		x[0] += dt * v[0]
		x[1] += dt * v[1]
	}
	y := x[0]*x[0] + x[1]*x[1] + v[0]
	x0, x1, v0, v1 := 2*x[0], 2*x[1], 1.0, 0.0
	for t := n - 1; t >= 0; t-- {
		q := &h.hess[t]
		v0 += dt * x0
		v1 += dt * x1
		x0 -= dt * (q[0]*v0 + q[1]*v1)
		x1 -= dt * (q[1]*v0 + q[2]*v1)
	}
	*vbar = [2]float64{v0, v1}
	return y
}

// room is x with n elements of unspecified contents.
func room[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}
