package bound

import "math"

// Never has a branch with a loop that it never takes.
//
//chad:grad
func Never(x []float64) float64 {
	s := 0.0
	for i := range x {
		if x[i] > 1e6 {
			p := 1.0
			for j := range x {
				p = math.Sin(p * x[j])
			}
			s += p
		} else {
			s += x[i] * x[i]
		}
	}
	return s
}

// Once takes a branch with a loop once.
//
//chad:grad
func Once(x []float64) float64 {
	s := 0.0
	for i := range x {
		if i == 3 {
			p := 1.0
			for j := range x {
				p = math.Sin(p * x[j])
			}
			s += p
		}
		s += math.Sin(s * x[i])
	}
	return s
}

// Seldom takes a branch with loops in loops, which branch as well, until it has enough.
//
//chad:grad
func Seldom(x []float64) float64 {
	s, n := 0.0, 0
	for _, v := range x {
		switch {
		case v > 0.85 && n < 2:
			n++
			y := make([]float64, 8)
			for i := range x {
				for j := range y {
					y[j] = math.Sin(y[j] + x[i])
				}
				if i == 2 {
					for j := range x {
						s += math.Cos(s * x[j])
					}
				}
			}
			for j := range y {
				s += y[j] * y[j]
			}
		case v > 1e6:
			y := make([]float64, len(x))
			for i := range x {
				y[i] = math.Exp(x[i]) * s
			}
			for i := range y {
				s += y[i] * y[len(y)-1-i]
			}
		default:
			s += v * s / 10
		}
	}
	return s
}

// Renamed has two slices of one length that exchange their names as the data says.
//
//chad:grad
func Renamed(x []float64) float64 {
	a, b := make([]float64, len(x)), make([]float64, len(x))
	copy(a, x)
	copy(b, x)
	s := 0.0
	for i, v := range x {
		if v > 0.5 {
			a, b = b, a
		}
		a[i] = a[i]*b[0] + b[i]
		s += a[i]
	}
	return s
}

// Turned has three slices of one length, in a struct, that change their places in branches in each other and in a loop
// inside.
//
//chad:grad
func Turned(x []float64) float64 {
	var t struct{ a, b, c []float64 }
	t.a, t.b, t.c = make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(x))
	copy(t.a, x)
	copy(t.b, x)
	copy(t.c, x)
	s := 0.0
	for i, v := range x {
		if v > 0.5 {
			if s > 1 {
				t.a, t.b, t.c = t.b, t.c, t.a
				t.c[i] *= 0.5
			} else {
				t.a, t.b = t.b, t.a
			}
		}
		for k := range 3 {
			if k != i%3 {
				t.b, t.c = t.c, t.b
			}
			t.b[i] += 0.1 * t.c[k] * t.a[i]
		}
		s += 0.1 * t.b[i]
	}
	return s + t.a[0] + t.c[1]
}

// Boards has two matrices that exchange their names as the data says.
//
//chad:grad
func Boards(x []float64) float64 {
	a, b := make([][]float64, len(x)), make([][]float64, len(x))
	for i, v := range x {
		a[i], b[i] = make([]float64, len(x)), make([]float64, len(x))
		for j, w := range x {
			a[i][j], b[i][j] = v*w, v+w
		}
	}
	s := 0.0
	for k := range 2 * len(x) {
		for i, v := range x {
			if v > 0.5 {
				a, b = b, a
			}
			j := (i * k) % len(x)
			a[i][j] = 0.5*a[j][i]*b[0][0] + 0.1*b[i][j]
			s += 0.1 * a[i][j]
		}
	}
	return s
}
