package corpus

import "math"

// A layer holds a function.
type layer struct {
	w, b float64
	act  func(float64) float64
}

func relu(x float64) float64 { return max(x, 0) }

var waves = []func(float64) float64{math.Sin, math.Cos, relu}

// FuncsInData calls functions out of slices, arrays, structs and package variables.
func FuncsInData(x float64, k int) float64 {
	at := (k%6 + 6) % 6
	k = at % 3
	local := []func(float64) float64{math.Tanh, relu, func(v float64) float64 { return v * x }}
	pair := [2]func(float64) float64{relu, local[k]}
	s := local[k](x) + waves[k](x) + pair[at%2](x+1)
	for _, l := range []layer{{0.5, x, math.Tanh}, {x, 1, waves[2]}, {2, 0.25, local[2]}} {
		s = l.act(l.w*s + l.b)
	}
	return s
}

// Chosen calls what an if or a switch chose.
func Chosen(x, k float64, kind int) float64 {
	f := math.Sin
	if kind > 3 {
		f = func(v float64) float64 { return k * v }
	}
	var g func(float64, float64) float64
	switch kind % 3 {
	case 0:
		g = math.Hypot
	case 1:
		g = func(a, b float64) float64 { return a*b + k }
	default:
		g = func(a, b float64) float64 { return f(a) - b }
	}
	return g(f(x), k)
}

// shaped gives one of several functions.
func shaped(kind int, p float64) func(float64) float64 {
	switch kind {
	case 0:
		return math.Sin
	case 1:
		return func(v float64) float64 { return math.Exp(p * v / 4) }
	}
	return func(v float64) float64 { return p*v*v - 1 }
}

func sumOf(fs ...func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		s := 0.0
		for _, f := range fs {
			s += f(x)
		}
		return s
	}
}

// Combined hands chosen functions to functions that make functions.
func Combined(x, p float64, n int) float64 {
	f := sumOf(shaped(n%3, p), shaped((n+1)%3, x), relu)
	g := shaped((n+2)%3, p)
	return f(x) * g(p)
}

// Grown appends functions that capture a loop's variables.
func Grown(x float64, n int) float64 {
	var fs []func(float64) float64
	for i := range min(max(n, 0), 4) {
		k := x * float64(i)
		fs = append(fs, func(v float64) float64 { return v*k + float64(i) })
	}
	s := x
	for i := len(fs) - 1; i >= 0; i-- {
		s = fs[i](s)
	}
	return s
}

// method values and expressions, kept.
func (l layer) apply(v float64) float64 { return l.act(l.w*v + l.b) }

func (l *layer) scaled(v float64) float64 { return l.w * v }

// Methods keeps method values and method expressions.
func Methods(x float64, k int) float64 {
	l, m := layer{x, 1, math.Tanh}, layer{2, x, relu}
	vals := []func(float64) float64{l.apply, m.scaled, m.apply}
	exprs := map0(layer.apply, (layer).apply)
	l.w = 3 // after the value was taken
	return vals[(k%3+3)%3](x) + exprs(m, x)
}

func map0(f, g func(layer, float64) float64) func(layer, float64) float64 {
	return func(l layer, v float64) float64 { return f(l, v) + g(l, 2*v) }
}

// Counters hold what they change.
func Counters(x float64, n int) float64 {
	total := 0.0
	add := func(v float64) { total += v }
	if n > 2 {
		add = func(v float64) { total -= v * x }
	}
	for i := range max(n, 0) % 5 {
		add(x + float64(i))
	}
	return total
}

func orElse(f func(float64) float64, x float64) float64 {
	if f == nil {
		f = math.Cos
	}
	return f(x)
}

// NoFunc calls with nil for a function, and functions that are nil at run time.
func NoFunc(x float64, k int) float64 {
	var f func(float64) float64
	if k > 2 {
		f = math.Sin
	}
	fs := []func(float64) float64{nil, relu, f}
	s := orElse(nil, x) + orElse(math.Exp, x/10) + orElse(f, x)
	for _, g := range fs {
		if g != nil {
			s += g(x) * x
		}
	}
	if k > 8 {
		return fs[0](s)
	}
	return s
}

// eachGiven and sumGiven are functions of functions, of which sumGiven uses its own only in the literal that it gives to the other.
func eachGiven(x []float64, f func(float64)) {
	for _, v := range x {
		f(v)
	}
}

func sumGiven(f func(float64) float64, x []float64) (s float64) {
	eachGiven(x, func(v float64) { s += f(v) })
	return s
}

// GivenInLiterals gives functions that hold variables to one that uses them in a literal only.
func GivenInLiterals(x []float64, a float64) float64 {
	k := a
	y := sumGiven(func(v float64) float64 { return v * a }, x)
	y += sumGiven(func(v float64) float64 { k += v; return math.Sin(k) * v }, x)
	return y*k + sumGiven(math.Cos, x)
}
