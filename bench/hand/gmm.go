package hand

import "math"

// GMM computes ADBench's log-likelihood of a mixture of Gaussians.
//
// The factors are unpacked row by row, with their diagonals, so that products
// with them are dot products of contiguous rows. Four points are handled at a
// time, so that each element of a factor is loaded once for four products; the
// last points are handled with some of the four standing for nothing.
type GMM struct {
	q     []float64 // k×d(d+1)/2: rows of Q_c
	b     []float64 // k: alphas[c] + Σ qdiag[c]
	xc    []lanes   // k×d: x − means[c] for four points
	y     []lanes   // k×d: Q_c·(x − means[c])
	terms []float64 // k×4: the logarithms of the mixture's terms, then the terms over the largest
	s     []float64 // k×d(d+1)/2: Σ share·y·(x − means[c])ᵀ, lower triangle
	ysum  []float64 // k×d: Σ share·y
}

// lanes holds a number for each of four points. (The compiler keeps structs
// of four fields in registers, but no arrays.)
type lanes struct{ a, b, c, d float64 }

// Value is the logarithm of the posterior.
func (w *GMM) Value(alphas []float64, means, qdiag, ltri, x [][]float64, gamma float64, m int) float64 {
	d, k := len(means[0]), len(alphas)
	w.unpack(alphas, qdiag, ltri)
	w.xc, w.y, w.terms = grow(w.xc, d), grow(w.y, d), grow(w.terms, 4*k)
	f := 0.0
	for i := 0; i < len(x); i += 4 {
		p, live := four(x, i)
		for c, mean := range means {
			w.forward(c, mean, p, w.xc, w.y)
		}
		_, l := w.softmax()
		f += live.a*l.a + live.b*l.b + live.c*l.c + live.d*l.d
	}
	return f + gmmRest(alphas, means, qdiag, ltri, len(x), gamma, m)
}

// Grad is the value, and writes the gradients by the parameters of the mixture.
func (w *GMM) Grad(alphas []float64, means, qdiag, ltri, x [][]float64, gamma float64, m int,
	alphasbar []float64, meansbar, qdiagbar, ltribar [][]float64) float64 {
	d, k := len(means[0]), len(alphas)
	w.unpack(alphas, qdiag, ltri)
	w.xc, w.y, w.terms = grow(w.xc, k*d), grow(w.y, k*d), grow(w.terms, 4*k)
	w.s, w.ysum = grow(w.s, len(w.q)), grow(w.ysum, k*d)
	clear(w.s)
	clear(w.ysum)
	clear(alphasbar)
	f := 0.0
	for i := 0; i < len(x); i += 4 {
		p, live := four(x, i)
		for c, mean := range means {
			w.forward(c, mean, p, w.xc[c*d:(c+1)*d], w.y[c*d:(c+1)*d])
		}
		scale, l := w.softmax()
		f += live.a*l.a + live.b*l.b + live.c*l.c + live.d*l.d
		scale.a *= live.a
		scale.b *= live.b
		scale.c *= live.c
		scale.d *= live.d
		for c := range alphasbar {
			t := w.terms[4*c : 4*c+4 : 4*c+4]
			share := lanes{t[0] * scale.a, t[1] * scale.b, t[2] * scale.c, t[3] * scale.d}
			alphasbar[c] += share.a + share.b + share.c + share.d
			w.backward(c, share, w.xc[c*d:(c+1)*d], w.y[c*d:(c+1)*d])
		}
	}
	for c := range alphas {
		w.finish(c, gamma, m, alphasbar[c], qdiag[c], ltri[c], meansbar[c], qdiagbar[c], ltribar[c])
	}
	logsumexp := LogSumExpValue(alphas)
	for c, a := range alphas {
		alphasbar[c] -= float64(len(x)) * math.Exp(a-logsumexp)
	}
	return f + gmmRest(alphas, means, qdiag, ltri, len(x), gamma, m)
}

// four is the points from i on, the last repeated; live is 0 for repetitions.
func four(x [][]float64, i int) (p [4][]float64, live lanes) {
	last := len(x) - 1
	p = [4][]float64{x[i], x[min(i+1, last)], x[min(i+2, last)], x[min(i+3, last)]}
	live.a = 1
	if i+1 <= last {
		live.b = 1
	}
	if i+2 <= last {
		live.c = 1
	}
	if i+3 <= last {
		live.d = 1
	}
	return p, live
}

// unpack sets q and b.
func (w *GMM) unpack(alphas []float64, qdiag, ltri [][]float64) {
	d := len(qdiag[0])
	w.q, w.b = grow(w.q, len(alphas)*(d*(d+1)/2)), grow(w.b, len(alphas))
	at := 0
	for c, qd := range qdiag {
		b := alphas[c]
		for r := range d {
			packed := r - 1 // of row r in column 0
			for j := range r {
				w.q[at] = ltri[c][packed]
				packed += d - j - 2
				at++
			}
			w.q[at] = math.Exp(qd[r])
			at++
			b += qd[r]
		}
		w.b[c] = b
	}
}

// forward sets xc and y for component c and the logarithms of its terms.
func (w *GMM) forward(c int, mean []float64, p [4][]float64, xc, y []lanes) {
	d := len(mean)
	xc, y = xc[:d], y[:d]
	p0, p1, p2, p3 := p[0][:d], p[1][:d], p[2][:d], p[3][:d]
	for j, mj := range mean {
		v := &xc[j]
		v.a, v.b, v.c, v.d = p0[j]-mj, p1[j]-mj, p2[j]-mj, p3[j]-mj
	}
	q := w.q[c*(d*(d+1)/2):]
	var q0, q1, q2, q3 float64
	for r := range y {
		row, xr := q[:r+1], xc[:r+1]
		var y0, y1, y2, y3 float64
		for j, l := range row {
			v := &xr[j]
			y0 += l * v.a
			y1 += l * v.b
			y2 += l * v.c
			y3 += l * v.d
		}
		v := &y[r]
		v.a, v.b, v.c, v.d = y0, y1, y2, y3
		q0 += y0 * y0
		q1 += y1 * y1
		q2 += y2 * y2
		q3 += y3 * y3
		q = q[r+1:]
	}
	b, t := w.b[c], w.terms[4*c:4*c+4:4*c+4]
	t[0], t[1], t[2], t[3] = b-q0/2, b-q1/2, b-q2/2, b-q3/2
}

// softmax turns the logarithms of the terms into the terms, each over the
// largest of its point. It returns the reciprocals of their sums, and the
// logarithms of the sums of the terms themselves.
func (w *GMM) softmax() (scale, logs lanes) {
	top := lanes{math.Inf(-1), math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for t := w.terms; len(t) >= 4; t = t[4:] {
		if t[0] > top.a {
			top.a = t[0]
		}
		if t[1] > top.b {
			top.b = t[1]
		}
		if t[2] > top.c {
			top.c = t[2]
		}
		if t[3] > top.d {
			top.d = t[3]
		}
	}
	for t := w.terms; len(t) >= 4; t = t[4:] {
		t[0] -= top.a
		t[1] -= top.b
		t[2] -= top.c
		t[3] -= top.d
	}
	expSum(w.terms, w.terms, 0)
	var sum lanes
	for t := w.terms; len(t) >= 4; t = t[4:] {
		sum.a += t[0]
		sum.b += t[1]
		sum.c += t[2]
		sum.d += t[3]
	}
	scale = lanes{1 / sum.a, 1 / sum.b, 1 / sum.c, 1 / sum.d}
	logs = lanes{top.a + math.Log(sum.a), top.b + math.Log(sum.b), top.c + math.Log(sum.c), top.d + math.Log(sum.d)}
	return scale, logs
}

// backward adds the contributions of four points, of the given shares, to s and ysum.
// The transposed product that the means need is linear in share·y, so it is
// left to finish, which does it once.
func (w *GMM) backward(c int, share lanes, xc, y []lanes) {
	d := len(y)
	xc = xc[:d]
	s, ysum := w.s[c*(d*(d+1)/2):], w.ysum[c*d:(c+1)*d]
	ysum = ysum[:d]
	for r := range y {
		v := &y[r]
		g0, g1, g2, g3 := share.a*v.a, share.b*v.b, share.c*v.c, share.d*v.d
		ysum[r] += (g0 + g1) + (g2 + g3)
		row, xr := s[:r+1], xc[:r+1]
		for j := range row {
			v := &xr[j]
			row[j] += (g0*v.a + g1*v.b) + (g2*v.c + g3*v.d)
		}
		s = s[r+1:]
	}
}

// finish writes the gradients by the mean and the factor of component c.
func (w *GMM) finish(c int, gamma float64, m int, share float64, qdiag, ltri, meanbar, qdiagbar, ltribar []float64) {
	d := len(qdiag)
	q, s, ysum := w.q[c*(d*(d+1)/2):], w.s[c*(d*(d+1)/2):], w.ysum[c*d:(c+1)*d]
	clear(meanbar)
	at := 0
	for r, yr := range ysum {
		packed := r - 1
		for j := range r {
			ltribar[packed] = gamma*gamma*ltri[packed] - s[at]
			packed += d - j - 2
			meanbar[j] += q[at] * yr
			at++
		}
		meanbar[r] += q[at] * yr
		qdiagbar[r] = share - s[at]*q[at] + gamma*gamma*q[at]*q[at] - float64(m)
		at++
	}
}

// gmmRest is the part of the value that no point enters.
func gmmRest(alphas []float64, means, qdiag, ltri [][]float64, points int, gamma float64, m int) float64 {
	d, k, n := float64(len(means[0])), float64(len(alphas)), float64(points)
	prior := 0.0
	for c := range alphas {
		sum, squares := 0.0, 0.0
		for _, v := range qdiag[c] {
			sum += v
			squares += math.Exp(2 * v)
		}
		for _, v := range ltri[c] {
			squares += v * v
		}
		prior += gamma*gamma/2*squares - float64(m)*sum
	}
	p := d + float64(m) + 1
	norm := p*d*(math.Log(gamma)-math.Ln2/2) - logGammaDistrib(p/2, len(means[0]))
	return -n*d/2*math.Log(2*math.Pi) - n*LogSumExpValue(alphas) + prior - k*norm
}

// logGammaDistrib is the logarithm of the multivariate gamma function.
func logGammaDistrib(a float64, d int) float64 {
	f := float64(d*(d-1)) / 4 * math.Log(math.Pi)
	for j := 1; j <= d; j++ {
		l, _ := math.Lgamma(a + float64(1-j)/2)
		f += l
	}
	return f
}
