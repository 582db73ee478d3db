package faults

import "math"

// PowHalf is a power with an infinite slope.
// args: [0]
// kind: slope
func PowHalf(x float64) float64 {
	return math.Pow(x, 0.5) // fault: PowHalf
}

// PowNegativeBase is no real number.
// args: [[8, -8]]
// kind: value
func PowNegativeBase(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Pow(v, 1.0/3) // fault: PowNegativeBase
	}
	return s
}

// PowNegativeExponent is 1/0.
// args: [[1, 2, 0], -2]
// kind: value
func PowNegativeExponent(x []float64, p float64) float64 {
	s := 0.0
	for i := range x {
		s += math.Pow(x[i], p) // fault: PowNegativeExponent
	}
	return s
}

// PowExponent has no derivative by the exponent below 0.
// args: [-2, 2]
// wrt: p
// kind: slope
func PowExponent(x, p float64) float64 {
	y := math.Pow(x, p) // fault: PowExponent
	return y + p
}

// Law is a power law.
type Law struct{ A, K float64 }

// At is its value.
func (l *Law) At(x float64) float64 { return l.A * math.Pow(x, l.K) } // fault: PowMethod

// PowMethod overflows.
// args: [{"A": 1, "K": 300}, [1, 20]]
// kind: value
func PowMethod(l *Law, xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += l.At(x)
	}
	return s
}

// PowRepeated overflows by repeated squares.
// args: [3, 12]
// kind: value
func PowRepeated(x float64, n int) float64 {
	for i := 0; i < n; i++ {
		x *= x // fault: PowRepeated
	}
	return x
}

// PowPNorm is a p-norm at the origin.
// args: [[0, 0], 3]
// wrt: x
// kind: slope
func PowPNorm(x []float64, p float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Pow(math.Abs(v), p)
	}
	return math.Pow(s, 1/p) // fault: PowPNorm
}

// PowGamma corrects the black of an image.
// args: [[[0.5, 1], [0.25, 0]], 2.2]
// wrt: img
// kind: slope
func PowGamma(img [][]float64, gamma float64) float64 {
	out := 0.0
	for i := range img {
		for j := range img[i] {
			out += math.Pow(img[i][j], 1/gamma) // fault: PowGamma
		}
	}
	return out
}

// PowClosure has the power in a closure.
// args: [1, 1]
// kind: slope
func PowClosure(a, b float64) float64 {
	drag := func(v float64) float64 {
		return math.Pow(v, 0.75) // fault: PowClosure
	}
	return a + drag(a-b)
}

// PowTen overflows in a factorial.
// args: [2.5]
// kind: value
func PowTen(x float64) float64 {
	term, sum := 1.0, 0.0
	for i := 1; i < 400; i++ {
		term *= x * float64(i) // fault: PowTen
		sum += term
	}
	return sum
}
