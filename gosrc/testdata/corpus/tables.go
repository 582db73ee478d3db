package corpus

import "math"

// LocalTable looks up in local maps.
func LocalTable(x, y float64, kind int) float64 {
	scale := map[int]float64{0: x, 1: y * y, 7: 3}
	apply := map[bool]func(float64) float64{true: math.Sin, false: func(v float64) float64 { return v * x }}
	s := 0.0
	for i := range 3 {
		if v, ok := scale[kind+i]; ok {
			s += v * float64(i+1)
		}
		s += apply[i%2 == 0](y)
	}
	return s * scale[7]
}

// Room appends to windows that have no room.
func Room(x []float64, k int) float64 {
	a := [3]float64{1, 2, 3}
	y := append(a[:], 4)
	y[0] = 5
	n := min(max(k, 0), len(x))
	z := append(x[:n:n], 6)
	if n > 0 {
		z[0] = 7
	}
	s := a[0] + y[0]
	for i, v := range x {
		s += v * v * float64(i+1)
	}
	for _, v := range z {
		s += v
	}
	return s
}
