package hand

import "math"

// nbodySoftening is ε².
const nbodySoftening = 0.01

// NBody integrates bodies that attract each other.
type NBody struct {
	x, v       []vec3
	xbar, vbar []vec3
	tape       []vec3 // the positions before each step
}

type vec3 [3]float64

// NBodyTapeBytes is the memory of Grad for n bodies.
func NBodyTapeBytes(n, steps int) int { return 24 * n * (4 + steps) }

// load copies the state.
func (w *NBody) load(x, v [][]float64) {
	n := len(x)
	w.x, w.v = grow(w.x, n), grow(w.v, n)
	for i := range n {
		w.x[i] = vec3(x[i])
		w.v[i] = vec3(v[i])
	}
}

// step makes one step.
func (w *NBody) step(m []float64, h float64) {
	n := len(m)
	x, v := w.x[:n], w.v[:n]
	for i, xi := range x {
		vi, hmi := v[i], h*m[i]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j][0]-xi[0], x[j][1]-xi[1], x[j][2]-xi[2]
			s := r0*r0 + r1*r1 + r2*r2 + nbodySoftening
			t := 1 / (s * math.Sqrt(s))
			a, b := h*m[j]*t, hmi*t
			vi[0] += a * r0
			vi[1] += a * r1
			vi[2] += a * r2
			v[j][0] -= b * r0
			v[j][1] -= b * r1
			v[j][2] -= b * r2
		}
		v[i] = vi
	}
	for i := range x {
		x[i][0] += h * v[i][0]
		x[i][1] += h * v[i][1]
		x[i][2] += h * v[i][2]
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
			r0, r1, r2 := x[j][0]-xi[0], x[j][1]-xi[1], x[j][2]-xi[2]
			p += m[j] / math.Sqrt(r0*r0+r1*r1+r2*r2+nbodySoftening)
		}
		e += m[i] * ((vi[0]*vi[0]+vi[1]*vi[1]+vi[2]*vi[2])/2 - p)
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
			r0, r1, r2 := x[j][0]-xi[0], x[j][1]-xi[1], x[j][2]-xi[2]
			u := 1 / math.Sqrt(r0*r0+r1*r1+r2*r2+nbodySoftening)
			t := m[j] * u
			p += t
			g := mi * t * u * u
			bar[0] -= g * r0
			bar[1] -= g * r1
			bar[2] -= g * r2
			xbar[j][0] += g * r0
			xbar[j][1] += g * r1
			xbar[j][2] += g * r2
		}
		xbar[i] = bar
		e += mi * ((vi[0]*vi[0]+vi[1]*vi[1]+vi[2]*vi[2])/2 - p)
		vbar[i] = vec3{mi * vi[0], mi * vi[1], mi * vi[2]}
	}
	return e
}

// back carries the cotangents of the state back through the step from positions x.
func (w *NBody) back(x []vec3, m []float64, h float64) {
	n := len(m)
	x = x[:n]
	xbar, vbar := w.xbar[:n], w.vbar[:n]
	for i := range xbar {
		vbar[i][0] += h * xbar[i][0]
		vbar[i][1] += h * xbar[i][1]
		vbar[i][2] += h * xbar[i][2]
	}
	for i, xi := range x {
		bar, mi := xbar[i], h*m[i]
		q0, q1, q2 := h*vbar[i][0], h*vbar[i][1], h*vbar[i][2]
		for j := i + 1; j < n; j++ {
			r0, r1, r2 := x[j][0]-xi[0], x[j][1]-xi[1], x[j][2]-xi[2]
			u := 1 / math.Sqrt(r0*r0+r1*r1+r2*r2+nbodySoftening)
			mj, uu := m[j], u*u
			t := u * uu
			g0, g1, g2 := mj*q0-mi*vbar[j][0], mj*q1-mi*vbar[j][1], mj*q2-mi*vbar[j][2]
			s := 3 * uu * (g0*r0 + g1*r1 + g2*r2)
			g0, g1, g2 = t*(g0-s*r0), t*(g1-s*r1), t*(g2-s*r2)
			bar[0] -= g0
			bar[1] -= g1
			bar[2] -= g2
			xbar[j][0] += g0
			xbar[j][1] += g1
			xbar[j][2] += g2
		}
		xbar[i] = bar
	}
}

// Grad is the value, and writes the gradients by x and v to xbar and vbar.
func (w *NBody) Grad(x, v [][]float64, m []float64, h float64, steps int, xbar, vbar [][]float64) float64 {
	w.load(x, v)
	n := len(m)
	w.tape = grow(w.tape, n*steps)
	w.xbar, w.vbar = grow(w.xbar, n), grow(w.vbar, n)
	for s := range steps {
		copy(w.tape[s*n:(s+1)*n], w.x)
		w.step(m, h)
	}
	e := w.energyGrad(m)
	for s := steps - 1; s >= 0; s-- {
		w.back(w.tape[s*n:(s+1)*n], m, h)
	}
	for i := range n {
		*(*[3]float64)(xbar[i]) = w.xbar[i]
		*(*[3]float64)(vbar[i]) = w.vbar[i]
	}
	return e
}
