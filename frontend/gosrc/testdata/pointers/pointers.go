// Package corpus has functions that give pointers in structures.
package corpus

// Inner is behind pointers.
type Inner struct {
	A [2]float64
	B float64
	V []float64
}

// Pointers has pointers to numbers, arrays and structures.
type Pointers struct {
	P []float64
	Q *float64
	R *[2]float64
	T *Inner
}

// InResult gives pointers in a structure.
func InResult(x float64, w []float64) Pointers {
	y := x * x
	v := [2]float64{x * y, w[0]}
	return Pointers{P: w[:1], Q: &y, R: &v, T: &Inner{A: v, B: y * w[1], V: []float64{x, y}}}
}
