package own_test

import "testing"

// Algorithms as people write them: none may be refused.
var algorithms = map[string]string{
	"cholesky": `func F(x []float64) float64 { n := 3; a := make([][]float64, n); for i := range a { a[i] = make([]float64, n); for j := range a[i] { a[i][j] = x[(i+j)%4]/9 }; a[i][i] += 40 }
		l := make([][]float64, n); for i := range l { l[i] = make([]float64, n) }
		for i := range n { li := l[i]; for j := 0; j <= i; j++ { lj := l[j]; s := a[i][j]; for k := 0; k < j; k++ { s -= li[k] * lj[k] }; if i == j { li[j] = s / 2 } else { li[j] = s / lj[j] } } }
		return l[2][2] + l[1][0] }`,
	"gauss with pivots": `func F(m [][]float64, b []float64) float64 { n := 3
		for k := 0; k < n; k++ { p := k; for i := k + 1; i < n; i++ { if m[i][k]*m[i][k] > m[p][k]*m[p][k] { p = i } }
			m[k], m[p] = m[p], m[k]; b[k], b[p] = b[p], b[k]; row := m[k]
			for i := k + 1; i < n; i++ { r := m[i]; f := r[k] / (row[k] + 1000); for j := k; j < n; j++ { r[j] -= f * row[j] }; b[i] -= f * b[k] } }
		return b[2] + m[2][2] }`,
	"merge sort": `func sort(x, t []float64) { if len(x) < 2 { return }; h := len(x) / 2; sort(x[:h], t[:h]); sort(x[h:], t[h:]); copy(t, x); i, j := 0, h
			for k := range x { if j >= len(x) || i < h && t[i] <= t[j] { x[k] = t[i]; i++ } else { x[k] = t[j]; j++ } } }
		func F(x []float64) float64 { t := make([]float64, len(x)); sort(x, t); return x[0] + 2*x[1] }`,
	"quick sort": `func qs(x []float64) { if len(x) < 2 { return }; p := x[len(x)-1]; i := 0; for j := range x { if x[j] < p { x[i], x[j] = x[j], x[i]; i++ } }; x[i], x[len(x)-1] = x[len(x)-1], x[i]; qs(x[:i]); qs(x[i+1:]) }
		func F(x []float64) float64 { qs(x); return x[0] - x[1] }`,
	"edit distance": `func F(a, b []float64) float64 { prev := make([]float64, len(b)+1); cur := make([]float64, len(b)+1); for j := range prev { prev[j] = float64(j) }
		for i := range a { cur[0] = float64(i + 1); for j := range b { d := a[i] - b[j]; cur[j+1] = min(prev[j]+d*d, prev[j+1]+1, cur[j]+1) }; prev, cur = cur, prev }; return prev[len(b)] }`,
	"matrix type": `type Mat struct { r, c int; v []float64 }
		func New(r, c int) *Mat { return &Mat{r, c, make([]float64, r*c)} }
		func (m *Mat) At(i, j int) float64 { return m.v[i*m.c+j] }
		func (m *Mat) Set(i, j int, x float64) { m.v[i*m.c+j] = x }
		func (m *Mat) Row(i int) []float64 { return m.v[i*m.c : (i+1)*m.c] }
		func (m *Mat) T() *Mat { t := New(m.c, m.r); for i := range m.r { for j, x := range m.Row(i) { t.Set(j, i, x) } }; return t }
		func Mul(a, b *Mat) *Mat { o := New(a.r, b.c); for i := range a.r { row := o.Row(i); for k := range a.c { x := a.At(i, k); for j, y := range b.Row(k) { row[j] += x * y } } }; return o }
		func F(x []float64) float64 { m := New(2, 2); copy(m.v, x); m.Row(1)[0] *= 2; p := Mul(m, m.T()); return p.At(0, 1) + p.At(1, 1) }`,
	"runge kutta": `func step(y []float64, h float64, f func(t float64, y, dy []float64)) []float64 { n := len(y); k1, k2, t := make([]float64, n), make([]float64, n), make([]float64, n); f(0, y, k1); for i := range t { t[i] = y[i] + h*k1[i] }; f(h, t, k2); out := make([]float64, n); for i := range out { out[i] = y[i] + h/2*(k1[i]+k2[i]) }; return out }
		func F(y []float64, k float64) float64 { calls := 0; f := func(t float64, y, dy []float64) { calls++; for i := range y { dy[i] = -k*y[i] + t } }; for range 3 { y = step(y, 0.125, f) }; return y[0] + float64(calls) }`,
	"particles": `type P struct { x, v [2]float64; m float64 }
		func (p *P) kick(f [2]float64, h float64) { for i := range f { p.v[i] += h * f[i] / p.m }; for i := range p.x { p.x[i] += h * p.v[i] } }
		func F(x []float64) float64 { ps := make([]P, 3); for i := range ps { p := &ps[i]; p.m = 2; p.x[0] = x[i%4] }
		for range 4 { for i := range ps { var f [2]float64; for j := range ps { if i != j { for k := range f { f[k] += ps[j].x[k] - ps[i].x[k] } } }; ps[i].kick(f, 0.5) } }; return ps[0].x[0] + ps[2].v[1] }`,
	"layers": `type Layer struct { w [][]float64; b []float64 }
		func (l Layer) forward(x []float64) []float64 { y := make([]float64, len(l.b)); for i := range y { s := l.b[i]; for j, w := range l.w[i] { s += w * x[j] }; y[i] = s / (1 + s*s) }; return y }
		func F(w [][]float64, b []float64, x []float64) float64 { ls := []Layer{{w, b[:4]}, {w, b[:4]}}; h := x; for _, l := range ls { h = l.forward(h) }; s := 0.0; for _, v := range h { s += v }; return s }`,
	"tridiagonal":       `func F(a, b, c, d []float64) []float64 { n := 4; x := make([]float64, n); for i := 1; i < n; i++ { m := a[i] / (b[i-1] + 100); b[i] -= m * c[i-1]; d[i] -= m * d[i-1] }; x[n-1] = d[n-1] / (b[n-1] + 100); for i := n - 2; i >= 0; i-- { x[i] = (d[i] - c[i]*x[i+1]) / (b[i] + 100) }; return x }`,
	"path":              `func F(x []float64, n int) []float64 { path := []float64{x[0]}; for i := range n { last := path[len(path)-1]; path = append(path, last*x[1]+float64(i)) }; return path[1:] }`,
	"history":           `func F(x []float64, n int) float64 { var all [][]float64; cur := append([]float64(nil), x...); for range n { next := make([]float64, len(cur)); for i := range next { next[i] = cur[i]*0.5 + cur[0] }; all = append(all, next); cur = next }; s := 0.0; for _, r := range all { s += r[1] }; return s + cur[0] }`,
	"history of copies": `func F(x []float64, n int) float64 { var all [][]float64; cur := append([]float64(nil), x...); for range n { for i := range cur { cur[i] = cur[i]*0.5 + cur[0] }; all = append(all, append([]float64(nil), cur...)) }; s := 0.0; for _, r := range all { s += r[1] }; return s + cur[0] }`,
	"fft": `func fft(re, im []float64) { n := len(re); if n < 2 { return }; h := n / 2; er, ei, or, oi := make([]float64, h), make([]float64, h), make([]float64, h), make([]float64, h)
			for i := range h { er[i], ei[i], or[i], oi[i] = re[2*i], im[2*i], re[2*i+1], im[2*i+1] }; fft(er, ei); fft(or, oi)
			for i := range h { re[i], im[i] = er[i]+or[i], ei[i]+oi[i]; re[i+h], im[i+h] = er[i]-or[i], ei[i]-oi[i] } }
		func F(a, b, c, d float64) float64 { re := []float64{a, b, c, d}; im := make([]float64, 4); fft(re, im); return re[1] + im[3] + re[0] }`,
	"workspace": `type Work struct { a, b []float64 }
		func (w *Work) swap() { w.a, w.b = w.b, w.a }
		func F(w *Work, x []float64) float64 { for i := range w.a { w.a[i] = x[i%4] }; for range 2 { for i := range w.b { w.b[i] = w.a[i%4] + 1 }; w.swap() }; return w.a[0] + w.b[1] }`,
	"filter":       `func F(x []float64) float64 { var out []float64; for _, v := range x { if v > 0 { out = append(out, v) } }; s := 0.0; for _, v := range out { s += v }; return s }`,
	"reverse half": `func F(x []float64) { h := x[:len(x)/2]; for i, j := 0, len(h)-1; i < j; i, j = i+1, j-1 { h[i], h[j] = h[j], h[i] }; t := x[len(x)/2:]; t[0], h[0] = h[0], t[0] }`,
	"handed through": `func insert(list []float64, t float64) []float64 { list = append(list, t); i := len(list) - 1; for i > 0 && list[i-1] > t { list[i] = list[i-1]; i-- }; list[i] = t; return list }
		func F(x []float64) float64 { var l []float64; for _, v := range x { l = insert(l, v) }; return l[0] + 2*l[len(l)-1] }`,
	"handed through at once": `func add(list []float64, t float64) []float64 { return append(list, t) }
		func F(x []float64) float64 { var l []float64; for _, v := range x { l = add(l, v*v) }; return l[0] + 2*l[len(l)-1] }`,
	"two handed through, of which one may be the other": `func both(a, b []float64, t float64) ([]float64, []float64) { a = append(a, t); b = append(b, 2*t); if len(a) > 2 { a = append([]float64(nil), b[:1]...) }; if len(b) > 3 { b = a; a = nil }; return a, b }
		func F(x []float64) float64 { var a, b []float64; for _, v := range x { a, b = both(a, b, v) }; s := 0.0; for _, v := range a { s += v }; for i, v := range b { s += v * float64(i+1) }; return s }`,
	"handed through, or not": `func keep(list []float64, c bool) []float64 { var out []float64; if c { out = list }; return out }
		func F(x []float64) float64 { s := 0.0; l := []float64{1, 2}; for i, v := range x { l = keep(l, i != 2); s += float64(len(l)) * v }; return s }`,
	"handed through, behind another": `func both(list []float64, t float64) []float64 { out := []float64{t}; s := list[0]; out = list; out = append(out, s); return out }
		func F(x []float64) float64 { l := []float64{x[1]}; for _, v := range x { l = both(l, v) }; return l[0] + float64(len(l)) }`,
	"chosen again in a loop":           `func F(x, y []float64) float64 { s, n := x, 0.0; for i := range x { if x[i] > 1 { s = y } else if y[i%len(y)] > 0 { s = x[1:] }; n += s[0] * s[i%len(s)] }; return n }`,
	"chosen again, and written":        `func F(x, y []float64) float64 { s, n := x, 0.0; for i := range x { s[0] += 1; if x[i] > 1 { s = y } else if y[i%len(y)] > 0 { s = x }; n += s[0] }; return n + x[0] + y[0] }`,
	"chosen again, of what is written": `func F(x, y []float64) float64 { s, n := x, 0.0; for i := range x { if x[i] > 1 { s = y } else if y[i%len(y)] > 0 { s = x }; n += s[0]; y[0] *= 0.5 }; return n }`,
	"blocks":                           `func F(x []float64, n int) float64 { s := 0.0; for len(x) >= 2 { b := x[:2]; x = x[2:]; b[0], b[1] = b[1], b[0]; s = 3*s + b[0] }; return s }`,
}

func TestAlgorithms(t *testing.T) { accept(t, algorithms) }
