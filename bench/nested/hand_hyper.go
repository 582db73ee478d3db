package nested

import "math"

// HandHyper is the gradient of Hyper, with a tape of the weights, their gradients and the slopes of the sigmoids.
type HandHyper struct {
	w, wbar, u, ws, gs, slopes []float64
}

// Grad is the value, and writes the gradient to decaybar and ratebar.
func (h *HandHyper) Grad(
	w0 []float64, x [][]float64, y []float64, xv [][]float64, yv []float64, decay, rate float64, steps int,
	decaybar, ratebar *float64,
) float64 {
	n, m := len(w0), len(x)
	h.w, h.wbar, h.u = room(h.w, n), room(h.wbar, n), room(h.u, n)
	h.ws, h.gs, h.slopes = room(h.ws, n*steps), room(h.gs, n*steps), room(h.slopes, m*steps)
	w, wbar, u := h.w[:n], h.wbar[:n], h.u[:n]
	copy(w, w0)
	y = y[:m]
	inv := 1 / float64(m)
	for t := range steps {
		g, slopes := h.gs[t*n:][:n], h.slopes[t*m:][:m]
		copy(h.ws[t*n:], w)
		for i, v := range w {
			g[i] = decay * v
		}
		for k, row := range x {
			row = row[:n]
			z := 0.0
			for i, v := range row {
				z += v * w[i]
			}
			p := 1 / (1 + math.Exp(y[k]*z))
			slopes[k] = p * (1 - p) * inv
			p *= -y[k] * inv
			for i, v := range row {
				g[i] += p * v
			}
		}
		for i, v := range g {
			w[i] -= rate * v
		}
	}

	loss := 0.0
	clear(wbar)
	invv := 1 / float64(len(xv))
	for k, row := range xv {
		row = row[:n]
		z := 0.0
		for i, v := range row {
			z += v * w[i]
		}
		e := math.Exp(-yv[k] * z)
		loss += math.Log1p(e)
		p := -yv[k] * invv * (1 - 1/(1+e))
		for i, v := range row {
			wbar[i] += p * v
		}
	}
	loss *= invv

	db, rb := 0.0, 0.0
	for t := steps - 1; t >= 0; t-- {
		g, ws, slopes := h.gs[t*n:][:n], h.ws[t*n:][:n], h.slopes[t*m:][:m]
		for i, b := range wbar {
			rb -= b * g[i]
			b *= -rate
			u[i] = b
			db += b * ws[i]
			wbar[i] += decay * b
		}
		for k, row := range x {
			row = row[:n]
			z := 0.0
			for i, v := range row {
				z += v * u[i]
			}
			z *= slopes[k]
			for i, v := range row {
				wbar[i] += z * v
			}
		}
	}
	*decaybar, *ratebar = db, rb
	return loss
}
