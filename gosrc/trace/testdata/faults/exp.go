package faults

import "math"

// ExpPlain overflows.
// args: [800]
// kind: value
func ExpPlain(x float64) float64 {
	return math.Exp(x) // fault: ExpPlain
}

// ExpSoftplus is log(1 + exp) of a large number.
// args: [[1, 1000]]
// kind: value
func ExpSoftplus(z []float64) float64 {
	s := 0.0
	for _, v := range z {
		e := math.Exp(v) // fault: ExpSoftplus
		s += math.Log(1 + e)
	}
	return s
}

// ExpSoftmax is a softmax that takes no maximum out.
// args: [[1, 2, 710]]
// kind: slope
func ExpSoftmax(x []float64) float64 {
	total := 0.0
	e := make([]float64, len(x))
	for i, v := range x {
		e[i] = math.Exp(v) // fault: ExpSoftmax
		total += e[i]
	}
	return e[0] / total
}

// Neuron is a unit.
type Neuron struct {
	W []float64
	B float64
}

// Out is its output.
func (n *Neuron) Out(x []float64) float64 {
	z := n.B
	for i, w := range n.W {
		z += w * x[i]
	}
	return 1 / (1 + math.Exp(-z)) // fault: ExpMethod
}

// ExpMethod has a unit whose exponential overflows.
// args: [[{"W": [1, 2], "B": 0}, {"W": [-600, -300], "B": 1}], [1, 1]]
// wrt: ns
// kind: slope
func ExpMethod(ns []Neuron, x []float64) float64 {
	s := 0.0
	for i := range ns {
		s += ns[i].Out(x)
	}
	return s
}

// ExpGrowth is a process that explodes.
// args: [1, 9]
// kind: slope
func ExpGrowth(x, r float64) float64 {
	for range 5 {
		x = x * math.Exp(r*x) // fault: ExpGrowth
	}
	return 1 / x
}

// ExpCosh is a loss that overflows.
// args: [[0.5, 900], [0, 0]]
// kind: value
func ExpCosh(p, y []float64) float64 {
	s := 0.0
	for i := range p {
		c := math.Cosh(p[i] - y[i]) // fault: ExpCosh
		s += math.Log(c)
	}
	return s
}

// ExpClosure has the exponential in a function that is a value.
// args: [2, [100, 400]]
// kind: value
func ExpClosure(k float64, t []float64) float64 {
	rates := []func(float64) float64{
		func(u float64) float64 { return k * u },
		func(u float64) float64 { return math.Exp(k * u) }, // fault: ExpClosure
	}
	s := 0.0
	for i, f := range rates {
		s += f(t[i])
	}
	return s
}

// ExpRows is a partition function of rows.
// args: [[[1, 2], [3, 1e4]], 1]
// kind: value
func ExpRows(e [][]float64, beta float64) float64 {
	s := 0.0
	for _, row := range e {
		z := 0.0
		for _, v := range row {
			w := beta * v
			z += math.Exp(w) // fault: ExpRows
		}
		s += math.Log(z)
	}
	return s
}

// ExpTwo is a power of two.
// args: [[3, 2000]]
// kind: value
func ExpTwo(x []float64) float64 {
	best := 0.0
	for _, v := range x {
		y := math.Exp2(v) // fault: ExpTwo
		if y > best {
			best = y
		}
	}
	return best
}

func bell(x, s float64) float64 {
	u := x / s
	return math.Exp(u * u) // fault: ExpNested
}

func weight(x, s float64) float64 { return 1 / bell(x, s) }

// ExpNested is a kernel that is 0 far away.
// args: [[1, 30], 1]
// kind: slope
func ExpNested(x []float64, s float64) float64 {
	total := 0.0
	for _, v := range x {
		total += weight(v, s)
	}
	return total
}
