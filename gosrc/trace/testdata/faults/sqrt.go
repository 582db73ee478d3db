package faults

import "math"

// SqrtPlain is a root at 0.
// args: [0]
// kind: slope
func SqrtPlain(x float64) float64 {
	return math.Sqrt(x) // fault: SqrtPlain
}

// SqrtLoop takes the roots of a list.
// args: [[4, 1, 0, 9]]
// kind: slope
func SqrtLoop(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		r := math.Sqrt(v) // fault: SqrtLoop
		s += 2 * r
	}
	return s
}

func std(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m += v
	}
	m /= float64(len(x))
	q := 0.0
	for _, v := range x {
		q += (v - m) * (v - m)
	}
	q /= float64(len(x))
	return math.Sqrt(q) // fault: SqrtStd
}

// SqrtStd is a standard deviation of equal numbers.
// args: [[3, 3, 3]]
// kind: slope
func SqrtStd(x []float64) float64 {
	return 1 + std(x)
}

// A Disc has a radius.
type Disc struct {
	R2     float64
	Weight float64
}

// Radius is the radius.
func (d Disc) Radius() float64 {
	return math.Sqrt(d.R2) // fault: SqrtMethod
}

// SqrtMethod adds radii.
// args: [[{"R2": 1, "Weight": 2}, {"R2": 0, "Weight": 3}]]
// kind: slope
func SqrtMethod(ds []Disc) float64 {
	s := 0.0
	for _, d := range ds {
		s += d.Weight * d.Radius()
	}
	return s
}

// SqrtClosure has the root in a closure.
// args: [0.5, 0.5]
// kind: slope
func SqrtClosure(a, b float64) float64 {
	root := func(t float64) float64 {
		u := t - b
		return math.Sqrt(u) // fault: SqrtClosure
	}
	return 3*root(a) + root(a+2)
}

// SqrtRows takes roots of the sums of rows.
// args: [[[1, 2], [1, -1], [3, 4]]]
// kind: slope
func SqrtRows(m [][]float64) float64 {
	s := 0.0
	for i := range m {
		sum := 0.0
		for j := range m[i] {
			sum += m[i][j]
		}
		if sum >= 0 {
			s += math.Sqrt(sum) // fault: SqrtRows
		}
	}
	return s
}

// SqrtNegative is the root of a number below 0.
// args: [1, 2]
// kind: value
func SqrtNegative(a, b float64) float64 {
	d := b*b - 4*a*3
	r := math.Sqrt(d) // fault: SqrtNegative
	return (-b + r) / (2 * a)
}

// SqrtAsin has the derivative of an arc sine at 1.
// args: [[0.2, 1]]
// kind: slope
func SqrtAsin(x []float64) float64 {
	angle := 0.0
	for i := 0; i < len(x); i++ {
		angle += math.Asin(x[i]) // fault: SqrtAsin
	}
	return angle * angle
}

// SqrtCbrt has a cube root of a difference.
// args: [2, [2, 5]]
// kind: slope
func SqrtCbrt(x float64, at []float64) float64 {
	y := 1.0
	for _, a := range at {
		y += math.Cbrt(x - a) // fault: SqrtCbrt
	}
	return y
}

func depth(x float64, n int) float64 {
	if n == 0 {
		return math.Sqrt(x - 1) // fault: SqrtRecursive
	}
	return depth(x/2, n-1) + x
}

// SqrtRecursive comes to the root by recursion.
// args: [8]
// kind: slope
func SqrtRecursive(x float64) float64 {
	return depth(x, 3)
}
