package faults

import "math"

// ZeroInfData multiplies 0 with data that are infinite.
// args: [0, [1, "Infinity"]]
// wrt: w
// kind: value
func ZeroInfData(w float64, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += w * v // fault: ZeroInfData
	}
	return s
}

// ZeroInfMask masks what is infinite by a product with 0.
// args: [[1, 0], [1, 0]]
// kind: value
func ZeroInfMask(x, mask []float64) float64 {
	s := 0.0
	for i, v := range x {
		inv := 1 / v // fault: ZeroInfMask
		s += mask[i] * inv
	}
	return s
}

// ZeroInfSlope multiplies an infinite slope with 0.
// args: [0, 1]
// kind: slope
func ZeroInfSlope(x, y float64) float64 {
	r := math.Sqrt(x * x * y) // fault: ZeroInfSlope
	return r + y
}

// ZeroInfAbs has an infinite slope around a kink.
// args: [[1, 0]]
// kind: slope
func ZeroInfAbs(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		h := math.Abs(v)
		s += math.Pow(h, 0.5) // fault: ZeroInfAbs
	}
	return s
}

// ZeroInfTanh has an overflow of which the value is finite.
// args: [400, 2]
// kind: slope
func ZeroInfTanh(a, b float64) float64 {
	e := math.Exp(a * b) // fault: ZeroInfTanh
	return math.Atan(e)
}

// ZeroInfQuotient has a value that tends to 0 by an infinite denominator.
// args: [[10, 800]]
// kind: slope
func ZeroInfQuotient(z []float64) float64 {
	s := 0.0
	for _, v := range z {
		den := 1 + math.Exp(v) // fault: ZeroInfQuotient
		s += 1 / den
	}
	return s
}

// ZeroInfDifference is a difference of what is infinite.
// args: [1e200, 1e200]
// kind: value
func ZeroInfDifference(a, b float64) float64 {
	p := a * b // fault: ZeroInfDifference
	q := a * a
	return p - q
}

// Potential has a cut-off.
type Potential struct{ Eps, Cut float64 }

// At is the potential at a distance.
func (p Potential) At(r float64) float64 {
	w := 0.0
	if r < p.Cut {
		w = 1
	}
	v := p.Eps / r // fault: ZeroInfMethod
	return w * v
}

// ZeroInfMethod adds potentials.
// args: [{"Eps": 1, "Cut": 0}, [1, 0]]
// wrt: p.Eps
// kind: value
func ZeroInfMethod(p Potential, rs []float64) float64 {
	s := 0.0
	for _, r := range rs {
		s += p.At(r)
	}
	return s
}

// ZeroInfNested has the overflow two calls below.
// args: [[1, 2, 3], 400]
// kind: value
func ZeroInfNested(x []float64, k float64) float64 {
	weigh := func(v float64) float64 { return blow(k) * (v - x[0]) }
	s := 0.0
	for _, v := range x {
		s += weigh(v)
	}
	return s
}

func blow(k float64) float64 {
	y := 1.0
	for range 3 {
		y *= math.Exp(k) // fault: ZeroInfNested
	}
	return y
}

// ZeroInfPair multiplies two elements.
// args: [[["Infinity", 2], [0, 1]]]
// kind: value
func ZeroInfPair(m [][]float64) float64 {
	t := m[0][1] * m[1][1]
	return t - m[0][0]*m[1][0] // fault: ZeroInfPair
}
