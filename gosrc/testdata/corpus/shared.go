package corpus

import "math"

// A timed is a function and when it is called.
type timed struct {
	at   float64
	fire func(float64) float64
}

func fireAll(es []timed, x float64) (s float64) {
	for _, e := range es {
		s += e.fire(x+e.at) * (1 + s*s)
	}
	return s
}

func fireTwice(es []timed, x float64) float64 { return fireAll(es, x) + 2*fireAll(es[1:], x*x) }

// Events has functions in data that share variables, and calls them through functions, in one order or another.
func Events(x []float64, a float64) float64 {
	n, sum := 0, 0.0
	hist := make([]float64, 3)
	es := []timed{
		{1, func(v float64) float64 { n++; sum += v * a; return sum }},
		{a, func(v float64) float64 { hist[n%3] += v; return hist[0] - sum }},
		{2, math.Sin},
	}
	if x[0] < 0 {
		es[0], es[2] = es[2], es[0]
	}
	if x[1] < 0 {
		es[0], es[1] = es[1], es[0]
	}
	if a < 0 {
		es[1], es[2] = es[2], es[1]
	}
	r := fireTwice(es, x[0])
	a *= 2
	r += fireAll(es, x[1])
	hist = append(hist, a)
	r += es[1].fire(a) * float64(n)
	for _, h := range hist {
		r += h * h
	}
	return r + sum
}

// OtherEvents calls the same functions with functions of its own.
func OtherEvents(x, y float64) float64 {
	k := 1.0
	es := []timed{{x, func(v float64) float64 { k *= v; return k + y }}, {y, math.Cos}}
	return fireTwice(es, x) * k
}

// Machine has a table of operations on its registers.
func Machine(x, y float64, code []int) float64 {
	acc, mem := x, y
	var trace []float64
	ops := []func(){
		func() { acc += mem },
		func() { acc, mem = mem, acc },
		func() { acc = math.Tanh(acc * mem) },
		func() { trace = append(trace, acc) },
	}
	for _, c := range code {
		ops[c&3]()
		if len(trace) > 3 {
			break
		}
	}
	for _, t := range trace {
		acc += t * 0.5
	}
	return acc - mem*0.3
}

// LateShared declares what functions share behind calls of functions of their kind.
func LateShared(x, y float64, m [][]float64) float64 {
	fs := []func(float64) float64{math.Sin}
	r := 0.0
	for _, f := range fs {
		r += f(x)
	}
	row := m[len(m)-1]
	c := y
	fs = append(fs, func(v float64) float64 { c += v; row[0] += c; return row[0] * c })
	for _, f := range fs {
		r += f(x) + c
	}
	return r * row[0]
}

// EachOwn has functions that change variables of their iterations.
func EachOwn(x []float64) float64 {
	var fs []func() float64
	for _, v := range x {
		fs = append(fs, func() float64 { v *= 2; return v })
	}
	r := 0.0
	for i, f := range fs {
		r += f() * f() * float64(i+1)
	}
	return r
}

func chain(fs []func(float64) float64, v float64) float64 {
	for _, f := range fs {
		v = f(v)
	}
	return v
}

func chains(fs []func(float64) float64, v float64, n int) float64 {
	return chain(fs, v) + chain(fs[:n], v)
}

// LateThrough is LateShared through two functions, which are called in loops before and behind.
func LateThrough(x []float64, n int) float64 {
	fs := []func(float64) float64{math.Cos}
	r := 0.0
	for _, v := range x {
		r += chains(fs, v, 1)
	}
	c, d := x[0], []float64{r, 1}
	p := &c
	fs = append(fs, func(v float64) float64 { c += v; d[0] += c; d = append(d, v); return c * d[0] })
	for _, v := range x {
		r += chains(fs, v, 1+n&1) + d[len(d)-1]
		d[0] *= 0.5
		*p -= 0.25
	}
	return r + c
}
