package nested

import "math"

// HandMin is the gradient of Min. The Hessian of Best is symmetric, so that the reverse pass through a step of descent
// is a product of that Hessian and a vector: the derivative of the gradient of Best in a direction, over its tapes.
type HandMin struct {
	runs   [3]ascent
	z      []float64
	xb, yb []float64
	dy     []float64
	dx     []float64
}

// ascent is the tape of a call of Best: y, sin(x·y), cos(x·y) before each step, and at the end, and the cotangent of y
// after each step.
type ascent struct {
	steps              int
	x, y, sin, cos, yb []float64
	dy                 []float64 // the tangents of y, of the last product
}

const ascents = 50

// Grad is the value, and writes the gradient to xbar.
func (h *HandMin) Grad(x, xbar []float64) float64 {
	n := len(x)
	h.z, h.xb, h.yb, h.dy, h.dx = room(h.z, n), room(h.xb, n), room(h.yb, n), room(h.dy, n), room(h.dx, n)
	z := h.z
	copy(z, x)
	for k := range h.runs {
		h.runs[k].grad(z, h.xb, h.yb)
		for i, g := range h.xb {
			z[i] -= 0.2 * g
		}
	}
	s := 0.0
	for i, v := range z {
		s += v * v * float64(i+1)
		xbar[i] = 2 * v * float64(i+1)
	}
	for k := len(h.runs) - 1; k >= 0; k-- {
		h.runs[k].product(xbar, h.dx, h.dy, h.yb)
		for i, d := range h.dx {
			xbar[i] -= 0.2 * d
		}
	}
	return s
}

// grad writes the gradient of Best to xb, and keeps what product needs.
func (a *ascent) grad(x, xb, yb []float64) {
	n := len(x)
	a.x = room(a.x, n)
	copy(a.x, x)
	size := (ascents + 1) * n
	a.y, a.sin, a.cos, a.yb = room(a.y, size), room(a.sin, size), room(a.cos, size), room(a.yb, size)
	xb, yb = xb[:n], yb[:n]
	clear(a.y[:n])
	for a.steps = 0; a.steps < ascents; {
		at := a.steps * n
		y, next, sin, cos := a.y[at:][:n], a.y[at+n:][:n], a.sin[at:][:n], a.cos[at:][:n]
		norm := 0.0
		for i, v := range x {
			s, c := math.Sincos(v * y[i])
			sin[i], cos[i] = s, c
			g := -2*y[i] + v*(0.3+0.1*c)
			next[i] = y[i] + 0.3*g
			norm += g * g
		}
		a.steps++
		if norm < 1e-20 {
			break
		}
	}
	at := a.steps * n
	y, sin, cos := a.y[at:][:n], a.sin[at:][:n], a.cos[at:][:n]
	for i, v := range x {
		s, c := math.Sincos(v * y[i])
		sin[i], cos[i] = s, c
		xb[i] = 2*v + y[i]*(0.3+0.1*c)
		yb[i] = -2*y[i] + v*(0.3+0.1*c)
	}
	for t := a.steps - 1; t >= 0; t-- {
		at := t * n
		y, sin, cos, keep := a.y[at:][:n], a.sin[at:][:n], a.cos[at:][:n], a.yb[at:][:n]
		for i, v := range x {
			l := yb[i]
			keep[i] = l
			g := 0.3 * l
			xb[i] += g * (0.3 + 0.1*cos[i] - 0.1*v*y[i]*sin[i])
			yb[i] = l + g*(-2-0.1*v*v*sin[i])
		}
	}
}

// product writes the derivative in the direction v of the gradient of Best to dx.
func (a *ascent) product(v, dx, dy, dyb []float64) {
	n := len(v)
	x := a.x[:n]
	dx, dy, dyb = dx[:n], dy[:n], dyb[:n]
	a.dy = room(a.dy, ascents*n)
	clear(dy)
	for t := range a.steps {
		at := t * n
		y, sin, cos, keep := a.y[at:][:n], a.sin[at:][:n], a.cos[at:][:n], a.dy[at:][:n]
		for i, xi := range x {
			d := dy[i]
			keep[i] = d
			s := 0.1 * sin[i]
			dy[i] = d + 0.3*((-2-xi*xi*s)*d+(0.3+0.1*cos[i]-xi*y[i]*s)*v[i])
		}
	}
	at := a.steps * n
	y, sin, cos := a.y[at:][:n], a.sin[at:][:n], a.cos[at:][:n]
	for i, xi := range x {
		s, yi := 0.1*sin[i], y[i]
		cross := 0.3 + 0.1*cos[i] - xi*yi*s
		dx[i] = (2-yi*yi*s)*v[i] + cross*dy[i]
		dyb[i] = cross*v[i] + (-2-xi*xi*s)*dy[i]
	}
	for t := a.steps - 1; t >= 0; t-- {
		at := t * n
		y, sin, cos, yb, dys := a.y[at:][:n], a.sin[at:][:n], a.cos[at:][:n], a.yb[at:][:n], a.dy[at:][:n]
		for i, xi := range x {
			s, c, yi := 0.1*sin[i], 0.1*cos[i], y[i]
			l, dl, d, vi := 0.3*yb[i], 0.3*dyb[i], dys[i], v[i]
			xyy := -xi * (2*s + xi*yi*c)
			xxy := -yi * (2*s + xi*yi*c)
			yyy := -xi * xi * xi * c
			dx[i] += dl*(0.3+c-xi*yi*s) + l*(xxy*vi+xyy*d)
			dyb[i] += dl*(-2-xi*xi*s) + l*(xyy*vi+yyy*d)
		}
	}
}
