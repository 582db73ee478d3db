package faults

import "math"

// ClampMin is a minimum that is not the parameter.
// args: [7]
// kind: cut
func ClampMin(x float64) float64 {
	return 2 * min(x, 5) // fault: ClampMin
}

// ClampMathMax is a rectifier.
// args: [[-1, -2]]
// kind: cut
func ClampMathMax(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return math.Max(0, s) // fault: ClampMathMax
}

// ClampIf is a clamp by a branch.
// args: [12, 10]
// wrt: x
// kind: cut
func ClampIf(x, hi float64) float64 {
	y := 2 * x
	if y > hi { // fault: ClampIf
		y = hi
	}
	return y * y
}

func clamp(x, lo, hi float64) float64 {
	return math.Max(lo, math.Min(x, hi)) // fault: ClampHelper
}

// ClampHelper clamps a probability.
// args: [1.5]
// kind: cut
func ClampHelper(p float64) float64 {
	return math.Log(clamp(p, 0.01, 0.99))
}

// Clip clips gradients.
type Clip struct{ Lo, Hi float64 }

// Of is what is left of a number.
func (c Clip) Of(x float64) float64 {
	if x < c.Lo { // fault: ClampMethod
		return c.Lo
	}
	if x > c.Hi {
		return c.Hi
	}
	return x
}

// ClampMethod clips numbers, of which the last is too small.
// args: [{"Lo": -1, "Hi": 1}, [0.5, -3]]
// wrt: x
// kind: cut
func ClampMethod(c Clip, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		w := c.Of(v)
		s += w * w
	}
	return s
}

// ClampDead is a net of which all units are dead.
// args: [[[-1, -2], [-3, -1]], [1, 1]]
// wrt: w
// kind: cut
func ClampDead(w [][]float64, x []float64) float64 {
	s := 0.0
	for _, row := range w {
		z := 0.0
		for j, v := range row {
			z += v * x[j]
		}
		s += max(z, 0) // fault: ClampDead
	}
	return s
}

// ClampHinge is a loss of what is classified well.
// args: [[2, 1], [[1, 1], [2, 2]], [1, 1]]
// wrt: w
// kind: cut
func ClampHinge(w []float64, x [][]float64, y []float64) float64 {
	loss := 0.0
	for i, row := range x {
		m := 0.0
		for j := range row {
			m += w[j] * row[j]
		}
		margin := 1 - y[i]*m
		if margin > 0 { // fault: ClampHinge
			loss += margin
		}
	}
	return loss
}

// ClampClosure saturates in a closure.
// args: [3, 1]
// wrt: x
// kind: cut
func ClampClosure(x, top float64) float64 {
	sat := func(v float64) float64 { return math.Min(v, top) } // fault: ClampClosure
	return sat(x) + sat(2*x)
}

// ClampArray clamps an array.
// args: [[4, 5]]
// kind: cut
func ClampArray(p [2]float64) float64 {
	q := p
	for i := range q {
		if q[i] > 1 { // fault: ClampArray
			q[i] = 1
		}
	}
	return q[0]*q[0] + q[1]
}

type layer struct{ w, b float64 }

func (l layer) apply(x float64) float64 { return math.Tanh(l.w*x + l.b) }

// ClampStack clamps between layers.
// args: [[1, 2], 3]
// wrt: w
// kind: cut
func ClampStack(w []float64, x float64) float64 {
	layers := []layer{{w[0], 0}, {w[1], 5}}
	for _, l := range layers {
		x = l.apply(x)
		x = min(x, 0.5) // fault: ClampStack
	}
	return x
}
