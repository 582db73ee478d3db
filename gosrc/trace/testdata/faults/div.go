package faults

import "math"

// DivPlain is a quotient by 0.
// args: [1, 0]
// kind: value
func DivPlain(a, b float64) float64 {
	return a / b // fault: DivPlain
}

// DivMean is the mean of an empty group.
// args: [[1, 2, 3], [0, 0, 2], 3]
// kind: value
func DivMean(x []float64, group []int, n int) float64 {
	s := 0.0
	for g := range n {
		sum, count := 0.0, 0.0
		for i, v := range x {
			if group[i] == g {
				sum += v
				count++
			}
		}
		s += sum / count // fault: DivMean
	}
	return s
}

// DivSoftmax normalises weights that are all 0.
// args: [[1, 2], [0, 0]]
// kind: value
func DivSoftmax(x, w []float64) float64 {
	total := 0.0
	for _, a := range w {
		total += a
	}
	s := 0.0
	for i, a := range w {
		p := a / total // fault: DivSoftmax
		s += p * x[i]
	}
	return s
}

// DivSquared overflows in the derivative.
// args: [1e-200]
// kind: slope
func DivSquared(x float64) float64 {
	return 1 / x // fault: DivSquared
}

// Lens is a thin lens.
type Lens struct{ F float64 }

// Image is the distance of the image.
func (l Lens) Image(o float64) float64 {
	return 1 / (1/l.F - 1/o) // fault: DivMethod
}

// DivMethod has an object at the focus.
// args: [{"F": 2}, [4, 2]]
// kind: value
func DivMethod(l Lens, os []float64) float64 {
	s := 0.0
	for _, o := range os {
		s += l.Image(o)
	}
	return s
}

// DivElimination has a pivot of 0.
// args: [[[0, 1], [1, 0]], [1, 2]]
// kind: value
func DivElimination(a [][]float64, b []float64) float64 {
	n := len(b)
	x := make([]float64, n)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		copy(m[i], a[i])
		x[i] = b[i]
	}
	for k := range n {
		for i := k + 1; i < n; i++ {
			f := m[i][k] / m[k][k] // fault: DivElimination
			for j := k; j < n; j++ {
				m[i][j] -= f * m[k][j]
			}
			x[i] -= f * x[k]
		}
	}
	return x[n-1] / m[n-1][n-1]
}

// DivNewton has a step from a place where the slope is 0.
// args: [1, 0]
// kind: value
func DivNewton(a, x float64) float64 {
	f := func(x float64) (float64, float64) { return x*x - a, 2 * x }
	for range 4 {
		y, dy := f(x)
		x -= y / dy // fault: DivNewton
	}
	return x
}

// DivInterpolate has two equal knots.
// args: [[0, 1, 1, 2], [1, 2, 3, 4]]
// kind: value
func DivInterpolate(t, y []float64) float64 {
	s := 0.0
	for i := 1; i < len(t); i++ {
		dt := t[i] - t[i-1]
		slope := (y[i] - y[i-1]) / dt // fault: DivInterpolate
		s += slope * slope
	}
	return s
}

func ratio(a, b float64) float64 { return a / b } // fault: DivHelper

// DivHelper takes the variance of one number.
// args: [[5]]
// kind: value
func DivHelper(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m += v
	}
	m = ratio(m, float64(len(x)))
	q := 0.0
	for _, v := range x {
		q += math.Pow(v-m, 2)
	}
	return ratio(q, float64(len(x)-1))
}

type node struct{ num, den float64 }

// DivContinued is a continued fraction that divides by 0.
// args: [1, [1, -1, 2]]
// kind: slope
func DivContinued(x float64, c []float64) float64 {
	n := node{x, 1}
	for _, a := range c {
		n = node{n.den, a*n.den + n.num}
	}
	v := 0.0
	for _, a := range c {
		v = 1 / (a + v) // fault: DivContinued
	}
	return v * n.den
}
