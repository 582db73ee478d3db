package corpus

import "math"

// Far has loops that stand for ones without a bound.
func Far(x, y float64) float64 {
	most := math.MaxInt
	s := x
	for i := 0; i <= most; i++ {
		if s += y * x; i > 3 {
			break
		}
	}
	for i := 0; i < most; i += 3 {
		if s += y * s; i > 3 {
			break
		}
	}
	for i := -2; i < math.MaxInt; i++ {
		if s -= y * x; i > 3 {
			break
		}
	}
	for i := 3; i >= math.MinInt; i -= 3 {
		if s += y * s; i < -3 {
			break
		}
	}
	for i := uint64(0); i < math.MaxUint64; i++ {
		if s += y * y; i > 3 {
			break
		}
	}
	for i := uint(1); i <= math.MaxUint; i += 3 {
		if s += x * x; i > 3 {
			return s
		}
	}
	return 0
}

// FarFrom compares with numbers so far from lengths that differences wrap.
func FarFrom(x []float64, y float64) float64 {
	best, worst := math.MaxInt, math.MinInt
	s := y
	if len(x)-5 < best {
		s += x[0] * y
	}
	if len(x)+5 > worst {
		s += x[1] * y
	}
	for i := range x {
		if i-9 < best {
			s += x[i] * y
		}
		if i+9 <= worst {
			s = 0
		}
	}
	return s
}
