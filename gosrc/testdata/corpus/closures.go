package corpus

import "math"

// apply is higher-order.
func apply(f func(float64) float64, x float64, n int) float64 {
	for range n {
		x = f(x)
	}
	return x
}

// Higher passes functions of all kinds.
func Higher(x, k float64) float64 {
	twice := func(v float64) float64 { return 2*v + k }
	return apply(twice, x, 3) + apply(math.Sin, x, 2) + apply(Square, x, 2) + apply(Point{x, k}.add, 1, 2)
}

func (p Point) add(v float64) float64 { return v + p.X - p.Y }

// Counter captures a variable that it changes.
func Counter(x float64) float64 {
	s := 0.0
	add := func(v float64) { s += v }
	add(x)
	add(2 * x)
	k := 0
	next := func() int { k++; return k }
	a := next() + 10*next() + 100*next()
	return s + float64(a+k)
}

// Recursive literals, through a variable.
func Recursive(n int, x float64) float64 {
	n %= 10
	var pow func(int) float64
	pow = func(k int) float64 {
		if k <= 0 {
			return 1
		}
		return x * pow(k-1)
	}
	return pow(n)
}

// Declared recursion.
func Declared(n int, x float64) float64 {
	if n <= 0 || n > 60 {
		return x
	}
	return Declared(n-1, x*0.5) + 1
}

// even and odd call each other.
func even(n int) bool { return n <= 0 || odd(n-1) }

func odd(n int) bool { return n > 0 && even(n-1) }

// Mutual recursion in conditions.
func Mutual(n int) (bool, int) {
	n %= 30
	k := 0
	if even(n) && n > 3 || odd(n) && !even(n+1) {
		k = 1
	}
	return even(n), k
}

// Makers return functions.
func Makers(a, b float64) float64 {
	f := compose(scale(a), scale(b))
	g := compose(f, func(x float64) float64 { return x*x + a })
	return g(1) + f(2)
}

func scale(k float64) func(float64) float64 { return func(x float64) float64 { return k * x } }

func compose(f, g func(float64) float64) func(float64) float64 {
	return func(x float64) float64 { return f(g(x)) }
}

// Table holds functions in a slice and a struct.
func Table(x float64, i int) float64 {
	ops := []func(float64, float64) float64{
		func(a, b float64) float64 { return a + b },
		math.Pow,
		math.Hypot,
	}
	s := struct{ f func(float64) float64 }{math.Exp}
	if i < 0 || i > 2 {
		i = 0
	}
	return ops[i](x, 2) + s.f(-x*x)
}

// Immediate calls a literal where it stands.
func Immediate(x float64) float64 {
	y := func(a float64) float64 {
		if a > 0 {
			return a
		}
		return -a
	}(x)
	func() {
		y *= 2
	}()
	return y
}

// Order has calls with effects in all corners.
func Order(x []float64) float64 {
	n := 0
	trace := func(v int) int {
		n = n*10 + v
		return v
	}
	if len(x) < 4 {
		return 0
	}
	y := make([]float64, 4)
	y[trace(1)], y[trace(2)] = x[trace(3)], float64(trace(1))
	if trace(1) > 3 && trace(2) > 0 || trace(3) > 0 {
		n++
	}
	y[trace(0)] += float64(trace(2) * trace(1))
	switch trace(2) {
	case trace(1), trace(2), trace(3):
		n += 7
	}
	for i := trace(0); i < trace(2); i += trace(1) {
		y[3]++
	}
	return y[0] + y[1] + y[2] + y[3] + float64(n%1000003)
}

// Calculated is an expression of x, read by functions that call each other.
func Calculated(x float64) float64 {
	text := []byte("2*x+(x-3)*x*x-1/x")
	pos := 0
	var expr func() float64
	factor := func() float64 {
		c := text[pos]
		pos++
		switch {
		case c == '(':
			v := expr()
			pos++
			return v
		case '0' <= c && c <= '9':
			return float64(c - '0')
		}
		return x
	}
	term := func() float64 {
		v := factor()
		for pos < len(text) && (text[pos] == '*' || text[pos] == '/') {
			pos++
			if text[pos-1] == '*' {
				v *= factor()
			} else {
				v /= factor()
			}
		}
		return v
	}
	expr = func() float64 {
		v := term()
		for pos < len(text) && (text[pos] == '+' || text[pos] == '-') {
			pos++
			if text[pos-1] == '+' {
				v += term()
			} else {
				v -= term()
			}
		}
		return v
	}
	return expr()
}
