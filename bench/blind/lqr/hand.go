package lqr

import "math"

// Tape is the memory that Gradient keeps between calls. Matrices are flat, by rows.
type Tape struct {
	p, pb, y       []float64 // n by n
	z, s, k, l, cl []float64 // for every step
	x, u, v        []float64 // for every step
	xb, xc         []float64
	kf             []float64
}

func grow(s *[]float64, n int) []float64 {
	if cap(*s) < n {
		*s = make([]float64, n)
	}
	*s = (*s)[:n]
	return *s
}

// factor is Cholesky of the flat m by m matrix, in the lower triangle.
func factor(g []float64, m int) {
	for j := range m {
		d := g[j*m+j]
		for k := range j {
			d -= g[j*m+k] * g[j*m+k]
		}
		d = math.Sqrt(d)
		g[j*m+j] = d
		for i := j + 1; i < m; i++ {
			s := g[i*m+j]
			for k := range j {
				s -= g[i*m+k] * g[j*m+k]
			}
			g[i*m+j] = s / d
		}
	}
}

// back solves with the factor, for all w columns of x at once.
func back(l, x []float64, m, w int) {
	for i := range m {
		xi := x[i*w:][:w]
		for k := range i {
			f := l[i*m+k]
			for c, y := range x[k*w:][:w] {
				xi[c] -= f * y
			}
		}
		f := 1 / l[i*m+i]
		for c := range xi {
			xi[c] *= f
		}
	}
	for i := m - 1; i >= 0; i-- {
		xi := x[i*w:][:w]
		for k := i + 1; k < m; k++ {
			f := l[k*m+i]
			for c, y := range x[k*w:][:w] {
				xi[c] -= f * y
			}
		}
		f := 1 / l[i*m+i]
		for c := range xi {
			xi[c] *= f
		}
	}
}

// riccati does a step of the recursion: p becomes the earlier P. It fills in Z = P B, the factor of G = R + B'Z,
// K = inv(G) Z'A, the closed loop C = A - B K and S = P C. Then P = Q + A'S.
func riccati(p []float64, a, b [][]float64, q, r, z, g, k, cl, s []float64) {
	n, m := len(q), len(r)
	clear(g)
	clear(k)
	for i := range n {
		zi := z[i*m:][:m]
		clear(zi)
		for j, w := range p[i*n:][:n] {
			for c, y := range b[j][:m] {
				zi[c] += w * y
			}
		}
		for c, y := range b[i][:m] {
			gc := g[c*m:][:c+1]
			for d := range gc {
				gc[d] += y * zi[d]
			}
		}
		ai := a[i][:n]
		for c, y := range zi {
			kc := k[c*n:][:n]
			for j, w := range ai {
				kc[j] += y * w
			}
		}
	}
	for c, w := range r {
		g[c*m+c] += w
	}
	factor(g, m)
	back(g, k, m, n)
	for i := range n {
		ci := cl[i*n:][:n]
		copy(ci, a[i])
		for c, y := range b[i][:m] {
			for j, w := range k[c*n:][:n] {
				ci[j] -= y * w
			}
		}
	}
	for i := range n {
		si := s[i*n:][:n]
		clear(si)
		for j, w := range p[i*n:][:n] {
			for c, y := range cl[j*n:][:n] {
				si[c] += w * y
			}
		}
	}
	// P is symmetric: half of it, then the mirror.
	clear(p)
	for l := range n {
		al, sl := a[l][:n], s[l*n:][:n]
		for i, w := range al {
			pi := p[i*n:][:i+1]
			for j := range pi {
				pi[j] += w * sl[j]
			}
		}
	}
	for i := range n {
		p[i*n+i] += q[i]
		for j := range i {
			p[j*n+i] = p[i*n+j]
		}
	}
}

// Gradient returns Cost. It writes its derivatives into the buffers, which have the inputs' names.
func Gradient(tape *Tape, a, b [][][]float64, q, r, x0 []float64, gusts [][]float64,
	aBar, bBar [][][]float64, qBar, rBar, x0Bar []float64, gustsBar [][]float64) float64 {
	steps, n, m := len(a), len(q), len(r)
	p := grow(&tape.p, n*n)
	z, s := grow(&tape.z, steps*n*m), grow(&tape.s, steps*n*n)
	k, l, cl := grow(&tape.k, steps*m*n), grow(&tape.l, steps*m*m), grow(&tape.cl, steps*n*n)
	x, u, v := grow(&tape.x, (steps+1)*n), grow(&tape.u, steps*m), grow(&tape.v, steps*m)
	clear(p)
	for i, w := range q {
		p[i*n+i] = w
	}
	for t := steps - 1; t >= 0; t-- {
		riccati(p, a[t], b[t], q, r, z[t*n*m:][:n*m], l[t*m*m:][:m*m], k[t*m*n:][:m*n], cl[t*n*n:][:n*n],
			s[t*n*n:][:n*n])
	}
	// The path: with the closed loop, x becomes C x + gust.
	copy(x, x0)
	cost := 0.0
	for t := range steps {
		xt, next, ut := x[t*n:][:n], x[(t+1)*n:][:n], u[t*m:][:m]
		for i := range ut {
			sum := 0.0
			for j, w := range k[(t*m+i)*n:][:n] {
				sum -= w * xt[j]
			}
			ut[i] = sum
			cost += r[i] * sum * sum
		}
		for i := range next {
			cost += q[i] * xt[i] * xt[i]
			sum := gusts[t][i]
			for j, w := range cl[(t*n+i)*n:][:n] {
				sum += w * xt[j]
			}
			next[i] = sum
		}
	}

	// Back along the path. With g the adjoint of the next x: A gets g x', B gets g u', u gets B'g + 2 R u, and K gets
	// -(u's) x'. Only v = inv(G) (u's) is kept of that.
	xb, xc := grow(&tape.xb, n), grow(&tape.xc, n)
	end := x[steps*n:][:n]
	for i, y := range end {
		cost += q[i] * y * y
		qBar[i] = y * y
		xb[i] = 2 * q[i] * y
	}
	clear(rBar)
	for t := steps - 1; t >= 0; t-- {
		xt, ut, vt := x[t*n:][:n], u[t*m:][:m], v[t*m:][:m]
		copy(gustsBar[t], xb)
		for i, y := range ut {
			vt[i] = 2 * r[i] * y
			rBar[i] += y * y
		}
		for i, y := range xt {
			qBar[i] += y * y
			xc[i] = 2 * q[i] * y
		}
		for i, g := range xb {
			ai, ab := a[t][i][:n], aBar[t][i][:n]
			for j, y := range xt {
				ab[j] = g * y
				xc[j] += g * ai[j]
			}
			bi, bb := b[t][i][:m], bBar[t][i][:m]
			for j, y := range ut {
				bb[j] = g * y
				vt[j] += g * bi[j]
			}
		}
		for i, g := range vt {
			for j, w := range k[(t*m+i)*n:][:n] {
				xc[j] -= g * w
			}
		}
		back(l[t*m*m:][:m*m], vt, m, 1)
		xb, xc = xc, xb
	}
	copy(x0Bar, xb)

	// Back through the recursion, forward in time. Let F be the (symmetric) adjoint of P, K's be -G v x'. All terms of
	// G = R + B'P B, H = B'P A and P = Q + A'P A - H'K together, with C = A - B K, S = P C, Z = P B:
	//   M = 2 S F - Z v x' goes to A, and -M K' - S x v' to B;
	//   the next F is C F C' - sym(B v (C x)');
	//   R gets the diagonal of K F K' + v x'K' = K F K' - v u', and Q that of F.
	f, y := grow(&tape.pb, n*n), grow(&tape.y, n*n)
	cx, bv, kf := grow(&tape.xc, n), grow(&tape.xb, n), grow(&tape.kf, n)
	clear(f)
	for t := range steps {
		xt, ut, vt := x[t*n:][:n], u[t*m:][:m], v[t*m:][:m]
		kt, ct, st, zt := k[t*m*n:][:m*n], cl[t*n*n:][:n*n], s[t*n*n:][:n*n], z[t*n*m:][:n*m]
		for i := range n {
			qBar[i] += f[i*n+i]
		}
		for i, g := range vt {
			clear(kf)
			ki := kt[i*n:][:n]
			for j, w := range ki {
				for c, e := range f[j*n:][:n] {
					kf[c] += w * e
				}
			}
			sum := -g * ut[i]
			for j, w := range ki {
				sum += w * kf[j]
			}
			rBar[i] += sum
		}
		for i := range n {
			// Row i of M, in kf, and S x.
			clear(kf)
			sx := 0.0
			for j, w := range st[i*n:][:n] {
				sx += w * xt[j]
				for c, e := range f[j*n:][:n] {
					kf[c] += 2 * w * e
				}
			}
			zv := 0.0
			for j, w := range zt[i*m:][:m] {
				zv += w * vt[j]
			}
			ab := aBar[t][i][:n]
			for j, e := range xt {
				kf[j] -= zv * e
				ab[j] += kf[j]
			}
			bb := bBar[t][i][:m]
			for c, g := range vt {
				sum := sx * g
				for j, w := range kt[c*n:][:n] {
					sum += w * kf[j]
				}
				bb[c] -= sum
			}
			// Row i of C F, and C x, B v.
			yi := y[i*n:][:n]
			clear(yi)
			sum := 0.0
			for j, w := range ct[i*n:][:n] {
				sum += w * xt[j]
				for c, e := range f[j*n:][:n] {
					yi[c] += w * e
				}
			}
			cx[i] = sum
			sum = 0
			for j, w := range b[t][i][:m] {
				sum += w * vt[j]
			}
			bv[i] = sum
		}
		for i := range n {
			yi := y[i*n:][:n]
			for j := range i + 1 {
				sum := -0.5 * (bv[i]*cx[j] + bv[j]*cx[i])
				for c, w := range ct[j*n:][:n] {
					sum += w * yi[c]
				}
				f[i*n+j], f[j*n+i] = sum, sum
			}
		}
	}
	for i := range n {
		qBar[i] += f[i*n+i]
	}
	return cost
}
