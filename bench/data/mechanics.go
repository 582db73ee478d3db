package data

import "math"

// Packing is n circles in the unit circle, some of which overlap.
func Packing(n int) (x, y, r []float64) {
	s := source(20)
	x, y, r = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		far, turn := 0.95*math.Sqrt(s.Float64()), 2*math.Pi*s.Float64()
		x[i], y[i] = far*math.Cos(turn), far*math.Sin(turn)
		r[i] = 0.9 / math.Sqrt(float64(n)) * (0.7 + 0.6*s.Float64())
	}
	return x, y, r
}

// Network is n samples of d features with a number each, and a network with h hidden units and one output.
func Network(n, d, h int) (w1 [][]float64, b1, w2 []float64, b2 float64, x [][]float64, y []float64) {
	s := source(21)
	w1 = normalMatrix(s, h, d, 1/math.Sqrt(float64(d)))
	b1, w2 = normals(s, h, 0.1), normals(s, h, 1/math.Sqrt(float64(h)))
	return w1, b1, w2, 0.1, normalMatrix(s, n, d, 1), normals(s, n, 1)
}

// Springs is a grid of nodes, two rows of them, each of which is tied to its neighbours, and where the nodes are
// wanted: n is even, and there are 5n/2 − 4 springs.
func Springs(n int) (x, y, rest []float64, a, b []int, wx, wy []float64) {
	s := source(22)
	k := n / 2
	tie := func(i, j int) { a, b = append(a, i), append(b, j) }
	for i := range k {
		x, y = append(x, float64(i)+0.1*s.NormFloat64(), float64(i)+0.1*s.NormFloat64()), append(y, 0.1*s.NormFloat64(), 1+0.1*s.NormFloat64())
		tie(2*i, 2*i+1)
		if i > 0 {
			tie(2*i-2, 2*i)
			tie(2*i-1, 2*i+1)
			tie(2*i-2, 2*i+1)
			tie(2*i-1, 2*i)
		}
	}
	for e := range a {
		rest = append(rest, 0.9*math.Hypot(math.Round(x[a[e]]-x[b[e]]), math.Round(y[a[e]]-y[b[e]])))
	}
	for i := range n {
		wx, wy = append(wx, x[i]+1), append(wy, y[i]+0.5)
	}
	return x, y, rest, a, b, wx, wy
}

// Billiards is a cue ball that is shot at a triangle of ten.
func Billiards() (cx, cy, cu, cv float64, px, py []float64, ball int, gx, gy, h, radius, elasticity float64) {
	radius = 0.03
	px, py = []float64{0.1}, []float64{0.5}
	for i := range 4 {
		for j := range i + 1 {
			px = append(px, 0.5+float64(i)*2*radius*1.02)
			py = append(py, 0.5+(float64(j)-float64(i)/2)*2*radius*1.2)
		}
	}
	return 0.1, 0.505, 0.9, 0.02, px, py, 9, 0.9, 0.75, 0.003, radius, 0.8
}

// A Robot is 26 masses on 61 springs: a body of two rows of nine masses on four legs of two, and a small network.
type Robot struct {
	Waves, X, Y, U, V [][]float64 // hidden × waves, hidden × masses
	B1                []float64
	W2                [][]float64
	B2                []float64
	PX, PY            []float64
	A, B              []int
	Rest, Strength    []float64
	K, Goal, H        float64
	Head              int
}

// NewRobot builds the robot for a network with hidden units.
func NewRobot(hidden int) *Robot {
	const unit = 0.05
	r := &Robot{K: 3000, Goal: 0.9, H: 0.004}
	at := map[[2]int]int{}
	mass := func(i, j int) int {
		if k, ok := at[[2]int{i, j}]; ok {
			return k
		}
		at[[2]int{i, j}] = len(r.PX)
		r.PX, r.PY = append(r.PX, 0.1+unit*float64(i)), append(r.PY, 0.1+unit*float64(j))
		return len(r.PX) - 1
	}
	spring := func(i, j, k, l int, strength float64) {
		a, b := mass(i, j), mass(k, l)
		r.A, r.B = append(r.A, a), append(r.B, b)
		r.Rest = append(r.Rest, math.Hypot(r.PX[a]-r.PX[b], r.PY[a]-r.PY[b]))
		r.Strength = append(r.Strength, strength)
	}
	for i := range 9 { // the body
		spring(i, 2, i, 3, 0)
		if i > 0 {
			spring(i-1, 2, i, 2, 0)
			spring(i-1, 3, i, 3, 0)
			spring(i-1, 2, i, 3, 0)
			spring(i-1, 3, i, 2, 0)
		}
	}
	for leg := range 4 { // of two masses, one below the other
		i := 2*leg + leg/2
		spring(i, 2, i, 1, 0.15)
		spring(i, 1, i, 0, 0.15)
		spring(i+1, 2, i, 1, 0.15)
		spring(i+1, 2, i, 0, 0.15)
		spring(i, 3, i, 1, 0.15)
	}
	n, s := len(r.PX), source(23)
	w := 0.3 / math.Sqrt(float64(n))
	r.Waves = normalMatrix(s, hidden, 4, 0.5)
	r.X, r.Y = normalMatrix(s, hidden, n, w), normalMatrix(s, hidden, n, w)
	r.U, r.V = normalMatrix(s, hidden, n, w), normalMatrix(s, hidden, n, w)
	r.B1 = normals(s, hidden, 0.1)
	r.W2 = normalMatrix(s, len(r.A), hidden, 1/math.Sqrt(float64(hidden)))
	r.B2 = normals(s, len(r.A), 0.1)
	return r
}
