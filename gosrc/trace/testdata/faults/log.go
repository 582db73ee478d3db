package faults

import "math"

// LogPlain is a logarithm of 0.
// args: [0]
// kind: value
func LogPlain(x float64) float64 {
	return math.Log(x) // fault: LogPlain
}

// LogLoop is a cross entropy with a probability of 0.
// args: [[0.5, 0, 0.5], [0, 1, 0]]
// kind: value
func LogLoop(p, y []float64) float64 {
	s := 0.0
	for i := range p {
		s -= y[i] * math.Log(p[i]) // fault: LogLoop
	}
	return s
}

func sigmoid(z float64) float64 {
	return 1 / (1 + math.Exp(-z))
}

// LogSaturated is a logistic loss whose probability is 1.
// args: [[40, 1], [[1, 0], [0, 1]], [0, 1]]
// kind: value
func LogSaturated(w []float64, x [][]float64, y []float64) float64 {
	loss := 0.0
	for i, row := range x {
		z := 0.0
		for j, v := range row {
			z += w[j] * v
		}
		p := sigmoid(z)
		if y[i] > 0 {
			loss -= math.Log(p)
		} else {
			loss -= math.Log(1 - p) // fault: LogSaturated
		}
	}
	return loss
}

// A Gauss is a normal distribution.
type Gauss struct{ Mu, Sigma float64 }

// LogPDF is the logarithm of its density.
func (g *Gauss) LogPDF(x float64) float64 {
	z := x - g.Mu
	return -0.5*z*z - math.Log(g.Sigma) // fault: LogMethod
}

// LogMethod is a likelihood with a deviation of 0.
// args: [{"Mu": 1, "Sigma": 0}, [1, 2]]
// kind: value
func LogMethod(g *Gauss, xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += g.LogPDF(x)
	}
	return s
}

// LogClosure maps a function over a list.
// args: [[2, 1, 0]]
// kind: value
func LogClosure(x []float64) float64 {
	apply := func(f func(float64) float64) float64 {
		s := 0.0
		for _, v := range x {
			s += f(v)
		}
		return s
	}
	return apply(func(v float64) float64 {
		return math.Log2(v) // fault: LogClosure
	})
}

// LogNegative is the logarithm of a negative number.
// args: [[1, 2, 3]]
// kind: value
func LogNegative(x []float64) float64 {
	d := x[0]*x[2] - x[1]*x[1]
	return x[0] + math.Log(d) // fault: LogNegative
}

// LogOnePlus is log1p at -1.
// args: [[-0.5, -1]]
// kind: slope
func LogOnePlus(r []float64) float64 {
	g := 0.0
	for _, v := range r {
		g += math.Log1p(v) // fault: LogOnePlus
	}
	return math.Exp(g / float64(len(r)))
}

// LogAtanh is the inverse of tanh at 1.
// args: [0.5, 0.5]
// kind: value
func LogAtanh(a, b float64) float64 {
	rho := a + b
	z := math.Atanh(rho) // fault: LogAtanh
	return z * z
}

// LogTable has the logarithm in a row of a table.
// args: [[[1, 2], [3, 0]], 2]
// kind: value
func LogTable(m [][]float64, k float64) float64 {
	out := make([][]float64, len(m))
	for i, row := range m {
		out[i] = make([]float64, len(row))
		for j, v := range row {
			out[i][j] = k * math.Log10(v) // fault: LogTable
		}
	}
	s := 0.0
	for _, row := range out {
		for _, v := range row {
			s += v
		}
	}
	return s
}

type bin struct {
	count, width float64
}

// LogStruct is an entropy of a histogram with an empty bin.
// args: [[1, 2, 0], 0.5]
// kind: value
func LogStruct(counts []float64, width float64) float64 {
	var bins []bin
	total := 0.0
	for _, c := range counts {
		bins = append(bins, bin{c, width})
		total += c
	}
	h := 0.0
	for _, b := range bins {
		p := b.count / total
		density := p / b.width
		l := math.Log(density) // fault: LogStruct
		h -= p * l
	}
	return h
}
