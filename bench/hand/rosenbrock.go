package hand

// RosenbrockValue is Rosenbrock's function. Two sums are under way, since a sum
// has to wait for the addition before.
func RosenbrockValue(x []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	var f, g, u, v float64 // sums of squares, of the first kind and of the second
	a := x[0]
	x = x[1:]
	for len(x) >= 2 {
		b, c := x[0], x[1]
		s, t := b-a*a, 1-a
		f += s * s
		u += t * t
		s, t = c-b*b, 1-b
		g += s * s
		v += t * t
		a, x = c, x[2:]
	}
	for _, b := range x {
		s, t := b-a*a, 1-a
		f += s * s
		u += t * t
	}
	return 100*(f+g) + (u + v)
}

// RosenbrockGrad is the value, and writes the gradient to xbar.
func RosenbrockGrad(x, xbar []float64) float64 {
	xbar = xbar[:len(x)]
	if len(x) < 2 {
		clear(xbar)
		return 0
	}
	// carry is what the term before has to say about x[i]; so each element of
	// xbar is written once.
	f, a, carry := 0.0, x[0], 0.0
	out := xbar[:len(x)-1]
	for i, b := range x[1:] {
		s, t := b-a*a, 1-a
		u := 200 * s
		f += 100*s*s + t*t
		out[i] = carry - 2*(u*a+t)
		carry, a = u, b
	}
	xbar[len(xbar)-1] = carry
	return f
}
