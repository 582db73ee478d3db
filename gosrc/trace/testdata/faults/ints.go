package faults

import "math"

// IntPlain goes through an int.
// args: [2.5]
// kind: cut
func IntPlain(x float64) float64 {
	k := int(x) // fault: IntPlain
	return float64(k) * 2
}

// IntTable looks up in a table.
// args: [1.3, [1, 2, 3]]
// wrt: x
// kind: cut
func IntTable(x float64, table []float64) float64 {
	i := int(x) // fault: IntTable
	return table[i]
}

// IntFloor is a floor.
// args: [[1.5, 2.5]]
// kind: cut
func IntFloor(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	f := math.Floor(s / 2) // fault: IntFloor
	return f * f
}

// IntRound rounds to two digits.
// args: [1.234]
// kind: cut
func IntRound(x float64) float64 {
	y := x * x
	r := math.Round(y * 100) // fault: IntRound
	return r / 100
}

// Image is an image of few colours.
type Image struct {
	Pix    []float64
	Levels float64
}

// Quantize is a pixel in few levels.
func (m *Image) Quantize(i int) float64 {
	q := uint8(m.Pix[i] * m.Levels) // fault: IntMethod
	return float64(q) / m.Levels
}

// IntMethod adds pixels.
// args: [{"Pix": [0.3, 0.6], "Levels": 16}]
// wrt: m.Pix
// kind: cut
func IntMethod(m *Image) float64 {
	s := 0.0
	for i := range m.Pix {
		s += m.Quantize(i)
	}
	return s
}

// IntSteps makes steps of which the number depends on a parameter.
// args: [1, 5.2]
// wrt: t
// kind: cut
func IntSteps(x, t float64) float64 {
	n := int(t / 0.5) // fault: IntSteps
	for i := 0; i < n; i++ {
		x += 0.1 * x
	}
	return x
}

// IntHistogram counts in bins.
// args: [[0.1, 0.5, 0.9], [1, 2, 4, 8]]
// wrt: x
// kind: cut
func IntHistogram(x, w []float64) float64 {
	count := make([]float64, len(w))
	for _, v := range x {
		count[int(v*4)]++ // fault: IntHistogram
	}
	s := 0.0
	for i, c := range count {
		s += w[i] * c * c
	}
	return s
}

func cell(x, h float64) int {
	return int(math.Floor(x / h)) // fault: IntNested
}

// IntNested finds a cell of a grid.
// args: [1.7, 0.5, [[1, 2], [3, 4], [5, 6], [7, 8]]]
// wrt: x
// kind: cut
func IntNested(x, h float64, grid [][]float64) float64 {
	c := cell(x, h)
	return grid[c][0] + grid[c][1]
}

// IntBits takes a number by its bits.
// args: [1.5]
// kind: cut
func IntBits(x float64) float64 {
	b := math.Float64bits(x) // fault: IntBits
	return math.Float64frombits(b &^ 1)
}

// IntClosure truncates in a closure.
// args: [[1.5, -2.5]]
// kind: cut
func IntClosure(x []float64) float64 {
	each := func(f func(float64) float64) (s float64) {
		for _, v := range x {
			s += f(v)
		}
		return s
	}
	return each(func(v float64) float64 {
		return math.Trunc(3 * v) // fault: IntClosure
	})
}
