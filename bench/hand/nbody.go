package hand

import "math"

// nbodySoftening is ε².
const nbodySoftening = 0.01

// NBody integrates bodies that attract each other.
type NBody struct {
	x, v       []vec3
	xbar, vbar []vec3
	tape       []vec3    // the positions before each step
	inverse    []float64 // n×n for each step: the inverse distances, above the diagonal
}

// load copies the state.
func (w *NBody) load(x, v [][]float64) {
	n := len(x)
	w.x, w.v = grow(w.x, n), grow(w.v, n)
	for i := range n {
		w.x[i] = vec3{x[i][0], x[i][1], x[i][2]}
		w.v[i] = vec3{v[i][0], v[i][1], v[i][2]}
	}
}

// step makes one step.
func (w *NBody) step(m []float64, h float64) {
	n := len(m)
	x, v := w.x[:n], w.v[:n]
	for i, xi := range x {
		vi, hmi := v[i], h*m[i]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j].x-xi.x, x[j].y-xi.y, x[j].z-xi.z
			s := r0*r0 + r1*r1 + r2*r2 + nbodySoftening
			t := 1 / (s * math.Sqrt(s))
			a, b := h*m[j]*t, hmi*t
			vi.x += a * r0
			vi.y += a * r1
			vi.z += a * r2
			v[j].x -= b * r0
			v[j].y -= b * r1
			v[j].z -= b * r2
		}
		v[i] = vi
	}
	for i := range x {
		x[i].x += h * v[i].x
		x[i].y += h * v[i].y
		x[i].z += h * v[i].z
	}
}

// Value is the energy after the steps.
func (w *NBody) Value(x, v [][]float64, m []float64, h float64, steps int) float64 {
	w.load(x, v)
	for range steps {
		w.step(m, h)
	}
	return w.energy(m)
}

// energy is that of the state.
func (w *NBody) energy(m []float64) float64 {
	n := len(m)
	x, v := w.x[:n], w.v[:n]
	e := 0.0
	for i, xi := range x {
		vi, p := v[i], 0.0
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j].x-xi.x, x[j].y-xi.y, x[j].z-xi.z
			p += m[j] / math.Sqrt(r0*r0+r1*r1+r2*r2+nbodySoftening)
		}
		e += m[i] * ((vi.x*vi.x+vi.y*vi.y+vi.z*vi.z)/2 - p)
	}
	return e
}

// energyGrad is the energy; it sets the cotangents of the state.
func (w *NBody) energyGrad(m []float64) float64 {
	n := len(m)
	x, v := w.x[:n], w.v[:n]
	xbar, vbar := w.xbar[:n], w.vbar[:n]
	clear(xbar)
	e := 0.0
	for i, xi := range x {
		vi, p, mi, bar := v[i], 0.0, m[i], xbar[i]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j].x-xi.x, x[j].y-xi.y, x[j].z-xi.z
			u := 1 / math.Sqrt(r0*r0+r1*r1+r2*r2+nbodySoftening)
			t := m[j] * u
			p += t
			g := mi * t * u * u
			bar.x -= g * r0
			bar.y -= g * r1
			bar.z -= g * r2
			xbar[j].x += g * r0
			xbar[j].y += g * r1
			xbar[j].z += g * r2
		}
		xbar[i] = bar
		e += mi * ((vi.x*vi.x+vi.y*vi.y+vi.z*vi.z)/2 - p)
		vbar[i] = vec3{mi * vi.x, mi * vi.y, mi * vi.z}
	}
	return e
}

// back carries the cotangents of the state back through the step from positions x.
func (w *NBody) back(x []vec3, inverse, m []float64, h float64) {
	n := len(m)
	x = x[:n]
	xbar, vbar := w.xbar[:n], w.vbar[:n]
	for i := range xbar {
		vbar[i].x += h * xbar[i].x
		vbar[i].y += h * xbar[i].y
		vbar[i].z += h * xbar[i].z
	}
	for i, xi := range x {
		bar, mi := xbar[i], h*m[i]
		q0, q1, q2 := h*vbar[i].x, h*vbar[i].y, h*vbar[i].z
		kept := inverse[i*n:][:n]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j].x-xi.x, x[j].y-xi.y, x[j].z-xi.z
			u := kept[j]
			mj, uu := m[j], u*u
			t := u * uu
			g0, g1, g2 := mj*q0-mi*vbar[j].x, mj*q1-mi*vbar[j].y, mj*q2-mi*vbar[j].z
			s := 3 * uu * (g0*r0 + g1*r1 + g2*r2)
			g0, g1, g2 = t*(g0-s*r0), t*(g1-s*r1), t*(g2-s*r2)
			bar.x -= g0
			bar.y -= g1
			bar.z -= g2
			xbar[j].x += g0
			xbar[j].y += g1
			xbar[j].z += g2
		}
		xbar[i] = bar
	}
}

// keepingStep makes one step and leaves the inverse distances in inverse: back
// has more to do than it, and would spend a fifth of its time on them.
func (w *NBody) keepingStep(m []float64, h float64, inverse []float64) {
	n := len(m)
	x, v := w.x[:n], w.v[:n]
	for i, xi := range x {
		vi, hmi, keep := v[i], h*m[i], inverse[i*n:][:n]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j].x-xi.x, x[j].y-xi.y, x[j].z-xi.z
			s := r0*r0 + r1*r1 + r2*r2 + nbodySoftening
			u := 1 / math.Sqrt(s)
			keep[j] = u
			t := u * u * u
			a, b := h*m[j]*t, hmi*t
			vi.x += a * r0
			vi.y += a * r1
			vi.z += a * r2
			v[j].x -= b * r0
			v[j].y -= b * r1
			v[j].z -= b * r2
		}
		v[i] = vi
	}
	for i := range x {
		x[i].x += h * v[i].x
		x[i].y += h * v[i].y
		x[i].z += h * v[i].z
	}
}

// Grad is the value, and writes the gradients by x and v to xbar and vbar.
func (w *NBody) Grad(x, v [][]float64, m []float64, h float64, steps int, xbar, vbar [][]float64) float64 {
	w.load(x, v)
	n := len(m)
	w.tape, w.inverse = grow(w.tape, n*steps), grow(w.inverse, n*n*steps)
	w.xbar, w.vbar = grow(w.xbar, n), grow(w.vbar, n)
	for s := range steps {
		copy(w.tape[s*n:(s+1)*n], w.x)
		w.keepingStep(m, h, w.inverse[s*n*n:(s+1)*n*n])
	}
	e := w.energyGrad(m)
	for s := steps - 1; s >= 0; s-- {
		w.back(w.tape[s*n:(s+1)*n], w.inverse[s*n*n:(s+1)*n*n], m, h)
	}
	for i := range n {
		xbar[i][0], xbar[i][1], xbar[i][2] = w.xbar[i].x, w.xbar[i].y, w.xbar[i].z
		vbar[i][0], vbar[i][1], vbar[i][2] = w.vbar[i].x, w.vbar[i].y, w.vbar[i].z
	}
	return e
}
