package nested

import "math"

// HandMaml is the gradient of Maml.
type HandMaml struct{ sin, cos, p []float64 }

// Grad is the value, and writes the gradient to wbar, xbar, ybar and lrbar.
func (h *HandMaml) Grad(w, x []float64, y, lr float64, wbar, xbar []float64, ybar, lrbar *float64) float64 {
	clear(wbar)
	clear(xbar)
	*ybar, *lrbar = 0, 0
	n := len(w)
	if n != len(x) {
		return 0
	}
	h.sin, h.cos, h.p = room(h.sin, n), room(h.cos, n), room(h.p, n)
	sin, cos, p := h.sin[:n], h.cos[:n], h.p[:n] // p is the derivative of the sum by w
	x, wbar, xbar = x[:n], wbar[:n], xbar[:n]
	r0 := -y
	for i, wi := range w {
		s, c := math.Sincos(x[i] * wi)
		sin[i], cos[i] = s, c
		p[i] = s + wi*x[i]*c
		r0 += wi * s
	}
	// The loss after the step, and its derivative by the weights without the factor 2·r1, in wbar.
	r1, k := -y, 2*lr*r0
	for i, wi := range w {
		u := wi - k*p[i]
		s, c := math.Sincos(x[i] * u)
		r1 += u * s
		wbar[i] = s + u*x[i]*c
		xbar[i] = u * u * c
	}
	// Back through the step, whose gradient is 2·r0·p.
	dot := 0.0
	for i, b := range wbar {
		dot += b * p[i]
	}
	dot *= 2 * r1
	rbar := -2*lr*dot + 0.2*r0
	f := -2 * lr * r0 * 2 * r1 // the cotangent of p is f·b
	for i, wi := range w {
		xi, s, c := x[i], sin[i], cos[i]
		pbar := f * wbar[i]
		wbar[i] = 2*r1*wbar[i] + pbar*xi*(2*c-wi*xi*s) + rbar*p[i]
		xbar[i] = 2*r1*xbar[i] + pbar*wi*(2*c-wi*xi*s) + rbar*wi*wi*c
	}
	*ybar = -2*r1 - rbar
	*lrbar = -2 * r0 * dot
	return r1*r1 + 0.1*r0*r0
}

// HandMamlNet is the gradient of MamlNet: that after the step, less the rate times the Hessian before it times that.
type HandMamlNet struct {
	tanh, out []float64 // of the examples before the step
	act       []float64 // of one example after it
	g, m      Net       // the gradient before the step, the net after it
}

// Grad is the value, and writes the gradient to nbar and lrbar.
func (h *HandMamlNet) Grad(n *Net, x, y, xq, yq []float64, lr float64, nbar *Net, lrbar *float64) float64 {
	k := len(n.W)
	h.tanh, h.out, h.act = room(h.tanh, k*len(x)), room(h.out, len(x)), room(h.act, k)
	h.g.zeros(k)
	h.m.zeros(k)
	nbar.zeros(k)
	h.g.grad(n, x, y, h.tanh, h.out)
	g, m := &h.g, &h.m
	for i := range k {
		m.W[i] = n.W[i] - lr*g.W[i]
		m.B[i] = n.B[i] - lr*g.B[i]
		m.V[i] = n.V[i] - lr*g.V[i]
	}
	m.C = n.C - lr*g.C
	loss := nbar.after(m, xq, yq, h.act)
	// The product reads nbar as its direction, and goes to m, which is not needed any more.
	m.zeros(k)
	m.product(n, nbar, x, h.tanh, h.out)
	dot := g.C * nbar.C
	for i := range k {
		dot += g.W[i]*nbar.W[i] + g.B[i]*nbar.B[i] + g.V[i]*nbar.V[i]
	}
	for i := range k {
		nbar.W[i] -= lr * m.W[i]
		nbar.B[i] -= lr * m.B[i]
		nbar.V[i] -= lr * m.V[i]
	}
	nbar.C -= lr * m.C
	*lrbar = -dot
	return loss
}

func (n *Net) zeros(k int) {
	n.W, n.B, n.V, n.C = room(n.W, k), room(n.B, k), room(n.V, k), 0
	clear(n.W)
	clear(n.B)
	clear(n.V)
}

// grad adds the gradient of the loss of n to g, and keeps the activations and the cotangents of the outputs.
func (g *Net) grad(n *Net, x, y, tanh, out []float64) {
	k := len(n.W)
	nW, nB, nV := n.W[:k], n.B[:k], n.V[:k]
	gW, gB, gV := g.W[:k], g.B[:k], g.V[:k]
	scale := 2 / float64(len(x))
	for j, xj := range x {
		act := tanh[j*k:][:k]
		o := n.C
		for i, w := range nW {
			t := math.Tanh(w*xj + nB[i])
			act[i] = t
			o += nV[i] * t
		}
		r := scale * (o - y[j])
		out[j] = r
		g.C += r
		for i, t := range act {
			gV[i] += r * t
			b := r * nV[i] * (1 - t*t)
			gW[i] += b * xj
			gB[i] += b
		}
	}
}

// after is the loss, and adds its gradient to g, without a tape.
func (g *Net) after(n *Net, x, y, act []float64) float64 {
	k := len(n.W)
	nW, nB, nV, act := n.W[:k], n.B[:k], n.V[:k], act[:k]
	gW, gB, gV := g.W[:k], g.B[:k], g.V[:k]
	scale := 2 / float64(len(x))
	loss := 0.0
	for j, xj := range x {
		o := n.C
		for i, w := range nW {
			t := math.Tanh(w*xj + nB[i])
			act[i] = t
			o += nV[i] * t
		}
		r := o - y[j]
		loss += r * r
		r *= scale
		g.C += r
		for i, t := range act {
			gV[i] += r * t
			b := r * nV[i] * (1 - t*t)
			gW[i] += b * xj
			gB[i] += b
		}
	}
	return loss / float64(len(x))
}

// product adds the Hessian of the loss of n times d to g.
func (g *Net) product(n, d *Net, x, tanh, out []float64) {
	k := len(n.W)
	nV, dW, dB, dV := n.V[:k], d.W[:k], d.B[:k], d.V[:k]
	gW, gB, gV := g.W[:k], g.B[:k], g.V[:k]
	scale := 2 / float64(len(x))
	for j, xj := range x {
		act := tanh[j*k:][:k]
		do := d.C
		for i, t := range act {
			do += dV[i]*t + nV[i]*(1-t*t)*(dW[i]*xj+dB[i])
		}
		r, dr := out[j], scale*do
		g.C += dr
		for i, t := range act {
			u := 1 - t*t
			dt := u * (dW[i]*xj + dB[i])
			gV[i] += dr*t + r*dt
			b := u*(dr*nV[i]+r*dV[i]) - 2*r*nV[i]*t*dt
			gW[i] += b * xj
			gB[i] += b
		}
	}
}
