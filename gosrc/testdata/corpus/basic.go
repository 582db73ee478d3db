package corpus

import "math"

// Square is the simplest function.
func Square(x float64) float64 { return x * x }

// Poly uses op-assignments.
func Poly(x float64) float64 {
	y := 1.0
	y *= x
	y += 3
	y -= x / 2
	y /= 1 + x*x
	return y
}

// SumSquares is a counted loop over a slice.
func SumSquares(x []float64) float64 {
	s := 0.0
	for i := 0; i < len(x); i++ {
		s += x[i] * x[i]
	}
	return s
}

// Branches returns early.
func Branches(x, y float64) float64 {
	if x < y {
		return y - x
	} else if x == y {
		return 0
	}
	if z := x * y; z > 1 {
		x = z
	}
	return math.Sqrt(x-y) + x
}

// Named has named results and a bare return.
func Named(x, y float64) (s, d float64) {
	s = x + y
	if s > 0 {
		d = x - y
		return
	}
	return s * 2, y
}

// Swap is a tuple assignment of elements.
func Swap(x []float64) float64 {
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
	if len(x) > 0 {
		return x[0]
	}
	return 0
}

// TwoPhase shows that indices are taken before any store.
func TwoPhase(x []float64) float64 {
	if len(x) < 3 {
		return 0
	}
	i := 0
	i, x[i] = 2, x[1]+1
	x[i], i = x[i]*2, 1
	return x[0] + x[i] + x[2]
}

// HeaderPhase stores into the old slice.
func HeaderPhase(x, y []float64) float64 {
	if len(x) == 0 || len(y) == 0 {
		return 1
	}
	x, x[0] = y, 5
	return x[0]
}

// Early leaves a nest of loops.
func Early(x [][]float64, limit float64) float64 {
	s := 0.0
outer:
	for i, row := range x {
		for j, v := range row {
			if v < 0 {
				continue outer
			}
			if s > limit {
				break outer
			}
			s += v * float64(i+j)
		}
		s += 0.5
	}
	return s
}

// FirstAbove returns from inside a loop.
func FirstAbove(x []float64, t float64) (float64, int) {
	for i, v := range x {
		if v > t {
			return v, i
		}
	}
	return t, -1
}

// Newton iterates with a condition.
func Newton(a float64) float64 {
	a = math.Abs(a) + 0.5
	x := a
	for math.Abs(x*x-a) > 1e-12*a {
		x = (x + a/x) / 2
	}
	return x
}

// Infinite leaves by break.
func Infinite(x float64) float64 {
	n := 0
	for {
		if x > 10 || n >= 20 {
			break
		}
		n++
		if n%2 == 0 {
			continue
		}
		x = x*1.5 + 1
	}
	return x + float64(n)
}

// Shadow has one name for three variables.
func Shadow(x float64) float64 {
	y := x
	{
		x := x * 2
		if x := x + 1; x > 0 {
			y += x
		}
		y += x
	}
	return y + x
}

// helper is called below.
func helper(x, y float64) (float64, float64) { return x * y, x - y }

// Calls uses several results in several ways.
func Calls(x, y float64) float64 {
	a, b := helper(x, y)
	_, c := helper(a, b)
	a, b = helper(b, c)
	return a + b + add3(Calls1(helper(c, a)), x, y)
}

// Calls1 takes the results of another call.
func Calls1(a, b float64) float64 { return a - 2*b }

func add3(x ...float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// Variadic spreads and lists.
func Variadic(x []float64) float64 { return add3() + add3(x...) + add3(1, 2, float64(len(x))) }
