package faults

import "math"

// BranchStep is a step.
// args: [2]
// kind: cut
func BranchStep(x float64) float64 {
	if x > 1 { // fault: BranchStep
		return 1
	}
	return 0
}

// BranchCount counts what is above a threshold.
// args: [[1, 2, 3], 1.5]
// wrt: t
// kind: cut
func BranchCount(x []float64, t float64) float64 {
	n := 0.0
	for _, v := range x {
		if v > t { // fault: BranchCount
			n++
		}
	}
	return n
}

func residual(m, a float64) float64 { return m*m*m + m - a }

// BranchBisection solves an equation by bisection.
// args: [3]
// kind: cut
func BranchBisection(a float64) float64 {
	lo, hi := 0.0, 10.0
	for range 40 {
		m := (lo + hi) / 2
		if residual(m, a) > 0 { // fault: BranchBisection
			hi = m
		} else {
			lo = m
		}
	}
	return (lo + hi) / 2
}

// Gate lets values through.
type Gate struct{ Level float64 }

// Open reports whether it does.
func (g Gate) Open(v float64) bool {
	return v >= g.Level // fault: BranchMethod
}

// BranchMethod adds what a gate lets through.
// args: [{"Level": 1}, [0, 1, 2]]
// wrt: g
// kind: cut
func BranchMethod(g Gate, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		if g.Open(v) {
			s += v
		}
	}
	return s
}

// BranchArgmax takes the place of the greatest element.
// args: [[1, 3, 2], [5, 6, 7]]
// wrt: score
// kind: cut
func BranchArgmax(score, value []float64) float64 {
	best := 0
	for i := range score {
		if score[i] > score[best] { // fault: BranchArgmax
			best = i
		}
	}
	return value[best]
}

// BranchSwitch has classes.
// args: [0.7]
// kind: cut
func BranchSwitch(x float64) float64 {
	grade := 0.0
	switch {
	case x > 0.9:
		grade = 3
	case x > 0.5: // fault: BranchSwitch
		grade = 2
	default:
		grade = 1
	}
	return grade
}

// BranchClosure classifies by a closure.
// args: [0.4, [[0.2, 0.6], [0.5, 0.1]]]
// wrt: t
// kind: cut
func BranchClosure(t float64, p [][]float64) float64 {
	label := func(v float64) float64 {
		if v < t { // fault: BranchClosure
			return -1
		}
		return 1
	}
	s := 0.0
	for _, row := range p {
		for _, v := range row {
			s += label(v) * v
		}
	}
	return s
}

// BranchBreak ends a series by a tolerance.
// args: [0.5, 1e-3]
// wrt: tol
// kind: cut
func BranchBreak(x, tol float64) float64 {
	s, term := 0.0, 1.0
	for i := 0; i < 100; i++ {
		s += term
		term *= x
		if math.Abs(term) < tol { // fault: BranchBreak
			break
		}
	}
	return s
}

func sign(x float64) float64 {
	if x < 0 { // fault: BranchHelper
		return -1
	}
	return 1
}

// BranchHelper takes signs of products.
// args: [0.3, [1, -2]]
// kind: cut
// wrt: w
func BranchHelper(w float64, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += sign(w*v) * v * v
	}
	return s
}

// BranchWhile halves until it is small.
// args: [1, 0.3]
// wrt: limit
// kind: cut
func BranchWhile(step, limit float64) float64 {
	for step > limit { // fault: BranchWhile
		step /= 2
	}
	return step * step
}
